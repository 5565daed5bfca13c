/** The optional part that adds up what a cloth gives to its colliders. If it is not called, a bundler drops all of it. */

import { COLLIDER_END, COLLIDER_FLOATS } from './colliders.js';
import { MAX_COLLIDERS } from './constants.js';
import { type Ledger, ReactionReader } from './gpu/reactions.js';
import { SUMS } from './gpu/reactions.wgsl.js';
import type { GpuReactions, ReactionsPart, SheetReactions } from './reactions-part.js';
import type { ColliderReaction, Reactions } from './types.js';

/**
 * Adds up the impulses that a cloth gives to its colliders; for `reactions` of its definition. A collider does not move by itself: apply
 * what `take` returns to the body that it stands for, then move it with `moveColliders`.
 */
export function colliderReactions(): Reactions {
  let sums: ReactionSums | null = null;
  const part: ReactionsPart = {
    weave(sheet, inverseMass) {
      const made = new ReactionSums(inverseMass, () => {
        sums = made;
      });
      return { ...sheet, reactions: made };
    },
    take: () => sums?.take() ?? [],
  };
  return Object.freeze(part);
}

/** A vector that is overwritten. */
type Slot = { x: number; y: number; z: number };

class ReactionSums implements SheetReactions, Ledger {
  readonly gpu: GpuReactions;
  readonly begin: () => void;
  readonly sums: Float64Array = new Float64Array(SUMS * MAX_COLLIDERS);
  epoch = 0;
  #taken: readonly { readonly impulse: Slot; readonly angularImpulse: Slot }[] = [];

  constructor(inverseMass: Float32Array, begin: () => void) {
    this.begin = begin;
    this.gpu = new ReactionReader(this, inverseMass);
  }

  get colliders(): number {
    return this.#taken.length;
  }

  add(
    words: Float32Array,
    c: number,
    done: number,
    position: Float32Array,
    o: number,
    inverseH: number,
    x: number,
    y: number,
    z: number,
  ): void {
    // what the particle gets, the collider loses
    const perMetre = -inverseH / position[o + 3];
    const jx = perMetre * x;
    const jy = perMetre * y;
    const jz = perMetre * z;
    const ax = position[o] - between(words[c], words[c + COLLIDER_END], done);
    const ay = position[o + 1] - between(words[c + 1], words[c + COLLIDER_END + 1], done);
    const az = position[o + 2] - between(words[c + 2], words[c + COLLIDER_END + 2], done);
    const first = (SUMS * c) / COLLIDER_FLOATS;
    this.sums[first] += jx;
    this.sums[first + 1] += jy;
    this.sums[first + 2] += jz;
    this.sums[first + 3] += ay * jz - az * jy;
    this.sums[first + 4] += az * jx - ax * jz;
    this.sums[first + 5] += ax * jy - ay * jx;
  }

  drop(colliders: number = this.#taken.length): void {
    this.epoch++;
    this.sums.fill(0);
    if (colliders === this.#taken.length) return;
    const zero = () => ({ x: 0, y: 0, z: 0 });
    this.#taken = Array.from({ length: colliders }, () => ({ impulse: zero(), angularImpulse: zero() }));
  }

  take(): readonly ColliderReaction[] {
    const { sums } = this;
    let k = 0;
    for (const { impulse, angularImpulse } of this.#taken)
      for (const slot of [impulse, angularImpulse]) {
        slot.x = sums[k++];
        slot.y = sums[k++];
        slot.z = sums[k++];
      }
    sums.fill(0);
    return this.#taken;
  }
}

const between = (start: number, end: number, part: number) => start + (end - start) * part;
