// Public surface of @otedama/rigid. Written by `pnpm api`; not a module.

// ── @otedama/rigid ──

export const ANCHOR_AX = 0;
export const ANCHOR_AY = 1;
export const ANCHOR_BX = 2;
export const ANCHOR_BY = 3;
export const ANGULAR_DAMPING = 1;
export const AX = 0;
export const AXIS_X = 4;
export const AXIS_Y = 5;
export const AY = 1;
export const BASE_SEPARATION = 9;
export const BLOCKER_MASK = 31;
export const BODY_A = 2;
export const BODY_ALIVE = 1;
export const BODY_ALLOW_SLEEP = 16;
export const BODY_B = 3;
export const BODY_BULLET = 8;
export const BODY_ENABLED = 2;
export const BODY_FAST_ROTATION = 32;
export const BODY_FIXED_ROTATION = 4;
export const BODY_FROZEN = 64;
export const BODY_LOCK_X = 128;
export const BODY_LOCK_Y = 256;
export const BODY_PUT = 8192;
export const BODY_STRIDE = 8;
export const BOX_MARGIN_SHARE = 0.125;
export const BOX_STEPS_PER_METER = 1024;
export const BOX_STRIDE = 4;
export const BREAK_FORCE = 15;
export const BREAK_TORQUE = 16;
export const BX = 2;
export const BY = 3;
export class BareWorld {
  #private;
  constructor(definition: WorldDefinition, parts?: WorldParts);
  createBody(definition: BodyDefinition): Body;
  destroyBody(body: Body): void;
  get softBodies(): SoftBody[];
  get bodies(): Body[];
  get joints(): Joint[];
  bodyAt(slot: number): Body | null;
  shapeAt(id: number): BodyShape | null;
  get gravity(): Readonly<Vec2>;
  set gravity(value: Vec2);
  step(dt: number): void;
  get time(): number;
  get isLocked(): boolean;
  get events(): WorldEvents;
  get stats(): Readonly<WorldStats>;
  get profile(): Readonly<WorldProfile>;
  get solver(): Solver;
  get trace(): SolverTrace | null;
  set trace(value: SolverTrace | null);
  get bodyStore(): BodyStore;
  get contactStore(): ContactStore;
  get shapeStore(): ShapeStore;
  get geometryStore(): GeometryStore;
  get jointStore(): JointStore;
  get slotCount(): number;
}
export class Body {
  #private;
  readonly id: number;
  readonly generation: number;
  get isValid(): boolean;
  get name(): string | undefined;
  set name(value: string | undefined);
  get color(): readonly [number, number, number] | undefined;
  set color(value: readonly [number, number, number] | undefined);
  get userData(): unknown;
  set userData(value: unknown);
  get position(): Readonly<Vec2>;
  set position(value: Vec2);
  get angle(): number;
  set angle(value: number);
  setTransform(position: Vec2, angle: number): void;
  get worldCenter(): Readonly<Vec2>;
  get localCenter(): Readonly<Vec2>;
  getWorldPoint(localPoint: Vec2): Vec2;
  getLocalPoint(worldPoint: Vec2): Vec2;
  getWorldVector(localVector: Vec2): Vec2;
  getLocalVector(worldVector: Vec2): Vec2;
  get linearVelocity(): Readonly<Vec2>;
  set linearVelocity(value: Vec2);
  get angularVelocity(): number;
  set angularVelocity(value: number);
  getPointVelocity(worldPoint: Vec2): Vec2;
  get mass(): number;
  set mass(value: number);
  get givenMass(): number | undefined;
  get inertia(): number;
  get type(): BodyType;
  set type(value: BodyType);
  get gravityScale(): number;
  set gravityScale(value: number);
  get linearDamping(): number;
  set linearDamping(value: number);
  get angularDamping(): number;
  set angularDamping(value: number);
  get fixedRotation(): boolean;
  set fixedRotation(value: boolean);
  get lockX(): boolean;
  set lockX(value: boolean);
  get lockY(): boolean;
  set lockY(value: boolean);
  get isBullet(): boolean;
  set isBullet(value: boolean);
  get allowSleep(): boolean;
  set allowSleep(value: boolean);
  get isEnabled(): boolean;
  set isEnabled(value: boolean);
  get isAwake(): boolean;
  set isAwake(value: boolean);
  get isFrozen(): boolean;
  unfreeze(): void;
  applyForce(force: Vec2, worldPoint?: Vec2): void;
  applyTorque(torque: number): void;
  applyImpulse(impulse: Vec2, worldPoint?: Vec2): void;
  applyAngularImpulse(impulse: number): void;
  get shapes(): BodyShape[];
  createShape(definition: ShapeDefinition): BodyShape;
}
export interface BodyDefinition {
  readonly type?: BodyType;
  readonly position?: Vec2;
  readonly angle?: number;
  readonly linearVelocity?: Vec2;
  readonly angularVelocity?: number;
  readonly mass?: number;
  readonly gravityScale?: number;
  readonly linearDamping?: number;
  readonly angularDamping?: number;
  readonly fixedRotation?: boolean;
  readonly lockX?: boolean;
  readonly lockY?: boolean;
  readonly bullet?: boolean;
  readonly allowFastRotation?: boolean;
  readonly allowSleep?: boolean;
  readonly awake?: boolean;
  readonly enabled?: boolean;
  readonly name?: string | undefined;
  readonly color?: readonly [number, number, number] | undefined;
  readonly userData?: unknown;
  readonly shapes?: readonly ShapeDefinition[];
}
export class BodyShape {
  #private;
  readonly id: number;
  readonly generation: number;
  readonly body: Body;
  get isValid(): boolean;
  get userData(): unknown;
  set userData(value: unknown);
  get geometry(): Shape;
  get isSensor(): boolean;
  get material(): FullMaterial;
  setMaterial(material: Material): void;
  get filter(): FullFilter;
  setFilter(filter: Filter): void;
  get aabb(): Aabb;
  destroy(): void;
}
export class BodyStore {
  capacity: number;
  slots: number;
  count: number;
  motion: Float64Array;
  pose: Float64Array;
  mass: Float64Array;
  damping: Float64Array;
  placed: Float64Array;
  previous: Float64Array;
  sweepLimit: Float64Array;
  type: Uint8Array;
  flags: Int32Array;
  generation: Int32Array;
  newest: Int32Array;
  replaced: Uint8Array;
  stale: Uint8Array;
  awake: Int32Array;
  awakeCount: number;
  revision: number;
  refitCandidates: Int32Array;
  refitCandidateCount: number;
  movements: number;
  sweepCandidates: Int32Array;
  sweepCandidateCount: number;
  awakeIndex: Int32Array;
  firstShape: Int32Array;
  lastShape: Int32Array;
  firstEdge: Int32Array;
  maximumLinearSpeed: number;
  maximumAngularSpeed: number;
  maximumTranslation: number;
  restrained: Uint8Array;
  hasRestrained: boolean;
  placementTolerance: number;
  isDisturbed: boolean;
  isSettled: boolean;
  free: Int32Array;
  freeCount: number;
  allocate(): number;
  settlePose(slot: number): void;
  release(slot: number): void;
  setAwake(slot: number, awake: boolean): void;
  reserve(slots: number): void;
}
export type BodyType = 'static' | 'kinematic' | 'dynamic';
export interface BuoyancyDefinition extends FieldBase {
  readonly kind: 'buoyancy';
  readonly surface: Vec2;
  readonly normal?: Vec2;
  readonly density?: number;
  readonly flow?: Vec2;
  readonly linearDrag?: number;
  readonly angularDrag?: number;
}
export const C = 2;
export const COMPANY_SPEED = 1;
export const CONTACT_BEGUN = 2;
export const CONTACT_EMBEDDED = 64;
export const CONTACT_EVENTS = 4;
export const CONTACT_FACE = 128;
export const CONTACT_FLAGS = 4;
export const CONTACT_HIT_EVENTS = 8;
export const CONTACT_INDEX_STRIDE = 8;
export const CONTACT_PRE_SOLVE = 16;
export const CONTACT_SENSOR = 1;
export const CONTACT_SKIPPED = 32;
export const CONTACT_STRIDE = 32;
export const CORNER_SLOPE = 0.25;
export const CORNER_WIDTH: number;
export const COUNT = 5;
export const CREEP_MASK = 7;
export const CREEP_SPEED = 0.001;
export const CX = 4;
export const CY = 5;
export interface CanvasPen extends PathPen {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  save(): void;
  restore(): void;
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  beginPath(): void;
  fill(): void;
  stroke(): void;
}
export interface ChainDefinition extends Material, Pick<ShapeDefinition, 'filter' | 'contactEvents' | 'hitEvents' | 'preSolveEvents'> {
  readonly points: readonly Vec2[];
  readonly loop?: boolean;
  readonly freeSide?: 'left' | 'right';
}
export interface CharacterDefinition {
  readonly shape: Shape;
  readonly position: Vec2;
  readonly up?: Vec2;
  readonly maximumSlope?: number;
  readonly stepHeight?: number;
  readonly snapDistance?: number;
  readonly skin?: number;
  readonly mass?: number;
  readonly filter?: Filter;
  readonly accept?: (shape: BodyShape) => boolean;
}
export class CharacterMover {
  #private;
  get body(): Body;
  get state(): CharacterState;
  set state(value: CharacterState);
  constructor(world: BareWorld, definition: CharacterDefinition);
  get isGrounded(): boolean;
  get ground(): BodyShape | null;
  get groundNormal(): Readonly<Vec2>;
  get velocity(): Readonly<Vec2>;
  get isCrushed(): boolean;
  get touched(): readonly CharacterTouch[];
  move(velocity: Vec2, dt: number): void;
}
export interface CharacterPress {
  readonly force: number;
  readonly speed: number;
  readonly time: number;
  readonly share?: number;
  readonly error?: number;
}
export interface CharacterState {
  readonly ground: BodyShape | null;
  readonly groundNormal: Vec2;
  readonly velocity: Vec2;
  readonly press?: CharacterPress | null;
}
export interface CharacterTouch {
  readonly shape: BodyShape;
  readonly normal: Vec2;
}
export type CombineRule = 'average' | 'geometricMean' | 'minimum' | 'multiply' | 'maximum';
export interface ConcaveDefinition extends Material, Pick<ShapeDefinition, 'sensor' | 'filter' | 'contactEvents' | 'hitEvents' | 'preSolveEvents' | 'userData'> {
  readonly points: readonly Vec2[];
  readonly holes?: readonly (readonly Vec2[])[];
}
export interface ContactEvent {
  shapeA: BodyShape;
  shapeB: BodyShape;
}
export class ContactRows {
  data: Float64Array;
  reserve(count: number): void;
  prepare(world: SolverWorld): void;
}
export class ContactStore {
  #private;
  capacity: number;
  slots: number;
  count: number;
  index: Int32Array;
  data: Float64Array;
  cachedEdge: Int32Array;
  active: Int32Array;
  activeCount: number;
  activeIndex: Int32Array;
  touching: Int32Array;
  touchingCount: number;
  touchingRevision: number;
  revision: number;
  kept: Int32Array;
  bounced: Int32Array;
  bouncedCount: number;
  bounceSubsteps: number;
  edgeNext: Int32Array;
  edgePrevious: Int32Array;
  edgeOther: Int32Array;
  free: Int32Array;
  freeCount: number;
  create(shapeA: number, shapeB: number, bodyA: number, bodyB: number, flags: number, bodies: BodyStore): number;
  add(shapeA: number, shapeB: number, bodyA: number, bodyB: number, flags: number, bodies: BodyStore): number;
  embed(slot: number): void;
  noteBounce(slot: number, met: number, substeps: number): void;
  remove(slot: number, bodies: BodyStore): void;
  setActive(slot: number, active: boolean): void;
  keepActive(test: (bodyA: number, bodyB: number) => boolean): void;
  forget(): void;
  reserve(slots: number): void;
}
export class ContactView {
  #private;
  at(slot: number): this;
  get shapeA(): BodyShape;
  get shapeB(): BodyShape;
  get bodyA(): Body;
  get bodyB(): Body;
  get normalX(): number;
  get normalY(): number;
  get pointCount(): number;
  pointX(point: number): number;
  pointY(point: number): number;
  separation(point: number): number;
  normalImpulse(point: number): number;
  tangentImpulse(point: number): number;
  get friction(): number;
  set friction(value: number);
  get restitution(): number;
  set restitution(value: number);
  get tangentSpeed(): number;
  set tangentSpeed(value: number);
}
export interface ContactVisit {
  readonly pass: number;
  readonly phase: string;
  readonly slot: number;
  readonly row: number;
  readonly duration: number;
  readonly velocities: readonly [number, number, number];
  readonly targets: readonly [number, number, number];
  readonly before: readonly [number, number, number];
  readonly after: readonly [number, number, number];
  readonly isVisited: readonly [boolean, boolean];
}
export const DAMPING_RATIO = 9;
export const DAMPING_STRIDE = 4;
export const DC = 6;
export const DS = 7;
export const DX = 4;
export const DY = 5;
export const DYNAMIC = 2;
export interface DistanceJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring, JointLimits {
  readonly kind: 'distance';
  readonly length?: number;
  readonly motorSpeed?: number;
  readonly enableMotor?: boolean;
  readonly maximumMotorForce?: number;
}
export interface Divergence {
  readonly step: number;
  readonly differences: readonly StateDifference[];
}
export interface DrawOptions {
  readonly alpha?: number;
  readonly lineWidth?: number;
  readonly contacts?: boolean;
  readonly joints?: boolean;
  readonly color?: (shape: BodyShape) => string;
}
export const EMBEDDED_DEPTH: number;
export const EMBEDDED_GAP = 21;
export const EXTENT = 3;
export const EXTRA0 = 18;
export const EXTRA1 = 19;
export interface ExplosionDefinition {
  readonly position: Vec2;
  readonly radius: number;
  readonly falloff?: number;
  readonly impulsePerLength: number;
  readonly filter?: Filter;
}
export const FACE_TOLERANCE: number;
export const FIRST_CONTACT_TOLERANCES = 20;
export const FRICTION = 2;
export const FX = 4;
export const FY = 5;
export class Field<Definition extends {
  readonly kind: string;
} = {
  readonly kind: string;
}> {
  #private;
  get isValid(): boolean;
  get definition(): Definition;
  set definition(value: Definition);
  set(change: Partial<Omit<Definition, 'kind'>>): void;
  remove(): void;
}
export interface FieldBase {
  readonly region?: Aabb;
}
export type FieldDefinition = BuoyancyDefinition | WindDefinition;
export interface Filter {
  readonly category?: number;
  readonly mask?: number;
  readonly group?: number;
}
export interface FilterJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'filter';
}
export class FrameClock {
  #private;
  constructor(definition?: FrameClockDefinition);
  get timeStep(): number;
  get maximumFrame(): number;
  get isPaused(): boolean;
  set isPaused(value: boolean);
  get timeScale(): number;
  set timeScale(value: number);
  get alpha(): number;
  get steps(): number;
  requestStep(): void;
  reset(): void;
  advance(frame: number, step: (timeStep: number) => void): number;
}
export interface FrameClockDefinition {
  readonly timeStep?: number;
  readonly maximumFrame?: number;
  readonly timeScale?: number;
  readonly isPaused?: boolean;
}
export interface FrictionJointDefinition<Reference> extends JointBase<Reference>, JointAnchors {
  readonly kind: 'friction';
  readonly maximumForce?: number;
  readonly maximumTorque?: number;
}
export interface FrozenEvent {
  body: Body;
}
export type FullFilter = Required<Filter>;
export type FullMaterial = Required<Material>;
export const GRAB = 0;
export const GRAVITY_SCALE = 7;
export interface GearJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'gear';
  readonly ratio?: number;
  readonly maximumTorque?: number;
}
export interface GrabJointDefinition<Reference> {
  readonly kind: 'grab';
  readonly body: Reference;
  readonly localAnchor?: Vec2;
  readonly target?: Vec2;
  readonly hertz?: number;
  readonly dampingRatio?: number;
  readonly maximumForce?: number;
}
export interface GrooveJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'groove';
  readonly grooveStart: Vec2;
  readonly grooveEnd: Vec2;
  readonly localAnchorB?: Vec2;
}
export const HERTZ = 8;
export const HIT_SPEED_THRESHOLD = 1;
export interface HashSeries {
  readonly first: number;
  readonly hashes: readonly string[];
}
export interface HitEvent {
  shapeA: BodyShape;
  shapeB: BodyShape;
  x: number;
  y: number;
  normalX: number;
  normalY: number;
  approachSpeed: number;
  normalImpulse: number;
}
export const ID0 = 6;
export const ID1 = 7;
export const IMPULSE_ANGULAR = 22;
export const IMPULSE_LOWER = 25;
export const IMPULSE_MOTOR = 24;
export const IMPULSE_SPRING = 23;
export const IMPULSE_UPPER = 26;
export const IMPULSE_X = 20;
export const IMPULSE_Y = 21;
export const INERTIA = 3;
export const INERTIA_DOUBLINGS: number;
export const INERTIA_DOUBLINGS_STEP = 512;
export const INV_INERTIA = 1;
export const INV_MASS = 0;
export { InputError } from '@otedama/math2d';
export interface Invariants {
  readonly kineticEnergy: number;
  readonly potentialEnergy: number;
  readonly linearMomentum: Vec2;
  readonly angularMomentum: number;
  readonly deepestOverlap: number;
  readonly deepestPair: readonly [BodyShape, BodyShape] | null;
  readonly meanOverlap: number;
  readonly jointError: number;
}
export const JOINT_ANGLE = 27;
export const JOINT_BODY_A = 1;
export const JOINT_BODY_B = 2;
export const JOINT_COLLIDE_CONNECTED = 1;
export const JOINT_FLAGS = 3;
export const JOINT_INDEX_STRIDE = 4;
export const JOINT_KIND = 0;
export const JOINT_LIMIT = 2;
export const JOINT_MOTOR = 4;
export const JOINT_SPRING = 8;
export const JOINT_STRIDE = 32;
export class Joint {
  #private;
  readonly id: number;
  readonly generation: number;
  get isValid(): boolean;
  get userData(): unknown;
  set userData(value: unknown);
  get kind(): JointKind;
  get bodyA(): Body | null;
  get bodyB(): Body;
  get target(): Readonly<Vec2>;
  set target(value: Vec2);
  get localAnchorA(): Readonly<Vec2>;
  set localAnchorA(value: Vec2);
  get localAnchorB(): Readonly<Vec2>;
  set localAnchorB(value: Vec2);
  get localAxisA(): Readonly<Vec2>;
  set localAxisA(value: Vec2);
  get worldAnchorA(): Readonly<Vec2>;
  get worldAnchorB(): Vec2;
  get angle(): number;
  get groundAnchorA(): Readonly<Vec2>;
  set groundAnchorA(value: Vec2);
  get groundAnchorB(): Readonly<Vec2>;
  set groundAnchorB(value: Vec2);
  get length(): number;
  get translation(): number;
  get rest(): number;
  set rest(value: number);
  get linearOffset(): Readonly<Vec2>;
  set linearOffset(value: Vec2);
  get ratio(): number;
  set ratio(value: number);
  get reactionForce(): Readonly<Vec2>;
  get reactionTorque(): number;
  get motorSpeed(): number;
  set motorSpeed(value: number);
  get isMotorEnabled(): boolean;
  set isMotorEnabled(value: boolean);
  get maximumForce(): number;
  set maximumForce(value: number);
  get maximumTorque(): number;
  set maximumTorque(value: number);
  get breakForce(): number;
  set breakForce(value: number);
  get breakTorque(): number;
  set breakTorque(value: number);
  setLimits(lower: number, upper: number): void;
  get areLimitsEnabled(): boolean;
  set areLimitsEnabled(value: boolean);
  get hertz(): number;
  get dampingRatio(): number;
  setSpring(hertz: number, dampingRatio: number): void;
  setAngularSpring(hertz: number, dampingRatio: number): void;
  toDefinition(): JointDefinition<Body>;
}
export interface JointAnchors {
  readonly localAnchorA?: Vec2;
  readonly localAnchorB?: Vec2;
  readonly worldAnchorA?: Vec2;
  readonly worldAnchorB?: Vec2;
  readonly worldAnchor?: Vec2;
}
export interface JointBase<Reference> {
  readonly bodyA?: Reference | null;
  readonly bodyB: Reference;
  readonly collideConnected?: boolean;
  readonly breakForce?: number;
  readonly breakTorque?: number;
}
export interface JointBreakEvent {
  joint: Joint;
  bodyA: Body | null;
  bodyB: Body;
  x: number;
  y: number;
  force: number;
  torque: number;
}
export type JointDefinition<Reference> = GrabJointDefinition<Reference> | DistanceJointDefinition<Reference> | RopeJointDefinition<Reference> | RevoluteJointDefinition<Reference> | PrismaticJointDefinition<Reference> | WeldJointDefinition<Reference> | WheelJointDefinition<Reference> | MotorJointDefinition<Reference> | GearJointDefinition<Reference> | PulleyJointDefinition<Reference> | RatchetJointDefinition<Reference> | GrooveJointDefinition<Reference> | RotarySpringJointDefinition<Reference> | RotaryLimitJointDefinition<Reference> | FrictionJointDefinition<Reference> | FilterJointDefinition<Reference>;
export type JointKind = (typeof jointKinds)[number];
export interface JointLimits {
  readonly lower?: number;
  readonly upper?: number;
  readonly enableLimit?: boolean;
}
export interface JointSpring {
  readonly hertz?: number;
  readonly dampingRatio?: number;
}
export class JointStore {
  capacity: number;
  slots: number;
  count: number;
  index: Int32Array;
  data: Float64Array;
  generation: Int32Array;
  newest: Int32Array;
  active: Int32Array;
  activeCount: number;
  activeIndex: Int32Array;
  revision: number;
  free: Int32Array;
  freeCount: number;
}
export const KINEMATIC = 1;
export const LEAST_MASS = 1e-24;
export const LENGTH = 7;
export const LINEAR_DAMPING = 0;
export const LINEAR_SLOP = 0.005;
export const LOWER = 10;
export const LX = 6;
export const LY = 7;
export const MASS = 2;
export const MAXIMUM_BOX_MARGIN = 0.05;
export const MAXIMUM_FORCE = 13;
export const MAXIMUM_LINEAR_SPEED = 400;
export const MAXIMUM_MAGNITUDE = 1000000000000;
export const MAXIMUM_ROTATION: number;
export const MAXIMUM_TIME_STEP = 1;
export const MAXIMUM_TORQUE = 14;
export const MAXIMUM_TURNS = 1024;
export const MOTOR_SPEED = 12;
export interface Material {
  readonly density?: number;
  readonly friction?: number;
  readonly restitution?: number;
  readonly tangentSpeed?: number;
  readonly rollingResistance?: number;
  readonly frictionCombine?: CombineRule;
  readonly restitutionCombine?: CombineRule;
}
export interface MotorJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring {
  readonly kind: 'motor';
  readonly hertz?: number;
  readonly dampingRatio?: number;
  readonly linearOffset?: Vec2;
  readonly angularOffset?: number;
  readonly maximumForce?: number;
  readonly maximumTorque?: number;
}
export const NORMAL_IMPULSE = 5;
export const NORMAL_VELOCITY = 8;
export const NX = 0;
export const NY = 1;
export const PLACED_C = 2;
export const PLACED_CX = 4;
export const PLACED_CY = 5;
export const PLACED_S = 3;
export const PLACED_X = 0;
export const PLACED_Y = 1;
export const PLACEMENT_TOLERANCE: number;
export const POINT0 = 8;
export const POINT1 = 22;
export const POINT_STRIDE: number;
export const PREVIOUS_STRIDE = 4;
export interface PathPen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, startAngle: number, endAngle: number): void;
  closePath(): void;
}
export interface Picture {
  readonly pixel: number;
  readonly bounds: Readonly<Aabb>;
}
export interface PictureCanvas {
  width: number;
  height: number;
  readonly clientWidth?: number;
  readonly clientHeight?: number;
}
export interface PictureOptions {
  readonly alignX?: number;
  readonly alignY?: number;
  readonly pixelRatio?: number;
}
export interface PicturePen {
  readonly canvas: PictureCanvas;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  getTransform(): {
    a: number;
    b: number;
    c: number;
    d: number;
    e: number;
    f: number;
  };
  clearRect(x: number, y: number, width: number, height: number): void;
}
export interface PrismaticJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring, JointLimits {
  readonly kind: 'prismatic';
  readonly localAxisA?: Vec2;
  readonly referenceAngle?: number;
  readonly springTranslation?: number;
  readonly motorSpeed?: number;
  readonly enableMotor?: boolean;
  readonly maximumMotorForce?: number;
}
export interface PulleyJointDefinition<Reference> extends JointBase<Reference>, JointAnchors {
  readonly kind: 'pulley';
  readonly groundAnchorA: Vec2;
  readonly groundAnchorB: Vec2;
  readonly ratio?: number;
  readonly canGoSlack?: boolean;
}
export interface QueryFilter extends Filter {
  readonly sensors?: boolean;
  readonly accept?: (shape: BodyShape) => boolean;
}
export const RADIUS_A = 18;
export const RADIUS_B = 19;
export const RATIO = 17;
export const REACTION_TORQUE = 30;
export const REACTION_X = 28;
export const REACTION_Y = 29;
export const REFERENCE_ANGLE = 6;
export const RESTITUTION = 3;
export const RESTITUTION_THRESHOLD = 1;
export const ROLLING = 5;
export const ROLLING_FACE = 20;
export const ROLLING_IMPULSE = 6;
export interface RatchetJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'ratchet';
  readonly pitch: number;
  readonly phase?: number;
  readonly maximumTorque?: number;
}
export interface RayCastHit {
  readonly shape: BodyShape;
  readonly fraction: number;
  readonly point: Vec2;
  readonly normal: Vec2;
}
export interface RayQueryFilter extends QueryFilter {
  readonly solid?: boolean;
}
export interface RecordedContact {
  readonly shapeA: number;
  readonly shapeB: number;
  readonly bodyA: number;
  readonly bodyB: number;
  readonly normalX: number;
  readonly normalY: number;
  readonly friction: number;
  readonly restitution: number;
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
  }[];
  readonly rows: readonly TracedRow[];
}
export interface RecordedFit extends TracedFit {
  readonly shapeA: number;
  readonly shapeB: number;
}
export interface RecordedGoals {
  readonly substep: number;
  readonly softBody: number;
  readonly particles: Float64Array;
  readonly goals: Float64Array;
}
export class Recording<Input = undefined> {
  #private;
  constructor(world: BareWorld, options?: RecordingOptions<Input>);
  get world(): BareWorld;
  get first(): number;
  get last(): number;
  get step(): number;
  get byteLength(): number;
  get hashes(): readonly string[];
  record(timeStep: number, input: Input): void;
  seek(step: number): void;
  amend(step: number, input: Input): void;
  inputOf(step: number): Input;
}
export interface RecordingOptions<Input> {
  readonly apply?: (input: Input, step: number) => void;
  readonly react?: (input: Input, step: number) => void;
  readonly interval?: number;
  readonly length?: number;
  readonly hashes?: boolean;
  readonly save?: () => unknown;
  readonly load?: (saved: unknown) => void;
}
export interface RevoluteJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring, JointLimits {
  readonly kind: 'revolute';
  readonly referenceAngle?: number;
  readonly springAngle?: number;
  readonly motorSpeed?: number;
  readonly enableMotor?: boolean;
  readonly maximumMotorTorque?: number;
}
export interface RopeJointDefinition<Reference> extends JointBase<Reference>, JointAnchors {
  readonly kind: 'rope';
  readonly maximumLength?: number;
}
export interface RotaryLimitJointDefinition<Reference> extends JointBase<Reference>, JointLimits {
  readonly kind: 'rotaryLimit';
}
export interface RotarySpringJointDefinition<Reference> extends JointBase<Reference> {
  readonly kind: 'rotarySpring';
  readonly hertz?: number;
  readonly dampingRatio?: number;
  readonly restAngle?: number;
}
export const S = 3;
export const SCENE_FORMAT = "otedama-scene";
export const SCENE_VERSION = 1;
export const SEPARATION = 4;
export const SERIES_ROTATION_LIMIT = 0.8;
export const SHAPE_A = 0;
export const SHAPE_B = 1;
export const SHAPE_CONTACT_EVENTS = 2;
export const SHAPE_HIT_EVENTS = 4;
export const SHAPE_PRE_SOLVE = 8;
export const SHAPE_SENSOR = 1;
export const SLEEP_DELAY = 0.5;
export const SLEEP_SPEED = 0.05;
export const SLEEP_TIME = 2;
export const SNAPSHOT_VERSION = 6;
export const SPECULATIVE_DISTANCE: number;
export const STALE_TURN = 0.02;
export const STATIC = 0;
export const STEP_NORMAL_IMPULSE = 7;
export const SWEEP_CANDIDATE_SHARE = 0.99;
export interface Scene {
  readonly format: typeof SCENE_FORMAT;
  readonly version: typeof SCENE_VERSION;
  readonly name: string;
  readonly title?: string;
  readonly category?: string;
  readonly description?: string;
  readonly gravity: Vec2;
  readonly timeStep: number;
  readonly bodies: readonly BodyDefinition[];
  readonly joints?: readonly JointDefinition<number>[];
  readonly softBodies?: readonly SoftBodyDefinition[];
  readonly fields?: readonly FieldDefinition[];
  readonly character?: SceneCharacter;
  readonly camera?: SceneCamera;
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
export interface SceneCamera {
  readonly x: number;
  readonly y: number;
  readonly halfHeight: number;
  readonly halfWidth?: number;
}
export interface SceneCharacter {
  readonly position: Vec2;
}
export type SceneDescription = Pick<Scene, 'name' | 'timeStep'> & Partial<Pick<Scene, 'title' | 'category' | 'description' | 'character' | 'camera' | 'settings'>>;
export interface SensorEvent {
  sensor: BodyShape;
  visitor: BodyShape;
}
export interface ShapeCastHit {
  readonly shape: BodyShape;
  readonly fraction: number;
  readonly point: Vec2;
  readonly normal: Vec2;
}
export type ShapeDefinition = Shape & Material & {
  readonly sensor?: boolean;
  readonly filter?: Filter;
  readonly contactEvents?: boolean;
  readonly hitEvents?: boolean;
  readonly preSolveEvents?: boolean;
  readonly userData?: unknown;
};
export class ShapeStore {
  capacity: number;
  count: number;
  slots: number;
  body: Int32Array;
  next: Int32Array;
  generation: Int32Array;
  newest: Int32Array;
  flags: Int32Array;
  category: Int32Array;
  mask: Int32Array;
  group: Int32Array;
  frictionRule: Uint8Array;
  restitutionRule: Uint8Array;
  friction: Float64Array;
  restitution: Float64Array;
  tangentSpeed: Float64Array;
  rollingResistance: Float64Array;
  density: Float64Array;
  margin: Float64Array;
  inner: Float64Array;
  tight: Float64Array;
  fat: Float64Array;
  moved: Uint8Array;
  occupy(id: number, body: number): void;
  vacate(id: number): void;
  reserve(ids: number): void;
}
export interface SleepEvent {
  body: Body;
}
export class SnapshotError extends InputError {
  readonly fault: SnapshotFault;
  constructor(fault: SnapshotFault, field: string, value: unknown, expected: string);
}
export type SnapshotFault = 'damaged' | 'version' | 'solver' | 'options' | 'shapes';
export interface SnapshotOptions<Memory extends ArrayBufferLike = ArrayBufferLike> {
  readonly shapes?: boolean;
  readonly into?: Uint8Array<Memory>;
}
export class SoftBody {
  #private;
  readonly definition: SoftBodyDefinition;
  readonly plan: SoftBodyPlan;
  readonly particles: readonly Body[];
  get isValid(): boolean;
  get worldCenter(): Vec2;
  get skin(): Vec2[];
  get area(): number;
  get restArea(): number;
  get filter(): Required<SoftBodyFilter>;
  setFilter(filter: SoftBodyFilter): void;
  toDefinition(): SoftBodyDefinition;
}
export interface SoftBodyDefinition extends Material {
  readonly outline: readonly Vec2[];
  readonly position?: Vec2;
  readonly angle?: number;
  readonly linearVelocity?: Vec2;
  readonly angularVelocity?: number;
  readonly mass?: number;
  readonly particleRadius?: number;
  readonly modes?: SoftBodyModes;
  readonly compliance?: number;
  readonly damping?: number;
  readonly clusterSize?: number;
  readonly keepArea?: boolean;
  readonly filter?: SoftBodyFilter;
  readonly contactEvents?: boolean;
  readonly hitEvents?: boolean;
  readonly preSolveEvents?: boolean;
  readonly name?: string;
  readonly color?: readonly [number, number, number];
  readonly userData?: unknown;
}
export type SoftBodyFilter = Omit<Filter, 'group'>;
export interface SoftBodyLayout {
  readonly points: readonly Vec2[];
  readonly masses: readonly number[];
  readonly skin: number;
}
export type SoftBodyModes = 'linear' | 'quadratic' | 'free';
export interface SoftBodyPlan {
  readonly modes: SoftBodyModes;
  readonly compliance: number;
  readonly damping: number;
  readonly clusterSize: number;
  readonly keepArea: boolean;
  readonly mass: number;
  readonly radius: number;
  readonly layout: SoftBodyLayout;
}
export interface Solver {
  readonly name: string;
  readonly capabilities: SolverCapabilities;
  attach?(world: SolverWorld): void;
  step(world: SolverWorld, dt: number): void;
  readonly settings?: object;
  readonly state?: SolverState;
}
export interface SolverCapabilities {
  readonly restitution: boolean;
  readonly friction: boolean;
  readonly tangentSpeed: boolean;
  readonly rollingResistance: boolean;
  readonly joints: readonly JointKind[];
  readonly softBodies?: ((world: BareWorld, definition: SoftBodyDefinition) => SoftBody) | undefined;
}
export interface SolverState {
  save(): Float64Array;
  restore(state: Float64Array): void;
}
export interface SolverTrace {
  begin?(timeStep: number): void;
  row(row: TracedRow): void;
  goals?(substep: number, softBody: number, particles: Float64Array, goals: Float64Array): void;
  fit?(fit: TracedFit): void;
}
export interface SolverWorld {
  readonly bodies: BodyStore;
  readonly contacts: ContactStore;
  readonly joints: JointStore;
  readonly softBodies: readonly SoftBody[];
  readonly gravityX: number;
  readonly gravityY: number;
  readonly stats: Readonly<WorldStats>;
  collide(refreshes?: boolean, foresees?: boolean): void;
  trace: SolverTrace | null;
}
export interface StateDifference {
  readonly kind: 'world' | 'body' | 'shape' | 'contact' | 'joint';
  readonly id: number;
  readonly subject: string;
  readonly field: string;
  readonly a: number | undefined;
  readonly b: number | undefined;
}
export interface StepRecord {
  readonly time: number;
  readonly timeStep: number;
  readonly contacts: readonly RecordedContact[];
  readonly goals: readonly RecordedGoals[];
  readonly fits: readonly RecordedFit[];
}
export class StepRecorder implements SolverTrace {
  #private;
  constructor(world: BareWorld);
  get last(): StepRecord | null;
  stop(): void;
  begin(timeStep: number): void;
  row(row: TracedRow): void;
  goals(substep: number, softBody: number, particles: Float64Array, goals: Float64Array): void;
  fit(fit: TracedFit): void;
}
export class Substeps {
  #private;
  readonly count: number;
  constructor(count: number);
  begin(dt: number): number;
  collide(world: SolverWorld, h: number): boolean;
}
export const TANGENT_IMPULSE = 6;
export const TANGENT_SPEED = 4;
export const TORQUE = 6;
export const TOUCH_DISTANCE: number;
export const TURN_C = 6;
export const TURN_S = 7;
export interface TracedFit {
  readonly substep: number;
  readonly body: number;
  readonly slot: number;
  readonly before: TracedPose;
  readonly after: TracedPose;
  readonly pushes: readonly {
    readonly x: number;
    readonly y: number;
    readonly px: number;
    readonly py: number;
  }[];
}
export interface TracedPose {
  readonly x: number;
  readonly y: number;
  readonly c: number;
  readonly s: number;
}
export interface TracedRow {
  readonly pass: number;
  readonly phase: string;
  readonly row: 'normal' | 'friction';
  readonly slot: number;
  readonly point: number;
  readonly gap: number;
  readonly velocity: number;
  readonly target: number;
  readonly mass: number;
  readonly massScale: number;
  readonly impulseScale: number;
  readonly before: number;
  readonly impulse: number;
  readonly low: number;
  readonly high: number;
  readonly duration: number;
}
export const UNLIMITED: number;
export const UPPER = 11;
export const VX = 0;
export const VY = 1;
export const W = 2;
export interface WeldJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring {
  readonly kind: 'weld';
  readonly referenceAngle?: number;
  readonly angularHertz?: number;
  readonly angularDampingRatio?: number;
}
export interface WheelJointDefinition<Reference> extends JointBase<Reference>, JointAnchors, JointSpring, JointLimits {
  readonly kind: 'wheel';
  readonly localAxisA?: Vec2;
  readonly motorSpeed?: number;
  readonly enableMotor?: boolean;
  readonly maximumMotorTorque?: number;
}
export interface WindDefinition extends FieldBase {
  readonly kind: 'wind';
  readonly velocity: Vec2;
  readonly density?: number;
  readonly drag?: number;
  readonly lift?: number;
}
export class World extends BareWorld {
  constructor(definition: WorldDefinition);
  createJoint(definition: JointDefinition<Body>): Joint;
  destroyJoint(joint: Joint): void;
  createSoftBody(definition: SoftBodyDefinition): SoftBody;
  destroySoftBody(softBody: SoftBody): void;
  softBodyOf(body: Body): SoftBody | null;
  setCollisionEnabled(bodyA: Body, bodyB: Body, enabled: boolean): void;
  readTransforms(out: Float32Array | Float64Array, alpha?: number): number;
  forEachContact(visit: (contact: ContactView) => void): void;
  forEachBroadPhaseBox(visit: BoxVisitor): void;
  castRay(origin: Vec2, translation: Vec2, filter?: RayQueryFilter): RayCastHit | null;
  castRayAll(origin: Vec2, translation: Vec2, filter?: RayQueryFilter): RayCastHit[];
  overlapAABB(box: Aabb, filter?: QueryFilter): BodyShape[];
  overlapPoint(point: Vec2, filter?: QueryFilter): BodyShape[];
  touching(of: Body | BodyShape): BodyShape[];
  countTouching(): number;
  overlapShape(shape: Shape, pose?: Transform, filter?: QueryFilter): BodyShape[];
  castShape(shape: Shape, pose: Transform, translation: Vec2, filter?: QueryFilter): ShapeCastHit | null;
  invariants(): Invariants;
  stateHash(): string;
}
export interface WorldDefinition {
  readonly solver: Solver;
  readonly gravity?: Vec2;
  readonly broadPhase?: CreateBroadPhase;
  readonly speculativeDistance?: number;
  readonly placementTolerance?: number;
  readonly hitSpeed?: number;
  readonly sleeping?: boolean;
  readonly continuous?: boolean;
  readonly now?: () => number;
  readonly contactFilter?: (shapeA: BodyShape, shapeB: BodyShape) => boolean;
  readonly preSolve?: (contact: ContactView) => boolean;
}
export interface WorldEvents {
  readonly contactBegin: readonly Readonly<ContactEvent>[];
  readonly contactEnd: readonly Readonly<ContactEvent>[];
  readonly sensorBegin: readonly Readonly<SensorEvent>[];
  readonly sensorEnd: readonly Readonly<SensorEvent>[];
  readonly hit: readonly Readonly<HitEvent>[];
  readonly bodyFrozen: readonly Readonly<FrozenEvent>[];
  readonly bodySleep: readonly Readonly<SleepEvent>[];
  readonly jointBreak: readonly Readonly<JointBreakEvent>[];
  readonly bodyWake: readonly Readonly<SleepEvent>[];
  readonly bodyMove: readonly Body[];
}
export interface WorldProfile {
  step: number;
  refit: number;
  pairs: number;
  contacts: number;
  solve: number;
  events: number;
}
export interface WorldStats {
  steps: number;
  bodies: number;
  awakeBodies: number;
  shapes: number;
  joints: number;
  contacts: number;
  touchingContacts: number;
  newContacts: number;
  rebuiltManifolds: number;
  refreshedManifolds: number;
  placedBodies: number;
  movedShapes: number;
  sweptBodies: number;
  stoppedBodies: number;
}
export const X = 0;
export const Y = 1;
export function addBuoyancy(world: BareWorld, definition: BuoyancyDefinition): Field<BuoyancyDefinition>;
export function addField(world: BareWorld, definition: FieldDefinition): Field<BuoyancyDefinition> | Field<WindDefinition>;
export function addWind(world: BareWorld, definition: WindDefinition): Field<WindDefinition>;
export function applyContactImpulse(motion: Float64Array, rows: Float64Array, o: number, a: number, b: number, data: Float64Array, c: number, impulse: Float64Array): void;
export function applyGrabSprings(world: SolverWorld, h: number): void;
export function beginPicture(pen: PicturePen, area: Readonly<Aabb>, options?: PictureOptions): Picture;
export function chain(definition: ChainDefinition): ShapeDefinition[];
export function combine(ruleA: number, ruleB: number, a: number, b: number): number;
export const combineRules: readonly CombineRule[];
export function compareWorlds(worldA: BareWorld, worldB: BareWorld, limit?: number): StateDifference[];
export function concave(definition: ConcaveDefinition): ShapeDefinition[];
export namespace contactRow {
  export { ContactRows }
  export const GAP = 10;
  export const I1 = 1;
  export const I2 = 3;
  export const K11 = 12;
  export const K12 = 13;
  export const K1T = 15;
  export const K22 = 14;
  export const K2T = 16;
  export const KTT = 17;
  export const M1 = 0;
  export const M2 = 2;
  export const R1N = 4;
  export const R1T = 8;
  export const R2N = 5;
  export const R2T = 9;
  export const ROW_SCRATCH = 18;
  export const ROW_STRIDE = 19;
  export { applyContactImpulse }
}
export function createCharacter(world: BareWorld, definition: CharacterDefinition): CharacterMover;
export function createSoftBody(world: BareWorld, definition: SoftBodyDefinition): SoftBody;
export function createWorld(definition: WorldDefinition): World;
export function drawWorld(world: BareWorld, pen: CanvasPen, options?: DrawOptions): void;
export function explode(world: BareWorld, definition: ExplosionDefinition): number;
export function finalizePoses(bodies: BodyStore, turn?: number): number;
export function findFirstDivergence<InputA, InputB = InputA>(runA: Recording<InputA>, runB: Recording<InputB> | HashSeries): Divergence | null;
export function forEachRestingContact(contacts: ContactStore, bodies: BodyStore, visit: (contact: number) => void): void;
export function freeze(bodies: BodyStore, slot: number): void;
export function gravityInto(world: SolverWorld, slot: number): number;
export function holdLockedAxes({ motion, flags, awake, awakeCount }: BodyStore): void;
export function integratePositions(bodies: BodyStore, h: number, slots?: Int32Array, count?: number): void;
export function integrateVelocities(bodies: BodyStore, gravityX: number, gravityY: number, h: number, slots?: Int32Array, count?: number): void;
export function interpolatedPose(world: BareWorld, body: Body, alpha: number): Transform;
export const jointKinds: readonly ["grab", "distance", "rope", "revolute", "prismatic", "weld", "wheel", "motor", "gear", "pulley", "ratchet", "groove", "rotarySpring", "rotaryLimit", "friction", "filter"];
export function largestSurfaceSpeed(bodies: BodyStore): number;
export function loadScene(scene: Scene, definition: Omit<WorldDefinition, 'gravity'>): World;
export function mapJointBodies<From, To>(definition: JointDefinition<From>, rename: (body: From) => To): JointDefinition<To>;
export const materialFields: readonly (keyof Material)[];
export function moveTo(body: Body, position: Vec2, dt: number, angle?: number): void;
export function parseScene(text: string): Scene;
export function pointInPicture(pen: PicturePen, place: {
  readonly offsetX: number;
  readonly offsetY: number;
}): Vec2;
export function reboundSpeed(e: number, v: number, d: number, a: number, h: number): number;
export function refreshContact(data: Float64Array, d: number, count: number, pose: Float64Array, placed: Float64Array, a: number, b: number): void;
export function restoreSnapshot(world: BareWorld, snapshot: Uint8Array): void;
export function serializeScene(scene: Scene): string;
export function takeSnapshot<Memory extends ArrayBufferLike = ArrayBuffer>(world: BareWorld, options?: SnapshotOptions<Memory>): Uint8Array<ArrayBuffer | Memory>;
export function toScene(world: World, description: SceneDescription): Scene;
export function traceContactRows(trace: SolverTrace, world: SolverWorld, rows: Float64Array, visit: ContactVisit): void;
export function traceShape(pen: PathPen, shape: Shape): void;
export namespace turnedAnchor {
  export const EX = 4;
  export const EY = 5;
  export const R1X = 0;
  export const R1Y = 1;
  export const R2X = 2;
  export const R2Y = 3;
  export function turnAnchors(data: Float64Array, c: number, p: number, motion: Float64Array, a: number, b: number, out: Float64Array): void;
}
export function validateScene(value: unknown, capabilities?: SolverCapabilities): Scene;

// ── @otedama/rigid/bare ──

export { BareWorld }
export interface ContinuousPart {
  create(): ContinuousScratch;
  sweep(state: SweepingState): void;
  lookAhead(state: SweepingState): void;
  foresee(state: SweepingState, slot: number): boolean;
}
export interface SeamsPart {
  mend(state: WorldState, slot: number, count: number): number;
}
export { WorldDefinition }
export interface WorldParts {
  readonly continuous?: ContinuousPart | null;
  readonly seams?: SeamsPart | null;
}
export { addBuoyancy }
export { addWind }
export function castRay(world: BareWorld, origin: Vec2, translation: Vec2, filter?: RayQueryFilter): RayCastHit | null;
export function castRayAll(world: BareWorld, origin: Vec2, translation: Vec2, filter?: RayQueryFilter): RayCastHit[];
export function castShape(world: BareWorld, shape: Shape, pose: Transform, translation: Vec2, filter?: QueryFilter): ShapeCastHit | null;
export const continuous: ContinuousPart;
export function countTouching(world: BareWorld): number;
export { createCharacter }
export function createJoint(world: BareWorld, definition: JointDefinition<Body>): Joint;
export { createSoftBody }
export function createWorld(definition: WorldDefinition, parts?: WorldParts): BareWorld;
export function destroyJoint(world: BareWorld, joint: Joint): void;
export function destroySoftBody(world: BareWorld, softBody: SoftBody): void;
export { explode }
export function forEachBroadPhaseBox(world: BareWorld, visit: BoxVisitor): void;
export function forEachContact(world: BareWorld, visit: (contact: ContactView) => void): void;
export { interpolatedPose }
export function invariants(world: BareWorld): Invariants;
export { moveTo }
export function overlapAABB(world: BareWorld, box: Aabb, filter?: QueryFilter): BodyShape[];
export function overlapPoint(world: BareWorld, point: Vec2, filter?: QueryFilter): BodyShape[];
export function overlapShape(world: BareWorld, shape: Shape, pose?: Transform, filter?: QueryFilter): BodyShape[];
export function readTransforms(world: BareWorld, out: Float32Array | Float64Array, alpha?: number): number;
export const seams: SeamsPart;
export function setCollisionEnabled(world: BareWorld, bodyA: Body, bodyB: Body, enabled: boolean): void;
export function softBodyOf(world: BareWorld, body: Body): SoftBody | null;
export function stateHash(world: BareWorld): string;
export function touching(world: BareWorld, of: Body | BodyShape): BodyShape[];

// ── needed by these, exported by no entry ──

class ContinuousScratch {
  readonly obstacles: ObstacleList;
  readonly owed: OwedTime;
  readonly fast: IntList;
  roles: Uint8Array;
  before: Float64Array;
  readonly near: ProxyBuffer;
  readonly motion: SweepMotion;
  foresees: boolean;
  readonly foreseen: IntList;
  readonly bounces: ForeseenBounces;
  readonly hasty: IntList;
  readonly relative: SweepMotion;
  readonly stop: SweepMotion;
  readonly separation: PlacedSeparation;
  readonly pose: Float64Array;
  readonly box: Float64Array;
  readonly way: Float64Array;
  readonly wide: Float64Array;
  isKnown: boolean;
  readonly changed: IntList;
  farthest: number;
  duration: number;
  share: number;
  limit: number;
  isDeep: boolean;
  lift: number;
  isLifted: boolean;
  target: number;
  tolerance: number;
  cap: number;
  reach: number;
}
class EventList<T extends object> {
  #private;
  readonly items: T[];
  readonly pending: T[];
  constructor(lasts?: (event: T) => boolean);
  next(isStepping?: boolean): T;
  begin(): void;
  takeBack<M extends keyof T>(always: boolean, first: M, a: T[M] & Member, second: M, b: T[M] & Member): boolean;
}
class EventRecorder implements Readonly<{
  [Name in keyof RecordedEvents]: {
    items: RecordedEvents[Name];
  };
}> {
  #private;
  readonly contactBegin: EventList<ContactEvent>;
  readonly contactEnd: EventList<ContactEvent>;
  readonly sensorBegin: EventList<SensorEvent>;
  readonly sensorEnd: EventList<SensorEvent>;
  readonly hit: EventList<HitEvent>;
  readonly bodyFrozen: EventList<FrozenEvent>;
  readonly bodySleep: EventList<SleepEvent>;
  readonly jointBreak: EventList<JointBreakEvent>;
  readonly bodyWake: EventList<SleepEvent>;
  begin(): void;
}
class ForeseenBounces {
  areKnown: boolean;
  readonly hits: IntList;
  parts: Float64Array;
  times: Float64Array;
  taken: Uint8Array;
  reserve(contacts: number, bodies: number): void;
  timeOf(contact: number): number;
  insert(place: number, contact: number, path: SweepMotion): void;
}
class HandleShelf<T extends Handle> {
  #private;
  lent: readonly (T | null | undefined)[];
  note(handles: readonly (Handle | null | undefined)[]): void;
  keep(handle: T | null | undefined): void;
  put(handle: T): void;
  find(id: number, generation: number): T | undefined;
}
class IntList {
  items: Int32Array;
  count: number;
  constructor(capacity?: number);
  push(value: number): void;
}
class JointUpkeep {
  #private;
  constructor(state: WorldState);
  isJointed(body: number): boolean;
  breakOverloaded(): void;
  closeGaps(roles: Uint8Array): void;
  add(slot: number): void;
  drop(slot: number): void;
  addAll(): void;
  removeOf(body: number): void;
  clearImpulses(body: number): void;
  updateActivity(body: number): void;
  wakePartners(body: number): void;
  holdDriven(): void;
  meetPartners(body: number, untilMoved: boolean): number;
  rest(): void;
  resume(woken: Int32Array): void;
}
class ObstacleList {
  #private;
  readonly statics: IntList;
  readonly movingSensors: IntList;
  readonly bullets: IntList;
  update(state: WorldState): void;
}
class OwedTime {
  count: number;
  slots: Int32Array;
  data: Float64Array;
  paid: Int32Array;
  paidCount: number;
  times: Float64Array;
  isPaid: Uint8Array;
  bounces: Uint8Array;
  start: Float64Array;
  add({ pose }: BodyStore, slot: number, time: number): void;
  of(n: number, { awakeIndex, type, flags }: BodyStore, from: Float64Array, p: number): number;
}
class RetiredHandles {
  #private;
  readonly bodies: HandleShelf<Body>;
  readonly shapes: HandleShelf<RetiredShape>;
  readonly joints: HandleShelf<Joint>;
  readonly softBodies: SoftBody[];
  lentSoftBodies: readonly SoftBody[];
  keepShape(handle: BodyShape | null | undefined, geometry: Shape | null): void;
  note({ bodyHandles, shapeHandles, jointHandles, softBodies, events }: WorldState): void;
  lend(living: LivingHandles | null): void;
  keepSoftBody(softBody: SoftBody): void;
}
class SleepScratch {
  found: Int32Array;
  count: number;
  mark: Int32Array;
  search: number;
  metSoftBody: SoftBody | null;
  blocker: Int32Array;
  reserve(bodies: number): void;
}
class SweepMotion {
  x1: number;
  y1: number;
  c1: number;
  s1: number;
  x2: number;
  y2: number;
  c2: number;
  s2: number;
  lx: number;
  ly: number;
  rate: number;
  time: number;
  copy(from: SweepMotion): void;
  close(): void;
  writePose(pose: Float64Array): void;
  endAt(other: SweepMotion): void;
}
class WorldState implements SolverWorld, Omit<WorldSettings, 'placementTolerance'> {
  readonly bodies: BodyStore;
  readonly shapes: ShapeStore;
  readonly contacts: ContactStore;
  readonly joints: JointStore;
  readonly geometry: GeometryStore;
  readonly broadPhase: BroadPhase;
  readonly solver: Solver;
  readonly pairTable: PairTable;
  readonly pairs: PairBuffer;
  readonly newPairs: PairBuffer;
  readonly manifold: Manifold;
  readonly moved: IntList;
  readonly replacedBodies: IntList;
  readonly putBodies: IntList;
  readonly cluster: IntList;
  readonly disabledPairs: Set<number>;
  readonly jointedPairs: Map<number, number>;
  readonly givenMass: Map<number, number>;
  readonly bodyHandles: (Body | null)[];
  readonly shapeHandles: (BodyShape | null)[];
  readonly jointHandles: (Joint | null)[];
  jointUpkeep: JointUpkeep | null;
  readonly softBodies: SoftBody[];
  readonly particleOwners: Map<number, SoftBody>;
  readonly fields: HeldField[];
  softBodyCount: number;
  retired: RetiredHandles | null;
  readonly shapeGeometry: (Shape | null)[];
  readonly shapeMoments: (MassProperties | null)[];
  gravityX: number;
  gravityY: number;
  readonly speculativeDistance: number;
  readonly boxReach: number;
  readonly hitSpeed: number;
  readonly sleeping: boolean;
  readonly continuous: ContinuousPart | null;
  readonly sweeps: ContinuousScratch | null;
  readonly seams: SeamsPart | null;
  obstacleRevision: number;
  readonly sleep: SleepScratch;
  readonly now: () => number;
  readonly contactFilter: WorldSettings['contactFilter'];
  readonly preSolve: WorldSettings['preSolve'];
  readonly events: EventRecorder;
  readonly contactView: ContactView;
  readonly stats: WorldStats;
  readonly profile: WorldProfile;
  trace: SolverTrace | null;
  isStepping: boolean;
  askedBy: 'accept' | 'save' | 'load' | 'visit' | null;
  visits: number;
  collisions: number;
  steadyRevision: number;
  begunRevision: number;
  time: number;
  constructor(settings: WorldSettings, solver: Solver, createBroadPhase: (state: WorldState) => BroadPhase);
  collide(refreshes?: boolean, foresees?: boolean): void;
  markPut(slot: number): void;
  markMoved(shape: number): void;
  requireUnlocked(change: string): void;
  live(kind: HandleKind, handle: Handle, use: string): WorldState;
  change(kind: HandleKind, handle: Handle, use: string): WorldState;
  requireUnvisited(change: string): void;
}
interface ActiveField {
  readonly definition: {
    readonly kind: string;
  };
  apply(state: WorldState, dt: number): void;
  reaches(state: WorldState, slot: number): boolean;
}
interface Handle {
  readonly id: number;
  readonly generation: number;
}
interface Handle {
  readonly id: number;
  readonly isValid: boolean;
}
interface HeldField<Active extends ActiveField = ActiveField> {
  active: Active;
}
interface LivingHandles {
  readonly bodies: readonly (Body | null)[];
  readonly shapes: readonly (BodyShape | null)[];
  readonly geometry: readonly (Shape | null)[];
  readonly joints: readonly (Joint | null)[];
  readonly softBodies: readonly SoftBody[];
}
interface Member {
  readonly id: number;
}
interface RetiredShape extends Handle {
  readonly handle: BodyShape;
  readonly geometry: Shape | null;
}
interface SweepingState extends WorldState {
  readonly sweeps: ContinuousScratch;
}
interface WorldSettings {
  readonly gravityX: number;
  readonly gravityY: number;
  readonly speculativeDistance: number;
  readonly placementTolerance: number;
  readonly hitSpeed: number;
  readonly sleeping: boolean;
  readonly continuous: ContinuousPart | null;
  readonly seams: SeamsPart | null;
  readonly now: () => number;
  readonly contactFilter: ((shapeA: BodyShape, shapeB: BodyShape) => boolean) | null;
  readonly preSolve: ((contact: ContactView) => boolean) | null;
}
type HandleKind = 'body' | 'shape' | 'joint';
type RecordedEvents = Omit<WorldEvents, 'bodyMove'>;
