/**
 * Handles of destroyed objects. They are kept so that a restored snapshot brings back the same objects that users hold, with
 * their names and user data. Only objects that existed at the last snapshot are kept when they are destroyed: thousands of bullets
 * that come and go after a checkpoint do not push out the heroes of it. A world without snapshots keeps none.
 */
import type { Shape } from '@otedama/collision';
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import type { Joint } from './joint.js';
import type { SoftBody } from './soft-body.js';
import type { WorldState } from './world-state.js';

/** Number of handles kept per kind, unless more objects exist at a snapshot. */
const CAPACITY = 4096;

interface Handle {
  readonly id: number;
  readonly generation: number;
}

/** Handles by slot and generation. The oldest are dropped first. */
export class HandleShelf<T extends Handle> {
  readonly #handles = new Map<number, T>();
  /** Generation by slot of what existed at the last snapshot, -1 for free slots. */
  #saved: Int32Array = new Int32Array(64);
  #savedCount = 0;
  #capacity = CAPACITY;
  /** Objects, by slot, that are found first: those of a state that is being restored. */
  lent: readonly (T | null | undefined)[] = [];

  /** Notes what exists at a snapshot, by slot. */
  note(handles: readonly (Handle | null | undefined)[]): void {
    if (handles.length > this.#saved.length) this.#saved = new Int32Array(2 * handles.length);
    this.#savedCount = handles.length;
    let count = 0;
    for (let id = 0; id < handles.length; id++) {
      const handle = handles[id];
      this.#saved[id] = handle?.generation ?? -1;
      if (handle) count++;
    }
    this.#capacity = Math.max(CAPACITY, count);
  }

  /** Keeps the handle of a destroyed object, if it existed at the last snapshot. What was made since then is in none. */
  keep(handle: T | null | undefined): void {
    if (handle === null || handle === undefined) return;
    if (handle.id < this.#savedCount && this.#saved[handle.id] === handle.generation) this.put(handle);
  }

  /** Keeps a handle. */
  put(handle: T): void {
    const key = keyOf(handle.id, handle.generation);
    this.#handles.delete(key);
    this.#handles.set(key, handle);
    if (this.#handles.size <= this.#capacity) return;
    const [oldest] = this.#handles.keys();
    this.#handles.delete(oldest);
  }

  find(id: number, generation: number): T | undefined {
    const lent = this.lent[id];
    return lent?.generation === generation ? lent : this.#handles.get(keyOf(id, generation));
  }
}

/** A destroyed shape with its geometry. */
export interface RetiredShape extends Handle {
  readonly handle: BodyShape;
  /** Null if only events need the shape. */
  readonly geometry: Shape | null;
}

/** What exists in a state of a world, by slot. Whoever keeps it can restore that state however much was destroyed since then. */
export interface LivingHandles {
  readonly bodies: readonly (Body | null)[];
  readonly shapes: readonly (BodyShape | null)[];
  readonly geometry: readonly (Shape | null)[];
  readonly joints: readonly (Joint | null)[];
  readonly softBodies: readonly SoftBody[];
}

/** Number of soft bodies kept, unless more exist at a snapshot. */
const SOFT_BODY_CAPACITY = 256;

export class RetiredHandles {
  readonly bodies: HandleShelf<Body> = new HandleShelf();
  readonly shapes: HandleShelf<RetiredShape> = new HandleShelf();
  readonly joints: HandleShelf<Joint> = new HandleShelf();
  readonly softBodies: SoftBody[] = [];
  /** Soft bodies of a state that is being restored. */
  lentSoftBodies: readonly SoftBody[] = [];
  /** Soft bodies that existed at the last snapshot. */
  #savedSoftBodies: ReadonlySet<SoftBody> = new Set();

  keepShape(handle: BodyShape | null | undefined, geometry: Shape | null): void {
    if (handle === null || handle === undefined || geometry === null) return;
    this.shapes.keep({ id: handle.id, generation: handle.generation, handle, geometry });
  }

  /** Notes what exists at a snapshot, and keeps the handles of destroyed objects in the events that it contains. */
  note({ bodyHandles, shapeHandles, jointHandles, softBodies, events }: WorldState): void {
    const { contactEnd, sensorEnd } = events;
    this.#savedSoftBodies = new Set(softBodies);
    this.bodies.note(bodyHandles);
    this.shapes.note(shapeHandles);
    this.joints.note(jointHandles);
    const ended: BodyShape[] = [];
    for (const { shapeA, shapeB } of contactEnd.pending) ended.push(shapeA, shapeB);
    for (const { sensor, visitor } of sensorEnd.pending) ended.push(sensor, visitor);
    for (const handle of ended) {
      const { id, generation, body } = handle;
      if (handle.isValid || this.shapes.find(id, generation)?.handle === handle) continue;
      this.shapes.put({ id, generation, handle, geometry: null });
      if (!body.isValid) this.bodies.put(body);
    }
  }

  /** Lends the handles of a state that is about to be restored, or takes them back (null). */
  lend(living: LivingHandles | null): void {
    this.bodies.lent = living?.bodies ?? [];
    this.shapes.lent = (living?.shapes ?? []).map((handle, id) => {
      if (!handle) return null;
      return { id, generation: handle.generation, handle, geometry: living!.geometry[id] };
    });
    this.joints.lent = living?.joints ?? [];
    this.lentSoftBodies = living?.softBodies ?? [];
  }

  /** Keeps a destroyed soft body, if it existed at the last snapshot. */
  keepSoftBody(softBody: SoftBody): void {
    if (!this.#savedSoftBodies.has(softBody) || this.softBodies.includes(softBody)) return;
    this.softBodies.push(softBody);
    if (this.softBodies.length > Math.max(SOFT_BODY_CAPACITY, this.#savedSoftBodies.size))
      this.softBodies.shift();
  }
}

/** The handles of the present state of a world, in new arrays. */
export function livingHandles(state: WorldState): LivingHandles {
  return {
    bodies: [...state.bodyHandles],
    shapes: [...state.shapeHandles],
    geometry: [...state.shapeGeometry],
    joints: [...state.jointHandles],
    softBodies: [...state.softBodies],
  };
}

/** Key of a slot and generation, exact up to 2^26 slots and 2^27 generations. */
function keyOf(id: number, generation: number): number {
  return generation * 0x4000000 + id;
}
