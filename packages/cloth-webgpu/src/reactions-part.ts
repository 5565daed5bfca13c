/**
 * The interface between the core of a cloth and its part that adds up what colliders feel. The core imports only these types, so an unused
 * part is not bundled.
 */

import type { ClothResources } from './gpu/resources.js';
import type { Sheet } from './sheet.js';
import type { Reactions } from './types.js';

/** The object that `colliderReactions` returns, with its internal method. */
export interface ReactionsPart extends Reactions {
  /**
   * Returns the sheet with sums of its own; `inverseMass` has that of each particle, 1/kg. The part returns them only from `begin` on: a
   * definition is also resolved without a cloth, for the limits that it needs of a device.
   */
  weave(sheet: Sheet, inverseMass: Float32Array): Sheet;
}

/** The sums of one cloth. */
export interface SheetReactions {
  /** The cloth is made: from now on the part returns these sums. */
  begin(): void;
  /**
   * Adds a contact on the CPU: the collider at word `c` of the table `words` has moved the particle at offset `o` by (x, y, z), m,
   * without what only pushes it out. `done` is the part of the frame that is over, 0..1, and `inverseH` 1 / the length of a substep, 1/s.
   */
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
  ): void;
  /**
   * Forgets everything so far, also what is still on its way from the GPU, because the state or the colliders are replaced. `colliders` is
   * the number of colliders from now on; by default it stays.
   */
  drop(colliders?: number): void;
  readonly gpu: GpuReactions;
}

/** The sums on the GPU; see gpu/reactions.wgsl.ts. */
export interface GpuReactions {
  /** The last member of `Tables`. */
  readonly member: string;
  /** Function `react`, for the common text of all kernels. */
  readonly common: string;
  /** The call of `react` in `collided`. */
  readonly call: string;
  /** Bytes of the sums, which are the last of the buffer of the anchors. */
  readonly bytes: number;
  /** Creates the staging buffers of a device. */
  makeStaging(make: (label: string, size: number, flags: number) => GPUBuffer): ReactionStaging;
  /** Records the read-back of the sums of a frame. Call the returned function, if any, after the submit. */
  record(encoder: GPUCommandEncoder, resources: ClothResources): (() => void) | undefined;
}

/** The read-backs of one device. */
export interface ReactionStaging {
  /** Staging buffers that are free. */
  readonly free: GPUBuffer[];
  /** The epoch of the oldest frame that is still in the sums on the GPU; null for none. */
  left: number | null;
}
