import type { TriangleMesh, Vector3 } from '@otedama/cloth-webgpu';

/** A bunch of balloons as one mesh, and the shape in which it starts. */
export interface Balloons {
  /** Each balloon is a shell of its own. They lie side by side, so that none touches another at rest. */
  readonly mesh: TriangleMesh & { readonly positions: readonly number[] };
  readonly shape: (vertex: number) => Vector3;
  /** The vertex at the knot of each. */
  readonly knots: readonly number[];
}

/** Number of balloons of a bunch. */
const count = 6;

/**
 * Balloons that are tied together by their knots and point away from each other like the faces of a cube that stands on a corner: three rise
 * around a vertical stick, and three sink.
 * @param radius of a balloon where it is widest, m
 * @param around vertices around a balloon
 * @param center of the bunch, m
 */
export function balloonMesh(radius: number, around: number, center: Vector3): Balloons {
  const rings = around - 1;
  const positions: number[] = [];
  const uvs: number[] = [];
  const triangles: number[] = [];
  const knots: number[] = [];
  const length = 2.4 * radius;
  for (let balloon = 0; balloon < count; balloon++) {
    const first = positions.length / 3;
    knots.push(first);
    /** A vertex on the axis or beside it, `along` it from the knot. */
    const put = (along: number, out: number, angle: number) => {
      positions.push(3 * radius * balloon + out * Math.cos(angle), along, out * Math.sin(angle));
      uvs.push((balloon + 0.5) / count, along / length);
    };
    const ring = (row: number, k: number) => first + 1 + (row - 1) * around + (k % around);
    put(0, 0, 0);
    for (let row = 1; row < rings; row++) {
      const polar = (Math.PI * row) / rings;
      // a ball drawn out to a neck on the side of the knot
      const along = (length * (1 - Math.cos(polar))) / 2;
      const out = radius * Math.sin(polar) * (1 - 0.28 * Math.cos(polar / 2) ** 4);
      for (let k = 0; k < around; k++) put(along, out, (2 * Math.PI * (k + row / 2)) / around);
    }
    put(length, 0, 0);
    const last = positions.length / 3 - 1;
    for (let k = 0; k < around; k++) {
      triangles.push(first, ring(1, k), ring(1, k + 1));
      for (let row = 1; row < rings - 1; row++) {
        const [a, b, c, d] = [ring(row, k), ring(row, k + 1), ring(row + 1, k), ring(row + 1, k + 1)];
        triangles.push(a, c, b, b, c, d);
      }
      triangles.push(last, ring(rings - 1, k + 1), ring(rings - 1, k));
    }
  }
  const size = positions.length / 3 / count;
  return {
    mesh: { positions, triangles, uvs },
    knots,
    shape(vertex) {
      const balloon = Math.floor(vertex / size);
      const [x, y, z] = positions.slice(3 * vertex, 3 * vertex + 3);
      const { axis, side, third } = frameOf(balloon);
      // the neck is a little out from the middle of the bunch
      const [along, aside] = [y + 0.35 * radius, x - 3 * radius * balloon];
      return {
        x: center.x + along * axis.x + aside * side.x + z * third.x,
        y: center.y + along * axis.y + aside * side.y + z * third.y,
        z: center.z + along * axis.z + aside * side.z + z * third.z,
      };
    },
  };
}

/** The axis of a balloon, away from the middle, and two directions across it. */
function frameOf(balloon: number): { axis: Vector3; side: Vector3; third: Vector3 } {
  const y = (balloon % 2 === 0 ? 1 : -1) / Math.sqrt(3);
  const out = Math.sqrt(1 - y * y);
  const angle = (balloon * Math.PI) / 3;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    axis: { x: out * cos, y, z: out * sin },
    side: { x: -sin, y: 0, z: cos },
    third: { x: -y * cos, y: out, z: -y * sin },
  };
}
