/** The pieces of a sheet as the kernels have them: in which order, and with how many records of sums each; see pieces.wgsl.ts. */

import { MOST_WORKGROUPS } from '../constants.js';
import type { Mesh } from '../mesh.js';
import type { Pieces } from '../pieces.js';
import type { Sheet } from '../sheet.js';
import { FAN_SHARE, GATHER_THREADS, JOIN_FAN, PART_SHARE, partCount } from './reduction.js';

/** The pieces, those with the most records of sums first. */
export interface PieceTable {
  /** Number of each piece in the mesh. */
  readonly order: readonly number[];
  /** Number of records of each. */
  readonly parts: readonly number[];
  readonly partCount: number;
  /** The levels at which records are joined, see {@link PieceJoin}. */
  readonly joins: readonly PieceJoin[];
}

/** One level of joining records: threads that are `stride` records apart, over the first `count` of them. */
export interface PieceJoin {
  readonly stride: number;
  readonly count: number;
}

const known = new WeakMap<Pieces, PieceTable>();

/** The table of a sheet. */
export function pieceTableOf(sheet: Sheet): PieceTable {
  if (!sheet.isMesh) return pieceTable([sheet.particleCount], PART_SHARE);
  const { pieces } = sheet;
  const { starts } = pieces.particles;
  const sizes = () => Array.from({ length: pieces.count }, (_, k) => starts[k + 1] - starts[k]);
  const table = known.get(pieces) ?? pieceTable(sizes(), pieces.hasGas ? FAN_SHARE : PART_SHARE);
  known.set(pieces, table);
  return table;
}

/**
 * The table of pieces of these numbers of particles. So many records that a thread has about `least` particles, or more, if a dispatch does
 * not allow as many.
 */
export function pieceTable(sizes: readonly number[], least: number): PieceTable {
  const pieces = sizes.map((_, piece) => piece);
  for (let share = least; ; share *= JOIN_FAN) {
    const partsOf = (piece: number) => partCount(sizes[piece], share);
    const order = [...pieces].sort((a, b) => partsOf(b) - partsOf(a));
    const parts = order.map(partsOf);
    const total = parts.reduce((sum, each) => sum + each, 0);
    if (total <= GATHER_THREADS * MOST_WORKGROUPS)
      return { order, parts, partCount: total, joins: joinsOf(parts) };
  }
}

/** The levels: at each, those pieces are left that have more than one record so far. They are the first ones. */
function joinsOf(parts: readonly number[]): PieceJoin[] {
  const joins: PieceJoin[] = [];
  for (let stride = 1; stride < parts[0]; stride *= JOIN_FAN) {
    const count = parts.reduce((sum, each) => (each > stride ? sum + each : sum), 0);
    joins.push({ stride, count });
  }
  return joins;
}

/** Whether the kernels look up pieces. Of a single one they know that it has all particles. */
export const hasPieces = (sheet: Sheet): sheet is Mesh => sheet.isMesh && sheet.pieces.count > 1;

/** Number of words of the table `pieces`, in whole vectors; 0 for a single piece. */
export function pieceWordCount(sheet: Sheet): number {
  if (!hasPieces(sheet)) return 0;
  const { order, partCount: records } = pieceTableOf(sheet);
  return (4 * order.length + 2 * sheet.particleCount + records + 3) & ~3;
}

/** Bytes of the tables of pieces: `pieces` and `momenta`. */
export function pieceBytes(sheet: Sheet): number {
  return 4 * pieceWordCount(sheet) + 16 * pieceTableOf(sheet).partCount;
}

/** The table `pieces`; empty for a single piece. */
export function pieceWords(sheet: Sheet): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(pieceWordCount(sheet));
  if (!hasPieces(sheet)) return words;
  const { order, parts } = pieceTableOf(sheet);
  const { count, ofParticle, particles } = sheet.pieces;
  const ofParticles = 4 * count + ofParticle.length;
  const ofParts = ofParticles + ofParticle.length;
  let [member, part] = [0, 0];
  order.forEach((piece, k) => {
    const members = particles.items.subarray(particles.starts[piece], particles.starts[piece + 1]);
    words.set([member, members.length, part, parts[k]], 4 * k);
    words.set(members, 4 * count + member);
    for (const id of members) words[ofParticles + id] = k;
    words.fill(k, ofParts + part, ofParts + part + parts[k]);
    member += members.length;
    part += parts[k];
  });
  return words;
}
