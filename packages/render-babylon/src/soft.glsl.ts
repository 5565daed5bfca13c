import { shadeGlsl } from './shade.glsl.js';

/** The GLSL version of soft.wgsl.ts, where the method is explained. */
export const softVertexGlsl: string = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec2 outward;
attribute vec4 fill;
attribute vec4 stroke;
uniform mat4 planeToClip;
uniform vec4 frame;
uniform vec4 look;
varying vec2 vDistance;
varying vec4 vFill;
varying vec4 vStroke;

void main(void) {
  float pixel = (planeToClip * vec4(position.xy, 0.0, 1.0)).w * frame.x;
  float pad = (look.x * frame.y * look.y + 1.0) * pixel;
  vDistance = vec2(dot(outward, outward) * pad - position.z, pixel);
  vFill = vec4(fill.rgb * fill.a, fill.a);
  vStroke = vec4(stroke.rgb * stroke.a, stroke.a);
  gl_Position = planeToClip * vec4(position.xy + outward * pad, 0.0, 1.0);
}
`;

export const softFragmentGlsl: string = /* glsl */ `
precision highp float;
uniform vec4 frame;
uniform vec4 look;
varying vec2 vDistance;
varying vec4 vFill;
varying vec4 vStroke;
${shadeGlsl}
void main(void) {
  gl_FragColor = bordered(vDistance.x, vDistance.y, look.x * frame.y, look.y, vFill, vStroke);
}
`;
