/**
 * Handles of destroyed objects. They are kept so that a restored snapshot brings back the same objects that users hold, with
 * their names and user data. They are kept after the first snapshot of a world, and only the most recent ones. A world without
 * snapshots keeps none.
 */
import type { Shape } from '@otedama/collision';
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import type { Joint } from './joint.js';
import type { SoftBody } from './soft-body.js';

/** Number of handles kept per kind. A rollback goes back a few seconds, in which fewer objects than this are destroyed. */
const CAPACITY = 4096;

interface Handle {
  readonly id: number;
  readonly generation: number;
}

/** Handles by slot and generation. The oldest are dropped first. */
export class HandleShelf<T extends Handle> {
  readonly #handles = new Map<number, T>();

  keep(handle: T | null | undefined): void {
    if (handle === null || handle === undefined) return;
    const key = keyOf(handle.id, handle.generation);
    this.#handles.delete(key);
    this.#handles.set(key, handle);
    if (this.#handles.size <= CAPACITY) return;
    const [oldest] = this.#handles.keys();
    this.#handles.delete(oldest);
  }

  find(id: number, generation: number): T | undefined {
    return this.#handles.get(keyOf(id, generation));
  }
}

/** A destroyed shape with its geometry. */
export interface RetiredShape extends Handle {
  readonly handle: BodyShape;
  readonly geometry: Shape;
}

/** Number of soft bodies kept. */
const SOFT_BODY_CAPACITY = 256;

export class RetiredHandles {
  readonly bodies: HandleShelf<Body> = new HandleShelf();
  readonly shapes: HandleShelf<RetiredShape> = new HandleShelf();
  readonly joints: HandleShelf<Joint> = new HandleShelf();
  readonly softBodies: SoftBody[] = [];

  keepShape(handle: BodyShape | null | undefined, geometry: Shape | null): void {
    if (handle === null || handle === undefined || geometry === null) return;
    this.shapes.keep({ id: handle.id, generation: handle.generation, handle, geometry });
  }

  keepSoftBody(softBody: SoftBody): void {
    if (this.softBodies.includes(softBody)) return;
    this.softBodies.push(softBody);
    if (this.softBodies.length > SOFT_BODY_CAPACITY) this.softBodies.shift();
  }
}

/** Key of a slot and generation, exact up to 2^26 slots and 2^27 generations. */
function keyOf(id: number, generation: number): number {
  return generation * 0x4000000 + id;
}
