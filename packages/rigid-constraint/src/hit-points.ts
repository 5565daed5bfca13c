/** Numbers per point of a contact that is hit together with others: those of point j of contact n of the group are at `STRIDE (2 n + j)`. */

/** Target velocity, m/s, and bounds of the impulse, N s. */
export const TARGET = 0;
export const LOW = 1;
export const HIGH = 2;
/**
 * What is no approach for restitution but weight and the way the body had still to fall, m/s; and the impulse kept for the next step, N s.
 */
export const FALL = 3;
export const KEPT = 4;
/**
 * m_n, kg; the impulse that carries weight, N s; and for a point with a blow the impulse of all blows and of the weight, N s, otherwise 0.
 */
export const MASS = 5;
export const WEIGHT = 6;
export const BLOW = 7;
export const STRIDE = 8;
