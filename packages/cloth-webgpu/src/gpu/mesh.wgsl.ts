/**
 * What kernels have to know of a mesh, behind the anchors (binding 7) as words of 32 bits: N particles, L links, T triangles
 *
 *   links    2 L u32   two particles a link, by colour           lengths  L f32     at rest, m
 *   corners  3 T u32   three particles a triangle                fans     N + 1 u32 where each particle's triangles start
 *   parts    3 T u32   triangles, by particle                    areas    N f32     a particle's share at rest, m²
 *   rest     3 N f32   places at rest, m                         tears    in a cloth that tears, see tearing.wgsl.ts
 *   ways     N f32 an anchor: how far each particle is from it, m
 *
 * and the functions that for a grid are reckoned from rows and columns. All kernels that bind anything bind the anchors, those of
 * self-collision too, which have no binding to spare.
 */

import type { Mesh } from '../mesh.js';
import { mostAnchors } from '../tethers.js';

/** Words in front of each table, by name, and of all but the ways. */
function offsetsOf({ particleCount: n, links, triangles, tears }: Mesh) {
  const sizes = {
    LINKS: links.length,
    LENGTHS: links.length / 2,
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

/** Words of all tables, in whole vectors, as the anchors before them are. */
export function meshWordCount(mesh: Mesh): number {
  return (offsetsOf(mesh).fixed + mostAnchors(mesh) * mesh.particleCount + 3) & ~3;
}

/** Words in front of the ways from anchors. */
export const waysOffset = (mesh: Mesh): number => offsetsOf(mesh).fixed;

/** Bytes in front of the table of this name among the words of a mesh. */
export function tableOffset(mesh: Mesh, name: string): number {
  return 4 * Number(offsetsOf(mesh).offsets.find(([other]) => other === name)?.[1]);
}

/** All tables but the ways. */
export function meshWords(mesh: Mesh): Uint32Array<ArrayBuffer> {
  const { links, lengths, triangles, fans, areas, positions, tears } = mesh;
  const words = new Uint32Array(offsetsOf(mesh).fixed);
  const floats = new Float32Array(words.buffer);
  let next = 0;
  const own = [links, lengths, triangles, fans.starts, fans.items, areas, positions];
  for (const table of [...own, ...(tears?.gpu.tables ?? [])]) {
    (table instanceof Float32Array ? floats : words).set(table, next);
    next += table.length;
  }
  return words;
}

/** The part of a mesh in the common text of all kernels. */
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
`;
}

/** Kernel `normals`, whose sum over the triangles around a particle is that of normals.wgsl.ts. */
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

/** Kernel `constrain`: a colour, the links from task.startX on, task.countU of them. */
export const meshConstrainWgsl = (threads: number): string => /* wgsl */ `
@compute @workgroup_size(${threads})
fn constrain(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= task.countU) { return; }
  let k = u32(task.startX) + id.x;
  let first = tables.words[LINKS + 2u * k];
  let second = tables.words[LINKS + 2u * k + 1u];
  var a = position[first];
  var b = position[second];
  tie(&a, &b, vec2f(float(LENGTHS + k), settings.links[task.rowKind].y));
  position[first] = a;
  position[second] = b;
}
`;

/** The functions `group0` and so on of `whole`, one a colour: all its links. */
export function meshGroupsWgsl({ colors }: Mesh, threads: number): string[] {
  return colors.map(
    ({ kind, first, count }, index) => /* wgsl */ `
fn group${index}(t: u32) {
  let alpha = settings.links[${kind}].y;
  if (alpha < 0.0) { return; }
  for (var k = ${first}u + t; k < ${first + count}u; k += ${threads}u) {
    let first = at(tables.words[LINKS + 2u * k]);
    let second = at(tables.words[LINKS + 2u * k + 1u]);
    var a = line[first];
    var b = line[second];
    tie(&a, &b, vec2f(float(LENGTHS + k), alpha));
    line[first] = a;
    line[second] = b;
  }
}
`,
  );
}
