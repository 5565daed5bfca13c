/** Soft bodies as an optional part of the solver, so that a page without soft bodies does not load the code. */

import type { SoftBody, SolverWorld } from '@otedama/rigid';
import { createSoftScratch, stepSoftBody } from './soft-body-step.js';
import { createSoftShape, type SoftShape } from './soft-regions.js';
import type { ShapeMatchingTracing } from './tracing-part.js';

/** Support for soft bodies that can be passed to a solver. */
export interface SoftBodiesPart {
  /** Creates the step function of one solver. It advances the soft bodies of `world` by a substep of `h` seconds. */
  create(): (world: SolverWorld, h: number, substep: number) => void;
}

/** Optional parts of a bare solver. The capabilities of the solver tell whether it has soft bodies. */
export interface SolverParts {
  /** Soft bodies; default none. */
  readonly softBodies?: SoftBodiesPart;
  /** Reports the passes to a recorder; default null: no reports. */
  readonly tracing?: ShapeMatchingTracing | null;
}

/** Soft bodies as regions of particles that are matched to their rest shape. */
export const softBodies: SoftBodiesPart = {
  create() {
    const shapes = new WeakMap<SoftBody, SoftShape>();
    const scratch = createSoftScratch();
    return (world, h, substep) => {
      for (let k = 0; k < world.softBodies.length; k++) {
        const softBody = world.softBodies[k];
        let shape = shapes.get(softBody);
        if (shape === undefined) {
          shape = createSoftShape(softBody);
          shapes.set(softBody, shape);
        }
        stepSoftBody(shape, softBody.plan, world.bodies, h, scratch, world.trace, substep, k);
      }
    };
  },
};
