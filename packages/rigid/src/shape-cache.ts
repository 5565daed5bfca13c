import type { Shape } from '@otedama/collision';
import type { WorldState } from './world-state.js';

/** What follows from the geometry of the shapes of a world, computed at the first request. */
export class ShapeCache<Value> {
  readonly #compute: (state: WorldState, id: number) => Value;
  readonly #values: Value[] = [];
  readonly #shapes: (Shape | null)[] = [];

  constructor(compute: (state: WorldState, id: number) => Value) {
    this.#compute = compute;
  }

  /** Returns the value of the shape with an id. The id may have belonged to another shape at the last request. */
  get(state: WorldState, id: number): Value {
    const shape = state.shapeGeometry[id];
    if (this.#shapes[id] !== shape) {
      this.#values[id] = this.#compute(state, id);
      this.#shapes[id] = shape;
    }
    return this.#values[id];
  }
}
