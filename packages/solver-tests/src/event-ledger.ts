/**
 * Keeps the books of what a world reports: what began and has not ended, who sleeps, who moved. Whatever is done to a world, they must agree with
 * what there is.
 */

import type { Body, BodyShape, World } from '@otedama/rigid';

/** How often something stands in a list. */
function tally(counts: Map<string, number>, key: string, change: number): void {
  counts.set(key, (counts.get(key) ?? 0) + change);
}

const keyOf = (a: BodyShape, b: BodyShape): string => `${a.id}.${a.generation} ${b.id}.${b.generation}`;
const nameOf = ({ id, generation }: Body): string => `${id}.${generation}`;
const isSleeper = ({ isEnabled, type, isFrozen }: Body): boolean =>
  isEnabled && type === 'dynamic' && !isFrozen;

/** The books of one world from its first step on. */
export class EventLedger {
  readonly #world: World;
  /** What touches or is seen, with both shapes. */
  readonly #pairs = new Map<string, readonly [BodyShape, BodyShape]>();
  /** Who was awake when the books were last closed. */
  #awake = new Map<Body, boolean>();
  #poses = new Float64Array();
  /** Who was in the world when the books were opened. */
  #bodies = new Set<Body>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Before the step, behind all calls. */
  open(): void {
    this.#bodies = new Set(this.#world.bodies);
    this.#poses = new Float64Array(4 * this.#world.slotCount);
    this.#world.readTransforms(this.#poses);
  }

  /**
   * After the step.
   * @throws Error that says what does not agree
   */
  close(): void {
    this.#closePairs('contact', this.#world.events.contactBegin, this.#world.events.contactEnd);
    const { sensorBegin, sensorEnd } = this.#world.events;
    const asPair = ({ sensor, visitor }: { sensor: BodyShape; visitor: BodyShape }) => ({
      shapeA: sensor,
      shapeB: visitor,
    });
    this.#closePairs('sensor', sensorBegin.map(asPair), sensorEnd.map(asPair));
    for (const [key, shapes] of this.#pairs) {
      for (const shape of shapes) {
        if (!shape.isValid) throw new Error(`${key} touch, and shape ${shape.id} was destroyed`);
        if (!shape.body.isEnabled) throw new Error(`${key} touch, and body ${shape.body.id} is disabled`);
      }
    }
    this.#closeSleep();
    this.#closeMoves();
  }

  #closePairs(
    what: string,
    begins: readonly { readonly shapeA: BodyShape; readonly shapeB: BodyShape }[],
    ends: readonly { readonly shapeA: BodyShape; readonly shapeB: BodyShape }[],
  ): void {
    const changes = new Map<string, number>();
    const shapes = new Map<string, readonly [BodyShape, BodyShape]>();
    for (const [list, change] of [
      [begins, 1],
      [ends, -1],
    ] as const) {
      for (const { shapeA, shapeB } of list) {
        const key = `${what} ${keyOf(shapeA, shapeB)}`;
        shapes.set(key, [shapeA, shapeB]);
        tally(changes, key, change);
      }
    }
    for (const [key, change] of changes) {
      const before = this.#pairs.has(key) ? 1 : 0;
      const after = before + change;
      if (after !== 0 && after !== 1) throw new Error(`${key}: ${before} before, ${change} reported`);
      if (after === 1) this.#pairs.set(key, shapes.get(key)!);
      else this.#pairs.delete(key);
    }
  }

  #closeSleep(): void {
    const { bodySleep, bodyWake } = this.#world.events;
    const changes = new Map<string, number>();
    for (const { body } of bodyWake) tally(changes, nameOf(body), 1);
    for (const { body } of bodySleep) tally(changes, nameOf(body), -1);
    const now = new Map<Body, boolean>();
    for (const { body } of [...bodyWake, ...bodySleep]) {
      if (!body.isValid) throw new Error(`body ${body.id} is reported, and was destroyed`);
    }
    for (const body of this.#world.bodies) {
      if (!isSleeper(body)) continue;
      const isAwake = body.isAwake;
      const wasAwake = this.#awake.get(body);
      now.set(body, isAwake);
      const change = changes.get(nameOf(body)) ?? 0;
      if (wasAwake !== undefined && Number(isAwake) - Number(wasAwake) !== change) {
        const what = `${wasAwake ? 'awake' : 'asleep'} before, ${isAwake ? 'awake' : 'asleep'} now`;
        throw new Error(`body ${body.id}: ${what}, ${change} reported`);
      }
    }
    this.#awake = now;
  }

  #closeMoves(): void {
    const moved = new Set(this.#world.events.bodyMove);
    const poses = new Float64Array(4 * this.#world.slotCount);
    this.#world.readTransforms(poses);
    for (const body of this.#bodies) {
      if (!body.isValid) continue;
      const start = 4 * body.id;
      const hasMoved = [0, 1, 2, 3].some((k) => poses[start + k] !== this.#poses[start + k]);
      if (hasMoved && !moved.has(body)) throw new Error(`body ${body.id} has moved, and is not listed`);
      if (!hasMoved && moved.has(body)) throw new Error(`body ${body.id} is listed, and has not moved`);
    }
  }
}
