/**
 * Position-based dynamics with shape matching.
 *
 * A substep h, for every body:
 *
 *   1. v += h g. The pose is predicted as for a rigid body: x += h v, turned by h w. If particles were predicted along straight lines, the
 *      shape would grow, and the fit would lose spin: a free body would keep only 1 / sqrt(1 + 2 w^2 t h) of it after the time t. A turned
 *      pose loses no spin.
 *   2. Soft bodies fit their regions to their particles and pull the particles to their goals (soft-body-step.ts).
 *   3. Contacts push particles apart, and the pose follows the fit (contact-positions.ts). The velocities follow the change of pose.
 *   4. Restitution and Coulomb friction correct the velocities (contact-velocities.ts). The surface of a soft body turns with it
 *      (soft-body-spin.ts).
 *
 * Normal impulses are not warm started. The next sweep finds the penetration that a sweep leaves, and its push becomes velocity. The
 * penetration in a stack is of the order n^2 g h^2 (n bodies on top of each other), which is too small to see. Stiffness therefore comes
 * from short substeps. Friction is warm started, before the prediction. Otherwise a body at rest on a slope would slide by g h^2
 * sin(slope) in every substep before the velocity pass stops it.
 */

import { requireInteger, requireKnownFields, requireNonNegative } from '@otedama/math2d';
import {
  applyGrabSprings,
  ContactRows,
  holdLockedAxes,
  integratePositions,
  integrateVelocities,
  RESTITUTION_THRESHOLD,
  type Solver,
  type SolverCapabilities,
  type SolverWorld,
  Substeps,
} from '@otedama/rigid';
import { DEFAULT_SUBSTEPS, MAXIMUM_SUBSTEPS } from './constants.js';
import { solveContactPositions } from './contact-positions.js';
import { type ContactPasses, createContactPasses } from './contact-scratch.js';
import {
  BEFORE_STRIDE,
  recallFriction,
  recordVelocities,
  solveContactVelocities,
} from './contact-velocities.js';
import type { SoftBodyPasses, SolverParts } from './soft-bodies-part.js';

/** Options of `createShapeMatching`: how finely it steps, how stiff contacts are, when they bounce. All are optional. */
export interface ShapeMatchingOptions {
  /** Number of substeps per step, 1..1000. Each substep is one pass over positions and one over velocities. Default 8. */
  readonly substeps?: number;
  /**
   * Compliance of contacts, m/N, >= 0. A load of F newtons on a point comes to rest at a penetration of `compliance` F metres, for any
   * number of substeps. Default 0, rigid.
   */
  readonly compliance?: number;
  /** Approach speed up to which contacts do not bounce, m/s, >= 0. Default 1. */
  readonly restitutionThreshold?: number;
}

/**
 * Creates a position-based solver with shape matching and the given parts, by default without soft bodies. Throws `InputError` for options
 * that are unknown or out of range.
 */
export function createBareShapeMatching(options: ShapeMatchingOptions = {}, parts: SolverParts = {}): Solver {
  return new ShapeMatchingSolver(options, parts);
}

class ShapeMatchingSolver implements Solver {
  readonly name = 'shape-matching';
  readonly capabilities: SolverCapabilities;
  /** Options, including defaults. */
  readonly settings: Readonly<Required<ShapeMatchingOptions>>;
  readonly #rows = new ContactRows();
  readonly #passes: ContactPasses;
  readonly #softBodies: SoftBodyPasses | null;
  readonly #substeps: Substeps;
  #before = new Float64Array(64 * BEFORE_STRIDE);

  constructor(options: ShapeMatchingOptions, parts: SolverParts) {
    requireKnownFields(options, '', ['substeps', 'compliance', 'restitutionThreshold']);
    requireKnownFields(parts, 'parts', ['softBodies', 'tracing']);
    const { softBodies, tracing = null } = parts;
    const {
      substeps = DEFAULT_SUBSTEPS,
      compliance = 0,
      restitutionThreshold = RESTITUTION_THRESHOLD,
    } = options;
    this.capabilities = {
      restitution: true,
      friction: true,
      tangentSpeed: true,
      rollingResistance: true,
      joints: ['grab'],
      softBodies: softBodies?.createSoftBody,
    };
    this.#softBodies = softBodies?.create() ?? null;
    this.settings = Object.freeze({
      substeps: requireInteger('substeps', substeps, 1, MAXIMUM_SUBSTEPS),
      compliance: requireNonNegative('compliance', compliance),
      restitutionThreshold: requireNonNegative('restitutionThreshold', restitutionThreshold),
    });
    this.#substeps = new Substeps(this.settings.substeps);
    this.#passes = createContactPasses({ ...this.settings, tracing });
  }

  step(world: SolverWorld, dt: number): void {
    const h = this.#substeps.begin(dt);
    for (let substep = 0; substep < this.#substeps.count; substep++) this.#stepOnce(world, h, substep);
  }

  #stepOnce(world: SolverWorld, h: number, substep: number): void {
    const rows = this.#rows;
    const passes = this.#passes;
    if (this.#substeps.collide(world, h)) this.#reserve(world.contacts.touchingCount);
    this.#softBodies?.begin(world, h);
    integrateVelocities(world.bodies, world.gravityX, world.gravityY, h);
    applyGrabSprings(world, h);
    rows.prepare(world);
    recordVelocities(world, rows.data, this.#before);
    recallFriction(world, rows.data, passes);
    integratePositions(world.bodies, h);
    this.#softBodies?.advance(world, h, substep);
    solveContactPositions(world, rows.data, passes, h, substep);
    this.#softBodies?.lendSpin(world);
    holdLockedAxes(world.bodies);
    rows.prepare(world);
    solveContactVelocities(world, rows.data, passes, this.#before, h, substep);
    this.#softBodies?.takeBackSpin(world);
    holdLockedAxes(world.bodies);
  }

  #reserve(contacts: number): void {
    const needed = contacts * BEFORE_STRIDE;
    if (this.#before.length < needed) this.#before = new Float64Array(2 * needed);
  }
}
