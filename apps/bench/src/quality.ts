/**
 * Measures the quality of an engine's result, from the transforms that it reports. The overlap check shares no code with any engine,
 * Otedama included. It uses separating axes over polygon cores, vertex-edge distances for round shapes, and finds neighbours by sorting
 * along x. It is slow, and exact for the shapes of the scenes.
 */

import { massProperties } from '@otedama/collision';
import type { Scene } from '@otedama/rigid';
import { halfSpaceSegment, TRANSFORM_STRIDE } from './engine.js';

interface Core {
  readonly body: number;
  readonly dynamic: boolean;
  /** Vertices in the body's frame, xy interleaved; one for a circle, two for a capsule or segment. */
  readonly local: Float64Array;
  readonly world: Float64Array;
  readonly radius: number;
  /** Solid below the line, for half-spaces: the depth counts however deep the body has sunk. */
  readonly solidBelow: boolean;
  box: [minX: number, minY: number, maxX: number, maxY: number];
}

export interface Overlap {
  /** Deepest overlap of any pair, metres, 0 if none overlaps. */
  deepest: number;
  /** Mean over the overlapping pairs, metres. */
  mean: number;
  /** Number of pairs that overlap by more than 5 cm. */
  deep: number;
}

export class QualityChecker {
  private readonly cores: Core[] = [];
  private readonly scene: Scene;

  constructor(scene: Scene) {
    this.scene = scene;
    scene.bodies.forEach((body, index) => {
      for (const shape of body.shapes ?? []) {
        let points: { x: number; y: number }[];
        let radius = 0;
        let solidBelow = false;
        switch (shape.kind) {
          case 'circle':
            points = [shape.center ?? { x: 0, y: 0 }];
            radius = shape.radius;
            break;
          case 'capsule':
            points = [shape.point1, shape.point2];
            radius = shape.radius;
            break;
          case 'polygon':
            points = [...shape.vertices];
            radius = shape.radius ?? 0;
            break;
          case 'halfSpace':
            points = halfSpaceSegment(shape.position ?? { x: 0, y: 0 }, shape.normal);
            solidBelow = true;
            break;
          default:
            points = [shape.point1, shape.point2];
        }
        const local = new Float64Array(points.flatMap(({ x, y }) => [x, y]));
        this.cores.push({
          body: index,
          dynamic: (body.type ?? 'dynamic') === 'dynamic',
          local,
          world: new Float64Array(local.length),
          radius,
          solidBelow,
          box: [0, 0, 0, 0],
        });
      }
    });
  }

  overlap(transforms: Float64Array): Overlap {
    for (const core of this.cores) place(core, transforms);
    const result: Overlap = { deepest: 0, mean: 0, deep: 0 };
    let pairs = 0;
    const order = this.cores.slice().sort((a, b) => a.box[0] - b.box[0]);
    const open: Core[] = [];
    for (const core of order) {
      let kept = 0;
      for (const other of open) {
        if (other.box[2] < core.box[0]) continue;
        open[kept++] = other;
        if (other.body === core.body || !(other.dynamic || core.dynamic)) continue;
        if (other.box[1] > core.box[3] || other.box[3] < core.box[1]) continue;
        const depth = -separation(core, other);
        if (depth > 0) {
          pairs++;
          result.mean += depth;
          result.deepest = Math.max(result.deepest, depth);
          if (depth > 0.05) result.deep++;
        }
      }
      open.length = kept;
      open.push(core);
    }
    if (pairs > 0) result.mean /= pairs;
    return result;
  }

  /** Mass and moment of inertia of each body of the scene; zero for bodies that are not dynamic. */
  masses(): { mass: number; inertia: number }[] {
    return this.scene.bodies.map((body) => {
      const total = { mass: 0, inertia: 0 };
      if ((body.type ?? 'dynamic') !== 'dynamic') return total;
      for (const shape of body.shapes ?? []) {
        const part = massProperties(shape, shape.density ?? 1);
        total.mass += part.mass;
        total.inertia += part.inertia + part.mass * (part.center.x ** 2 + part.center.y ** 2);
      }
      return total;
    });
  }

  /**
   * Number of dynamic bodies that left the scene: not finite, or more than `reach` metres below or beside the initial positions of all
   * bodies.
   */
  lost(transforms: Float64Array, reach: number): number {
    let minX = Infinity;
    let maxX = -Infinity;
    let minY = Infinity;
    for (const body of this.scene.bodies) {
      minX = Math.min(minX, body.position?.x ?? 0);
      maxX = Math.max(maxX, body.position?.x ?? 0);
      minY = Math.min(minY, body.position?.y ?? 0);
    }
    let lost = 0;
    this.scene.bodies.forEach((body, i) => {
      if ((body.type ?? 'dynamic') !== 'dynamic') return;
      const x = transforms[TRANSFORM_STRIDE * i] as number;
      const y = transforms[TRANSFORM_STRIDE * i + 1] as number;
      if (!(x > minX - reach && x < maxX + reach && y > minY - reach)) lost++;
    });
    return lost;
  }
}

function place(core: Core, transforms: Float64Array): void {
  const o = TRANSFORM_STRIDE * core.body;
  const x = transforms[o] as number;
  const y = transforms[o + 1] as number;
  const c = transforms[o + 2] as number;
  const s = transforms[o + 3] as number;
  const { local, world, radius, box } = core;
  box[0] = box[1] = Infinity;
  box[2] = box[3] = -Infinity;
  for (let i = 0; i < local.length; i += 2) {
    const lx = local[i] as number;
    const ly = local[i + 1] as number;
    const wx = x + c * lx - s * ly;
    const wy = y + s * lx + c * ly;
    world[i] = wx;
    world[i + 1] = wy;
    box[0] = Math.min(box[0], wx - radius);
    box[1] = Math.min(box[1], wy - radius);
    box[2] = Math.max(box[2], wx + radius);
    box[3] = Math.max(box[3], wy + radius);
  }
  if (core.solidBelow) box[1] = -Infinity;
}

/** Signed distance of two rounded convex cores; negative by the penetration depth. */
function separation(a: Core, b: Core): number {
  if (a.solidBelow || b.solidBelow) return planeSeparation(a.solidBelow ? a : b, a.solidBelow ? b : a);
  const radii = a.radius + b.radius;
  const core = Math.max(axisSeparation(a.world, b.world), axisSeparation(b.world, a.world));
  // the cores themselves overlap; two points have no separating axis and cannot overlap
  if (core < 0 && core > Number.NEGATIVE_INFINITY) return core - radii;
  return coreDistance(a.world, b.world) - radii;
}

function planeSeparation(plane: Core, body: Core): number {
  const [x1, y1, x2, y2] = plane.world as unknown as [number, number, number, number];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const nx = -(y2 - y1) / length;
  const ny = (x2 - x1) / length;
  let least = Infinity;
  for (let i = 0; i < body.world.length; i += 2) {
    const px = body.world[i] as number;
    const py = body.world[i + 1] as number;
    least = Math.min(least, nx * (px - x1) + ny * (py - y1));
  }
  return least - body.radius;
}

/** Largest separation over the outward normals of `p` (3 or more vertices counter-clockwise; both sides of a segment). */
function axisSeparation(p: Float64Array, q: Float64Array): number {
  const n = p.length / 2;
  if (n === 1) return -Infinity;
  let best = -Infinity;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const x = p[2 * i] as number;
    const y = p[2 * i + 1] as number;
    const ex = (p[2 * j] as number) - x;
    const ey = (p[2 * j + 1] as number) - y;
    const length = Math.hypot(ex, ey);
    let least = Infinity;
    for (let k = 0; k < q.length; k += 2) {
      least = Math.min(least, (ey * ((q[k] as number) - x) - ex * ((q[k + 1] as number) - y)) / length);
    }
    best = Math.max(best, least);
  }
  return best;
}

/** Distance of two cores that do not overlap: the minimum over the vertices of one and the edges of the other. */
function coreDistance(p: Float64Array, q: Float64Array): number {
  return Math.min(vertexEdgeDistance(p, q), vertexEdgeDistance(q, p));
}

function vertexEdgeDistance(p: Float64Array, q: Float64Array): number {
  const n = q.length / 2;
  let least = Infinity;
  for (let i = 0; i < p.length; i += 2) {
    const x = p[i] as number;
    const y = p[i + 1] as number;
    for (let k = 0; k < n; k++) {
      const ax = q[2 * k] as number;
      const ay = q[2 * k + 1] as number;
      const m = (k + 1) % n;
      const ex = (q[2 * m] as number) - ax;
      const ey = (q[2 * m + 1] as number) - ay;
      const ee = ex * ex + ey * ey;
      const t = ee > 0 ? Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / ee)) : 0;
      least = Math.min(least, Math.hypot(x - ax - t * ex, y - ay - t * ey));
    }
  }
  return least;
}
