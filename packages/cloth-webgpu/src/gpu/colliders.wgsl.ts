/**
 * Contact of one particle with the colliders; see cpu/colliders.ts for the derivation and the letters. Every kernel that ends a
 * substep includes it.
 *
 *   11  uniform  colliders  MAX_COLLIDERS x 96 bytes, as in colliders.ts
 *         0 a xyz, kind        16 b xyz, radius    32 q xyzw    at the start of the frame
 *        48 a xyz, friction    64 b xyz, radius    80 q xyzw    at its end
 *   16  texture  fields     the distance fields, of a cloth that has any; see distance-field.ts
 */

import { BOX, CAPSULE, FIELD } from '../colliders.js';
import { LEVEL_SLOPE_SQUARED, MAX_COLLIDERS, PUSH_SPEED } from '../constants.js';
import type { GpuReactions } from '../reactions-part.js';

/** The probe of a distance field. */
const fieldWgsl: string = /* wgsl */ `
@group(0) @binding(16) var fields: texture_3d<f32>;

fn nodeAt(node: vec3i) -> f32 {
  return textureLoad(fields, node, 0).x;
}

fn probeField(k: u32, fromPosition: vec3f, done: u32) -> Probe {
  let q = turnAt(k, done);
  let d = turned(vec4f(-q.xyz, q.w), fromPosition);
  let cellSize = colliders[k].b0.w;
  let last = colliders[k].b1.xyz - 1.0;
  let u = (d - colliders[k].b0.xyz) / cellSize;
  let c = clamp(u, vec3f(0.0), last);
  let cell = min(floor(c), last - 1.0);
  let f = c - cell;
  let node = vec3i(cell) + vec3i(0, 0, i32(colliders[k].b1.w));
  // the nodes of the cell by their place along (y, z) = 00, 10, 01, 11
  let v = vec4f(
    nodeAt(node), nodeAt(node + vec3i(0, 1, 0)), nodeAt(node + vec3i(0, 0, 1)), nodeAt(node + vec3i(0, 1, 1)));
  let e = vec4f(
    nodeAt(node + vec3i(1, 0, 0)), nodeAt(node + vec3i(1, 1, 0)),
    nodeAt(node + vec3i(1, 0, 1)), nodeAt(node + vec3i(1, 1, 1))) - v;
  let x = fma(e, vec4f(f.x), v);
  let y = fma(x.yw - x.xz, vec2f(f.y), x.xz);
  let alongX = fma(e.yw - e.xz, vec2f(f.y), e.xz);
  let alongY = x.yw - x.xz;
  let gradient = vec3f(fma(alongX.y - alongX.x, f.z, alongX.x), fma(alongY.y - alongY.x, f.z, alongY.x), y.y - y.x);
  // in the middle between two walls, the normal is up
  let n = select(gradient / safeLength(gradient), vec3f(0.0, 1.0, 0.0), squaredLength(gradient) < f32(${LEVEL_SLOPE_SQUARED}) * (cellSize * cellSize));
  let phi = fma(y.y - y.x, f.z, y.x) + sqrt(squaredLength((u - c) * cellSize));
  return Probe(phi - settings.thickness, turned(q, n), vec4f(fma(n, vec3f(-phi), d), 0.0));
}
`;

/** Structures, the binding and `collided`, with distance fields or without. */
export const collidersWgsl = (hasFields: boolean, reactions?: GpuReactions): string => /* wgsl */ `
const PUSH_SPEED = f32(${PUSH_SPEED});

struct Collider { a0: vec4f, b0: vec4f, q0: vec4f, a1: vec4f, b1: vec4f, q1: vec4f }
// point: for a box or field, the surface point in its axes; for a capsule, u R / |u|^2 and, in w, s + u . n R / |u|^2
struct Probe { phi: f32, n: vec3f, point: vec4f }
struct Collided { x: vec3f, moved: vec3f }

@group(0) @binding(11) var<uniform> colliders: array<Collider, ${MAX_COLLIDERS}>;

// A point of a collider after done substeps of the frame.
fn placeAt(start: vec3f, end: vec3f, done: u32) -> vec3f {
  return select(fma(end - start, vec3f(f32(done) / f32(frame.substeps)), start), end, done == frame.substeps);
}

// The rotation of a box or field after done substeps of the frame.
fn turnAt(k: u32, done: u32) -> vec4f {
  let start = colliders[k].q0;
  let end = colliders[k].q1;
  let q = select(fma(end - start, vec4f(f32(done) / f32(frame.substeps)), start), end, done == frame.substeps);
  return q / sqrt(max(fma(q.x, q.x, fma(q.y, q.y, fma(q.z, q.z, q.w * q.w))), MIN_LENGTH_SQUARED));
}

fn cross3(a: vec3f, b: vec3f) -> vec3f {
  return fma(a.yzx, b.zxy, -(a.zxy * b.yzx));
}

// v + w t + u x t with t = 2 u x v
fn turned(q: vec4f, v: vec3f) -> vec3f {
  let t = 2.0 * cross3(q.xyz, v);
  return fma(vec3f(q.w), t, v) + cross3(q.xyz, t);
}

fn probeBox(k: u32, fromCenter: vec3f, done: u32) -> Probe {
  let q = turnAt(k, done);
  let d = turned(vec4f(-q.xyz, q.w), fromCenter);
  let sense = select(vec3f(1.0), vec3f(-1.0), d < vec3f(0.0));
  let l = abs(d) - colliders[k].b0.xyz;
  var beyond = max(l, vec3f(0.0));
  let point = sense * (abs(d) - beyond);
  let squared = squaredLength(beyond);
  var phi = sqrt(squared);
  if (squared < MIN_LENGTH_SQUARED) {
    // inside: out through the nearest face; of equally near faces, the first
    phi = max(max(l.x, l.y), l.z);
    beyond = vec3f(0.0, 0.0, 1.0);
    if (l.y == phi) { beyond = vec3f(0.0, 1.0, 0.0); }
    if (l.x == phi) { beyond = vec3f(1.0, 0.0, 0.0); }
  }
  return Probe(phi - settings.thickness, turned(q, sense * beyond / safeLength(beyond)), vec4f(point, 0.0));
}

${hasFields ? fieldWgsl : ''}
// Displacement of a collider's surface during a substep, at the point that the probe found.
fn surfaceMotion(k: u32, at: Probe, substep: u32) -> vec3f {
  let alongA = colliders[k].a1.xyz - colliders[k].a0.xyz;
  if (colliders[k].a0.w >= ${BOX}.0) {
    return alongA / f32(frame.substeps) + (turned(turnAt(k, substep + 1u), at.point.xyz) - turned(turnAt(k, substep), at.point.xyz));
  }
  let w = colliders[k].b1.xyz - colliders[k].b0.xyz - alongA;
  return fma(w, vec3f(at.point.w), fma(at.point.xyz, vec3f(-dot3(w, at.n)), alongA)) / f32(frame.substeps);
}

fn probe(k: u32, x: vec3f, done: u32) -> Probe {
  let kind = colliders[k].a0.w;
  let a = placeAt(colliders[k].a0.xyz, colliders[k].a1.xyz, done);
  if (kind == ${BOX}.0) { return probeBox(k, x - a, done); }
${hasFields ? `  if (kind == ${FIELD}.0) { return probeField(k, x - a, done); }\n` : ''}  let b = placeAt(colliders[k].b0.xyz, colliders[k].b1.xyz, done);
  let fromA = x - a;
  if (kind != ${CAPSULE}.0) {
    let n = b / safeLength(b);
    return Probe(dot3(fromA, n) - settings.thickness, n, vec4f(0.0));
  }
  let axis = b - a;
  let squared = max(squaredLength(axis), MIN_LENGTH_SQUARED);
  var along = dot3(fromA, axis) / squared;
  let D = colliders[k].b0.w - colliders[k].b1.w;
  if (D != 0.0) {
    let room = fma(-D, D, squared);
    let away = fma(axis, vec3f(-along), fromA);
    along -= sqrt(squaredLength(away) / squared) * D / sqrt(max(room, MIN_LENGTH_SQUARED));
    if (room <= 0.0) { along = select(1.0, 0.0, D > 0.0); }
  }
  along = clamp(along, 0.0, 1.0);
  let radius = fma(-along, D, colliders[k].b0.w);
  let d = fma(axis, vec3f(-along), fromA);
  let length = safeLength(d);
  // a particle on the axis is pushed up
  let n = select(d / length, vec3f(0.0, 1.0, 0.0), squaredLength(d) < MIN_LENGTH_SQUARED);
  let point = axis / squared * radius;
  return Probe(length - radius - settings.thickness, n, vec4f(point, along + dot3(point, n)));
}

${reactions?.common ?? ''}
// Position of a particle at the end of a substep, and its displacement x - x* without the part that only pushes it out. The
// constraints and tethers have moved it to x; v* (w: its inverse mass) and x* (start) are its predicted velocity and position.
fn collided(constrained: vec3f, v: vec4f, start: vec3f, substep: u32) -> Collided {
  var x = constrained;
  var moved = constrained - start;
  for (var k = 0u; k < settings.colliderCount; k++) {
    let now = probe(k, x, substep + 1u);
    if (now.phi >= 0.0) { continue; }
    let before = probe(k, fma(v.xyz, vec3f(-settings.h), start), substep);
    let b = min(max(before.phi - now.phi, 0.0), -now.phi);
    let e = min(-now.phi - b, PUSH_SPEED * settings.h);
    moved = fma(now.n, vec3f(b), moved);
    let d = fma(v.xyz, vec3f(settings.h), moved) - surfaceMotion(k, now, substep);
    let t = fma(now.n, vec3f(-dot3(now.n, d)), d);
    let held = t * min(colliders[k].a1.w * b / safeLength(t), 1.0);
    moved -= held;
    x = fma(now.n, vec3f(b + e), x) - held;
    ${reactions?.call ?? ''}
  }
  return Collided(x, moved);
}
`;
