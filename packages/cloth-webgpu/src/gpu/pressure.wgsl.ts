/**
 * The gas in the S shells of a mesh, which are its pieces (pieces.wgsl.ts); see cpu/pressure.ts for the derivation and the letters. Behind
 * the tables of the pieces (binding 7) is
 *
 *   gas      S x 16 bytes: N, a, 1 / 6 or (triangles that face inwards) -1 / 6, 0       then S x 16 bytes: r xyz, 0
 *            then P records: V, R, K / h², 0       then for each particle g xyz, 0, and the record of spin.wgsl.ts, which also has r
 *
 * `swell`: each of the P records belongs to a thread, which finds g of its share of the particles of a shell and sums over them.
 * `swellJoin`, once per level: joins the records as `momentaJoin` does. `integrated` then calls `filled`.
 */

import { MIN_VOLUME } from '../constants.js';
import type { Mesh } from '../mesh.js';
import { meshFacesWgsl } from './mesh.wgsl.js';
import { acrossWgsl } from './normals.wgsl.js';
import { pieceTableOf } from './pieces.js';
import { GATHER_THREADS } from './reduction.js';
import { noteSpinWgsl } from './spin.wgsl.js';

/** Number of records of `gas`. */
export function gasRecords(mesh: Mesh): number {
  const { order, partCount } = pieceTableOf(mesh);
  return 2 * order.length + partCount + 2 * mesh.particleCount;
}

/** Functions `filled` and `noteSpin`, for the common text of all kernels. */
export function gasWgsl(mesh: Mesh): string {
  const { order, partCount } = pieceTableOf(mesh);
  const count = order.length;
  const faces = 2 * count + partCount;
  return /* wgsl */ `
const GAS_POINTS = ${count}u;
const GAS_SUMS = ${2 * count}u;
const GAS_FACES = ${faces}u;
${filledWgsl}
${noteSpinWgsl(faces + mesh.particleCount)}`;
}

const filledWgsl = /* wgsl */ `
// The velocity v of particle i, of inverse mass w, after the push of the gas in a substep.
fn filled(i: u32, v: vec3f, w: f32) -> vec3f {
  let h = settings.h;
  let s = pieceOf(i);
  let N = tables.gas[s].x;
  let a = tables.gas[s].y;
  let sums = tables.gas[GAS_SUMS + pieceAt(s).part];
  let K = h * h * sums.z;
  let inflated = max(sums.x, 0.0);
  let beta = max(1.0 - inflated * inflated / max(K * max(N, a * inflated), ${MIN_VOLUME}f), 0.0);
  let b = fma(beta, fma(h, sums.y, -(K * a)), sums.x);
  let c = beta * K;
  let root = sqrt(fma(b, b, 4.0 * c * N));
  var absolute = (root - b) / max(2.0 * c, ${MIN_VOLUME}f);
  if (b > 0.0) { absolute = 2.0 * N / (b + root); }
  return fma(tables.gas[GAS_FACES + i].xyz, vec3f(h * w * (absolute - a)), v);
}
`;

/** Kernels `swell` and `swellJoin`. */
export const swellWgsl: string = /* wgsl */ `
${acrossWgsl}
${meshFacesWgsl}
@compute @workgroup_size(${GATHER_THREADS})
fn swell(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= PIECE_PARTS) { return; }
  let s = pieceOfPart(id.x);
  let shell = pieceAt(s);
  let sixth = tables.gas[s].z;
  let origin = position[memberAt(shell.first)].xyz;
  if (id.x == shell.part) { tables.gas[GAS_POINTS + s] = vec4f(origin, 0.0); }
  var sums = vec4f(0.0);
  for (var k = id.x - shell.part; k < shell.count; k += shell.parts) {
    let i = memberAt(shell.first + k);
    let g = acrossFaces(i) * sixth;
    tables.gas[GAS_FACES + i] = vec4f(g, 0.0);
    let p = position[i];
    sums.x = fma(dot3(p.xyz - origin, g), f32(${1 / 3}), sums.x);
    if (p.w != 0.0) {
      sums.y += dot3(velocity[i].xyz, g);
      sums.z = fma(p.w, squaredLength(g), sums.z);
    }
  }
  tables.gas[GAS_SUMS + id.x] = sums;
}

// task.group: number of records of the shells that have several left
@compute @workgroup_size(${GATHER_THREADS})
fn swellJoin(@builtin(global_invocation_id) id: vec3u) {
  let first = id.x * JOIN_FAN * task.stride;
  if (first >= task.group) { return; }
  var sums = tables.gas[GAS_SUMS + first];
  for (var k = 1u; k < JOIN_FAN; k++) { sums += tables.gas[GAS_SUMS + first + k * task.stride]; }
  tables.gas[GAS_SUMS + first] = sums;
}
`;
