/**
 * Checks the events of a world against its state: contacts and sensor overlaps that have begun and not ended, bodies that fell asleep or
 * woke, bodies that moved. Events and state must agree after every sequence of calls.
 */

import { type Body, type BodyShape, SHAPE_CONTACT_EVENTS, type World } from '@otedama/rigid';

/** Adds `change` to the count of a key. */
function tally(counts: Map<string, number>, key: string, change: number): void {
  counts.set(key, (counts.get(key) ?? 0) + change);
}

const keyOf = (a: BodyShape, b: BodyShape): string => `${a.id}.${a.generation} ${b.id}.${b.generation}`;
const nameOf = ({ id, generation }: Body): string => `${id}.${generation}`;
const isSleeper = ({ isEnabled, type, isFrozen }: Body): boolean =>
  isEnabled && type === 'dynamic' && !isFrozen;

/** Record of the events of one world, from its first step on. */
export class EventLedger {
  readonly #world: World;
  /** Current contacts and sensor overlaps, with both shapes. */
  readonly #pairs = new Map<string, readonly [BodyShape, BodyShape]>();
  /** For each body, whether it was awake at the last `close`. */
  #awake = new Map<Body, boolean>();
  #poses = new Float64Array();
  /** Bodies in the world at the last `open`. */
  #bodies = new Set<Body>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Must be called before the step, after all other calls on the world. */
  open(): void {
    this.#bodies = new Set(this.#world.bodies);
    this.#poses = new Float64Array(4 * this.#world.slotCount);
    this.#world.readTransforms(this.#poses);
  }

  /**
   * Must be called after the step.
   * @throws Error that describes the first disagreement
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
      if (!this.#world.touching(shapes[0]).includes(shapes[1])) {
        throw new Error(`${key}: began and did not end, but the world does not list it`);
      }
    }
    this.#closeTouching();
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
        // begins come first: whoever adds the begins of a step and then removes its ends knows what touches
        if (change === 1 && (this.#pairs.has(key) || changes.has(key)))
          throw new Error(`${key}: begins twice`);
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

  /** What the world says touches must have begun and not ended. */
  #closeTouching(): void {
    for (const body of this.#world.bodies) {
      for (const shape of body.shapes) {
        for (const other of this.#world.touching(shape)) {
          const bits = this.#world.shapeStore.flags[shape.id] | this.#world.shapeStore.flags[other.id];
          if (other.id < shape.id || (bits & SHAPE_CONTACT_EVENTS) === 0) continue;
          const keys = [keyOf(shape, other), keyOf(other, shape)];
          if (keys.some((key) => this.#pairs.has(`contact ${key}`) || this.#pairs.has(`sensor ${key}`)))
            continue;
          throw new Error(`${keys[0]} touch, and no begin was reported`);
        }
      }
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
