/**
 * The pieces of a mesh: what edges join. They are numbered in the order of their first particles, so that the piece of particle 0 is number
 * 0. Several sheets in one mesh are pieces, and so are the shells of a mesh with a gas, each of which is closed and has a volume of its own.
 */

import { type Incidence, incidence } from './coloring.js';
import type { Sheet } from './sheet.js';

/** Which particles belong to which piece. */
export interface Pieces {
  readonly count: number;
  /** The piece of each particle. */
  readonly ofParticle: Uint32Array;
  /** The particles of each piece, ascending: those of piece s are `items[starts[s]]` up to, not including, `items[starts[s + 1]]`. */
  readonly particles: Incidence;
  /** Whether each is a shell with a gas in it. */
  readonly hasGas?: true;
}

/** The pieces of a mesh of `particleCount` particles, three of which each triangle has. */
export function piecesOf(triangles: Uint32Array, particleCount: number): Pieces {
  const parents = Uint32Array.from({ length: particleCount }, (_, id) => id);
  const rootOf = (id: number) => {
    let root = id;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]];
    return root;
  };
  triangles.forEach((id, k) => {
    const [a, b] = [rootOf(id), rootOf(triangles[k - (k % 3)])];
    // the first particle of a piece is its root
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

/** All particles as one piece: a grid is one, whatever its cells. */
export function onePiece(particleCount: number): Pieces {
  const ofParticle = new Uint32Array(particleCount);
  return { count: 1, ofParticle, particles: incidence(ofParticle, 1, 1) };
}

/** Whether no edges lead from one particle to the other. */
export function areDetached(sheet: Sheet, a: number, b: number): boolean {
  return sheet.isMesh && sheet.pieces.ofParticle[a] !== sheet.pieces.ofParticle[b];
}
