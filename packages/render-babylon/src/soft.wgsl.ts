import { shadeWgsl } from './shade.wgsl.js';

// Soft bodies: triangles over their particles, and a strip from the centres of the skin particles to the surface, in one draw call. The
// distance to the surface is linear over the strip and over each triangle, so fill and stroke are drawn as for polygons.
//
// attributes  position  f32x3  position (m), depth below the surface (m)
//             outward   f32x2  unit vector out of the body at the surface, 0 below it
//             fill      f32x4  colour; stroke likewise
// uniforms    frame, look      as in polygon.wgsl.ts
// varyings    vDistance        signed distance from the surface (m), size of a device pixel (m)

export const softVertexWgsl: string = /* wgsl */ `
attribute position: vec3f;
attribute outward: vec2f;
attribute fill: vec4f;
attribute stroke: vec4f;
uniform planeToClip: mat4x4f;
uniform frame: vec4f;
uniform look: vec4f;
varying vDistance: vec2f;
varying vFill: vec4f;
varying vStroke: vec4f;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let place = vertexInputs.position.xy;
  let pixel = (uniforms.planeToClip * vec4f(place, 0.0, 1.0)).w * uniforms.frame.x;
  let pad = (uniforms.look.x * uniforms.frame.y * uniforms.look.y + 1.0) * pixel;
  let outward = vertexInputs.outward;
  vertexOutputs.vDistance = vec2f(dot(outward, outward) * pad - vertexInputs.position.z, pixel);
  vertexOutputs.vFill = vec4f(vertexInputs.fill.rgb * vertexInputs.fill.a, vertexInputs.fill.a);
  vertexOutputs.vStroke = vec4f(vertexInputs.stroke.rgb * vertexInputs.stroke.a, vertexInputs.stroke.a);
  vertexOutputs.position = uniforms.planeToClip * vec4f(place + outward * pad, 0.0, 1.0);
}
`;

export const softFragmentWgsl: string = /* wgsl */ `
uniform frame: vec4f;
uniform look: vec4f;
varying vDistance: vec2f;
varying vFill: vec4f;
varying vStroke: vec4f;
${shadeWgsl}
@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let distance = fragmentInputs.vDistance;
  let width = uniforms.look.x * uniforms.frame.y;
  fragmentOutputs.color =
    bordered(distance.x, distance.y, width, uniforms.look.y, fragmentInputs.vFill, fragmentInputs.vStroke);
}
`;
