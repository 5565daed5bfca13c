import type { Vector3 } from './types.js';

/** A frozen copy, made by field names: coordinates of Babylon's and other vectors are accessors of their class, which a spread omits. */
export const copyOfVector = ({ x, y, z }: Vector3): Vector3 => Object.freeze({ x, y, z });

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
