/**
 * Contacts as flat arrays. A contact is a pair of shapes whose fat boxes overlap. It keeps its manifold and impulses between steps for as
 * long as they do. Layouts are in `layout.ts`.
 *
 * Two lists of slots fix every order: `active` (contacts that the collision phase visits) and `touching` (contacts with points, which a
 * solver works on). Both depend only on the history of the world. Nothing may depend on slot numbers themselves: a restored snapshot may
 * renumber them.
 */
import { keepListed, setListed } from './active-list.js';
import type { BodyStore } from './body-store.js';
import { clearStepImpulses } from './contact-refresh.js';
import { doubleArrays } from './grow.js';
import {
  BODY_A,
  BODY_B,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  SHAPE_A,
  SHAPE_B,
} from './layout.js';

/** Contacts of a world. Solvers read `index`, `data`, `touching` and write the impulses in `data`. */
export class ContactStore {
  /** Slots there is room for. */
  capacity: number;
  /** Slots in use or freed: every slot is below it. */
  slots = 0;
  /** Number of contacts, resting ones included. */
  count = 0;
  /** Stride 8: `SHAPE_A SHAPE_B BODY_A BODY_B CONTACT_FLAGS COUNT ID0 ID1`. */
  index: Int32Array;
  /** Stride 32: normal, material, two points, base of the refresh. */
  data: Float64Array;
  /** Contacts of awake bodies, `activeCount` of them. */
  active: Int32Array;
  /** Number of slots in `active`. */
  activeCount = 0;
  /** Position of a slot in `active`, or -1. */
  activeIndex: Int32Array;
  /** Contacts for the solver: at least one point, both shapes solid, at least one dynamic awake body; in the order of `active`. */
  touching: Int32Array;
  /** Number of slots in `touching`. */
  touchingCount = 0;
  /** Count that is raised each time `touching` was filled anew: while it stays, so does the list. */
  touchingRevision = 0;
  /**
   * Count that is raised each time contacts were created, removed, reordered, put into `active` or taken out, came to have other points, or a
   * body another mass: while it stays, so does what a solver has made of the list of touching contacts, if that list is the same.
   */
  revision = 0;
  /**
   * A number, by slot, that a solver may keep for a contact, e.g. where it has written it out; -1 as soon as anything of it has changed but
   * gaps and impulses: normal, anchors, points, material, masses.
   */
  kept: Int32Array;
  /** Lists of the contacts of a body. Edge `2 c` belongs to body A of contact `c`, edge `2 c + 1` to body B; -1 ends. */
  edgeNext: Int32Array;
  /** Edge before, or -1, as `edgeNext`. */
  edgePrevious: Int32Array;
  /** Slot of the other body of an edge's contact. */
  edgeOther: Int32Array;
  /** Freed slots, a stack. */
  free: Int32Array;
  /** Number of slots in `free`. */
  freeCount = 0;

  constructor(capacity = 64) {
    this.capacity = capacity;
    this.index = new Int32Array(capacity * CONTACT_INDEX_STRIDE);
    this.data = new Float64Array(capacity * CONTACT_STRIDE);
    this.active = new Int32Array(capacity);
    this.activeIndex = new Int32Array(capacity);
    this.touching = new Int32Array(capacity);
    this.kept = new Int32Array(capacity);
    this.edgeNext = new Int32Array(capacity * 2);
    this.edgePrevious = new Int32Array(capacity * 2);
    this.edgeOther = new Int32Array(capacity * 2);
    this.free = new Int32Array(capacity);
  }

  /** A contact without points at the end of `active`, linked into the lists of both bodies. */
  create(
    shapeA: number,
    shapeB: number,
    bodyA: number,
    bodyB: number,
    flags: number,
    bodies: BodyStore,
  ): number {
    const slot = this.add(shapeA, shapeB, bodyA, bodyB, flags, bodies);
    this.setActive(slot, true);
    return slot;
  }

  /** A contact without points, linked into the lists of both bodies but not in `active`. */
  add(
    shapeA: number,
    shapeB: number,
    bodyA: number,
    bodyB: number,
    flags: number,
    bodies: BodyStore,
  ): number {
    const slot = this.freeCount > 0 ? this.free[--this.freeCount] : this.slots++;
    this.reserve(slot + 1);
    const i = slot * CONTACT_INDEX_STRIDE;
    this.index.fill(0, i, i + CONTACT_INDEX_STRIDE);
    this.index[i + SHAPE_A] = shapeA;
    this.index[i + SHAPE_B] = shapeB;
    this.index[i + BODY_A] = bodyA;
    this.index[i + BODY_B] = bodyB;
    this.index[i + CONTACT_FLAGS] = flags;
    const d = slot * CONTACT_STRIDE;
    this.data.fill(0, d, d + CONTACT_STRIDE);
    this.edgeOther[slot * 2] = bodyB;
    this.edgeOther[slot * 2 + 1] = bodyA;
    this.#link(slot * 2, bodyA, bodies.firstEdge);
    this.#link(slot * 2 + 1, bodyB, bodies.firstEdge);
    this.activeIndex[slot] = -1;
    this.kept[slot] = -1;
    this.count++;
    this.revision++;
    return slot;
  }

  /** Removes a contact from every list and frees its slot, which then has no points. `touching` is stale until the next `collide`. */
  remove(slot: number, bodies: BodyStore): void {
    const i = slot * CONTACT_INDEX_STRIDE;
    this.index[i + COUNT] = 0;
    this.setActive(slot, false);
    this.#unlink(slot * 2, this.index[i + BODY_A], bodies.firstEdge);
    this.#unlink(slot * 2 + 1, this.index[i + BODY_B], bodies.firstEdge);
    this.free[this.freeCount++] = slot;
    this.count--;
    this.revision++;
  }

  /** Puts a contact at the end of `active`, or takes it out by moving the last one into its place. */
  setActive(slot: number, active: boolean): void {
    if (active === this.activeIndex[slot] >= 0) return;
    setListed(this, slot, active);
    // it may return in the middle of a step
    if (active) clearStepImpulses(this.data, slot * CONTACT_STRIDE);
  }

  /** Keeps only the active contacts whose two bodies pass the test, in their order. */
  keepActive(test: (bodyA: number, bodyB: number) => boolean): void {
    keepListed(this, this.index, CONTACT_INDEX_STRIDE, BODY_A, BODY_B, test);
  }

  /** Invalidates what solvers keep of any contact. */
  forget(): void {
    this.kept.fill(-1);
    this.revision++;
  }

  /** Makes room for a number of slots. */
  reserve(slots: number): void {
    while (slots > this.capacity) {
      doubleArrays(this);
      this.capacity *= 2;
    }
  }

  #link(edge: number, body: number, first: Int32Array): void {
    const next = first[body];
    this.edgeNext[edge] = next;
    this.edgePrevious[edge] = -1;
    if (next >= 0) this.edgePrevious[next] = edge;
    first[body] = edge;
  }

  #unlink(edge: number, body: number, first: Int32Array): void {
    const next = this.edgeNext[edge];
    const previous = this.edgePrevious[edge];
    if (next >= 0) this.edgePrevious[next] = previous;
    if (previous >= 0) this.edgeNext[previous] = next;
    else first[body] = next;
  }
}
