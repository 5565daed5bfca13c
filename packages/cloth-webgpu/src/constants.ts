/** Numbers that the CPU code and the shaders share, with their reasons. */

/** Bytes of a particle: vec4<f32>, aligned for storage and a legal vertex stride. */
export const PARTICLE_BYTES = 16;

/** Most cells along one direction: one row of particles then still fits a dispatch dimension many times over. */
export const MAX_CELLS = 2048;

/** Most vertices of a mesh: about as many as the particles of the largest grid. */
export const MAX_VERTICES: number = 2 ** 22;

/** Least height of a triangle, in its longest side: some roundings of float32. What is flatter has no normal to speak of. */
export const LEAST_HEIGHT = 1e-6;

/** Most substeps a step: bounds the table of per-substep records (4 steps x 64 substeps x 256 bytes = 64 KiB). */
export const MAX_SUBSTEPS = 64;

/** Most steps a frame; the rest of a long pause is dropped, so that a slow machine does not fall ever further behind. */
export const MAX_STEPS_PER_FRAME = 4;

/** Most pointers that hold something at once. */
export const MAX_HANDS = 8;

/** "Holds nothing" in a hand's particle field. */
export const NO_PARTICLE = 0xffffffff;

/** Most colliders of a cloth: 96 bytes each in a uniform buffer, and each is tried for every particle. */
export const MAX_COLLIDERS = 32;

/**
 * Speed at which a particle that starts inside a collider comes out, m/s. Fast enough not to be seen inside, slow enough that its
 * neighbours outside are not torn along.
 */
export const PUSH_SPEED = 1;

/** Most pins that tethers start from; of more pins an even choice serves. */
export const MAX_ANCHORS = 128;

/** Most distances to pins that a mesh keeps, 16 MiB: up to 32,768 vertices those to MAX_ANCHORS pins, beyond that to fewer. */
export const MAX_DISTANCES: number = 2 ** 22;

/** Projections of one particle onto its most violated tethers a substep; two corners need at most two. */
export const TETHER_ROUNDS = 4;

/** Excess of a tether, relative, that may be left where tethers have been applied one by one: with more, pins are too far apart for all of them. */
export const TETHER_GIVE = 1e-3;

/** How far they may take a particle then, in the largest excess that there was, where there are three or more. */
export const TETHER_THROW = 3;

/**
 * Square of the shortest length that has a direction, m². 1e-24 = (1e-12 m)²: far below any cloth, far above the
 * smallest normal float32 (1.2e-38), so that nothing divides by a denormal.
 */
export const MIN_LENGTH_SQUARED = 1e-24;

/** Least denominator of a constraint, 1/kg: between two immovable particles, whose corrections are then times 0. */
export const MIN_WEIGHT = 1e-24;

/** Most that the air may weigh against a particle in a substep; it keeps a quotient finite, and takes all that goes across. */
export const MOST_AIR = 1e30;

/** Exponent bits of a float32; all set means infinite or not a number. */
export const EXPONENT_BITS = 0x7f800000;

/** A tether is longer than allowed from this excess on: a few roundings of float32, relative. */
export const TETHER_SLACK = 1e-6;

/** An accumulated time this little short of a step, as a fraction of it, still makes one. */
export const CLOCK_SLACK = 1e-6;

/**
 * How far outside a triangle, in its barycentric coordinates, a ray still hits it. Rounding puts a ray that runs
 * through a shared edge outside both neighbours (float32: up to some 1e-6); a hand must not fall through there.
 */
export const RAY_EDGE_SLACK = 1e-5;

/**
 * Distance at rest, in least distances d of self-collision, up to which two particles may come nearer than d. A sheet whose layers
 * lie d apart turns round in a half circle of diameter d: two of its particles, s apart along it, are d sin(s / d) from each other,
 * less than d until s = d pi / 2. With less, no fold could close.
 */
export const FOLD_SHARE = 1.5707963267948966;

/**
 * Layers whose weight one layer can bear by how far they are pressed into it: more than a heap has. What two layers that have been
 * pressed together leave each other with, when the weight is gone, is at most this times |gravity| h, and never above PUSH_SPEED.
 */
export const BORNE_LAYERS = 64;

/**
 * Layers whose weight, pressed in within a substep, is the overlap from which a pair's share no longer grows in proportion to it: about what
 * contacts at rest have. Shares that grow with the overlap without end count it twice, and what is pressed from both sides is thrown to and fro.
 */
export const SHARE_LAYERS = 10;

/** The same overlap where nothing weighs, in least distances: some roundings of a coordinate. */
export const LEAST_SHARE_OVERLAP: number = 2 ** -17;

/** Largest least distance of self-collision, in the grid's smaller spacing: some hundred particles a layer are then near each one. */
export const MAX_SELF_SPACINGS = 4;

/** Parts of the largest weight in which the weights of contacts are counted: sums of whole numbers do not depend on their order. */
export const WEIGHT_PARTS: number = 2 ** 17;

/** Largest sum of weights, in those parts: of 16,384 pairs at least. */
export const MOST_WEIGHT: number = 2 ** 31;

/** Parts of the least distance in which corrections are summed: finer than float32 holds a coordinate of 4 thicknesses. */
export const SHIFT_PARTS: number = 2 ** 22;

/** Largest number of a cell of the hash, either side of 0: beyond it float32 has no cells any more. */
export const MAX_CELL: number = 2 ** 30;
