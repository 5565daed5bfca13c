/**
 * A chain: one-sided segments along a line of points, for ground and walls that bodies slide over without feeling the joints.
 *
 * A segment collides with what is on its free side alone, and knows the points before and after it (its ghosts), so that the contacts of
 * two neighbours never push against each other. The ends of an open chain are continued straight: ghost = p0 - (p1 - p0).
 */
import { InputError, requireFiniteVec2, type Vec2 } from '@otedama/math2d';
import type { Material, ShapeDefinition } from './definitions.js';

/** A line of points, and what its segments are made of. */
export interface ChainDefinition
  extends Material,
    Pick<ShapeDefinition, 'filter' | 'contactEvents' | 'hitEvents' | 'preSolveEvents'> {
  /** Corners in the frame of the body, m: at least 2, or 3 of a loop, neighbours at different places. */
  readonly points: readonly Vec2[];
  /** Joins the last point to the first. Default false. */
  readonly loop?: boolean;
  /**
   * Where bodies collide, seen along the points: a loop with its free side to the right is solid inside when it runs counter-clockwise, and a
   * container when it runs clockwise; ground that runs towards +x is free to the left. Default `right`, as for `chainSegment`.
   */
  readonly freeSide?: 'left' | 'right';
}

/**
 * The segments of a chain as shapes of one body, in the order of the points (the other way round with `freeSide: 'left'`).
 * @throws InputError for too few points, points that are not finite, and neighbours at the same place
 */
export function chain(definition: ChainDefinition): ShapeDefinition[] {
  const { points, loop = false, freeSide = 'right', ...more } = definition;
  const least = loop ? 3 : 2;
  if (!Array.isArray(points) || points.length < least) {
    throw new InputError('points', points, `at least ${least} points${loop ? ' of a loop' : ''}`);
  }
  if (freeSide !== 'left' && freeSide !== 'right')
    throw new InputError('freeSide', freeSide, 'left or right');
  const { length } = points;
  for (let k = 0; k < length; k++) requireFiniteVec2(`points[${k}]`, points[k]);
  for (let k = loop ? 0 : 1; k < length; k++) {
    const before = points[(k + length - 1) % length];
    if (points[k].x === before.x && points[k].y === before.y) {
      throw new InputError(
        `points[${k}]`,
        points[k],
        `a place other than that of points[${(k + length - 1) % length}]`,
      );
    }
  }
  const line = freeSide === 'right' ? [...points] : [...points].reverse();
  const at = (k: number): Vec2 => {
    if (loop) return line[(k + length) % length];
    if (k < 0) return beyond(line[1], line[0]);
    return k < length ? line[k] : beyond(line[length - 2], line[length - 1]);
  };
  return Array.from({ length: loop ? length : length - 1 }, (_, k) => ({
    kind: 'chainSegment',
    ghost1: at(k - 1),
    point1: at(k),
    point2: at(k + 1),
    ghost2: at(k + 2),
    ...more,
  }));
}

/** The point as far behind `to` as `from` is before it. */
function beyond(from: Vec2, to: Vec2): Vec2 {
  return { x: 2 * to.x - from.x, y: 2 * to.y - from.y };
}
