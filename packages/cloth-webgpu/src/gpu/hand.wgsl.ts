/**
 * Hands and pins: commands that run on the GPU, each in a submit of its own, so that none needs a read-back first.
 *
 *   edit  0 kind, slot, particle, flags (u32)   16 ray: origin xyz, 0, direction xyz, 0   48 vector xyz, number
 *
 * `seek`: tests the ray against every triangle; each thread tests its share.
 * `seekJoin`, once per level: finds the nearest of JOIN_FAN hits, `task.stride` apart, as in measure.wgsl.ts. A hit is a record of
 * `hands`, behind the hands themselves, with the triangle in the field `particle`.
 * `take` (one thread): hand `slot` takes the vertex of the hit triangle that is nearest to the hit point. With flag 1 it takes `particle`
 * without a test, and needs no `seek`.
 * `reach` (one thread), before a frame with hands on a tethered cloth: computes where each hand moves its particle, see cpu/reach.ts.
 * `change` (one thread), by kind:
 *   0 release   flag 1: moved since the last frame, which took `number` seconds; flag 2: `vector` is the velocity of the particle
 *   1 pin       flag 1: `vector` is the target position
 *   2 unpin     `number` is the inverse mass
 * `carry`: moves every particle by a rigid motion, whose rows (R | d), see rigid-motion.ts, are in place of ray and vector.
 */

import { RAY_EDGE_SLACK } from '../constants.js';
import { COLOR_THREADS } from './colors.wgsl.js';
import { GATHER_THREADS } from './reduction.js';

/** Kinds of `change`. */
export const EDIT_RELEASE = 0;
export const EDIT_PIN = 1;
export const EDIT_UNPIN = 2;

/** Flags of `edit`. */
export const EDIT_BY_ID = 1;
export const EDIT_MOVED = 1;
export const EDIT_VELOCITY = 2;
export const EDIT_PLACE = 1;

/** Kernels `seek`, `seekJoin`, `take`, `reach`, `change` and `carry`. */
export const handWgsl: string = /* wgsl */ `
// farther than any triangle: kernels have no infinity
const FAR = 3.0e38;
const EDGE_SLACK = f32(${RAY_EDGE_SLACK});

// Distance along the ray to a triangle, either side, or FAR.
fn hit(index: u32) -> f32 {
  let k = corners(index);
  let a = position[k.a].xyz;
  let u = position[k.b].xyz - a;
  let v = position[k.c].xyz - a;
  let d = edit.ray.direction.xyz;
  let p = cross(d, v);
  let determinant = dot(u, p);
  if (determinant == 0.0) { return FAR; }
  let s = edit.ray.origin.xyz - a;
  let q = cross(s, u);
  let beta = dot(s, p) / determinant;
  let gamma = dot(d, q) / determinant;
  let distance = dot(v, q) / determinant;
  let isHit = beta >= -EDGE_SLACK && gamma >= -EDGE_SLACK && beta + gamma <= 1.0 + EDGE_SLACK && distance >= 0.0;
  return select(FAR, distance, isHit);
}

fn hold(particle: u32, distance: f32) {
  hands[edit.slot] = Hand(particle, distance, 0u, 0u);
  if (particle != NO_PARTICLE) { position[particle].w = 0.0; }
}

@compute @workgroup_size(${GATHER_THREADS})
fn seek(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= SEEK_PARTS) { return; }
  var nearest = Hand(0u, FAR, 0u, 0u);
  for (var k = id.x; k < TRIANGLES; k += SEEK_PARTS) {
    let distance = hit(k);
    if (distance < nearest.distance) { nearest = Hand(k, distance, 0u, 0u); }
  }
  hands[MAX_HANDS + id.x] = nearest;
}

@compute @workgroup_size(${GATHER_THREADS})
fn seekJoin(@builtin(global_invocation_id) id: vec3u) {
  let first = id.x * JOIN_FAN * task.stride;
  if (first >= SEEK_PARTS) { return; }
  var nearest = hands[MAX_HANDS + first];
  for (var k = 1u; k < JOIN_FAN; k++) {
    let other = hands[MAX_HANDS + first + k * task.stride];
    // at equal distances the lower triangle index wins, as in a sequential loop
    if (other.distance < nearest.distance || (other.distance == nearest.distance && other.particle < nearest.particle)) {
      nearest = other;
    }
  }
  hands[MAX_HANDS + first] = nearest;
}

@compute @workgroup_size(1)
fn take() {
  if (edit.flags != 0u) {
    hold(edit.particle, 0.0);
    return;
  }
  let nearest = hands[MAX_HANDS];
  if (nearest.distance >= FAR) {
    hold(NO_PARTICLE, 0.0);
    return;
  }
  let point = fma(edit.ray.direction.xyz, vec3f(nearest.distance), edit.ray.origin.xyz);
  let k = corners(nearest.particle);
  let toA = squaredLength(position[k.a].xyz - point);
  let toB = squaredLength(position[k.b].xyz - point);
  let toC = squaredLength(position[k.c].xyz - point);
  var particle = k.a;
  if (toB < toA) { particle = k.b; }
  if (toC < min(toA, toB)) { particle = k.c; }
  hold(particle, nearest.distance);
}

fn isHeld(particle: u32) -> bool {
  for (var k = 0u; k < MAX_HANDS; k++) {
    if (hands[k].particle == particle) { return true; }
  }
  return false;
}

// Stores the positions of the pins at the end of the frame in the slots of the odd substeps, which are written later.
fn sendAnchorsAhead() {
  for (var k = 0u; k < settings.anchorCount; k++) {
    let i = tables.anchors[k].particle;
    var place = velocity[i].xyz;
    for (var slot = 0u; slot < MAX_HANDS; slot++) {
      if (hands[slot].particle == i) { place = wanted(slot); }
    }
    tables.anchors[k].place[1] = vec4f(place, 0.0);
  }
}

// The position nearest to the goal of particle i that its tethers allow.
fn reached(i: u32, goal: vec3f) -> vec3f {
  if (velocity[i].w == 0.0) { return goal; }
  return tethered(i, goal, 1u);
}

@compute @workgroup_size(1)
fn reach() {
  sendAnchorsAhead();
  for (var slot = 0u; slot < MAX_HANDS; slot++) {
    let i = hands[slot].particle;
    if (i != NO_PARTICLE) { tables.anchors[MAX_ANCHORS + slot].place[0] = vec4f(reached(i, wanted(slot)), 0.0); }
  }
}

fn letGo() {
  let held = hands[edit.slot];
  hands[edit.slot].particle = NO_PARTICLE;
  if (held.particle == NO_PARTICLE || isHeld(held.particle)) { return; }
  let mass = velocity[held.particle].w;
  var x = position[held.particle].xyz;
  var v = velocity[held.particle].xyz;
  if ((edit.flags & ${EDIT_MOVED}u) != 0u) {
    // moved and released between two steps: a fraction of a step gives a poor estimate, so the larger velocity counts
    sendAnchorsAhead();
    let goal = reached(held.particle, fma(edit.ray.direction.xyz, vec3f(held.distance), edit.ray.origin.xyz));
    let next = (goal - x) / edit.vector.w;
    if (squaredLength(next) > squaredLength(v)) { v = next; }
    x = goal;
  }
  if ((edit.flags & ${EDIT_VELOCITY}u) != 0u) { v = edit.vector.xyz; }
  position[held.particle] = vec4f(x, mass);
  velocity[held.particle] = vec4f(select(v, x, mass == 0.0), mass);
}

@compute @workgroup_size(1)
fn change() {
  let i = edit.particle;
  if (edit.kind == ${EDIT_RELEASE}u) {
    letGo();
  } else if (edit.kind == ${EDIT_PIN}u && i < PARTICLES) {
    var place = velocity[i].xyz;
    if (velocity[i].w != 0.0) { place = position[i].xyz; }
    if ((edit.flags & ${EDIT_PLACE}u) != 0u) { place = edit.vector.xyz; }
    velocity[i] = vec4f(place, 0.0);
    position[i].w = 0.0;
  } else if (edit.kind == ${EDIT_UNPIN}u && i < PARTICLES) {
    let mass = edit.vector.w;
    if (!isHeld(i)) { position[i].w = mass; }
    if (mass != 0.0) { velocity[i] = vec4f(0.0, 0.0, 0.0, mass); }
  }
}

fn carriedVector(u: vec3f) -> vec3f {
  return vec3f(dot3(edit.ray.origin.xyz, u), dot3(edit.ray.direction.xyz, u), dot3(edit.vector.xyz, u));
}

@compute @workgroup_size(${COLOR_THREADS})
fn carry(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= PARTICLES) { return; }
  let d = vec3f(edit.ray.origin.w, edit.ray.direction.w, edit.vector.w);
  let p = position[i];
  let v = velocity[i];
  position[i] = vec4f(carriedVector(p.xyz) + d, p.w);
  // the velocity of a pin is its target
  velocity[i] = vec4f(carriedVector(v.xyz) + select(vec3f(0.0), d, v.w == 0.0), v.w);
}
`;
