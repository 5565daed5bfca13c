/** Contacts are sorted by their bodies from time to time: what that changes, and what it must not change. */

import { createRandom } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import { arrangeContacts } from '../src/arrange-contacts.js';
import { stateOf } from '../src/bare-world.js';
import {
  BODY_A,
  BODY_B,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  createWorld,
  NORMAL_IMPULSE,
  POINT0,
  restoreSnapshot,
  SHAPE_A,
  SHAPE_B,
  takeSnapshot,
  type World,
} from '../src/index.js';
import type { WorldState } from '../src/world-state.js';
import { circle } from './helpers/shapes.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

const DT = 1 / 60;

/** A crowd of discs that fly around in a field and through each other, and one that rests apart. */
function crowd(): World {
  const random = createRandom(11);
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
  for (let k = 0; k < 120; k++) {
    world.createBody({
      position: { x: random.uniform(-6, 6), y: random.uniform(-6, 6) },
      linearVelocity: { x: random.uniform(-4, 4), y: random.uniform(-4, 4) },
      shapes: [circle(0.6)],
    });
    if (k % 8 === 0) world.createBody({ position: { x: 100 + k / 20, y: 0 }, shapes: [circle(0.6)] });
  }
  return world;
}

const firstBody = ({ contacts }: WorldState, slot: number): number =>
  Math.min(
    contacts.index[slot * CONTACT_INDEX_STRIDE + BODY_A],
    contacts.index[slot * CONTACT_INDEX_STRIDE + BODY_B],
  );

/** Number of active contacts that are out of order with respect to their predecessor. */
function disorder(state: WorldState): number {
  const bodies = [...state.contacts.active.subarray(0, state.contacts.activeCount)].map((slot) =>
    firstBody(state, slot),
  );
  return bodies.filter((body, k) => k > 0 && body < bodies[k - 1]).length;
}

const pairOf = ({ contacts }: WorldState, slot: number): string =>
  `${contacts.index[slot * CONTACT_INDEX_STRIDE + SHAPE_A]} ${contacts.index[slot * CONTACT_INDEX_STRIDE + SHAPE_B]}`;

/** The pairs in the list of each body, first to last. Also checks the backward links and that the list ends. */
function lists(state: WorldState): string[][] {
  const { edgeNext, edgePrevious, edgeOther, index, slots } = state.contacts;
  return [...state.bodies.firstEdge.subarray(0, state.bodies.slots)].map((first, body) => {
    const pairs: string[] = [];
    for (let edge = first, before = -1; edge >= 0; before = edge, edge = edgeNext[edge]) {
      expect(edgePrevious[edge]).toBe(before);
      const i = (edge >> 1) * CONTACT_INDEX_STRIDE;
      const [own, other] = (edge & 1) === 0 ? [BODY_A, BODY_B] : [BODY_B, BODY_A];
      expect([index[i + own], index[i + other]]).toEqual([body, edgeOther[edge]]);
      pairs.push(pairOf(state, edge >> 1));
      if (pairs.length > 2 * slots) throw new Error(`the list of body ${body} has no end`);
    }
    return pairs;
  });
}

interface ContactRecord {
  isActive: boolean;
  index: number[];
  data: number[];
  cachedEdge: number;
}

/** The record of each contact by its pair, without its edges, and whether it is active. */
function records(state: WorldState): Map<string, ContactRecord> {
  const { contacts } = state;
  const free = new Set(contacts.free.subarray(0, contacts.freeCount));
  const found = new Map<string, ContactRecord>();
  for (let slot = 0; slot < contacts.slots; slot++) {
    if (free.has(slot)) continue;
    found.set(pairOf(state, slot), {
      isActive: contacts.activeIndex[slot] >= 0,
      index: [...contacts.index.subarray(slot * CONTACT_INDEX_STRIDE, (slot + 1) * CONTACT_INDEX_STRIDE)],
      data: [...contacts.data.subarray(slot * CONTACT_STRIDE, (slot + 1) * CONTACT_STRIDE)],
      cachedEdge: contacts.cachedEdge[slot],
    });
  }
  return found;
}

describe('arranged contacts', () => {
  // after 55 steps the resting disc sleeps; in none of these steps does the world check the order itself
  const world = crowd();
  const state = stateOf(world);
  for (let k = 0; k < 55; k++) {
    state.stats.steps = 1;
    world.step(DT);
  }
  const { contacts } = state;
  for (let slot = 0; slot < contacts.slots; slot++) {
    contacts.data[slot * CONTACT_STRIDE + POINT0 + NORMAL_IMPULSE] = 1000 + slot;
    contacts.cachedEdge[slot] = slot;
  }
  const before = { records: records(state), lists: lists(state), disorder: disorder(state) };
  const counts = [contacts.count, contacts.activeCount];
  const freed = contacts.freeCount;
  arrangeContacts(state);
  // a world with endless lists, or with slots that are both free and in use, would not return from its next step, so these are checked
  // here before any test
  const after = lists(state);
  expect(contacts.freeCount).toBe(0);

  it('were unordered, some asleep, some freed', () => {
    expect(before.disorder).toBeGreaterThan(30);
    expect(contacts.count - contacts.activeCount).toBeGreaterThan(10);
    expect(freed).toBeGreaterThan(10);
  });

  it('keep their records, and their places in the lists of the bodies', () => {
    expect([contacts.count, contacts.activeCount]).toEqual(counts);
    expect(records(state)).toEqual(before.records);
    expect(after).toEqual(before.lists);
  });

  it('are ordered by their first body, active ones first, without gaps', () => {
    expect(contacts.slots).toBe(contacts.count);
    expect(disorder(state)).toBe(0);
    for (let slot = 0; slot < contacts.count; slot++) {
      expect(contacts.activeIndex[slot]).toBe(slot < contacts.activeCount ? slot : -1);
      if (slot < contacts.activeCount) expect(contacts.active[slot]).toBe(slot);
    }
  });

  it('are found by their pair', () => {
    for (let slot = 0; slot < contacts.count; slot++) {
      const i = slot * CONTACT_INDEX_STRIDE;
      expect(state.pairTable.get(contacts.index[i + SHAPE_A], contacts.index[i + SHAPE_B])).toBe(slot);
    }
  });
});

it('a world arranges its contacts automatically, and again when they are out of order', () => {
  const world = crowd();
  const state = stateOf(world);
  let arranged = 0;
  for (let k = 0; k < 200; k++) {
    const before = disorder(state);
    world.step(DT);
    if (before > 30 && disorder(state) < before / 2) arranged++;
  }
  expect(arranged).toBeGreaterThan(3);
  expect(arranged).toBeLessThan(10);
});

it('a world restored just before its contacts are arranged continues bit-identically', () => {
  const play = (): World => {
    const random = createRandom(12);
    const world = createWorld({ solver: simpleSolver(), sleeping: false });
    world.createBody({
      type: 'static',
      shapes: [
        { kind: 'halfSpace', normal: { x: 0.6, y: 0.8 } },
        { kind: 'halfSpace', normal: { x: -0.6, y: 0.8 } },
      ],
    });
    for (let k = 0; k < 150; k++) {
      world.createBody({
        position: { x: random.uniform(-3, 3), y: 4 + k * 0.2 },
        shapes: [circle(random.uniform(0.2, 0.4), { friction: 0.3 })],
      });
    }
    return world;
  };
  const straight = play();
  for (let k = 0; k < 159; k++) straight.step(DT);
  const restored = play();
  restoreSnapshot(restored, takeSnapshot(straight));
  const before = disorder(stateOf(straight));
  let least = before;
  for (let k = 0; k < 40; k++) {
    straight.step(DT);
    least = Math.min(least, disorder(stateOf(straight)));
    restored.step(DT);
    expect(restored.stateHash()).toBe(straight.stateHash());
  }
  expect(before).toBeGreaterThan(20);
  expect(least).toBeLessThan(before / 4);
});
