/** Seeded numbers and shapes for tests. */
import { createRandom, type Random, type Vec2 } from '@otedama/math2d';
import type { Shape } from '../../src/shape-types.js';

export { createRandom as seeded };

/** Convex polygon with vertices at random angles on a circle. The angle between two vertices is at least a third of an even spacing. */
export function randomPolygon(random: Random, vertexCount: number, radius: number): Vec2[] {
  const vertices: Vec2[] = [];
  const stretch = random.uniform(0.5, 1);
  for (let i = 0; i < vertexCount; i++) {
    const angle = (2 * Math.PI * (i + random.uniform(0, 0.66))) / vertexCount;
    vertices.push({ x: radius * Math.cos(angle), y: stretch * radius * Math.sin(angle) });
  }
  return vertices;
}

export function rectangle(halfX: number, halfY: number, x = 0, y = 0): Vec2[] {
  return [
    { x: x + halfX, y: y - halfY },
    { x: x + halfX, y: y + halfY },
    { x: x - halfX, y: y + halfY },
    { x: x - halfX, y: y - halfY },
  ];
}

export const coreKinds = [
  'circle',
  'capsule',
  'segment',
  'polygon',
  'roundedPolygon',
  'box',
  'roundedBox',
] as const;
export type CoreKind = (typeof coreKinds)[number];

/** Shape of about unit size around the origin. */
export function randomCore(random: Random, kind: CoreKind): Shape {
  const point = (): Vec2 => ({ x: random.uniform(-0.3, 0.3), y: random.uniform(-0.3, 0.3) });
  switch (kind) {
    case 'circle':
      return { kind: 'circle', center: point(), radius: random.uniform(0.2, 0.8) };
    case 'capsule':
    case 'segment': {
      const angle = random.uniform(0, 2 * Math.PI);
      const half = random.uniform(0.2, 0.8);
      const c = point();
      const point1 = { x: c.x - half * Math.cos(angle), y: c.y - half * Math.sin(angle) };
      const point2 = { x: c.x + half * Math.cos(angle), y: c.y + half * Math.sin(angle) };
      return kind === 'segment'
        ? { kind, point1, point2 }
        : { kind, point1, point2, radius: random.uniform(0.1, 0.5) };
    }
    case 'polygon':
    case 'roundedPolygon': {
      const count = random.next() < 0.05 ? 64 : 3 + random.integer(8);
      const vertices = randomPolygon(random, count, random.uniform(0.4, 1));
      return kind === 'polygon'
        ? { kind: 'polygon', vertices }
        : { kind: 'polygon', vertices, radius: random.uniform(0.05, 0.3) };
    }
    case 'box':
    case 'roundedBox': {
      const c = point();
      const vertices = rectangle(random.uniform(0.2, 0.8), random.uniform(0.2, 0.8), c.x, c.y);
      return kind === 'box'
        ? { kind: 'polygon', vertices }
        : { kind: 'polygon', vertices, radius: random.uniform(0.05, 0.3) };
    }
  }
}
