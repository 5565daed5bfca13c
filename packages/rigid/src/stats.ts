/** Counters of the last step. */
export interface WorldStats {
  /** Steps since the world was made. */
  steps: number;
  /** Number of bodies, particles of soft bodies included. */
  bodies: number;
  /** Number of bodies that are simulated. */
  awakeBodies: number;
  /** Number of shapes on all bodies. */
  shapes: number;
  /** Number of joints, resting ones included. */
  joints: number;
  /** Number of pairs whose fat boxes overlap. */
  contacts: number;
  /** Contacts handed to the solver by its last call of `collide`: of awake bodies, some with a gap yet. See `World.countTouching`. */
  touchingContacts: number;
  /** Number of contacts made in the step. */
  newContacts: number;
  /** Number of manifolds built, over all calls of `collide`. */
  rebuiltManifolds: number;
  /** Number of manifolds brought up to date, over all calls of `collide`; those that were built are among them. */
  refreshedManifolds: number;
  /** Bodies whose vertices and boxes were placed anew. */
  placedBodies: number;
  /** Number of shapes whose fat box was made anew. */
  movedShapes: number;
  /** Number of bodies so fast that they were swept for impacts. */
  sweptBodies: number;
  /** Number of bodies that were stopped at an impact on their way. */
  stoppedBodies: number;
}

/** Milliseconds of the last step by phase. */
export interface WorldProfile {
  /** The whole step, ms. */
  step: number;
  /** Poses, world vertices and boxes. */
  refit: number;
  /** Broad phase and new contacts, ms. */
  pairs: number;
  /** Manifolds, ms. */
  contacts: number;
  /** The rest of the solver's step. */
  solve: number;
  /** Touches, impacts and what else is reported, ms. */
  events: number;
}

export function emptyStats(): WorldStats {
  return {
    steps: 0,
    bodies: 0,
    awakeBodies: 0,
    shapes: 0,
    joints: 0,
    contacts: 0,
    touchingContacts: 0,
    newContacts: 0,
    rebuiltManifolds: 0,
    refreshedManifolds: 0,
    placedBodies: 0,
    movedShapes: 0,
    sweptBodies: 0,
    stoppedBodies: 0,
  };
}

export function emptyProfile(): WorldProfile {
  return { step: 0, refit: 0, pairs: 0, contacts: 0, solve: 0, events: 0 };
}
