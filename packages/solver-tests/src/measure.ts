import { collide, GeometryStore, Manifold } from '@otedama/collision';
import type { World } from '@otedama/rigid';

/** Sums over the dynamic bodies of a world. The angular momentum is about the world origin. */
export interface Totals {
  kinetic: number;
  potential: number;
  energy: number;
  px: number;
  py: number;
  angular: number;
}

export function totals(world: World): Totals {
  const g = world.gravity;
  const sum: Totals = { kinetic: 0, potential: 0, energy: 0, px: 0, py: 0, angular: 0 };
  for (const body of world.bodies) {
    if (body.type !== 'dynamic') continue;
    const { x, y } = body.worldCenter;
    const v = body.linearVelocity;
    const m = body.mass;
    sum.kinetic += 0.5 * m * (v.x * v.x + v.y * v.y) + 0.5 * body.inertia * body.angularVelocity ** 2;
    sum.potential -= m * body.gravityScale * (g.x * x + g.y * y);
    sum.px += m * v.x;
    sum.py += m * v.y;
    sum.angular += m * (x * v.y - y * v.x) + body.inertia * body.angularVelocity;
  }
  sum.energy = sum.kinetic + sum.potential;
  return sum;
}

/**
 * Deepest penetration of all pairs of shapes at the current poses, m. It is computed from new manifolds, not from the solver's manifolds.
 */
export function deepestOverlap(world: World): number {
  const store = new GeometryStore();
  const placed: { id: number; body: number; fixed: boolean; group: number; box: Float64Array }[] = [];
  for (const body of world.bodies) {
    const { x, y } = body.position;
    for (const shape of body.shapes) {
      const id = store.add(shape.geometry);
      const box = new Float64Array(4);
      store.place(id, x, y, Math.cos(body.angle), Math.sin(body.angle), box, 0);
      placed.push({ id, body: body.id, fixed: body.type === 'static', group: shape.filter.group, box });
    }
  }
  const manifold = new Manifold();
  let deepest = 0;
  for (let i = 0; i < placed.length; i++) {
    for (let j = i + 1; j < placed.length; j++) {
      const a = placed[i];
      const b = placed[j];
      if (a.body === b.body || (a.fixed && b.fixed) || (a.group < 0 && a.group === b.group)) continue;
      if (a.box[2] < b.box[0] || b.box[2] < a.box[0] || a.box[3] < b.box[1] || b.box[3] < a.box[1]) continue;
      const count = collide(store, a.id, b.id, 0, manifold);
      if (count > 0) deepest = Math.max(deepest, -manifold.separation0);
      if (count > 1) deepest = Math.max(deepest, -manifold.separation1);
    }
  }
  return deepest;
}
