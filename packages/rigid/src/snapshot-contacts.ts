/** Snapshots: contacts with their impulses. Separations, normals and everything else that follows from the poses are computed again. */

import { collide } from '@otedama/collision';
import { findManifold, writeBase } from './contact-manifold.js';
import { refreshContact } from './contact-refresh.js';
import { contactFlags, mixMaterials, writeMixed } from './contact-update.js';
import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  CONTACT_BEGUN,
  CONTACT_EMBEDDED,
  CONTACT_FACE,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  CONTACT_SKIPPED,
  CONTACT_STRIDE,
  COUNT,
  EMBEDDED_GAP,
  FRICTION,
  ID0,
  ID1,
  INV_MASS,
  NORMAL_IMPULSE,
  POINT_STRIDE,
  POINT0,
  ROLLING,
  ROLLING_IMPULSE,
  SHAPE_A,
  SHAPE_B,
  TANGENT_IMPULSE,
} from './layout.js';
import { findConfined } from './seams.js';
import type { SnapshotReader } from './snapshot-bytes.js';
import type { SnapshotDesk } from './snapshot-desk.js';
import * as bit from './snapshot-layout.js';
import type { WorldState } from './world-state.js';

export function writeContacts(state: WorldState, desk: SnapshotDesk): void {
  const { contacts, bodies } = state;
  const { index, data, activeIndex } = contacts;
  const { writer, mixed } = desk;
  const { replaced } = bodies;
  orderContacts(state, desk);
  writer.count(contacts.count);
  writer.count(contacts.activeCount);
  let expectedShape = 0;
  let expectedPlace = 0;
  for (let k = 0; k < contacts.count; k++) {
    const slot = desk.order[k];
    const i = slot * CONTACT_INDEX_STRIDE;
    const d = slot * CONTACT_STRIDE;
    const a = index[i + SHAPE_A];
    const b = index[i + SHAPE_B];
    const state1 = index[i + CONTACT_FLAGS];
    const points = index[i + COUNT];
    const isSensor = (state1 & CONTACT_SENSOR) !== 0;
    writeMixed(state, a, b, mixed, 0);
    let isMixed = true;
    for (let n = FRICTION; n <= ROLLING; n++) isMixed &&= Object.is(mixed[n], data[d + n]);
    let flags = points << bit.POINTS_SHIFT;
    if ((state1 & CONTACT_BEGUN) !== 0) flags |= bit.BEGUN;
    if ((state1 & CONTACT_SKIPPED) !== 0) flags |= bit.SKIPPED;
    if ((state1 & CONTACT_EMBEDDED) !== 0) flags |= bit.EMBEDDED;
    if (activeIndex[slot] < 0) flags |= bit.AT_REST;
    if (!isMixed) flags |= bit.OWN_MATERIAL;
    if (!Object.is(data[d + ROLLING_IMPULSE], 0)) flags |= bit.HAS_ROLLING;
    writer.byte(flags);
    writer.signed(a - expectedShape);
    expectedShape = a;
    writer.signed(b - a);
    if (activeIndex[slot] >= 0) {
      writer.signed(activeIndex[slot] - expectedPlace);
      expectedPlace = activeIndex[slot] + 1;
    }
    if (!isMixed) for (let n = FRICTION; n <= ROLLING; n++) writer.number(data[d + n]);
    if ((flags & bit.HAS_ROLLING) !== 0) writer.number(data[d + ROLLING_IMPULSE]);
    if ((flags & bit.EMBEDDED) !== 0) writer.number(data[d + EMBEDDED_GAP]);
    if (points === 0 || isSensor) continue;
    let given = 0;
    let areSingle = true;
    for (let n = 0; n < 2 * points; n++) {
      const impulse = data[impulsePlace(d, n)];
      if (!Object.is(impulse, 0)) given |= 1 << n;
      areSingle &&= Object.is(Math.fround(impulse), impulse);
    }
    if (areSingle) given |= bit.SINGLE;
    const confined = Math.floor(state1 / CONTACT_FACE);
    if (confined > 0) given |= bit.CONFINED;
    writer.byte(given);
    if (confined > 0) writer.count(confined);
    for (let n = 0; n < 2 * points; n++) {
      if ((given & (1 << n)) === 0) continue;
      if (areSingle) writer.single(data[impulsePlace(d, n)]);
      else writer.number(data[impulsePlace(d, n)]);
    }
    if ((replaced[index[i + BODY_A]] | replaced[index[i + BODY_B]]) !== 0) {
      writer.count(index[i + ID0]);
      if (points > 1) writer.count(index[i + ID1]);
    }
  }
}

/** Offset of the n-th impulse of a contact: normal and tangent of point 0, then of point 1. */
function impulsePlace(d: number, n: number): number {
  return d + POINT0 + (n >> 1) * POINT_STRIDE + ((n & 1) === 0 ? NORMAL_IMPULSE : TANGENT_IMPULSE);
}

/**
 * Finds an order of the contacts that agrees with the contact list of every body. A new contact goes to the front of two lists. A
 * contact can therefore be added to the order as soon as both lists have been traversed from their ends to it [Kahn 1962]. The
 * order in which the contacts were actually created is one such order.
 */
function orderContacts(state: WorldState, desk: SnapshotDesk): void {
  const { contacts, bodies } = state;
  const { edgeNext, edgePrevious } = contacts;
  if (desk.order.length < contacts.slots) {
    desk.order = new Int32Array(2 * contacts.slots);
    desk.reached = new Uint8Array(2 * contacts.slots);
  }
  const { order, reached } = desk;
  reached.fill(0, 0, contacts.slots);
  let count = 0;
  for (let slot = 0; slot < bodies.slots; slot++) {
    if (bodies.flags[slot] === 0) continue;
    let edge = bodies.firstEdge[slot];
    if (edge < 0) continue;
    while (edgeNext[edge] >= 0) edge = edgeNext[edge];
    if (++reached[edge >> 1] === 2) order[count++] = edge >> 1;
  }
  for (let k = 0; k < count; k++) {
    for (let edge = 2 * order[k]; edge <= 2 * order[k] + 1; edge++) {
      const next = edgePrevious[edge];
      if (next >= 0 && ++reached[next >> 1] === 2) order[count++] = next >> 1;
    }
  }
}

export function readContacts(state: WorldState, reader: SnapshotReader): void {
  const { contacts, bodies, shapes, pairTable } = state;
  const { replaced, pose, placed, awakeIndex, mass } = bodies;
  const count = reader.count();
  const activeCount = reader.count();
  contacts.reserve(count);
  contacts.slots = 0;
  contacts.count = 0;
  contacts.activeCount = 0;
  contacts.touchingCount = 0;
  contacts.freeCount = 0;
  pairTable.clear();
  const { index, data, active, activeIndex } = contacts;
  let a = 0;
  let place = 0;
  for (let k = 0; k < count; k++) {
    const flags = reader.byte();
    a += reader.signed();
    const b = a + reader.signed();
    const bodyA = shapes.body[a];
    const bodyB = shapes.body[b];
    let bits = contactFlags(shapes.flags[a] | shapes.flags[b]);
    if ((flags & bit.BEGUN) !== 0) bits |= CONTACT_BEGUN;
    if ((flags & bit.SKIPPED) !== 0) bits |= CONTACT_SKIPPED;
    if ((flags & bit.EMBEDDED) !== 0) bits |= CONTACT_EMBEDDED;
    const slot = contacts.add(a, b, bodyA, bodyB, bits, bodies);
    pairTable.set(a, b, slot);
    if ((flags & bit.AT_REST) === 0) {
      place += reader.signed();
      active[place] = slot;
      activeIndex[slot] = place++;
    }
    const i = slot * CONTACT_INDEX_STRIDE;
    const d = slot * CONTACT_STRIDE;
    if ((flags & bit.OWN_MATERIAL) === 0) mixMaterials(state, slot);
    else for (let n = FRICTION; n <= ROLLING; n++) data[d + n] = reader.number();
    if ((flags & bit.HAS_ROLLING) !== 0) data[d + ROLLING_IMPULSE] = reader.number();
    if ((flags & bit.EMBEDDED) !== 0) data[d + EMBEDDED_GAP] = reader.number();
    const points = (flags >> bit.POINTS_SHIFT) & 3;
    index[i + COUNT] = points;
    if (points === 0 || (bits & CONTACT_SENSOR) !== 0) continue;
    const given = reader.byte();
    if ((given & bit.CONFINED) !== 0) index[i + CONTACT_FLAGS] |= CONTACT_FACE * reader.count();
    for (let n = 0; n < 2 * points; n++) {
      if ((given & (1 << n)) === 0) continue;
      data[impulsePlace(d, n)] = (given & bit.SINGLE) !== 0 ? reader.single() : reader.number();
    }
    const { manifold } = state;
    let found =
      (given & bit.CONFINED) === 0 ? findManifold(state, slot, a, b) : findConfined(state, slot, manifold);
    if ((replaced[bodyA] | replaced[bodyB]) !== 0) {
      index[i + ID0] = reader.count();
      if (points > 1) index[i + ID1] = reader.count();
    } else {
      index[i + ID0] = manifold.id0;
      if (points > 1) index[i + ID1] = manifold.id1;
    }
    // The next step builds the contacts of replaced bodies again. Until then they show where the bodies are now: bodies that have parted
    // show their nearest points, and a point that no longer exists lies at the other one.
    if (found === 0) found = collide(state.geometry, a, b, Infinity, manifold);
    if (found === 0) continue;
    if (found < points) {
      manifold.x1 = manifold.x0;
      manifold.y1 = manifold.y0;
      manifold.separation1 = manifold.separation0;
    }
    writeBase(state, slot, points);
    refreshContact(data, d, points, pose, placed, bodyA * BODY_STRIDE, bodyB * BODY_STRIDE);
  }
  contacts.activeCount = activeCount;
  // the list of contacts that the solver of the last step worked on, for renderers that draw it
  let touchingCount = 0;
  for (let k = 0; k < activeCount; k++) {
    const i = active[k] * CONTACT_INDEX_STRIDE;
    if (index[i + COUNT] === 0 || (index[i + CONTACT_FLAGS] & (CONTACT_SENSOR | CONTACT_SKIPPED)) !== 0)
      continue;
    const bodyA = index[i + BODY_A];
    const bodyB = index[i + BODY_B];
    if (
      (awakeIndex[bodyA] >= 0 && mass[bodyA * BODY_STRIDE + INV_MASS] > 0) ||
      (awakeIndex[bodyB] >= 0 && mass[bodyB * BODY_STRIDE + INV_MASS] > 0)
    ) {
      contacts.touching[touchingCount++] = active[k];
    }
  }
  contacts.touchingCount = touchingCount;
  contacts.touchingRevision++;
}
