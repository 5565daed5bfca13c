/** Ragdolls: bodies of ten parts on hinges with the limits of joints of people. */

import { createRandom } from '@otedama/math2d';
import type { BodyDefinition, JointDefinition, ShapeDefinition } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { box, floor } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

/**
 * A part of a ragdoll that stands upright, in metres from the middle of its hips: a capsule from `top` down to `bottom`, and the limits of
 * the hinge at its top relative to the part that it hangs from (rad, counter-clockwise; the ragdoll looks to the right).
 */
interface Part {
  readonly name: string;
  readonly parent: number;
  readonly top: number;
  readonly bottom: number;
  readonly radius: number;
  readonly lower: number;
  readonly upper: number;
}

const part = (
  name: string,
  parent: number,
  top: number,
  bottom: number,
  radius: number,
  lower: number,
  upper: number,
): Part => ({ name, parent, top, bottom, radius, lower, upper });

/** Places of the parts in the list, for `parent`. */
const TRUNK = 0;
const [UPPER_ARM, THIGH] = [2, 6];

/** The parts; each hangs from an earlier one. Legs and arms are the same on both sides, which are seen one behind the other. */
const parts: readonly Part[] = [
  part('trunk', -1, 0.6, 0, 0.17, 0, 0),
  // the neck holds the head from below: it is hinged at the end that is named first
  part('head', TRUNK, 0.8, 1, 0.15, -0.5, 0.5),
  part('upper arm', TRUNK, 0.6, 0.32, 0.08, -1, 2.8),
  part('forearm', UPPER_ARM, 0.26, 0, 0.07, 0, 2.4),
  part('upper arm', TRUNK, 0.6, 0.32, 0.08, -1, 2.8),
  part('forearm', UPPER_ARM + 2, 0.26, 0, 0.07, 0, 2.4),
  part('thigh', TRUNK, 0, -0.4, 0.11, -0.5, 2),
  part('shin', THIGH, -0.45, -0.85, 0.09, -2.3, 0),
  part('thigh', TRUNK, 0, -0.4, 0.11, -0.5, 2),
  part('shin', THIGH + 2, -0.45, -0.85, 0.09, -2.3, 0),
];

/** Friction torque of the hinges, N m: enough to stop limp swinging, not to hold a limb up. */
const STIFFNESS = 0.4;

/** Colours of the clothes. */
const colors: readonly (readonly [number, number, number])[] = [
  [0.25, 0.38, 0.58],
  [0.78, 0.42, 0.3],
  [0.44, 0.55, 0.36],
  [0.55, 0.48, 0.7],
  [0.85, 0.66, 0.32],
  [0.36, 0.57, 0.62],
];

/** Width of the chute and distance between the rows of pegs, m. */
const CHUTE = { half: 5, rows: 3, pitch: 3, peg: 0.3 };

/** Ragdolls that fall through a chute with pegs. */
export const ragdolls: SceneEntry = defineScene({
  name: 'ragdolls',
  category: 'joints',
  joints: ['revolute'],
  title: 'Ragdolls',
  description:
    'Limbs on hinges with limits and a little friction tumble over pegs and come to rest in a heap.',
  parameters: {
    count: { title: 'ragdolls', default: 12, minimum: 1, maximum: 60, integer: true },
    seed: { title: 'seed', default: 1, minimum: 1, maximum: 1000, integer: true },
  },
  build: ({ count, seed }) => {
    const random = createRandom(seed);
    const { half, rows, pitch, peg } = CHUTE;
    const top = 3 + rows * pitch;
    const wall = (side: number): BodyDefinition => ({
      type: 'static',
      position: { x: side * (half + 0.5), y: top / 2 },
      shapes: [box(0.5, top / 2 + 2)],
    });
    const bodies: BodyDefinition[] = [floor(), wall(-1), wall(1)];
    for (let row = 0; row < rows; row++) {
      const isEven = row % 2 === 0;
      for (let k = 0; k < (isEven ? 4 : 3); k++) {
        bodies.push({
          type: 'static',
          position: { x: (k - (isEven ? 1.5 : 1)) * 2.8, y: 2.2 + (row + 0.5) * pitch },
          shapes: [{ kind: 'circle', radius: peg, friction: 0.3 }],
        });
      }
    }
    const joints: JointDefinition<number>[] = [];
    for (let k = 0; k < count; k++) {
      const hips = {
        x: ((k % 4) - 1.5) * 2.5 + random.uniform(-0.3, 0.3),
        y: top + 2 + 2.6 * Math.floor(k / 4),
      };
      const spin = random.uniform(-3, 3);
      const first = bodies.length;
      for (const { name, parent, top: end, bottom, radius, lower, upper } of parts) {
        // the parts of a ragdoll, which lie one behind the other, do not collide
        const common = { radius, friction: 0.5, filter: { group: -1 - k } };
        const isHead = name === 'head';
        const shape: ShapeDefinition = isHead
          ? { kind: 'circle', center: { x: 0, y: (end + bottom) / 2 }, ...common }
          : { kind: 'capsule', point1: { x: 0, y: end }, point2: { x: 0, y: bottom }, ...common };
        bodies.push({
          name,
          position: hips,
          angularVelocity: spin,
          color: isHead ? [0.93, 0.8, 0.66] : colors[k % colors.length],
          shapes: [shape],
        });
        if (parent < 0) continue;
        joints.push({
          kind: 'revolute',
          bodyA: first + parent,
          bodyB: bodies.length - 1,
          localAnchorA: { x: 0, y: end },
          localAnchorB: { x: 0, y: end },
          lower,
          upper,
          motorSpeed: 0,
          maximumMotorTorque: STIFFNESS,
        });
      }
    }
    return {
      ...benchmarkWorld(),
      // the first four are seen before they fall
      camera: { x: 0, y: top / 2 + 2, halfHeight: top / 2 + 3.5 },
      bodies,
      joints,
    };
  },
});
