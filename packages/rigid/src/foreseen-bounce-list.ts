/** The hits of bodies that bounce off each other, as far as a step foresees them (`foreseen-bounces.ts`). */
import { doubled } from './grow.js';
import { IntList } from './int-list.js';
import type { SweepMotion } from './sweep-motion.js';

/** The hits that may come in a step, and those of them that are foreseen. */
export class ForeseenBounces {
  /** Whether those of this step are known. */
  areKnown = false;
  /** Slots of the contacts that may be hit, sorted by time. */
  readonly hits: IntList = new IntList();
  /** Part of the step after which each of them is hit. */
  parts: Float64Array = new Float64Array(64);
  /** By slot of a contact: when it is hit, s after the start of the step, if that is foreseen; otherwise -1. */
  times: Float64Array = new Float64Array(0);
  /** By body: 1 if its first hit was looked at. */
  taken: Uint8Array = new Uint8Array(0);

  /** Makes room for a number of contacts and bodies. */
  reserve(contacts: number, bodies: number): void {
    if (contacts > this.times.length) this.times = new Float64Array(contacts).fill(-1);
    if (bodies > this.taken.length) this.taken = new Uint8Array(2 * bodies);
  }

  /** Time at which a contact is hit, s after the start of the step, if that is foreseen; otherwise -1. */
  timeOf(contact: number): number {
    return this.areKnown ? this.times[contact] : -1;
  }

  /** Inserts the hit of a contact at the time of a path at a place of the list. */
  insert(place: number, contact: number, path: SweepMotion): void {
    const { hits } = this;
    hits.push(contact);
    if (hits.count > this.parts.length) this.parts = doubled(this.parts);
    for (let k = hits.count - 1; k > place; k--) {
      hits.items[k] = hits.items[k - 1];
      this.parts[k] = this.parts[k - 1];
    }
    hits.items[place] = contact;
    this.parts[place] = path.time;
  }
}
