/**
 * Tears: which edges break, and which other constraints no longer pull as a result.
 *
 * At the end of each step, with s(e) = length / length at rest - 1 the strain of edge e:
 *
 *   1. Each particle chooses the edge with the largest s among its edges above the limit (of equal ones the lowest number).
 *   2. An edge breaks if both its ends have chosen it, and if it is at a tear (one of its ends has a broken edge) or its s is the
 *      largest in the cloth.
 *
 * So edges that break in one step share no particle, a tear grows by one edge per step at each of its tips, and a new tear begins only at
 * the largest strain. A pull then tears along a line; breaking all edges above the limit at once would leave shreds. Rule 1 is one round of
 * parallel matching [Preis 1999, "Linear Time 1/2-Approximation Algorithm for Maximum Weighted Matching"]. Its result does not depend
 * on the order of the edges, so both backends agree.
 *
 * Edges that are cut (cuts.ts) break first, in the next step.
 *
 * The broken edges are the whole state, each with the step in which it broke, for the reports (tear-reports.ts). Everything else follows
 * from them:
 *
 *   face       (a cell of a grid, a triangle of a mesh) is removed if one of its edges is broken
 *   edge       pulls unless it is broken, or had faces and all of them are removed: it would be an invisible thread
 *   shear      pulls while its cell is present
 *   bending    pulls while both edges along it pull (grid), or both its triangles are present (mesh); so do hinges, and twist like shear
 *   long link  pulls while all edges along it pull
 *   air        acts on a third of each remaining triangle around a particle
 *
 * Self-collision spares particles that are near each other at rest, except across a tear. Whether a tear is between a and b is found by a
 * walk from a to b along edges that pull: each time to the neighbour that is nearest to b at rest, as long as it is nearer than before.
 * The walk arrives if the cloth between them is whole. If it ends before, at a particle with an edge that no longer pulls, then a tear is in
 * the way. A walk never goes round a tear, because it would have to lead away from b.
 */

import { NEARER } from './constants.js';
import { crossingOf } from './cuts.js';
import type { Mesh } from './mesh.js';
import type { Sheet } from './sheet.js';
import { NONE, type Parts, partsOf, RIM, SPAN } from './tear-parts.js';
import { TearReports, type TornState } from './tear-reports.js';
import { squaredDistance } from './triangles.js';
import type { Cloth, ClothEvent, Vector3 } from './types.js';

/** The broken edges of one cloth. Keeps the links, triangles and areas of its sheet up to date. */
export class Tears {
  /** Strain above which an edge breaks, a ratio. */
  readonly limit: number;
  /** By edge: the number of steps after which it was broken, 0 if it is whole. */
  readonly broken: Uint32Array<ArrayBuffer>;
  /** One word: 1 if any edge is broken, else 0. */
  readonly torn: Uint32Array<ArrayBuffer> = new Uint32Array(1);
  /** One word: the number of steps done. */
  readonly steps: Uint32Array<ArrayBuffer> = new Uint32Array(1);
  /** Edges that break in the next step, whatever their strain. */
  readonly cuts: number[] = [];
  readonly parts: Parts;
  readonly #reports: TearReports;
  /** Increases whenever links and triangles change. */
  version = 0;
  /** The lists of the sheet, which change, and copies of their initial values. */
  readonly #links: Mesh;
  readonly #ends: Uint32Array;
  readonly #hinges: Uint32Array;
  readonly #corners: Uint32Array;
  /** By particle: the chosen edge, and its strain. */
  readonly #choice: Uint32Array;
  readonly #load: Float64Array;

  /** `links` is the sheet as `asLinks` returns it. */
  constructor(sheet: Sheet, links: Mesh, limit: number) {
    this.limit = Math.fround(limit);
    this.broken = new Uint32Array(links.edgeCount);
    this.parts = partsOf(sheet, links);
    this.#reports = new TearReports(this.parts, links);
    this.#links = links;
    this.#ends = links.links.slice();
    this.#hinges = links.hinges.ids.slice();
    this.#corners = links.triangles.slice();
    this.#choice = new Uint32Array(links.particleCount);
    this.#load = new Float64Array(links.particleCount);
    this.#fray();
  }

  /** Cuts the edges that pull and cross the blade, see `Cloth.cut`. */
  async cut(cloth: Pick<Cloth, 'readPositions'>, blade: readonly Vector3[]): Promise<number> {
    const crosses = crossingOf(blade);
    const position = await cloth.readPositions();
    const { links, firstEdge } = this.#links;
    const { length } = this.cuts;
    this.broken.forEach((_, e) => {
      const [a, b] = links.subarray(2 * (firstEdge + e));
      if (a !== b && crosses(position, a, b)) this.cuts.push(e);
    });
    return this.cuts.length - length;
  }

  /** Breaks edges after a step. Returns whether any broke. */
  step(position: Float32Array): boolean {
    this.steps[0]++;
    for (const e of this.cuts) this.broken[e] = this.steps[0];
    const largest = this.#strain(position);
    if (largest + this.cuts.length === 0) return false;
    this.cuts.length = 0;
    this.#tear(largest);
    this.#fray();
    return true;
  }

  /** Sets the broken edges and the number of steps done. */
  adopt(broken: Uint32Array | undefined, steps: number): void {
    this.steps[0] = steps;
    this.#reports.goBack(broken, steps);
    this.#replace(broken);
  }

  /** Calls `use` while these edges are broken in place of the own ones: those of a state that was read back. Returns what it returns. */
  during<T>(broken: Uint32Array, use: () => T): T {
    const { version } = this;
    const own = this.broken.slice();
    this.#replace(broken);
    const result = use();
    this.#replace(own);
    this.version = version;
    return result;
  }

  /** Sets the broken edges; none are broken by default. */
  #replace(broken?: Uint32Array): void {
    if (broken !== undefined && this.broken.every((step, e) => step === broken[e])) return;
    this.broken.fill(0);
    this.broken.set(broken ?? []);
    this.#fray();
  }

  /** Number of edges that no longer pull, as far as they were told. */
  get told(): number {
    return this.#reports.count;
  }

  /** Adopts a state, and returns the events of the steps since the last one that was told. */
  tell(state: TornState, steps: number): ClothEvent[] {
    this.adopt(state.broken, steps);
    return this.#reports.next(state, steps);
  }

  /** What has torn until now is no news. */
  hush(): void {
    this.cuts.length = 0;
    this.#reports.takeOver(this.broken, this.steps[0]);
  }

  /** Whether a particle has lost all its edges. Nothing is drawn at it then. */
  isLoose(id: number): boolean {
    if (this.torn[0] === 0) return false;
    const { links, firstEdge } = this.#links;
    const { starts, items } = this.parts.spokes;
    for (let k = starts[id]; k < starts[id + 1]; k++)
      if (links[2 * (firstEdge + items[k])] !== links[2 * (firstEdge + items[k]) + 1]) return false;
    return true;
  }

  /** Whether a tear is between a and b, a < b, two particles that are near each other at rest. */
  areApart(a: number, b: number): boolean {
    if (this.torn[0] === 0) return false;
    const { links, firstEdge, positions } = this.#links;
    const { starts, items } = this.parts.spokes;
    let at = a;
    let left = squaredDistance(positions, a, b);
    while (at !== b) {
      let next = at;
      let isFrayed = false;
      for (let k = starts[at]; k < starts[at + 1]; k++) {
        const first = links[2 * (firstEdge + items[k])];
        const second = links[2 * (firstEdge + items[k]) + 1];
        if (first === second) {
          isFrayed = true;
          continue;
        }
        const other = first + second - at;
        const squared = squaredDistance(positions, other, b);
        if (!(squared < NEARER * left)) continue;
        left = squared;
        next = other;
      }
      if (next === at) return isFrayed;
      at = next;
    }
    return false;
  }

  /** Rule 1, as the kernel `strain`. Returns the largest strain above the limit, or 0. */
  #strain(position: Float32Array): number {
    const { links, lengths, firstEdge } = this.#links;
    this.#choice.fill(NONE);
    this.#load.fill(0);
    let largest = 0;
    for (let k = firstEdge; k < lengths.length; k++) {
      const a = links[2 * k];
      const b = links[2 * k + 1];
      if (a === b) continue;
      const dx = position[4 * b] - position[4 * a];
      const dy = position[4 * b + 1] - position[4 * a + 1];
      const dz = position[4 * b + 2] - position[4 * a + 2];
      const s = Math.sqrt(dx * dx + dy * dy + dz * dz) / lengths[k] - 1;
      if (!(s > this.limit && s < Number.POSITIVE_INFINITY)) continue;
      if (s > this.#load[a]) {
        this.#load[a] = s;
        this.#choice[a] = k - firstEdge;
      }
      if (s > this.#load[b]) {
        this.#load[b] = s;
        this.#choice[b] = k - firstEdge;
      }
      largest = Math.max(largest, s);
    }
    return largest;
  }

  /** Rule 2, as the kernel `tear`. */
  #tear(largest: number): void {
    const { links, firstEdge } = this.#links;
    for (let e = 0; e < this.broken.length; e++) {
      const a = links[2 * (firstEdge + e)];
      const b = links[2 * (firstEdge + e) + 1];
      if (a === b || this.#choice[a] !== e || this.#choice[b] !== e) continue;
      if (this.#load[a] === largest || this.#isAtTear(a) || this.#isAtTear(b)) this.broken[e] = this.steps[0];
    }
  }

  #isAtTear(id: number): boolean {
    const { starts, items } = this.parts.spokes;
    for (let k = starts[id]; k < starts[id + 1]; k++) if (this.broken[items[k]] !== 0) return true;
    return false;
  }

  /** Derives links, triangles and areas from the broken edges, as the kernel `fray`. */
  #fray(): void {
    const { links, hinges, triangles, areas, fans, firstEdge } = this.#links;
    const { spans, shares } = this.parts;
    const spansOne = (k: number) => spans.subarray(SPAN * k, SPAN * k + SPAN).every((n) => this.#holds(n));
    this.torn[0] = Number(this.broken.some((step) => step !== 0));
    for (let k = 0; k < links.length / 2; k++) {
      const pulls = k < firstEdge ? spansOne(k) : this.#pulls(k - firstEdge);
      links[2 * k + 1] = this.#ends[2 * k + Number(pulls)];
    }
    this.#hinges.forEach((id, k) => {
      hinges.ids[k] = spansOne(firstEdge + (k >> 2)) ? id : this.#hinges[k & ~3];
    });
    for (let t = 0; t < shares.length; t++)
      for (let k = 3 * t; k < 3 * t + 3; k++) triangles[k] = this.#isGone(t) ? 0 : this.#corners[k];
    for (let id = 0; id < areas.length; id++) {
      areas[id] = 0;
      for (let k = fans.starts[id]; k < fans.starts[id + 1]; k++)
        if (!this.#isGone(fans.items[k])) areas[id] += shares[fans.items[k]];
    }
    this.version++;
  }

  /** Whether the face of a triangle is removed. */
  #isGone(t: number): boolean {
    const { rims } = this.parts;
    for (let k = RIM * t; k < RIM * t + RIM; k++) if (this.broken[rims[k]] !== 0) return true;
    return false;
  }

  #pulls(e: number): boolean {
    if (this.broken[e] !== 0) return false;
    const first = this.parts.sides[2 * e];
    const second = this.parts.sides[2 * e + 1];
    return first === NONE || !this.#isGone(first) || (second !== NONE && !this.#isGone(second));
  }

  /** Whether part n is present. */
  #holds(n: number): boolean {
    return n < this.broken.length ? this.#pulls(n) : !this.#isGone(n - this.broken.length);
  }
}
