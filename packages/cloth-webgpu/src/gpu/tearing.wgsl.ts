/**
 * Tears; see tears.ts for the rules. Three kernels after each step:
 *
 *   strain   each particle chooses an edge and stores its strain; finds the largest strain
 *   tear     breaks the edges
 *   fray     if an edge broke: updates links, triangles and areas in the tables of the mesh
 *
 * Each has a thread per particle, which takes every N-th edge, link and triangle: of the largest cloths there are more of these than threads
 * in a dispatch.
 *
 * The tables of a mesh (mesh.wgsl.ts) are followed by these, in 32-bit words, for N particles, E edges, T triangles, B other links, H hinges:
 *
 *   broken   E u32   number of steps after which the edge was broken, 0 if it is whole
 *   choice   N u32   the chosen edge of each particle, or NONE
 *   load     N u32   strain of that edge, bits of an f32     spokes  N + 1 u32, 2 E u32   the edges of each particle
 *   rims     4 T u32, sides 2 E u32, spans 4 (B + H) u32, shares T f32   as in tears.ts
 *   torn     u32     1 if any edge is broken, else 0        steps   u32   number of steps done; `fray` counts them
 *   cut      u32     not 0 if edges were cut before this step, which are broken already; `strain` sets it to 0
 *
 * Two words are shared by all threads. They are words of the first measurement record (binding 9) that a measurement leaves 0 or rewrites:
 *
 *   14  news    not 0 once an edge breaks; set to `cut` by `strain`
 *   15  worst   largest strain above the limit, bits of an f32; set to 0 by `fray`
 *
 * The bits of positive f32 are ordered like their values, so atomicMax on the bits finds the largest value.
 */

import { NEARER } from '../constants.js';
import { NONE, RIM, SPAN } from '../tear-parts.js';
import type { Tears } from '../tears.js';
import { COLOR_THREADS } from './colors.wgsl.js';

/** The tables in order, with their names. */
export function tablesOf({
  broken,
  torn,
  steps,
  parts,
}: Tears): [name: string, table: Uint32Array | Float32Array][] {
  const { spokes, rims, sides, spans, shares } = parts;
  const perParticle = new Uint32Array(spokes.starts.length - 1);
  return [
    ['BROKEN', broken],
    ['CHOICE', perParticle],
    ['LOAD', perParticle],
    ['SPOKES', spokes.starts],
    ['SPOKE_EDGES', spokes.items],
    ['RIMS', rims],
    ['SIDES', sides],
    ['SPANS', spans],
    ['SHARES', shares],
    ['TORN', torn],
    ['STEPS', steps],
    ['CUT', new Uint32Array(1)],
  ];
}

/** The part of the common text of all kernels. TEARS is the offset of the tables in the words of the mesh. */
export function tearsWgsl(tears: Tears): string {
  let next = 0;
  const offsets = tablesOf(tears).map(([name, { length }]) => {
    next += length;
    return `const ${name} = TEARS + ${next - length}u;`;
  });
  return /* wgsl */ `
${offsets.join('\n')}

// Whether particle i has lost all its edges.
fn isLoose(i: u32) -> bool {
  if (tables.words[TORN] == 0u) { return false; }
  for (var k = tables.words[SPOKES + i]; k < tables.words[SPOKES + i + 1u]; k++) {
    let edge = EDGES.x + tables.words[SPOKE_EDGES + k];
    if (tables.words[LINKS + 2u * edge] != tables.words[LINKS + 2u * edge + 1u]) { return false; }
  }
  return true;
}

// Whether a tear is between a and b, a < b, two particles that are near each other at rest; see tears.ts.
fn areApart(a: u32, b: u32) -> bool {
  if (tables.words[TORN] == 0u) { return false; }
  var at = a;
  var left = restSquared(a, b);
  while (at != b) {
    var next = at;
    var isFrayed = false;
    for (var k = tables.words[SPOKES + at]; k < tables.words[SPOKES + at + 1u]; k++) {
      let edge = EDGES.x + tables.words[SPOKE_EDGES + k];
      let first = tables.words[LINKS + 2u * edge];
      let second = tables.words[LINKS + 2u * edge + 1u];
      if (first == second) {
        isFrayed = true;
        continue;
      }
      let other = first + second - at;
      let squared = restSquared(other, b);
      if (squared < f32(${NEARER}) * left) {
        left = squared;
        next = other;
      }
    }
    if (next == at) { return isFrayed; }
    at = next;
  }
  return false;
}
`;
}

/** Kernels `strain`, `tear` and `fray`. */
export function tearingWgsl(tears: Tears): string {
  return /* wgsl */ `
const LIMIT = f32(${tears.limit});
const NONE = ${NONE}u;
const RIM = ${RIM}u;
const SPAN = ${SPAN}u;
const EDGE_COUNT = EDGES.y - EDGES.x;
const HINGE_COUNT = (SHAPES - HINGES) / 4u;
const NEWS = 14u;
const WORST = 15u;

@group(0) @binding(9) var<storage, read_write> signs: array<atomic<u32>, 16>;

@compute @workgroup_size(${COLOR_THREADS})
fn strain(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  if (i == 0u) {
    atomicStore(&signs[NEWS], tables.words[CUT]);
    tables.words[CUT] = 0u;
  }
  var choice = NONE;
  var load = LIMIT;
  for (var k = tables.words[SPOKES + i]; k < tables.words[SPOKES + i + 1u]; k++) {
    let edge = tables.words[SPOKE_EDGES + k];
    let a = tables.words[LINKS + 2u * (EDGES.x + edge)];
    let b = tables.words[LINKS + 2u * (EDGES.x + edge) + 1u];
    if (a == b) { continue; }
    let s = safeLength(position[b].xyz - position[a].xyz) / float(LENGTHS + EDGES.x + edge) - 1.0;
    if (s > load && s < 3.0e38) {
      load = s;
      choice = edge;
    }
  }
  tables.words[CHOICE + i] = choice;
  tables.words[LOAD + i] = bitcast<u32>(load);
  if (choice != NONE) { atomicMax(&signs[WORST], bitcast<u32>(load)); }
}

// Edges that break in this dispatch share no particle, so no other thread breaks an edge of i meanwhile.
fn isAtTear(i: u32) -> bool {
  for (var k = tables.words[SPOKES + i]; k < tables.words[SPOKES + i + 1u]; k++) {
    if (tables.words[BROKEN + tables.words[SPOKE_EDGES + k]] != 0u) { return true; }
  }
  return false;
}

@compute @workgroup_size(${COLOR_THREADS})
fn tear(@builtin(global_invocation_id) id: vec3u) {
  let worst = atomicLoad(&signs[WORST]);
  if (worst == 0u || id.x >= PARTICLES) { return; }
  for (var edge = id.x; edge < EDGE_COUNT; edge += PARTICLES) {
    let a = tables.words[LINKS + 2u * (EDGES.x + edge)];
    let b = tables.words[LINKS + 2u * (EDGES.x + edge) + 1u];
    if (a == b || tables.words[CHOICE + a] != edge || tables.words[CHOICE + b] != edge) { continue; }
    if (tables.words[LOAD + a] == worst || isAtTear(a) || isAtTear(b)) {
      tables.words[BROKEN + edge] = tables.words[STEPS] + 1u;
      atomicStore(&signs[NEWS], 1u);
    }
  }
}

// Whether the face of a triangle is removed.
fn isGone(t: u32) -> bool {
  var broken = 0u;
  for (var k = RIM * t; k < RIM * t + RIM; k++) { broken |= tables.words[BROKEN + tables.words[RIMS + k]]; }
  return broken != 0u;
}

fn pulls(edge: u32) -> bool {
  if (tables.words[BROKEN + edge] != 0u) { return false; }
  let first = tables.words[SIDES + 2u * edge];
  let second = tables.words[SIDES + 2u * edge + 1u];
  if (first == NONE) { return true; }
  if (!isGone(first)) { return true; }
  if (second == NONE) { return false; }
  return !isGone(second);
}

// Whether part n is present.
fn holds(n: u32) -> bool {
  if (n < EDGE_COUNT) { return pulls(n); }
  return !isGone(n - EDGE_COUNT);
}

// Whether the parts of link k, or of hinge k - EDGES.x, are present.
fn spans(k: u32) -> bool {
  for (var part = SPAN * k; part < SPAN * k + SPAN; part++) {
    if (!holds(tables.words[SPANS + part])) { return false; }
  }
  return true;
}

@compute @workgroup_size(${COLOR_THREADS})
fn fray(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i == 0u) {
    atomicStore(&signs[WORST], 0u);
    tables.words[STEPS] += 1u;
  }
  if (atomicLoad(&signs[NEWS]) == 0u || i >= PARTICLES) { return; }
  if (i == 0u) { tables.words[TORN] = 1u; }
  for (var k = i; k < EDGES.y; k += PARTICLES) {
    var isThere = false;
    if (k >= EDGES.x) { isThere = pulls(k - EDGES.x); } else { isThere = spans(k); }
    if (!isThere) { tables.words[LINKS + 2u * k + 1u] = tables.words[LINKS + 2u * k]; }
  }
  for (var k = i; k < HINGE_COUNT; k += PARTICLES) {
    if (spans(EDGES.x + k)) { continue; }
    for (var corner = 1u; corner < 4u; corner++) { tables.words[HINGES + 4u * k + corner] = tables.words[HINGES + 4u * k]; }
  }
  for (var t = i; t < TRIANGLES; t += PARTICLES) {
    if (!isGone(t)) { continue; }
    for (var corner = 0u; corner < 3u; corner++) { tables.words[CORNERS + 3u * t + corner] = 0u; }
  }
  var area = 0.0;
  for (var part = tables.words[FANS + i]; part < tables.words[FANS + i + 1u]; part++) {
    let t = tables.words[PARTS + part];
    if (!isGone(t)) { area += float(SHARES + t); }
  }
  tables.words[AREAS + i] = bitcast<u32>(area);
}
`;
}
