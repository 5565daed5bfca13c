/** Soft bodies as an optional part of the solver, so that a page without soft bodies does not load the code. */

import { createSoftBody, type SoftBody, type SolverCapabilities, type SolverWorld } from '@otedama/rigid';
import { lendSpin, startSubstep, takeBackSpin } from './soft-body-spin.js';
import { createSoftScratch, stepSoftBody } from './soft-body-step.js';
import { createSoftShape, type SoftShape } from './soft-regions.js';
import type { ShapeMatchingTracing } from './tracing-part.js';

/** The soft bodies of one world, as the passes of a substep. */
export interface SoftBodyPasses {
  /** Starts a substep of `h` seconds: damps the changes of shape. From now on, the particles turn with their bodies. */
  begin(world: SolverWorld, h: number): void;
  /** Advances the bodies by `h` seconds; `substep` counts the substeps of the step, no unit. The particles do not turn any more. */
  advance(world: SolverWorld, h: number, substep: number): void;
  /** Before the velocities of contacts: the particles turn with their bodies again. */
  lendSpin(world: SolverWorld): void;
  /** After the contacts: the bodies take the moments that acted on their particles. */
  takeBackSpin(world: SolverWorld): void;
}

/** Support for soft bodies that can be passed to a solver. */
export interface SoftBodiesPart {
  /** Creates a soft body in a world with the solver: its capability `softBodies`. */
  readonly createSoftBody: NonNullable<SolverCapabilities['softBodies']>;
  /** Creates the passes of one solver. */
  create(): SoftBodyPasses;
}

/** Parts of a bare solver, each with code of its own. The capabilities of the solver tell whether it has soft bodies. */
export interface SolverParts {
  /** Soft bodies; default none. */
  readonly softBodies?: SoftBodiesPart;
  /** Reports the passes to a recorder; default null: no reports. */
  readonly tracing?: ShapeMatchingTracing | null;
}

/** Soft bodies as regions of particles that are matched to their rest shape. */
export const softBodies: SoftBodiesPart = {
  createSoftBody,
  create() {
    const shapes = new WeakMap<SoftBody, SoftShape>();
    const scratch = createSoftScratch();
    const shapeOf = (softBody: SoftBody): SoftShape => {
      let shape = shapes.get(softBody);
      if (shape === undefined) {
        shape = createSoftShape(softBody);
        shapes.set(softBody, shape);
      }
      return shape;
    };
    return {
      begin({ softBodies, bodies }, h) {
        for (let k = 0; k < softBodies.length; k++) {
          startSubstep(shapeOf(softBodies[k]), softBodies[k].plan.damping, bodies, h);
        }
      },
      advance({ softBodies, bodies, trace }, h, substep) {
        for (let k = 0; k < softBodies.length; k++) {
          stepSoftBody(shapeOf(softBodies[k]), softBodies[k].plan, bodies, h, scratch, trace, substep, k);
        }
      },
      lendSpin({ softBodies, bodies }) {
        for (let k = 0; k < softBodies.length; k++) lendSpin(shapeOf(softBodies[k]), bodies);
      },
      takeBackSpin({ softBodies, bodies }) {
        for (let k = 0; k < softBodies.length; k++) takeBackSpin(shapeOf(softBodies[k]), bodies);
      },
    };
  },
};
