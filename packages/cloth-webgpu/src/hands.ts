/** The hands of the pointers, and their targets. The backend stores which particle a hand holds. */

import { MAX_HANDS } from './constants.js';
import { ClothError, requireVector } from './errors.js';
import type { HandTarget, Vector3 } from './types.js';
import { largestOf, unitVector } from './vectors.js';

/** One hand. Its target is origin + distance * direction. If the target is a point, the direction is 0. */
export interface Hand {
  readonly slot: number;
  readonly pointerId: number;
  /** Origin xyz and direction xyz, metres and unit length. */
  ray: RaySix;
  /** Whether it has moved since the last frame. */
  moved: boolean;
}

/** Origin xyz and unit direction xyz (or 0 for a point). */
export type RaySix = readonly [number, number, number, number, number, number];

/** The hands in use, by slot. */
export class HandTable {
  readonly slots: (Hand | null)[] = new Array<Hand | null>(MAX_HANDS).fill(null);

  /** The hand of a pointer, or null. */
  find(pointerId: number): Hand | null {
    return this.slots.find((hand) => hand?.pointerId === pointerId) ?? null;
  }

  /** Takes a hand for a pointer that has none. Throws a `ClothError` if all are in use. */
  take(pointerId: number, ray: RaySix): Hand {
    const slot = this.slots.indexOf(null);
    if (slot < 0) throw new ClothError('pointerId', pointerId, `at most ${MAX_HANDS} pointers at once`);
    const hand: Hand = { slot, pointerId, ray, moved: false };
    this.slots[slot] = hand;
    return hand;
  }

  /** Frees a hand's slot. */
  drop(hand: Hand): void {
    if (this.slots[hand.slot] === hand) this.slots[hand.slot] = null;
  }

  /** Frees all slots. */
  clear(): void {
    this.slots.fill(null);
  }

  /** Whether any hand is in use. */
  get any(): boolean {
    return this.slots.some((hand) => hand !== null);
  }
}

/** Checks a target and normalizes its direction. */
export function targetRay(field: string, target: HandTarget): RaySix {
  if (typeof target === 'object' && target !== null && 'direction' in target) {
    requireVector(`${field}.origin`, target.origin);
    requireVector(`${field}.direction`, target.direction);
    const { origin, direction } = target;
    if (largestOf(direction) === 0)
      throw new ClothError(`${field}.direction`, direction, 'a length above zero');
    const { x, y, z } = unitVector(direction);
    return [origin.x, origin.y, origin.z, x, y, z];
  }
  const point = target as Vector3;
  requireVector(field, point);
  return [point.x, point.y, point.z, 0, 0, 0];
}
