/** The solver with all its parts: what the main entry offers. */

import type { Solver } from '@otedama/rigid';
import { createBareShapeMatching, type ShapeMatchingOptions } from './shape-matching-solver.js';
import { softBodies } from './soft-bodies-part.js';
import { tracing } from './tracing-part.js';

/**
 * Solver by positions and shape matching, for rigid and soft bodies. Name in scenes: `shape-matching`. Throws `InputError` for options
 * that are unknown or out of range.
 */
export function createShapeMatching(options: ShapeMatchingOptions = {}): Solver {
  return createBareShapeMatching(options, { softBodies, tracing });
}
