/**
 * Distances of the particles of a mesh from a pin, along the mesh: the rest lengths of tethers. The shortest path runs along edges, and
 * straight across pairs of unfolded triangles [Dijkstra 1959, "A Note on Two Problems in Connexion with Graphs"]. So a distance is never
 * less than the true distance along the surface, and at most a tenth more in an even mesh.
 */

import { type Incidence, incidence } from './coloring.js';
import { MAX_ANCHORS } from './constants.js';

/** Distance of a particle that is not connected to the pin, metres: longer than any tether. Finite, because kernels have no infinity. */
export const UNREACHED = 1e30;

/** Distances from pins, computed on first use. */
export class Geodesics {
  readonly #ways: ArrayLike<number>;
  readonly #lengths: ArrayLike<number>;
  readonly #incidence: Incidence;
  readonly #known = new Map<number, Float32Array<ArrayBuffer>>();

  /** `ways` has two particle ids per way; `lengths` has the length of each way, metres. */
  constructor(ways: ArrayLike<number>, lengths: ArrayLike<number>, particleCount: number) {
    this.#ways = ways;
    this.#lengths = lengths;
    this.#incidence = incidence(ways, particleCount);
  }

  /** Distance from particle `from` to every particle, metres. */
  from(from: number): Float32Array<ArrayBuffer> {
    const known = this.#known.get(from);
    if (known !== undefined) return known;
    // pins change, so the oldest entry is dropped
    if (this.#known.size >= 2 * MAX_ANCHORS) this.#known.delete(this.#known.keys().next().value as number);
    const distances = this.#search(from);
    this.#known.set(from, distances);
    return distances;
  }

  #search(from: number): Float32Array<ArrayBuffer> {
    const { starts, items } = this.#incidence;
    const distance = new Float64Array(starts.length - 1).fill(UNREACHED);
    distance[from] = 0;
    const heap = new Heap();
    heap.push(0, from);
    while (heap.size > 0) {
      const [reached, id] = heap.pop();
      // a shorter way has been found since
      if (reached > distance[id]) continue;
      for (let k = starts[id]; k < starts[id + 1]; k++) {
        const way = items[k];
        const other = this.#ways[2 * way] + this.#ways[2 * way + 1] - id;
        const along = reached + this.#lengths[way];
        if (along >= distance[other]) continue;
        distance[other] = along;
        heap.push(along, other);
      }
    }
    return Float32Array.from(distance);
  }
}

/** A binary heap of pairs of a key and an id. `pop` returns the pair with the smallest key. */
class Heap {
  readonly #pairs: [key: number, id: number][] = [];

  get size(): number {
    return this.#pairs.length;
  }

  push(key: number, id: number): void {
    const pairs = this.#pairs;
    const pair: [number, number] = [key, id];
    let k = pairs.length;
    while (k > 0 && pairs[(k - 1) >> 1][0] > key) {
      pairs[k] = pairs[(k - 1) >> 1];
      k = (k - 1) >> 1;
    }
    pairs[k] = pair;
  }

  pop(): [key: number, id: number] {
    const pairs = this.#pairs;
    const [least] = pairs;
    const last = pairs.pop() as [number, number];
    if (pairs.length === 0) return least;
    let k = 0;
    for (let child = 1; child < pairs.length; child = 2 * k + 1) {
      if (child + 1 < pairs.length && pairs[child + 1][0] < pairs[child][0]) child++;
      if (pairs[child][0] >= last[0]) break;
      pairs[k] = pairs[child];
      k = child;
    }
    pairs[k] = last;
    return least;
  }
}
