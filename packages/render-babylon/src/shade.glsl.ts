import { LEAST_HALF_WIDTH, STROKE_SHARE } from './constants.js';

/** The GLSL version of shade.wgsl.ts, where the method is explained. */
export const shadeGlsl: string = /* glsl */ `
float thickening(float depth, float pixel, float devicePixels, float fillOpacity) {
  return fillOpacity > 0.0 && depth > 0.0 ? max(0.0, ${LEAST_HALF_WIDTH} * devicePixels * pixel - depth) : 0.0;
}

float strokeWidth(float width, float depth, float pixel, float fillOpacity) {
  return fillOpacity > 0.0 && depth > 0.0 ? min(width, ${STROKE_SHARE} * depth / pixel) : width;
}
vec4 bordered(float distance, float pixel, float width, float alignment, vec4 fillColor, vec4 strokeColor) {
  float outer = distance / pixel - width * alignment;
  float coverage = clamp(0.5 - outer, 0.0, 1.0);
  float core = clamp(0.5 - outer - width, 0.0, 1.0);
  return mix(strokeColor, fillColor, core) * coverage;
}

vec4 withSphere(vec4 under, vec2 offset, float radius, float pixel, vec4 color) {
  float away = length(offset);
  float coverage = clamp(0.5 - (away - radius) / pixel, 0.0, 1.0);
  vec2 flat_ = offset / max(radius, away);
  float front = sqrt(max(0.0, 1.0 - dot(flat_, flat_)));
  float shine = 0.8 * pow(max(0.0, 0.7071 * (flat_.y + front)), 64.0);
  shine += 0.5 * pow(max(0.0, 0.7071 * (front - flat_.y)), 64.0);
  vec3 lit = color.rgb * (0.65 + 0.15 * flat_.y) + vec3(shine);
  return mix(under, vec4(min(lit, vec3(1.0)), 1.0), coverage);
}
`;
