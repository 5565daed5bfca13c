/**
 * Fields: forces that act on every body, step by step, from what is around it. A world applies its fields at the start of each step, in
 * the order they were added; they add to the forces that the user applied, so that every solver takes them. Fields act on awake dynamic bodies; what
 * rests in a field may sleep, and wakes when the field changes.
 *
 * A field has no state of its own that steps depend on but its definition: a snapshot does not hold it.
 */
import { type Aabb, InputError, requireFinite, requireNonNegative, type Vec2 } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import { wakeAll } from './sleep.js';
import { requireKnownFields, requireMagnitude2, requireRecord } from './validate.js';
import type { WorldState } from './world-state.js';

/** A force on all bodies as the world runs it. */
export interface ActiveField {
  /** What it was made with. */
  readonly definition: { readonly kind: string };
  /** Adds its forces for a step of `dt` seconds. */
  apply(state: WorldState, dt: number): void;
}

/** A field in a world: what it is made of, and the way to change it or take it out. */
export class Field<Definition extends { readonly kind: string } = { readonly kind: string }> {
  readonly #state: WorldState;
  #active: (ActiveField & { readonly definition: Definition }) | null;
  readonly #make: (definition: Definition) => ActiveField & { readonly definition: Definition };

  /** @internal Worlds get fields by functions such as `addBuoyancy`. */
  constructor(
    world: BareWorld,
    definition: Definition,
    make: (definition: Definition) => ActiveField & { readonly definition: Definition },
  ) {
    const state = stateOf(world);
    state.requireUnlocked('field');
    this.#state = state;
    this.#make = make;
    this.#active = make(definition);
    state.fields.push(this.#active);
    wakeAll(state);
  }

  /** Whether it still acts. */
  get isValid(): boolean {
    return this.#active !== null;
  }

  /** What it is made of, frozen. Throws `InputError` once it was removed. */
  get definition(): Definition {
    return this.#live('definition').definition;
  }

  /** Changes the members that are given; they hold from the next step. Throws `InputError` on bad ones, and then nothing changes. */
  set(change: Partial<Omit<Definition, 'kind'>>): void {
    const old = this.#live('set');
    this.#state.requireUnlocked('field.set');
    const fresh = this.#make({ ...old.definition, ...change });
    this.#state.fields[this.#state.fields.indexOf(old)] = fresh;
    this.#active = fresh;
    wakeAll(this.#state);
  }

  /** Takes it out of its world. Throws `InputError` inside a step, and when it was removed before. */
  remove(): void {
    const active = this.#live('remove');
    this.#state.requireUnlocked('field.remove');
    this.#state.fields.splice(this.#state.fields.indexOf(active), 1);
    this.#active = null;
    wakeAll(this.#state);
  }

  #live(use: string): ActiveField & { readonly definition: Definition } {
    if (this.#active === null)
      throw new InputError(`field.${use}`, 'a field that was removed', 'one that acts');
    return this.#active;
  }
}

/** Members that all fields share. */
export interface FieldBase {
  /** Where it acts: on bodies whose centre of mass is in this box, m. Default: everywhere. */
  readonly region?: Aabb;
}

/** A region as four numbers that a centre is compared with. */
export function regionOf({ region }: FieldBase): Readonly<Aabb> {
  const { NEGATIVE_INFINITY: low, POSITIVE_INFINITY: high } = Number;
  return region ?? { minX: low, minY: low, maxX: high, maxY: high };
}

/** Checks the members of a field that are numbers >= 0, vectors, and its region. */
export function validateField(
  definition: FieldBase & { readonly kind: string },
  path: string,
  kind: string,
  numbers: readonly string[],
  vectors: readonly string[],
): void {
  requireRecord(path === '' ? 'definition' : path, definition);
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (definition.kind !== kind) throw new InputError(at('kind'), definition.kind, kind);
  requireKnownFields(definition, path, ['kind', 'region', ...numbers, ...vectors]);
  const values = definition as unknown as Readonly<Record<string, unknown>>;
  for (const name of numbers) {
    if (values[name] !== undefined) requireNonNegative(at(name), values[name] as number);
  }
  for (const name of vectors)
    if (values[name] !== undefined) requireMagnitude2(at(name), values[name] as Vec2);
  const { region } = definition;
  if (region === undefined) return;
  requireRecord(at('region'), region);
  requireKnownFields(region, at('region'), ['minX', 'minY', 'maxX', 'maxY']);
  for (const side of ['minX', 'minY', 'maxX', 'maxY'] as const)
    requireFinite(at(`region.${side}`), region[side]);
  if (region.maxX < region.minX) throw new InputError(at('region.maxX'), region.maxX, 'a number >= minX');
  if (region.maxY < region.minY) throw new InputError(at('region.maxY'), region.maxY, 'a number >= minY');
}
