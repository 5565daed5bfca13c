/**
 * Fields: forces from the surroundings that act on all bodies in every step. A world applies its fields at the start of each step, in
 * the order in which they were added. They add to the forces that the user applied, so they work with every solver. Fields act on
 * awake dynamic bodies. A body at rest in a field may sleep, and wakes when the field changes where the body is.
 *
 * A field has no state besides its definition. Snapshots do not contain fields; recordings do.
 */
import {
  type Aabb,
  fieldPath,
  InputError,
  refuseUnknownProperties,
  requireFinite,
  requireKnownFields,
  requireRecord,
  type Vec2,
} from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import { copyVector } from './geometry-fields.js';
import { BODY_STRIDE, CX, CY, DYNAMIC } from './layout.js';
import { wakeBody } from './sleep.js';
import { requireMagnitude2, requireNotBelow0 } from './validate.js';
import type { WorldState } from './world-state.js';

/** A field as the world applies it. */
export interface ActiveField {
  /** The definition that it was created with. */
  readonly definition: { readonly kind: string };
  /** Applies its forces for a step of `dt` seconds. */
  apply(state: WorldState, dt: number): void;
  /** Whether it may act on a body where this is now. */
  reaches(state: WorldState, slot: number): boolean;
}

/** Makes a field from a definition. It may use the memory of the one that it replaces. */
type MakeField<Active extends ActiveField> = (
  definition: Active['definition'],
  previous: Active | undefined,
) => Active;

/** An entry in the list of a world, shared with the handle of the field. Each change of the field replaces `active`. */
export interface HeldField<Active extends ActiveField = ActiveField> {
  active: Active;
}

/** The fields of a world at some time, in their order. */
export type SavedFields = readonly { readonly held: HeldField; readonly active: ActiveField }[];

/** Returns the current fields of a world, for `loadFields`. */
export function saveFields(state: WorldState): SavedFields {
  return state.fields.map((held) => ({ held, active: held.active }));
}

/** Restores saved fields of a world, including their handles, and wakes nothing. For restoring an earlier state. */
export function loadFields(state: WorldState, saved: SavedFields): void {
  state.fields.length = 0;
  for (const { held, active } of saved) {
    held.active = active;
    state.fields.push(held);
  }
}

/** Handle of a field in a world, to read, change or remove it. */
export class Field<Definition extends { readonly kind: string } = { readonly kind: string }> {
  static {
    const members = 'region density surface normal flow linearDrag angularDrag velocity drag lift'.split(' ');
    refuseUnknownProperties(
      Field,
      'field',
      {},
      Object.fromEntries(
        members.map((member) => [
          member,
          `set({ ${member} }) to change it and definition.${member} to read it`,
        ]),
      ),
    );
  }

  readonly #state: WorldState;
  readonly #held: HeldField<ActiveField & { readonly definition: Definition }>;
  readonly #make: MakeField<ActiveField & { readonly definition: Definition }>;

  /** @internal Worlds get fields from functions such as `addBuoyancy`. */
  constructor(
    world: BareWorld,
    definition: Definition,
    make: MakeField<ActiveField & { readonly definition: Definition }>,
  ) {
    const state = stateOf(world);
    state.requireUnlocked('field');
    this.#state = state;
    this.#make = make;
    this.#held = { active: make(definition, undefined) };
    state.fields.push(this.#held);
    this.#wakeReached();
  }

  /** Whether the field is still in its world. */
  get isValid(): boolean {
    return this.#state.fields.includes(this.#held);
  }

  /**
   * The current definition, frozen. Assign one that you kept to go back to it, as before `restoreSnapshot`: unlike `set`, this also
   * resets the members that it leaves out. Throws an `InputError` after the field was removed, and for an invalid definition.
   */
  get definition(): Definition {
    this.#requireValid('definition');
    return this.#held.active.definition;
  }
  set definition(value: Definition) {
    this.#requireValid('definition');
    this.#state.requireUnlocked('field.definition');
    this.#replace(value);
  }

  /**
   * Changes the given members from the next step on, and wakes the bodies in reach of the field, before or after: those with their centre of
   * mass in the region, of a liquid only those that it touches. Values that the field has already wake nothing. Throws an `InputError` for
   * invalid ones; then nothing changes.
   */
  set(change: Partial<Omit<Definition, 'kind'>>): void {
    this.#requireValid('set');
    this.#state.requireUnlocked('field.set');
    requireRecord('change', change);
    this.#replace({ ...this.#held.active.definition, ...change });
  }

  /**
   * Removes the field from its world, and wakes the bodies in its reach. Throws an `InputError` inside a step, and if it was removed before.
   */
  remove(): void {
    this.#requireValid('remove');
    this.#state.requireUnlocked('field.remove');
    this.#state.fields.splice(this.#state.fields.indexOf(this.#held), 1);
    this.#wakeReached();
  }

  #replace(definition: Definition): void {
    const { active } = this.#held;
    const next = this.#make(definition, active);
    if (isSame(active.definition, next.definition)) return;
    this.#wakeReached();
    this.#held.active = next;
    this.#wakeReached();
  }

  #wakeReached(): void {
    const state = this.#state;
    const { active } = this.#held;
    for (let slot = 0; slot < state.bodies.slots; slot++) {
      if (state.bodies.type[slot] === DYNAMIC && active.reaches(state, slot)) wakeBody(state, slot);
    }
  }

  #requireValid(use: string): void {
    if (this.isValid) return;
    throw new InputError(`field.${use}`, 'a field that was removed', 'one that acts');
  }
}

/** Members that all fields share. */
export interface FieldBase {
  /** The field acts on bodies whose centre of mass is in this box, m. Default: everywhere. */
  readonly region?: Aabb;
}

const { NEGATIVE_INFINITY: low, POSITIVE_INFINITY: high } = Number;
const everywhere: Readonly<Aabb> = { minX: low, minY: low, maxX: high, maxY: high };

/** A region as four numbers to compare a centre with. */
export function regionOf({ region }: FieldBase): Readonly<Aabb> {
  return region ?? everywhere;
}

/** Whether the centre of mass of a body is in the region of a field. */
export function isInRegion(definition: FieldBase, { bodies: { pose } }: WorldState, slot: number): boolean {
  const { minX, minY, maxX, maxY } = regionOf(definition);
  const cx = pose[slot * BODY_STRIDE + CX];
  const cy = pose[slot * BODY_STRIDE + CY];
  return !(cx < minX || cx > maxX || cy < minY || cy > maxY);
}

/** Whether two members of definitions, or two definitions, have the same values. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  const a = one as Readonly<Record<string, unknown>>;
  const b = other as Readonly<Record<string, unknown>>;
  for (const name of Object.keys({ ...a, ...b })) if (!isSame(a[name], b[name])) return false;
  return true;
}

/** Returns a frozen copy of a definition, including its vectors and region, so that only `set` changes a field. */
export function copyOfField<Definition extends FieldBase>(
  definition: Definition,
  vectors: readonly (keyof Definition)[],
): Definition {
  const copy: { -readonly [Member in keyof Definition]: Definition[Member] } = { ...definition };
  for (const member of vectors) {
    const vector = definition[member] as Vec2 | undefined;
    if (vector === undefined) continue;
    copy[member] = copyVector(vector) as Definition[keyof Definition];
  }
  if (definition.region !== undefined) {
    const { minX, minY, maxX, maxY } = definition.region;
    copy.region = Object.freeze({ minX, minY, maxX, maxY });
  }
  return Object.freeze(copy);
}

/** Checks the members of a field that are numbers >= 0, vectors, and its region. */
export function validateField(
  definition: FieldBase & { readonly kind: string },
  path: string,
  kind: string,
  numbers: readonly string[],
  vectors: readonly string[],
): void {
  requireRecord(path, definition);
  const at = (name: string): string => fieldPath(path, name);
  if (definition.kind !== kind) throw new InputError(at('kind'), definition.kind, kind);
  requireKnownFields(definition, path, ['kind', 'region', ...numbers, ...vectors]);
  const values = definition as unknown as Readonly<Record<string, unknown>>;
  for (const name of numbers) {
    if (values[name] !== undefined) requireNotBelow0(at(name), values[name]);
  }
  for (const name of vectors)
    if (values[name] !== undefined) requireMagnitude2(at(name), values[name] as Vec2);
  const { region } = definition;
  if (region === undefined) return;
  requireKnownFields(region, at('region'), ['minX', 'minY', 'maxX', 'maxY']);
  for (const side of ['minX', 'minY', 'maxX', 'maxY'] as const)
    requireFinite(at(`region.${side}`), region[side]);
  if (region.maxX < region.minX) throw new InputError(at('region.maxX'), region.maxX, 'a number >= minX');
  if (region.maxY < region.minY) throw new InputError(at('region.maxY'), region.maxY, 'a number >= minY');
}
