/** Soft bodies as a part of the solver, so that a page without them does not load them. */

import type { SoftBody, SolverWorld } from '@otedama/rigid';
import { createSoftScratch, stepSoftBody } from './soft-body-step.js';
import { createSoftShape, type SoftShape } from './soft-regions.js';
import type { ShapeMatchingTracing } from './tracing-part.js';

/** Soft bodies that a solver may be made with. */
export interface SoftBodiesPart {
  /** Makes the step of one solver: it matches the soft bodies of `world` over a substep of `h` seconds. */
  create(): (world: SolverWorld, h: number, substep: number) => void;
}

/** Parts that a bare solver is made with; what is absent it cannot do, and says so in its capabilities. */
export interface SolverParts {
  /** Soft bodies; default none. */
  readonly softBodies?: SoftBodiesPart;
  /** Telling a recorder of the passes; default null: it hears of none. */
  readonly tracing?: ShapeMatchingTracing | null;
}

/** Soft bodies, by regions of particles that are matched to their rest shape. */
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
