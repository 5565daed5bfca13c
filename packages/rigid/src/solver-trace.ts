/**
 * What a solver reports about its work, row by row: data for teaching views and tests. Without a recorder (`world.trace` is null, the
 * default) this costs one comparison per pass. With one, the solver does exactly the same in the same order, to the last bit.
 *
 * A row is one direction in which two bodies must not move freely: the normal of a contact point, or its tangent. A solver visits
 * its rows in passes. For a constraint row, with m = 1 / (J M^-1 J^T),
 *
 *     impulse = clamp(before - m massScale (velocity - target) - impulseScale before, low, high)
 *
 * except for rows that are solved together; then each impulse depends on all their velocities. These are the two points of a contact with
 * most solvers, and also its friction with impulses as forces and shape matching.
 */

/** One visit to one row: what the solver found, what it aimed for, and the result. */
export interface TracedRow {
  /** Number of the pass over the rows within the step, from 0. */
  readonly pass: number;
  /** Kind of pass, such as `solve`, `relax`, `bounce`; the docs of each solver list its own. */
  readonly phase: string;
  /** What the row prevents: approach (`normal`), or sliding along the tangent (ny, -nx) (`friction`). */
  readonly row: 'normal' | 'friction';
  /** Contact slot. */
  readonly slot: number;
  /** Manifold point, 0 or 1; -1 for a friction row that both points share. */
  readonly point: number;
  /** Gap at the point when the row was visited, m; negative for an overlap. For a shared row it is that of point 0. */
  readonly gap: number;
  /**
   * Velocity of B relative to A along the row before the visit, m/s. For the two normal rows of a contact, it is the velocity before
   * both visits.
   */
  readonly velocity: number;
  /**
   * Target velocity of the row (its bias), m/s: 0 to stop, > 0 to separate or bounce, < 0 to close a gap within the step, or a
   * conveyor speed.
   */
  readonly target: number;
  /** Effective mass m of the row, kg. */
  readonly mass: number;
  /** Fraction of the error that a soft row corrects, 0..1; 1 for a rigid row. */
  readonly massScale: number;
  /** Fraction of its impulse that a soft row gives up, 0..1; 0 for a rigid row. */
  readonly impulseScale: number;
  /** Accumulated impulse before the visit, N s. */
  readonly before: number;
  /** Accumulated impulse after it, N s. */
  readonly impulse: number;
  /** Lower bound of the accumulated impulse, N s. The bounds are 0 and infinity for a normal, the friction cone for a tangent. */
  readonly low: number;
  /** Upper bound of the accumulated impulse, N s. */
  readonly high: number;
  /** Time over which the impulse acts, s: the step, or one of its substeps. The force is the impulse divided by this. */
  readonly duration: number;
}

/** A pose of the centre of mass. */
export interface TracedPose {
  /** Centre of mass, m. */
  readonly x: number;
  /** Centre of mass along y, m. */
  readonly y: number;
  /** Cosine of the angle. */
  readonly c: number;
  /** Sine of the angle. */
  readonly s: number;
}

/** A push on the particles of a rigid body, and the pose that fits the pushed particles. */
export interface TracedFit {
  /** Number of the substep, from 0. */
  readonly substep: number;
  /** Body slot. */
  readonly body: number;
  /** Slot of the contact that pushed. */
  readonly slot: number;
  /** Pose of the body before the push. */
  readonly before: TracedPose;
  /** Pose that the fit gives it. */
  readonly after: TracedPose;
  /**
   * The pushes: `x`, `y` is the point relative to the centre of mass, m, world axes, at `before`. `px`, `py` is `sum m_i d_i` over the
   * displacements d_i that the push gives the particles, kg m.
   */
  readonly pushes: readonly {
    readonly x: number;
    readonly y: number;
    readonly px: number;
    readonly py: number;
  }[];
}

/**
 * Receives reports about what a solver does. Records are new objects, which you may keep; arrays are valid only during the call. A
 * recorder may read worlds but must not step another one.
 */
export interface SolverTrace {
  /** Called by the world when a step of this many seconds begins. */
  begin?(timeStep: number): void;
  /** Called when a row was visited. */
  row(row: TracedRow): void;
  /**
   * Called with the positions of the particles of a soft body before its regions are fitted, and with the goals from the fit.
   * @param substep number of the substep, from 0
   * @param softBody its place in `softBodies`
   * @param particles world axes, xy interleaved, m
   * @param goals the same for the goal positions, m
   */
  goals?(substep: number, softBody: number, particles: Float64Array, goals: Float64Array): void;
  /** Called when a rigid body was fitted to its pushed particles (shape matching). */
  fit?(fit: TracedFit): void;
}
