/**
 * Self-collision; see cpu/self-collision.ts for the derivation and the letters (contactOf is findContact there, partOf findCorrection).
 * Five kernels per substep run after the constraints of every plan:
 *
 *   countCells    counts the particles of each bucket of the hash
 *   placeCells    assigns each bucket a range of slots of that length
 *   enterCells    each particle enters itself into a slot of its bucket
 *   sumWeights    sums the weights of each particle's contacts, in whole parts, and notes the partners
 *   separate      moves each particle, then does the work of `finish`; searches again for particles with more contacts than were noted
 *
 * The particles of a cell are in consecutive slots, with all data that a search needs, so a search reads them in sequence. (Linked lists,
 * where each read waits for the previous one, took most of a substep.) A search reads the positions from `enterCells`, so `separate` may
 * move particles while it searches. The slots of a bucket, and the order within it, depend on the device. So no result may depend on them:
 * sums are of whole numbers. For the same reason several threads can share the search of one particle, one cell each.
 *
 * The kernels bind these buffers in addition to those of common.wgsl.ts:
 *
 *  12  storage  cells     u32: slots assigned so far; per bucket u32: number of particles, between countCells and placeCells; then,
 *          aligned to 8 bytes, per bucket 2 x u32: its slots (first, one past the last). Values that must be 0 at the start of a substep
 *          are reset by the kernel that uses them last
 *  13  storage  members   N u32: index of the particle within its bucket, later, by slot, its number of contacts; then N u32, by slot: sums
 *          of weights; then NOTED x N u32, by slot: slots of the first partners that were found
 *  14  storage  places    N x 16 bytes, by slot: xyz, inverse mass
 *  15  storage  origins   N x 16 bytes, by slot: xyz before the substep, particle id u32
 */

import { BORNE_LAYERS, MAX_CELL, MOST_WEIGHT, SHIFT_PARTS, WEIGHT_PARTS } from '../constants.js';
import { bucketCount, HASH_FACTORS } from '../self-collision.js';
import type { Sheet } from '../sheet.js';
import { COLOR_THREADS } from './colors.wgsl.js';
import { hasPieces } from './pieces.js';

/** Threads of a workgroup of `placeCells`, one per bucket. The 2^23 buckets of the largest cloth then fit one dispatch. */
export const PLACE_THREADS = 256;

/** Number of threads that keep a large device busy. Above it, searches are not shared: each sharing thread repeats the common work. */
const BUSY_THREADS = 2 ** 20;

/** Number of cells that are searched for a particle; rounding can add some. */
const USUAL_CELLS = 8;

/** Number of threads that share the search for a particle's contacts: a power of two, smaller if the particles alone keep a device busy. */
export function searchThreads(sheet: Sheet): number {
  let threads = USUAL_CELLS;
  while (threads > 1 && threads * sheet.particleCount > BUSY_THREADS) threads /= 2;
  return threads;
}

/** Maximum number of contacts of a particle that are noted. Twenty are usual in a heap of layers, and sixty are many. */
const MOST_NOTED = 64;

/** Maximum bytes of all notes. Up to 260,000 particles have MOST_NOTED notes each, those of the largest cloths 3 each. */
const NOTED_BYTES = 2 ** 26;

function notedContacts({ particleCount }: Sheet): number {
  return Math.max(1, Math.min(MOST_NOTED, Math.floor(NOTED_BYTES / (4 * particleCount))));
}

/** Bytes of `members`. */
export function membersBytes(sheet: Sheet): number {
  return 4 * (2 + notedContacts(sheet)) * sheet.particleCount;
}

/** Bytes of `cells`. */
export function cellsBytes(sheet: Sheet): number {
  return 8 + 12 * bucketCount(sheet);
}

/**
 * Generates a loop over a thread's share of the contacts of the particle at p in `slot`. `body` runs for each of them: the other particle
 * is at q in slot `other`, and the contact is `contact`.
 */
const forEachContact = (body: string) => /* wgsl */ `
    let d = settings.apart.x;
    let own = origins[slot];
    let low = cellOf(p.xyz - vec3f(d));
    // two cells in each direction, three after rounding; the cell of a NaN position is arbitrary
    let size = clamp(cellOf(p.xyz + vec3f(d)) - low + vec3i(1), vec3i(0), vec3i(3));
    for (var k = i32(t % SEARCHERS); k < size.x * size.y * size.z; k += i32(SEARCHERS)) {
      let cell = low + vec3i(k % size.x, k / size.x % size.y, k / (size.x * size.y));
      let slots = cells.slots[bucketOf(cell)];
      for (var other = slots.x; other < slots.y; other++) {
        let q = places[other];
        // another cell may share the bucket
        if (!(squaredLength(p.xyz - q.xyz) < d * d) || other == slot || any(cellOf(q.xyz) != cell)) { continue; }
        let contact = contactOf(p, own, q, origins[other]);
        if (contact.parts == 0u) { continue; }
        ${body}
      }
    }`;

/**
 * The minimum distance d of a pair in `contactOf`: neighbours at rest have none, but on two pieces or sides of a tear they have at most
 * their rest distance.
 */
function nearWgsl(sheet: Sheet): string {
  const areApart = [
    ...(hasPieces(sheet) ? ['pieceOf(own.id) != pieceOf(other.id)'] : []),
    ...(sheet.tears ? ['areApart(min(own.id, other.id), max(own.id, other.id))'] : []),
  ];
  if (areApart.length === 0)
    return /* wgsl */ `
  if (restSquared(own.id, other.id) <= settings.apart.y || p.w + q.w == 0.0) { return contact; }
  let d = settings.apart.x;`;
  return /* wgsl */ `
  var d = settings.apart.x;
  if (p.w + q.w == 0.0) { return contact; }
  let rest = restSquared(own.id, other.id);
  if (rest <= settings.apart.y) {
    d = min(d, sqrt(rest));
    if (!(squaredLength(r) < d * d)) { return contact; }
    if (!(${areApart.join(' || ')})) { return contact; }
  }`;
}

/** Kernels `countCells`, `placeCells`, `enterCells`, `sumWeights` and `separate`. `searchers` threads share the search of a particle. */
export function selfCollisionWgsl(sheet: Sheet, searchers: number): string {
  const [x, y, z] = HASH_FACTORS;
  // SEARCHERS: threads that search for one particle; SEARCHED: particles per workgroup
  /** Code that joins the shares of several threads. A single thread needs none, and then there is no barrier. */
  const shared = (text: string) => (searchers > 1 ? text : '');
  return /* wgsl */ `
const BUCKETS = ${bucketCount(sheet)}u;
const MAX_CELL = f32(${MAX_CELL});
const MOST_WEIGHT = ${MOST_WEIGHT}u;
const WEIGHT_PARTS = f32(${WEIGHT_PARTS});
const SHIFT_PARTS = f32(${SHIFT_PARTS});
const BORNE_LAYERS = f32(${BORNE_LAYERS});
const NOTED = ${notedContacts(sheet)}u;
const SEARCHERS = ${searchers}u;
const SEARCHED = ${COLOR_THREADS / searchers}u;

struct Cells { taken: atomic<u32>, counts: array<atomic<u32>, BUCKETS>, slots: array<vec2u, BUCKETS> }
struct Members { ranks: array<u32, PARTICLES>, weights: array<u32, PARTICLES>, partners: array<u32, PARTICLES * NOTED> }
// displacement of a particle by a contact, in parts, and the share of it that only pushes
struct Part { shift: vec3i, push: vec3i }
struct Origin { start: vec3f, id: u32 }
// parts 0: no contact
struct Contact { parts: u32, phi: f32, before: f32, n: vec3f, motion: vec3f }

@group(0) @binding(12) var<storage, read_write> cells: Cells;
@group(0) @binding(13) var<storage, read_write> members: Members;
@group(0) @binding(14) var<storage, read_write> places: array<vec4f>;
@group(0) @binding(15) var<storage, read_write> origins: array<Origin>;

var<workgroup> groupTaken: atomic<u32>;
var<workgroup> groupFirst: u32;
var<workgroup> found: array<atomic<u32>, SEARCHED>;
var<workgroup> sums: array<u32, ${COLOR_THREADS}>;
var<workgroup> shifts: array<vec3i, ${COLOR_THREADS}>;
var<workgroup> pushes: array<vec3i, ${COLOR_THREADS}>;

fn cellOf(x: vec3f) -> vec3i {
  return vec3i(clamp(floor(x * settings.apart.w), vec3f(-MAX_CELL), vec3f(MAX_CELL)));
}

fn bucketOf(cell: vec3i) -> u32 {
  let k = bitcast<vec3u>(cell) * vec3u(${x}u, ${y}u, ${z}u);
  return (k.x ^ k.y ^ k.z) & (BUCKETS - 1u);
}

// Position of a particle before the substep.
fn startOf(i: u32, p: vec4f) -> vec3f {
  let start = predicted[i].xyz;
  return select(fma(velocity[i].xyz, vec3f(-settings.h), start), start, p.w == 0.0);
}

// The compiler does not know that task.zero is 0, so it cannot fuse the product with a later addition.
fn rounded(product: vec3f) -> vec3f {
  return bitcast<vec3f>(bitcast<vec3u>(product) | vec3u(task.zero));
}

// The contact of two particles that are closer than the minimum distance.
fn contactOf(p: vec4f, own: Origin, q: vec4f, other: Origin) -> Contact {
  var contact: Contact;
  let r = p.xyz - q.xyz;
${nearWgsl(sheet)}
  let r0 = own.start - other.start;
  let startSquared = squaredLength(r0);
  let hasPassed = dot3(r, r0) < 0.0 || squaredLength(r) < MIN_LENGTH_SQUARED;
  let along = select(r, r0, hasPassed);
  contact.n = along / safeLength(along);
  // same position before and now: the particle with the lower id goes up
  if (squaredLength(along) < MIN_LENGTH_SQUARED) { contact.n = vec3f(0.0, select(-1.0, 1.0, own.id < other.id), 0.0); }
  contact.phi = dot3(r, contact.n) - d;
  contact.before = sqrt(startSquared) - d;
  contact.motion = r - r0;
  let overlap = max(-contact.phi / settings.apart.x, 0.0);
  contact.parts = u32(overlap / (overlap + settings.shareOverlap) * WEIGHT_PARTS) + 1u;
  return contact;
}

@compute @workgroup_size(${COLOR_THREADS})
fn countCells(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  members.ranks[i] = atomicAdd(&cells.counts[bucketOf(cellOf(position[i].xyz))], 1u);
}

@compute @workgroup_size(${PLACE_THREADS})
fn placeCells(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) t: u32) {
  let bucket = id.x;
  var count = 0u;
  if (bucket < BUCKETS) { count = atomicExchange(&cells.counts[bucket], 0u); }
  let before = atomicAdd(&groupTaken, count);
  workgroupBarrier();
  if (t == 0u) { groupFirst = atomicAdd(&cells.taken, atomicLoad(&groupTaken)); }
  workgroupBarrier();
  let first = groupFirst + before;
  if (bucket < BUCKETS) { cells.slots[bucket] = vec2u(first, first + count); }
}

@compute @workgroup_size(${COLOR_THREADS})
fn enterCells(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  if (i == 0u) { atomicStore(&cells.taken, 0u); }
  let p = position[i];
  let slot = cells.slots[bucketOf(cellOf(p.xyz))].x + members.ranks[i];
  places[slot] = p;
  origins[slot] = Origin(startOf(i, p), i);
}

@compute @workgroup_size(${COLOR_THREADS})
fn sumWeights(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) t: u32) {
  let slot = group.x * SEARCHED + t / SEARCHERS;
  var sum = 0u;
  if (slot < PARTICLES) {
    let p = places[slot];
${forEachContact(`sum = min(sum + contact.parts, MOST_WEIGHT);
        let note = atomicAdd(&found[t / SEARCHERS], 1u);
        if (note < NOTED) { members.partners[slot * NOTED + note] = other; }`)}
  }
${shared(`
  sums[t] = sum;
  workgroupBarrier();
  if (t >= SEARCHED) { return; }
  sum = 0u;
  for (var k = 0u; k < SEARCHERS; k++) { sum += min(sums[t * SEARCHERS + k], MOST_WEIGHT - sum); }`)}
  let joined = group.x * SEARCHED + t;
  if (joined < PARTICLES) {
    members.weights[joined] = sum;
    members.ranks[joined] = atomicLoad(&found[t]);
  }
}

// displacement of particle p by the contact: its share of the penetration since the start of the substep, and of the push apart
fn partOf(p: vec4f, q: vec4f, contact: Contact, weight: u32, bearing: f32) -> Part {
  let d = settings.apart.x;
  let share = f32(contact.parts) / f32(weight);
  let scale = share * p.w / (p.w + q.w) * (SHIFT_PARTS / d);
  let borne = clamp(-contact.before, 0.0, bearing);
  let b = min(max(contact.before - contact.phi, 0.0) + borne, -contact.phi);
  let e = min(-contact.phi - b, PUSH_SPEED * settings.h - borne);
  let along = fma(contact.n, vec3f(-dot3(contact.n, contact.motion)), contact.motion);
  let held = along * min(settings.apart.z * b / safeLength(along), 1.0);
  return Part(vec3i((contact.n * (b + e) - held) * scale), vec3i(contact.n * (e * scale)));
}

@compute @workgroup_size(${COLOR_THREADS})
fn separate(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) t: u32) {
  let slot = group.x * SEARCHED + t / SEARCHERS;
  let bearing = min(BORNE_LAYERS * safeLength(settings.push), PUSH_SPEED) * settings.h;
  var shift = vec3i(0);
  var push = vec3i(0);
  if (slot < PARTICLES) {
    let p = places[slot];
    let weight = members.weights[slot];
    if (weight > 0u && p.w != 0.0) {
      let count = members.ranks[slot];
      if (count <= NOTED) {
        let own = origins[slot];
        for (var k = t % SEARCHERS; k < count; k += SEARCHERS) {
          let other = members.partners[slot * NOTED + k];
          let q = places[other];
          let part = partOf(p, q, contactOf(p, own, q, origins[other]), max(weight, members.weights[other]), bearing);
          shift += part.shift;
          push += part.push;
        }
      } else {
${forEachContact(`let part = partOf(p, q, contact, max(weight, members.weights[other]), bearing);
        shift += part.shift;
        push += part.push;`)}
      }
    }
  }
${shared(`
  shifts[t] = shift;
  pushes[t] = push;
  workgroupBarrier();
  if (t >= SEARCHED) { return; }
  shift = vec3i(0);
  push = vec3i(0);
  for (var k = t * SEARCHERS; k < (t + 1u) * SEARCHERS; k++) {
    shift += shifts[k];
    push += pushes[k];
  }`)}
  let joined = group.x * SEARCHED + t;
  if (joined >= PARTICLES) { return; }
  let p = places[joined];
  if (p.w == 0.0) { return; }
  let i = origins[joined].id;
  let part = settings.apart.x / SHIFT_PARTS;
  let apart = vec4f(p.xyz + rounded(vec3f(shift) * part), p.w);
  let start = predicted[i].xyz + rounded(vec3f(push) * part);
  ${
    sheet.gas?.isAlone
      ? /* wgsl */ `noteSpin(i, apart.xyz, velocity[i].xyz, start, task.substep);`
      : /* wgsl */ `noteSpin(i, p.xyz, velocity[i].xyz, predicted[i].xyz, task.substep);`
  }
  let moved = finished(i, apart, velocity[i], start, task.substep);
  position[i] = moved.position;
  velocity[i] = moved.velocity;
}
`;
}
