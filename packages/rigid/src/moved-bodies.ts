import type { Body } from './body.js';
import type { BodyStore } from './body-store.js';
import { BODY_STRIDE, PREVIOUS_STRIDE } from './layout.js';
import type { WorldState } from './world-state.js';

/** Bodies whose pose changed in the last step, in the order of simulation, then the bodies that fell asleep in that step. */
export function movedBodies({ bodies, bodyHandles, events }: WorldState): Body[] {
  const { awake, awakeCount } = bodies;
  const moved: Body[] = [];
  for (let k = 0; k < awakeCount; k++) {
    if (hasMoved(bodies, awake[k])) moved.push(bodyHandles[awake[k]]!);
  }
  for (const { body } of events.bodySleep.items) {
    if (body.isValid && !body.isAwake && hasMoved(bodies, body.id)) moved.push(body);
  }
  return moved;
}

function hasMoved({ pose, previous }: BodyStore, slot: number): boolean {
  const o = slot * BODY_STRIDE;
  const p = slot * PREVIOUS_STRIDE;
  return (
    pose[o] !== previous[p] ||
    pose[o + 1] !== previous[p + 1] ||
    pose[o + 2] !== previous[p + 2] ||
    pose[o + 3] !== previous[p + 3]
  );
}
