/** Hinges on the GPU; see hinges.ts for the derivation and the letters, and cpu/bending.ts for the reference. */

import { MIN_WEIGHT } from '../constants.js';
import { HINGE_SHAPE } from '../hinges.js';
import type { Memory } from './groups.wgsl.js';

/**
 * Function `hinge`, which projects a hinge with the particles `ids`, their c, alpha / h^2 and r; for a mesh also `hingeAt`, which projects
 * hinge k of its tables. Of a line, x2 and x4 are the same particle, so x4, whose c is 0, is written first.
 */
export function hingeWgsl(isMesh: boolean, { name, slot }: Memory): string {
  const place = (n: string) => `${name}[${slot(`ids.${n}`)}]`;
  return /* wgsl */ `
fn hinge(ids: vec4u, c: vec4f, alpha: f32, rest: f32) {
  let x1 = ${place('x')};
  let x2 = ${place('y')};
  let x3 = ${place('z')};
  let x4 = ${place('w')};
  let w = vec4f(x1.w, x2.w, x3.w, x4.w);
  let wc = w * c;
  let weight = fma(wc.x, c.x, fma(wc.y, c.y, fma(wc.z, c.z, wc.w * c.w)));
  let u = c.x * (x1 - x2).xyz;
  let v = c.z * (x3 - x2).xyz;
  let e = (x4 - x2).xyz;
  var bend = fma(vec3f(c.w), e, u + v);
  if (rest != 0.0) {
    let n = cross(e, u - v);
    bend = fma(n, vec3f(-rest / safeLength(n)), bend);
  }
  let pinned = dot(vec4u(w == vec4f()), vec4u(1u));
  let s = 1.0 / max(max(fma(weight, 0.5, select(alpha, 0.5 * alpha, pinned == 3u)), weight), ${MIN_WEIGHT}f);
  let moves = -s * wc;
  ${place('w')} = vec4f(fma(bend, vec3f(moves.w), x4.xyz), w.w);
  ${place('x')} = vec4f(fma(bend, vec3f(moves.x), x1.xyz), w.x);
  ${place('z')} = vec4f(fma(bend, vec3f(moves.z), x3.xyz), w.z);
  ${place('y')} = vec4f(fma(bend, vec3f(moves.y), x2.xyz), w.y);
}
${isMesh ? hingeAtWgsl : ''}`;
}

const hingeAtWgsl = /* wgsl */ `
fn hingeAt(k: u32, link: vec4f) {
  let id = HINGES + 4u * k;
  let shape = SHAPES + ${HINGE_SHAPE}u * k;
  let ids = vec4u(tables.words[id], tables.words[id + 1u], tables.words[id + 2u], tables.words[id + 3u]);
  let c = vec4f(float(shape), float(shape + 1u), float(shape + 2u), float(shape + 3u));
  hinge(ids, c, float(shape + 4u) * link.y, float(shape + 5u));
}
`;
