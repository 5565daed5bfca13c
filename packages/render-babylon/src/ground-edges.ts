/**
 * Inner edges of ground that is made of several static bodies: where their polygons touch, there is no stroke, as between the polygons of
 * one body.
 *
 * Bodies that are placed side by side meet only up to rounding. Their corners are therefore compared on a grid, whose step is GRID_SHARE of
 * the largest coordinate. Polygons too small for the grid are left out.
 */
import type { Vec2 } from '@otedama/math2d';
import { BODY_STRIDE, type Body, type BodyStore, C, S, X, Y } from '@otedama/rigid';
import { type InnerEdges, innerEdgesOf } from './inner-edges.js';
import type { ShapePaint } from './style.js';
import type { ShapeGeometry } from './types.js';

/** Step of the grid, as a share of the largest coordinate: far more than its rounding error of 2^-53, far less than a pixel. */
const GRID_SHARE = 2 ** -40;

/** A corner is on an edge if the sine of the angle between them is at most this: room for corners that the grid has moved. */
const ON_EDGE = 1e-8;

/** A static body, and its shapes as they are drawn. */
export interface GroundBody {
  readonly body: Body;
  readonly shapes: readonly GroundShape[];
}

/** A shape and its colours. Edges are hidden only between shapes of the same colours. */
export interface GroundShape {
  readonly geometry: ShapeGeometry;
  readonly paint: ShapePaint;
}

/** A polygon of the ground, its corners in world axes. */
interface PlacedPolygon {
  readonly shape: GroundShape;
  readonly body: Body;
  readonly corners: readonly Vec2[];
}

/**
 * The inner edges of the static bodies of a world. A body that is put elsewhere, or gets other colours, leaves the ground for good: it may be
 * a door that moves in every frame, and its neighbours would have to be compared again each time.
 */
export class GroundEdges {
  private bodies: readonly GroundBody[] = [];
  private found: ReadonlyMap<GroundShape, InnerEdges> = new Map();
  /** The bodies with inner edges, and their poses: x, y, cosine and sine of each. */
  private watched: readonly Body[] = [];
  private poses: Float64Array = new Float64Array(0);
  private readonly left: WeakSet<Body> = new WeakSet();

  /** Compares the polygons of static bodies, unless they are those of the last time. */
  compare(bodies: readonly GroundBody[], store: BodyStore): void {
    const own = bodies.filter(({ body }) => !this.left.has(body));
    if (own.length === this.bodies.length && own.every((body, k) => body === this.bodies[k])) return;
    this.bodies = own;
    this.found = own.length < 2 ? new Map() : edgesBetween(own, store);
    this.watched = own
      .filter(({ shapes }) => shapes.some((shape) => this.found.has(shape)))
      .map(({ body }) => body);
    this.poses = Float64Array.from(this.watched.flatMap((body) => poseOf(store, body)));
  }

  /** The inner edges of a polygon, in the axes of its body; null if it has none or is no part of the ground. */
  of(shape: GroundShape): InnerEdges | null {
    return this.found.get(shape) ?? null;
  }

  /** Takes a body out of the ground. Returns whether others were compared with it, so that they must be compared again. */
  leave(body: Body): boolean {
    this.left.add(body);
    return this.watched.includes(body);
  }

  /** Takes out the bodies that were put elsewhere since they were compared. Returns whether there are any. */
  leaveMoved({ pose }: BodyStore): boolean {
    const { watched, poses } = this;
    let isMoved = false;
    for (let k = 0; k < watched.length; k++) {
      const o = watched[k].id * BODY_STRIDE;
      const p = 4 * k;
      if (
        pose[o + X] === poses[p] &&
        pose[o + Y] === poses[p + 1] &&
        pose[o + C] === poses[p + 2] &&
        pose[o + S] === poses[p + 3]
      )
        continue;
      this.left.add(watched[k]);
      isMoved = true;
    }
    return isMoved;
  }
}

function edgesBetween(bodies: readonly GroundBody[], store: BodyStore): Map<GroundShape, InnerEdges> {
  const looks = new Map<string, PlacedPolygon[]>();
  for (const { body, shapes } of bodies) {
    for (const shape of shapes) {
      const { geometry, paint } = shape;
      if (geometry.kind !== 'polygon' || (geometry.radius ?? 0) > 0) continue;
      const look = JSON.stringify([paint.fill, paint.fillOpacity, paint.stroke, paint.strokeOpacity]);
      const group = looks.get(look) ?? [];
      looks.set(look, group);
      group.push({ shape, body, corners: geometry.vertices.map((p) => toWorld(store, body, p)) });
    }
  }
  const found = new Map<GroundShape, InnerEdges>();
  for (const group of looks.values()) {
    innerEdgesOf(onGrid(group.map(({ corners }) => corners)), ON_EDGE).forEach((edges, k) => {
      if (edges === null) return;
      const { shape, body } = group[k];
      found.set(shape, {
        ...edges,
        corners: edges.corners.map((p) => toBody(store, body, p)),
        beside: edges.beside.map((edge) => ({ ...edge, end: toBody(store, body, edge.end) })),
      });
    });
  }
  return found;
}

/** The polygons with their corners on the grid; null for those that lose a corner. */
function onGrid(polygons: readonly (readonly Vec2[])[]): (readonly Vec2[] | null)[] {
  const largest = polygons
    .flat()
    .reduce((most, { x, y }) => Math.max(most, Math.abs(x), Math.abs(y)), Number.MIN_VALUE);
  const step = GRID_SHARE * 2 ** Math.ceil(Math.log2(largest));
  return polygons.map((corners) => {
    const placed = corners.map(({ x, y }) => ({
      x: step * Math.round(x / step),
      y: step * Math.round(y / step),
    }));
    const keepsAll = placed.every(({ x, y }, k) => x !== placed.at(k - 1)?.x || y !== placed.at(k - 1)?.y);
    return keepsAll ? placed : null;
  });
}

/** x, y, cosine, sine. */
function poseOf({ pose }: BodyStore, body: Body): [number, number, number, number] {
  const o = body.id * BODY_STRIDE;
  return [pose[o + X], pose[o + Y], pose[o + C], pose[o + S]];
}

function toWorld(store: BodyStore, body: Body, p: Vec2): Vec2 {
  const [x, y, c, s] = poseOf(store, body);
  return { x: x + c * p.x - s * p.y, y: y + s * p.x + c * p.y };
}

function toBody(store: BodyStore, body: Body, p: Vec2): Vec2 {
  const [x, y, c, s] = poseOf(store, body);
  const [dx, dy] = [p.x - x, p.y - y];
  return { x: c * dx + s * dy, y: c * dy - s * dx };
}
