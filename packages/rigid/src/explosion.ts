/**
 * An explosion: one impulse away from a point on every shape nearby, in proportion to the width of the shape as seen from the
 * explosion.
 *
 * A shape whose nearest point p is at the distance d from the explosion gets the impulse
 *
 *     J = j b f(d) e,        f = 1 for d <= r, falling linearly to 0 at d = r + falloff.
 *
 * e is the direction from the explosion to p (to the centre of mass if the explosion is inside the shape), and b is the width of
 * the shape across e. The impulse acts at p, so bodies that are hit off-centre start to rotate. A soft body is pushed along its skin, and
 * each particle by the width of its part of the skin.
 */
import { closestPoint, ProxyBuffer, type Shape } from '@otedama/collision';
import { outline, requireKnownFields, type Transform, type Vec2 } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Filter } from './definitions.js';
import { filtersMatch } from './filter.js';
import {
  BODY_FROZEN,
  BODY_STRIDE,
  C,
  CX,
  CY,
  DYNAMIC,
  INV_INERTIA,
  INV_MASS,
  S,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import { wakeBody } from './sleep.js';
import { SoftParts } from './soft-parts.js';
import { takeInMoves } from './take-in-moves.js';
import { requireMagnitude, requireMagnitude2, requireNotBelow0, validateFilter } from './validate.js';

/** Where an explosion is and how strong it is. */
export interface ExplosionDefinition {
  /** World position of the explosion, m. */
  readonly position: Vec2;
  /** Radius of full strength, m, >= 0. */
  readonly radius: number;
  /** Distance beyond the radius over which it fades out, m, >= 0. Default 0. */
  readonly falloff?: number;
  /** Impulse per metre of a shape's width, N s / m, any number; a negative one pulls inwards. */
  readonly impulsePerLength: number;
  /** Which shapes it affects. Default: all. */
  readonly filter?: Filter;
}

/**
 * Pushes the dynamic bodies around a point away from it, once, and wakes them. Sensors are not affected, nor is a body whose centre of mass
 * is exactly at the point, because there is no direction.
 * @returns the number of shapes that were pushed
 * @throws InputError for an invalid definition, or inside a step
 */
export function explode(world: BareWorld, definition: ExplosionDefinition): number {
  const state = stateOf(world);
  state.requireUnlocked('explode');
  requireKnownFields(definition, '', ['position', 'radius', 'falloff', 'impulsePerLength', 'filter']);
  const { position, radius, falloff = 0, impulsePerLength, filter = {} } = definition;
  requireMagnitude2('position', position);
  requireNotBelow0('radius', radius);
  requireNotBelow0('falloff', falloff);
  requireMagnitude('impulsePerLength', impulsePerLength);
  validateFilter(filter, 'filter');
  const { bodies, shapes } = state;
  const { category = 0xffffffff, mask = 0xffffffff, group = 0 } = filter;
  const reach = radius + falloff;
  takeInMoves(state);
  const found = new ProxyBuffer();
  const { x, y } = position;
  state.broadPhase.queryBox(Float64Array.of(x - reach, y - reach, x + reach, y + reach), 0, found);
  const softParts = new SoftParts();
  softParts.update(state);
  const around = new Set(
    state.softBodies
      .filter(({ skin }) => outline.containsPoint(skin, position))
      .flatMap(({ particles }) => particles.map(({ id }) => id)),
  );
  let pushed = 0;
  for (const shape of found.proxies.slice(0, found.count).sort()) {
    const slot = shapes.body[shape];
    if (bodies.type[slot] !== DYNAMIC || (bodies.flags[slot] & BODY_FROZEN) !== 0) continue;
    if ((shapes.flags[shape] & SHAPE_SENSOR) !== 0) continue;
    if (!filtersMatch(category, mask, group, shapes.category[shape], shapes.mask[shape], shapes.group[shape]))
      continue;
    const o = slot * BODY_STRIDE;
    const { pose, motion, mass } = bodies;
    const transform: Transform = { x: pose[o + X], y: pose[o + Y], c: pose[o + C], s: pose[o + S] };
    const geometry = state.shapeGeometry[shape]!;
    const point = closestPoint(geometry, transform, position);
    let ex = point.x - position.x;
    let ey = point.y - position.y;
    const distance = Math.sqrt(ex * ex + ey * ey);
    if (distance > reach) continue;
    let length = distance;
    if (distance === 0) {
      ex = pose[o + CX] - position.x;
      ey = pose[o + CY] - position.y;
      length = Math.sqrt(ex * ex + ey * ey);
      // exactly at the centre of mass there is no direction, so nothing happens
      if (length === 0) continue;
    }
    ex /= length;
    ey /= length;
    const fade = distance <= radius ? 1 : (reach - distance) / falloff;
    // a soft body is pushed on the side of its skin that faces the explosion, which may be inside
    const width =
      softParts.areas[slot] > 0
        ? Math.max(
            0,
            (around.has(slot) ? 1 : -1) *
              (softParts.edges[2 * slot] * ex + softParts.edges[2 * slot + 1] * ey),
          )
        : widthAcross(geometry, transform, ex, ey);
    const impulse = impulsePerLength * fade * width;
    if (impulse === 0) continue;
    wakeBody(state, slot);
    const rx = point.x - pose[o + CX];
    const ry = point.y - pose[o + CY];
    motion[o + VX] += impulse * ex * mass[o + INV_MASS];
    motion[o + VY] += impulse * ey * mass[o + INV_MASS];
    motion[o + W] += impulse * (rx * ey - ry * ex) * mass[o + INV_INERTIA];
    pushed++;
  }
  return pushed;
}

/** Width of a shape across a unit direction, m; 0 for a half-space, which has no width. */
function widthAcross(shape: Shape, { c, s }: Transform, ex: number, ey: number): number {
  if (shape.kind === 'halfSpace') return 0;
  if (shape.kind === 'circle') return 2 * shape.radius;
  const vertices = shape.kind === 'polygon' ? shape.vertices : [shape.point1, shape.point2];
  const radius = shape.kind === 'polygon' ? (shape.radius ?? 0) : shape.kind === 'capsule' ? shape.radius : 0;
  // across: (-ey, ex) in the body frame
  const ax = c * -ey + s * ex;
  const ay = c * ex + s * ey;
  let low = Infinity;
  let high = -Infinity;
  for (const { x, y } of vertices) {
    const along = ax * x + ay * y;
    low = Math.min(low, along);
    high = Math.max(high, along);
  }
  return high - low + 2 * radius;
}
