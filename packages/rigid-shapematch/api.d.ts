// Public surface of @otedama/rigid-shapematch. Written by `pnpm api`; not a module.

// ── @otedama/rigid-shapematch ──

export interface ParticleMasses {
  readonly points: Vec2[];
  readonly masses: number[];
}
export interface PushedParticles {
  readonly before: Vec2[];
  readonly pushed: Vec2[];
  readonly goals: Vec2[];
}
export interface ShapeMatch {
  readonly center: Vec2;
  readonly angle: number;
  readonly rotation: Rotation;
  readonly apq: Mat2;
  readonly goals: Vec2[];
}
export interface ShapeMatchingOptions {
  readonly substeps?: number;
  readonly compliance?: number;
  readonly restitutionThreshold?: number;
}
export function createShapeMatching(options?: ShapeMatchingOptions): Solver;
export function matchShape(rest: readonly Vec2[], displaced: readonly Vec2[], weights?: readonly number[], previousAngle?: number): ShapeMatch;
export function polygonParticles(vertices: readonly Vec2[], mass: number): ParticleMasses;
export function pushedParticles(fit: TracedFit, particles: ParticleMasses): PushedParticles;
export function ringParticles(mass: number, inertia: number, count?: number): ParticleMasses;

// ── @otedama/rigid-shapematch/bare ──

export interface ShapeMatchingTracing {
  readonly contactRows: typeof traceContactRows;
  readonly pose: typeof displacedPose;
  readonly fits: typeof traceFits;
}
export interface SoftBodiesPart {
  readonly createSoftBody: NonNullable<SolverCapabilities['softBodies']>;
  create(): SoftBodyPasses;
}
export interface SoftBodyPasses {
  begin(world: SolverWorld, h: number): void;
  advance(world: SolverWorld, h: number, substep: number): void;
  lendSpin(world: SolverWorld): void;
  takeBackSpin(world: SolverWorld): void;
}
export interface SolverParts {
  readonly softBodies?: SoftBodiesPart;
  readonly tracing?: ShapeMatchingTracing | null;
}
export { createBareShapeMatching as createShapeMatching }
function createBareShapeMatching(options?: ShapeMatchingOptions, parts?: SolverParts): Solver;
export const softBodies: SoftBodiesPart;
export const tracing: ShapeMatchingTracing;

// ── needed by these, exported by no entry ──

function displacedPose({ pose, motion }: BodyStore, o: number): TracedPose;
function traceFits(trace: SolverTrace, world: SolverWorld, rows: Float64Array, push: Push): void;
interface Push {
  readonly slot: number;
  readonly row: number;
  readonly substep: number;
  readonly bodies: readonly [number, number];
  readonly before: readonly [TracedPose, TracedPose];
  readonly lengths: readonly [number, number];
}
