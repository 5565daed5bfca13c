import { createRandom, type Random } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import {
  BODY_A,
  BODY_B,
  BODY_ENABLED,
  type Body,
  CONTACT_INDEX_STRIDE,
  COUNT,
  createWorld,
  SHAPE_A,
  SHAPE_B,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

/** `expect` is too slow for a million comparisons. */
function same(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`found ${String(found)} instead of ${String(expected)}`);
}

/** Checks all invariants of the lists in the flat state. */
function checkLists(world: World): void {
  const { bodyStore: bodies, contactStore: contacts, shapeStore: shapes } = world;
  let alive = 0;
  let edges = 0;
  let listedShapes = 0;
  const linked = new Set<number>();
  for (let slot = 0; slot < bodies.slots; slot++) {
    const handle = world.bodyAt(slot);
    same(handle === null, bodies.flags[slot] === 0);
    if (handle === null) continue;
    alive++;
    same(handle.id, slot);
    for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = contacts.edgeNext[edge]) {
      const i = (edge >> 1) * CONTACT_INDEX_STRIDE;
      same(contacts.index[i + ((edge & 1) === 0 ? BODY_A : BODY_B)], slot);
      linked.add(edge >> 1);
      edges++;
    }
    let last = -1;
    for (let id = bodies.firstShape[slot]; id >= 0; id = shapes.next[id]) {
      same(shapes.body[id], slot);
      same(world.shapeAt(id)?.body, handle);
      listedShapes++;
      last = id;
    }
    same(bodies.lastShape[slot], last);
    const position = bodies.awakeIndex[slot];
    if (position >= 0) same(bodies.awake[position], slot);
    if (bodies.type[slot] === 0 || (bodies.flags[slot] & BODY_ENABLED) === 0) same(position, -1);
  }
  same(alive, bodies.count);
  same(edges, 2 * contacts.count);
  same(listedShapes, shapes.count);
  const pairs = new Set<string>();
  for (let k = 0; k < contacts.activeCount; k++) {
    const slot = contacts.active[k];
    same(contacts.activeIndex[slot], k);
    const i = slot * CONTACT_INDEX_STRIDE;
    const a = contacts.index[i + SHAPE_A];
    const b = contacts.index[i + SHAPE_B];
    same(a < b, true);
    same(shapes.body[a], contacts.index[i + BODY_A]);
    same(shapes.body[b], contacts.index[i + BODY_B]);
    pairs.add(`${a} ${b}`);
  }
  same(pairs.size, contacts.activeCount);
  for (let k = 0; k < contacts.touchingCount; k++) {
    // contacts that have ended since have no points
    const slot = contacts.touching[k];
    same(contacts.index[slot * CONTACT_INDEX_STRIDE + COUNT] > 0, linked.has(slot));
  }
}

function randomShape(random: Random) {
  const filter =
    random.next() < 0.1 ? { filter: { mask: random.integer(4), category: 1 + random.integer(3) } } : {};
  const sensor = random.next() < 0.1 ? { sensor: true } : {};
  return random.next() < 0.5
    ? box(random.uniform(0.2, 2), random.uniform(0.2, 1), { ...filter, ...sensor })
    : circle(random.uniform(0.1, 0.8), { ...filter, ...sensor });
}

/** One random valid call. */
function meddle(world: World, bodies: Body[], random: Random): void {
  const pick = () => bodies[random.integer(bodies.length)];
  const place = () => ({ x: random.uniform(-6, 6), y: random.uniform(0.2, 8) });
  const choice = random.integer(16);
  if (choice < 3 || bodies.length < 5) {
    const shapes = Array.from({ length: 1 + random.integer(3) }, () => randomShape(random));
    const type = (['static', 'kinematic', 'dynamic', 'dynamic', 'dynamic'] as const)[random.integer(5)];
    bodies.push(world.createBody({ type, position: place(), angle: random.uniform(0, 6), shapes }));
  } else if (choice < 5) {
    const [body] = bodies.splice(random.integer(bodies.length), 1);
    world.destroyBody(body);
  } else if (choice === 5) pick().position = place();
  else if (choice === 6) pick().angle = random.uniform(-3, 3);
  else if (choice === 7) pick().isEnabled = random.next() < 0.7;
  else if (choice === 8) pick().type = (['static', 'kinematic', 'dynamic'] as const)[random.integer(3)];
  else if (choice === 9) pick().createShape(randomShape(random));
  else if (choice === 10) pick().shapes[0]?.destroy();
  else if (choice === 11) pick().shapes[0]?.setFilter({ mask: random.integer(4) });
  else if (choice === 12) pick().applyImpulse({ x: random.uniform(-5, 5), y: random.uniform(-5, 5) });
  else if (choice === 13) world.setCollisionEnabled(pick(), pick(), random.next() < 0.5);
  else if (choice === 14)
    pick().shapes[0]?.setMaterial({ friction: random.next(), density: random.uniform(0, 3) });
  else {
    const body = pick();
    if (body.type === 'dynamic') world.createJoint({ kind: 'grab', body, target: place() });
    for (const joint of world.joints.slice(2)) world.destroyJoint(joint);
  }
}

describe('consistency', () => {
  it.each([1, 2, 3])('arbitrary calls between steps leave every list sound (seed %i)', (seed) => {
    const random = createRandom(seed);
    const twin = createRandom(seed);
    const make = () => {
      const world = createWorld({ solver: simpleSolver(3) });
      world.createBody({ type: 'static', shapes: [floor()] });
      return { world, bodies: [] as Body[] };
    };
    const a = make();
    const b = make();
    for (let step = 0; step < 250; step++) {
      const calls = step < 30 ? 2 : random.integer(3);
      if (step >= 30) twin.integer(3);
      for (let k = 0; k < calls; k++) {
        meddle(a.world, a.bodies, random);
        meddle(b.world, b.bodies, twin);
      }
      checkLists(a.world);
      a.world.step(1 / 60);
      b.world.step(1 / 60);
      if (step % 5 === 0) checkLists(a.world);
      for (const body of a.bodies) {
        const { x, y } = body.position;
        same(Number.isFinite(x + y + body.angularVelocity), true);
      }
    }
    expect(a.world.stateHash()).toBe(b.world.stateHash());
    for (const body of [...a.world.bodies]) a.world.destroyBody(body);
    expect(a.world.stats).toMatchObject({ bodies: 0, shapes: 0, contacts: 0, joints: 0, awakeBodies: 0 });
    a.world.step(1 / 60);
    checkLists(a.world);
  });
});
