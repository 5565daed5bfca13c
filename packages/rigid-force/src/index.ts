// Impulses as forces
export { createForceSolver, type ForceOptions } from './force-solver.js';
// Penalty springs
export { createPenaltySolver, type PenaltyOptions, penaltyStiffnessLimit } from './penalty-solver.js';
