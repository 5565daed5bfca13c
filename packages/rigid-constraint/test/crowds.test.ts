/** Bodies that lie deep inside several others (`crowds.ts`): they move apart, and are slow when they are apart. */
import { polygon } from '@otedama/math2d';
import {
  type Body,
  createWorld,
  type ShapeDefinition,
  type Solver,
  StepRecorder,
  type World,
} from '@otedama/rigid';
import { confined } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSoftStep as createBareSoftStep, crowds } from '../src/bare.js';
import { createSoftStep } from '../src/index.js';

const DT = 1 / 60;

const shapes: Record<string, ShapeDefinition> = {
  boxes: { kind: 'polygon', vertices: polygon.rectangle(1, 1) },
  balls: { kind: 'circle', radius: 0.5 },
};

interface Heap {
  readonly world: World;
  readonly bodies: Body[];
}

/** Bodies at one place, or on a small circle about it, in free space or on a floor. */
function heap(count: number, shape: ShapeDefinition, radius: number, gravity: number, solver: Solver): Heap {
  const world = createWorld({ solver, gravity: { x: 0, y: -gravity } });
  if (gravity > 0) {
    world.createBody({
      type: 'static',
      position: { x: 0, y: -0.5 },
      shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }],
    });
  }
  const place = polygon.regular(1, 64);
  const bodies = Array.from({ length: count }, (_, k) => {
    const { x, y } = place[(27 * k) % 64];
    return world.createBody({ position: { x: radius * x, y: radius * y }, shapes: [shape] });
  });
  return { world, bodies };
}

/** Steps the heap. Returns the greatest speed of a body, m/s. */
function greatestSpeed({ world, bodies }: Heap, steps: number): number {
  let speed = 0;
  for (let k = 0; k < steps; k++) {
    world.step(DT);
    for (const { linearVelocity: v } of bodies) speed = Math.max(speed, Math.hypot(v.x, v.y));
  }
  return speed;
}

const deepest = (world: World): number => {
  let depth = 0;
  world.forEachContact((contact) => {
    for (let p = 0; p < contact.pointCount; p++) depth = Math.max(depth, -contact.separation(p));
  });
  return depth;
};

describe.each(Object.entries(shapes))('%s created in one place', (_, shape) => {
  test.each([
    [3, 0, 0.6],
    [10, 0, 2.6],
    [10, 0.05, 2],
    [30, 0.05, 3],
  ])(
    '%d bodies up to %d m from it fly apart more slowly than they are pushed out',
    (count, radius, limit) => {
      const bodies = heap(count, shape, radius, 0, createSoftStep());
      expect(greatestSpeed(bodies, 250)).toBeLessThan(limit);
      expect(deepest(bodies.world)).toBeLessThan(0.1);
    },
  );

  test('ten on a floor are spread out on it without being thrown', () => {
    const bodies = heap(10, shape, 0.05, 10, createSoftStep());
    // one that was lifted by the height of two bodies falls at 6 m/s
    expect(greatestSpeed(bodies, 180)).toBeLessThan(6.3);
    expect(deepest(bodies.world)).toBeLessThan(0.05);
  });
});

// Without it the energy rises from 614 to 182,338 J: no less than if each circle were thrown at 24 m/s.
test('625 circles in too small a place keep most of their energy and their linear momentum when they come apart', () => {
  const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: 0 } });
  confined.create().bodies.forEach((body, k) => {
    if ((body.type ?? 'dynamic') !== 'dynamic') return;
    world.createBody({ ...body, linearVelocity: { x: Math.sin(k) * 2, y: Math.cos(3 * k) } });
  });
  const before = world.invariants();
  for (let k = 0; k < 120; k++) world.step(DT);
  const after = world.invariants();
  expect(after.kineticEnergy).toBeLessThan(4 * before.kineticEnergy);
  expect(after.linearMomentum.x).toBeCloseTo(before.linearMomentum.x, 9);
});

test('a bare solver does this with the part `crowds`, bit for bit', () => {
  const [box] = Object.values(shapes);
  const full = heap(5, box, 0.05, 0, createSoftStep());
  const withPart = heap(5, box, 0.05, 0, createBareSoftStep({}, { crowds }));
  const without = heap(5, box, 0.05, 0, createBareSoftStep());
  for (const { world } of [full, withPart]) for (let k = 0; k < 60; k++) world.step(DT);
  expect(withPart.world.stateHash()).toBe(full.world.stateHash());
  expect(greatestSpeed(without, 60)).toBeGreaterThan(5);
});

test('a recorder sees that rows return to their impulses, and changes nothing', () => {
  const [box] = Object.values(shapes);
  const plain = heap(3, box, 0, 0, createSoftStep());
  const traced = heap(3, box, 0, 0, createSoftStep());
  const recorder = new StepRecorder(traced.world);
  let returns = 0;
  for (let k = 0; k < 30; k++) {
    plain.world.step(DT);
    traced.world.step(DT);
    for (const { rows } of recorder.last!.contacts) {
      returns += rows.filter(({ phase }) => phase === 'return').length;
    }
  }
  expect(returns).toBeGreaterThan(30);
  expect(traced.world.stateHash()).toBe(plain.world.stateHash());
});

test('a crowd at a locked axis stays on it', () => {
  const [box] = Object.values(shapes);
  const { world, bodies } = heap(4, box, 0.05, 0, createSoftStep());
  bodies[1].lockX = true;
  const { x } = bodies[1].position;
  for (let k = 0; k < 120; k++) world.step(DT);
  expect(bodies[1].position.x).toBe(x);
  expect(bodies.every(({ linearVelocity: v }) => Math.hypot(v.x, v.y) < 2)).toBe(true);
});
