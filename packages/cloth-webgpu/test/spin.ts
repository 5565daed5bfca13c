/** How a free cloth turns. */

type Triple = readonly [x: number, y: number, z: number];

/**
 * Angular momentum around the centre of mass, kg m²/s, and the moment of inertia of a ball with the same mass and extent, kg m². Positions
 * and velocities have stride 4, with the inverse mass behind each position.
 */
export function spinOf(
  positions: Float32Array,
  velocities: Float32Array,
): { readonly momentum: Triple; readonly inertia: number } {
  const sums = [0, 0, 0, 0];
  const each = (visit: (o: number, mass: number) => void) => {
    for (let o = 0; o < positions.length; o += 4) visit(o, 1 / positions[o + 3]);
  };
  each((o, mass) => {
    for (let axis = 0; axis < 3; axis++) sums[axis] += mass * positions[o + axis];
    sums[3] += mass;
  });
  const momentum: [number, number, number] = [0, 0, 0];
  let inertia = 0;
  each((o, mass) => {
    const [x, y, z] = [0, 1, 2].map((axis) => positions[o + axis] - sums[axis] / sums[3]);
    const [u, v, w] = velocities.subarray(o, o + 3);
    [y * w - z * v, z * u - x * w, x * v - y * u].forEach((turn, axis) => {
      momentum[axis] += mass * turn;
    });
    inertia += (2 / 3) * mass * (x * x + y * y + z * z);
  });
  return { momentum, inertia };
}

/** Angular velocity of a ball with this angular momentum, rad/s. */
export function turnRateOf(positions: Float32Array, velocities: Float32Array): number {
  const { momentum, inertia } = spinOf(positions, velocities);
  return Math.hypot(...momentum) / inertia;
}
