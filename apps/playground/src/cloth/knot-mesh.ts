import type { TriangleMesh } from '@otedama/cloth-webgpu';

/** Pieces along the knot, and sides of its tube. */
const along = 192;
const sides = 24;

/**
 * A trefoil knot that stands upright: the curve winds twice around the z axis and three times around a circle of radius `ring`, at the
 * distance `winding` from it (metres), as the middle of a tube of radius `tube`.
 */
export function knotMesh(ring: number, winding: number, tube: number): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const at = (i: number, j: number) => (i % along) * sides + (j % sides);
  for (let i = 0; i < along; i++) {
    const t = (2 * Math.PI * i) / along;
    const [c, s] = [Math.cos(2 * t), Math.sin(2 * t)];
    const [cw, sw] = [Math.cos(3 * t), Math.sin(3 * t)];
    const out = ring + winding * cw;
    // its derivative is the direction of the tube
    const outward = -3 * winding * sw;
    const tangent = unit([outward * c - 2 * out * s, outward * s + 2 * out * c, 3 * winding * cw]);
    // the direction away from the circle, and the one across both
    const away = [cw * c, cw * s, sw];
    const slant = away.reduce((sum, part, axis) => sum + part * (tangent[axis] as number), 0);
    const normal = unit(away.map((part, axis) => part - slant * (tangent[axis] as number)));
    const across = cross(tangent, normal);
    const middle = [out * c, out * s, winding * sw];
    for (let j = 0; j < sides; j++) {
      const a = (2 * Math.PI * j) / sides;
      for (let axis = 0; axis < 3; axis++)
        positions.push(
          (middle[axis] as number) +
            tube * (Math.cos(a) * (normal[axis] as number) + Math.sin(a) * (across[axis] as number)),
        );
      triangles.push(at(i, j), at(i, j + 1), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
    }
  }
  return { positions, triangles };
}

function unit(vector: readonly number[]): readonly number[] {
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}

function cross(a: readonly number[], b: readonly number[]): readonly number[] {
  const part = (k: number, l: number) =>
    (a[k] as number) * (b[l] as number) - (a[l] as number) * (b[k] as number);
  return [part(1, 2), part(2, 0), part(0, 1)];
}
