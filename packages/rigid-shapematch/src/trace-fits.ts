/** Reports the fits of the position pass to a recorder: the push on a body, and its poses before and after. */

import {
  BODY_STRIDE,
  type BodyStore,
  C,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  DC,
  DS,
  DX,
  DY,
  INV_MASS,
  NX,
  NY,
  contactRow as row,
  S,
  type SolverTrace,
  type SolverWorld,
  type TracedPose,
} from '@otedama/rigid';

/** Returns the pose of the body at offset `o`, including the displacement of the step so far. */
export function displacedPose({ pose, motion }: BodyStore, o: number): TracedPose {
  const c = motion[o + DC];
  const s = motion[o + DS];
  return {
    x: pose[o + CX] + motion[o + DX],
    y: pose[o + CY] + motion[o + DY],
    c: c * pose[o + C] - s * pose[o + S],
    s: s * pose[o + C] + c * pose[o + S],
  };
}

/** Push of one contact: its row in `rows`, and its two bodies. */
interface Push {
  readonly slot: number;
  readonly row: number;
  readonly substep: number;
  /** Offsets of A and B in the body arrays. */
  readonly bodies: readonly [number, number];
  readonly before: readonly [TracedPose, TracedPose];
  /** l_i, kg m. */
  readonly lengths: readonly [number, number];
}

/** Reports both bodies, except for bodies of infinite mass. */
export function traceFits(trace: SolverTrace, world: SolverWorld, rows: Float64Array, push: Push): void {
  const { index, data } = world.contacts;
  const count = index[push.slot * CONTACT_INDEX_STRIDE + COUNT];
  const nx = data[push.slot * CONTACT_STRIDE + NX];
  const ny = data[push.slot * CONTACT_STRIDE + NY];
  push.bodies.forEach((o, side) => {
    if (world.bodies.mass[o + INV_MASS] === 0) return;
    const sign = side === 0 ? -1 : 1;
    // R = (R.n) n + (R x n) t, with t = (ny, -nx) and R.n = -(R x t)
    const along = -rows[push.row + (side === 0 ? row.R1T : row.R2T)];
    const pushes = [];
    for (let point = 0; point < count; point++) {
      const across = rows[push.row + 2 * point + (side === 0 ? row.R1N : row.R2N)];
      const l = sign * push.lengths[point];
      if (l === 0) continue;
      pushes.push({
        x: along * nx + across * ny,
        y: along * ny - across * nx,
        px: l * nx,
        py: l * ny,
      });
    }
    trace.fit?.({
      substep: push.substep,
      body: o / BODY_STRIDE,
      slot: push.slot,
      before: push.before[side],
      after: displacedPose(world.bodies, o),
      pushes,
    });
  });
}
