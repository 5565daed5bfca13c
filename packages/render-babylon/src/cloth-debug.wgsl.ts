/**
 * Debug layers of a cloth, drawn from its own buffers, where the mesh of the cloth is. The eye is the origin of the axes of the camera.
 *
 * attributes  position  f32x3  links, strain: the particles; dots: corner of a quad, each +-1; hairs: x = 0 root, 1 tip
 *             uv        f32x2  strain: position on the cloth at rest, 0..1
 *             rest      f32x3  strain of a mesh: rest position (m)
 *             particle  f32x4  dots, hairs: position, inverse mass                                     (per instance)
 *             direction f32x3  hairs: the normal                                                       (per instance)
 * uniforms    worldViewProjection  mesh to clip
 *             worldView, projection  mesh to the axes of the camera, and those to clip
 *             tint             colour of links, dots and hairs
 *             measures         links: lift towards the eye (m), 0, 0, 0
 *                              dots: half size of a dot in clip units across and up (1 = half the canvas), 0, 0
 *                              hairs: length (m), 0, 0, 0
 *                              strain: width, height at rest (m), strain of full colour, 0
 */

const flatFragment = /* wgsl */ `
uniform tint: vec4f;
@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  fragmentOutputs.color = uniforms.tint;
}
`;

/** Lines between particles, moved towards the camera so that the cloth does not hide them. */
export const linksWgsl: { readonly vertexSource: string; readonly fragmentSource: string } = {
  vertexSource: /* wgsl */ `
attribute position: vec3f;
uniform worldView: mat4x4f;
uniform projection: mat4x4f;
uniform measures: vec4f;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let fromEye = (uniforms.worldView * vec4f(vertexInputs.position, 1.0)).xyz;
  let lifted = fromEye * (1.0 - uniforms.measures.x / max(length(fromEye), 1e-6));
  vertexOutputs.position = uniforms.projection * vec4f(lifted, 1.0);
}
`,
  fragmentSource: flatFragment,
};

/** A dot on every particle that cannot move (inverse mass 0, pinned or held). The dots of the other particles are moved out of sight. */
export const dotsWgsl: { readonly vertexSource: string; readonly fragmentSource: string } = {
  vertexSource: /* wgsl */ `
attribute position: vec3f;
attribute particle: vec4f;
uniform worldViewProjection: mat4x4f;
uniform measures: vec4f;
varying vAt: vec2f;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let centre = uniforms.worldViewProjection * vec4f(vertexInputs.particle.xyz, 1.0);
  let corner = centre + vec4f(vertexInputs.position.xy * uniforms.measures.xy * centre.w, 0.0, 0.0);
  vertexOutputs.vAt = vertexInputs.position.xy;
  vertexOutputs.position = select(corner, vec4f(2.0, 2.0, 2.0, 1.0), vertexInputs.particle.w > 0.0);
}
`,
  fragmentSource: /* wgsl */ `
varying vAt: vec2f;
uniform tint: vec4f;
@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let away = length(fragmentInputs.vAt);
  let edge = fwidth(away);
  let ring = smoothstep(0.6 - edge, 0.6, away);
  let color = mix(uniforms.tint.rgb, vec3f(1.0), ring);
  fragmentOutputs.color = vec4f(color, 1.0) * (1.0 - smoothstep(1.0 - edge, 1.0, away));
}
`,
};

/** A line along every normal. */
export const hairsWgsl: { readonly vertexSource: string; readonly fragmentSource: string } = {
  vertexSource: /* wgsl */ `
attribute position: vec3f;
attribute particle: vec4f;
attribute direction: vec3f;
uniform worldViewProjection: mat4x4f;
uniform measures: vec4f;

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let along = vertexInputs.position.x * uniforms.measures.x;
  vertexOutputs.position = uniforms.worldViewProjection * vec4f(vertexInputs.particle.xyz + along * vertexInputs.direction, 1.0);
}
`,
  fragmentSource: flatFragment,
};

/**
 * Colours every triangle by the larger of two strains: blue compressed, red stretched.
 * @param rest attribute with the rest position, of `type`
 * @param strain computes `strain` from the screen-space derivatives of the position, `px` and `py`, and of the rest position, `rx`
 * and `ry`
 */
const strainShader = (
  rest: string,
  type: string,
  strain: string,
): { readonly vertexSource: string; readonly fragmentSource: string } => ({
  vertexSource: /* wgsl */ `
attribute position: vec3f;
attribute ${rest}: ${type};
uniform worldView: mat4x4f;
uniform projection: mat4x4f;
varying vPlace: vec3f;
varying vFromEye: vec3f;
varying vRest: ${type};

@vertex
fn main(input: VertexInputs) -> FragmentInputs {
  let fromEye = uniforms.worldView * vec4f(vertexInputs.position, 1.0);
  vertexOutputs.vPlace = vertexInputs.position;
  vertexOutputs.vFromEye = fromEye.xyz;
  vertexOutputs.vRest = vertexInputs.${rest};
  vertexOutputs.position = uniforms.projection * fromEye;
}
`,
  fragmentSource: /* wgsl */ `
varying vPlace: vec3f;
varying vFromEye: vec3f;
varying vRest: ${type};
uniform measures: vec4f;
@fragment
fn main(input: FragmentInputs) -> FragmentOutputs {
  let px = dpdx(fragmentInputs.vPlace);
  let py = dpdy(fragmentInputs.vPlace);
  let rx = dpdx(fragmentInputs.vRest);
  let ry = dpdy(fragmentInputs.vRest);
${strain}
  let larger = select(strain.y, strain.x, abs(strain.x) > abs(strain.y));
  let share = clamp(larger / uniforms.measures.z, -1.0, 1.0);
  let extreme = select(vec3f(0.16, 0.38, 0.74), vec3f(0.78, 0.09, 0.14), share > 0.0);
  let color = mix(vec3f(0.94, 0.93, 0.90), extreme, abs(share));
  let eye = fragmentInputs.vFromEye;
  let facing = abs(dot(normalize(cross(dpdx(eye), dpdy(eye))), normalize(eye)));
  fragmentOutputs.color = vec4f(color * (0.55 + 0.45 * facing), 1.0);
}
`,
});

/**
 * The strain along rows and columns. Both are linear over a triangle, so the screen-space derivatives of the position P and the rest
 * position (u, v) give exactly
 *
 *   dP = P_u du + P_v dv,   strain along u = |P_u| / width - 1,   along v = |P_v| / height - 1
 */
export const strainWgsl: { readonly vertexSource: string; readonly fragmentSource: string } = strainShader(
  'uv',
  'vec2f',
  /* wgsl */ `
  let determinant = rx.x * ry.y - rx.y * ry.x;
  let safe = select(determinant, 1e-30, abs(determinant) < 1e-30);
  let alongU = length(px * ry.y - py * rx.y) / abs(safe);
  let alongV = length(py * rx.x - px * ry.x) / abs(safe);
  let strain = vec2f(alongU, alongV) / uniforms.measures.xy - 1.0;`,
);

/**
 * The principal strains of a mesh, whose rest position R is a point in space. With A the products of the screen-space derivatives of R and
 * B those of P, the squares of both stretches are the roots of
 *
 *   det(B - lambda A) = 0
 */
export const meshStrainWgsl: { readonly vertexSource: string; readonly fragmentSource: string } =
  strainShader(
    'rest',
    'vec3f',
    /* wgsl */ `
  let a = vec3f(dot(rx, rx), dot(rx, ry), dot(ry, ry));
  let b = vec3f(dot(px, px), dot(px, py), dot(py, py));
  let determinant = max(a.x * a.z - a.y * a.y, 1e-30);
  let middle = 0.5 * (b.x * a.z + b.z * a.x - 2.0 * b.y * a.y) / determinant;
  let apart = sqrt(max(middle * middle - (b.x * b.z - b.y * b.y) / determinant, 0.0));
  let strain = sqrt(max(vec2f(middle + apart, middle - apart), vec2f(0.0))) - 1.0;`,
  );
