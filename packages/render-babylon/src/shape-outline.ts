/** The outline of a shape as points, for debug layers and for pages that draw without Babylon.js. */

import type { Vec2 } from '@otedama/math2d';
import type { ShapeGeometry } from './types.js';

/** An outline as a chain of points in body axes, metres. */
export interface ShapeOutline {
  /** In order, m; counter-clockwise if the chain is closed. */
  readonly points: readonly Vec2[];
  /** Whether the last point is connected to the first. Segments and half-spaces are open. */
  readonly isClosed: boolean;
}

/** Number of points for a full turn of a round boundary. */
const TURN_POINTS = 48;

/** Half the length of a half-space's boundary as it is drawn, metres. Longer than any view of a scene. */
const LINE_REACH = 1e3;

/**
 * Returns the outline of a shape. Arcs become chains of points a 48th of a turn apart. A half-space becomes a line of 2 km around
 * its position, and a chain segment becomes the line between its two points.
 */
export function shapeOutline(shape: ShapeGeometry): ShapeOutline {
  switch (shape.kind) {
    case 'circle':
      return { points: rounded([shape.center ?? { x: 0, y: 0 }], shape.radius), isClosed: true };
    case 'capsule':
      return { points: rounded([shape.point1, shape.point2], shape.radius), isClosed: true };
    case 'polygon':
      return { points: rounded(shape.vertices, shape.radius ?? 0), isClosed: true };
    case 'segment':
    case 'chainSegment':
      return { points: [shape.point1, shape.point2], isClosed: false };
    case 'halfSpace': {
      const { x, y } = shape.position ?? { x: 0, y: 0 };
      const length = Math.hypot(shape.normal.x, shape.normal.y);
      const along = { x: shape.normal.y / length, y: -shape.normal.x / length };
      return {
        points: [-LINE_REACH, LINE_REACH].map((t) => ({ x: x + t * along.x, y: y + t * along.y })),
        isClosed: false,
      };
    }
  }
}

/**
 * The hull of counter-clockwise points, expanded by a radius. Each point becomes an arc from the normal of one edge to the normal of
 * the next.
 */
function rounded(vertices: readonly Vec2[], radius: number): readonly Vec2[] {
  if (radius === 0) return vertices;
  const count = vertices.length;
  const normalAfter = (i: number): number => {
    const p = vertices[i % count] as Vec2;
    const q = vertices[(i + 1) % count] as Vec2;
    return Math.atan2(p.x - q.x, q.y - p.y);
  };
  return vertices.flatMap((vertex, i) => {
    const from = normalAfter(i + count - 1);
    let turn = count === 1 ? 2 * Math.PI : normalAfter(i) - from;
    while (turn <= 0) turn += 2 * Math.PI;
    const pieces = Math.max(1, Math.ceil((turn / (2 * Math.PI)) * TURN_POINTS - 1e-9));
    const ends = count === 1 ? pieces - 1 : pieces;
    return Array.from({ length: ends + 1 }, (_, k) => {
      const angle = from + (turn * k) / pieces;
      return { x: vertex.x + radius * Math.cos(angle), y: vertex.y + radius * Math.sin(angle) };
    });
  });
}
