/** The solver with all its parts, as exported by the main entry. */

import type { Solver } from '@otedama/rigid';
import { createBareShapeMatching, type ShapeMatchingOptions } from './shape-matching-solver.js';
import { softBodies } from './soft-bodies-part.js';
import { tracing } from './tracing-part.js';

/**
 * Creates a position-based solver with shape matching, for rigid and soft bodies. Its name in scenes is `shape-matching`. Throws
 * `InputError` for options that are unknown or out of range.
 */
export function createShapeMatching(options: ShapeMatchingOptions = {}): Solver {
  return createBareShapeMatching(options, { softBodies, tracing });
}
