/**
 * Lines with a width in CSS pixels and round ends. A line of length zero is a dot. One quad per instance.
 *
 * attributes  position  f32x3  corner of the quad, each +-1; 0
 *             ends      f32x4  both ends, world (m)                                               (per instance)
 *             tint      f32x4  colour
 *             thickness f32x4  width (CSS px), 0, 0, 0
 * uniforms    frame            as in polygon.wgsl.ts
 * varyings    vAt       along and across the line, from its middle (device px)
 *             vSize     half the length, half the width (device px)
 */

export const lineVertexWgsl: string = /* wgsl */ `
attribute position: vec3f;
attribute ends: vec4f;
attribute tint: vec4f;
attribute thickness: vec4f;
uniform planeToClip: mat4x4f;
uniform frame: vec4f;
varying vAt: vec2f;
varying vSize: vec2f;
varying vTint: vec4f;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let middle = 0.5 * (vertexInputs.ends.xy + vertexInputs.ends.zw);
  let line = vertexInputs.ends.zw - vertexInputs.ends.xy;
  let halfLength = 0.5 * length(line);
  let axis = select(vec2f(1.0, 0.0), line / max(2.0 * halfLength, 1e-30), halfLength > 0.0);
  let pixel = (uniforms.planeToClip * vec4f(middle, 0.0, 1.0)).w * uniforms.frame.x;
  let halfWidth = 0.5 * vertexInputs.thickness.x * uniforms.frame.y;
  let at = vertexInputs.position.xy * vec2f(halfLength / pixel + halfWidth + 1.0, halfWidth + 1.0);
  let world = middle + (axis * at.x + vec2f(-axis.y, axis.x) * at.y) * pixel;
  vertexOutputs.vAt = at;
  vertexOutputs.vSize = vec2f(halfLength / pixel, halfWidth);
  vertexOutputs.vTint = vec4f(vertexInputs.tint.rgb * vertexInputs.tint.a, vertexInputs.tint.a);
  vertexOutputs.position = uniforms.planeToClip * vec4f(world, 0.0, 1.0);
}
`;

export const lineFragmentWgsl: string = /* wgsl */ `
varying vAt: vec2f;
varying vSize: vec2f;
varying vTint: vec4f;
@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let at = fragmentInputs.vAt;
  let distance = length(vec2f(max(abs(at.x) - fragmentInputs.vSize.x, 0.0), at.y));
  fragmentOutputs.color = fragmentInputs.vTint * clamp(0.5 + fragmentInputs.vSize.y - distance, 0.0, 1.0);
}
`;
