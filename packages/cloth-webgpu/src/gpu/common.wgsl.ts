/**
 * The text that all kernels share: sizes as constants, bindings, and the steps of one particle and one constraint.
 *
 * Bindings of group 0, the same for all kernels:
 *
 *   0  uniform  settings   176 bytes
 *        0 push xyz (velocity that a substep adds), h    16 1/h, damping, drag, tether scale
 *       32 anchors u32, colliders u32, substeps of a step u32, thickness
 *       48 five times (rest length, alpha / h^2 or -1, 0, 0), by constraint kind
 *      128 self-collision: minimum distance, square of the rest distance up to which pairs are ignored, friction, cells per metre
 *      144 overlap at which a contact's weight is half the maximum, air (see cpu/air.ts), damping of a free cloth, 0    160 wind xyz, 0
 *   1  uniform  task       80 bytes, one record per dispatch, at a dynamic offset
 *        0 startX i32, startY i32, pair, reach   16 countU, countV, ties, columnFirst   32 kind of row, column and cross
 *          ties, substep in the frame   48 begins, goesOn, stride, 0    64 substeps of `whole`, 0, 0, 0 (all u32 but the first two)
 *   2  uniform  frame      272 bytes
 *        0 substeps in the frame u32, free u32 (nothing pins or holds the cloth), reaches u32 (tethers limit hands), 0    16 eight times (origin xyz, 0), (direction xyz, 0)
 *   3  storage  position   N x 16 bytes: xyz, inverse mass (0 while pinned or held)
 *   4  storage  velocity   N x 16 bytes: xyz, inverse mass without hands; for a pin, xyz is its target position
 *   5  storage  predicted  N x 16 bytes: x* of the substep; for a pinned or held particle, its position before the substep
 *   6  storage  hands      8 x 16 bytes: particle u32, distance f32, 0, 0; then SEEK_PARTS records of the same layout for `seek`
 *   7  storage  anchors    128 x 48 bytes: particle, column, row, 0 (u32); position in even and in odd substeps. Then 8 records of the same
 *          layout for the hands: the first position is the target of the hand in the frame. Then the tables of a mesh, see mesh.wgsl.ts
 *   8  storage  normal     N x 16 bytes: xyz, 0
 *   9  storage  measured   MEASURE_PARTS x 64 bytes, see measure.wgsl.ts
 *  10  uniform  edit       64 bytes, see hand.wgsl.ts
 *  11  uniform  colliders  MAX_COLLIDERS x 96 bytes, see colliders.wgsl.ts
 *  16  texture  fields     of a cloth with distance fields, see colliders.wgsl.ts
 *
 * Sums of products are written with fma(), so that the compiler has no choice how to round them. The same constraint
 * then gives the same bits in every kernel, and all plans agree.
 */

import {
  EXPONENT_BITS,
  MAX_ANCHORS,
  MAX_HANDS,
  MIN_LENGTH_SQUARED,
  MIN_WEIGHT,
  MOST_AIR,
  NO_PARTICLE,
  TETHER_GIVE,
  TETHER_ROUNDS,
  TETHER_SLACK,
  TETHER_THROW,
} from '../constants.js';
import type { Grid } from '../grid.js';
import { type Sheet, triangleCountOf } from '../sheet.js';
import { collidersWgsl } from './colliders.wgsl.js';
import { meshWgsl, meshWordCount } from './mesh.wgsl.js';

/** Number of records that one thread joins into one in a reduction, which joins the records of many threads level by level. */
export const JOIN_FAN = 32;

/** Threads of a workgroup of the reduction kernels. */
export const GATHER_THREADS = 64;

/** Maximum number of records at the start of a reduction. As many threads keep a large device busy. */
const MOST_PARTS = JOIN_FAN * JOIN_FAN * JOIN_FAN;

/** Number of items that one thread may process before more threads, and with them another level of joining, are worthwhile. */
const PART_SHARE = 64;

/** Number of records at the start of a reduction over `items`: a power of JOIN_FAN. */
function partCount(items: number): number {
  let parts = 1;
  while (parts * PART_SHARE < items && parts < MOST_PARTS) parts *= JOIN_FAN;
  return parts;
}

/** Number of records of a measurement. */
export function measurePartCount(sheet: Sheet): number {
  return partCount(sheet.particleCount);
}

/** Number of records of a search for the triangle that a ray hits. */
export function seekPartCount(sheet: Sheet): number {
  return partCount(triangleCountOf(sheet));
}

/** The functions of a grid that a mesh implements with tables, see mesh.wgsl.ts. */
function gridWgsl(grid: Grid): string {
  return /* wgsl */ `
const COUNT_X = ${grid.countX}u;
const COUNT_Y = ${grid.countY}u;
const SPACING = vec2f(${Math.fround(grid.spacingX)}f, ${Math.fround(grid.spacingY)}f);
const CELLS_X = max(COUNT_X - 1u, 1u);
const TRIANGLES = 2u * (COUNT_X - 1u) * (COUNT_Y - 1u);

// Square of the rest distance of two particles.
fn restSquared(i: u32, j: u32) -> f32 {
  let across = (f32(i % COUNT_X) - f32(j % COUNT_X)) * SPACING.x;
  let down = (f32(i / COUNT_X) - f32(j / COUNT_X)) * SPACING.y;
  return fma(across, across, down * down);
}

// The area share of a particle: in cells for a grid, in square metres for a mesh.
fn areaShare(i: u32) -> f32 {
  let column = i % COUNT_X;
  let row = i / COUNT_X;
  let share = select(1.0, 0.5, column == 0u || column + 1u == COUNT_X);
  return select(share, share * 0.5, row == 0u || row + 1u == COUNT_Y);
}

// Rest distance of particle i from anchor k.
fn anchorDistance(i: u32, k: u32) -> f32 {
  let across = (f32(i % COUNT_X) - f32(tables.anchors[k].column)) * SPACING.x;
  let down = (f32(i / COUNT_X) - f32(tables.anchors[k].row)) * SPACING.y;
  return sqrt(fma(across, across, down * down));
}

struct Corners { a: u32, b: u32, c: u32 }

// Triangle 2 k is (TL, BL, BR) of cell k, triangle 2 k + 1 is (TL, BR, TR).
fn corners(index: u32) -> Corners {
  let cell = index >> 1u;
  let topLeft = cell % CELLS_X + (cell / CELLS_X) * COUNT_X;
  let bottomRight = topLeft + COUNT_X + 1u;
  if ((index & 1u) == 0u) { return Corners(topLeft, topLeft + COUNT_X, bottomRight); }
  return Corners(topLeft, bottomRight, topLeft + 1u);
}
`;
}

/** The common part of a shader module. */
export function commonWgsl(sheet: Sheet, hasFields: boolean): string {
  return /* wgsl */ `
const PARTICLES = ${sheet.particleCount}u;
const MAX_HANDS = ${MAX_HANDS}u;
const MAX_ANCHORS = ${MAX_ANCHORS}u;
const NO_PARTICLE = ${NO_PARTICLE}u;
const MIN_LENGTH_SQUARED = ${MIN_LENGTH_SQUARED}f;
const TETHER_ROUNDS = ${TETHER_ROUNDS}u;
const EXPONENT_BITS = ${EXPONENT_BITS}u;
const MEASURE_PARTS = ${measurePartCount(sheet)}u;
const SEEK_PARTS = ${seekPartCount(sheet)}u;
const JOIN_FAN = ${JOIN_FAN}u;

struct Settings {
  push: vec3f, h: f32,
  inverseH: f32, damping: f32, drag: f32, tetherScale: f32,
  anchorCount: u32, colliderCount: u32, substeps: u32, thickness: f32,
  links: array<vec4f, 5>,
  apart: vec4f,
  shareOverlap: f32, air: f32, freeDamping: f32,
  wind: vec3f,
}
struct Task {
  startX: i32, startY: i32, pair: u32, reach: u32,
  countU: u32, countV: u32, ties: u32, columnFirst: u32,
  rowKind: u32, columnKind: u32, crossKind: u32, substep: u32,
  begins: u32, goesOn: u32, stride: u32, zero: u32,
  substeps: u32, unused0: u32, unused1: u32, unused2: u32,
}
struct Ray { origin: vec4f, direction: vec4f }
struct Frame { substeps: u32, isFree: u32, reaches: u32, unused: u32, rays: array<Ray, ${MAX_HANDS}> }
struct Hand { particle: u32, distance: f32, unused0: u32, unused1: u32 }
struct Anchor { particle: u32, column: u32, row: u32, unused: u32, place: array<vec4f, 2> }
struct Tables { anchors: array<Anchor, ${MAX_ANCHORS + MAX_HANDS}>${sheet.isMesh ? `, words: array<u32, ${meshWordCount(sheet)}>` : ''}${sheet.reactions?.gpu.member ?? ''} }
struct Measured {
  low: vec3f, largestStrain: f32,
  high: vec3f, strainSum: f32,
  momentum: vec3f, mass: f32,
  fastestSquared: f32, nonFinite: f32, tornEdges: f32, unused: f32,
}
struct Edit { kind: u32, slot: u32, particle: u32, flags: u32, ray: Ray, vector: vec4f }

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<uniform> task: Task;
@group(0) @binding(2) var<uniform> frame: Frame;
@group(0) @binding(3) var<storage, read_write> position: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> velocity: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> predicted: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> hands: array<Hand, ${MAX_HANDS + seekPartCount(sheet)}>;
@group(0) @binding(7) var<storage, read_write> tables: Tables;
@group(0) @binding(8) var<storage, read_write> normal: array<vec4f>;
@group(0) @binding(9) var<storage, read_write> measured: array<Measured, ${measurePartCount(sheet)}>;
@group(0) @binding(10) var<uniform> edit: Edit;

fn squaredLength(d: vec3f) -> f32 {
  return fma(d.x, d.x, fma(d.y, d.y, d.z * d.z));
}

fn dot3(a: vec3f, b: vec3f) -> f32 {
  return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z));
}

fn safeLength(d: vec3f) -> f32 {
  return sqrt(max(squaredLength(d), MIN_LENGTH_SQUARED));
}
${sheet.isMesh ? meshWgsl(sheet) : gridWgsl(sheet)}
// Projects one constraint; link = (length at rest, alpha / h^2). With d = x2 - x1 and l = |d|,
// s = (1 - rest / l) / (w1 + w2 + alpha / h^2),  x1 += w1 s d,  x2 -= w2 s d.
// MIN_LENGTH_SQUARED is below the rounding error of any relevant length. Two particles at the same position have d = 0 and do not move.
fn tie(a: ptr<function, vec4f>, b: ptr<function, vec4f>, link: vec2f) {
  let d = (*b).xyz - (*a).xyz;
  let inverseLength = inverseSqrt(fma(d.x, d.x, fma(d.y, d.y, fma(d.z, d.z, MIN_LENGTH_SQUARED))));
  let weight = max((*a).w + (*b).w + link.y, ${MIN_WEIGHT}f);
  let s = fma(-link.x, inverseLength, 1.0) / weight;
  *a = vec4f(fma(d, vec3f(s * (*a).w), (*a).xyz), (*a).w);
  *b = vec4f(fma(d, vec3f(-s * (*b).w), (*b).xyz), (*b).w);
}

// The next of the equal steps to end that remain in the frame.
fn towards(start: vec3f, end: vec3f, substep: u32) -> vec3f {
  let remaining = frame.substeps - substep;
  let share = 1.0 / f32(remaining);
  return select(fma(end - start, vec3f(share), start), end, remaining == 1u);
}

// The velocity v of particle i, of inverse mass w, after the drag of the air; see cpu/air.ts.
fn blown(i: u32, v: vec3f, w: f32) -> vec3f {
  if (settings.air == 0.0) { return v; }
  let share = areaShare(i);
  let n = normal[i].xyz;
  let u = v - settings.wind;
  let s = min(settings.air * share * w * safeLength(u), ${MOST_AIR}f);
  return fma(n, vec3f(-dot3(u, n) * (s / (1.0 + s))), v);
}

struct Moved { position: vec4f, velocity: vec4f }

// First part of a substep for particle i at p with velocity v. The new position is also x*.
fn integrated(i: u32, p: vec4f, v: vec4f, substep: u32) -> Moved {
  if (p.w == 0.0) {
    return driven(i, p, v, substep);
  }
  // damped: on its own or, if the cloth is free, at the start of a step, relative to its centre of mass; see cpu/solver.ts
  var damped = v.xyz;
  if (frame.isFree == 0u) {
    damped = fma(vec3f(-settings.damping), damped, damped);
  } else if (settings.freeDamping > 0.0 && substep % settings.substeps == 0u) {
    let total = measured[0];
    damped = fma(vec3f(-settings.freeDamping), damped - total.momentum / max(total.mass, 1e-30), damped);
  }
  let next = blown(i, fma(vec3f(-settings.drag), damped, damped) + settings.push, p.w);
  return Moved(vec4f(fma(next, vec3f(settings.h), p.xyz), p.w), vec4f(next, v.w));
}

// The target of a hand.
fn wanted(slot: u32) -> vec3f {
  let ray = frame.rays[slot];
  return fma(ray.direction.xyz, vec3f(hands[slot].distance), ray.origin.xyz);
}

// The same for a pinned or held particle: it moves to its target in equal steps. If several hands hold it, the last one wins.
fn driven(i: u32, p: vec4f, v: vec4f, substep: u32) -> Moved {
  var slot = MAX_HANDS;
  for (var k = 0u; k < MAX_HANDS; k++) {
    if (hands[k].particle == i) { slot = k; }
  }
  if (slot == MAX_HANDS) {
    return Moved(vec4f(towards(p.xyz, v.xyz, substep), 0.0), v);
  }
  var goal = wanted(slot);
  if (frame.reaches != 0u) { goal = tables.anchors[MAX_ANCHORS + slot].place[0].xyz; }
  let x = towards(p.xyz, goal, substep);
  // the velocity of a pin stores its position
  return Moved(vec4f(x, 0.0), vec4f(select((x - p.xyz) * settings.inverseH, goal, v.w == 0.0), v.w));
}

// The entry of predicted for a particle that moved from before to after.
fn predictedOf(before: vec4f, after: vec4f) -> vec4f {
  return select(after, before, after.w == 0.0);
}

// Stores the position of a pin in this substep for the tethers. There are two positions, because a pin may already move for the next
// substep while the tethers of this one are still being solved.
fn publishAnchor(i: u32, p: vec4f, substep: u32) {
  if (p.w != 0.0 || settings.tetherScale == 0.0) { return; }
  for (var k = 0u; k < settings.anchorCount; k++) {
    if (tables.anchors[k].particle == i) { tables.anchors[k].place[substep & 1u] = p; }
  }
}

fn anchorRadius(i: u32, k: u32) -> f32 {
  return settings.tetherScale * anchorDistance(i, k);
}

fn toSphere(x: vec3f, p: vec3f, r: f32) -> vec3f {
  return fma(x - p, vec3f(r / safeLength(x - p)), p);
}

// d = |q - p|, n = (q - p) / d, a = (d^2 + r^2 - s^2) / 2d, rho^2 = r^2 - a^2, c = p + a n,
// e = (x - c) - n (n . (x - c)), result c + rho e / |e|
fn toCircle(x: vec3f, p: vec3f, r: f32, q: vec3f, s: f32) -> vec3f {
  let between = q - p;
  if (squaredLength(between) < MIN_LENGTH_SQUARED) { return toSphere(x, q, s); }
  let d = safeLength(between);
  let n = between / d;
  let a = fma(d, d, (r - s) * (r + s)) / (2.0 * d);
  let rho = sqrt(max((r - a) * (r + a), 0.0));
  let c = fma(n, vec3f(a), p);
  let fromCenter = x - c;
  let e = fma(n, vec3f(-dot3(n, fromCenter)), fromCenter);
  let factor = select(rho / safeLength(e), 0.0, squaredLength(e) < MIN_LENGTH_SQUARED);
  return fma(e, vec3f(factor), c);
}
${collidersWgsl(hasFields, sheet.reactions?.gpu)}
// The position of a free particle after its tethers; derivation in cpu/tethers.ts.
fn tethered(i: u32, start: vec3f, substep: u32) -> vec3f {
  var x = start;
  if (settings.tetherScale == 0.0) { return x; }
  let parity = substep & 1u;
  var previous = -1;
  var first = 0.0;
  for (var round = 0u; ; round++) {
    var worst = -1;
    var worstExcess = 0.0;
    var worstRadius = 0.0;
    let slack = select(0.0, ${TETHER_SLACK}f, round > 1u || settings.anchorCount > 2u);
    for (var k = 0u; k < settings.anchorCount; k++) {
      let radius = anchorRadius(i, k);
      let excess = safeLength(x - tables.anchors[k].place[parity].xyz) - radius;
      if (excess > slack * radius && excess > worstExcess) {
        worst = i32(k);
        worstExcess = excess;
        worstRadius = radius;
      }
    }
    if (worst < 0 || worst == previous || round == TETHER_ROUNDS) {
      let far = f32(${TETHER_THROW}) * first;
      let isNear = settings.anchorCount < 3u || squaredLength(x - start) <= far * far;
      if (worstExcess <= ${TETHER_GIVE}f * worstRadius && isNear) { return x; }
      break;
    }
    if (round == 0u) { first = worstExcess; }
    let q = tables.anchors[worst].place[parity].xyz;
    if (previous < 0) {
      x = toSphere(x, q, worstRadius);
    } else {
      let p = tables.anchors[previous].place[parity].xyz;
      x = toCircle(x, p, anchorRadius(i, u32(previous)), q, worstRadius);
    }
    previous = worst;
  }
  // the tethers contradict each other or move the particle far: all pull at once
  x = start;
  for (var round = 0u; round < TETHER_ROUNDS; round++) {
    var pull = vec3f(0.0);
    var sum = 0.0;
    for (var k = 0u; k < settings.anchorCount; k++) {
      let away = x - tables.anchors[k].place[parity].xyz;
      let length = safeLength(away);
      let excess = max(length - anchorRadius(i, k), 0.0);
      pull = fma(away, vec3f(excess * excess / length), pull);
      sum += excess;
    }
    x = fma(pull, vec3f(-0.5 / max(sum, MIN_LENGTH_SQUARED)), x);
  }
  return x;
}

// Last part of a substep for a particle at p after the constraints, with v* and x* (start): tethers, colliders, then
// v = v* + (x - x*) / h.
fn finished(i: u32, p: vec4f, v: vec4f, start: vec3f, substep: u32) -> Moved {
  if (p.w == 0.0) { return Moved(p, v); }
  let end = collided(tethered(i, p.xyz, substep), v, start, substep);
  return Moved(vec4f(end.x, p.w), vec4f(fma(end.moved, vec3f(settings.inverseH), v.xyz), v.w));
}

// The same, then the first part of the next substep if the frame has one.
fn concluded(i: u32, p: vec4f, v: vec4f, start: vec3f, substep: u32, goesOn: bool) -> Moved {
  var moved = finished(i, p, v, start, substep);
  if (goesOn) {
    moved = integrated(i, moved.position, moved.velocity, substep + 1u);
    publishAnchor(i, moved.position, substep + 1u);
  }
  return moved;
}
`;
}
