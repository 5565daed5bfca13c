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
import { CONTACT_EMBEDDED, CONTACT_FLAGS, CONTACT_STRIDE, EMBEDDED_GAP } from '../src/layout.js';
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

test('fields of the same kind are compared by their numbers, others by what they are', () => {
  const [a, b] = [makeWorld(), makeWorld()];
  addWind(a, { kind: 'wind', velocity: { x: 1, y: 0 } });
  addWind(b, { kind: 'wind', velocity: { x: 2, y: 0 } });
  expect(differ(a, b, 'velocity')).toBe(true);
  const field = 'fields[0].velocity.x';
  expect(compareWorlds(a, b)).toEqual([{ kind: 'world', id: 0, subject: 'the world', field, a: 1, b: 2 }]);
  const bare = makeWorld();
  expect(compareWorlds(a, bare)).toContainEqual(expect.objectContaining({ field, a: 1, b: undefined }));
  expect(compareWorlds(bare, a)).toContainEqual(expect.objectContaining({ field, a: undefined, b: 1 }));
});

test('gravity and the number of bodies are named; what is no number in both is the same', () => {
  const [a, b] = [makeWorld(), makeWorld()];
  b.gravity = { x: 1, y: 2 };
  b.createBody({});
  const count = a.bodies.length;
  expect(compareWorlds(a, b).slice(0, 3)).toMatchObject([
    { kind: 'world', field: 'gravity.x', a: 0, b: 1 },
    { kind: 'world', field: 'gravity.y', a: a.gravity.y, b: 2 },
    { kind: 'world', field: 'bodies', a: count, b: count + 1 },
  ]);
  const c = makeWorld();
  for (const world of [a, c]) stateOf(world).bodies.mass[0] = Number.NaN;
  expect(differ(a, c, 'NaN')).toBe(false);
});

test('the contacts of a body in another order, and the gap of embedded ones, are seen', () => {
  const [a, b] = [makeWorld(), makeWorld()];
  const { bodies, contacts } = stateOf(b);
  const first = bodies.firstEdge[0];
  const second = contacts.edgeNext[first];
  // the ground touches several boxes
  expect(contacts.edgeNext[second]).toBeGreaterThanOrEqual(0);
  bodies.firstEdge[0] = second;
  contacts.edgeNext[first] = contacts.edgeNext[second];
  contacts.edgeNext[second] = first;
  expect(differ(a, b, 'order')).toBe(true);
  const fields = compareWorlds(a, b).map(({ subject, field }) => `${subject} ${field.slice(0, 12)}`);
  expect(new Set(fields)).toEqual(new Set(['body 0 (ground) contacts[0].', 'body 0 (ground) contacts[1].']));

  const c = makeWorld();
  for (const world of [a, c]) {
    const { index, data } = stateOf(world).contacts;
    for (let slot = 0; slot < 4; slot++)
      index[slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS] |= CONTACT_EMBEDDED;
    data[CONTACT_STRIDE + EMBEDDED_GAP] = 1;
  }
  expect(differ(a, c, 'the same gap')).toBe(false);
  stateOf(c).contacts.data[CONTACT_STRIDE + EMBEDDED_GAP] = 2;
  expect(differ(a, c, 'gap')).toBe(true);
  expect(compareWorlds(a, c)).toMatchObject([{ kind: 'contact', field: 'embeddedGap', a: 1, b: 2 }]);
});

test('a pair that does not collide is named', () => {
  const [a, b] = [makeWorld(), makeWorld()];
  const [, box, , , , disabled] = b.bodies;
  b.setCollisionEnabled(box, disabled, false);
  const field = `collisionDisabled[${box.id}, ${disabled.id}]`;
  const found = { kind: 'world', id: 0, subject: 'the world', field };
  expect(compareWorlds(a, b)).toContainEqual({ ...found, a: 0, b: 1 });
  expect(compareWorlds(b, a)).toContainEqual({ ...found, a: 1, b: 0 });
});

test('what one world lacks is named, with its values in the other', () => {
  const [a, b] = [makeWorld(), makeWorld()];
  const joint = b.createJoint({ kind: 'grab', body: b.bodies[2] });
  const shape = b.bodies[1].createShape(circle(0.1));
  const body = b.createBody({ name: 'guest', position: { x: 40, y: 1 } });
  const missing = [
    { kind: 'joint', id: joint.id, subject: `joint ${joint.id}`, field: 'present', b: 1 },
    { kind: 'shape', id: shape.id, subject: `shape ${shape.id} of body 1`, field: 'id', b: shape.id },
    { kind: 'body', id: body.id, subject: `body ${body.id} (guest)`, field: 'present', b: 1 },
  ];
  for (const { b: value, ...rest } of missing) {
    expect(compareWorlds(a, b, 99)).toContainEqual({ ...rest, a: undefined, b: value });
    expect(compareWorlds(b, a, 99)).toContainEqual({ ...rest, a: value, b: undefined });
  }
});

test('a limit gives the first differences, in the same order', () => {
  const [a, b] = [makeWorld(), makeWorld()];
  addWind(b, { kind: 'wind', velocity: { x: 1, y: 0 } });
  b.createJoint({ kind: 'grab', body: b.bodies[2] });
  b.setCollisionEnabled(b.bodies[1], b.bodies[2], false);
  b.gravity = { x: 1, y: 1 };
  b.bodies[1].shapes[0].setMaterial({ friction: 0.1 });
  for (let k = 0; k < 5; k++) b.step(1 / 60);
  const all = compareWorlds(a, b, 10_000);
  expect(new Set(all.map(({ kind }) => kind))).toEqual(
    new Set(['world', 'body', 'shape', 'contact', 'joint']),
  );
  expect(compareWorlds(a, b)).toEqual(all.slice(0, 16));
  for (let limit = 1; limit <= all.length; limit++)
    expect(compareWorlds(a, b, limit)).toEqual(all.slice(0, limit));
});
