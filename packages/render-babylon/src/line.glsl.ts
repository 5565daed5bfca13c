/** The GLSL version of line.wgsl.ts, where the method is explained. */
export const lineVertexGlsl: string = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec4 ends;
attribute vec4 tint;
attribute vec4 thickness;
uniform mat4 planeToClip;
uniform vec4 frame;
varying vec2 vAt;
varying vec2 vSize;
varying vec4 vTint;

void main(void) {
  vec2 middle = 0.5 * (ends.xy + ends.zw);
  vec2 line = ends.zw - ends.xy;
  float halfLength = 0.5 * length(line);
  vec2 axis = halfLength > 0.0 ? line / (2.0 * halfLength) : vec2(1.0, 0.0);
  float pixel = (planeToClip * vec4(middle, 0.0, 1.0)).w * frame.x;
  float halfWidth = 0.5 * thickness.x * frame.y;
  vec2 at = position.xy * vec2(halfLength / pixel + halfWidth + 1.0, halfWidth + 1.0);
  vec2 world = middle + (axis * at.x + vec2(-axis.y, axis.x) * at.y) * pixel;
  vAt = at;
  vSize = vec2(halfLength / pixel, halfWidth);
  vTint = vec4(tint.rgb * tint.a, tint.a);
  gl_Position = planeToClip * vec4(world, 0.0, 1.0);
}
`;

export const lineFragmentGlsl: string = /* glsl */ `
precision highp float;
varying vec2 vAt;
varying vec2 vSize;
varying vec4 vTint;
void main(void) {
  float distance = length(vec2(max(abs(vAt.x) - vSize.x, 0.0), vAt.y));
  gl_FragColor = vTint * clamp(0.5 + vSize.y - distance, 0.0, 1.0);
}
`;
