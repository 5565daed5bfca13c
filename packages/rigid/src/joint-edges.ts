/**
 * The joints of each body, active and resting, as linked lists. Edge 2 j belongs to body A of joint j, edge 2 j + 1 to body B. A list is
 * sorted by edge, the highest first, so its order is the same in a restored world.
 */
import { JOINT_BODY_A, JOINT_BODY_B, JOINT_INDEX_STRIDE } from './joint-layout.js';

export class JointEdges {
  /** First edge of each body, -1 for none. */
  #first: Int32Array = new Int32Array(64).fill(-1);
  /** By edge: the next one of the same body, -1 for none. */
  #next: Int32Array = new Int32Array(64);

  /** First edge of a body, or -1. */
  firstOf(body: number): number {
    return body < this.#first.length ? this.#first[body] : -1;
  }

  /** The edge after an edge in the list of their body, or -1. */
  after(edge: number): number {
    return this.#next[edge];
  }

  /** Empties all lists. */
  clear(): void {
    this.#first.fill(-1);
  }

  /** Adds a joint, by its slot, to the lists of its bodies. `index` has the bodies of all joints. */
  add(slot: number, index: Int32Array): void {
    this.#link(2 * slot, index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_A]);
    this.#link(2 * slot + 1, index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B]);
  }

  /** Removes a joint from the lists of its bodies. */
  remove(slot: number, index: Int32Array): void {
    this.#unlink(2 * slot, index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_A]);
    this.#unlink(2 * slot + 1, index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B]);
  }

  #link(edge: number, body: number): void {
    if (body < 0) return;
    if (edge >= this.#next.length) this.#next = longer(this.#next, edge);
    if (body >= this.#first.length) this.#first = longer(this.#first, body);
    let before = -1;
    let after = this.#first[body];
    for (; after > edge; after = this.#next[after]) before = after;
    this.#next[edge] = after;
    this.#setNext(body, before, edge);
  }

  #unlink(edge: number, body: number): void {
    if (body < 0) return;
    let before = -1;
    for (let k = this.#first[body]; k !== edge; k = this.#next[k]) before = k;
    this.#setNext(body, before, this.#next[edge]);
  }

  /** Sets the edge after `before`, or the first one of the body. */
  #setNext(body: number, before: number, edge: number): void {
    if (before < 0) this.#first[body] = edge;
    else this.#next[before] = edge;
  }
}

/** A copy with room for an index, filled up with -1. */
function longer(list: Int32Array, index: number): Int32Array {
  const copy = new Int32Array(2 * (index + 1)).fill(-1);
  copy.set(list);
  return copy;
}
