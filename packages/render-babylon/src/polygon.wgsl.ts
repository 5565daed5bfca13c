import { CORNER_TEXTURE_WIDTH, FAR, SEAM } from './constants.js';
import { shadeWgsl } from './shade.wgsl.js';

// Convex polygons with any number of corners. Fill, stroke and rounding are computed from the distance to the outline. One draw call per
// mesh.
//
// The corners are in a float texture: one texel per corner with x and y in body axes. The texel after the last corner holds the centre and
// its distance from the nearest edge. The mesh is a fan with one slice per edge: the triangle (centre, a, b) and, outside the
// edge, the quad (a, b, b', a'). a' and b' are on the miters (cut off where a corner is sharper than 8 degrees). A quad contains exactly
// the points outside the polygon that are nearest to its edge or to the ends of that edge. The distance to the polygon is therefore the
// distance to segment ab in the quad. Inside the polygon it is the largest of the distances to the lines of the edge and its two
// neighbours. All of these distances are linear over a slice.
//
// A slice knows the edges beside its own, no others. In a fan around one point, the slice of the short side of a long wall is so flat that
// it contains the stroke of the long side, also beyond an edge inside the body that lies between them. So a long polygon with such edges has
// a spine instead of a centre, a segment in its middle: the slice of an edge is the quad between its corners and the points of the spine that
// are nearest to them, like the faces of a hipped roof.
//
// An edge inside the body has no stroke and is not blended: a pixel whose centre is beyond it belongs to the neighbouring polygon. In a
// slice that touches such an edge, the distance is measured to the nearby outline pieces (edges and corners) instead of to their lines. They
// include edges of other polygons that begin or end where the inner edge does, because their strokes may reach across it.
//
// attributes  position  f32x3  slice, role (0 centre beside a, 1 a, 2 b, 3 a', 4 b', 5 centre beside b), 0
//             pose      f32x4  x, y, scale cos, scale sin                                        (per instance)
//             geometry  f32x4  first texel, corner count, rounding radius (m), largest sphere radius (m)
//             fill      f32x4  colour; stroke likewise
// uniforms    frame     f32x4  device pixel in metres at clip w = 1, device pixels per CSS pixel, 0, 0
//             look      f32x4  stroke width (CSS px), stroke alignment, sphere radius (m), mark
// varyings    vEdge     along ab, out of ab, out of the previous edge, out of the next edge (m)
//             vSize     rounding radius, device pixel, sphere radius, edge length (m; negative for an edge inside the body)
//             vAlong    along the previous edge, back from a; along the next edge, onwards from b (m); 1 if a, 1 if b is on the outline
//             vBesideA  edges of other polygons that end at a and that begin at a: along each as a share of its length, -1 for none; out of
//             it (m) vBesideB  the same at b
//             vDepth    smallest distance from an edge to the centre (m), constant over a polygon

export const polygonVertexWgsl: string = /* wgsl */ `
attribute position: vec3f;
attribute pose: vec4f;
attribute geometry: vec4f;
attribute fill: vec4f;
attribute stroke: vec4f;
uniform planeToClip: mat4x4f;
uniform frame: vec4f;
uniform look: vec4f;
var corners: texture_2d<f32>;
varying vEdge: vec4f;
varying vSize: vec4f;
varying vFill: vec4f;
varying vStroke: vec4f;
varying vTangent: vec2f;
varying vAlong: vec4f;
varying vBesideA: vec4f;
varying vBesideB: vec4f;
varying vDepth: f32;
${shadeWgsl}
fn texelOf(first: f32, index: i32) -> vec4f {
  let texel = i32(first) + index;
  return textureLoad(corners, vec2i(texel % ${CORNER_TEXTURE_WIDTH}, texel / ${CORNER_TEXTURE_WIDTH}), 0);
}

fn corner(first: f32, index: i32) -> vec2f {
  return texelOf(first, index).xy;
}

// the point of the spine that is nearest to a corner; of a polygon without a spine, its centre
fn middle(first: f32, count: i32, corner: vec2f) -> vec2f {
  let center = texelOf(first, count);
  if (center.w < 0.5) { return center.xy; }
  let half = texelOf(first, count + 1).xy;
  return center.xy + clamp(dot(corner - center.xy, half) / dot(half, half), -1.0, 1.0) * half;
}

fn outwards(start: vec2f, end: vec2f) -> vec2f {
  let edge = normalize(end - start);
  return vec2f(edge.y, -edge.x);
}

// along and out of an edge of the outline between a corner and its other end; sense -1 if it ends at the corner
fn beside(isThere: bool, first: f32, place: f32, corner: vec2f, local: vec2f, sense: f32) -> vec2f {
  if (!isThere) { return vec2f(-1.0, 0.0); }
  let way = texelOf(first, i32(place + 0.5)).xy - corner;
  let at = local - corner;
  return vec2f(dot(at, way) / dot(way, way), sense * (at.x * way.y - at.y * way.x) / length(way));
}

fn turned(pose: vec4f, local: vec2f) -> vec2f {
  return vec2f(pose.z * local.x - pose.w * local.y, pose.w * local.x + pose.z * local.y);
}

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let pose = vertexInputs.pose;
  let geometry = vertexInputs.geometry;
  let count = i32(geometry.y);
  let index = i32(vertexInputs.position.x);
  if (index >= count) {
    vertexOutputs.position = vec4f(2.0, 2.0, 2.0, 1.0);
  } else {
    let scale = length(pose.zw);
    let texelBefore = texelOf(geometry.x, (index + count - 1) % count);
    let texelA = texelOf(geometry.x, index);
    let texelB = texelOf(geometry.x, (index + 1) % count);
    let before = texelBefore.xy;
    let a = texelA.xy;
    let b = texelB.xy;
    let after = corner(geometry.x, (index + 2) % count);
    let tangent = normalize(b - a);
    let normal = vec2f(tangent.y, -tangent.x);
    let normalBefore = outwards(before, a);
    let normalAfter = outwards(b, after);

    let anchor = pose.xy + turned(pose, a);
    let pixel = (uniforms.planeToClip * vec4f(anchor, 0.0, 1.0)).w * uniforms.frame.x;
    let dotRadius = min(uniforms.look.z, geometry.w);
    let outerStroke = uniforms.look.x * uniforms.frame.y * uniforms.look.y;
    let depth = geometry.z + scale * texelOf(geometry.x, count).z;
    let thicker = thickening(depth, pixel, uniforms.frame.y, vertexInputs.fill.a);
    let pad = max(geometry.z + thicker + (outerStroke + 1.0) * pixel, dotRadius + pixel) / scale;
    let miterA = (normalBefore + normal) / max(0.005, 1.0 + dot(normalBefore, normal));
    let miterB = (normal + normalAfter) / max(0.005, 1.0 + dot(normal, normalAfter));

    let role = i32(vertexInputs.position.y);
    var local = middle(geometry.x, count, select(b, a, role == 0));
    if (role == 1) { local = a; }
    if (role == 2) { local = b; }
    if (role == 3) { local = a + miterA * pad; }
    if (role == 4) { local = b + miterB * pad; }

    let fromA = local - a;
    vertexOutputs.vEdge = scale * vec4f(
      dot(fromA, tangent), dot(fromA, normal), dot(local - before, normalBefore), dot(local - b, normalAfter)
    );
    if (texelBefore.z > 0.5) { vertexOutputs.vEdge.z = -${FAR}; }
    if (texelB.z > 0.5) { vertexOutputs.vEdge.w = -${FAR}; }
    vertexOutputs.vAlong = vec4f(
      scale * (normalBefore.y * fromA.x - normalBefore.x * fromA.y),
      scale * (normalAfter.x * (local.y - b.y) - normalAfter.y * (local.x - b.x)),
      1.0 - texelA.w, 1.0 - texelB.w
    );
    let first = geometry.x;
    vertexOutputs.vBesideA = vec4f(
      beside(texelBefore.z > 0.5 && texelA.w < -0.5, first, -texelA.w, a, local, -1.0),
      beside(texelA.z > 1.5, first, texelA.z - 1.0, a, local, 1.0)
    ) * vec4f(1.0, scale, 1.0, scale);
    vertexOutputs.vBesideB = vec4f(
      beside(texelA.z > 0.5 && texelB.w < -0.5, first, -texelB.w, b, local, -1.0),
      beside(texelB.z > 1.5, first, texelB.z - 1.0, b, local, 1.0)
    ) * vec4f(1.0, scale, 1.0, scale);
    let side = select(1.0, -1.0, texelA.z > 0.5);
    vertexOutputs.vSize = vec4f(geometry.z, pixel, dotRadius, side * scale * length(b - a));
    vertexOutputs.vFill = vec4f(vertexInputs.fill.rgb * vertexInputs.fill.a, vertexInputs.fill.a);
    vertexOutputs.vStroke = vec4f(vertexInputs.stroke.rgb * vertexInputs.stroke.a, vertexInputs.stroke.a);
    vertexOutputs.vDepth = depth;
    vertexOutputs.vTangent = turned(pose, tangent) / scale;
    vertexOutputs.position = uniforms.planeToClip * vec4f(pose.xy + turned(pose, local), 0.0, 1.0);
  }
}
`;

export const polygonFragmentWgsl: string = /* wgsl */ `
uniform frame: vec4f;
uniform look: vec4f;
varying vEdge: vec4f;
varying vSize: vec4f;
varying vFill: vec4f;
varying vStroke: vec4f;
varying vTangent: vec2f;
varying vAlong: vec4f;
varying vBesideA: vec4f;
varying vBesideB: vec4f;
varying vDepth: f32;
${shadeWgsl}
@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let edge = fragmentInputs.vEdge;
  let size = fragmentInputs.vSize;
  let long = abs(size.w);
  let isInner = size.w < 0.0;
  let beside = edge.x - clamp(edge.x, 0.0, long);
  let inside = max(edge.y, max(edge.z, edge.w));
  var distance = select(inside, length(vec2f(beside, edge.y)), edge.y > 0.0) - size.x;
  let opacity = fragmentInputs.vFill.a;
  if (isInner || min(edge.z, edge.w) <= -0.5 * ${FAR}) {
    let along = fragmentInputs.vAlong;
    let own = select(-1.0, 1.0, edge.y > 0.0) * length(vec2f(beside, edge.y));
    distance = select(own, -${FAR}, isInner);
    if (along.x > 0.0) { distance = max(distance, edge.z); }
    if (along.y > 0.0) { distance = max(distance, edge.w); }
    if (along.z > 0.5) { distance = max(distance, -length(edge.xy)); }
    if (along.w > 0.5) { distance = max(distance, -length(vec2f(edge.x - long, edge.y))); }
    for (var k = 0; k < 4; k++) {
      let other = select(fragmentInputs.vBesideB, fragmentInputs.vBesideA, k < 2);
      let at = select(other.zw, other.xy, k % 2 == 0);
      if (at.x > 0.0 && at.x < 1.0) { distance = max(distance, at.y); }
    }
    // opaque polygons may both draw a pixel that rounding puts between them
    if (isInner && edge.y > select(0.0, ${SEAM} * size.y, opacity == 1.0)) { distance = ${FAR}; }
  }
  let thicker = thickening(fragmentInputs.vDepth, size.y, uniforms.frame.y, opacity);
  let width = strokeWidth(uniforms.look.x * uniforms.frame.y, fragmentInputs.vDepth + thicker, size.y, opacity);
  var color = bordered(distance - thicker, size.y, width, uniforms.look.y, fragmentInputs.vFill, fragmentInputs.vStroke);
  if (size.z > 0.0) {
    let to = select(vec2f(edge.x - long, edge.y), edge.xy, edge.x < 0.5 * long);
    let tangent = fragmentInputs.vTangent;
    let offset = to.x * tangent + to.y * vec2f(tangent.y, -tangent.x);
    color = withSphere(color, offset, size.z, size.y, fragmentInputs.vStroke);
  }
  fragmentOutputs.color = color;
}
`;
