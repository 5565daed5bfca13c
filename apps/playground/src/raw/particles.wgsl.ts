/**
 * | group, binding | type                     | bytes     | content                                           |
 * | -------------- | ------------------------ | --------- | ------------------------------------------------- |
 * | 0, 0           | storage, read_write      | 32 count  | position (0), 1 (12), velocity (16), 1 (28)       |
 * | 0, 1           | uniform                  | 16        | seconds of this frame (0), the rest unused        |
 *
 * One invocation per particle; surplus invocations of the last workgroup return immediately.
 */
import { cubeEdge, workgroupSize } from './particles.js';

export const moveShader: string = /* wgsl */ `
struct Particle {
  position: vec4f,
  velocity: vec4f,
}

@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(1) var<uniform> clock: vec4f;

@compute @workgroup_size(${workgroupSize})
fn advance(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= arrayLength(&particles)) {
    return;
  }
  let velocity = particles[i].velocity.xyz;
  let flown = particles[i].position.xyz + velocity * clock.x + 1.0;
  let place = flown - 4.0 * floor(flown / 4.0);
  let mirrored = place > vec3f(2.0);
  particles[i].position = vec4f(select(place, 4.0 - place, mirrored) - 1.0, 1.0);
  particles[i].velocity = vec4f(select(velocity, -velocity, mirrored), 1.0);
}
`;

/**
 * | group, binding | type    | bytes | content                                                    |
 * | -------------- | ------- | ----- | ---------------------------------------------------------- |
 * | 0, 0           | uniform | 80    | world to clip space (0), amount of shading 0..1 (64)       |
 *
 * Vertex buffer 0, stride 12: the unit cube's corners (location 0). Vertex buffer 1, stride 32, per instance: the
 * particles themselves (location 2, position).
 */
export const cubeShader: string = /* wgsl */ `
struct View {
  viewProjection: mat4x4f,
  shading: vec4f,
}

@group(0) @binding(0) var<uniform> view: View;

struct Corner {
  @builtin(position) clip: vec4f,
  @location(0) world: vec3f,
}

@vertex
fn vertexMain(@location(0) corner: vec3f, @location(2) particle: vec4f) -> Corner {
  let world = ${cubeEdge} * corner + particle.xyz;
  return Corner(view.viewProjection * vec4f(world, 1.0), world);
}

@fragment
fn fragmentMain(@location(0) world: vec3f) -> @location(0) vec4f {
  // faces are flat: the surface's own slope on the screen gives the normal, and no buffer has to
  let normal = normalize(cross(dpdx(world), dpdy(world)));
  let light = abs(dot(normal, vec3f(0.35, 0.55, 0.76)));
  return vec4f(mix(1.0, 0.25 + 0.75 * light, view.shading.x), 0.0, 0.0, 1.0);
}
`;
