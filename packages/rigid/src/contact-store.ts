/**
 * Contacts as flat arrays. A contact is a pair of shapes whose fat boxes overlap. It keeps its manifold and impulses between
 * steps while they overlap. Layouts are in `layout.ts`.
 *
 * Two lists of slots define every order: `active` (contacts that the collision phase visits) and `touching` (contacts with
 * points, for the solver). Both depend only on the history of the world. Nothing may depend on slot numbers themselves, because a
 * restored snapshot may renumber them.
 */
import { keepListed, setListed } from './active-list.js';
import type { BodyStore } from './body-store.js';
import { clearStepImpulses } from './contact-refresh.js';
import { doubleArrays, INITIAL_CAPACITY } from './grow.js';
import {
  BODY_A,
  BODY_B,
  CONTACT_EMBEDDED,
  CONTACT_FLAGS,
  CONTACT_INDEX_STRIDE,
  CONTACT_SENSOR,
  CONTACT_STRIDE,
  COUNT,
  EMBEDDED_GAP,
  SHAPE_A,
  SHAPE_B,
} from './layout.js';

/** Whether a contact joins its bodies: it has points, and both shapes are solid. */
export function joins({ index }: ContactStore, contact: number): boolean {
  const i = contact * CONTACT_INDEX_STRIDE;
  return index[i + COUNT] > 0 && (index[i + CONTACT_FLAGS] & CONTACT_SENSOR) === 0;
}

/** Contacts of a world. Solvers read `index`, `data`, `touching` and write the impulses in `data`. */
export class ContactStore {
  /** Number of slots that are allocated. */
  capacity: number = INITIAL_CAPACITY;
  /** Number of slots that are or were in use: every slot is below it. */
  slots = 0;
  /** Number of contacts, including resting ones. */
  count = 0;
  /** Stride 8: `SHAPE_A SHAPE_B BODY_A BODY_B CONTACT_FLAGS COUNT ID0 ID1`. */
  index: Int32Array = new Int32Array(INITIAL_CAPACITY * CONTACT_INDEX_STRIDE);
  /** Stride 32: normal, material, two points, base data of the refresh. */
  data: Float64Array = new Float64Array(INITIAL_CAPACITY * CONTACT_STRIDE);
  /**
   * By slot: `Manifold.cachedEdge`, where the next search for the manifold starts, at first where that of an earlier contact would have. It
   * never changes a result. It is not in `data`, so that pairs that do not touch need no cache line of that.
   */
  cachedEdge: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Contacts of awake bodies, `activeCount` of them. */
  active: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of slots in `active`. */
  activeCount = 0;
  /** Position of a slot in `active`, or -1. */
  activeIndex: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Contacts for the solver: at least one point, both shapes solid, at least one dynamic awake body; in the order of `active`. */
  touching: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of slots in `touching`. */
  touchingCount = 0;
  /** Raised each time `touching` is filled with new contents. The list is unchanged as long as this is. */
  touchingRevision = 0;
  /**
   * Raised each time contacts are created, removed, reordered, added to `active` or removed from it, get another number of
   * points, or a body gets another mass. Data that a solver derived from the list of touching contacts is valid as long as this
   * and the list are unchanged.
   */
  revision = 0;
  /**
   * By slot: a number that a solver may store for a contact, such as the place of its rows. -1 as soon as anything of the contact
   * changes except separations and impulses: normal, anchors, points, material, masses.
   */
  kept: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /**
   * Contacts that bounced in this step and held their bodies until its end, `bouncedCount` of them, as told by the solver (`noteBounce`): the
   * slot of number n at 2 n, its `met` at 2 n + 1.
   */
  bounced: Int32Array = new Int32Array(INITIAL_CAPACITY * 2);
  /** Number of contacts in `bounced`. */
  bouncedCount = 0;
  /** Number of substeps of the step in which they bounced. */
  bounceSubsteps = 1;
  /** Contact lists of the bodies. Edge `2 c` belongs to body A of contact `c`, edge `2 c + 1` to body B; -1 ends a list. */
  edgeNext: Int32Array = new Int32Array(INITIAL_CAPACITY * 2);
  /** Previous edge of the list, or -1; see `edgeNext`. */
  edgePrevious: Int32Array = new Int32Array(INITIAL_CAPACITY * 2);
  /** Slot of the other body of an edge's contact. */
  edgeOther: Int32Array = new Int32Array(INITIAL_CAPACITY * 2);
  /** Freed slots, a stack. */
  free: Int32Array = new Int32Array(INITIAL_CAPACITY);
  /** Number of slots in `free`. */
  freeCount = 0;

  /** Creates a contact without points at the end of `active`, linked into the lists of both bodies. */
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

  /** Creates a contact without points, linked into the lists of both bodies but not in `active`. */
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

  /** Marks a contact as embedded. One that is so already keeps its `EMBEDDED_GAP`. */
  embed(slot: number): void {
    const i = slot * CONTACT_INDEX_STRIDE + CONTACT_FLAGS;
    if ((this.index[i] & CONTACT_EMBEDDED) !== 0) return;
    this.index[i] |= CONTACT_EMBEDDED;
    this.data[slot * CONTACT_STRIDE + EMBEDDED_GAP] = 0;
    this.kept[slot] = -1;
  }

  /**
   * For a solver that gives bodies their speed after a bounce at the end of the step only, and until then keeps them in contact: notes such a
   * contact, at most once in a step. Bodies that bounce off static and kinematic ones then make up for the time that they lost, if the world
   * has continuous collision.
   * @param met number of substeps whose forces are in the speed with which the bodies met
   * @param substeps number of substeps of this step
   */
  noteBounce(slot: number, met: number, substeps: number): void {
    this.bounced[2 * this.bouncedCount] = slot;
    this.bounced[2 * this.bouncedCount++ + 1] = met;
    this.bounceSubsteps = substeps;
  }

  /** Removes a contact from every list and frees its slot, which then has no points. `touching` is outdated until the next `collide`. */
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

  /** Adds a contact at the end of `active`, or removes it by moving the last one to its place. */
  setActive(slot: number, active: boolean): void {
    if (active === this.activeIndex[slot] >= 0) return;
    setListed(this, slot, active);
    // it may become active in the middle of a step
    if (active) clearStepImpulses(this.data, slot * CONTACT_STRIDE, 2);
  }

  /** Keeps only the active contacts whose two bodies pass the test. Their order does not change. */
  keepActive(test: (bodyA: number, bodyB: number) => boolean): void {
    keepListed(this, this.index, CONTACT_INDEX_STRIDE, BODY_A, BODY_B, test);
  }

  /** Invalidates what solvers store for all contacts. */
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
