import { InputError, requireInRange } from '@otedama/math2d';
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import {
  AX,
  AY,
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  BX,
  BY,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  FRICTION,
  NORMAL_IMPULSE,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  RESTITUTION,
  SEPARATION,
  SHAPE_A,
  SHAPE_B,
  TANGENT_IMPULSE,
  TANGENT_SPEED,
} from './layout.js';
import { requireMagnitude, requireNotBelow0 } from './validate.js';
import type { WorldState } from './world-state.js';

/**
 * A view of one contact. The hook or iteration that passes it to you reuses it for the next contact, so copy what you want to keep.
 * The setters are for the pre-solve hook; their values last until the contact is created again, or `setMaterial` of one of its shapes is
 * called. They throw an `InputError` for numbers that are invalid in a material. Shapes and bodies throw one after they were destroyed.
 */
export class ContactView {
  readonly #state: WorldState;
  #slot = 0;

  /** @internal Worlds hand out contacts: see `World.forEachContact`. */
  constructor(state: WorldState) {
    this.#state = state;
  }

  /** Points the view at a contact slot. */
  at(slot: number): this {
    this.#slot = slot;
    return this;
  }

  /** Shape A; the normal points away from it. */
  get shapeA(): BodyShape {
    return this.#handle('shapeA', this.#state.shapeHandles[this.#index(SHAPE_A)]);
  }
  /** Shape B; the normal points towards it. */
  get shapeB(): BodyShape {
    return this.#handle('shapeB', this.#state.shapeHandles[this.#index(SHAPE_B)]);
  }
  /** Body of shape A. */
  get bodyA(): Body {
    return this.#handle('bodyA', this.#state.bodyHandles[this.#index(BODY_A)]);
  }
  /** Body of shape B. */
  get bodyB(): Body {
    return this.#handle('bodyB', this.#state.bodyHandles[this.#index(BODY_B)]);
  }
  /** Unit normal from A to B. */
  get normalX(): number {
    return this.#data(NX);
  }
  /** Unit normal from A to B along y. */
  get normalY(): number {
    return this.#data(NY);
  }
  /** Number of points, 0 to 2. */
  get pointCount(): number {
    return this.#index(COUNT);
  }
  /** World x of a point, midway between the surfaces, m. */
  pointX(point: number): number {
    return this.#middle(point, CX, AX, BX);
  }
  /** World y of a point, m. */
  pointY(point: number): number {
    return this.#middle(point, CY, AY, BY);
  }
  /** Gap at a point, m; negative when overlapping. */
  separation(point: number): number {
    return this.#data(POINT0 + point * POINT_STRIDE + SEPARATION);
  }
  /**
   * Normal impulse at a point in the last step, N s: the force at its end times its length, with every solver. An impulse that ended
   * within the step, such as that of a bounce, is not in it; `HitEvent.normalImpulse` has it.
   */
  normalImpulse(point: number): number {
    return this.#data(POINT0 + point * POINT_STRIDE + NORMAL_IMPULSE);
  }
  /** Impulse of friction at a point along (normalY, -normalX), N s, like `normalImpulse`. Some solvers give one point the whole. */
  tangentImpulse(point: number): number {
    return this.#data(POINT0 + point * POINT_STRIDE + TANGENT_IMPULSE);
  }
  /** Combined friction coefficient. */
  get friction(): number {
    return this.#data(FRICTION);
  }
  set friction(value: number) {
    this.#write(FRICTION, requireNotBelow0('contact.friction', value));
  }
  /** Combined restitution coefficient. */
  get restitution(): number {
    return this.#data(RESTITUTION);
  }
  set restitution(value: number) {
    this.#write(RESTITUTION, requireInRange('contact.restitution', value, 0, 1));
  }
  /** Target velocity of friction: that of B relative to A along (normalY, -normalX), m/s. */
  get tangentSpeed(): number {
    return this.#data(TANGENT_SPEED);
  }
  set tangentSpeed(value: number) {
    this.#write(TANGENT_SPEED, requireMagnitude('contact.tangentSpeed', value));
  }

  #handle<T>(field: string, handle: T | null | undefined): T {
    if (handle !== null && handle !== undefined) return handle;
    throw new InputError(`contact.${field}`, 'destroyed', 'a contact that is in the world');
  }
  #index(field: number): number {
    return this.#state.contacts.index[this.#slot * CONTACT_INDEX_STRIDE + field];
  }
  #data(field: number): number {
    return this.#state.contacts.data[this.#slot * CONTACT_STRIDE + field];
  }
  #write(field: number, value: number): void {
    const { contacts } = this.#state;
    contacts.data[this.#slot * CONTACT_STRIDE + field] = value;
    contacts.kept[this.#slot] = -1;
  }
  #middle(point: number, center: number, anchorA: number, anchorB: number): number {
    const p = POINT0 + point * POINT_STRIDE;
    const { pose } = this.#state.bodies;
    const a = pose[this.#index(BODY_A) * BODY_STRIDE + center] + this.#data(p + anchorA);
    const b = pose[this.#index(BODY_B) * BODY_STRIDE + center] + this.#data(p + anchorB);
    return (a + b) / 2;
  }
}
