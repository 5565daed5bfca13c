/**
 * Bounds, strain, speed, momentum and health. `measurePart`: each workgroup sums up every so many
 * particles with the edges to its right and below; `measureTotal`: one workgroup sums up the parts. The order of the
 * sums is fixed, so equal states give equal bits.
 *
 * A record (64 bytes): low xyz, largest strain; high xyz, sum of |strain|; momentum xyz, mass of the free particles;
 * square of the largest speed, number of particles that are not finite, 0, 0. The result is record MEASURE_GROUPS.
 *
 * Whether a number is finite is read off its exponent bits: WGSL lets a compiler assume that NaN does not occur, so
 * x != x may be taken for false.
 */

import { MEASURE_GROUPS, MEASURE_THREADS as THREADS } from './common.wgsl.js';

/** Byte offset of the result, and its size. */
export const MEASURE_RESULT_OFFSET: number = 64 * MEASURE_GROUPS;
export const MEASURE_RESULT_BYTES = 64;

/** Kernels `measurePart` and `measureTotal`. */
export const measureWgsl: string = /* wgsl */ `
var<workgroup> parts: array<Measured, ${THREADS}>;

fn isFinite(v: vec3f) -> bool {
  let bits = bitcast<vec3u>(v) & vec3u(EXPONENT_BITS);
  return all(bits != vec3u(EXPONENT_BITS));
}

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

// Sum of all threads' parts, at index 0.
fn sumUp(t: u32) {
  for (var half = ${THREADS / 2}u; half > 0u; half >>= 1u) {
    workgroupBarrier();
    if (t < half) { parts[t] = joined(parts[t], parts[t + half]); }
  }
}

@compute @workgroup_size(${THREADS})
fn measurePart(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  var m = nothing();
  for (var i = group.x * ${THREADS}u + t; i < PARTICLES; i += ${THREADS}u * MEASURE_PARTS) {
    let p = position[i];
    let v = velocity[i].xyz;
    if (!isFinite(p.xyz) || !isFinite(v)) {
      m.nonFinite += 1.0;
      continue;
    }
    m.low = min(m.low, p.xyz);
    m.high = max(m.high, p.xyz);
    if (p.w != 0.0) {
      m.fastestSquared = max(m.fastestSquared, squaredLength(v));
      m.mass += 1.0 / p.w;
      m.momentum += v / p.w;
    }
    if (i % COUNT_X + 1u < COUNT_X) { m = withEdge(m, p.xyz, i + 1u, SPACING.x); }
    if (i / COUNT_X + 1u < COUNT_Y) { m = withEdge(m, p.xyz, i + COUNT_X, SPACING.y); }
  }
  parts[t] = m;
  sumUp(t);
  if (t == 0u) { measured[group.x] = parts[0]; }
}

@compute @workgroup_size(${THREADS})
fn measureTotal(@builtin(local_invocation_index) t: u32) {
  var m = nothing();
  for (var k = t; k < MEASURE_PARTS; k += ${THREADS}u) { m = joined(m, measured[k]); }
  parts[t] = m;
  sumUp(t);
  if (t == 0u) { measured[MEASURE_GROUPS] = parts[0]; }
}
`;
