/**
 * The text that all kernels share: sizes as constants, structures and bindings, and the functions of grid.wgsl.ts or mesh.wgsl.ts,
 * pieces.wgsl.ts, air.wgsl.ts, pressure.wgsl.ts, tethers.wgsl.ts, colliders.wgsl.ts and solver.wgsl.ts.
 *
 * Bindings of group 0, the same for all kernels:
 *
 *   0  uniform  settings   256 bytes
 *        0 push xyz (velocity that a substep adds), h
 *       16 1/h, damping of a held cloth, drag, tether scale
 *       32 anchors u32, colliders u32, substeps of a step u32, thickness
 *       48 ten times (length at rest, alpha / h^2 or -1, limit or 0, 0), by kind of links and hinges
 *      208 self-collision: minimum distance, square of the rest distance up to which pairs are ignored, friction, cells per metre
 *      224 overlap at which a contact's weight is half the maximum, air (see cpu/air.ts), damping of a free cloth, 0
 *      240 wind xyz, 0
 *   1  uniform  task       80 bytes, one record per dispatch, at a dynamic offset (all u32 but the first two)
 *        0 startX i32, startY i32, pair, reach   16 countU, countV, ties, columnFirst   32 kind of row, column and cross ties,
 *          substep in the frame   48 begins, goesOn, stride, 0    64 substeps of `whole`, 0, 0, 0
 *   2  uniform  frame      272 bytes
 *        0 substeps in the frame u32, is free u32 (nothing pins or holds the cloth), reaches u32 (tethers limit hands), 0
 *       16 eight times (origin xyz, 0), (direction xyz, 0)
 *   3  storage  position   N x 16 bytes: xyz, inverse mass (0 while pinned or held)
 *   4  storage  velocity   N x 16 bytes: xyz, inverse mass without hands; for a pin, xyz is its target position
 *   5  storage  predicted  N x 16 bytes: x* of the substep; for a pinned or held particle, its position before the substep
 *   6  storage  hands      8 x 16 bytes: particle u32, distance f32, 0, 0; then SEEK_PARTS records of the same layout for `seek`
 *   7  storage  anchors    128 x 48 bytes: particle, column, row, 0 (u32); position in even and in odd substeps. Then 8 records of the same
 *          layout for the hands: the first position is the target of the hand in the frame. Then the tables of a mesh, see mesh.wgsl.ts,
 *          those of its pieces (pieces.wgsl.ts), before: N x 16 bytes, positions at the last look, and those of parts: the gas
 *          (pressure.wgsl.ts), limits and skin (limits.wgsl.ts), sums of the colliders (reactions.wgsl.ts)
 *   8  storage  normal     N x 16 bytes: xyz, 0
 *   9  storage  measured   MEASURE_PARTS x 80 bytes, see measure.wgsl.ts
 *  10  uniform  edit       64 bytes, see hand.wgsl.ts
 *  11  uniform  colliders  MAX_COLLIDERS x 96 bytes, see colliders.wgsl.ts
 *  16  texture  fields     of a cloth with distance fields, see colliders.wgsl.ts
 *
 * A number is tested for being finite by its exponent bits. WGSL lets a compiler assume that NaN does not occur, so it
 * may replace x != x by false.
 *
 * Sums of products are written with fma(), so that the compiler has no choice how to round them. The same constraint
 * then gives the same bits in every kernel, and all plans agree.
 */

import { EXPONENT_BITS, MAX_ANCHORS, MAX_HANDS, MIN_LENGTH_SQUARED, NO_PARTICLE } from '../constants.js';
import type { Sheet } from '../sheet.js';
import { airWgsl } from './air.wgsl.js';
import { collidersWgsl } from './colliders.wgsl.js';
import { gridWgsl } from './grid.wgsl.js';
import { meshWgsl, meshWordCount } from './mesh.wgsl.js';
import { pieceMembers, piecesWgsl } from './pieces.wgsl.js';
import { JOIN_FAN, measurePartCount, seekPartCount } from './reduction.js';
import { solverWgsl } from './solver.wgsl.js';
import { tethersWgsl } from './tethers.wgsl.js';

/** Functions `filled` and `noteSpin` (pressure.wgsl.ts) of a cloth without a gas. */
const unfilledWgsl = /* wgsl */ `
fn filled(i: u32, v: vec3f, w: f32) -> vec3f { return v; }
fn noteSpin(i: u32, p: vec3f, v: vec3f, start: vec3f, substep: u32) {}
`;

/** The common part of a shader module. */
export function commonWgsl(sheet: Sheet, hasFields: boolean): string {
  return /* wgsl */ `
const PARTICLES = ${sheet.particleCount}u;
const MAX_HANDS = ${MAX_HANDS}u;
const MAX_ANCHORS = ${MAX_ANCHORS}u;
const NO_PARTICLE = ${NO_PARTICLE}u;
const MIN_LENGTH_SQUARED = ${MIN_LENGTH_SQUARED}f;
const EXPONENT_BITS = ${EXPONENT_BITS}u;
const MEASURE_PARTS = ${measurePartCount(sheet)}u;
const SEEK_PARTS = ${seekPartCount(sheet)}u;
const JOIN_FAN = ${JOIN_FAN}u;

struct Settings {
  push: vec3f, h: f32,
  inverseH: f32, damping: f32, drag: f32, tetherScale: f32,
  anchorCount: u32, colliderCount: u32, substeps: u32, thickness: f32,
  links: array<vec4f, 10>,
  apart: vec4f,
  shareOverlap: f32, air: f32, freeDamping: f32,
  wind: vec3f,
}
struct Task { substep: u32, begins: u32, goesOn: u32, stride: u32, substeps: u32, group: u32, isApart: u32, zero: u32 }
struct Ray { origin: vec4f, direction: vec4f }
struct Frame { substeps: u32, isFree: u32, reaches: u32, unused: u32, rays: array<Ray, ${MAX_HANDS}> }
struct Hand { particle: u32, distance: f32, unused0: u32, unused1: u32 }
struct Anchor { particle: u32, column: u32, row: u32, unused: u32, place: array<vec4f, 2> }
struct Tables { anchors: array<Anchor, ${MAX_ANCHORS + MAX_HANDS}>${sheet.isMesh ? `, words: array<u32, ${meshWordCount(sheet)}>` : ''}${pieceMembers(sheet)}, before: array<vec4f, ${sheet.particleCount}>${sheet.gas?.gpu.member ?? ''}${sheet.limits?.gpu.member ?? ''}${sheet.reactions?.gpu.member ?? ''} }
struct Measured {
  low: vec3f, largestStrain: f32,
  high: vec3f, strainSum: f32,
  momentum: vec3f, mass: f32,
  fastestSquared: f32, nonFinite: f32, tornEdges: f32, worst: f32,
  farthestSquared: f32,
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
fn isFinite(v: vec3f) -> bool {
  let bits = bitcast<vec3u>(v) & vec3u(EXPONENT_BITS);
  return all(bits != vec3u(EXPONENT_BITS));
}
${sheet.isMesh ? meshWgsl(sheet) : gridWgsl(sheet)}
${piecesWgsl(sheet)}
${airWgsl}
${sheet.gas?.gpu.common ?? unfilledWgsl}
${tethersWgsl}
${collidersWgsl(hasFields, sheet.reactions?.gpu)}
${solverWgsl(sheet.limits?.gpu)}
`;
}
