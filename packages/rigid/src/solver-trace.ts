/**
 * What a solver tells of its work, row by row: data for teaching views and for tests. A world without a recorder
 * (`world.trace` is null, the default) pays one comparison a pass for it; with one, the solver does the same in the same order,
 * to the last bit.
 *
 * A row is one direction in which two bodies must not move freely: the normal of a contact point, or its tangent. A solver visits
 * its rows in passes. For a constraint row, with m = 1 / (J M^-1 J^T),
 *
 *     impulse = clamp(before - m massScale (velocity - target) - impulseScale before, low, high)
 *
 * unless two points are solved together, whose impulses answer both velocities at once.
 */

/** One visit of one row: what the solver found, what it aimed at, what it left. */
export interface TracedRow {
  /** Number of the pass over the rows within the step, from 0. */
  readonly pass: number;
  /** Kind of pass, such as `solve`, `relax`, `bounce`; the docs of each solver list its own. */
  readonly phase: string;
  /** What the row forbids: `normal` approach, `friction` sliding along the tangent (ny, -nx). */
  readonly row: 'normal' | 'friction';
  /** Contact slot. */
  readonly slot: number;
  /** Manifold point, 0 or 1; -1 for a friction row that both points share. */
  readonly point: number;
  /** Gap at the point when the row was visited, m; negative when overlapping. For a shared row that of point 0. */
  readonly gap: number;
  /** Velocity of B against A along the row before the visit, m/s; the two normal rows of a contact are both as they were before either. */
  readonly velocity: number;
  /** Velocity the row asks for (its bias), m/s: 0 to stop, > 0 to part or bounce, < 0 to meet within the step, or the speed of a belt. */
  readonly target: number;
  /** Effective mass m of the row, kg. */
  readonly mass: number;
  /** Share of the error that a soft row takes on, 0..1; 1 for a rigid one. */
  readonly massScale: number;
  /** Share of its impulse that a soft row gives up, 0..1; 0 for a rigid one. */
  readonly impulseScale: number;
  /** Accumulated impulse before the visit, N s. */
  readonly before: number;
  /** Accumulated impulse after it, N s. */
  readonly impulse: number;
  /** Lower bound of the accumulated impulse, N s. The bounds are 0 and infinity for a normal, the friction cone for a tangent. */
  readonly low: number;
  /** Upper bound of the accumulated impulse, N s. */
  readonly high: number;
  /** Time that the impulse acts for, s: the step, or one of its substeps. Impulse over duration is the force. */
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
   * Where from the centre of mass (m, world axes, at `before`) and by how much: `sum m_i d_i` of the displacements d_i that the
   * push gives the particles, kg m.
   */
  readonly pushes: readonly {
    readonly x: number;
    readonly y: number;
    readonly px: number;
    readonly py: number;
  }[];
}

/**
 * Receives what a solver does. Records are fresh objects and may be kept; arrays are valid during the call only. It may look at worlds, and
 * must not step another one.
 */
export interface SolverTrace {
  /** A step of this many seconds begins. The world calls it. */
  begin?(timeStep: number): void;
  /** A row was visited. */
  row(row: TracedRow): void;
  /**
   * Places of the particles of a soft body before its regions are fitted, and the goals that the fit gives them.
   * @param substep number of the substep, from 0
   * @param softBody its place in `softBodies`
   * @param particles world axes, xy interleaved, m
   * @param goals the same for the goal positions, m
   */
  goals?(substep: number, softBody: number, particles: Float64Array, goals: Float64Array): void;
  /** A rigid body was fitted to its pushed particles (shape matching). */
  fit?(fit: TracedFit): void;
}
