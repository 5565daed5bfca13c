/**
 * Self-collision; see cpu/self-collision.ts for the derivation and the letters. Four kernels a substep, behind the constraints of every plan:
 *
 *   enterCells    each particle puts itself at the front of its cell's list
 *   sumWeights    the weights of each particle's contacts, in whole parts
 *   separate      what each particle is moved by
 *   finishApart   moves it, then what `finish` does, and empties the lists
 *
 * The order within a list is whatever the device made of it, so nothing may depend on it: sums are of whole numbers. No list has an end
 * short of its last particle. Beside those of common.wgsl.ts the kernels bind
 *
 *  12  storage  firsts    u32 for each list of the hash: number of its first particle, from 1; 0 for none
 *  13  storage  links     N u32: number of the next particle in the list, from 1; behind them N u32: sums of weights
 *  14  storage  shifted   N x 16 bytes: xyz, 0
 *  15  storage  pushed    N x 16 bytes: xyz, 0: the part of it that only pushes
 */

import { BORNE_LAYERS, MAX_CELL, MOST_WEIGHT, SHIFT_PARTS, WEIGHT_PARTS } from '../constants.js';
import type { Grid } from '../grid.js';
import { bucketCount, HASH_FACTORS } from '../self-collision.js';
import { COLOR_THREADS } from './colors.wgsl.js';

/** A kernel's walk over all contacts of particle i at p, `body` for each: with particle j at q, as `contact`. */
const forEachContact = (body: string) => /* wgsl */ `
  let d = settings.apart.x;
  let start = startOf(i, p);
  let low = cellOf(p.xyz - vec3f(d));
  // two cells in each direction; what is not a number has any cell at all
  let high = min(cellOf(p.xyz + vec3f(d)), low + vec3i(2));
  for (var z = low.z; z <= high.z; z++) {
    for (var y = low.y; y <= high.y; y++) {
      for (var x = low.x; x <= high.x; x++) {
        let cell = vec3i(x, y, z);
        for (var next = atomicLoad(&firsts[bucketOf(cell)]); next != 0u; next = links[next - 1u]) {
          let j = next - 1u;
          let q = position[j];
          // another cell may share the list
          if (j == i || any(cellOf(q.xyz) != cell)) { continue; }
          let contact = contactOf(i, p, start, j, q);
          if (contact.parts == 0u) { continue; }
          ${body}
        }
      }
    }
  }`;

/** Kernels `enterCells`, `sumWeights`, `separate` and `finishApart`. */
export function selfCollisionWgsl(grid: Grid): string {
  const [x, y, z] = HASH_FACTORS;
  return /* wgsl */ `
const BUCKETS = ${bucketCount(grid)}u;
const MAX_CELL = f32(${MAX_CELL});
const WEIGHT_PARTS = f32(${WEIGHT_PARTS});
const SHIFT_PARTS = f32(${SHIFT_PARTS});
const BORNE_LAYERS = f32(${BORNE_LAYERS});

// parts 0: no contact
struct Contact { parts: u32, phi: f32, before: f32, n: vec3f, motion: vec3f }

@group(0) @binding(12) var<storage, read_write> firsts: array<atomic<u32>, BUCKETS>;
@group(0) @binding(13) var<storage, read_write> links: array<u32, 2u * PARTICLES>;
@group(0) @binding(14) var<storage, read_write> shifted: array<vec4f>;
@group(0) @binding(15) var<storage, read_write> pushed: array<vec4f>;

fn cellOf(x: vec3f) -> vec3i {
  return vec3i(clamp(floor(x * settings.apart.w), vec3f(-MAX_CELL), vec3f(MAX_CELL)));
}

fn bucketOf(cell: vec3i) -> u32 {
  let k = bitcast<vec3u>(cell) * vec3u(${x}u, ${y}u, ${z}u);
  return (k.x ^ k.y ^ k.z) & (BUCKETS - 1u);
}

// Where a particle was before the substep.
fn startOf(i: u32, p: vec4f) -> vec3f {
  let start = predicted[i].xyz;
  return select(fma(velocity[i].xyz, vec3f(-settings.h), start), start, p.w == 0.0);
}

fn restSquared(i: u32, j: u32) -> f32 {
  let across = (f32(i % COUNT_X) - f32(j % COUNT_X)) * SPACING.x;
  let down = (f32(i / COUNT_X) - f32(j / COUNT_X)) * SPACING.y;
  return fma(across, across, down * down);
}

fn contactOf(i: u32, p: vec4f, start: vec3f, j: u32, q: vec4f) -> Contact {
  var contact: Contact;
  let d = settings.apart.x;
  let r = p.xyz - q.xyz;
  let squared = squaredLength(r);
  if (!(squared < d * d) || restSquared(i, j) <= settings.apart.y || p.w + q.w == 0.0) { return contact; }
  let r0 = start - startOf(j, q);
  let startSquared = squaredLength(r0);
  let hasPassed = dot3(r, r0) < 0.0 || squared < MIN_LENGTH_SQUARED;
  let along = select(r, r0, hasPassed);
  contact.n = along / safeLength(along);
  // in one place before and now: the first goes up
  if (squaredLength(along) < MIN_LENGTH_SQUARED) { contact.n = vec3f(0.0, select(-1.0, 1.0, i < j), 0.0); }
  contact.phi = dot3(r, contact.n) - d;
  contact.before = sqrt(startSquared) - d;
  contact.motion = r - r0;
  let overlap = max(-contact.phi / d, 0.0);
  contact.parts = u32(overlap / (overlap + settings.shareOverlap) * WEIGHT_PARTS) + 1u;
  return contact;
}

@compute @workgroup_size(${COLOR_THREADS})
fn enterCells(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  links[i] = atomicExchange(&firsts[bucketOf(cellOf(position[i].xyz))], i + 1u);
}

@compute @workgroup_size(${COLOR_THREADS})
fn sumWeights(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let p = position[i];
  var sum = 0u;
${forEachContact(`sum = min(sum + contact.parts, ${MOST_WEIGHT}u);`)}
  links[PARTICLES + i] = sum;
}

@compute @workgroup_size(${COLOR_THREADS})
fn separate(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let p = position[i];
  let own = links[PARTICLES + i];
  let bearing = min(BORNE_LAYERS * safeLength(settings.push), PUSH_SPEED) * settings.h;
  var shift = vec3i(0);
  var push = vec3i(0);
  if (own > 0u && p.w != 0.0) {
${forEachContact(`let share = f32(contact.parts) / f32(max(own, links[PARTICLES + j]));
          let weight = share * p.w / (p.w + q.w) * (SHIFT_PARTS / d);
          let borne = clamp(-contact.before, 0.0, bearing);
          let b = min(max(contact.before - contact.phi, 0.0) + borne, -contact.phi);
          let e = min(-contact.phi - b, PUSH_SPEED * settings.h - borne);
          let t = fma(contact.n, vec3f(-dot3(contact.n, contact.motion)), contact.motion);
          let held = t * min(settings.apart.z * b / safeLength(t), 1.0);
          shift += vec3i((contact.n * (b + e) - held) * weight);
          push += vec3i(contact.n * (e * weight));`)}
  }
  let part = settings.apart.x / SHIFT_PARTS;
  shifted[i] = vec4f(vec3f(shift) * part, 0.0);
  pushed[i] = vec4f(vec3f(push) * part, 0.0);
}

@compute @workgroup_size(${COLOR_THREADS})
fn finishApart(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  // there are as many lists as particles or more, but less than twice as many
  atomicStore(&firsts[i], 0u);
  if (i + PARTICLES < BUCKETS) { atomicStore(&firsts[i + PARTICLES], 0u); }
  let p = position[i];
  if (p.w == 0.0) { return; }
  let apart = vec4f(p.xyz + shifted[i].xyz, p.w);
  let moved = finished(i, apart, velocity[i], predicted[i].xyz + pushed[i].xyz, task.substep);
  position[i] = moved.position;
  velocity[i] = moved.velocity;
}
`;
}
