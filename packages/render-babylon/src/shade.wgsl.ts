import { LEAST_HALF_WIDTH, STROKE_SHARE } from './constants.js';

/**
 * Functions shared by the fragment shaders of polygons and round shapes. Colours are premultiplied. Distances are in metres, negative
 * inside. `pixel` is the size of a device pixel in metres, `width` the stroke width in device pixels. `depth` is the distance of a shape's
 * middle from its edge, in metres.
 *
 * - `thickening`: how far a thin filled shape is expanded on each side so that it remains visible.
 * - `strokeWidth`: the stroke width; limited to a fraction of the depth for a filled shape.
 * - `bordered`: a fill with a stroke along its edge, one pixel of anti-aliasing. `alignment` places the stroke:
 *   0 inside the edge, 0.5 centred on it.
 * - `withSphere`: the vertex sphere of the articles with the given radius; `offset` is the position relative to its centre. Lighting as on
 *   the articles' pages: hemispheric lights (0, 1, 0) of 0.8 and (0, -1, 0) of 0.5 give 0.8 (1 + n_y) / 2 + 0.5 (1 - n_y) / 2 =
 *   0.65 + 0.15 n_y of the diffuse colour, and the white highlight of a standard material, exponent 64, seen from -z.
 */
export const shadeWgsl: string = /* wgsl */ `
fn thickening(depth: f32, pixel: f32, devicePixels: f32, fillOpacity: f32) -> f32 {
  return select(0.0, max(0.0, ${LEAST_HALF_WIDTH} * devicePixels * pixel - depth), fillOpacity > 0.0 && depth > 0.0);
}

fn strokeWidth(width: f32, depth: f32, pixel: f32, fillOpacity: f32) -> f32 {
  return select(width, min(width, ${STROKE_SHARE} * depth / pixel), fillOpacity > 0.0 && depth > 0.0);
}

fn bordered(distance: f32, pixel: f32, width: f32, alignment: f32, fillColor: vec4f, strokeColor: vec4f) -> vec4f {
  let outer = distance / pixel - width * alignment;
  let coverage = clamp(0.5 - outer, 0.0, 1.0);
  let core = clamp(0.5 - outer - width, 0.0, 1.0);
  return mix(strokeColor, fillColor, core) * coverage;
}

fn withSphere(under: vec4f, offset: vec2f, radius: f32, pixel: f32, color: vec4f) -> vec4f {
  let away = length(offset);
  let coverage = clamp(0.5 - (away - radius) / pixel, 0.0, 1.0);
  let flat_ = offset / max(radius, away);
  let front = sqrt(max(0.0, 1.0 - dot(flat_, flat_)));
  let above = 0.8 * pow(max(0.0, 0.7071 * (flat_.y + front)), 64.0);
  let below = 0.5 * pow(max(0.0, 0.7071 * (front - flat_.y)), 64.0);
  let lit = color.rgb * (0.65 + 0.15 * flat_.y) + vec3f(above + below);
  return mix(under, vec4f(min(lit, vec3f(1.0)), 1.0), coverage);
}
`;
