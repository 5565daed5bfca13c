import { shadeWgsl } from './shade.wgsl.js';

// Capsules, circles (capsules of length zero) and segments (capsules of radius zero). One quad per instance, drawn by the distance to the
// core segment.
//
// attributes  position  f32x3  corner of the quad, each +-1; 0
//             pose      f32x4  x, y, cos, sin                                                    (per instance)
//             geometry  f32x4  both ends of the core, body axes (m)
//             extra     f32x4  radius (m), largest sphere radius (m), 1 to draw the mark of rotation, 0
//             fill      f32x4  colour; stroke likewise
// uniforms    frame, look      as in polygon.wgsl.ts; look.w: the mark runs from this fraction of the radius to the rim
// varyings    vAt       along and across the core, from its middle (m)
//             vSize     half the core's length, radius, device pixel, sphere radius (m)

export const roundVertexWgsl: string = /* wgsl */ `
attribute position: vec3f;
attribute pose: vec4f;
attribute geometry: vec4f;
attribute extra: vec4f;
attribute fill: vec4f;
attribute stroke: vec4f;
uniform planeToClip: mat4x4f;
uniform frame: vec4f;
uniform look: vec4f;
varying vAt: vec2f;
varying vSize: vec4f;
varying vFill: vec4f;
varying vStroke: vec4f;
varying vAxis: vec2f;
varying vMark: f32;
${shadeWgsl}
fn turned(pose: vec4f, local: vec2f) -> vec2f {
  return vec2f(pose.z * local.x - pose.w * local.y, pose.w * local.x + pose.z * local.y);
}

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let pose = vertexInputs.pose;
  let extra = vertexInputs.extra;
  let middle = 0.5 * (vertexInputs.geometry.xy + vertexInputs.geometry.zw);
  let core = vertexInputs.geometry.zw - vertexInputs.geometry.xy;
  let halfLength = 0.5 * length(core);
  let axis = select(vec2f(1.0, 0.0), core / max(2.0 * halfLength, 1e-30), halfLength > 0.0);
  let anchor = pose.xy + turned(pose, middle);
  let pixel = (uniforms.planeToClip * vec4f(anchor, 0.0, 1.0)).w * uniforms.frame.x;
  let sphere = min(uniforms.look.z, extra.y);
  let thicker = thickening(extra.x, pixel, uniforms.frame.y, vertexInputs.fill.a);
  let outer = max(extra.x + thicker + (uniforms.look.x * uniforms.frame.y * max(uniforms.look.y, 0.5) + 1.0) * pixel, sphere + pixel);
  let at = vertexInputs.position.xy * vec2f(halfLength + outer, outer);
  let local = middle + axis * at.x + vec2f(-axis.y, axis.x) * at.y;
  vertexOutputs.vAt = at;
  vertexOutputs.vSize = vec4f(halfLength, extra.x, pixel, sphere);
  vertexOutputs.vFill = vec4f(vertexInputs.fill.rgb * vertexInputs.fill.a, vertexInputs.fill.a);
  vertexOutputs.vStroke = vec4f(vertexInputs.stroke.rgb * vertexInputs.stroke.a, vertexInputs.stroke.a);
  vertexOutputs.vAxis = turned(pose, axis);
  vertexOutputs.vMark = extra.z;
  vertexOutputs.position = uniforms.planeToClip * vec4f(pose.xy + turned(pose, local), 0.0, 1.0);
}
`;

export const roundFragmentWgsl: string = /* wgsl */ `
uniform frame: vec4f;
uniform look: vec4f;
varying vAt: vec2f;
varying vSize: vec4f;
varying vFill: vec4f;
varying vStroke: vec4f;
varying vAxis: vec2f;
varying vMark: f32;
${shadeWgsl}
@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let at = fragmentInputs.vAt;
  let size = fragmentInputs.vSize;
  let axis = fragmentInputs.vAxis;
  let opacity = fragmentInputs.vFill.a;
  let thicker = thickening(size.y, size.z, uniforms.frame.y, opacity);
  let width = strokeWidth(uniforms.look.x * uniforms.frame.y, size.y + thicker, size.z, opacity);
  let distance = length(vec2f(max(abs(at.x) - size.x, 0.0), at.y)) - size.y - thicker;
  let alignment = select(0.5, uniforms.look.y, size.y > 0.0);
  var color = bordered(distance, size.z, width, alignment, fragmentInputs.vFill, fragmentInputs.vStroke);
  let beside = at.x - clamp(at.x, uniforms.look.w * size.y, size.y - width * size.z);
  let mark = clamp(0.5 + 0.5 * width - length(vec2f(beside, at.y)) / size.z, 0.0, 1.0) * min(1.0, width) * fragmentInputs.vMark;
  color = mix(color, fragmentInputs.vStroke, mark);
  if (size.w > 0.0) {
    let to = vec2f(select(at.x + size.x, at.x - size.x, at.x > 0.0), at.y);
    color = withSphere(color, to.x * axis + to.y * vec2f(-axis.y, axis.x), size.w, size.z, fragmentInputs.vStroke);
  }
  fragmentOutputs.color = color;
}
`;
