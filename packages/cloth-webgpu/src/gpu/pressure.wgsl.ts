/**
 * The gas in a closed mesh; see cpu/pressure.ts for the derivation and the letters. Behind the tables of the mesh (binding 7) are
 *
 *   gas   2 x 16 bytes: N, a, 0, 0 and r xyz, 0       then P records: V, R, K / h², 0       then for each particle g xyz, 0
 *         then, in a mesh of one piece, for each particle the record of spin.wgsl.ts, which also has r
 *
 * `swell`: each thread finds g of every P-th particle and sums over them into a record of its own. `swellJoin`, once per level: joins the
 * records as `measureJoin` does (measure.wgsl.ts), until the first of them is that of the whole mesh. `integrated` then calls `filled`.
 */

import { MIN_VOLUME } from '../constants.js';
import { GATHER_THREADS } from './common.wgsl.js';
import { meshFacesWgsl } from './mesh.wgsl.js';
import { acrossWgsl } from './normals.wgsl.js';
import { noteSpinWgsl } from './spin.wgsl.js';

/** Index of the point r, and of the first record of sums. */
const POINT = 1;
const SUMS = 2;

/** Number of records. */
export const gasRecords = (parts: number, particleCount: number, isOnePiece: boolean): number =>
  SUMS + parts + particleCount * (isOnePiece ? 2 : 1);

/** Functions `filled`, and of a mesh of one piece `noteSpin`, for the common text of all kernels. */
export const gasWgsl = (parts: number, particleCount: number, isOnePiece: boolean): string =>
  filledWgsl(parts) + (isOnePiece ? noteSpinWgsl(POINT, SUMS + parts + particleCount) : '');

const filledWgsl = (parts: number) => /* wgsl */ `
const GAS_PARTS = ${parts}u;
const GAS_FACES = ${SUMS + parts}u;

// The velocity v of particle i, of inverse mass w, after the push of the gas in a substep.
fn filled(i: u32, v: vec3f, w: f32) -> vec3f {
  let h = settings.h;
  let N = tables.gas[0].x;
  let a = tables.gas[0].y;
  let sums = tables.gas[${SUMS}];
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

/** Kernels `swell` and `swellJoin`; `sign` is -1 for a mesh whose triangles face inwards. */
export const swellWgsl = (sign: number): string => /* wgsl */ `
${acrossWgsl}
${meshFacesWgsl}
@compute @workgroup_size(${GATHER_THREADS})
fn swell(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= GAS_PARTS) { return; }
  let origin = position[0].xyz;
  if (id.x == 0u) { tables.gas[${POINT}] = vec4f(origin, 0.0); }
  var sums = vec4f(0.0);
  for (var i = id.x; i < PARTICLES; i += GAS_PARTS) {
    let g = acrossFaces(i) * f32(${sign / 6});
    tables.gas[GAS_FACES + i] = vec4f(g, 0.0);
    let p = position[i];
    sums.x = fma(dot3(p.xyz - origin, g), f32(${1 / 3}), sums.x);
    if (p.w != 0.0) {
      sums.y += dot3(velocity[i].xyz, g);
      sums.z = fma(p.w, squaredLength(g), sums.z);
    }
  }
  tables.gas[${SUMS}u + id.x] = sums;
}

@compute @workgroup_size(${GATHER_THREADS})
fn swellJoin(@builtin(global_invocation_id) id: vec3u) {
  let first = id.x * JOIN_FAN * task.stride;
  if (first >= GAS_PARTS) { return; }
  var sums = tables.gas[${SUMS}u + first];
  for (var k = 1u; k < JOIN_FAN; k++) { sums += tables.gas[${SUMS}u + first + k * task.stride]; }
  tables.gas[${SUMS}u + first] = sums;
}
`;
