import type { Quaternion, Vector3 } from './types.js';

/** A frozen copy, made by field names: coordinates of Babylon's and other vectors are accessors of their class, which a spread omits. */
export const copyOfVector = ({ x, y, z }: Vector3): Vector3 => Object.freeze({ x, y, z });

/** The vector with these coordinates. */
export const vectorOf = ([x, y, z]: Iterable<number>): Vector3 => ({ x, y, z });

/** The length of a vector. */
export const lengthOf = ({ x, y, z }: Vector3): number => Math.sqrt(x * x + y * y + z * z);

/** The largest absolute coordinate. */
export const largestOf = ({ x, y, z }: Vector3): number => Math.max(Math.abs(x), Math.abs(y), Math.abs(z));

/** Normalizes a vector. Divides by the largest coordinate first, so that the squared length does not over- or underflow. */
export function unitVector(vector: Vector3): Vector3 {
  const largest = largestOf(vector);
  const x = vector.x / largest;
  const y = vector.y / largest;
  const z = vector.z / largest;
  const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
  return { x: x * inverse, y: y * inverse, z: z * inverse };
}

/** No rotation. */
export const noTurn: Quaternion = Object.freeze({ x: 0, y: 0, z: 0, w: 1 });

/** Normalizes to (x, y, z, w). Divides by the largest coordinate first, like `unitVector`. */
export function unitQuaternion({ x, y, z, w }: Quaternion): readonly number[] {
  const largest = Math.max(largestOf({ x, y, z }), Math.abs(w));
  const parts = [x / largest, y / largest, z / largest, w / largest];
  const length = Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0));
  return parts.map((part) => part / length);
}
