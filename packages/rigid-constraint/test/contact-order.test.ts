/** The order in which contacts are solved: properties of the list itself, and its effect on a pyramid. */

import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  COUNT,
  createWorld,
  INV_MASS,
  loadScene,
  type SolverWorld,
} from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { ContactOrder } from '../src/contact-order.js';
import { createSoftStep } from '../src/index.js';

const DT = 1 / 60;

interface Ordered {
  /** All rows including empty ones, and the contact slots of the others. */
  readonly rows: readonly number[];
  readonly slots: readonly number[];
  readonly moving: number;
  readonly touching: readonly number[];
  readonly world: SolverWorld;
}

/** Marks an empty row in the list. */
const NO_CONTACT = -1;

/** Contact slot of each row, checked against the list of empty rows. */
function rowsOf(order: ContactOrder, { contacts }: SolverWorld): number[] {
  const rows = new Array<number>(order.count).fill(NO_CONTACT);
  for (let k = 0; k < contacts.touchingCount; k++) rows[order.rows[k]] = contacts.touching[k];
  const empty = rows.flatMap((slot, row) => (slot === NO_CONTACT ? [row] : []));
  expect([...order.empty.subarray(0, order.emptyCount)].sort((a, b) => a - b)).toEqual(empty);
  return rows;
}

/** The order in each step of a scene, with the contacts after the step. */
function ordersOf(sceneName: string, values: Record<string, number>, steps: number): Ordered[] {
  const solver = createSoftStep();
  const step = solver.step;
  const order = new ContactOrder();
  const orders: Ordered[] = [];
  solver.step = (state, dt) => {
    step.call(solver, state, dt);
    order.update(state);
    const { touching, touchingCount } = state.contacts;
    const rows = rowsOf(order, state);
    const isFilled = (slot: number): boolean => slot !== NO_CONTACT;
    orders.push({
      rows,
      slots: rows.filter(isFilled),
      moving: rows.slice(0, order.moving).filter(isFilled).length,
      touching: [...touching.subarray(0, touchingCount)],
      world: state,
    });
  };
  const world = loadScene(findScene(sceneName).create(values), { solver, sleeping: false });
  for (let k = 0; k < steps; k++) world.step(DT);
  return orders;
}

/** The dynamic bodies of a contact: none to two. */
function movingBodies({ contacts, bodies }: SolverWorld, slot: number): number[] {
  if (slot === NO_CONTACT) return [];
  const i = slot * CONTACT_INDEX_STRIDE;
  return [contacts.index[i + BODY_A], contacts.index[i + BODY_B]].filter(
    (body) => bodies.mass[body * BODY_STRIDE + INV_MASS] > 0,
  );
}

/** Number of groups in the list, where a group ends when a body occurs a second time. */
function groupsOf(world: SolverWorld, slots: readonly number[]): number {
  let groups = 1;
  let seen = new Set<number>();
  for (const slot of slots) {
    const bodies = movingBodies(world, slot);
    if (bodies.some((body) => seen.has(body))) {
      groups++;
      seen = new Set();
    }
    for (const body of bodies) seen.add(body);
  }
  return groups;
}

describe('contacts of a pyramid', () => {
  const orders = ordersOf('pyramid', { base: 12 }, 4);
  const last = orders[orders.length - 1];

  test('are each listed once, contacts with the ground last', () => {
    expect([...last.slots].sort((a, b) => a - b)).toEqual([...last.touching].sort((a, b) => a - b));
    expect(last.slots.length).toBeGreaterThan(12);
    last.slots.forEach((slot, k) => {
      expect(movingBodies(last.world, slot).length).toBe(k < last.moving ? 2 : 1);
    });
  });

  test('form pairs of rows without a common body, few of them with an empty row', () => {
    for (const { rows, slots, world } of orders) {
      expect(rows.length % 2).toBe(0);
      // at most one per colour: six, plus one for contacts with the ground
      expect(rows.length - slots.length).toBeLessThanOrEqual(7);
      for (let k = 0; k < rows.length; k += 2) {
        const bodies = rows.slice(k, k + 2).flatMap((slot) => movingBodies(world, slot));
        expect(new Set(bodies).size).toBe(bodies.length);
      }
    }
  });

  test('need as few groups without a common body as a box has neighbours', () => {
    const moving = last.slots.slice(0, last.moving);
    // two below, two above, two beside
    expect(groupsOf(last.world, moving)).toBeLessThanOrEqual(6);
    expect(groupsOf(last.world, last.touching)).toBeGreaterThan(50);
  });

  test('keep the same order in every step', () => {
    const [first, second] = orders;
    expect(first.touching).toEqual(second.touching);
    expect(first.rows).toEqual(second.rows);
  });
});

test('with contacts of one point and of two, few pairs of rows mix both', () => {
  for (const { rows, moving, slots, world } of ordersOf('mixed-rain', {}, 150).slice(-3)) {
    const { index } = world.contacts;
    const count = (slot: number): number =>
      slot === NO_CONTACT ? 0 : index[slot * CONTACT_INDEX_STRIDE + COUNT];
    const pairs = rows.flatMap((slot, row) => (row % 2 === 0 ? [[count(slot), count(rows[row + 1])]] : []));
    const single = slots.filter((slot) => count(slot) === 1).length;
    expect(Math.min(single, slots.length - single)).toBeGreaterThan(slots.length / 5);
    // at most one per colour; by chance it would be every third pair
    const mixed = pairs.filter(([a, b]) => a + b === 3).length;
    expect(mixed).toBeLessThan(pairs.length / 10);
    expect(moving).toBeGreaterThan(100);
  }
});

test('a body with more neighbours than colours keeps all its contacts', () => {
  const solver = createSoftStep();
  const step = solver.step;
  const order = new ContactOrder();
  let contacts = 0;
  solver.step = (state, dt) => {
    step.call(solver, state, dt);
    order.update(state);
    const rows = rowsOf(order, state);
    contacts = new Set(rows.filter((slot) => slot !== NO_CONTACT)).size;
    expect(order.moving).toBe(order.count);
    // 32 contacts have their own colour with an empty row beside them, and so do the contacts that found no colour
    for (let k = 0; k < rows.length; k += 2) {
      expect(rows.slice(k, k + 2).filter((slot) => slot === NO_CONTACT).length).toBe(1);
    }
  };
  const world = createWorld({ solver, gravity: { x: 0, y: 0 }, sleeping: false });
  world.createBody({ shapes: [{ kind: 'circle', radius: 10 }] });
  for (let k = 0; k < 60; k++) {
    const angle = (2 * Math.PI * k) / 60;
    const position = { x: 10.4 * Math.cos(angle), y: 10.4 * Math.sin(angle) };
    world.createBody({ position, shapes: [{ kind: 'circle', radius: 0.4 }] });
  }
  world.step(DT);
  expect(contacts).toBe(60);
});

test('a pyramid does not drift: no box moves sideways by more than 1 mm in 4 s', () => {
  const scene = findScene('pyramid').create({ base: 30 });
  const world = loadScene(scene, { solver: createSoftStep(), sleeping: false });
  for (let k = 0; k < 240; k++) world.step(DT);
  const drift = world.bodies.map((body, k) => Math.abs(body.position.x - (scene.bodies[k].position?.x ?? 0)));
  expect(Math.max(...drift)).toBeLessThan(0.001);
});
