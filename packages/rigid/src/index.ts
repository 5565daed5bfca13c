// Memory layout and constants

// World state
export { BodyStore } from './body-store.js';
export * from './constants.js';
export * as contactRow from './contact-rows.js';
export { applyContactImpulse, ContactRows } from './contact-rows.js';
export { ContactStore } from './contact-store.js';
export { applyGrabSprings } from './grab-springs.js';
// Solver seam
export { finalizePoses, freeze, integratePositions, integrateVelocities } from './integration.js';
export * from './joint-store.js';
export * from './layout.js';
export type { Solver, SolverCapabilities, SolverState, SolverTrace, SolverWorld } from './solver.js';
