import { shadeGlsl } from './shade.glsl.js';

/** The GLSL version of round.wgsl.ts, where the method is explained. */
export const roundVertexGlsl: string = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec4 pose;
attribute vec4 geometry;
attribute vec4 extra;
attribute vec4 fill;
attribute vec4 stroke;
uniform mat4 planeToClip;
uniform vec4 frame;
uniform vec4 look;
varying vec2 vAt;
varying vec4 vSize;
varying vec4 vFill;
varying vec4 vStroke;
varying vec2 vAxis;
varying float vMark;
${shadeGlsl}
vec2 turned(vec2 local) {
  return vec2(pose.z * local.x - pose.w * local.y, pose.w * local.x + pose.z * local.y);
}

void main(void) {
  vec2 middle = 0.5 * (geometry.xy + geometry.zw);
  vec2 core = geometry.zw - geometry.xy;
  float halfLength = 0.5 * length(core);
  vec2 axis = halfLength > 0.0 ? core / (2.0 * halfLength) : vec2(1.0, 0.0);
  float pixel = (planeToClip * vec4(pose.xy + turned(middle), 0.0, 1.0)).w * frame.x;
  float sphere = min(look.z, extra.y);
  float thicker = thickening(extra.x, pixel, frame.y, fill.a);
  float outer = max(extra.x + thicker + (look.x * frame.y * max(look.y, 0.5) + 1.0) * pixel, sphere + pixel);
  vec2 at = position.xy * vec2(halfLength + outer, outer);
  vec2 local = middle + axis * at.x + vec2(-axis.y, axis.x) * at.y;
  vAt = at;
  vSize = vec4(halfLength, extra.x, pixel, sphere);
  vFill = vec4(fill.rgb * fill.a, fill.a);
  vStroke = vec4(stroke.rgb * stroke.a, stroke.a);
  vAxis = turned(axis);
  vMark = extra.z;
  gl_Position = planeToClip * vec4(pose.xy + turned(local), 0.0, 1.0);
}
`;

export const roundFragmentGlsl: string = /* glsl */ `
precision highp float;
uniform vec4 frame;
uniform vec4 look;
varying vec2 vAt;
varying vec4 vSize;
varying vec4 vFill;
varying vec4 vStroke;
varying vec2 vAxis;
varying float vMark;
${shadeGlsl}
void main(void) {
  float thicker = thickening(vSize.y, vSize.z, frame.y, vFill.a);
  float width = strokeWidth(look.x * frame.y, vSize.y + thicker, vSize.z, vFill.a);
  float distance = length(vec2(max(abs(vAt.x) - vSize.x, 0.0), vAt.y)) - vSize.y - thicker;
  float alignment = vSize.y > 0.0 ? look.y : 0.5;
  vec4 color = bordered(distance, vSize.z, width, alignment, vFill, vStroke);
  float beside = vAt.x - clamp(vAt.x, look.w * vSize.y, vSize.y - width * vSize.z);
  float mark = clamp(0.5 + 0.5 * width - length(vec2(beside, vAt.y)) / vSize.z, 0.0, 1.0) * min(1.0, width) * vMark;
  color = mix(color, vStroke, mark);
  if (vSize.w > 0.0) {
    vec2 to = vec2(vAt.x > 0.0 ? vAt.x - vSize.x : vAt.x + vSize.x, vAt.y);
    color = withSphere(color, to.x * vAxis + to.y * vec2(-vAxis.y, vAxis.x), vSize.w, vSize.z, vStroke);
  }
  gl_FragColor = color;
}
`;
