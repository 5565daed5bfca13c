/**
 * The tables of a mesh with N particles, L links, H hinges and T triangles. They are 32-bit words behind the anchors (binding 7):
 *
 *   links    2 L u32   two particles per link, by colour         lengths  L f32     at rest, m
 *   hinges   4 H u32   four particles per hinge, by colour       shapes   6 H f32   of hinges, see hinges.ts
 *   colors   4 C u32   of each of C colours in the order of a substep: its first link or hinge, their number, their kind, 1 for hinges
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
function offsetsOf({ particleCount: n, links, hinges, colors, triangles, tears }: Mesh) {
  const sizes = {
    LINKS: links.length,
    LENGTHS: links.length / 2,
    HINGES: hinges.ids.length,
    SHAPES: hinges.shapes.length,
    COLORS: 4 * colors.length,
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
  const { links, lengths, hinges, colors, triangles, fans, areas, positions, tears } = mesh;
  const words = new Uint32Array(offsetsOf(mesh).fixed);
  const floats = new Float32Array(words.buffer);
  let next = 0;
  const ranges = colors.flatMap(({ first, count, kind, areHinges }) => [
    first,
    count,
    kind,
    Number(!!areHinges),
  ]);
  const constraints = [links, lengths, hinges.ids, hinges.shapes, Uint32Array.from(ranges)];
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

/**
 * Function `colorOf`, which projects the links or hinges of a colour, shared among `threads` threads, unless their kind is switched off. All
 * colours share one text: with one for each, a shader of 30 colours took minutes to compile on SwiftShader.
 */
export const colorWgsl = (isHinged: boolean, { name, slot }: Memory, threads: number): string => /* wgsl */ `
fn colorOf(color: u32, t: u32) {
  let range = COLORS + 4u * color;
  let kind = tables.words[range + 2u];
  if (!isOn(kind)) { return; }
  let link = settings.links[kind];
  let first = tables.words[range];
  let end = first + tables.words[range + 1u];
  ${isHinged ? /* wgsl */ `if (tables.words[range + 3u] == 1u) { for (var k = first + t; k < end; k += ${threads}u) { hingeAt(k, link); } return; }` : ''}
  for (var k = first + t; k < end; k += ${threads}u) { tieAt(k, link); }
}

fn tieAt(k: u32, link: vec4f) {
  let first = ${slot(/* wgsl */ `tables.words[LINKS + 2u * k]`)};
  let second = ${slot(/* wgsl */ `tables.words[LINKS + 2u * k + 1u]`)};
  var a = ${name}[first];
  var b = ${name}[second];
  tie(&a, &b, vec3f(float(LENGTHS + k), link.yz));
  ${name}[first] = a;
  ${name}[second] = b;
}
`;
