/** Counters of the last step. */
export interface WorldStats {
  /** Steps since the world was made. */
  steps: number;
  bodies: number;
  awakeBodies: number;
  shapes: number;
  joints: number;
  /** Pairs whose fat boxes overlap. */
  contacts: number;
  /** Contacts handed to the solver by its last call of `collide`. */
  touchingContacts: number;
  newContacts: number;
  /** Manifolds built, and manifolds brought up to date (built ones included), over all calls of `collide`. */
  rebuiltManifolds: number;
  refreshedManifolds: number;
  /** Bodies whose vertices and boxes were placed anew. */
  placedBodies: number;
  /** Shapes whose fat box was made anew. */
  movedShapes: number;
  /** Bodies so fast that they were swept for impacts, and those of them that were stopped at one. */
  sweptBodies: number;
  stoppedBodies: number;
}

/** Milliseconds of the last step by phase. */
export interface WorldProfile {
  step: number;
  /** Poses, world vertices and boxes. */
  refit: number;
  /** Broad phase and new contacts. */
  pairs: number;
  /** Manifolds. */
  contacts: number;
  /** The rest of the solver's step. */
  solve: number;
  /** Events. */
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
