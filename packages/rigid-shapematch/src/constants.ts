/**
 * Substeps per step. In position-based dynamics, short steps increase the stiffness more than iterations do [Macklin 2019, "Small Steps"].
 */
export const DEFAULT_SUBSTEPS = 8;

/** Largest number of substeps accepted. A larger number is most likely a mistake. */
export const MAXIMUM_SUBSTEPS = 1000;

/**
 * Maximum speed at which penetration is removed, m/s, as in Box2D. It is fast enough to take only a few steps, and slow enough not to
 * launch neighbouring bodies.
 */
export const MAXIMUM_PUSH_SPEED = 3;

/**
 * Two normal rows count as dependent if the determinant of their 2 x 2 matrix is at most this share of K11 K22. This happens for coincident
 * points, and for bodies that cannot turn. 1e-9 keeps half of the digits of a double.
 */
export const ROW_TOLERANCE = 1e-9;

/** Iterations over normal and friction of one contact in the velocity pass. If the contact is off the centre, they change each other. */
export const LOCAL_PASSES = 3;

/** If sum q x p and sum q.p, relative to A_pq, are at most this, they are rounding errors, and there is no nearest rotation. */
export const ANGLE_TOLERANCE = 1e-12;

/**
 * Largest correction of a particle of a soft body in a substep that may become velocity, as a share of the particle radius. An impact at
 * 20 m/s stays below.
 */
export const MAXIMUM_CORRECTION = 0.25;

/** Share of the size of a region by which it is larger than its square, so that rounding leaves no particle on its border out. */
export const REGION_MARGIN = 1e-9;

/** A_qq of a region counts as singular if a pivot of its elimination is at most this share of the diagonal element. */
export const SINGULAR_PIVOT = 1e-9;
