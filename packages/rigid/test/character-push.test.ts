import type { Manifold } from '@otedama/collision';
import { createRandom } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { stateOf } from '../src/bare-world.js';
import { pushBody } from '../src/character-push.js';
import { createWorld } from '../src/index.js';
import { box } from './helpers/shapes.js';
import { ghostSolver } from './helpers/simple-solver.js';

test('a push keeps every point from approaching by more than its gap, and pushes at no point that it parts from', () => {
  const random = createRandom(6);
  const world = createWorld({ solver: ghostSolver() });
  const counts = [0, 0, 0];
  for (let round = 0; round < 1000; round++) {
    const body = world.createBody({
      position: { x: random.uniform(-1, 1), y: random.uniform(-1, 1) },
      linearVelocity: { x: random.uniform(-2, 2), y: random.uniform(-2, 2) },
      angularVelocity: random.uniform(-3, 3),
      mass: random.uniform(0.2, 5),
      fixedRotation: round % 10 === 0,
      shapes: [box(1, 1)],
    });
    const center = body.worldCenter;
    const turn = random.uniform(-3, 3);
    const n = { x: Math.cos(turn), y: Math.sin(turn) };
    const points = [0, 1].map(() => {
      const along = random.uniform(-1, 1);
      return { x: center.x + 0.5 * n.x - along * n.y, y: center.y + 0.5 * n.y + along * n.x };
    });
    if (round % 7 === 0) points[1] = points[0];
    const count = round % 5 === 0 ? 1 : 2;
    const gaps = [random.uniform(0, 0.01), random.uniform(0, 0.01)].slice(0, count);
    const manifold = {
      count,
      x0: points[0].x,
      y0: points[0].y,
      separation0: gaps[0],
      x1: points[1].x,
      y1: points[1].y,
      separation1: gaps[1] ?? -9,
    } as Manifold;
    const dt = 1 / 60;
    const mass = random.uniform(1, 90);
    const velocity = { x: random.uniform(-2, 2), y: random.uniform(-2, 2) };
    const before = { ...body.linearVelocity, w: body.angularVelocity };
    const isPushed = pushBody(stateOf(world).bodies, body.id, manifold, n, { velocity, mass, dt });
    const { x, y } = body.linearVelocity;

    // the impulse on the body is along -n, and the character gets its opposite
    const impulse = -body.mass * ((x - before.x) * n.x + (y - before.y) * n.y);
    expect(Math.abs((x - before.x) * n.y - (y - before.y) * n.x)).toBeLessThan(1e-12);
    expect(impulse).toBeGreaterThan(-1e-12);
    expect(isPushed).toBe(impulse > 1e-12);
    const nearest = Math.min(...gaps);
    const after = { x: velocity.x + (impulse * n.x) / mass, y: velocity.y + (impulse * n.y) / mass };
    const rests = gaps.map((gap, k) => {
      const at = body.getPointVelocity(points[k]);
      return n.x * (at.x - after.x) + n.y * (at.y - after.y) - (gap - nearest) / dt;
    });
    for (const rest of rests) expect(rest).toBeLessThan(1e-9);
    // l . u' = 0: one point at least is met exactly, and the spin comes from those that are
    const met = rests.flatMap((rest, k) => (Math.abs(rest) < 1e-9 ? [k] : []));
    counts[isPushed ? met.length : 0]++;
    const { inertia, fixedRotation, angularVelocity } = body;
    world.destroyBody(body);
    if (!isPushed) continue;
    expect(met.length).toBeGreaterThan(0);
    const arms = met.map((k) => n.y * (points[k].x - center.x) - n.x * (points[k].y - center.y));
    const arm =
      inertia === 0 || fixedRotation ? arms[0] : (-inertia * (angularVelocity - before.w)) / impulse;
    expect(arm).toBeGreaterThan(Math.min(...arms) - 1e-6);
    expect(arm).toBeLessThan(Math.max(...arms) + 1e-6);
  }
  for (const count of counts) expect(count).toBeGreaterThan(40);
});
