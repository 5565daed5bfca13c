/**
 * Self-collision; see cpu/self-collision.ts for the derivation and the letters. Five kernels a substep, behind the constraints of every plan:
 *
 *   countCells    how many particles each bucket of the hash has
 *   placeCells    a range of slots for each bucket, as long as that
 *   enterCells    each particle enters itself into a slot of its bucket
 *   sumWeights    the weights of each particle's contacts, in whole parts, and with whom they are
 *   separate      moves each particle, then what `finish` does; it searches again for those with more contacts than were noted
 *
 * The particles of a cell lie in slots side by side, with all that others ask of them: a search reads them in sequence. (Lists, where
 * each read waits for the one before it, took most of a substep.) Others are seen as they have been entered, so `separate` may move
 * particles while it searches. Which slots a bucket gets, and the order in it, are whatever the device made of them, so nothing may depend
 * on it: sums are of whole numbers. For the same reason several threads can share one particle's search, a cell each.
 *
 * Beside those of common.wgsl.ts the kernels bind
 *
 *  12  storage  cells     u32 slots given away, 0; by bucket: its number of particles u32, between countCells and placeCells; behind
 *          them its slots (first, one behind the last) 2 x u32; what is 0 at the start of a substep is set to 0 by the kernel that needs it last
 *  13  storage  members   N u32: which of its bucket's a particle is, then, by slot, its number of contacts; behind them N u32, by slot: sums
 *          of weights; behind them NOTED x N u32, by slot: slots of the first that it was found to have contacts with
 *  14  storage  places    N x 16 bytes, by slot: xyz, inverse mass
 *  15  storage  origins   N x 16 bytes, by slot: xyz before the substep, number of the particle u32
 */

import { BORNE_LAYERS, MAX_CELL, MOST_WEIGHT, SHIFT_PARTS, WEIGHT_PARTS } from '../constants.js';
import { bucketCount, HASH_FACTORS } from '../self-collision.js';
import type { Sheet } from '../sheet.js';
import { COLOR_THREADS } from './colors.wgsl.js';

/** Threads of a workgroup of `placeCells`, one a bucket: of the largest cloth's 2^23 buckets no more than a dispatch takes. */
export const PLACE_THREADS = 256;

/** Threads that keep a large device busy: more than that share no search, for what they have in common is done by each. */
const BUSY_THREADS = 2 ** 20;

/** Cells that are searched for a particle, but for rounding. */
const USUAL_CELLS = 8;

/** Threads that share the search for a particle's contacts: a power of two, fewer where there are particles enough to keep a device busy. */
export function searchThreads(sheet: Sheet): number {
  let threads = USUAL_CELLS;
  while (threads > 1 && threads * sheet.particleCount > BUSY_THREADS) threads /= 2;
  return threads;
}

/** Contacts of a particle that are noted: twenty is usual in a heap of layers, and sixty where they are many. */
const MOST_NOTED = 64;

/** What the notes may take, in bytes: up to 260,000 particles all are noted, in the largest cloths one each. */
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

/** A thread's share of the walk over all contacts of the particle at p in `slot`, `body` for each: with the one at q in slot `other`, as `contact`. */
const forEachContact = (body: string) => /* wgsl */ `
    let d = settings.apart.x;
    let own = origins[slot];
    let low = cellOf(p.xyz - vec3f(d));
    // two cells in each direction, by rounding three; what is not a number has any cell at all
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

/** Kernels `countCells`, `placeCells`, `enterCells`, `sumWeights` and `separate`, with so many threads to search for a particle's contacts. */
export function selfCollisionWgsl(sheet: Sheet, searchers: number): string {
  const [x, y, z] = HASH_FACTORS;
  // SEARCHERS: threads that search for one particle; SEARCHED: particles of a workgroup
  /** What joins the shares of several threads; without it there is no barrier. */
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
// what a contact moves a particle by, in parts, and how much of it only pushes
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

// Where a particle was before the substep.
fn startOf(i: u32, p: vec4f) -> vec3f {
  let start = predicted[i].xyz;
  return select(fma(velocity[i].xyz, vec3f(-settings.h), start), start, p.w == 0.0);
}

// No compiler knows that this is 0: it cannot round the product together with what is added to it.
fn rounded(product: vec3f) -> vec3f {
  return bitcast<vec3f>(bitcast<vec3u>(product) | vec3u(task.zero));
}

// Of two that are nearer than d.
fn contactOf(p: vec4f, own: Origin, q: vec4f, other: Origin) -> Contact {
  var contact: Contact;
  if (restSquared(own.id, other.id) <= settings.apart.y || p.w + q.w == 0.0) { return contact; }
  let d = settings.apart.x;
  let r = p.xyz - q.xyz;
  let r0 = own.start - other.start;
  let startSquared = squaredLength(r0);
  let hasPassed = dot3(r, r0) < 0.0 || squaredLength(r) < MIN_LENGTH_SQUARED;
  let along = select(r, r0, hasPassed);
  contact.n = along / safeLength(along);
  // in one place before and now: the first goes up
  if (squaredLength(along) < MIN_LENGTH_SQUARED) { contact.n = vec3f(0.0, select(-1.0, 1.0, own.id < other.id), 0.0); }
  contact.phi = dot3(r, contact.n) - d;
  contact.before = sqrt(startSquared) - d;
  contact.motion = r - r0;
  let overlap = max(-contact.phi / d, 0.0);
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

// what the contact moves the particle p by: its share of what has gone wrong since the substep began, and of the push apart
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
  let moved = finished(i, apart, velocity[i], predicted[i].xyz + rounded(vec3f(push) * part), task.substep);
  position[i] = moved.position;
  velocity[i] = moved.velocity;
}
`;
}
