/**
 * The same solver with optional parts. `createShapeMatching()` has no soft bodies and says so in its capabilities.
 * `createShapeMatching({}, { softBodies })` has them. The part `tracing` reports the passes to a `StepRecorder`. Everything else is in the
 * main entry.
 * @module
 */
export { createBareShapeMatching as createShapeMatching } from './shape-matching-solver.js';
export {
  type SoftBodiesPart,
  type SoftBodyPasses,
  type SolverParts,
  softBodies,
} from './soft-bodies-part.js';
export { type ShapeMatchingTracing, tracing } from './tracing-part.js';
