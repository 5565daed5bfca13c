import { atan2, cos, InputError, requireBoolean, requireOneOf, sin, type Vec2 } from '@otedama/math2d';
import { updateMass } from './body-mass.js';
import { BodyShape } from './body-shape.js';
import type { BodyDefinition, BodyType, ShapeDefinition } from './definitions.js';
import {
  ANGULAR_DAMPING,
  BODY_ALLOW_SLEEP,
  BODY_BULLET,
  BODY_ENABLED,
  BODY_FIXED_ROTATION,
  BODY_FROZEN,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  C,
  CX,
  CY,
  DAMPING_STRIDE,
  DYNAMIC,
  FX,
  FY,
  GRAVITY_SCALE,
  INERTIA,
  INV_INERTIA,
  INV_MASS,
  LINEAR_DAMPING,
  LX,
  MASS,
  S,
  STATIC,
  TORQUE,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import {
  addShape,
  bodyTypes,
  enterShape,
  reshape,
  setEnabled,
  setType,
  teleport,
  unfreeze,
} from './lifecycle.js';
import { forceSleep, setVelocity, wakeBody } from './sleep.js';
import {
  requireColor,
  requireMagnitude,
  requireMagnitude2,
  requireMass,
  requireNotBelow0,
  requireString,
  validateShapeDefinition,
} from './validate.js';
import type { WorldState } from './world-state.js';

/**
 * A rigid body in a world. It is a thin view of the flat state. Using the handle of a destroyed body throws an `InputError`; only
 * `isValid`, `id`, `generation`, `name`, `color` and `userData` can still be read.
 *
 * Changing a body while a step runs throws an `InputError`, and so does a number or vector that is not finite. Units are SI and angles are
 * counter-clockwise. A `Vec2` that can be set is a frozen copy when it is read: `position.x = 1` throws a `TypeError`, or changes nothing
 * where JavaScript is not strict (CommonJS without `'use strict'`), so set the whole vector. A body takes no new properties: data of a game
 * go into `userData`.
 */
export class Body {
  /** Slot of the body in the flat arrays of the world. Slots of destroyed bodies are reused. */
  readonly id: number;
  /** Distinguishes bodies that use the same slot one after another; 0 for the first one. */
  readonly generation: number;
  readonly #state: WorldState;
  #name: string | undefined;
  #color: readonly [number, number, number] | undefined;
  #userData: unknown;

  /** @internal Worlds make bodies: see `World.createBody`. */
  constructor(
    state: WorldState,
    id: number,
    definition: Pick<BodyDefinition, 'name' | 'color' | 'userData'>,
    generation: number = state.bodies.generation[id],
  ) {
    this.#state = state;
    this.id = id;
    this.generation = generation;
    this.#name = definition.name;
    this.#color = definition.color;
    this.#userData = definition.userData;
    Object.freeze(this);
  }

  /** Whether the body is still in its world. */
  get isValid(): boolean {
    return this.#state.bodyHandles[this.id] === this;
  }

  /** A name of your choice. */
  get name(): string | undefined {
    return this.#name;
  }
  set name(value: string | undefined) {
    if (value !== undefined) requireString('name', value);
    this.#name = value;
  }

  /** Colour as red, green, blue, each 0..1: a hint for renderers. */
  get color(): readonly [number, number, number] | undefined {
    return this.#color;
  }
  set color(value: readonly [number, number, number] | undefined) {
    if (value !== undefined) requireColor('color', value);
    this.#color = value;
  }

  /** Any data of yours. */
  get userData(): unknown {
    return this.#userData;
  }
  set userData(value: unknown) {
    this.#userData = value;
  }

  // ── Pose ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Position of the body origin, m. Setting it teleports the body; its velocity does not change. */
  get position(): Readonly<Vec2> {
    return this.#pair('position', 'pose', X);
  }
  set position(value: Vec2) {
    const state = this.#change('position');
    requireMagnitude2('position', value);
    const { pose } = state.bodies;
    const o = this.id * BODY_STRIDE;
    teleport(state, this.id, value.x, value.y, pose[o + C], pose[o + S]);
  }

  /** Angle, rad in [-pi, pi]. Setting it rotates the body about its origin at once; its velocity does not change. */
  get angle(): number {
    const { pose } = this.#live('angle').bodies;
    return atan2(pose[this.id * BODY_STRIDE + S], pose[this.id * BODY_STRIDE + C]);
  }
  set angle(value: number) {
    const state = this.#change('angle');
    requireMagnitude('angle', value);
    const { pose } = state.bodies;
    const o = this.id * BODY_STRIDE;
    teleport(state, this.id, pose[o + X], pose[o + Y], cos(value), sin(value));
  }

  /** Sets position and angle together, m and rad. */
  setTransform(position: Vec2, angle: number): void {
    const state = this.#change('setTransform');
    requireMagnitude2('position', position);
    requireMagnitude('angle', angle);
    teleport(state, this.id, position.x, position.y, cos(angle), sin(angle));
  }

  /** Centre of mass in the world, m. */
  get worldCenter(): Readonly<Vec2> {
    return this.#pair('worldCenter', 'pose', CX);
  }

  /** Centre of mass in the body frame, m. */
  get localCenter(): Readonly<Vec2> {
    return this.#pair('localCenter', 'pose', LX);
  }

  /** Converts a point from the body frame to the world, m. */
  getWorldPoint(localPoint: Vec2): Vec2 {
    const origin = this.#pair('getWorldPoint', 'pose', X);
    const { x, y } = this.getWorldVector(localPoint);
    return { x: origin.x + x, y: origin.y + y };
  }

  /** Converts a point from the world to the body frame, m. */
  getLocalPoint(worldPoint: Vec2): Vec2 {
    const origin = this.#pair('getLocalPoint', 'pose', X);
    const { x, y } = requireMagnitude2('vector', worldPoint);
    return this.getLocalVector({ x: x - origin.x, y: y - origin.y });
  }

  /** Rotates a vector, in any unit, from the body frame to world axes: `getWorldVector({ x: 0, y: 1 })` is the direction of its y axis. */
  getWorldVector(localVector: Vec2): Vec2 {
    const { pose } = this.#live('getWorldVector').bodies;
    const o = this.id * BODY_STRIDE;
    const { x, y } = requireMagnitude2('vector', localVector);
    return { x: pose[o + C] * x - pose[o + S] * y, y: pose[o + S] * x + pose[o + C] * y };
  }

  /** Rotates a vector, in any unit, from world axes to the body frame. */
  getLocalVector(worldVector: Vec2): Vec2 {
    const { pose } = this.#live('getLocalVector').bodies;
    const o = this.id * BODY_STRIDE;
    const { x, y } = requireMagnitude2('vector', worldVector);
    return { x: pose[o + C] * x + pose[o + S] * y, y: pose[o + C] * y - pose[o + S] * x };
  }

  // ── Velocity ──────────────────────────────────────────────────────────────────────────────────────────────────

  /** Velocity of the centre of mass, m/s. Cannot be set on a static body. */
  get linearVelocity(): Readonly<Vec2> {
    return this.#pair('linearVelocity', 'motion', VX);
  }
  set linearVelocity(value: Vec2) {
    const state = this.#change('linearVelocity');
    requireMagnitude2('linearVelocity', value);
    this.#requireMovable('linearVelocity', value);
    setVelocity(state, this.id, value.x, value.y, this.angularVelocity);
  }

  /** Angular velocity, rad/s. Cannot be set on a static body; stays 0 while the rotation is locked. */
  get angularVelocity(): number {
    return this.#live('angularVelocity').bodies.motion[this.id * BODY_STRIDE + W];
  }
  set angularVelocity(value: number) {
    const state = this.#change('angularVelocity');
    requireMagnitude('angularVelocity', value);
    this.#requireMovable('angularVelocity', value);
    const { x, y } = this.linearVelocity;
    setVelocity(state, this.id, x, y, value);
  }

  /** Velocity of the body at a world point, m/s. */
  getPointVelocity(worldPoint: Vec2): Vec2 {
    const { motion, pose } = this.#live('getPointVelocity').bodies;
    const { x, y } = requireMagnitude2('worldPoint', worldPoint);
    const o = this.id * BODY_STRIDE;
    return {
      x: motion[o + VX] - motion[o + W] * (y - pose[o + CY]),
      y: motion[o + VY] + motion[o + W] * (x - pose[o + CX]),
    };
  }

  // ── Mass ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Mass, kg; 0 for static and kinematic bodies. Setting it replaces the mass of the shapes, as `BodyDefinition.mass` does. */
  get mass(): number {
    return this.#live('mass').bodies.mass[this.id * BODY_STRIDE + MASS];
  }
  set mass(value: number) {
    const state = this.#change('mass');
    requireMass('mass', value);
    if (value === this.givenMass) return;
    state.givenMass.set(this.id, value);
    updateMass(state, this.id);
    wakeBody(state, this.id);
  }

  /** The mass that was set or given by the definition, kg; undefined if it comes from the shapes. */
  get givenMass(): number | undefined {
    return this.#live('givenMass').givenMass.get(this.id);
  }

  /** Moment of inertia about the centre of mass, kg m^2; 0 for static and kinematic bodies. */
  get inertia(): number {
    return this.#live('inertia').bodies.mass[this.id * BODY_STRIDE + INERTIA];
  }

  // ── Kind and switches ─────────────────────────────────────────────────────────────────────────────────────────

  get type(): BodyType {
    return bodyTypes[this.#live('type').bodies.type[this.id]];
  }
  /**
   * Changes the type. A body that becomes static stops, a kinematic one keeps its velocity; its contacts are created again. Throws an
   * `InputError` for other words, and for `dynamic` if the body has a half-space that is no sensor.
   */
  set type(value: BodyType) {
    const state = this.#change('type');
    requireOneOf('type', value, bodyTypes);
    const isGround = ({ geometry, isSensor }: BodyShape): boolean =>
      geometry.kind === 'halfSpace' && !isSensor;
    if (value === 'dynamic' && this.shapes.some(isGround))
      throw new InputError('type', value, 'static or kinematic, since it has a half-space');
    setType(state, this.id, bodyTypes.indexOf(value));
  }

  /** Factor on gravity. */
  get gravityScale(): number {
    return this.#live('gravityScale').bodies.mass[this.id * BODY_STRIDE + GRAVITY_SCALE];
  }
  set gravityScale(value: number) {
    const state = this.#change('gravityScale');
    requireMagnitude('gravityScale', value);
    if (value === this.gravityScale) return;
    state.bodies.mass[this.id * BODY_STRIDE + GRAVITY_SCALE] = value;
    state.bodies.revision++;
    wakeBody(state, this.id);
  }

  /** Damping d of the velocity, 1/s, >= 0: v' = -d v. */
  get linearDamping(): number {
    return this.#live('linearDamping').bodies.damping[this.id * DAMPING_STRIDE + LINEAR_DAMPING];
  }
  set linearDamping(value: number) {
    const state = this.#change('linearDamping');
    requireNotBelow0('linearDamping', value);
    state.bodies.damping[this.id * DAMPING_STRIDE + LINEAR_DAMPING] = value;
    state.bodies.revision++;
  }

  /** Damping of the angular velocity, 1/s, >= 0. */
  get angularDamping(): number {
    return this.#live('angularDamping').bodies.damping[this.id * DAMPING_STRIDE + ANGULAR_DAMPING];
  }
  set angularDamping(value: number) {
    const state = this.#change('angularDamping');
    requireNotBelow0('angularDamping', value);
    state.bodies.damping[this.id * DAMPING_STRIDE + ANGULAR_DAMPING] = value;
    state.bodies.revision++;
  }

  /** Whether the rotation is locked. */
  get fixedRotation(): boolean {
    return this.#flag('fixedRotation', BODY_FIXED_ROTATION);
  }
  set fixedRotation(value: boolean) {
    this.#lock('fixedRotation', BODY_FIXED_ROTATION, W, value);
  }

  /** Whether the displacement along the world's x axis is locked; see `BodyDefinition.lockX`. */
  get lockX(): boolean {
    return this.#flag('lockX', BODY_LOCK_X);
  }
  set lockX(value: boolean) {
    this.#lock('lockX', BODY_LOCK_X, VX, value);
  }

  /** Whether the displacement along the world's y axis is locked. */
  get lockY(): boolean {
    return this.#flag('lockY', BODY_LOCK_Y);
  }
  set lockY(value: boolean) {
    this.#lock('lockY', BODY_LOCK_Y, VY, value);
  }

  /** Whether continuous collision applies to moving bodies too. */
  get isBullet(): boolean {
    return this.#flag('isBullet', BODY_BULLET);
  }
  set isBullet(value: boolean) {
    const state = this.#setFlag('isBullet', BODY_BULLET, value);
    if (state !== null) state.obstacleRevision++;
  }

  /** Whether the body may fall asleep. */
  get allowSleep(): boolean {
    return this.#flag('allowSleep', BODY_ALLOW_SLEEP);
  }
  set allowSleep(value: boolean) {
    const state = this.#setFlag('allowSleep', BODY_ALLOW_SLEEP, value);
    if (state !== null && !value) wakeBody(state, this.id);
  }

  /** Whether the body takes part in the simulation and is found by queries. */
  get isEnabled(): boolean {
    return this.#flag('isEnabled', BODY_ENABLED);
  }
  set isEnabled(value: boolean) {
    const state = this.#change('isEnabled');
    requireBoolean('isEnabled', value);
    setEnabled(state, this.id, value);
  }

  /**
   * Whether the body is currently simulated: enabled, not static, not asleep, not frozen. Set it to true to wake a sleeping dynamic
   * body, or to false to stop it and put it to sleep. Both include everything that the body touches or is joined to. A body connected
   * to a moving kinematic body cannot be put to sleep. Every change that may move a body wakes it (damping, `isBullet` and `allowSleep:
   * true` do not, nor does a value that it has already, a velocity of 0, or a force or impulse of 0), and so does whatever comes to
   * touch it, be it a wall that is moved to it, except sensors and bodies that are asleep themselves. It falls asleep again after half
   * a second at rest.
   */
  get isAwake(): boolean {
    return this.#live('isAwake').bodies.awakeIndex[this.id] >= 0;
  }
  set isAwake(value: boolean) {
    const state = this.#change('isAwake');
    requireBoolean('isAwake', value);
    if (value) wakeBody(state, this.id);
    else forceSleep(state, this.id);
  }

  /** Whether the body became non-finite inside a step. It is then held at its last finite pose, at rest, and cannot move. */
  get isFrozen(): boolean {
    return this.#flag('isFrozen', BODY_FROZEN);
  }

  /** Simulates a frozen body again, starting from rest. */
  unfreeze(): void {
    unfreeze(this.#change('unfreeze'), this.id);
  }

  // ── Forces and impulses ───────────────────────────────────────────────────────────────────────────────────────
  // They act only on dynamic bodies; other bodies behave as if their mass were infinite. A force acts in the next step; a body that
  // does not take part in that step (disabled, frozen, put to sleep meanwhile) never gets it.

  /**
   * Adds a force, N, for the next step, and wakes the body. The force acts at `worldPoint`, m, in the coordinates of the world; without it,
   * at the centre of mass, so that it turns nothing.
   */
  applyForce(force: Vec2, worldPoint?: Vec2): void {
    const state = this.#change('applyForce');
    requireMagnitude2('force', force);
    this.#push(state, force.x, force.y, this.#moment(force, worldPoint));
  }

  /** Adds a torque, N m, for the next step. */
  applyTorque(torque: number): void {
    const state = this.#change('applyTorque');
    this.#push(state, 0, 0, requireMagnitude('torque', torque));
  }

  /**
   * Changes the velocities at once by an impulse, N s, at `worldPoint`, m, in the coordinates of the world; without it, at the centre of
   * mass, so that the angular velocity stays.
   */
  applyImpulse(impulse: Vec2, worldPoint?: Vec2): void {
    const state = this.#change('applyImpulse');
    requireMagnitude2('impulse', impulse);
    this.#kick(state, impulse.x, impulse.y, this.#moment(impulse, worldPoint));
  }

  /** Changes the angular velocity at once by an angular impulse, N m s. */
  applyAngularImpulse(impulse: number): void {
    const state = this.#change('applyAngularImpulse');
    this.#kick(state, 0, 0, requireMagnitude('impulse', impulse));
  }

  // ── Shapes ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The shapes in order of creation, in a new array. */
  get shapes(): BodyShape[] {
    const state = this.#live('shapes');
    const list: BodyShape[] = [];
    for (let id = state.bodies.firstShape[this.id]; id >= 0; id = state.shapes.next[id]) {
      list.push(state.shapeHandles[id]!);
    }
    return list;
  }

  /** Adds a shape and updates the mass and the centre of mass. Throws an `InputError` for an invalid definition. */
  createShape(definition: ShapeDefinition): BodyShape {
    const state = this.#change('createShape');
    validateShapeDefinition(definition, '', state.solver.capabilities, this.type);
    const id = addShape(state, this.id, definition);
    const shape = new BodyShape(state, this, id, definition.userData);
    state.shapeHandles[id] = shape;
    if (this.isEnabled) enterShape(state, id);
    reshape(state, this.id, id);
    return shape;
  }

  // ── Inside ────────────────────────────────────────────────────────────────────────────────────────────────────

  #live(use: string): WorldState {
    return this.#state.live('body', this, use);
  }

  #change(use: string): WorldState {
    return this.#state.change('body', this, use);
  }

  /** The numbers at `place` and after it of the pose or motion, frozen: who writes to the copy means the body. */
  #pair(use: string, store: 'pose' | 'motion', place: number): Readonly<Vec2> {
    const numbers = this.#live(use).bodies[store];
    const o = this.id * BODY_STRIDE + place;
    return Object.freeze({ x: numbers[o], y: numbers[o + 1] });
  }

  /** Moment about the centre of mass of a force, or an impulse, at a world point, by default that centre. */
  #moment(force: Vec2, worldPoint?: Vec2): number {
    if (worldPoint === undefined) return 0;
    requireMagnitude2('worldPoint', worldPoint);
    const { x, y } = this.worldCenter;
    return (worldPoint.x - x) * force.y - (worldPoint.y - y) * force.x;
  }

  #requireMovable(field: string, value: unknown): void {
    const { bodies } = this.#state;
    if (bodies.type[this.id] === STATIC) throw new InputError(field, value, 'a body that is not static');
    if ((bodies.flags[this.id] & BODY_FROZEN) !== 0) {
      throw new InputError(field, value, 'a body that is not frozen; see unfreeze');
    }
  }

  #flag(name: string, bit: number): boolean {
    return (this.#live(name).bodies.flags[this.id] & bit) !== 0;
  }

  /** Locks or frees an axis, or the rotation. Locking sets the velocity along it to 0. */
  #lock(name: string, bit: number, axis: number, value: boolean): void {
    const state = this.#setFlag(name, bit, value);
    if (state === null) return;
    if (value) state.bodies.motion[this.id * BODY_STRIDE + axis] = 0;
    updateMass(state, this.id);
    state.bodies.revision++;
    wakeBody(state, this.id);
  }

  /** @returns null if the flag has the value already */
  #setFlag(name: string, bit: number, value: boolean): WorldState | null {
    const state = this.#change(name);
    if (requireBoolean(name, value) === this.#flag(name, bit)) return null;
    state.bodies.flags[this.id] ^= bit;
    return state;
  }

  #push(state: WorldState, fx: number, fy: number, torque: number): void {
    const { bodies } = state;
    if (bodies.type[this.id] !== DYNAMIC) return;
    const o = this.id * BODY_STRIDE;
    if (fx !== 0 || fy !== 0 || torque !== 0) wakeBody(state, this.id);
    if (bodies.awakeIndex[this.id] < 0) return;
    bodies.isDisturbed = true;
    bodies.mass[o + FX] += fx;
    bodies.mass[o + FY] += fy;
    bodies.mass[o + TORQUE] += torque;
  }

  #kick(state: WorldState, px: number, py: number, angular: number): void {
    const { motion, mass } = state.bodies;
    const o = this.id * BODY_STRIDE;
    if (px !== 0 || py !== 0 || angular !== 0) wakeBody(state, this.id);
    motion[o + VX] += px * mass[o + INV_MASS];
    motion[o + VY] += py * mass[o + INV_MASS];
    motion[o + W] += angular * mass[o + INV_INERTIA];
  }
}
