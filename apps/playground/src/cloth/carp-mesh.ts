import { type WeldedMesh, weldVertices } from '@otedama/cloth-webgpu';
import type { ClothSurface, MeshTriangles } from '@otedama/render-babylon';

/** Radius of the streamer, m, at points of its length: mouth, cheeks, where the tail begins, and the end of the tail. */
const profile: readonly (readonly [share: number, radius: number])[] = [
  [0, 0.2],
  [0.16, 0.23],
  [0.84, 0.1],
  [1, 0.15],
];

/** Length of the streamer, m. */
const LENGTH = 2;

/** The carp streamer: its cloth, the vertices that are drawn, and the ring of its mouth. */
export interface Carp {
  readonly mesh: WeldedMesh['mesh'];
  readonly surface: ClothSurface;
  /** Particles of the mouth. */
  readonly mouth: readonly number[];
}

/**
 * A carp streamer, a tube along x whose mouth has its middle at (-1, 0.5, 0). Its texture goes around it once, with the seam along the belly:
 * u = 0 and 1 at the belly and 1/2 at the back, v = 0 at the mouth and 1 at the tail.
 * @param around number of particles around the tube
 * @param along number of rings after the mouth
 */
export function carpMesh(around: number, along: number): Carp {
  const positions = new Float32Array(3 * (around + 1) * (along + 1));
  const uvs = new Float32Array(2 * (around + 1) * (along + 1));
  const triangles: number[] = [];
  for (let ring = 0; ring <= along; ring++) {
    const share = ring / along;
    const radius = radiusAt(share);
    for (let k = 0; k <= around; k++) {
      const vertex = ring * (around + 1) + k;
      // the last vertex of a ring is at the place of the first, on the other side of the seam
      const angle = (2 * Math.PI * (k % around)) / around;
      const place = [LENGTH * share - 1, 0.5 - radius * Math.cos(angle), radius * Math.sin(angle)];
      positions.set(place, 3 * vertex);
      uvs.set([k / around, share], 2 * vertex);
      if (ring === along || k === around) continue;
      const next = vertex + around + 1;
      // the diagonals alternate, so that the tube does not twist
      if ((ring + k) % 2 === 0) triangles.push(vertex, next, next + 1, vertex, next + 1, vertex + 1);
      else triangles.push(vertex, next, vertex + 1, vertex + 1, next, next + 1);
    }
  }
  const shape: MeshTriangles = { positions, triangles: Uint32Array.from(triangles), uvs };
  const { mesh, vertexOf } = weldVertices(shape);
  return {
    mesh,
    surface: { ...shape, vertexOf },
    mouth: Array.from({ length: around }, (_, k) => vertexOf[k]),
  };
}

/** Interpolates the profile smoothly. */
function radiusAt(share: number): number {
  const next = profile.findIndex(([at]) => at >= share);
  if (next <= 0) return profile[0][1];
  const [[from, before], [to, after]] = [profile[next - 1], profile[next]];
  const t = (share - from) / (to - from);
  return before + (after - before) * t * t * (3 - 2 * t);
}
