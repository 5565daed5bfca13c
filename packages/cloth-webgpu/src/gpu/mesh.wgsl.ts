/**
 * The tables of a mesh with N particles, L links, H hinges and T triangles. They are 32-bit words behind the anchors (binding 7):
 *
 *   links    2 L u32   two particles per link, by colour         lengths  L f32     at rest, m
 *   hinges   4 H u32   four particles per hinge, by colour       shapes   6 H f32   of hinges, see hinges.ts
 *   corners  3 T u32   three particles per triangle              fans     N + 1 u32 start of each particle's triangles in `parts`
 *   parts    3 T u32   triangles, by particle                    areas    N f32     a particle's share at rest, m²
 *   rest     3 N f32   positions at rest, m                      tears    in a cloth that tears, see tearing.wgsl.ts
 *   ways     N f32 per anchor: distance of each particle from it, m
 *
 * Also the functions that a grid computes from rows and columns. The tables share the buffer of the anchors, because all kernels bind it.
 * The kernels of self-collision do so too, and have no binding to spare.
 */

import type { Mesh } from '../mesh.js';
import { mostAnchors } from '../tethers.js';
import type { Memory } from './groups.wgsl.js';

/** Offset of each table in words, by name, and the number of words of all tables except the ways. */
function offsetsOf({ particleCount: n, links, hinges, triangles, tears }: Mesh) {
  const sizes = {
    LINKS: links.length,
    LENGTHS: links.length / 2,
    HINGES: hinges.ids.length,
    SHAPES: hinges.shapes.length,
    CORNERS: triangles.length,
    FANS: n + 1,
    PARTS: triangles.length,
    AREAS: n,
    REST: 3 * n,
    TEARS: tears?.gpu.wordCount ?? 0,
    WAYS: 0,
  };
  let next = 0;
  const offsets = Object.entries(sizes).map(([name, size]) => {
    next += size;
    return [name, next - size] as const;
  });
  return { offsets, fixed: next };
}

/** Number of words of all tables, rounded up to whole vectors, like the anchors before them. */
export function meshWordCount(mesh: Mesh): number {
  return (offsetsOf(mesh).fixed + mostAnchors(mesh) * mesh.particleCount + 3) & ~3;
}

/** Offset in words of the ways, the distances from the anchors. */
export const waysOffset = (mesh: Mesh): number => offsetsOf(mesh).fixed;

/** Offset in bytes of the table of this name. */
export function tableOffset(mesh: Mesh, name: string): number {
  return 4 * Number(offsetsOf(mesh).offsets.find(([other]) => other === name)?.[1]);
}

/** The contents of all tables except the ways. */
export function meshWords(mesh: Mesh): Uint32Array<ArrayBuffer> {
  const { links, lengths, hinges, triangles, fans, areas, positions, tears } = mesh;
  const words = new Uint32Array(offsetsOf(mesh).fixed);
  const floats = new Float32Array(words.buffer);
  let next = 0;
  const constraints = [links, lengths, hinges.ids, hinges.shapes];
  const own = [...constraints, triangles, fans.starts, fans.items, areas, positions];
  for (const table of [...own, ...(tears?.gpu.tables ?? [])]) {
    (table instanceof Float32Array ? floats : words).set(table, next);
    next += table.length;
  }
  return words;
}

/** The part of the common text of all kernels that is specific to a mesh. */
export function meshWgsl(mesh: Mesh): string {
  return /* wgsl */ `
${offsetsOf(mesh)
  .offsets.map(([name, at]) => `const ${name} = ${at}u;`)
  .join('\n')}
const EDGES = vec2u(${mesh.firstEdge}u, ${mesh.firstEdge + mesh.edgeCount}u);
const TRIANGLES = ${mesh.triangles.length / 3}u;

fn float(k: u32) -> f32 { return bitcast<f32>(tables.words[k]); }
fn restPlace(i: u32) -> vec3f { return vec3f(float(REST + 3u * i), float(REST + 3u * i + 1u), float(REST + 3u * i + 2u)); }
fn restSquared(i: u32, j: u32) -> f32 { return squaredLength(restPlace(i) - restPlace(j)); }
fn areaShare(i: u32) -> f32 { return float(AREAS + i); }
fn anchorDistance(i: u32, k: u32) -> f32 { return float(WAYS + k * PARTICLES + i); }

struct Corners { a: u32, b: u32, c: u32 }
fn corners(k: u32) -> Corners {
  return Corners(tables.words[CORNERS + 3u * k], tables.words[CORNERS + 3u * k + 1u], tables.words[CORNERS + 3u * k + 2u]);
}
${mesh.tears?.gpu.common ?? ''}`;
}

/** Function `acrossFaces` of the kernel `normals` (normals.wgsl.ts) for a mesh: the sum over the triangles around a particle. */
export const meshFacesWgsl: string = /* wgsl */ `
fn acrossFaces(i: u32) -> vec3f {
  var n = vec3f(0.0);
  for (var k = tables.words[FANS + i]; k < tables.words[FANS + i + 1u]; k++) {
    let t = corners(tables.words[PARTS + k]);
    n += across(position[t.a].xyz, position[t.b].xyz, position[t.c].xyz);
  }
  return n;
}
`;

/** Function `tieAt`, which projects link k; `alpha` is its alpha / h^2. */
export const tieAtWgsl = ({ name, slot }: Memory): string => /* wgsl */ `
fn tieAt(k: u32, alpha: f32) {
  let first = ${slot(/* wgsl */ `tables.words[LINKS + 2u * k]`)};
  let second = ${slot(/* wgsl */ `tables.words[LINKS + 2u * k + 1u]`)};
  var a = ${name}[first];
  var b = ${name}[second];
  tie(&a, &b, vec2f(float(LENGTHS + k), alpha));
  ${name}[first] = a;
  ${name}[second] = b;
}
`;
