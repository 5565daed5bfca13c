import type { Vector3 } from './types.js';

/** A frozen copy, by name: the coordinates of Babylon's and other vectors are accessors of their class, which a spread leaves out. */
export const copyOfVector = ({ x, y, z }: Vector3): Vector3 => Object.freeze({ x, y, z });
