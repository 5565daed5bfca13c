// Public surface of @otedama/rigid-constraint. Written by `pnpm api`; not a module.

// ── @otedama/rigid-constraint ──

export interface ContactTuning {
  readonly correctionShare: number;
  readonly slop: number;
  readonly restitutionThreshold: number;
}
export type PositionCorrection = 'projection' | 'baumgarte' | 'none';
export type RestitutionRule = 'threshold' | 'subtract';
export interface SequentialImpulseOptions {
  readonly velocityIterations?: number;
  readonly positionIterations?: number;
  readonly positionCorrection?: PositionCorrection;
  readonly warmStarting?: boolean;
  readonly blockSolver?: boolean;
  readonly restitutionRule?: RestitutionRule;
  readonly walls?: Partial<ContactTuning>;
  readonly bodies?: Partial<ContactTuning>;
}
export interface SequentialImpulseSettings extends Required<SequentialImpulseOptions> {
  readonly walls: ContactTuning;
  readonly bodies: ContactTuning;
}
export interface SequentialImpulses extends Solver {
  readonly name: 'sequential-impulses';
  readonly settings: SequentialImpulseSettings;
}
export interface SoftStep extends Solver {
  readonly name: 'soft-step';
  readonly settings: SoftStepSettings;
}
export interface SoftStepOptions {
  readonly substeps?: number;
  readonly contactHertz?: number;
  readonly contactDampingRatio?: number;
  readonly maximumPushOutSpeed?: number;
  readonly jointPasses?: number;
  readonly jointHertz?: number;
  readonly jointDampingRatio?: number;
  readonly restitutionThreshold?: number;
  readonly warmStarting?: boolean;
}
export type SoftStepSettings = Readonly<Required<SoftStepOptions>>;
export interface Softness {
  biasRate: number;
  massScale: number;
  impulseScale: number;
}
export const articleSequentialImpulseOptions: SequentialImpulseOptions;
export function baumgarteSpeed(depth: number, beta: number, slop: number, dt: number): number;
export function bounceSpeed(v: number, e: number, threshold: number, rule: RestitutionRule): number;
export function createSequentialImpulses(options?: SequentialImpulseOptions): SequentialImpulses;
export function createSoftStep(options?: SoftStepOptions): SoftStep;
export const defaultSequentialImpulseSettings: SequentialImpulseSettings;
export const defaultSoftStepSettings: SoftStepSettings;
export function makeSoft(out: Softness, hertz: number, dampingRatio: number, h: number): Softness;
export const solvedJointKinds: readonly JointKind[];

// ── @otedama/rigid-constraint/bare ──

export interface EmbeddedPart {
  create(): StepEmbedded;
}
export interface JointStep {
  h: number;
  inverseStep: number;
  impulseShare: number;
  readonly isMidway: boolean;
  readonly rigid: Softness;
  readonly spring: Softness;
}
export interface JointsPart {
  readonly kinds: readonly JointKind[];
  create(): StepJoints;
  readonly passesOf: typeof jointPassesOf;
  readonly soften: typeof softenJoints;
}
export interface RollingPart {
  create(): StepRolling;
}
export interface SequentialImpulsesTracing {
  readonly solveContactRows: typeof solveContactRowsTraced;
  readonly solveExpansionRows: typeof solveExpansionRowsTraced;
  readonly solveLockedRows: typeof solveLockedRowsTraced;
}
export interface ShocksPart {
  create(): StepShocks;
}
export interface SimultaneousHitsPart {
  create(): StepHits;
}
export interface SoftStepTracing {
  readonly solveSoftRows: typeof solveSoftRowsTraced;
  readonly relaxRows: typeof relaxRowsTraced;
  readonly giveBack: typeof giveBackTraced;
  readonly tellShock: typeof tellShock;
  readonly tellReturn: typeof tellReturn;
  readonly bounceRows: typeof bounceRowsTraced;
  readonly tellHits: typeof tellHits;
}
export interface SolverParts<Tracing> {
  readonly joints?: JointsPart;
  readonly rolling?: RollingPart | null;
  readonly hits?: SimultaneousHitsPart | null;
  readonly shocks?: ShocksPart | null;
  readonly embedded?: EmbeddedPart | null;
  readonly tracing?: Tracing | null;
  readonly kernels?: VectorKernelsPart | null;
}
export type StepEmbedded = Pick<EmbeddedBodies, 'isActive' | 'reset' | 'add' | 'list' | 'keep' | 'push' | 'takeBack'>;
export type StepHits = Pick<SimultaneousHits, 'watch' | 'solve'>;
export type StepJoints = Pick<JointSolver, 'count' | 'isTaut' | 'prepare' | 'startsMotor' | 'startMotors' | 'start' | 'measure' | 'solve' | 'relax' | 'passWithContacts' | 'keep' | 'giveBack' | 'store' | 'addTensions'> & {
  readonly put: JointSolver['put'] | null;
};
export type StepRolling = Pick<RollingRows, 'count' | 'reset' | 'add' | 'scale' | 'warmStart' | 'solve'>;
export type StepShocks = Pick<Shocks, 'count' | 'find' | 'strike' | 'giveBack'>;
export interface VectorKernels extends HingeKernels, RowKeeper {
  readonly others: Int32Array;
  readonly otherCount: number;
  hold(rows: FrameRows, kept: KeptRows, count: number, world: KernelWorld): boolean;
  prepareBodies(bodies: BodyStore, gravityX: number, gravityY: number, h: number): void;
  move(): void;
  drive(bodies: BodyStore, work: number): void;
  repeat(): void;
  shift(slot: number, x: number, y: number, w: number): boolean;
  release(): void;
  warmStart(start: number, end: number): void;
  solve(start: number, end: number, lastReversed: number, inverseStep: number, soft: ContactSoftness): void;
  relax(start: number, end: number, lastReversed: number, inverseStep: number): void;
  run(bodies: BodyStore, moving: number, end: number, lastReversed: number, substeps: number, interval: number, inverseStep: number, soft: ContactSoftness, staticSoft: ContactSoftness): void;
}
export interface VectorKernelsPart {
  readonly create: () => VectorKernels | null;
}
export { createBareSequentialImpulses as createSequentialImpulses }
function createBareSequentialImpulses(options?: SequentialImpulseOptions, parts?: Pick<SolverParts<SequentialImpulsesTracing>, 'joints' | 'rolling' | 'tracing'>): SequentialImpulses;
export { createBareSoftStep as createSoftStep }
function createBareSoftStep(options?: SoftStepOptions, { joints: jointsPart, rolling: rollingPart, hits: hitsPart, shocks: shocksPart, embedded: embeddedPart, tracing, kernels: kernelsPart, }?: SolverParts<SoftStepTracing>): SoftStep;
export const embedded: EmbeddedPart;
export const joints: JointsPart;
export const rolling: RollingPart;
export const sequentialImpulsesTracing: SequentialImpulsesTracing;
export const shocks: ShocksPart;
export const simultaneousHits: SimultaneousHitsPart;
export const softStepTracing: SoftStepTracing;
export const vectorKernels: VectorKernelsPart;

// ── needed by these, exported by no entry ──

class ContactOrder {
  #private;
  rows: Int32Array;
  count: number;
  moving: number;
  empty: Int32Array;
  emptyCount: number;
  update(world: SolverWorld): void;
}
class EmbeddedBodies {
  #private;
  isActive: boolean;
  reset(order: ContactOrder, world: SolverWorld, joints: PutJoints | null): void;
  add(world: SolverWorld, slot: number, a: number, b: number): boolean;
  list(rows: FrameRows, order: ContactOrder, world: SolverWorld, dt: number): void;
  keep({ data }: FrameRows, bodies: BodyStore): void;
  push(rows: FrameRows, bodies: BodyStore, inverseStep: number, soft: ContactSoftness, staticSoft: ContactSoftness, pass: number, tracing: SoftStepTracing | null, recorder: SolverTrace | null): number;
  takeBack(rows: FrameRows, bodies: BodyStore, inverseStep: number, pass: number, tracing: SoftStepTracing | null, recorder: SolverTrace | null): void;
}
class FrameRows {
  count: number;
  capacity: number;
  index: Int32Array;
  data: Float64Array;
  isLost: boolean;
  constructor(capacity?: number);
  reset(count: number): void;
  adopt(index: Int32Array, data: Float64Array): void;
}
class HingeRows {
  index: Int32Array;
  data: Float64Array;
  readonly bias: Float64Array;
  reset(count: number): void;
  adopt(index: Int32Array, data: Float64Array): void;
}
class JointFrame {
  a: number;
  b: number;
  hasBodyA: number;
  mA: number;
  iA: number;
  mB: number;
  iB: number;
  rAx: number;
  rAy: number;
  rBx: number;
  rBy: number;
  locks: number;
  dx: number;
  dy: number;
  pBx: number;
  pBy: number;
  axisX: number;
  axisY: number;
  cA: number;
  sA: number;
  cB: number;
  sB: number;
  angle: number;
  coordinate: number;
  length: number;
  lineX: number;
  lineY: number;
  load(bodies: BodyStore, joint: Float64Array, j: number, bodyA: number, bodyB: number): void;
  followAngle(joint: Float64Array, j: number): void;
  followAngles(joint: Float64Array, placeA: number, placeB: number): void;
  measureLine(): void;
}
class JointGroups {
  #private;
  count: number;
  of: Int32Array;
  isHeld: Uint8Array;
  masses: Float64Array;
  reserve({ bodies, joints }: SolverWorld): void;
  update({ bodies, joints: { index, active, activeCount } }: SolverWorld): void;
}
class JointRows {
  count: number;
  data: Float64Array;
  index: Int32Array;
  add(frame: JointFrame, impulsePlace: number): number;
  block(o: number, kind: typeof POINT | typeof PAIR | typeof TRIPLE): void;
}
class JointSequence {
  #private;
  hinges: Int32Array;
  hingeCount: number;
  others: Int32Array;
  otherCount: number;
  readonly runs: Int32Array;
  runCount: number;
  weakPlaces: Int32Array;
  weakHinges: number;
  weak: number;
  fill(joints: JointStore, groups: Int32Array, sizes: Int32Array, isForward: boolean): void;
}
class JointSolver {
  #private;
  isTaut: boolean;
  readonly put: PutJoints;
  constructor(separatesHinges?: boolean);
  get count(): number;
  prepare(world: SolverWorld, step: JointStep, kernels?: HingeKernels | null, contacts?: OrderedRows | null): void;
  startsMotor(world: SolverWorld, least: number): boolean;
  startMotors(rows: FrameRows, watched: WatchedRows, world: SolverWorld, passes: number): void;
  start(world: SolverWorld): void;
  measure(world: SolverWorld): void;
  solve(world: SolverWorld): void;
  relax(world: SolverWorld): void;
  passWithContacts(rows: FrameRows, world: SolverWorld, isBiased: boolean, passes: number, relaxRows: RelaxRows, inverseStep: number, first: number, tracing: SoftStepTracing | null, recorder: SolverTrace | null): number;
  keep(): void;
  giveBack(world: SolverWorld): void;
  store(world: SolverWorld, substeps: number): void;
  addTensions(world: SolverWorld, sums: Float64Array, scale: Float64Array): void;
}
class KeptRows implements RowKeeper {
  #private;
  fresh: Int32Array;
  freshCount: number;
  loose: Int32Array;
  looseCount: number;
  special: Int32Array;
  specialCount: number;
  isSame({ contacts }: SolverWorld, rows: FrameRows): boolean;
  refresh(rows: FrameRows, order: ContactOrder, { contacts, bodies }: SolverWorld, share: number): void;
  write(rows: FrameRows, order: ContactOrder, world: SolverWorld, share: number, dt: number): void;
  store({ index, data }: FrameRows, order: ContactOrder, { contacts }: SolverWorld, substeps: number): void;
}
class LockedRows {
  rows: Int32Array;
  locks: Int32Array;
  count: number;
  reset(): void;
  add(k: number, locks: number): void;
  solve({ data, index }: FrameRows, motion: Float64Array, isExpansion: boolean, start: number, end: number): void;
}
class PartedGroups {
  #private;
  reserve(rows: number, { joints: { slots, capacity } }: SolverWorld): void;
  part(rows: FrameRows, order: ContactOrder, world: SolverWorld, groups: JointGroups, dt: number): void;
}
class PutJoints {
  #private;
  readonly groups: JointGroups;
  readonly parted: PartedGroups;
  torn: Int32Array;
  tornCount: number;
  count: number;
  constructor(hingeRows: HingeRows, rows: JointRows);
  reset(order: JointSequence, firstRow: Int32Array): void;
  add(slot: number): void;
  addHinges({ bodies, joints }: SolverWorld): void;
  list({ joints: { index } }: SolverWorld, groupOf: Int32Array, isPut: Uint8Array): void;
  keep(): void;
  push({ motion }: BodyStore, rounds: number): void;
  takeBack({ motion }: BodyStore): void;
}
class RollingRows {
  #private;
  count: number;
  reset(): void;
  add(rows: FrameRows, world: SolverWorld, k: number, warmStarting: boolean): void;
  scale(rows: FrameRows, world: SolverWorld, factor: number): void;
  warmStart(rows: FrameRows, world: SolverWorld): void;
  solve(rows: FrameRows, world: SolverWorld): void;
}
class Shocks {
  #private;
  get count(): number;
  find(rows: FrameRows, order: ContactOrder, kept: KeptRows, world: SolverWorld, dt: number): void;
  strike(rows: FrameRows, world: SolverWorld, inverseStep: number, relaxJoints: (world: SolverWorld) => void, joints: number, tell: ((k: number) => void) | null): boolean;
  giveBack(rows: FrameRows, shift: ShiftStart | null, tell: ((k: number, work: () => void) => void) | null): void;
}
class SimultaneousHits {
  #private;
  watch(rows: FrameRows, watched: WatchedRows, world: SolverWorld, substep: number, h: number): void;
  solve(rows: FrameRows, watched: WatchedRows, world: SolverWorld, substeps: number, threshold: number, tell: TellHit | null): void;
}
class WatchedRows {
  #private;
  rows: Int32Array;
  peaks: Float64Array;
  totals: Float64Array;
  slides: Float64Array;
  met: Int32Array;
  count: number;
  reset(count: number): void;
  clearMarks(order: ContactOrder, { fresh, freshCount }: KeptRows): void;
  mark(k: number, mark: typeof BOUNCES | typeof COUNTS_HITS): void;
  choose(frameRows: FrameRows, order: ContactOrder, world: SolverWorld, dt: number, threshold: number): void;
  note({ data }: FrameRows, isLast: boolean): void;
}
const BOUNCES = 1;
const COUNTS_HITS = 2;
const PAIR = 2;
const POINT = 1;
const TRIPLE = 3;
function bounceRowsTraced(rows: FrameRows, watched: WatchedRows, world: SolverWorld, threshold: number, number: number, inverseStep: number, trace: SolverTrace): void;
function giveBackTraced(rows: FrameRows, motion: Float64Array, k: number, number: number, inverseStep: number, trace: SolverTrace, work: () => void): void;
function jointPassesOf(wish: number, count: number): number;
function relaxRowsTraced(rows: FrameRows, motion: Float64Array, phase: 'relax' | 'shock', start: number, end: number, lastReversed: number, number: number, inverseStep: number, trace: SolverTrace): void;
function softenJoints(step: JointStep, settings: SoftStepSettings, passes: number): void;
function solveContactRowsTraced(rows: FrameRows, motion: Float64Array, pass: number, duration: number, trace: SolverTrace): void;
function solveExpansionRowsTraced(rows: FrameRows, motion: Float64Array, pass: number, duration: number, trace: SolverTrace): void;
function solveLockedRowsTraced(rows: FrameRows, locked: LockedRows, motion: Float64Array, isExpansion: boolean, pass: number, duration: number, trace: SolverTrace): void;
function solveSoftRowsTraced(rows: FrameRows, motion: Float64Array, start: number, end: number, lastReversed: number, inverseStep: number, soft: ContactSoftness, number: number, trace: SolverTrace): void;
function tellHits(rows: FrameRows, motion: Float64Array, number: number, inverseStep: number, trace: SolverTrace): TellHit;
function tellReturn(rows: FrameRows, motion: Float64Array, number: number, inverseStep: number, trace: SolverTrace): (k: number, work: () => void) => void;
function tellShock(rows: FrameRows, motion: Float64Array, next: () => number, inverseStep: number, trace: SolverTrace): (k: number) => void;
interface ContactSoftness extends Softness {
  cap: number;
}
interface HingeKernels {
  holdHinges(rows: HingeRows, count: number): boolean;
  startHinges(rows: HingeRows, start: number, end: number, share: 0 | 1): void;
  solveHinges(rows: HingeRows, start: number, end: number, soft: Float64Array): void;
}
interface OrderedRows {
  readonly rows: FrameRows;
  readonly order: {
    readonly count: number;
    readonly moving: number;
  };
}
interface RowKeeper {
  refresh(rows: FrameRows, order: ContactOrder, world: SolverWorld, share: number, isSame: boolean): void;
  write(rows: FrameRows, order: ContactOrder, world: SolverWorld, share: number, dt: number): void;
  store(rows: FrameRows, order: ContactOrder, world: SolverWorld, substeps: number): void;
}
type KernelWorld = Pick<SolverWorld, 'bodies' | 'contacts'>;
type Phase = 'release' | 'bounce' | 'rub' | 'keep';
type RelaxRows = (data: Float64Array, index: Int32Array, motion: Float64Array, start: number, end: number, lastReversed: number, inverseStep: number) => void;
type ShiftStart = (slot: number, x: number, y: number, w: number) => void;
type TellHit = (phase: Phase, round: number, k: number, aim: (point: {
  target: number;
  massScale: number;
  low: number;
  high: number;
}, j: number) => void, work: () => boolean) => boolean;
