/** Encodes and decodes the records that the CPU and the kernels exchange, with the layouts of common.wgsl.ts and measure.wgsl.ts. */

import { boundsOf } from '../bounds.js';
import { NO_PARTICLE, PARTICLE_BYTES } from '../constants.js';
import type { Hold } from '../cpu/holds.js';
import type { Hand } from '../hands.js';
import type { Push } from '../impulse.js';
import type { MotionRows } from '../rigid-motion.js';
import { edgeCountOf, type Sheet } from '../sheet.js';
import type { ClothState } from '../snapshot.js';
import type { TornState } from '../tear-reports.js';
import type { ClothMeasurement, Vector3 } from '../types.js';
import { MEASURE_BYTES } from './measure.wgsl.js';
import { EDIT_BYTES } from './resources.js';

/** Writes origin and direction of a ray as two vec4 at `offset` (in floats). */
export function setRay(floats: Float32Array, offset: number, ray: Hand['ray']): void {
  floats.set(ray.slice(0, 3), offset);
  floats.set(ray.slice(3), offset + 4);
}

/** Encodes the record `Edit` of common.wgsl.ts. */
export function editWords(
  header: readonly [kind: number, slot: number, particle: number, flags: number],
  hand: Hand | null,
  vector: Vector3 | null = null,
  number: number = 0,
): ArrayBuffer {
  const words = new ArrayBuffer(EDIT_BYTES);
  new Uint32Array(words).set(header);
  const floats = new Float32Array(words);
  if (hand !== null) setRay(floats, 4, hand.ray);
  if (vector !== null) floats.set([vector.x, vector.y, vector.z], 12);
  floats[15] = number;
  return words;
}

/** Encodes the record `Edit` of common.wgsl.ts for a rigid motion of the whole cloth. */
export function carryWords(rows: MotionRows): ArrayBuffer {
  const words = new ArrayBuffer(EDIT_BYTES);
  new Float32Array(words).set(rows, 4);
  return words;
}

/** Encodes the record `Edit` of impulse.wgsl.ts. */
export function pushWords({ point, radius, falloff, along, away }: Push): ArrayBuffer {
  const words = new ArrayBuffer(EDIT_BYTES);
  new Float32Array(words, 16).set([
    ...[point.x, point.y, point.z, radius],
    ...[0, 0, 0, falloff],
    ...[along.x, along.y, along.z, away],
  ]);
  return words;
}

/**
 * Decodes positions, then velocities, then the broken edges of a cloth that tears, from byte `offset` on. Sets w of each position to
 * the inverse mass without hands.
 */
export function decodeState(
  bytes: ArrayBuffer,
  offset: number,
  sheet: Sheet,
): Pick<ClothState, 'position' | 'velocity' | 'broken'> {
  const size = PARTICLE_BYTES * sheet.particleCount;
  const position = new Float32Array(bytes.slice(offset, offset + size));
  const velocity = new Float32Array(bytes.slice(offset + size, offset + 2 * size));
  for (let o = 3; o < position.length; o += 4) position[o] = velocity[o];
  return { position, velocity, broken: new Uint32Array(bytes.slice(offset + 2 * size)) };
}

/** Views positions, then the broken edges, from byte `offset` on. */
export function decodeTorn(bytes: ArrayBuffer, offset: number, { particleCount }: Sheet): TornState {
  return {
    position: new Float32Array(bytes, offset, 4 * particleCount),
    broken: new Uint32Array(bytes, offset + PARTICLE_BYTES * particleCount),
  };
}

/** Decodes the holds of those `hands` that hold a particle, from the records of all hands at byte `offset`. */
export function decodeHolds(bytes: ArrayBuffer, offset: number, hands: readonly Hold['hand'][]): Hold[] {
  const words = new Uint32Array(bytes, offset);
  const floats = new Float32Array(bytes, offset);
  return hands
    .map((hand) => ({ hand, particle: words[4 * hand.slot], depth: floats[4 * hand.slot + 1] }))
    .filter(({ particle }) => particle !== NO_PARTICLE);
}

/** The farthest way of a particle since the last look, m, in the record of a look. */
export const decodeWay = (bytes: ArrayBuffer): number => Math.sqrt(new Float32Array(bytes, 64, 1)[0]);

/** Decodes the record of a measurement, see measure.wgsl.ts. */
export function decodeMeasurement(bytes: ArrayBuffer, sheet: Sheet, step: number): ClothMeasurement {
  const f = new Float32Array(bytes, 0, MEASURE_BYTES / 4);
  const tornEdges = f[14];
  const edges = edgeCountOf(sheet) - tornEdges;
  const mass = f[11] > 0 ? f[11] : 1;
  return {
    step,
    bounds: boundsOf(f, f.subarray(4)),
    largestStrain: edges === 0 ? 0 : f[3],
    meanStrain: edges === 0 ? 0 : f[7] / edges,
    largestSpeed: Math.sqrt(f[12]),
    meanVelocity: { x: f[8] / mass, y: f[9] / mass, z: f[10] / mass },
    nonFinite: f[13],
    tornEdges,
  };
}
