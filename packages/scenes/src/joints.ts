/** Scenes with revolute joints: nets, bridges and chains. */

import type { BodyDefinition, JointDefinition } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { box, floor } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

/** A net of circles connected by revolute joints. A few circles of the top row are static. */
export const jointGrid: SceneEntry = defineScene({
  name: 'joint-grid',
  category: 'benchmark',
  joints: ['revolute'],
  title: 'Joint grid',
  description:
    'Circles hinged to their neighbours hang from the seven pale ones: drag a corner, and the net follows.',
  parameters: { side: { title: 'circles per side', default: 30, minimum: 2, maximum: 100, integer: true } },
  build: ({ side }) => {
    const index = (column: number, row: number): number => column * side + row;
    const isHeld = (column: number, row: number): boolean =>
      row === 0 && column >= Math.floor(side / 2) - 3 && column <= Math.floor(side / 2) + 3;
    const bodies: BodyDefinition[] = [];
    const joints: JointDefinition<number>[] = [];
    for (let column = 0; column < side; column++) {
      for (let row = 0; row < side; row++) {
        bodies.push({
          type: isHeld(column, row) ? 'static' : 'dynamic',
          // subtracted from 0, because JSON would lose the sign of a negative zero
          position: { x: column, y: 0 - row },
          // the circles do not collide with each other; only the joints hold the net together
          shapes: [{ kind: 'circle', radius: 0.4, filter: { category: 2, mask: 0xfffffffd } }],
        });
        const bodyB = index(column, row);
        if (row > 0) {
          const bodyA = index(column, row - 1);
          joints.push({
            kind: 'revolute',
            bodyA,
            bodyB,
            localAnchorA: { x: 0, y: -0.5 },
            localAnchorB: { x: 0, y: 0.5 },
          });
        }
        if (column > 0) {
          const bodyA = index(column - 1, row);
          joints.push({
            kind: 'revolute',
            bodyA,
            bodyB,
            localAnchorA: { x: 0.5, y: 0 },
            localAnchorB: { x: -0.5, y: 0 },
          });
        }
      }
    }
    return {
      ...benchmarkWorld(),
      camera: { x: side / 2, y: -0.52 * side, halfHeight: 0.68 * side },
      bodies,
      joints,
    };
  },
});

/** Half length and half height of a plank of the bridge, m. */
const PLANK = { half: 0.5, halfHeight: 0.125 };

/** Planks joined end to end by revolute joints between two banks, with crates on them. */
export const bridge: SceneEntry = defineScene({
  name: 'bridge',
  category: 'joints',
  joints: ['revolute'],
  title: 'Bridge',
  description: 'Planks hinged end to end sag between two banks as crates fall on them.',
  parameters: {
    planks: { title: 'planks', default: 30, minimum: 2, maximum: 160, integer: true },
    crates: { title: 'crates', default: 8, minimum: 0, maximum: 40, integer: true },
  },
  build: ({ planks, crates }) => {
    const { half, halfHeight } = PLANK;
    const left = -planks * half;
    const bank = (side: number): BodyDefinition => ({
      type: 'static',
      position: { x: side * (planks * half + 5), y: -5 },
      shapes: [box(5, 5 + halfHeight, { friction: 0.8 })],
    });
    const bodies: BodyDefinition[] = [bank(-1), bank(1), floor({}, -planks * half)];
    const joints: JointDefinition<number>[] = [];
    for (let k = 0; k < planks; k++) {
      const x = left + (2 * k + 1) * half;
      bodies.push({ position: { x, y: 0 }, shapes: [box(half, halfHeight, { density: 5, friction: 0.8 })] });
      joints.push({
        kind: 'revolute',
        bodyA: k === 0 ? 0 : k + 2,
        bodyB: k + 3,
        worldAnchor: { x: x - half, y: 0 },
      });
    }
    joints.push({ kind: 'revolute', bodyA: 1, bodyB: planks + 2, worldAnchor: { x: -left, y: 0 } });
    for (let k = 0; k < crates; k++) {
      const x = crates === 1 ? 0 : (k / (crates - 1) - 0.5) * planks * half;
      bodies.push({ position: { x, y: 3 + (k % 3) }, shapes: [box(0.5, 0.5)] });
    }
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: -planks / 8, halfHeight: 3 + 0.35 * planks },
      bodies,
      joints,
    };
  },
});

/** Half length and half width of a link, m. */
const LINK = { half: 0.5, halfWidth: 0.125 };

/** A heavy ball on a chain that swings into a wall of crates. */
export const wreckingBall: SceneEntry = defineScene({
  name: 'wrecking-ball',
  category: 'joints',
  joints: ['revolute'],
  title: 'Wrecking ball',
  description: 'A ball many times heavier than its chain swings into a wall of crates.',
  parameters: {
    links: { title: 'links', default: 10, minimum: 1, maximum: 30, integer: true },
    density: { title: 'ball density', default: 10, minimum: 1, maximum: 100 },
  },
  build: ({ links, density }) => {
    const { half, halfWidth } = LINK;
    const radius = 1;
    const length = 2 * half * links;
    const height = length + 2 * radius;
    // the chain starts stretched out to the left, at the height of the hook
    const bodies: BodyDefinition[] = [
      floor(),
      { type: 'static', position: { x: 0, y: height }, shapes: [box(0.3, 0.3)] },
    ];
    const joints: JointDefinition<number>[] = [];
    for (let k = 0; k < links; k++) {
      const x = -(2 * k + 1) * half;
      bodies.push({ position: { x, y: height }, shapes: [box(half, halfWidth, { density: 2 })] });
      joints.push({ kind: 'revolute', bodyA: k + 1, bodyB: k + 2, worldAnchor: { x: x + half, y: height } });
    }
    bodies.push({
      name: 'ball',
      position: { x: -length - radius, y: height },
      shapes: [{ kind: 'circle', radius, density, rollingResistance: 0.05 }],
    });
    joints.push({
      kind: 'revolute',
      bodyA: links + 1,
      bodyB: links + 2,
      worldAnchor: { x: -length, y: height },
    });
    for (let row = 0; row < 8; row++) {
      for (let column = 0; column < 3; column++) {
        bodies.push({ position: { x: 2.5 + column, y: 0.5 + row }, shapes: [box(0.5, 0.5)] });
      }
    }
    return {
      ...benchmarkWorld(),
      // the crates fly to the right
      camera: { x: height / 3, y: 0.6 * height, halfHeight: 0.75 * height, halfWidth: 1.4 * height },
      bodies,
      joints,
    };
  },
});
