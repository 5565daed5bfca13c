/**
 * Adds up the impulses on the colliders. Behind the anchors and the tables of a mesh (binding 7) are, for each collider, BANKS records of
 * six sums: impulse xyz, then angular impulse xyz about the first point of the collider, which is a in colliders.ts. What a collider feels
 * is the sum over its banks. A thread takes a bank by the bits of the particle's place, so that few threads wait for each other at one.
 *
 * A sum is a whole number of units, 64 bits in two's complement, the low word first. Whole numbers add up to the same in any order, while
 * rounded ones do not, so the threads may add in any order, to any bank, and all plans still give the same bits. WebGPU has only atomics of
 * 32 bits; the addition that overflows the low word carries 1 to the high word.
 *
 * The unit is 2^-43 M m/s, with the mass M of all particles rounded up to a power of two. So a sum has a range of 2^20 m/s M.
 */

/** Sums of a collider. */
export const SUMS = 6;

/** Records of a collider: 2^6. */
const BANK_BITS = 6;
const BANKS: number = 1 << BANK_BITS;

/** Words of a record, and of all sums of a collider. */
const BANK_WORDS = 2 * SUMS;
export const COLLIDER_WORDS: number = BANK_WORDS * BANKS;

/** Units in 1 N s with 1 kg, 2^43, and the most that there may be, 2^120, which is finite as float32. */
const UNITS_PER_KILOGRAM = 8796093022208;
const MOST_UNITS = 1.329227995784916e36;

/** The number of units in 1 N s, a power of two, for particles of these inverse masses. */
export function unitsOf(inverseMass: Float32Array): number {
  let mass = 0;
  for (const w of inverseMass) if (w > 0) mass += 1 / w;
  let units = UNITS_PER_KILOGRAM;
  for (let least = mass; least > 1; least /= 2) units /= 2;
  for (let most = mass; most > 0 && most <= 0.5 && units < MOST_UNITS; most *= 2) units *= 2;
  return units;
}

/** Functions `addUnits` and `react`. */
export const reactWgsl = (units: number): string => /* wgsl */ `
fn addUnits(k: u32, units: f32) {
  let size = round(min(abs(units), 0x1p62f));
  if (size == 0.0) { return; }
  var high = u32(size * 0x1p-32f);
  var low = u32(size - f32(high) * 0x1p32f);
  if (units < 0.0) {
    high = ~high + select(0u, 1u, low == 0u);
    low = ~low + 1u;
  }
  let sum = atomicAdd(&tables.reactions[k], low) + low;
  high += select(0u, 1u, sum < low);
  if (high != 0u) { atomicAdd(&tables.reactions[k + 1u], high); }
}

// Collider k has moved a particle of inverse mass w, which is at x, by d in a substep.
fn react(k: u32, x: vec3f, d: vec3f, w: f32, substep: u32) {
  let impulse = d * (-${units}f / w * settings.inverseH);
  let angular = cross3(x - placeAt(colliders[k].a0.xyz, colliders[k].a1.xyz, substep + 1u), impulse);
  let bits = bitcast<vec3u>(x);
  let bank = ((bits.x ^ bits.y ^ bits.z) * 0x9e3779b1u) >> ${32 - BANK_BITS}u;
  let first = ${COLLIDER_WORDS}u * k + ${BANK_WORDS}u * bank;
  for (var axis = 0u; axis < 3u; axis++) {
    addUnits(first + 2u * axis, impulse[axis]);
    addUnits(first + 6u + 2u * axis, angular[axis]);
  }
}
`;

/** The call in `collided`. */
export const reactCall: string = /* wgsl */ `react(k, x, now.n * b - held, v.w, substep);`;
