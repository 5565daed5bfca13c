// Public surface of @otedama/rigid-force. Written by `pnpm api`; not a module.

// ── @otedama/rigid-force ──

export interface ForceOptions {
  readonly substeps?: number;
  readonly memory?: boolean;
  readonly restitutionThreshold?: number;
  readonly pushOut?: number;
}
export interface PenaltyOptions {
  readonly stiffness?: number;
  readonly dampingRatio?: number;
  readonly substeps?: number;
  readonly restitutionThreshold?: number;
}
export function createForceSolver(options?: ForceOptions): Solver;
export function createPenaltySolver(options?: PenaltyOptions): Solver;
export function penaltyStiffnessLimit(inverseMass: number, inverseInertia: number, extent: number, h: number, dampingRatio?: number): number;
