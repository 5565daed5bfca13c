import { CORNER_TEXTURE_WIDTH, FAR, SEAM } from './constants.js';
import { shadeGlsl } from './shade.glsl.js';

/** The GLSL version of polygon.wgsl.ts, where the method is explained. */
export const polygonVertexGlsl: string = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec4 pose;
attribute vec4 geometry;
attribute vec4 fill;
attribute vec4 stroke;
uniform mat4 planeToClip;
uniform vec4 frame;
uniform vec4 look;
uniform highp sampler2D corners;
varying vec4 vEdge;
varying vec4 vSize;
varying vec4 vFill;
varying vec4 vStroke;
varying vec2 vTangent;
varying vec4 vAlong;
varying vec4 vBesideA;
varying vec4 vBesideB;
varying float vDepth;
${shadeGlsl}
vec4 texelOf(int index) {
  int texel = int(geometry.x) + index;
  return texelFetch(corners, ivec2(texel % ${CORNER_TEXTURE_WIDTH}, texel / ${CORNER_TEXTURE_WIDTH}), 0);
}

vec2 corner(int index) {
  return texelOf(index).xy;
}

vec2 middle(int count, vec2 at) {
  vec4 center = texelOf(count);
  if (center.w < 0.5) return center.xy;
  vec2 halfSpine = texelOf(count + 1).xy;
  return center.xy + clamp(dot(at - center.xy, halfSpine) / dot(halfSpine, halfSpine), -1.0, 1.0) * halfSpine;
}

vec2 outwards(vec2 from, vec2 to) {
  vec2 edge = normalize(to - from);
  return vec2(edge.y, -edge.x);
}

vec2 beside(bool isThere, float place, vec2 at, vec2 local, float sense) {
  if (!isThere) return vec2(-1.0, 0.0);
  vec2 way = texelOf(int(place + 0.5)).xy - at;
  vec2 from = local - at;
  return vec2(dot(from, way) / dot(way, way), sense * (from.x * way.y - from.y * way.x) / length(way));
}

void main(void) {
  int count = int(geometry.y);
  int index = int(position.x);
  if (index >= count) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  float scale = length(pose.zw);
  vec4 texelBefore = texelOf((index + count - 1) % count);
  vec4 texelA = texelOf(index);
  vec4 texelB = texelOf((index + 1) % count);
  vec2 before = texelBefore.xy;
  vec2 a = texelA.xy;
  vec2 b = texelB.xy;
  vec2 after = corner((index + 2) % count);
  vec2 tangent = normalize(b - a);
  vec2 normal = vec2(tangent.y, -tangent.x);
  vec2 normalBefore = outwards(before, a);
  vec2 normalAfter = outwards(b, after);

  vec2 anchor = pose.xy + vec2(pose.z * a.x - pose.w * a.y, pose.w * a.x + pose.z * a.y);
  float pixel = (planeToClip * vec4(anchor, 0.0, 1.0)).w * frame.x;
  float dotRadius = min(look.z, geometry.w);
  float depth = geometry.z + scale * texelOf(count).z;
  float thicker = thickening(depth, pixel, frame.y, fill.a);
  float pad = max(geometry.z + thicker + (look.x * frame.y * look.y + 1.0) * pixel, dotRadius + pixel) / scale;
  vec2 miterA = (normalBefore + normal) / max(0.005, 1.0 + dot(normalBefore, normal));
  vec2 miterB = (normal + normalAfter) / max(0.005, 1.0 + dot(normal, normalAfter));

  vec2 local = position.y < 0.5 ? middle(count, a)
    : position.y < 1.5 ? a
    : position.y < 2.5 ? b
    : position.y < 3.5 ? a + miterA * pad
    : position.y < 4.5 ? b + miterB * pad
    : middle(count, b);

  vec2 fromA = local - a;
  vEdge = scale * vec4(dot(fromA, tangent), dot(fromA, normal), dot(local - before, normalBefore), dot(local - b, normalAfter));
  if (texelBefore.z > 0.5) vEdge.z = -${FAR};
  if (texelB.z > 0.5) vEdge.w = -${FAR};
  vAlong = vec4(
    scale * (normalBefore.y * fromA.x - normalBefore.x * fromA.y),
    scale * (normalAfter.x * (local.y - b.y) - normalAfter.y * (local.x - b.x)),
    1.0 - texelA.w, 1.0 - texelB.w
  );
  vBesideA = vec4(
    beside(texelBefore.z > 0.5 && texelA.w < -0.5, -texelA.w, a, local, -1.0),
    beside(texelA.z > 1.5, texelA.z - 1.0, a, local, 1.0)
  ) * vec4(1.0, scale, 1.0, scale);
  vBesideB = vec4(
    beside(texelA.z > 0.5 && texelB.w < -0.5, -texelB.w, b, local, -1.0),
    beside(texelB.z > 1.5, texelB.z - 1.0, b, local, 1.0)
  ) * vec4(1.0, scale, 1.0, scale);
  vSize = vec4(geometry.z, pixel, dotRadius, (texelA.z > 0.5 ? -scale : scale) * length(b - a));
  vFill = vec4(fill.rgb * fill.a, fill.a);
  vStroke = vec4(stroke.rgb * stroke.a, stroke.a);
  vDepth = depth;
  vTangent = vec2(pose.z * tangent.x - pose.w * tangent.y, pose.w * tangent.x + pose.z * tangent.y) / scale;
  vec2 world = pose.xy + vec2(pose.z * local.x - pose.w * local.y, pose.w * local.x + pose.z * local.y);
  gl_Position = planeToClip * vec4(world, 0.0, 1.0);
}
`;

export const polygonFragmentGlsl: string = /* glsl */ `
precision highp float;
uniform vec4 frame;
uniform vec4 look;
varying vec4 vEdge;
varying vec4 vSize;
varying vec4 vFill;
varying vec4 vStroke;
varying vec2 vTangent;
varying vec4 vAlong;
varying vec4 vBesideA;
varying vec4 vBesideB;
varying float vDepth;
${shadeGlsl}
void main(void) {
  float len = abs(vSize.w);
  bool isInner = vSize.w < 0.0;
  float beside = vEdge.x - clamp(vEdge.x, 0.0, len);
  float inside = max(vEdge.y, max(vEdge.z, vEdge.w));
  float distance = (vEdge.y > 0.0 ? length(vec2(beside, vEdge.y)) : inside) - vSize.x;
  if (isInner || min(vEdge.z, vEdge.w) <= -0.5 * ${FAR}) {
    float own = (vEdge.y > 0.0 ? 1.0 : -1.0) * length(vec2(beside, vEdge.y));
    distance = isInner ? -${FAR} : own;
    if (vAlong.x > 0.0) distance = max(distance, vEdge.z);
    if (vAlong.y > 0.0) distance = max(distance, vEdge.w);
    if (vAlong.z > 0.5) distance = max(distance, -length(vEdge.xy));
    if (vAlong.w > 0.5) distance = max(distance, -length(vec2(vEdge.x - len, vEdge.y)));
    for (int k = 0; k < 4; k++) {
      vec4 other = k < 2 ? vBesideA : vBesideB;
      vec2 at = k % 2 == 0 ? other.xy : other.zw;
      if (at.x > 0.0 && at.x < 1.0) distance = max(distance, at.y);
    }
    if (isInner && vEdge.y > (vFill.a == 1.0 ? ${SEAM} * vSize.y : 0.0)) distance = ${FAR};
  }
  float thicker = thickening(vDepth, vSize.y, frame.y, vFill.a);
  float width = strokeWidth(look.x * frame.y, vDepth + thicker, vSize.y, vFill.a);
  vec4 color = bordered(distance - thicker, vSize.y, width, look.y, vFill, vStroke);
  if (vSize.z > 0.0) {
    vec2 to = vEdge.x < 0.5 * len ? vEdge.xy : vec2(vEdge.x - len, vEdge.y);
    color = withSphere(color, to.x * vTangent + to.y * vec2(vTangent.y, -vTangent.x), vSize.z, vSize.y, vStroke);
  }
  gl_FragColor = color;
}
`;
