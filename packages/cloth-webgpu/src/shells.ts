/**
 * The shells of a mesh: what edges join to one piece. They are numbered in the order of their first particles, so that the shell of particle
 * 0 is number 0. Each shell of a mesh with a gas is closed and has a volume of its own.
 */

import { type Incidence, incidence } from './coloring.js';

/** Which particles belong to which shell. */
export interface Shells {
  readonly count: number;
  /** The shell of each particle. */
  readonly ofParticle: Uint32Array;
  /** The particles of each shell, ascending: those of shell s are `items[starts[s]]` up to, not including, `items[starts[s + 1]]`. */
  readonly particles: Incidence;
}

/** The shells of a mesh of `particleCount` particles, three of which each triangle has. */
export function shellsOf(triangles: Uint32Array, particleCount: number): Shells {
  const parents = Uint32Array.from({ length: particleCount }, (_, id) => id);
  const rootOf = (id: number) => {
    let root = id;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]];
    return root;
  };
  triangles.forEach((id, k) => {
    const [a, b] = [rootOf(id), rootOf(triangles[k - (k % 3)])];
    // the first particle of a shell is its root
    parents[Math.max(a, b)] = Math.min(a, b);
  });
  const ofParticle = new Uint32Array(particleCount);
  let count = 0;
  for (let id = 0; id < particleCount; id++) {
    const root = rootOf(id);
    ofParticle[id] = root === id ? count++ : ofParticle[root];
  }
  return { count, ofParticle, particles: incidence(ofParticle, count, 1) };
}

/** Volume inside each shell, m³; negative if its triangles face inwards. `positions` have `stride` numbers per particle. */
export function volumesOf(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  stride: 3 | 4,
  { count, ofParticle, particles: { starts, items } }: Shells,
): Float64Array {
  const volumes = new Float64Array(count);
  for (let t = 0; t < triangles.length; t += 3) {
    const shell = ofParticle[triangles[t]];
    // seen from a particle of its own, a shell far from the origin loses no digits
    const from = stride * items[starts[shell]];
    const at = (corner: number, axis: number) =>
      positions[stride * triangles[corner] + axis] - positions[from + axis];
    const [ax, ay, az] = [at(t, 0), at(t, 1), at(t, 2)];
    const [bx, by, bz] = [at(t + 1, 0), at(t + 1, 1), at(t + 1, 2)];
    const [cx, cy, cz] = [at(t + 2, 0), at(t + 2, 1), at(t + 2, 2)];
    volumes[shell] += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return volumes.map((volume) => volume / 6);
}
