/**
 * Measures bounds, strain, speed, momentum and non-finite particles. `measurePart`: each thread sums over every
 * MEASURE_PARTS-th particle and the edges to its right and below (in a mesh, over every MEASURE_PARTS-th edge) into a
 * record of its own. `measureJoin`, once per level: each thread joins JOIN_FAN records, `task.stride` apart, into the first
 * of them, until record 0 is that of the whole cloth. The order of the sums is fixed, so equal states give equal bits.
 *
 * There is no barrier on purpose: devices that emulate barriers take seconds to compile such a kernel, and another level
 * costs a real device three microseconds.
 *
 * The box and the largest speed are those of the particles that an edge holds; a particle that has lost all its edges is not drawn.
 *
 * A record (80 bytes): low xyz, largest strain; high xyz, sum of |strain|; momentum xyz, mass of the free particles; square of the largest
 * speed, number of particles that are not finite, number of edges that no longer pull, 0, which tearing.wgsl.ts uses; square of the farthest
 * way of a free particle since the last look (rest.ts). With `task.goesOn` this is a look: the next one measures from here.
 */

import type { Sheet } from '../sheet.js';
import { GATHER_THREADS } from './reduction.js';

/** Bytes of a record. */
export const MEASURE_BYTES = 80;

const gridEdges = /* wgsl */ `
    if (i % COUNT_X + 1u < COUNT_X) { m = withEdge(m, p.xyz, i + 1u, SPACING.x); }
    if (i / COUNT_X + 1u < COUNT_Y) { m = withEdge(m, p.xyz, i + COUNT_X, SPACING.y); }
`;
const meshEdges = /* wgsl */ `
  for (var k = EDGES.x + id.x; k < EDGES.y; k += MEASURE_PARTS) {
    let first = tables.words[LINKS + 2u * k];
    let second = tables.words[LINKS + 2u * k + 1u];
    if (first == second) {
      m.tornEdges += 1.0;
      continue;
    }
    let p = position[first].xyz;
    if (isFinite(p)) { m = withEdge(m, p, second, float(LENGTHS + k)); }
  }
`;

/** Kernels `measurePart` and `measureJoin`. */
export const measureWgsl = ({ isMesh, tears }: Sheet): string => /* wgsl */ `
fn nothing() -> Measured {
  var m: Measured;
  m.low = vec3f(3.4e38);
  m.high = vec3f(-3.4e38);
  m.largestStrain = -1.0;
  return m;
}

fn joined(a: Measured, b: Measured) -> Measured {
  var m: Measured;
  m.low = min(a.low, b.low);
  m.high = max(a.high, b.high);
  m.largestStrain = max(a.largestStrain, b.largestStrain);
  m.strainSum = a.strainSum + b.strainSum;
  m.momentum = a.momentum + b.momentum;
  m.mass = a.mass + b.mass;
  m.fastestSquared = max(a.fastestSquared, b.fastestSquared);
  m.nonFinite = a.nonFinite + b.nonFinite;
  m.tornEdges = a.tornEdges + b.tornEdges;
  m.farthestSquared = max(a.farthestSquared, b.farthestSquared);
  return m;
}

fn withEdge(m: Measured, here: vec3f, other: u32, rest: f32) -> Measured {
  var result = m;
  let there = position[other].xyz;
  if (isFinite(there)) {
    let strain = safeLength(there - here) / rest - 1.0;
    result.largestStrain = max(m.largestStrain, strain);
    result.strainSum = m.strainSum + abs(strain);
  }
  return result;
}

@compute @workgroup_size(${GATHER_THREADS})
fn measurePart(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= MEASURE_PARTS) { return; }
  var m = nothing();
  for (var i = id.x; i < PARTICLES; i += MEASURE_PARTS) {
    let p = position[i];
    let v = velocity[i].xyz;
    let before = tables.before[i].xyz;
    if (task.goesOn != 0u) { tables.before[i] = p; }
    if (!isFinite(p.xyz) || !isFinite(v)) {
      m.nonFinite += 1.0;
      continue;
    }
    if (${tears ? '!isLoose(i)' : 'true'}) {
      m.low = min(m.low, p.xyz);
      m.high = max(m.high, p.xyz);
      if (p.w != 0.0) {
        m.fastestSquared = max(m.fastestSquared, squaredLength(v));
        m.farthestSquared = max(m.farthestSquared, squaredLength(p.xyz - before));
      }
    }
    if (p.w != 0.0) {
      m.mass += 1.0 / p.w;
      m.momentum += v / p.w;
    }
${isMesh ? '' : gridEdges}  }
${isMesh ? meshEdges : ''}  measured[id.x] = m;
}

@compute @workgroup_size(${GATHER_THREADS})
fn measureJoin(@builtin(global_invocation_id) id: vec3u) {
  let first = id.x * JOIN_FAN * task.stride;
  if (first >= MEASURE_PARTS) { return; }
  var m = measured[first];
  for (var k = 1u; k < JOIN_FAN; k++) { m = joined(m, measured[first + k * task.stride]); }
  measured[first] = m;
}
`;
