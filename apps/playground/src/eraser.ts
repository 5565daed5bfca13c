/** What the tools find at a point of a world, and removal of bodies. */

import type { Shape } from '@otedama/collision';
import type { Vec2 } from '@otedama/math2d';
import { pickBody } from '@otedama/render-babylon';
import type { Body, BodyShape, World } from '@otedama/rigid';

const distinct = (bodies: readonly Body[]): Body[] => [...new Set(bodies)];

/** Shapes within a distance, m, of the path from a point to the next; sensors, such as water, are not touched. */
function shapesAlong(world: World, [from, to = from]: readonly Vec2[], radius: number): BodyShape[] {
  const isPoint = from.x === to.x && from.y === to.y;
  const path: Shape = isPoint
    ? { kind: 'circle', center: from, radius }
    : { kind: 'capsule', point1: from, point2: to, radius };
  return world.overlapShape(path).filter((shape) => !shape.isSensor);
}

/** The bodies that forces move within a distance, m, of the path between one or two points. */
export function bodiesAlong(world: World, points: readonly Vec2[], radius: number): Body[] {
  return distinct(shapesAlong(world, points, radius).map(({ body }) => body)).filter(
    ({ type }) => type === 'dynamic',
  );
}

/** Whether a point is on or near, m, something that never moves. */
export function isGround(world: World, point: Vec2, radius: number): boolean {
  return shapesAlong(world, [point], radius).some(({ body }) => body.type === 'static');
}

/**
 * The body at a point or within a distance, m, of it that a tap means: one that can be dragged rather than a fixed one. Half-spaces are
 * never meant: all would fall forever. Null if there is none.
 */
export function bodyUnder(world: World, point: Vec2, radius: number): Body | null {
  const dynamic = pickBody(world, point, radius);
  if (dynamic !== null) return dynamic;
  return (
    shapesAlong(world, [point], radius)
      .filter(({ body }) => !isEndless(body))
      .at(-1)?.body ?? null
  );
}

/**
 * The bodies at a point or within a distance, m, of it, except for half-spaces. Those that contain the point come first; among them, and
 * among the others, those that forces move, which are drawn over the others, and then later ones.
 */
export function bodiesAt(world: World, point: Vec2, radius: number): Body[] {
  const topFirst = (shapes: readonly BodyShape[]): Body[] =>
    distinct(shapes.filter(({ isSensor }) => !isSensor).map(({ body }) => body))
      .filter((body) => !isEndless(body))
      .sort((a, b) => Number(b.type === 'dynamic') - Number(a.type === 'dynamic') || b.id - a.id);
  return distinct([...topFirst(world.overlapPoint(point)), ...topFirst(shapesAlong(world, [point], radius))]);
}

const isEndless = ({ shapes }: Body): boolean => shapes.some(({ geometry }) => geometry.kind === 'halfSpace');

/** Removes the bodies with these ids. A particle takes its soft body with it. */
export function remove(world: World, ids: readonly number[]): void {
  const bodies = world.bodies.filter(({ id }) => ids.includes(id));
  const softBodies = new Set(bodies.map((body) => world.softBodyOf(body)));
  for (const body of bodies) if (world.softBodyOf(body) === null) world.destroyBody(body);
  for (const softBody of softBodies) if (softBody !== null) world.destroySoftBody(softBody);
}
