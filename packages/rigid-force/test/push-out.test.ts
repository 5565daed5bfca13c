import {
  BODY_STRIDE,
  CX,
  CY,
  createWorld,
  DC,
  DS,
  DX,
  DY,
  INV_INERTIA,
  INV_MASS,
  LINEAR_SLOP,
  type Solver,
  type SolverWorld,
  VX,
  VY,
} from '@otedama/rigid';
import { circle, wall } from '@otedama/solver-tests';
import { expect, test } from 'vitest';
import { pushOut } from '../src/push-out.js';

/** A solver that finds the contacts, sets velocities by `before`, pushes out the whole penetration once, and hands the world to `after`. */
function pushing(before: (world: SolverWorld) => void, after: (world: SolverWorld) => void): Solver {
  return {
    name: 'push-out',
    capabilities: {
      restitution: true,
      friction: true,
      tangentSpeed: false,
      rollingResistance: false,
      joints: [],
    },
    step(world) {
      world.collide();
      before(world);
      pushOut(world, 1);
      after(world);
    },
  };
}

/** Two bodies of two discs each, a small disc of one on a small disc of the other: the contact is off both centres and oblique. */
function clubs(depth: number, solver: Solver) {
  const world = createWorld({ gravity: { x: 0, y: 0 }, solver });
  const reach = 0.7 - LINEAR_SLOP - depth;
  const bodies = [
    world.createBody({ mass: 1, shapes: [circle(0.5), circle(0.4, {}, 1.2)] }),
    world.createBody({
      mass: 3,
      position: { x: 2.2 + 0.6 * reach, y: 0.8 * reach },
      shapes: [circle(0.5), circle(0.3, {}, -1)],
    }),
  ];
  const gap = () => {
    const a = bodies[0].getWorldPoint({ x: 1.2, y: 0 });
    const b = bodies[1].getWorldPoint({ x: -1, y: 0 });
    return Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2) - 0.7;
  };
  return { world, gap };
}

test('a push changes the gap by what was requested, to first order: the point is left at the slop', () => {
  for (const depth of [0.02, 0.002]) {
    const { world, gap } = clubs(
      depth,
      pushing(
        () => {},
        () => {},
      ),
    );
    expect(gap()).toBeCloseTo(-LINEAR_SLOP - depth, 12);
    world.step(1 / 60);
    expect(Math.abs(gap() + LINEAR_SLOP)).toBeLessThan(depth * depth);
  }
});

test('a push moves no centre of mass, and turns bodies by as much angular momentum as it moves', () => {
  let checked = 0;
  const { world } = clubs(
    0.02,
    pushing(
      () => {},
      ({ bodies: { pose, motion, mass } }) => {
        const [px, py, angular] = [0, BODY_STRIDE].reduce(
          ([x, y, l], o) => {
            const m = 1 / mass[o + INV_MASS];
            const [dx, dy] = [m * motion[o + DX], m * motion[o + DY]];
            const angle = motion[o + DS] / motion[o + DC];
            expect(Math.abs(angle)).toBeGreaterThan(1e-4);
            expect(motion[o + DC] ** 2 + motion[o + DS] ** 2).toBeCloseTo(1, 14);
            return [
              x + dx,
              y + dy,
              l + pose[o + CX] * dy - pose[o + CY] * dx + angle / mass[o + INV_INERTIA],
            ];
          },
          [0, 0, 0],
        );
        expect(Math.abs(px)).toBeLessThan(1e-15);
        expect(Math.abs(py)).toBeLessThan(1e-15);
        expect(Math.abs(angular)).toBeLessThan(1e-6);
        checked++;
      },
    ),
  );
  world.step(1 / 60);
  expect(checked).toBe(1);
});

test('pushing apart bodies that pass each other keeps their angular momentum, also after they have moved within the step', () => {
  const momentum = ({ bodies: { pose, motion, mass } }: SolverWorld) =>
    [0, BODY_STRIDE].reduce((sum, o) => {
      const x = pose[o + CX] + motion[o + DX];
      const y = pose[o + CY] + motion[o + DY];
      return sum + (x * motion[o + VY] - y * motion[o + VX]) / mass[o + INV_MASS];
    }, 0);
  let expected = 0;
  let found = 0;
  const solver = pushing(
    (state) => {
      const { motion } = state.bodies;
      motion[VX] = 7;
      motion[VY] = -3;
      motion[BODY_STRIDE + VX] = -5;
      motion[BODY_STRIDE + VY] = 2;
      // both have moved on by the same way, and so have kept their gap
      for (const o of [0, BODY_STRIDE]) motion[o + DX] = 0.3;
      expected = momentum(state);
    },
    (state) => {
      found = momentum(state);
    },
  );
  const world = createWorld({ gravity: { x: 0, y: 0 }, solver });
  world.createBody({ mass: 1, shapes: [circle(0.5)] });
  world.createBody({ mass: 2, position: { x: 0.6, y: 0.75 }, shapes: [circle(0.5)] });
  world.step(1 / 60);
  expect(Math.abs(expected)).toBeGreaterThan(1);
  expect(found).toBeCloseTo(expected, 12);
});

test('a body that is pushed out of the ground keeps its velocity', () => {
  let velocity: number[] = [];
  const slot = BODY_STRIDE;
  const solver = pushing(
    ({ bodies: { motion } }) => {
      motion[slot + VX] = 4;
      motion[slot + VY] = -1;
    },
    ({ bodies: { motion } }) => {
      expect(motion[slot + DY]).toBeGreaterThan(0.01);
      velocity = [motion[slot + VX], motion[slot + VY]];
    },
  );
  const world = createWorld({ gravity: { x: 0, y: 0 }, solver });
  world.createBody(wall(0));
  world.createBody({ mass: 2, position: { x: 0, y: 0.48 }, shapes: [circle(0.5)] });
  world.step(1 / 60);
  expect(velocity).toEqual([4, -1]);
});
