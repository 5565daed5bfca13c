/**
 * A substep of one particle and one constraint; see cpu/solver.ts for the derivation and the letters. Kernels of all plans call these
 * functions, so that they give the same bits.
 */

import { MIN_WEIGHT } from '../constants.js';
import type { GpuLimits } from '../limits-part.js';

/** Functions `tie`, `integrated`, `predictedOf`, `finished` and `concluded`, for the common text of all kernels. */
export const solverWgsl = (limits?: GpuLimits): string => /* wgsl */ `
// Whether constraints of a kind do anything.
fn isOn(kind: u32) -> bool {
  return settings.links[kind].y >= 0.0 || settings.links[kind].z > 0.0;
}

// Projects one constraint, see project() there; link = (length at rest, alpha / h^2 or -1, limit or 0). With d = x2 - x1 and l = |d|,
// s = (1 - rest / l) / (w1 + w2 + alpha / h^2),  x1 += w1 s d,  x2 -= w2 s d.
// MIN_LENGTH_SQUARED is below the rounding error of any relevant length. Two particles at the same position have d = 0 and do not move.
fn tie(a: ptr<function, vec4f>, b: ptr<function, vec4f>, link: vec3f) {
  let d = (*b).xyz - (*a).xyz;
  let inverseLength = inverseSqrt(fma(d.x, d.x, fma(d.y, d.y, fma(d.z, d.z, MIN_LENGTH_SQUARED))));
  let weight = (*a).w + (*b).w;
  var s = 0.0;
  if (link.y >= 0.0) { s = fma(-link.x, inverseLength, 1.0) / max(weight + link.y, ${MIN_WEIGHT}f); }
  if (link.z > 0.0) { s = max(s, fma(-link.z * link.x, inverseLength, 1.0) / max(weight, ${MIN_WEIGHT}f)); }
  *a = vec4f(fma(d, vec3f(s * (*a).w), (*a).xyz), (*a).w);
  *b = vec4f(fma(d, vec3f(-s * (*b).w), (*b).xyz), (*b).w);
}

// The next of the equal steps to end that remain in the frame.
fn towards(start: vec3f, end: vec3f, substep: u32) -> vec3f {
  let remaining = frame.substeps - substep;
  let share = 1.0 / f32(remaining);
  return select(fma(end - start, vec3f(share), start), end, remaining == 1u);
}

struct Moved { position: vec4f, velocity: vec4f }

// First part of a substep for particle i at p with velocity v: damping, accelerate(), blow(), the gas and integrate() there. The new
// position is also x*.
fn integrated(i: u32, p: vec4f, v: vec4f, substep: u32) -> Moved {
  if (p.w == 0.0) {
    return driven(i, p, v, substep);
  }
  let damped = calmed(i, v.xyz, substep);
  let next = filled(i, blown(i, fma(vec3f(-settings.drag), damped, damped) + settings.push, p.w), p.w);
  return Moved(vec4f(fma(next, vec3f(settings.h), p.xyz), p.w), vec4f(next, v.w));
}

// The target of a hand.
fn wanted(slot: u32) -> vec3f {
  let ray = frame.rays[slot];
  return fma(ray.direction.xyz, vec3f(hands[slot].distance), ray.origin.xyz);
}

// The same for a pinned or held particle: it moves to its target in equal steps. If several hands hold it, the last one wins.
fn driven(i: u32, p: vec4f, v: vec4f, substep: u32) -> Moved {
  var slot = MAX_HANDS;
  for (var k = 0u; k < MAX_HANDS; k++) {
    if (hands[k].particle == i) { slot = k; }
  }
  if (slot == MAX_HANDS) {
    return Moved(vec4f(towards(p.xyz, v.xyz, substep), 0.0), v);
  }
  var goal = wanted(slot);
  if (frame.reaches != 0u) { goal = tables.anchors[MAX_ANCHORS + slot].place[0].xyz; }
  let x = towards(p.xyz, goal, substep);
  // the velocity of a pin stores its position
  return Moved(vec4f(x, 0.0), vec4f(select((x - p.xyz) * settings.inverseH, goal, v.w == 0.0), v.w));
}

// The entry of predicted for a particle that moved from before to after.
fn predictedOf(before: vec4f, after: vec4f) -> vec4f {
  return select(after, before, after.w == 0.0);
}

${limits?.common ?? ''}
// Last part of a substep, finish() there, for a particle at p after the constraints, with v* and x* (start): tethers, colliders, limits,
// then v = v* + (x - x*) / h.
fn finished(i: u32, p: vec4f, v: vec4f, start: vec3f, substep: u32) -> Moved {
  if (p.w == 0.0) { return Moved(p, v); }
  let out = collided(tethered(i, p.xyz, substep), v, start, substep);
  let end = ${limits ? /* wgsl */ `limited(i, out, v.xyz, start, substep)` : 'out'};
  return Moved(vec4f(end.x, p.w), vec4f(fma(end.moved, vec3f(settings.inverseH), v.xyz), v.w));
}

// The same after the last constraints, then the first part of the next substep if the step has one.
fn concluded(i: u32, p: vec4f, v: vec4f, start: vec3f, substep: u32, goesOn: bool) -> Moved {
  noteSpin(i, p.xyz, v.xyz, start, substep);
  var moved = finished(i, p, v, start, substep);
  if (goesOn) {
    moved = integrated(i, moved.position, moved.velocity, substep + 1u);
    publishAnchor(i, moved.position, substep + 1u);
  }
  return moved;
}
`;
