/**
 * Keeps the shells of a mesh with a gas from turning by themselves; see cpu/spin.ts for the derivation and the letters. Behind the records of
 * the gas (pressure.wgsl.ts) is for each particle the sum of (x - r) x d over the substeps of a step, xyz, 0.
 */

import { LEAST_INERTIA } from '../constants.js';

/** Threads of the kernel `steady`, a power of two. */
const STEADY_THREADS = 128;

/** Function `noteSpin`, for the common text of all kernels. `first` is the record of the first sum. */
export const noteSpinWgsl = (first: number): string => /* wgsl */ `
const SPINS = ${first}u;

// For particle i, which the constraints of a substep have moved from start to p. v: v*.
fn noteSpin(i: u32, p: vec3f, v: vec3f, start: vec3f, substep: u32) {
  let point = tables.gas[GAS_POINTS + pieceOf(i)].xyz;
  let spin = cross3(fma(v, vec3f(-settings.h), start) - point, p - start);
  let before = select(tables.gas[SPINS + i].xyz, vec3f(0.0), substep % settings.substeps == 0u);
  tables.gas[SPINS + i] = vec4f(before + spin, 0.0);
}
`;

/** Kernel `steady`, one workgroup for each shell at the end of a step: sums the spins, and takes them out of the velocities. */
export const steadyWgsl = (isAlone: boolean): string => /* wgsl */ `
// h T and the mass; its moment from r, and the number of fixed particles; second moments xx, yy, zz, 0 and xy, xz, yz, 0
struct Spun { spin: vec4f, moment: vec4f, squares: vec4f, products: vec4f }
var<workgroup> spun: array<Spun, ${STEADY_THREADS}>;

@compute @workgroup_size(${STEADY_THREADS})
fn steady(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  // a fixed particle ends it below, but saves no sum there
  ${isAlone ? 'if (frame.isFree == 0u) { return; }' : ''}
  let shell = pieceAt(group.x);
  let point = tables.gas[GAS_POINTS + group.x].xyz;
  var own = Spun();
  for (var k = t; k < shell.count; k += ${STEADY_THREADS}u) {
    let i = memberAt(shell.first + k);
    let p = position[i];
    if (p.w == 0.0) { own.moment.w += 1.0; continue; }
    let m = 1.0 / p.w;
    let x = p.xyz - point;
    own.spin += vec4f(tables.gas[SPINS + i].xyz, 1.0) * m;
    own.moment += vec4f(x * m, 0.0);
    own.squares += vec4f(x * x * m, 0.0);
    own.products += vec4f(x.xxy * x.yzz * m, 0.0);
  }
  spun[t] = own;
  for (var half = ${STEADY_THREADS / 2}u; half > 0u; half /= 2u) {
    workgroupBarrier();
    if (t < half) {
      let other = spun[t + half];
      spun[t].spin += other.spin;
      spun[t].moment += other.moment;
      spun[t].squares += other.squares;
      spun[t].products += other.products;
    }
  }
  workgroupBarrier();
  let all = spun[0];
  let mass = all.spin.w;
  let center = all.moment.xyz / mass;
  let squares = all.squares.xyz - center * center * mass;
  let k = squares.x + squares.y + squares.z;
  let diagonal = (vec3f(k) - squares) / k;
  let others = (center.xxy * center.yzz * mass - all.products.xyz) / k;
  let a = diagonal.x; let b = diagonal.y; let c = diagonal.z;
  let p = others.x; let q = others.y; let r = others.z;
  let first = vec3f(b * c - r * r, q * r - p * c, p * r - q * b);
  let det = dot3(vec3f(a, p, q), first);
  if (all.moment.w > 0.0 || !(det > ${LEAST_INERTIA}f)) { return; }
  let second = vec3f(first.y, a * c - q * q, p * q - a * r);
  let third = vec3f(first.z, second.z, a * b - p * p);
  let T = all.spin.xyz * (settings.inverseH / (k * det));
  let omega = vec3f(dot3(first, T), dot3(second, T), dot3(third, T));
  for (var n = t; n < shell.count; n += ${STEADY_THREADS}u) {
    let i = memberAt(shell.first + n);
    let v = velocity[i];
    velocity[i] = vec4f(v.xyz - cross3(omega, position[i].xyz - point - center), v.w);
  }
}
`;
