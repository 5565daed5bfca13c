/** `compareWorlds` and the state hash see the same: each number of a world that differs, and no other. */

import { expect, test } from 'vitest';
import { stateOf } from '../src/bare-world.js';
import {
  addWind,
  BODY_A,
  BODY_B,
  CONTACT_INDEX_STRIDE,
  compareWorlds,
  createWorld,
  type World,
} from '../src/index.js';
import type { WorldState } from '../src/world-state.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

/** Bodies that touch, overlap a sensor, are disabled, asleep or held by a joint, and a gap in the slots. */
function makeWorld(): World {
  const world = createWorld({ solver: simpleSolver() });
  world.createBody({ type: 'static', name: 'ground', shapes: [floor()] });
  const boxes = [0, 1, 2].map((k) =>
    world.createBody({ position: { x: 0, y: 0.5 + k }, shapes: [box(1, 1)] }),
  );
  world.createBody({ type: 'static', position: { x: 0, y: 1 }, shapes: [circle(1, { sensor: true })] });
  world.createBody({ enabled: false, position: { x: 9, y: 1 }, shapes: [circle(1)] });
  const ball = world.createBody({ position: { x: 5, y: 0.5 }, shapes: [circle(0.5)] });
  const [asleep, gone] = [7, 12].map((x) =>
    world.createBody({ position: { x, y: 0.5 }, shapes: [circle(0.5)] }),
  );
  world.createJoint({ kind: 'grab', body: ball });
  world.createJoint({ kind: 'grab', body: boxes[2] });
  world.setCollisionEnabled(boxes[0], ball, false);
  for (let k = 0; k < 3; k++) world.step(1 / 60);
  world.destroyBody(gone);
  asleep.isAwake = false;
  world.step(1 / 60);
  return world;
}

/** Whether both say that two worlds differ; fails if only one does. */
function differ(a: World, b: World, what: string): boolean {
  const differences = compareWorlds(a, b);
  expect(differences.length > 0, what).toBe(a.stateHash() !== b.stateHash());
  for (const { a: one, b: other, field } of differences) expect(Object.is(one, other), field).toBe(false);
  return differences.length > 0;
}

type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;
const arraysOf = ({ bodies, shapes, contacts, joints, sleep }: WorldState): Record<string, Numbers> => ({
  pose: bodies.pose,
  motion: bodies.motion,
  mass: bodies.mass,
  damping: bodies.damping,
  placed: bodies.placed,
  replaced: bodies.replaced,
  bodyType: bodies.type,
  bodyFlags: bodies.flags,
  awakeIndex: bodies.awakeIndex,
  blocker: sleep.blocker,
  friction: shapes.friction,
  restitution: shapes.restitution,
  tangentSpeed: shapes.tangentSpeed,
  rollingResistance: shapes.rollingResistance,
  frictionRule: shapes.frictionRule,
  restitutionRule: shapes.restitutionRule,
  category: shapes.category,
  mask: shapes.mask,
  group: shapes.group,
  moved: shapes.moved,
  shapeFlags: shapes.flags,
  fat: shapes.fat,
  contactIndex: contacts.index,
  contactData: contacts.data,
  jointIndex: joints.index,
  jointData: joints.data,
  jointActive: joints.activeIndex,
});

/** What follows from other numbers: flags of bodies that are none, and the bodies of a contact from its shapes. */
const follows = (name: string, k: number, value: number): boolean =>
  (name === 'bodyFlags' && value === 0) ||
  (name === 'contactIndex' && [BODY_A, BODY_B].includes(k % CONTACT_INDEX_STRIDE));

test.each(Object.keys(arraysOf(stateOf(makeWorld()))))('each number of %s', (name) => {
  const [a, b] = [makeWorld(), makeWorld()];
  expect(differ(a, b, 'equal worlds')).toBe(false);
  const numbers = arraysOf(stateOf(b))[name];
  let seen = 0;
  for (let k = 0; k < Math.min(numbers.length, 400); k++) {
    const value = numbers[k];
    if (follows(name, k, value)) continue;
    numbers[k] = value + 2;
    if (differ(a, b, `${name}[${k}]`)) seen++;
    numbers[k] = value;
  }
  expect(seen).toBeGreaterThan(1);
  expect(differ(a, b, 'equal worlds')).toBe(false);
});

test.each<[what: string, change: (world: World) => void]>([
  ['one more body', (world) => world.createBody({ position: { x: 40, y: 1 } })],
  ['one body less', (world) => world.destroyBody(world.bodies.at(-1)!)],
  [
    'a body in place of another',
    (world) => {
      world.destroyBody(world.bodies.at(-1)!);
      world.createBody({ position: { x: 40, y: 1 } });
    },
  ],
  ['one more shape', (world) => void world.bodies[1].createShape(circle(0.1))],
  ['one shape less', (world) => world.bodies.at(-1)!.shapes[0].destroy()],
  [
    'another shape',
    (world) => {
      const body = world.bodies.at(-1)!;
      body.createShape(circle(0.5));
      body.shapes[0].destroy();
    },
  ],
  ['one more joint', (world) => void world.createJoint({ kind: 'grab', body: world.bodies[1] })],
  ['one joint less', (world) => world.destroyJoint(world.joints[0])],
  [
    'a pair that does not collide',
    (world) => world.setCollisionEnabled(world.bodies[1], world.bodies[2], false),
  ],
  [
    'a pair that collides',
    (world) => {
      const [, box, , , , , ball] = world.bodies;
      world.setCollisionEnabled(box, ball, true);
    },
  ],
  ['gravity to the side', (world) => Object.assign(world, { gravity: { x: 1, y: world.gravity.y } })],
  ['less gravity', (world) => Object.assign(world, { gravity: { x: 0, y: -1 } })],
  ['wind', (world) => void addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 } })],
])('%s', (what, change) => {
  const [a, b] = [makeWorld(), makeWorld()];
  change(b);
  expect(differ(a, b, what)).toBe(true);
  expect(differ(b, a, what)).toBe(true);
  change(a);
  expect(differ(a, b, `${what} in both`)).toBe(false);
});
