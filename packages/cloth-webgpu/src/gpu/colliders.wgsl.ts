/**
 * Contact of one particle with the colliders; see cpu/colliders.ts for the derivation and the letters. Part of every kernel
 * that ends a substep.
 *
 *   11  uniform  colliders  MAX_COLLIDERS x 64 bytes, as in colliders.ts
 *         0 a xyz, kind    16 b xyz, radius      at the start of the frame
 *        32 a xyz, friction    48 b xyz, 0       at its end
 */

import { CAPSULE } from '../colliders.js';
import { MAX_COLLIDERS, PUSH_SPEED } from '../constants.js';

/** Structures, the binding and `collided`. */
export const collidersWgsl: string = /* wgsl */ `
const PUSH_SPEED = f32(${PUSH_SPEED});

struct Collider { a0: vec4f, b0: vec4f, a1: vec4f, b1: vec4f }
struct Probe { phi: f32, n: vec3f, along: f32 }
struct Collided { x: vec3f, moved: vec3f }

@group(0) @binding(11) var<uniform> colliders: array<Collider, ${MAX_COLLIDERS}>;

// A point of a collider when so many of the frame's substeps are done.
fn placeAt(start: vec3f, end: vec3f, done: u32) -> vec3f {
  return select(fma(end - start, vec3f(f32(done) / f32(frame.substeps)), start), end, done == frame.substeps);
}

fn probe(k: u32, x: vec3f, done: u32) -> Probe {
  let kind = colliders[k].a0.w;
  let a = placeAt(colliders[k].a0.xyz, colliders[k].a1.xyz, done);
  let b = placeAt(colliders[k].b0.xyz, colliders[k].b1.xyz, done);
  let fromA = x - a;
  if (kind != ${CAPSULE}.0) {
    let n = b / safeLength(b);
    return Probe(dot3(fromA, n) - settings.thickness, n, 0.0);
  }
  let axis = b - a;
  let along = clamp(dot3(fromA, axis) / max(squaredLength(axis), MIN_LENGTH_SQUARED), 0.0, 1.0);
  let d = fma(axis, vec3f(-along), fromA);
  let length = safeLength(d);
  // from the axis itself it is up and out
  let n = select(d / length, vec3f(0.0, 1.0, 0.0), squaredLength(d) < MIN_LENGTH_SQUARED);
  return Probe(length - colliders[k].b0.w - settings.thickness, n, along);
}

// The place at the end of a substep of a particle that constraints and tethers have brought to x, with v* and x* (start), and
// x - x* less what only pushes it out.
fn collided(constrained: vec3f, v: vec3f, start: vec3f, substep: u32) -> Collided {
  var x = constrained;
  var moved = constrained - start;
  for (var k = 0u; k < settings.colliderCount; k++) {
    let now = probe(k, x, substep + 1u);
    if (now.phi >= 0.0) { continue; }
    let before = probe(k, fma(v, vec3f(-settings.h), start), substep);
    let b = min(max(before.phi - now.phi, 0.0), -now.phi);
    let e = min(-now.phi - b, PUSH_SPEED * settings.h);
    moved = fma(now.n, vec3f(b), moved);
    let alongA = colliders[k].a1.xyz - colliders[k].a0.xyz;
    let alongB = colliders[k].b1.xyz - colliders[k].b0.xyz;
    let surface = fma(alongB - alongA, vec3f(now.along), alongA) / f32(frame.substeps);
    let d = fma(v, vec3f(settings.h), moved) - surface;
    let t = fma(now.n, vec3f(-dot3(now.n, d)), d);
    let held = t * min(colliders[k].a1.w * b / safeLength(t), 1.0);
    moved -= held;
    x = fma(now.n, vec3f(b + e), x) - held;
  }
  return Collided(x, moved);
}
`;
