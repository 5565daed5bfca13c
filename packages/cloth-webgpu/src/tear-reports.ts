/**
 * Reports which edges have stopped pulling, and in which step. The state of a tear has, for each broken edge, the step in which it broke
 * (tears.ts). With b(e) that step, or infinity for an edge that is whole, the steps in which faces and edges end are
 *
 *   face  f(t) = min of b(e) over its edges          edge  min(b(e), max of f(t) over its faces)
 *
 * So the steps and edges of a report do not depend on when a state was read back: edges are reported by step, each step once, in order.
 * Only the positions of their ends are those of the state that was read.
 */

import type { Mesh } from './mesh.js';
import { NONE, type Parts, RIM } from './tear-parts.js';
import type { ClothEvent } from './types.js';

const NEVER = Number.POSITIVE_INFINITY;

/** What a report is made from. */
export interface TornState {
  /** By edge: the step in which it broke, or 0; as in tears.ts. */
  readonly broken: Uint32Array;
  /** Where the particles are, stride 4, m. */
  readonly position: Float32Array;
}

/** The reports of one cloth. */
export class TearReports {
  /** Number of edges that no longer pull, as reported. */
  count = 0;
  /** Number of steps up to which everything is reported. */
  #reported = 0;
  readonly #parts: Parts;
  /** Both particles of each edge, the lower id first. */
  readonly #ends: Uint32Array;

  constructor(parts: Parts, { links, firstEdge }: Mesh) {
    this.#parts = parts;
    this.#ends = links.slice(2 * firstEdge);
    for (let k = 0; k < this.#ends.length; k += 2) this.#ends.subarray(k, k + 2).sort();
  }

  /** The events of the steps since the last report, of a state after `steps` steps with these broken edges and positions (stride 4). */
  next({ broken, position }: TornState, steps: number): ClothEvent[] {
    const edges = new Map<number, number[]>();
    this.count = 0;
    for (let e = 0; e < broken.length; e++) {
      const step = this.#endOf(e, broken);
      if (step === NEVER) continue;
      this.count++;
      if (step <= this.#reported) continue;
      const known = edges.get(step);
      if (known === undefined) edges.set(step, [e]);
      else known.push(e);
    }
    this.#reported = steps;
    const ends = this.#ends;
    return [...edges]
      .sort(([first], [second]) => first - second)
      .map(([step, list]) => {
        list.sort((a, b) => ends[2 * a] - ends[2 * b] || ends[2 * a + 1] - ends[2 * b + 1]);
        const ids = list.flatMap((e) => [ends[2 * e], ends[2 * e + 1]]);
        return {
          type: 'torn' as const,
          step,
          edges: Uint32Array.from(ids),
          positions: Float32Array.from(ids.flatMap((id) => [...position.subarray(4 * id, 4 * id + 3)])),
        };
      });
  }

  /** The cloth went back to a state of its own, after `steps` steps. What tears after them is reported again. */
  goBack(broken: Uint32Array = new Uint32Array(0), steps: number = 0): void {
    this.#reported = Math.min(this.#reported, steps);
    this.count = 0;
    for (let e = 0; e < broken.length; e++) if (this.#endOf(e, broken) <= this.#reported) this.count++;
  }

  /** The cloth took over a state after `steps` steps, whose tears are not news. */
  takeOver(broken: Uint32Array, steps: number): void {
    this.#reported = steps;
    this.goBack(broken, steps);
  }

  /** The step in which an edge stopped pulling. */
  #endOf(e: number, broken: Uint32Array): number {
    const { rims, sides } = this.#parts;
    let faces = 0;
    for (const t of [sides[2 * e], sides[2 * e + 1]]) {
      if (t === NONE) continue;
      let face = NEVER;
      for (let k = RIM * t; k < RIM * t + RIM; k++) face = Math.min(face, broken[rims[k]] || NEVER);
      faces = Math.max(faces, face);
    }
    return Math.min(broken[e] || NEVER, faces || NEVER);
  }
}
