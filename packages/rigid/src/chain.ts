/**
 * A chain: one-sided segments along a line of points, for ground and walls over which bodies slide without bumps at the joints.
 *
 * A segment collides only with bodies on its free side. It knows the points before and after it (its ghosts), so that the contacts of two
 * neighbours never push against each other. The ends of an open chain are continued straight: ghost = p0 - (p1 - p0).
 */
import { InputError, requireBoolean, requireFiniteVec2, type Vec2 } from '@otedama/math2d';
import type { Material, ShapeDefinition } from './definitions.js';
import { validateSurface } from './validate.js';

/** A line of points, and the material of its segments. */
export interface ChainDefinition
  extends Material,
    Pick<ShapeDefinition, 'filter' | 'contactEvents' | 'hitEvents' | 'preSolveEvents'> {
  /** Corners in the frame of the body, m: at least 2, or 3 for a loop. Neighbouring points must differ. */
  readonly points: readonly Vec2[];
  /** Joins the last point to the first. Default false. */
  readonly loop?: boolean;
  /**
   * The side on which bodies collide, looking along the points. With the free side to the right, a counter-clockwise loop is a solid,
   * and a clockwise loop is a container. Ground that runs towards +x needs `left`. Default `right`, as for `chainSegment`.
   */
  readonly freeSide?: 'left' | 'right';
}

/**
 * Returns the segments of a chain as shapes of one body, in the order of the points (in reverse order with `freeSide: 'left'`).
 * @throws InputError for too few points, points that are not finite, neighbours at the same place, and a material out of range
 */
export function chain(definition: ChainDefinition): ShapeDefinition[] {
  if (Array.isArray(definition)) throw new InputError('definition', definition, '{ points: [...] }');
  validateSurface(definition, ['points', 'loop', 'freeSide']);
  const { points, loop = false, freeSide = 'right', ...more } = definition;
  requireBoolean('loop', loop);
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

/** Reflects `from` at `to`. */
function beyond(from: Vec2, to: Vec2): Vec2 {
  return { x: 2 * to.x - from.x, y: 2 * to.y - from.y };
}
