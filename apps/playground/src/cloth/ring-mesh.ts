import type { TriangleMesh } from '@otedama/cloth-webgpu';

/**
 * A horizontal disc with a round hole, made of triangles with edges of about length `edge`. It consists of rings of particles. Each ring
 * has as many particles as its circumference requires, so neighbouring rings may have different counts. The texture is projected from
 * above.
 * @param inner radius of the hole, m, above 0
 * @param outer radius of the disc, m
 * @param edge length of an edge, m
 */
export function ringMesh(inner: number, outer: number, edge: number): TriangleMesh {
  const positions: number[] = [];
  const uvs: number[] = [];
  const triangles: number[] = [];
  // the distance between rings of equilateral triangles is their height, less than their edge
  const ringCount = Math.round((outer - inner) / (edge * Math.sqrt(0.75)));
  let last: Ring | null = null;
  for (let k = 0; k <= ringCount; k++) {
    const radius = inner + ((outer - inner) * k) / ringCount;
    const count = Math.round((2 * Math.PI * radius) / edge);
    const ring: Ring = { first: positions.length / 3, count, shift: (k % 2) / 2 };
    for (let n = 0; n < count; n++) {
      const angle = (2 * Math.PI * (n + ring.shift)) / count;
      const [x, z] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      positions.push(x, 0, z);
      uvs.push(0.5 + x / (2 * outer), 0.5 + z / (2 * outer));
    }
    if (last !== null) triangles.push(...between(last, ring));
    last = ring;
  }
  return { positions, triangles, uvs };
}

/** Particles `first` to `first + count - 1` on a circle. The first one is offset by `shift` spacings. */
interface Ring {
  readonly first: number;
  readonly count: number;
  readonly shift: number;
}

/** Triangles between two rings. The loop goes once around and always advances on the ring whose next particle comes first. */
function between(inside: Ring, outside: Ring): number[] {
  const triangles: number[] = [];
  const at = ({ first, count }: Ring, n: number) => first + (n % count);
  const turn = ({ count, shift }: Ring, n: number) => (n + shift) / count;
  for (let i = 0, o = 0; i < inside.count || o < outside.count; ) {
    const isInside = i < inside.count && (o === outside.count || turn(inside, i + 1) <= turn(outside, o + 1));
    const [a, b] = [at(inside, i), at(outside, o)];
    triangles.push(a, b, isInside ? at(inside, ++i) : at(outside, ++o));
  }
  return triangles;
}
