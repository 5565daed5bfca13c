/**
 * Rigid motions of a whole cloth. With the unit quaternion (v, w), v = (x, y, z), a vector u turns into
 *
 *   R u = u + 2 w (v x u) + 2 v x (v x u)
 *
 * and the rotation about c followed by the translation t moves a point p to R (p - c) + c + t = R p + d, d = c + t - R c. A motion is
 * stored as the three rows of the matrix (R | d).
 */

import { requireFields, requireRotation, requireVector } from './errors.js';
import type { RaySix } from './hands.js';
import type { ClothMeasurement, RigidMotion, Vector3 } from './types.js';
import { noTurn, unitQuaternion, vectorOf } from './vectors.js';

/** The rows of (R | d): four numbers each, d in metres. */
export type MotionRows = readonly number[];

const ORIGIN: Vector3 = Object.freeze({ x: 0, y: 0, z: 0 });
const fields: readonly string[] = ['translation', 'rotation', 'about'];

/** Checks a motion and computes its rows. */
export function motionRows(field: string, motion: RigidMotion): MotionRows {
  requireFields(field, motion, fields);
  const { translation = ORIGIN, rotation = noTurn, about = ORIGIN } = motion;
  requireVector(`${field}.translation`, translation);
  requireRotation(`${field}.rotation`, rotation);
  requireVector(`${field}.about`, about);
  const [x, y, z, w] = unitQuaternion(rotation);
  const turn = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const shifts = [translation.x + about.x, translation.y + about.y, translation.z + about.z];
  return turn.flatMap(([a, b, c], row) => [a, b, c, shifts[row] - (a * about.x + b * about.y + c * about.z)]);
}

/** The motion `first`, then `second`. */
export function inTurn(first: MotionRows, second: MotionRows): MotionRows {
  return [0, 4, 8].flatMap((o) =>
    [0, 1, 2, 3].map(
      (column) =>
        second[o] * first[column] +
        second[o + 1] * first[4 + column] +
        second[o + 2] * first[8 + column] +
        (column === 3 ? second[o + 3] : 0),
    ),
  );
}

/** Moves the point at `offset`, or turns the vector there if `share` is 0 and not 1. */
function move(rows: MotionRows, floats: Float32Array, offset: number, share: 0 | 1): void {
  const x = floats[offset];
  const y = floats[offset + 1];
  const z = floats[offset + 2];
  for (let row = 0; row < 3; row++) {
    const o = 4 * row;
    floats[offset + row] = rows[o] * x + rows[o + 1] * y + rows[o + 2] * z + rows[o + 3] * share;
  }
}

/** Moves points, stride 4. */
export function movePoints(rows: MotionRows, points: Float32Array): void {
  for (let o = 0; o < points.length; o += 4) move(rows, points, o, 1);
}

/** Turns vectors, stride 4. */
export function turnVectors(rows: MotionRows, vectors: Float32Array): void {
  for (let o = 0; o < vectors.length; o += 4) move(rows, vectors, o, 0);
}

/** Moves positions, and turns velocities, or moves the target where a particle is pinned (its last number is 0). Stride 4. */
export function moveState(
  rows: MotionRows,
  { position, velocity }: { readonly position: Float32Array; readonly velocity: Float32Array },
): void {
  movePoints(rows, position);
  for (let o = 0; o < velocity.length; o += 4) move(rows, velocity, o, velocity[o + 3] === 0 ? 1 : 0);
}

/** A ray after a motion. */
export function movedRay(rows: MotionRows, ray: RaySix): RaySix {
  const [x, y, z, u, v, w] = ray;
  return [...image(rows, [x, y, z], 1), ...image(rows, [u, v, w], 0)];
}

/** A measurement after a motion. Its box contains the moved box. */
export function movedMeasurement(rows: MotionRows, measurement: ClothMeasurement): ClothMeasurement {
  const { bounds, meanVelocity } = measurement;
  const { min, max } = bounds;
  // |R| s + (R c + d), with the middle c of the box and half its sides s
  const middle = image(rows, [(min.x + max.x) / 2, (min.y + max.y) / 2, (min.z + max.z) / 2], 1);
  const half = image(rows.map(Math.abs), [(max.x - min.x) / 2, (max.y - min.y) / 2, (max.z - min.z) / 2], 0);
  const corner = (sign: number) =>
    vectorOf([middle[0] + sign * half[0], middle[1] + sign * half[1], middle[2] + sign * half[2]]);
  return {
    ...measurement,
    bounds: { min: corner(-1), max: corner(1) },
    meanVelocity: vectorOf(image(rows, [meanVelocity.x, meanVelocity.y, meanVelocity.z], 0)),
  };
}

type Triple = readonly [number, number, number];

function image(rows: MotionRows, [x, y, z]: Triple, share: 0 | 1): Triple {
  const along = (o: number) => rows[o] * x + rows[o + 1] * y + rows[o + 2] * z + rows[o + 3] * share;
  return [along(0), along(4), along(8)];
}
