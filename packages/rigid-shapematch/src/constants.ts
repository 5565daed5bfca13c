/** Substeps a step. Position based dynamics gets stiff by short steps rather than by iterations [Macklin 2019, "Small Steps"]. */
export const DEFAULT_SUBSTEPS = 8;

/** Largest number of substeps accepted; beyond it a step is a mistake rather than a wish. */
export const MAXIMUM_SUBSTEPS = 1000;

/**
 * Largest speed at which an overlap is pushed apart, m/s, as in Box2D: fast enough to be solved in a few steps, slow
 * enough not to throw the neighbours about.
 */
export const MAXIMUM_PUSH_SPEED = 3;

/**
 * Relative size of the determinant of two normal rows below which they are one row: points on one spot, or bodies that
 * cannot turn. 1e-9 keeps half of the digits of a double.
 */
export const ROW_TOLERANCE = 1e-9;

/** Passes over normal and friction of one contact in the velocity pass: off the centre they change each other. */
export const LOCAL_PASSES = 3;

/** Size of sum q x p and sum q.p, relative to A_pq, below which they are rounding and no rotation is nearest. */
export const ANGLE_TOLERANCE = 1e-12;
