/** Refreshing kept rows, writing the others, and storing the impulses of all rows, in the kernels: the same bits as in JavaScript. */

import { createRandom } from '@otedama/math2d';
import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BodyStore,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  ContactStore,
  POINT0,
  POINT1,
  RADIUS_A,
  RADIUS_B,
  RESTITUTION,
  ROLLING,
  ROLLING_FACE,
  type SolverWorld,
} from '@otedama/rigid';
import { expect, test } from 'vitest';
import { ContactOrder } from '../src/contact-order.js';
import { FrameRows, ROW_A, ROW_B, ROW_COUNT, ROW_INDEX_STRIDE, ROW_SLOT } from '../src/frame-rows.js';
import { KeptRows } from '../src/kept-rows.js';
import { sharedKernels } from './shared-kernels.js';

const BODIES = 40;
const CONTACTS = 300;
const SHARE = 1 / 8;

/** Contacts of random bodies in a random order of rows. Of ten rows one is of another contact, and of one contact something has changed. */
function fill(rows: FrameRows, order: ContactOrder, { bodies, contacts }: SolverWorld): void {
  const random = createRandom(7);
  const chance = (share: number): boolean => random.uniform(0, 1) < share;
  for (const array of [bodies.motion, bodies.pose, bodies.placed, contacts.data, rows.data]) {
    for (let k = 0; k < array.length; k++) array[k] = random.uniform(-1, 1);
  }
  for (let k = 0; k < bodies.mass.length; k++) bodies.mass[k] = chance(0.2) ? 0 : random.uniform(0, 5);
  order.rows = Int32Array.from({ length: CONTACTS }, (_, n) => (7 * n) % CONTACTS);
  for (let n = 0; n < CONTACTS; n++) {
    const slot = (11 * n) % CONTACTS;
    const k = order.rows[n];
    const c = slot * CONTACT_STRIDE;
    contacts.touching[n] = slot;
    contacts.kept[slot] = chance(0.1) ? -1 : k;
    const [a, b] = [random.integer(BODIES), random.integer(BODIES)];
    const points = chance(0.3) ? 1 : 2;
    rows.index[k * ROW_INDEX_STRIDE + ROW_A] = a * BODY_STRIDE;
    rows.index[k * ROW_INDEX_STRIDE + ROW_B] = b * BODY_STRIDE;
    rows.index[k * ROW_INDEX_STRIDE + ROW_COUNT] = points;
    rows.index[k * ROW_INDEX_STRIDE + ROW_SLOT] = chance(0.1) ? -1 : slot;
    const i = slot * CONTACT_INDEX_STRIDE;
    contacts.index[i + BODY_A] = a;
    contacts.index[i + BODY_B] = b;
    contacts.index[i + COUNT] = points;
    contacts.index[i + CONTACT_FLAGS] = chance(0.1) ? random.integer(128) : 0;
    for (const field of [RESTITUTION, ROLLING, RADIUS_A, RADIUS_B]) {
      contacts.data[c + field] = chance(0.8) ? 0 : random.uniform(0, 1);
    }
    contacts.data[c + ROLLING_FACE] = points === 2 || chance(0.3) ? 0 : chance(0.5) ? 1 : -1;
    for (const p of [c + POINT0, c + POINT1]) {
      if (chance(0.6)) contacts.data[p + 9] = -3;
      if (chance(0.3)) contacts.data[p + 5] = contacts.data[p + 6] = 0;
      if (chance(0.1)) contacts.data[p + 6] = -0;
    }
  }
  contacts.touchingCount = CONTACTS;
  rows.isLost = false;
}

test('rows that are refreshed, written and stored: bit-identical', () => {
  const make = () => {
    const bodies = new BodyStore();
    bodies.reserve(BODIES);
    for (let k = 0; k < BODIES; k++) bodies.setAwake(bodies.allocate(), true);
    const contacts = new ContactStore();
    contacts.reserve(CONTACTS);
    const world = { bodies, contacts } as SolverWorld;
    return { world, rows: new FrameRows(CONTACTS), order: new ContactOrder(), kept: new KeptRows() };
  };
  const [fast, plain] = [make(), make()];
  const kernels = sharedKernels();
  for (let k = 0; k < 2; k++) expect(kernels.hold(fast.rows, fast.kept, CONTACTS, fast.world)).toBe(true);
  const own = new FrameRows(CONTACTS);
  fill(own, fast.order, fast.world);
  fast.rows.data.set(own.data);
  fast.rows.index.set(own.index);
  fast.rows.isLost = false;
  fill(plain.rows, plain.order, plain.world);
  const size = plain.rows.data.length;
  const before = plain.world.contacts.data.slice();
  for (const { kept, world, rows } of [fast, plain]) {
    kept.isSame(world, rows);
    rows.isLost = false;
  }

  kernels.refresh(fast.rows, fast.order, fast.world, SHARE, false);
  plain.kept.refresh(plain.rows, plain.order, plain.world, SHARE);
  const { freshCount, looseCount } = plain.kept;
  expect(freshCount).toBeGreaterThan(20);
  expect(looseCount).toBeGreaterThan(20);
  expect(CONTACTS - freshCount - looseCount).toBeGreaterThan(20);
  expect([fast.kept.freshCount, fast.kept.looseCount]).toEqual([freshCount, looseCount]);
  expect(fast.kept.fresh.slice(0, freshCount)).toEqual(plain.kept.fresh.slice(0, freshCount));
  expect(fast.kept.loose.slice(0, looseCount)).toEqual(plain.kept.loose.slice(0, looseCount));
  expect(fast.rows.data.slice(0, size)).toEqual(plain.rows.data);
  expect(fast.world.contacts.data).toEqual(plain.world.contacts.data);
  expect(plain.world.contacts.data).not.toEqual(before);

  const refreshed = plain.rows.data.slice();
  kernels.write(fast.rows, fast.order, fast.world, SHARE, 1 / 60);
  plain.kept.write(plain.rows, plain.order, plain.world, SHARE, 1 / 60);
  const { specialCount } = plain.kept;
  expect(specialCount).toBeGreaterThan(10);
  expect(freshCount - specialCount).toBeGreaterThan(10);
  expect(plain.kept.looseCount).toBeGreaterThan(looseCount + 5);
  expect([fast.kept.specialCount, fast.kept.looseCount]).toEqual([specialCount, plain.kept.looseCount]);
  expect(fast.kept.special.slice(0, specialCount)).toEqual(plain.kept.special.slice(0, specialCount));
  expect(fast.kept.loose.slice(0, plain.kept.looseCount)).toEqual(
    plain.kept.loose.slice(0, plain.kept.looseCount),
  );
  expect(fast.rows.data.slice(0, size)).toEqual(plain.rows.data);
  expect(fast.rows.index.slice(0, plain.rows.index.length)).toEqual(plain.rows.index);
  expect(fast.world.contacts.data).toEqual(plain.world.contacts.data);
  expect(fast.world.contacts.kept).toEqual(plain.world.contacts.kept);
  expect(plain.rows.data).not.toEqual(refreshed);

  kernels.store(fast.rows, fast.order, fast.world, 8);
  plain.kept.store(plain.rows, plain.order, plain.world, 8);
  expect(fast.world.contacts.data).toEqual(plain.world.contacts.data);
  kernels.release();
});
