/** Joints that the reader made, as opposed to those of the scene. They are always drawn, and larger than those of scenes. */

import { type Joint, loadScene, type World } from '@otedama/rigid';
import type { SceneOrigin } from './shared-scene.js';
import { solverFor } from './solvers.js';

/** The `userData` of joints that the reader made. It stays when the world goes back in time. */
export const madeByHand: unique symbol = Symbol('made by hand');

/** A scene that was changed by hand has more joints than its origin: marks those. They differ in their anchors, which no motion changes. */
export function markMadeJoints(world: World, { entry, parameters }: SceneOrigin): void {
  const own = new Set(
    entry === null
      ? []
      : loadScene(entry.create(parameters), { solver: solverFor(entry, null).create({}) }).joints.map(
          anchorKey,
        ),
  );
  for (const joint of world.joints) if (!own.has(anchorKey(joint))) joint.userData = madeByHand;
}

/** The joint of a world that stands for a joint of another world with the same scene; undefined if it has broken there. */
export function counterpart(world: World, joint: Joint): Joint | undefined {
  const keyOf = (other: Joint): string => `${other.bodyA?.id} ${other.bodyB.id} ${anchorKey(other)}`;
  const key = keyOf(joint);
  return world.joints.find((other) => keyOf(other) === key);
}

/** Anchors per metre that count as different: those in links are rounded to a hundredth of this. */
const ANCHORS_PER_METER = 1e4;

/** Kind and anchors of a joint. */
function anchorKey({ kind, localAnchorA, localAnchorB }: Joint): string {
  const numbers = [localAnchorA, localAnchorB].flatMap(({ x, y }) => [x, y]);
  return `${kind} ${JSON.stringify(numbers.map((value) => Math.round(ANCHORS_PER_METER * value)))}`;
}
