/** The groups of bodies that joints hold together. */
import { type Body, createWorld, type Solver } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';
import { JointGroups } from '../src/joints/joint-groups.js';

const circle = { kind: 'circle', radius: 0.5, density: 2 } as const;

/** Builds bodies in a row, 2 m apart, and joints; returns their groups. */
function groupsOf(
  count: number,
  join: (world: ReturnType<typeof createWorld>, bodies: Body[]) => void,
): JointGroups {
  const groups = new JointGroups();
  const soft = createSoftStep();
  const solver: Solver = {
    ...soft,
    step(world, dt) {
      groups.reserve(world);
      groups.update(world);
      soft.step(world, dt);
    },
  };
  const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
  const bodies = Array.from({ length: count }, (_, k) =>
    world.createBody({ position: { x: 2 * k, y: 0 }, shapes: [circle] }),
  );
  join(world, bodies);
  world.step(1 / 60);
  return groups;
}

test('chains in any order are groups, numbered by their lowest body, with the sum of the masses', () => {
  const groups = groupsOf(8, (world, bodies) => {
    for (const [a, b] of [
      [6, 4],
      [2, 6],
      [7, 1],
      [2, 0],
    ]) {
      world.createJoint({ kind: 'distance', bodyA: bodies[a], bodyB: bodies[b] });
    }
  });
  expect(groups.count).toBe(2);
  expect([...groups.of.subarray(0, 8)]).toEqual([0, 1, 0, -1, 0, -1, 0, 1]);
  const mass = 2 * Math.PI * 0.25;
  expect(groups.masses[0]).toBeCloseTo(4 * mass, 12);
  expect(groups.masses[1]).toBeCloseTo(2 * mass, 12);
  expect([...groups.isHeld.subarray(0, 2)]).toEqual([0, 0]);
});

test('a group is held by the world, by a body of infinite mass, and by a locked axis, not by a hand or a filter', () => {
  const groups = groupsOf(10, (world, bodies) => {
    for (let k = 0; k < 10; k += 2) {
      world.createJoint({ kind: 'weld', bodyA: bodies[k], bodyB: bodies[k + 1] });
    }
    world.createJoint({ kind: 'revolute', bodyB: bodies[1], worldAnchor: { x: 2, y: 0 } });
    bodies[2].type = 'kinematic';
    bodies[4].lockX = true;
    world.createJoint({ kind: 'grab', body: bodies[6], target: { x: 12, y: 0 } });
    world.createJoint({ kind: 'filter', bodyA: bodies[7], bodyB: bodies[8] });
    world.createJoint({ kind: 'gear', bodyA: bodies[6], bodyB: bodies[9] });
  });
  expect([...groups.of.subarray(0, 10)]).toEqual([0, 0, -1, 1, 2, 2, 3, 3, 4, 4]);
  expect([...groups.isHeld.subarray(0, 5)]).toEqual([1, 1, 1, 0, 0]);
});
