/**
 * Particles that fly straight in the box [-1, 1]^3 and bounce off its walls. The CPU code does the same steps as the compute shader. It
 * is the reference for the shader, and restores the state after a device loss.
 *
 * Bouncing needs no test for the walls: mirror copies of the box fill space, and the particle flies straight through them. x + 1 modulo 4
 * gives its position in a box (0..2) or in the box's mirror copy (2..4, where the velocity is reversed). This is exact for a step of any
 * length, so nothing depends on the frame rate and no particle ever leaves the box.
 */

/** Position x, y, z, 1, velocity x, y, z, 1, as `vec4f` pairs; velocity in units per second. */
export const particleFloats = 8;
/** Bytes from one particle to the next. */
export const particleStride: number = particleFloats * Float32Array.BYTES_PER_ELEMENT;
/** Invocations of a compute workgroup. */
export const workgroupSize = 64;
/** Edge of a particle's cube. */
export const cubeEdge = 0.1;
/** Maximum speed along an axis: 0.005 per frame at 60 frames per second. */
const largestSpeed = 0.005 * 60;

/** `count` particles in the box, positions uniform in [-1, 1)^3, velocities in [-0.3, 0.3)^3 units per second. */
export function scatterParticles(count: number, random: () => number): Float32Array<ArrayBuffer> {
  const particles = new Float32Array(count * particleFloats);
  const uniform = (bound: number) => (2 * random() - 1) * bound;
  for (let start = 0; start < particles.length; start += particleFloats) {
    for (let axis = 0; axis < 3; axis++) {
      particles[start + axis] = uniform(1);
      particles[start + 4 + axis] = uniform(largestSpeed);
    }
    particles[start + 3] = 1;
    particles[start + 7] = 1;
  }
  return particles;
}

/** The particles `seconds` later. */
export function moveParticles(particles: Float32Array, seconds: number): Float32Array<ArrayBuffer> {
  const moved = new Float32Array(particles);
  for (let start = 0; start < moved.length; start += particleFloats) {
    for (let axis = 0; axis < 3; axis++) {
      const velocity = moved[start + 4 + axis]!;
      const flown = moved[start + axis]! + velocity * seconds + 1;
      const place = flown - 4 * Math.floor(flown / 4);
      const mirrored = place > 2;
      moved[start + axis] = (mirrored ? 4 - place : place) - 1;
      moved[start + 4 + axis] = mirrored ? -velocity : velocity;
    }
  }
  return moved;
}

/** Number of workgroups that cover `count` particles. */
export function workgroupCount(count: number): number {
  return Math.ceil(count / workgroupSize);
}
