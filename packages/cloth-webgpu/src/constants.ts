/** Constants that the CPU code and the shaders share, with the reasons for their values. */

/** Bytes of a particle: vec4<f32>, aligned for storage and a legal vertex stride. */
export const PARTICLE_BYTES = 16;

/**
 * Largest and smallest length, mass, density and so on that may be given, each in its own unit. Far from anything real, and so far from the
 * limits of float32 (3.4e38 and 1.2e-38) that sums of a few stay finite.
 */
export const LARGEST_INPUT = 1e30;
export const SMALLEST_INPUT = 1e-30;

/** Maximum number of cells along one direction. A row of particles is then far below the limit of a dispatch dimension. */
export const MAX_CELLS = 2048;

/** Maximum number of vertices of a mesh: about the number of particles of the largest grid. */
export const MAX_VERTICES: number = 2 ** 22;

/** Minimum height of a triangle, relative to its longest side: a few roundings of float32. Flatter triangles have no usable normal. */
export const LEAST_HEIGHT = 1e-6;

/** Maximum number of substeps per step. It bounds the table of per-substep records (4 steps x 64 substeps x 256 bytes = 64 KiB). */
export const MAX_SUBSTEPS = 64;

/** Largest finite strain limit, a ratio. */
export const MOST_STRAIN = 1000;

/** A cloth none of whose particles moves on faster than this for most of a second is at rest and sleeps, m/s: 0.1 mm a frame. */
export const SLEEP_SPEED = 0.005;

/** Maximum number of steps per frame. The rest of a long pause is dropped, so that a slow machine does not fall ever further behind. */
export const MAX_STEPS_PER_FRAME = 4;

/** Maximum number of pointers that hold a particle at once. */
export const MAX_HANDS = 8;

/** Value of a hand's particle field if the hand holds nothing. */
export const NO_PARTICLE = 0xffffffff;

/** Maximum number of colliders of a cloth. Each takes 96 bytes of a uniform buffer and is tested against every particle. */
export const MAX_COLLIDERS = 32;

/** Maximum number of distance fields of a cloth, and of nodes along a side of one. Together they fit the 2048 layers of a 3D texture. */
export const MAX_FIELDS = 8;
export const MOST_FIELD_NODES = 256;

/**
 * Maximum speed at which a particle that starts inside a collider is pushed out, m/s. Fast enough that it is hardly seen inside, slow
 * enough that its neighbours outside are not dragged along.
 */
export const PUSH_SPEED = 1;

/** Maximum number of pins that particles are tethered to. If there are more pins, an even selection of them is used. */
export const MAX_ANCHORS = 128;

/** Maximum number of distances to pins that a mesh stores: 16 MiB. Up to 32,768 vertices this allows MAX_ANCHORS pins, above that fewer. */
export const MAX_DISTANCES: number = 2 ** 22;

/**
 * Most pins of a cloth that has tethers by itself. Few pins carry more than the links beside them can. Many share the load, and a tether to
 * each of them would cost more than all else: eight times the time of a step for 51 pins.
 */
export const MOST_AUTO_PINS = 8;

/** Maximum number of rounds over the tethers of one particle per substep. Two pins need at most two. */
export const TETHER_ROUNDS = 5;

/** Of the rounds in which three or more tethers pull at once: how many come first in which one that pulls alone holds. */
export const TETHER_FULL_ROUNDS = 2;

/**
 * Relative excess of a tether that may remain after the tethers have been applied one by one. If more remains, the pins are too far apart
 * to satisfy all tethers.
 */
export const TETHER_GIVE = 1e-3;

/**
 * Maximum distance by which three or more tethers, applied one by one, may move a particle, relative to its largest excess before. No
 * smaller move than that excess satisfies the tethers. A move that is larger, by more than this, is not where they pull.
 */
export const TETHER_THROW = 1.02;

/** Square of the sine of the angle between two tethers below which they pull alike, so that each gets half of a force: an angle of 1e-3. */
export const LEAST_SPREAD = 1e-6;

/**
 * Square of the shortest length that has a direction, m². 1e-24 = (1e-12 m)² is far below any length in a cloth. It is far above the
 * smallest normal float32 (1.2e-38), so that nothing divides by a denormal.
 */
export const MIN_LENGTH_SQUARED = 1e-24;

/**
 * Square of the slope, in m per m, below which a distance field counts as level. A true distance has the slope 1, except in the middle of a
 * body. There the distances of the nodes may differ by rounding alone: by up to 256 cells x 6e-8, which is a slope of 1.5e-5.
 */
export const LEVEL_SLOPE_SQUARED = 1e-6;

/** Minimum denominator of a constraint, 1/kg. It is used between two immovable particles, whose corrections are multiplied by 0. */
export const MIN_WEIGHT = 1e-24;

/** Smallest divisor in cpu/pressure.ts: far below what a mesh has, and above the smallest normal float32. It divides only what is 0. */
export const MIN_VOLUME = 1e-36;

/**
 * Determinant of the inertia in cpu/spin.ts, relative to the cube of its trace, below which a mesh counts as a line: a hundred roundings of
 * float32. A ball has 0.3, a rod of diameter d and length L about (d / L)².
 */
export const LEAST_INERTIA = 1e-5;

/** Upper bound of s in cpu/air.ts. It keeps the quotient s / (1 + s) finite; at this bound all of the normal velocity is removed. */
export const MOST_AIR = 1e30;

/** Maximum number of workgroups along one direction of a dispatch, which every device allows. */
export const MOST_WORKGROUPS = 65535;

/** Maximum number of shells of a mesh with a gas: each has a workgroup of the kernel `steady`. */
export const MOST_SHELLS: number = MOST_WORKGROUPS;

/** Exponent bits of a float32; all set means infinite or not a number. */
export const EXPONENT_BITS = 0x7f800000;

/** Relative excess above which a tether counts as violated: a few roundings of float32. */
export const TETHER_SLACK = 1e-6;

/** If the accumulated time is short of a step by no more than this fraction of a step, the step is done. */
export const CLOCK_SLACK = 1e-6;

/**
 * How far outside a triangle, in its barycentric coordinates, a ray still hits it. Rounding can put a ray through a shared edge outside
 * both triangles (in float32 by up to about 1e-6). The ray of a hand must not miss the cloth there.
 */
export const RAY_EDGE_SLACK = 1e-5;

/**
 * Rest distance, in units of the minimum distance d of self-collision, up to which two particles may come nearer than d. A fold whose
 * layers are d apart is a half circle of diameter d. Two particles that are s apart along it have the distance d sin(s / d), which is less
 * than d until s = d pi / 2. With a smaller value, no fold could close.
 */
export const FOLD_SHARE = 1.5707963267948966;

/**
 * Factor by which each step of a walk along edges brings the square of the rest distance down, at least. It is so far below 1 that rounding
 * does not decide between two neighbours that are equally near: both backends then take the first one.
 */
export const NEARER = 0.999;

/**
 * Number of layers whose weight one layer can carry by penetration: more than a heap has. When the weight is removed, two layers that
 * were pressed together separate at no more than this times |gravity| h, and never faster than PUSH_SPEED.
 */
export const BORNE_LAYERS = 64;

/**
 * Number of layers whose weight, in one substep, causes the overlap above which a pair's share no longer grows in proportion to the
 * overlap. Contacts at rest have about this overlap. If shares grew without limit, the overlap would count twice, and a particle pressed
 * from both sides would be thrown from side to side.
 */
export const SHARE_LAYERS = 10;

/** The same overlap without load, in units of the minimum distance: a few roundings of a coordinate. */
export const LEAST_SHARE_OVERLAP: number = 2 ** -17;

/** Upper limit of self-collision's minimum distance, in smaller grid spacings. About a hundred particles per layer are then near each. */
export const MAX_SELF_SPACINGS = 4;

/** Number of parts of the largest weight of a contact. Weights are whole numbers of parts, because integer sums do not depend on order. */
export const WEIGHT_PARTS: number = 2 ** 17;

/** Largest sum of weights, in those parts: at least 16,384 pairs. */
export const MOST_WEIGHT: number = 2 ** 31;

/** Number of parts of the minimum distance in which corrections are summed: finer than float32 stores a coordinate of 4 such distances. */
export const SHIFT_PARTS: number = 2 ** 22;

/** Largest absolute index of a cell of the hash. Beyond it, float32 cannot tell cells apart. */
export const MAX_CELL: number = 2 ** 30;
