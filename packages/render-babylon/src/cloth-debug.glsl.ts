/** The GLSL versions of the programs in cloth-debug.wgsl.ts. Inputs and formulas are described there. */

const flatFragment = /* glsl */ `
precision highp float;
uniform vec4 tint;
void main() {
  gl_FragColor = tint;
}
`;

export const linksGlsl: { readonly vertexSource: string; readonly fragmentSource: string } = {
  vertexSource: /* glsl */ `
precision highp float;
attribute vec3 position;
uniform mat4 worldView;
uniform mat4 projection;
uniform vec4 measures;
void main() {
  vec3 fromEye = (worldView * vec4(position, 1.0)).xyz;
  vec3 lifted = fromEye * (1.0 - measures.x / max(length(fromEye), 1e-6));
  gl_Position = projection * vec4(lifted, 1.0);
}
`,
  fragmentSource: flatFragment,
};

export const dotsGlsl: { readonly vertexSource: string; readonly fragmentSource: string } = {
  vertexSource: /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec4 particle;
uniform mat4 worldViewProjection;
uniform vec4 measures;
varying vec2 vAt;
void main() {
  vec4 centre = worldViewProjection * vec4(particle.xyz, 1.0);
  vec4 corner = centre + vec4(position.xy * measures.xy * centre.w, 0.0, 0.0);
  vAt = position.xy;
  gl_Position = particle.w > 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : corner;
}
`,
  fragmentSource: /* glsl */ `
precision highp float;
varying vec2 vAt;
uniform vec4 tint;
void main() {
  float away = length(vAt);
  float edge = fwidth(away);
  float ring = smoothstep(0.6 - edge, 0.6, away);
  vec3 color = mix(tint.rgb, vec3(1.0), ring);
  gl_FragColor = vec4(color, 1.0) * (1.0 - smoothstep(1.0 - edge, 1.0, away));
}
`,
};

export const hairsGlsl: { readonly vertexSource: string; readonly fragmentSource: string } = {
  vertexSource: /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec4 particle;
attribute vec3 direction;
uniform mat4 worldViewProjection;
uniform vec4 measures;
void main() {
  float along = position.x * measures.x;
  gl_Position = worldViewProjection * vec4(particle.xyz + along * direction, 1.0);
}
`,
  fragmentSource: flatFragment,
};

/** Like `strainShader` of `cloth-debug.wgsl.ts`. */
const strainShader = (
  rest: string,
  type: string,
  strain: string,
): { readonly vertexSource: string; readonly fragmentSource: string } => ({
  vertexSource: /* glsl */ `
precision highp float;
attribute vec3 position;
attribute ${type} ${rest};
uniform mat4 worldView;
uniform mat4 projection;
varying vec3 vPlace;
varying vec3 vFromEye;
varying ${type} vRest;
void main() {
  vec4 fromEye = worldView * vec4(position, 1.0);
  vPlace = position;
  vFromEye = fromEye.xyz;
  vRest = ${rest};
  gl_Position = projection * fromEye;
}
`,
  fragmentSource: /* glsl */ `
precision highp float;
varying vec3 vPlace;
varying vec3 vFromEye;
varying ${type} vRest;
uniform vec4 measures;
void main() {
  vec3 px = dFdx(vPlace);
  vec3 py = dFdy(vPlace);
  ${type} rx = dFdx(vRest);
  ${type} ry = dFdy(vRest);
${strain}
  float larger = abs(strain.x) > abs(strain.y) ? strain.x : strain.y;
  float share = clamp(larger / measures.z, -1.0, 1.0);
  vec3 extreme = share > 0.0 ? vec3(0.78, 0.09, 0.14) : vec3(0.16, 0.38, 0.74);
  vec3 color = mix(vec3(0.94, 0.93, 0.90), extreme, abs(share));
  float facing = abs(dot(normalize(cross(dFdx(vFromEye), dFdy(vFromEye))), normalize(vFromEye)));
  gl_FragColor = vec4(color * (0.55 + 0.45 * facing), 1.0);
}
`,
});

export const strainGlsl: { readonly vertexSource: string; readonly fragmentSource: string } = strainShader(
  'uv',
  'vec2',
  /* glsl */ `
  float determinant = rx.x * ry.y - rx.y * ry.x;
  float safe = abs(determinant) < 1e-30 ? 1e-30 : determinant;
  float alongU = length(px * ry.y - py * rx.y) / abs(safe);
  float alongV = length(py * rx.x - px * ry.x) / abs(safe);
  vec2 strain = vec2(alongU, alongV) / measures.xy - 1.0;`,
);

/** Like `meshStrainWgsl`. */
export const meshStrainGlsl: { readonly vertexSource: string; readonly fragmentSource: string } =
  strainShader(
    'rest',
    'vec3',
    /* glsl */ `
  vec3 a = vec3(dot(rx, rx), dot(rx, ry), dot(ry, ry));
  vec3 b = vec3(dot(px, px), dot(px, py), dot(py, py));
  float determinant = max(a.x * a.z - a.y * a.y, 1e-30);
  float middle = 0.5 * (b.x * a.z + b.z * a.x - 2.0 * b.y * a.y) / determinant;
  float apart = sqrt(max(middle * middle - (b.x * b.z - b.y * b.y) / determinant, 0.0));
  vec2 strain = sqrt(max(vec2(middle + apart, middle - apart), vec2(0.0))) - 1.0;`,
  );
