/**
 * The public types of a cloth.
 *
 * Units: metres, kilograms, seconds; y up. A particle is four floats, (x, y, z, inverse mass), 16 bytes, on both
 * backends. Particle id = column + row * (columns + 1), row 0 on top; for a mesh, the index of the vertex.
 */

export type * from './types/backends.js';
export type * from './types/cloth.js';
export type * from './types/colliders.js';
export type * from './types/definition.js';
export type * from './types/geometry.js';
export type * from './types/impulse.js';
export type * from './types/limits.js';
export type * from './types/pieces.js';
export type * from './types/pressure.js';
