/** Counters of the last step. */
export interface WorldStats {
  /** Number of steps that led to the present state; a restored snapshot sets it back to its own. */
  steps: number;
  /** Number of bodies, including particles of soft bodies. */
  bodies: number;
  /** Number of bodies that are simulated. */
  awakeBodies: number;
  /** Number of shapes on all bodies. */
  shapes: number;
  /** Number of joints, including resting ones. */
  joints: number;
  /** Number of pairs whose fat boxes overlap. */
  contacts: number;
  /**
   * Number of contacts that the last call of `collide` passed to the solver: those of awake bodies, some still with a gap. See
   * `World.countTouching`.
   */
  touchingContacts: number;
  /** Number of contacts created in the step. */
  newContacts: number;
  /** Number of manifolds built, over all calls of `collide`. */
  rebuiltManifolds: number;
  /** Number of manifolds updated, over all calls of `collide`, including those that were built. */
  refreshedManifolds: number;
  /** Number of bodies whose vertices and boxes were recomputed. */
  placedBodies: number;
  /** Number of shapes whose fat box was recomputed. */
  movedShapes: number;
  /** Number of bodies fast enough to need continuous collision. */
  sweptBodies: number;
  /** Number of bodies that continuous collision stopped at an impact. */
  stoppedBodies: number;
}

/** Milliseconds of the last step by phase. */
export interface WorldProfile {
  /** The whole step, ms. */
  step: number;
  /** Poses, world vertices and boxes, ms. */
  refit: number;
  /** Broad phase and new contacts, ms. */
  pairs: number;
  /** Manifolds, ms. */
  contacts: number;
  /** The rest of the solver's step, ms. */
  solve: number;
  /** Detecting and reporting events, ms. */
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
