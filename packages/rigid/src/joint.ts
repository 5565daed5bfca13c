import { InputError, requireBoolean, type Vec2, wrapAngle } from '@otedama/math2d';
import type { Body } from './body.js';
import { wakeJoined } from './joint-activity.js';
import type { JointDefinition } from './joint-definitions.js';
import { kindsWith, requireAxis } from './joint-fields.js';
import { changeRatio, read2, relativeAngle, unitAxis } from './joint-frames.js';
import {
  ANCHOR_AX,
  ANCHOR_BX,
  AXIS_X,
  AXIS_Y,
  BREAK_FORCE,
  BREAK_TORQUE,
  DAMPING_RATIO,
  EXTRA0,
  EXTRA1,
  HERTZ,
  JOINT_ANGLE,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  JOINT_STRIDE,
  type JointKind,
  jointKinds,
  LENGTH,
  LOWER,
  MAXIMUM_FORCE,
  MAXIMUM_TORQUE,
  MOTOR_SPEED,
  RATIO,
  REACTION_TORQUE,
  REACTION_X,
  REFERENCE_ANGLE,
  UNLIMITED,
  UPPER,
} from './joint-layout.js';
import { readJoint } from './joint-reading.js';
import { requireRatio } from './joint-validation.js';
import { requireAbove0, requireMagnitude, requireMagnitude2, requireNotBelow0 } from './validate.js';
import type { WorldState } from './world-state.js';

const anchoredKinds = kindsWith('localAnchorA');
const axisKinds = kindsWith('localAxisA');
const springKinds = kindsWith('hertz');
const ratioKinds = kindsWith('ratio');
const motorKinds = kindsWith('motorSpeed');
const limitKinds = kindsWith('lower');
const forceKinds = kindsWith('maximumForce', 'maximumMotorForce');
const torqueKinds = kindsWith('maximumTorque', 'maximumMotorTorque');

/** Field of the record that `Joint.rest` reads and writes, by kind. */
const restPlaces: Readonly<Partial<Record<JointKind, number>>> = {
  distance: LENGTH,
  rope: UPPER,
  prismatic: EXTRA0,
  revolute: EXTRA0,
  rotarySpring: REFERENCE_ANGLE,
  motor: LENGTH,
};

const restKinds = Object.keys(restPlaces) as JointKind[];

/**
 * A joint in a world. A setter wakes its bodies if the value changes; a game may set the same value in every step, and they sleep. Its
 * handle becomes invalid when the joint breaks, or when the joint or one of its bodies is destroyed. Using an invalid handle throws an
 * `InputError`, and so does a change inside a step or an invalid number; only `isValid` can always be read.
 */
export class Joint {
  /** Slot of the joint. Slots of destroyed joints are reused. */
  readonly id: number;
  /** Distinguishes joints that use the same slot one after another; 0 for the first one. */
  readonly generation: number;
  readonly #state: WorldState;
  #userData: unknown;

  /** @internal Worlds make joints: see `World.createJoint`. */
  constructor(state: WorldState, id: number) {
    this.#state = state;
    this.id = id;
    this.generation = state.joints.generation[id];
    Object.freeze(this);
  }

  /** Whether the joint is still in its world. */
  get isValid(): boolean {
    return this.#state.jointHandles[this.id] === this;
  }

  /** Any data of yours. */
  get userData(): unknown {
    return this.#userData;
  }
  set userData(value: unknown) {
    this.#userData = value;
  }

  /** The kind of joint; it does not change. */
  get kind(): JointKind {
    return kindOf(this.#live('kind'), this.id);
  }

  /** The first body; null if B is joined to the world. */
  get bodyA(): Body | null {
    const state = this.#live('bodyA');
    const slot = state.joints.index[this.id * JOINT_INDEX_STRIDE + JOINT_BODY_A];
    return slot < 0 ? null : state.bodyHandles[slot];
  }

  /** The second body; for a grab joint the body that is pulled. */
  get bodyB(): Body {
    const state = this.#live('bodyB');
    return state.bodyHandles[state.joints.index[this.id * JOINT_INDEX_STRIDE + JOINT_BODY_B]]!;
  }

  /** World point that a grab joint pulls to, m. */
  get target(): Readonly<Vec2> {
    return this.#read2('target', ANCHOR_AX);
  }
  set target(value: Vec2) {
    this.#write2('target', ANCHOR_AX, value, ['grab']);
  }

  /**
   * Anchor on A in its body frame, m; a world point if A is the world. Lengths and offsets that the joint keeps stay as they are when it is
   * set; if that stretches the joint, it pulls its bodies to the new place without giving them that velocity. Setting it throws an
   * `InputError` for kinds without anchors, and for `grab` (set `target`) and `groove`.
   */
  get localAnchorA(): Readonly<Vec2> {
    return this.#read2('localAnchorA', ANCHOR_AX);
  }
  set localAnchorA(value: Vec2) {
    this.#write2('localAnchorA', ANCHOR_AX, value, anchoredKinds);
  }
  /** Anchor on B in its body frame, m, like `localAnchorA`; that of a grab or groove joint can be set too. */
  get localAnchorB(): Readonly<Vec2> {
    return this.#read2('localAnchorB', ANCHOR_BX);
  }
  set localAnchorB(value: Vec2) {
    this.#write2('localAnchorB', ANCHOR_BX, value, ['grab', 'groove', ...anchoredKinds]);
  }

  /** Unit axis of a prismatic or wheel joint in the frame of A. It is set with any length above 0. Throws an `InputError` for other kinds. */
  get localAxisA(): Readonly<Vec2> {
    return this.#read2('localAxisA', AXIS_X, axisKinds);
  }
  set localAxisA(value: Vec2) {
    const axis = unitAxis(requireAxis('localAxisA', value));
    this.#write2('localAxisA', AXIS_X, axis, axisKinds);
  }

  /** Current world position of the anchor on A, m. */
  get worldAnchorA(): Readonly<Vec2> {
    const local = this.localAnchorA;
    return this.bodyA?.getWorldPoint(local) ?? local;
  }
  /** Current world position of the anchor on B, m. */
  get worldAnchorB(): Vec2 {
    return this.bodyB.getWorldPoint(this.localAnchorB);
  }

  /**
   * Current angle of B relative to A, minus the reference angle, rad. For revolute, prismatic, weld and motor joints, rotary springs,
   * rotary limits and ratchets it is not wrapped. For other kinds, such as wheels, it is in [-pi, pi].
   */
  get angle(): number {
    const state = this.#live('angle');
    const { data, index } = state.joints;
    const j = this.id * JOINT_STRIDE;
    const i = this.id * JOINT_INDEX_STRIDE;
    const angle = relativeAngle(state, index[i + JOINT_BODY_A], index[i + JOINT_BODY_B]);
    const before = data[j + JOINT_ANGLE];
    return before + wrapAngle(angle - before) - data[j + REFERENCE_ANGLE];
  }

  /**
   * World point that the rope of a pulley runs over on the side of A, m. The rope keeps its length when it is set. Throws an `InputError` for
   * other kinds.
   */
  get groundAnchorA(): Readonly<Vec2> {
    return this.#read2('groundAnchorA', AXIS_X, ['pulley']);
  }
  set groundAnchorA(value: Vec2) {
    this.#write2('groundAnchorA', AXIS_X, value, ['pulley']);
  }
  /** World point that the rope of a pulley runs over on the side of B, m, like `groundAnchorA`. */
  get groundAnchorB(): Readonly<Vec2> {
    return this.#read2('groundAnchorB', EXTRA0, ['pulley']);
  }
  set groundAnchorB(value: Vec2) {
    this.#write2('groundAnchorB', EXTRA0, value, ['pulley']);
  }

  /** Current distance between the two anchors, m. */
  get length(): number {
    const a = this.worldAnchorA;
    const b = this.worldAnchorB;
    return Math.sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  }

  /**
   * Distance of anchor B from anchor A along the axis, m: the coordinate of a prismatic joint, the travel of a wheel's suspension, or
   * the position of a groove's pin from `grooveStart`. Throws an `InputError` for other kinds.
   */
  get translation(): number {
    const { data } = this.#live('translation', ['prismatic', 'wheel', 'groove']).joints;
    const a = this.worldAnchorA;
    const b = this.worldAnchorB;
    const apart = { x: b.x - a.x, y: b.y - a.y };
    const { x, y } = this.bodyA?.getLocalVector(apart) ?? apart;
    const j = this.id * JOINT_STRIDE;
    return data[j + AXIS_X] * x + data[j + AXIS_Y] * y;
  }

  /**
   * The value to which the joint or its spring drives its coordinate: `length` of a distance joint and `maximumLength` of a rope, m;
   * `springTranslation` of a prismatic joint, m; `springAngle` of a revolute joint, `restAngle` of a rotary spring and
   * `angularOffset` of a motor joint, rad, any. Set it to wind in a rope (> 0), lengthen a rod (>= 0) or turn a servo. A rope or rod closes
   * a share of the difference in each step, without giving its bodies that velocity. To lift loads, use the motor of a distance joint.
   * Throws an `InputError` for other kinds.
   */
  get rest(): number {
    return this.#read('rest', this.#restPlace(this.#live('rest', restKinds)));
  }
  set rest(value: number) {
    const place = this.#restPlace(this.#change('rest', restKinds));
    if (this.kind === 'rope') requireAbove0('rest', value);
    else if (this.kind === 'distance') requireNotBelow0('rest', value);
    else requireMagnitude('rest', value);
    this.#write(place, value);
  }

  /** Target of anchor B of a motor joint relative to anchor A, in the frame of A, m. Throws an `InputError` for other kinds. */
  get linearOffset(): Readonly<Vec2> {
    return this.#read2('linearOffset', EXTRA0, ['motor']);
  }
  set linearOffset(value: Vec2) {
    this.#write2('linearOffset', EXTRA0, value, ['motor']);
  }

  /**
   * Ratio of a gear (not 0) or a pulley (> 0). Setting it moves nothing: from then on the bodies move in the new ratio, a gear from their
   * present angles, a pulley with a rope of the present length. Throws an `InputError` for other kinds.
   */
  get ratio(): number {
    return this.#read('ratio', RATIO, ratioKinds);
  }
  set ratio(value: number) {
    const state = this.#change('ratio', ratioKinds);
    requireRatio('ratio', this.kind, value);
    if (value === this.ratio) return;
    changeRatio(state, this.id, value);
    wakeJoined(state, this.id);
  }

  /**
   * Force of the joint on B in the last step, N: the mean of the step for a joint that can break, otherwise the force at the end of
   * the step. It stays while both bodies sleep, and is 0 while one of them is disabled.
   */
  get reactionForce(): Readonly<Vec2> {
    return this.#read2('reactionForce', REACTION_X);
  }

  /** Torque of the joint's angular rows on B in the last step, N m. */
  get reactionTorque(): number {
    return this.#read('reactionTorque', REACTION_TORQUE);
  }

  /** Speed of the motor, m/s or rad/s. Setting it switches the motor on. The joint must be of a kind with a motor. */
  get motorSpeed(): number {
    return this.#read('motorSpeed', MOTOR_SPEED);
  }
  set motorSpeed(value: number) {
    this.#change('motorSpeed', motorKinds);
    requireMagnitude('motorSpeed', value);
    this.#write(MOTOR_SPEED, value);
    this.#setFlag(JOINT_MOTOR, true);
  }

  /** Whether the motor runs. */
  get isMotorEnabled(): boolean {
    return this.#hasFlag('isMotorEnabled', JOINT_MOTOR);
  }
  set isMotorEnabled(value: boolean) {
    this.#change('isMotorEnabled', value ? motorKinds : jointKinds);
    this.#setFlag(JOINT_MOTOR, requireBoolean('isMotorEnabled', value));
  }

  /**
   * Largest force, N, >= 0: `maximumMotorForce` of a distance or prismatic joint (`Infinity`: no limit), `maximumForce` of a grab (> 0),
   * motor or friction joint. Setting it for another kind throws an `InputError`; there it reads `Infinity`.
   */
  get maximumForce(): number {
    return this.#readLimit('maximumForce', MAXIMUM_FORCE);
  }
  set maximumForce(value: number) {
    this.#change('maximumForce', forceKinds);
    if (this.kind === 'grab') requireAbove0('maximumForce', value);
    this.#writeMaximum('maximumForce', MAXIMUM_FORCE, value, ['distance', 'prismatic']);
  }
  /**
   * Largest torque, N m, >= 0: `maximumMotorTorque` of a revolute or wheel joint, `maximumTorque` of a gear or ratchet (`Infinity`: no
   * limit), motor or friction joint. Setting it for another kind throws an `InputError`; there it reads `Infinity`.
   */
  get maximumTorque(): number {
    return this.#readLimit('maximumTorque', MAXIMUM_TORQUE);
  }
  set maximumTorque(value: number) {
    this.#change('maximumTorque', torqueKinds);
    this.#writeMaximum('maximumTorque', MAXIMUM_TORQUE, value, ['revolute', 'wheel', 'gear', 'ratchet']);
  }

  /**
   * Reaction force above which the joint breaks after a step, N, > 0; `Infinity` if no force breaks it. A grab joint does not break: setting
   * it throws an `InputError`.
   */
  get breakForce(): number {
    return this.#readLimit('breakForce', BREAK_FORCE);
  }
  set breakForce(value: number) {
    this.#writeBreak('breakForce', BREAK_FORCE, value);
  }
  /** Reaction torque above which the joint breaks after a step, N m, > 0, like `breakForce`. */
  get breakTorque(): number {
    return this.#readLimit('breakTorque', BREAK_TORQUE);
  }
  set breakTorque(value: number) {
    this.#writeBreak('breakTorque', BREAK_TORQUE, value);
  }

  /** Sets both limits, m or rad, with `lower` <= `upper`, and switches them on. */
  setLimits(lower: number, upper: number): void {
    this.#change('setLimits', limitKinds);
    requireMagnitude('lower', lower);
    requireMagnitude('upper', upper);
    if (lower > upper) throw new InputError('lower', lower, `at most the upper limit ${upper}`);
    this.#write(LOWER, lower);
    this.#write(UPPER, upper);
    this.#setFlag(JOINT_LIMIT, true);
  }

  /** Whether the limits apply; for a pulley, whether its rope can go slack. */
  get areLimitsEnabled(): boolean {
    return this.#hasFlag('areLimitsEnabled', JOINT_LIMIT);
  }
  set areLimitsEnabled(value: boolean) {
    this.#change('areLimitsEnabled', value ? [...limitKinds, 'pulley'] : jointKinds);
    this.#setFlag(JOINT_LIMIT, requireBoolean('areLimitsEnabled', value));
  }

  /** Frequency of the spring, Hz; 0 if there is none. Throws an `InputError` for kinds without a spring. */
  get hertz(): number {
    return this.#read('hertz', HERTZ, springKinds);
  }
  /** Damping ratio of the spring; 1 is critical. Without a spring it has no meaning. Throws an `InputError` for kinds without a spring. */
  get dampingRatio(): number {
    return this.#read('dampingRatio', DAMPING_RATIO, springKinds);
  }

  /**
   * Sets the spring of a joint that can have one: frequency, Hz, >= 0 (0 switches it off; a grab joint needs > 0), and damping
   * ratio, >= 0. For a weld this is the spring between the points; `setAngularSpring` sets the one of its angle.
   */
  setSpring(hertz: number, dampingRatio: number): void {
    this.#change('setSpring', springKinds);
    if (this.kind === 'grab') requireAbove0('hertz', hertz);
    else requireNotBelow0('hertz', hertz);
    requireNotBelow0('dampingRatio', dampingRatio);
    this.#write(HERTZ, hertz);
    this.#write(DAMPING_RATIO, dampingRatio);
    this.#setFlag(JOINT_SPRING, hertz > 0);
  }

  /** Sets the spring on the angle of a weld: frequency, Hz, >= 0 (0 is rigid), and damping ratio, >= 0. */
  setAngularSpring(hertz: number, dampingRatio: number): void {
    this.#change('setAngularSpring', ['weld']);
    requireNotBelow0('hertz', hertz);
    requireNotBelow0('dampingRatio', dampingRatio);
    this.#write(EXTRA0, hertz);
    this.#write(EXTRA1, dampingRatio);
  }

  /**
   * Returns a definition that creates the same joint again. A new joint starts within a turn, so a hinge loses the whole turns of its
   * `angle` if its limits do not tell them; a snapshot keeps them.
   */
  toDefinition(): JointDefinition<Body> {
    const state = this.#live('toDefinition');
    return readJoint(state, this.id, (slot) => state.bodyHandles[slot]!);
  }

  /** The number at a place of the record. */
  #read(use: string, place: number, kinds?: readonly JointKind[]): number {
    return this.#live(use, kinds).joints.data[this.id * JOINT_STRIDE + place];
  }

  /** The point or vector at a place of the record and the next one, frozen: who writes to the copy means the joint. */
  #read2(use: string, place: number, kinds?: readonly JointKind[]): Readonly<Vec2> {
    return Object.freeze(read2(this.#live(use, kinds).joints.data, this.id * JOINT_STRIDE + place));
  }

  #readLimit(use: string, place: number): number {
    const limit = this.#read(use, place);
    return limit === UNLIMITED ? Infinity : limit;
  }

  #hasFlag(use: string, flag: number): boolean {
    return (this.#live(use).joints.index[this.id * JOINT_INDEX_STRIDE + JOINT_FLAGS] & flag) !== 0;
  }

  #restPlace(state: WorldState): number {
    return restPlaces[kindOf(state, this.id)]!;
  }

  /** Writes a number, and wakes the bodies if it changes. */
  #write(place: number, value: number): void {
    const state = this.#state;
    const { data } = state.joints;
    if (data[this.id * JOINT_STRIDE + place] === value) return;
    data[this.id * JOINT_STRIDE + place] = value;
    wakeJoined(state, this.id);
  }

  /** Writes a point or vector of a joint of some kinds, m. */
  #write2(use: string, place: number, value: Vec2, kinds: readonly JointKind[]): void {
    this.#change(use, kinds);
    requireMagnitude2(use, value);
    this.#write(place, value.x);
    this.#write(place + 1, value.y);
  }

  /** Writes a largest force or torque, N or N m, >= 0; `Infinity` only for the kinds that may have no limit. */
  #writeMaximum(use: string, place: number, value: number, unlimited: readonly JointKind[]): void {
    if (value !== Infinity || !unlimited.includes(this.kind)) requireNotBelow0(use, value);
    this.#write(place, Math.min(value, UNLIMITED));
  }

  #writeBreak(use: string, place: number, value: number): void {
    this.#change(use);
    if (this.kind === 'grab') throw new InputError(`joint.${use}`, this.kind, 'a joint of another kind');
    if (value !== Infinity) requireAbove0(use, value);
    this.#write(place, Math.min(value, UNLIMITED));
  }

  /** Writes a flag, and wakes the bodies if it changes. */
  #setFlag(flag: number, on: boolean): void {
    const state = this.#state;
    const { index } = state.joints;
    const i = this.id * JOINT_INDEX_STRIDE + JOINT_FLAGS;
    if (on === ((index[i] & flag) !== 0)) return;
    index[i] ^= flag;
    state.joints.revision++;
    wakeJoined(state, this.id);
  }

  #live(use: string, kinds: readonly JointKind[] = jointKinds): WorldState {
    return requireKind(this.#state.live('joint', this, use), this.id, use, kinds);
  }

  #change(use: string, kinds: readonly JointKind[] = jointKinds): WorldState {
    return requireKind(this.#state.change('joint', this, use), this.id, use, kinds);
  }
}

function kindOf({ joints }: WorldState, slot: number): JointKind {
  return jointKinds[joints.index[slot * JOINT_INDEX_STRIDE + JOINT_KIND]];
}

function requireKind(state: WorldState, slot: number, use: string, kinds: readonly JointKind[]): WorldState {
  const kind = kindOf(state, slot);
  if (!kinds.includes(kind)) throw new InputError(`joint.${use}`, kind, `one of ${kinds.join(', ')}`);
  return state;
}
