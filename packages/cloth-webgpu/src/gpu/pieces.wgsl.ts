/**
 * The S pieces of a sheet, what edges join (pieces.ts), and the damping of each; see cpu/damping.ts for the derivation and the letters. The
 * kernels have the pieces with the most records of sums first. Behind the tables of a mesh (binding 7) are
 *
 *   pieces   if S > 1, u32: for each piece its first member, their number, its first record of sums, their number; then the members by
 *            piece (particles); then the piece of each particle, and that of each record of sums
 *   momenta  P records of 16 bytes: sum of m v xyz, sum of m, or 0, 0, 0, -1 if a particle is fixed
 *
 * `momenta`: a piece has n = 1, 32 or 32² of the P records, or more. Each belongs to a thread, which sums over every n-th particle of the
 * piece. `momentaJoin`, once per level: joins the records as `measureJoin` does (measure.wgsl.ts), until the first of each piece is that of
 * all of it. As each n is a power of JOIN_FAN, the largest first, no thread joins records of two pieces. They run before a step that is
 * damped, but for a sheet of one piece that something holds.
 */

import { SMALLEST_INPUT } from '../constants.js';
import type { Sheet } from '../sheet.js';
import { hasPieces, pieceTableOf, pieceWordCount } from './pieces.js';
import { GATHER_THREADS } from './reduction.js';

/** The members of `Tables`. */
export function pieceMembers(sheet: Sheet): string {
  const words = pieceWordCount(sheet);
  return `${words > 0 ? `, pieces: array<u32, ${words}>` : ''}, momenta: array<vec4f, ${pieceTableOf(sheet).partCount}>`;
}

/** How kernels find a piece, its members and its first record of sums, and function `calmed`; for the common text of all kernels. */
export function piecesWgsl(sheet: Sheet): string {
  const { order, partCount } = pieceTableOf(sheet);
  return /* wgsl */ `
const PIECE_PARTS = ${partCount}u;
struct Piece { first: u32, count: u32, part: u32, parts: u32 }
${hasPieces(sheet) ? piecesOfMeshWgsl(order.length, sheet.particleCount) : onePieceWgsl}
// The velocity v of particle i without the share that it loses by damping in a substep.
fn calmed(i: u32, v: vec3f, substep: u32) -> vec3f {
  let share = vec3f(-settings.freeDamping);
  if (isHeldPiece(i)) { return fma(vec3f(-settings.damping), v, v); }
  if (settings.freeDamping == 0.0 || substep % settings.substeps != 0u) { return v; }
  let all = tables.momenta[pieceAt(pieceOf(i)).part];
  return fma(share, v - all.xyz / max(all.w, ${SMALLEST_INPUT}f), v);
}
`;
}

const onePieceWgsl = /* wgsl */ `
fn pieceAt(s: u32) -> Piece { return Piece(0u, PARTICLES, 0u, PIECE_PARTS); }
fn pieceOf(i: u32) -> u32 { return 0u; }
fn pieceOfPart(k: u32) -> u32 { return 0u; }
fn memberAt(k: u32) -> u32 { return k; }
fn isHeldPiece(i: u32) -> bool { return frame.isFree == 0u; }
`;

const piecesOfMeshWgsl = (count: number, particleCount: number) => /* wgsl */ `
const PIECE_MEMBERS = ${4 * count}u;
const PIECE_OF = ${4 * count + particleCount}u;
const PIECE_OF_PART = ${4 * count + 2 * particleCount}u;
fn pieceAt(s: u32) -> Piece {
  return Piece(tables.pieces[4u * s], tables.pieces[4u * s + 1u], tables.pieces[4u * s + 2u], tables.pieces[4u * s + 3u]);
}
fn pieceOf(i: u32) -> u32 { return tables.pieces[PIECE_OF + i]; }
fn pieceOfPart(k: u32) -> u32 { return tables.pieces[PIECE_OF_PART + k]; }
fn memberAt(k: u32) -> u32 { return tables.pieces[PIECE_MEMBERS + k]; }
// the sums are not there without damping, which then makes no difference
fn isHeldPiece(i: u32) -> bool { return tables.momenta[pieceAt(pieceOf(i)).part].w < 0.0; }
`;

/** Kernels `momenta` and `momentaJoin`. */
export const momentaWgsl: string = /* wgsl */ `
const HELD = vec4f(0.0, 0.0, 0.0, -1.0);

fn together(a: vec4f, b: vec4f) -> vec4f {
  return select(a + b, HELD, a.w < 0.0 || b.w < 0.0);
}

@compute @workgroup_size(${GATHER_THREADS})
fn momenta(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= PIECE_PARTS) { return; }
  let piece = pieceAt(pieceOfPart(id.x));
  var sum = vec4f(0.0);
  for (var k = id.x - piece.part; k < piece.count; k += piece.parts) {
    let i = memberAt(piece.first + k);
    let p = position[i];
    let v = velocity[i].xyz;
    if (p.w == 0.0) {
      sum = HELD;
      break;
    }
    if (isFinite(p.xyz) && isFinite(v)) { sum += vec4f(v, 1.0) / p.w; }
  }
  tables.momenta[id.x] = sum;
}

// task.group: number of records of the pieces that have several left
@compute @workgroup_size(${GATHER_THREADS})
fn momentaJoin(@builtin(global_invocation_id) id: vec3u) {
  let first = id.x * JOIN_FAN * task.stride;
  if (first >= task.group) { return; }
  var sum = tables.momenta[first];
  for (var k = 1u; k < JOIN_FAN; k++) { sum = together(sum, tables.momenta[first + k * task.stride]); }
  tables.momenta[first] = sum;
}
`;
