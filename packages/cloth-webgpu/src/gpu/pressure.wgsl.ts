/**
 * The gas in the S shells of a mesh; see cpu/pressure.ts for the derivation and the letters. The kernels have the shells with the most
 * records of sums first. Behind the tables of the mesh (binding 7) are
 *
 *   gas      S x 16 bytes: N, a, 1 / 6 or (triangles that face inwards) -1 / 6, 0       then S x 16 bytes: r xyz, 0
 *            then P records: V, R, K / h², 0       then for each particle g xyz, 0, and the record of spin.wgsl.ts, which also has r
 *   shells   if S > 1, u32: for each shell its first member, their number, its first record of sums, their number; then the members by
 *            shell (particles); then the shell of each particle, and that of each record of sums
 *
 * `swell`: a shell has n = 1, 32 or 32² of the P records, or more. Each belongs to a thread, which finds g of every n-th particle of the
 * shell and sums over them. `swellJoin`, once per level: joins the records as `measureJoin` does (measure.wgsl.ts), until the first of each
 * shell is that of all of it. As each n is a power of JOIN_FAN, the largest first, no thread joins records of two shells. `integrated` then
 * calls `filled`.
 */

import { MIN_VOLUME } from '../constants.js';
import type { Shells } from '../shells.js';
import { GATHER_THREADS } from './common.wgsl.js';
import { meshFacesWgsl } from './mesh.wgsl.js';
import { acrossWgsl } from './normals.wgsl.js';
import { noteSpinWgsl } from './spin.wgsl.js';

/** The shells as the kernels have them: those with the most records of sums first. */
export interface ShellTable {
  /** Number of each shell in the mesh. */
  readonly order: readonly number[];
  /** Number of records of each. */
  readonly parts: readonly number[];
  readonly partCount: number;
}

/** Number of records of `gas`. */
export const gasRecords = ({ order, partCount }: ShellTable, particleCount: number): number =>
  2 * order.length + partCount + 2 * particleCount;

/** The table `shells`, in whole vectors; empty for a single shell. */
export function shellWords(
  { order, parts, partCount }: ShellTable,
  shells: Shells,
): Uint32Array<ArrayBuffer> {
  const { count, ofParticle, particles } = shells;
  if (count === 1) return new Uint32Array(0);
  const particleCount = ofParticle.length;
  const words = new Uint32Array((4 * count + 2 * particleCount + partCount + 3) & ~3);
  const ofParticles = 4 * count + particleCount;
  let [member, part] = [0, 0];
  order.forEach((shell, k) => {
    const members = particles.items.subarray(particles.starts[shell], particles.starts[shell + 1]);
    words.set([member, members.length, part, parts[k]], 4 * k);
    words.set(members, 4 * count + member);
    for (const id of members) words[ofParticles + id] = k;
    words.fill(k, ofParticles + particleCount + part, ofParticles + particleCount + part + parts[k]);
    member += members.length;
    part += parts[k];
  });
  return words;
}

/** Functions `filled` and `noteSpin`, for the common text of all kernels. */
export function gasWgsl({ order, partCount }: ShellTable, particleCount: number): string {
  const count = order.length;
  const faces = 2 * count + partCount;
  return /* wgsl */ `
const GAS_PARTS = ${partCount}u;
const GAS_POINTS = ${count}u;
const GAS_SUMS = ${2 * count}u;
const GAS_FACES = ${faces}u;
${count === 1 ? oneShellWgsl : shellsWgsl(count, particleCount)}
${filledWgsl}
${noteSpinWgsl(faces + particleCount)}`;
}

/** A shell, as the kernels have it, and how they find one: its members, and its first record of sums. */
const shellStructWgsl = /* wgsl */ `struct Shell { first: u32, count: u32, part: u32, parts: u32 }`;

const oneShellWgsl = /* wgsl */ `
${shellStructWgsl}
fn shellAt(s: u32) -> Shell { return Shell(0u, PARTICLES, 0u, GAS_PARTS); }
fn shellOf(i: u32) -> u32 { return 0u; }
fn shellOfPart(k: u32) -> u32 { return 0u; }
fn memberAt(k: u32) -> u32 { return k; }
`;

const shellsWgsl = (count: number, particleCount: number) => /* wgsl */ `
${shellStructWgsl}
const SHELL_MEMBERS = ${4 * count}u;
const SHELL_OF = ${4 * count + particleCount}u;
const SHELL_OF_PART = ${4 * count + 2 * particleCount}u;
fn shellAt(s: u32) -> Shell {
  return Shell(tables.shells[4u * s], tables.shells[4u * s + 1u], tables.shells[4u * s + 2u], tables.shells[4u * s + 3u]);
}
fn shellOf(i: u32) -> u32 { return tables.shells[SHELL_OF + i]; }
fn shellOfPart(k: u32) -> u32 { return tables.shells[SHELL_OF_PART + k]; }
fn memberAt(k: u32) -> u32 { return tables.shells[SHELL_MEMBERS + k]; }
`;

const filledWgsl = /* wgsl */ `
// The velocity v of particle i, of inverse mass w, after the push of the gas in a substep.
fn filled(i: u32, v: vec3f, w: f32) -> vec3f {
  let h = settings.h;
  let s = shellOf(i);
  let N = tables.gas[s].x;
  let a = tables.gas[s].y;
  let sums = tables.gas[GAS_SUMS + shellAt(s).part];
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
  if (id.x >= GAS_PARTS) { return; }
  let s = shellOfPart(id.x);
  let shell = shellAt(s);
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
