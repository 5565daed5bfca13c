/**
 * The same solver with soft bodies as a part that is passed in: `createShapeMatching()` has none and states so in its capabilities,
 * `createShapeMatching({}, { softBodies })` has them; so is `tracing`, which tells a `StepRecorder` of the passes. All else is in the main entry.
 */
export { createBareShapeMatching as createShapeMatching } from './shape-matching-solver.js';
export { type SoftBodiesPart, type SolverParts, softBodies } from './soft-bodies-part.js';
export { type ShapeMatchingTracing, tracing } from './tracing-part.js';
