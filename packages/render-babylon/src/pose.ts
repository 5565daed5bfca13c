import { BODY_STRIDE, type BodyStore, C, PREVIOUS_STRIDE, S, X, Y } from '@otedama/rigid';

/** The arrays of a body store that poses are read from. */
export type PoseStore = Pick<BodyStore, 'pose' | 'previous' | 'awakeIndex'>;

/**
 * Pose of a body between the start (0) and the end (1) of the last step. Position and direction are interpolated linearly, and the
 * direction is normalized. A body that did not move has the same pose at every fraction, to the last bit; one that is not simulated keeps
 * its current pose. Writes x, y, cosine, sine to `out`.
 */
export function blendPose(store: PoseStore, slot: number, fraction: number, out: Float64Array): void {
  const { pose, previous } = store;
  const now = slot * BODY_STRIDE;
  const before = slot * PREVIOUS_STRIDE;
  if (store.awakeIndex[slot] < 0) {
    out[0] = pose[now + X];
    out[1] = pose[now + Y];
    out[2] = pose[now + C];
    out[3] = pose[now + S];
    return;
  }
  const rest = 1 - fraction;
  out[0] = pose[now + X] + rest * (previous[before] - pose[now + X]);
  out[1] = pose[now + Y] + rest * (previous[before + 1] - pose[now + Y]);
  const c = pose[now + C] + rest * (previous[before + 2] - pose[now + C]);
  const s = pose[now + S] + rest * (previous[before + 3] - pose[now + S]);
  const length = Math.sqrt(c * c + s * s);
  // after half a turn in one step the interpolated direction may be zero
  out[2] = length > 1e-9 ? c / length : pose[now + C];
  out[3] = length > 1e-9 ? s / length : pose[now + S];
}
