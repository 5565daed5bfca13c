/** Tethers; see cpu/tethers.ts for the derivation and the letters. */

import { TETHER_FULL_ROUNDS, TETHER_GIVE, TETHER_ROUNDS, TETHER_SLACK, TETHER_THROW } from '../constants.js';

/** Functions `publishAnchor` and `tethered`, for the common text of all kernels. */
export const tethersWgsl: string = /* wgsl */ `
const TETHER_ROUNDS = ${TETHER_ROUNDS}u;

// Stores the position of a pin in this substep for the tethers. There are two positions, because a pin may already move for the next
// substep while the tethers of this one are still being solved.
fn publishAnchor(i: u32, p: vec4f, substep: u32) {
  if (p.w != 0.0 || settings.tetherScale == 0.0) { return; }
  for (var k = 0u; k < settings.anchorCount; k++) {
    if (tables.anchors[k].particle == i) { tables.anchors[k].place[substep & 1u] = p; }
  }
}

fn anchorRadius(i: u32, k: u32) -> f32 {
  return settings.tetherScale * anchorDistance(i, k);
}

fn toSphere(x: vec3f, p: vec3f, r: f32) -> vec3f {
  return fma(x - p, vec3f(r / safeLength(x - p)), p);
}

// d = |q - p|, n = (q - p) / d, a = (d^2 + r^2 - s^2) / 2d, rho^2 = r^2 - a^2, c = p + a n,
// e = (x - c) - n (n . (x - c)), result c + rho e / |e|
fn toCircle(x: vec3f, p: vec3f, r: f32, q: vec3f, s: f32) -> vec3f {
  let between = q - p;
  if (squaredLength(between) < MIN_LENGTH_SQUARED) { return toSphere(x, q, s); }
  let d = safeLength(between);
  let n = between / d;
  let a = fma(d, d, (r - s) * (r + s)) / (2.0 * d);
  let rho = sqrt(max((r - a) * (r + a), 0.0));
  let c = fma(n, vec3f(a), p);
  let fromCenter = x - c;
  let e = fma(n, vec3f(-dot3(n, fromCenter)), fromCenter);
  let factor = select(rho / safeLength(e), 0.0, squaredLength(e) < MIN_LENGTH_SQUARED);
  return fma(e, vec3f(factor), c);
}

// The position of a free particle after its tethers: applyTether() there, first as in pullInTurn().
fn tethered(i: u32, start: vec3f, substep: u32) -> vec3f {
  var x = start;
  if (settings.tetherScale == 0.0) { return x; }
  let parity = substep & 1u;
  var previous = -1;
  var first = 0.0;
  for (var round = 0u; ; round++) {
    var worst = -1;
    var worstExcess = 0.0;
    var worstRadius = 0.0;
    let slack = select(0.0, ${TETHER_SLACK}f, round > 1u || settings.anchorCount > 2u);
    for (var k = 0u; k < settings.anchorCount; k++) {
      let radius = anchorRadius(i, k);
      let excess = safeLength(x - tables.anchors[k].place[parity].xyz) - radius;
      if (excess > slack * radius && excess > worstExcess) {
        worst = i32(k);
        worstExcess = excess;
        worstRadius = radius;
      }
    }
    if (worst < 0 || worst == previous || round == TETHER_ROUNDS) {
      let far = f32(${TETHER_THROW}) * first;
      let isNear = settings.anchorCount < 3u || squaredLength(x - start) <= far * far;
      if (worstExcess <= ${TETHER_GIVE}f * worstRadius && isNear) { return x; }
      break;
    }
    if (round == 0u) { first = worstExcess; }
    let q = tables.anchors[worst].place[parity].xyz;
    if (previous < 0) {
      x = toSphere(x, q, worstRadius);
    } else {
      let p = tables.anchors[previous].place[parity].xyz;
      x = toCircle(x, p, anchorRadius(i, u32(previous)), q, worstRadius);
    }
    previous = worst;
  }
  // the tethers contradict each other or move the particle far: all pull at once, as in pullTogether()
  x = start;
  for (var round = 0u; round < TETHER_ROUNDS; round++) {
    var pull = vec3f(0.0);
    var sum = 0.0;
    for (var k = 0u; k < settings.anchorCount; k++) {
      let away = x - tables.anchors[k].place[parity].xyz;
      let length = safeLength(away);
      let excess = max(length - anchorRadius(i, k), 0.0);
      pull = fma(away, vec3f(excess * excess / length), pull);
      sum += excess;
    }
    let relaxed = select(2.0, 1.0, settings.anchorCount > 2u && round < ${TETHER_FULL_ROUNDS}u);
    x = fma(pull, vec3f(-1.0 / (relaxed * max(sum, MIN_LENGTH_SQUARED))), x);
  }
  return x;
}
`;
