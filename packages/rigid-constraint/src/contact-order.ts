/**
 * The order in which the soft step solves its contacts: first those between moving bodies, then those against bodies of infinite
 * mass, for what is solved last holds best, and the ground should.
 *
 * The former are coloured as the edges of a graph whose nodes are the moving bodies: each contact takes the first colour that neither of
 * its bodies has yet, so that no two contacts of a colour share a body, and colour goes after colour. Within a colour no row waits for
 * a velocity that the row before it has just written, so a processor works on several at once, and two rows side by side can be solved in
 * the lanes of one vector register (`pair-kernels.ts`). For that every colour begins at an even row, and where its size is odd a row is
 * left empty. Contacts against bodies of infinite mass are coloured by their one moving body: the other is read by many, and changed by none.
 *
 * Whatever comes first is favoured a little in a single pass, and with colours it is the same side everywhere: a box that lies across
 * two others would always be caught by the left one first. So the colours go forwards in one step and backwards in the next. Measured
 * on a pyramid of 100 rows after 4 s: the boxes have moved sideways by 0.012 m at most, with colours that go forwards only by
 * 0.25 m, in the order of creation by 0.14 m.
 *
 * Source: Box2D v3 colours its contacts to spread them over threads and vector lanes; that they alternate is our own.
 */
import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  INV_INERTIA,
  INV_MASS,
  type SolverWorld,
} from '@otedama/rigid';

/** Colours of either kind of contact: the bits of a mask. */
const COLORS = 32;
/** Groups: the colours between moving bodies and what found none free; then the same against bodies of infinite mass. */
const FIRST_STATIC: number = COLORS + 1;
const GROUPS: number = 2 * FIRST_STATIC;
/** Stands in the list for a row that is left empty. */
export const NO_CONTACT = -1;

/** The touching contacts of a world, ordered, in pairs of rows that have no moving body in common. */
export class ContactOrder {
  /** Contact slots in the order of solving, and `NO_CONTACT` for rows that are left empty. */
  slots: Int32Array = new Int32Array(64);
  /** Number of rows, and of those at the front that are between moving bodies; both even. */
  count = 0;
  moving = 0;
  /** Group of each contact, in the order of the touching list. */
  #groups = new Uint8Array(64);
  /** Colours taken at each moving body, by slot, a bit each: among moving bodies, and against those of infinite mass. */
  #taken = new Int32Array(64);
  #takenStatic = new Int32Array(64);
  /** Contacts of each group, then the place where its next one goes. */
  readonly #places = new Int32Array(GROUPS);

  /** Orders the contacts that touch now. */
  update(world: SolverWorld): void {
    const { touching, touchingCount } = world.contacts;
    if (touchingCount > this.#groups.length) this.#groups = new Uint8Array(2 * touchingCount);
    this.#color(world);
    this.#placeGroups((world.stats.steps & 1) === 0);
    if (this.count > this.slots.length) this.slots = new Int32Array(2 * this.count);
    const slots = this.slots;
    const groups = this.#groups;
    const places = this.#places;
    slots.fill(NO_CONTACT, 0, this.count);
    for (let k = 0; k < touchingCount; k++) {
      const group = groups[k];
      slots[places[group]] = touching[k];
      places[group] += rowsOf(group);
    }
  }

  /** Gives each contact its group and counts the groups. */
  #color(world: SolverWorld): void {
    const { touching, touchingCount, index } = world.contacts;
    const { mass, slots: bodyCount } = world.bodies;
    if (bodyCount > this.#taken.length) {
      this.#taken = new Int32Array(2 * bodyCount);
      this.#takenStatic = new Int32Array(2 * bodyCount);
    }
    const groups = this.#groups;
    const sizes = this.#places;
    this.#taken.fill(0, 0, bodyCount);
    this.#takenStatic.fill(0, 0, bodyCount);
    sizes.fill(0);
    for (let k = 0; k < touchingCount; k++) {
      const i = touching[k] * CONTACT_INDEX_STRIDE;
      const a = index[i + BODY_A];
      const b = index[i + BODY_B];
      const isMovingA = mass[a * BODY_STRIDE + INV_MASS] + mass[a * BODY_STRIDE + INV_INERTIA] > 0;
      const isMovingB = mass[b * BODY_STRIDE + INV_MASS] + mass[b * BODY_STRIDE + INV_INERTIA] > 0;
      const isStatic = !(isMovingA && isMovingB);
      const taken = isStatic ? this.#takenStatic : this.#taken;
      const free = ~((isMovingA ? taken[a] : 0) | (isMovingB ? taken[b] : 0));
      const bit = free & -free;
      taken[a] |= bit;
      taken[b] |= bit;
      const color = bit === 0 ? COLORS : 31 - Math.clz32(bit);
      const group = isStatic ? FIRST_STATIC + color : color;
      groups[k] = group;
      sizes[group]++;
    }
  }

  /** Makes of the sizes of the groups the places where they begin. */
  #placeGroups(isForward: boolean): void {
    const places = this.#places;
    let place = 0;
    for (let k = 0; k < GROUPS; k++) {
      if (k === FIRST_STATIC) this.moving = place;
      const group = isForward || k >= COLORS ? k : COLORS - 1 - k;
      const rows = places[group] * rowsOf(group);
      places[group] = place;
      place += (rows + 1) & ~1;
    }
    this.count = place;
  }
}

/** Rows that a contact of a group takes: without a colour, which may share bodies with its neighbours, a whole pair. */
function rowsOf(group: number): number {
  return group % FIRST_STATIC === COLORS ? 2 : 1;
}
