/** Continuous collision against closed forms and itself: which sensors straight flights cross, and what may not change a flight. */

import { createRandom } from '@otedama/math2d';
import { expect, test } from 'vitest';
import { type Body, type BodyShape, createWorld, type World } from '../src/index.js';
import { box, circle } from './helpers/shapes.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;
const STEPS = 20;
/** Crossings less deep than this may be reported or not, m. */
const MARGIN = 0.01;

/** Least distance of two points that fly straight for a time, m. */
function leastDistance(a: Flight, b: Flight, time: number): number {
  const [x, y, vx, vy] = [b.x - a.x, b.y - a.y, b.vx - a.vx, b.vy - a.vy];
  const speed2 = vx * vx + vy * vy;
  const t = speed2 === 0 ? 0 : Math.max(0, Math.min(time, -(x * vx + y * vy) / speed2));
  return Math.hypot(x + t * vx, y + t * vy);
}

interface Flight {
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
}

test.each([
  ['fast balls through sensors that stand or move', false, 40],
  ['bullets with a sensor through balls', true, 40],
  ['bullets with a sensor through bullets', 'every second', 15],
] as const)('%s: each crossing is reported once, and nothing else', (_, areBulletsSensors, least) => {
  const random = createRandom(areBulletsSensors ? 8 : 7);
  const between = (least: number, most: number): number => random.uniform(least, most);
  const counts = { crossed: 0, passed: 0, silent: 0 };
  for (let round = 0; round < 12; round++) {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
    const flights = new Map<BodyShape, Flight & { radius: number; isHeard: boolean }>();
    const add = (
      isFast: boolean,
      isSensor: boolean,
      bullet: boolean,
      type: Body['type'],
      isHeard: boolean,
    ) => {
      const speed = isFast ? between(60, 300) : type === 'static' ? 0 : between(0, 12);
      const direction = between(-3, 3);
      const flight = {
        x: between(-5, 5),
        y: between(-5, 5),
        vx: speed * Math.cos(direction),
        vy: speed * Math.sin(direction),
      };
      const radius = between(0.05, 0.4);
      const body = world.createBody({
        type,
        bullet,
        position: flight,
        ...(type === 'static' ? {} : { linearVelocity: { x: flight.vx, y: flight.vy } }),
        shapes: [circle(radius, { sensor: isSensor, contactEvents: isHeard })],
      });
      flights.set(body.shapes[0], { ...flight, radius, isHeard });
    };
    for (let k = 0; k < 12; k++) {
      const isSensor = areBulletsSensors === 'every second' ? k % 2 === 1 : areBulletsSensors;
      add(true, isSensor, areBulletsSensors !== false, 'dynamic', k % 3 !== 0);
      if (areBulletsSensors === 'every second') continue;
      if (areBulletsSensors) add(false, false, false, 'dynamic', k % 2 === 0);
      else add(false, true, false, (['static', 'kinematic', 'dynamic'] as const)[k % 3], k % 2 === 0);
    }
    // many sensors, so that the near ones are looked up
    for (let k = 0; k < (round % 2) * 60; k++) {
      world.createBody({
        type: 'kinematic',
        position: { x: 900 + 2 * k, y: 0 },
        shapes: [circle(0.5, { sensor: true })],
      });
    }
    const begun = new Map<string, number>();
    const ended = new Map<string, number>();
    const count = (map: Map<string, number>, sensor: BodyShape, visitor: BodyShape): void => {
      const key = `${sensor.id} ${visitor.id}`;
      map.set(key, (map.get(key) ?? 0) + 1);
      expect(sensor.isSensor && !visitor.isSensor, key).toBe(true);
    };
    for (let step = 0; step < STEPS; step++) {
      world.step(dt);
      for (const { sensor, visitor } of world.events.sensorBegin) count(begun, sensor, visitor);
      for (const { sensor, visitor } of world.events.sensorEnd) count(ended, sensor, visitor);
    }
    for (const [sensor, a] of flights) {
      if (!sensor.isSensor) continue;
      for (const [visitor, b] of flights) {
        if (visitor.isSensor) continue;
        const key = `${sensor.id} ${visitor.id}`;
        const depth = a.radius + b.radius - leastDistance(a, b, STEPS * dt);
        const [begins, ends] = [begun.get(key) ?? 0, ended.get(key) ?? 0];
        expect(begins - ends === 0 || begins - ends === 1, key).toBe(true);
        if (!a.isHeard && !b.isHeard) {
          expect(begins, `${key}, both silent`).toBe(0);
          if (depth > 0) counts.silent++;
        } else if (depth > MARGIN) {
          expect(begins, `round ${round}: ${key} cross by ${depth} m`).toBe(1);
          counts.crossed++;
        } else if (depth < -MARGIN) {
          expect(begins, `${key} pass at ${-depth} m`).toBe(0);
          counts.passed++;
        }
      }
    }
  }
  expect(counts.crossed).toBeGreaterThan(least);
  expect(counts.passed).toBeGreaterThan(10 * least);
  expect(counts.silent).toBeGreaterThan(least / 10);
});

test.each(['few', 'bullets'] as const)('walls, sensors and bodies far away change no flight: %s', (kind) => {
  const fly = (crowd: number): { hash: string; events: number; stops: number } => {
    const random = createRandom(3);
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    const near = new Set<number>();
    const add = (definition: Parameters<World['createBody']>[0]): void => {
      near.add(world.createBody(definition).id);
    };
    for (const [x, y, width, height] of [
      [0, -5, 12, 0.1],
      [0, 5, 12, 0.1],
      [-6, 0, 0.1, 10],
      [6, 0, 0.1, 10],
      [1, 1, 0.1, 2],
    ])
      add({ type: 'static', position: { x, y }, shapes: [box(width, height)] });
    for (let k = 0; k < 6; k++) {
      const position = { x: random.uniform(-5, 5), y: random.uniform(-4, 4) };
      const linearVelocity = { x: random.uniform(-2, 2), y: random.uniform(-2, 2) };
      add({ type: 'kinematic', position, linearVelocity, shapes: [box(0.1, 0.8, { sensor: k % 2 === 0 })] });
    }
    for (let k = 0; k < 14; k++) {
      add({
        position: { x: random.uniform(-5, 5), y: random.uniform(-4, 4) },
        linearVelocity: { x: random.uniform(-150, 150), y: random.uniform(-150, 150) },
        angularVelocity: random.uniform(-20, 20),
        bullet: kind === 'bullets' && k % 2 === 0,
        shapes: [
          k % 3 === 0 ? circle(0.1) : box(0.2, 0.1),
          ...(k === 4 ? [circle(0.3, { sensor: true })] : []),
        ],
      });
    }
    for (let k = 0; k < crowd; k++) {
      const position = { x: 500 + 3 * k, y: 0 };
      const type = (['static', 'kinematic', 'dynamic'] as const)[k % 3];
      const bullet = type === 'dynamic' && k % 2 === 0;
      world.createBody({
        type,
        bullet,
        gravityScale: 0,
        position,
        shapes: [circle(0.5, { sensor: k % 4 < 2 })],
      });
    }
    let [events, stops] = [0, 0];
    let poses = '';
    for (let step = 0; step < 40; step++) {
      world.step(dt);
      events += world.events.sensorBegin.length + world.events.sensorEnd.length;
      stops += world.stats.stoppedBodies;
      for (const { id, position, angle, linearVelocity } of world.bodies) {
        if (near.has(id)) poses += `${id} ${position.x} ${position.y} ${angle} ${linearVelocity.x} `;
      }
    }
    return { hash: poses, events, stops };
  };
  const alone = fly(0);
  expect(alone.stops).toBeGreaterThan(30);
  expect(alone.events).toBeGreaterThan(10);
  expect(fly(150)).toEqual(alone);
});

test.each<[change: string, make: (wall: Body, world: World) => void]>([
  ['was destroyed', (wall, world) => world.destroyBody(wall)],
  ['is disabled', (wall) => (wall.isEnabled = false)],
  ['has lost its shape', (wall) => wall.shapes[0].destroy()],
  ['is elsewhere', (wall) => (wall.position = { x: 0, y: 50 })],
  ['moves now', (wall) => (wall.type = 'kinematic')],
])('a wall that stopped a ball stops none after it %s', (_, make) => {
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
  const wall = world.createBody({ type: 'static', shapes: [box(0.1, 20)] });
  const shoot = (): Body => {
    const ball = world.createBody({
      position: { x: -2, y: 0 },
      linearVelocity: { x: 200, y: 0 },
      shapes: [circle(0.1)],
    });
    world.step(dt);
    return ball;
  };
  expect(shoot().position.x).toBeLessThan(0);
  make(wall, world);
  expect(shoot().position.x).toBeGreaterThan(1);
});

/** Shoots in a scene that is rotated as a whole. Returns where the body stops, in the axes of the scene. */
function stopOf(angle: number, obstacle: Body['type'], isMoving: boolean): number[] {
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
  const turned = (x: number, y: number) => ({
    x: x * Math.cos(angle) - y * Math.sin(angle),
    y: x * Math.sin(angle) + y * Math.cos(angle),
  });
  const linearVelocity = isMoving ? turned(-1, 3) : { x: 0, y: 0 };
  world.createBody({ type: obstacle, angle, linearVelocity, shapes: [box(0.1, 20)] });
  const rod = world.createBody({
    bullet: true,
    angle: angle + 1,
    position: turned(-2, 0.5),
    linearVelocity: turned(150, 20),
    angularVelocity: 30,
    // the centre of mass is not at the origin of the body
    shapes: [box(1.5, 0.1), circle(0.2, { center: { x: 0.6, y: 0.3 } })],
  });
  world.step(dt);
  expect(world.stats.stoppedBodies).toBe(1);
  const { x, y } = rod.position;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [x * c + y * s, y * c - x * s, Math.sin(rod.angle - angle), Math.cos(rod.angle - angle)];
}

test('a turning rod is stopped alike in every direction, and by any wall at rest', () => {
  const [atRest, moving] = [false, true].map((isMoving) => stopOf(0, 'kinematic', isMoving));
  expect(moving[0]).not.toBeCloseTo(atRest[0], 3);
  for (const angle of [0, 0.7, 1.6, 2.9, -2, -0.4]) {
    for (let k = 0; k < 4; k++) {
      expect(stopOf(angle, 'static', false)[k]).toBeCloseTo(atRest[k], 6);
      expect(stopOf(angle, 'kinematic', false)[k]).toBeCloseTo(atRest[k], 6);
      expect(stopOf(angle, 'kinematic', true)[k]).toBeCloseTo(moving[k], 6);
    }
  }
});

test('a fast kinematic body is stopped by nothing, and no sensor sees it pass within a step', () => {
  const world = createWorld({ solver: simpleSolver() });
  world.createBody({ type: 'static', shapes: [box(0.1, 20), circle(0.3, { sensor: true })] });
  const platform = world.createBody({
    type: 'kinematic',
    position: { x: -1, y: 0 },
    linearVelocity: { x: 300, y: 0 },
    shapes: [circle(0.1)],
  });
  world.step(dt);
  expect(platform.position.x).toBeCloseTo(-1 + 300 * dt, 9);
  expect(world.events.sensorBegin).toHaveLength(0);
});

test('several bodies stopped in a step, by walls and by bodies, each have the speed of their free fall to there', () => {
  const g = 10;
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: -g } });
  world.createBody({ type: 'static', shapes: [box(200, 0.1)] });
  const bodies = Array.from({ length: 12 }, (_, k) => {
    const isOnBody = k % 3 === 0;
    if (isOnBody) {
      world.createBody({ position: { x: 3 * k, y: 1 }, gravityScale: 0, mass: 1, shapes: [box(1, 0.1)] });
    }
    const body = world.createBody({
      position: { x: 3 * k, y: 1.6 + 0.07 * k },
      linearVelocity: { x: 0, y: -180 },
      bullet: k % 2 === 0 || isOnBody,
      shapes: [circle(0.1)],
    });
    return { body, height: body.position.y };
  });
  world.step(dt);
  expect(world.stats.stoppedBodies).toBe(bodies.length);
  for (const [k, { body, height }] of bodies.entries()) {
    expect(body.position.y > 1).toBe(k % 3 === 0);
    // symplectic Euler: the velocity of the whole step, of which gravity acted for the share that was flown
    const share = (height - body.position.y) / ((180 + g * dt) * dt);
    expect(body.linearVelocity.y).toBeCloseTo(-(180 + share * g * dt), 9);
  }
});

test.each(['lockX', 'lockY'] as const)(
  '%s: a stopped body does not gain speed along its locked axis',
  (lock) => {
    const gravity = lock === 'lockX' ? { x: -10, y: 0 } : { x: 0, y: -10 };
    const world = createWorld({ solver: ghostSolver(), gravity });
    world.createBody({ type: 'static', shapes: [box(0.1, 0.1)] });
    const way = lock === 'lockX' ? { x: 0, y: 1 } : { x: 1, y: 0 };
    const body = world.createBody({
      [lock]: true,
      position: { x: -2 * way.x, y: -2 * way.y },
      linearVelocity: { x: 200 * way.x, y: 200 * way.y },
      shapes: [circle(0.2)],
    });
    world.step(dt);
    expect(world.stats.stoppedBodies).toBe(1);
    expect(lock === 'lockX' ? body.linearVelocity.x : body.linearVelocity.y).toBe(0);
  },
);

test('a bullet with a sensor detects other bullets and is not stopped by them', () => {
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
  const target = world.createBody({ bullet: true, shapes: [circle(0.3)] });
  const shot = world.createBody({
    bullet: true,
    position: { x: -1.5, y: 0 },
    linearVelocity: { x: 200, y: 0 },
    shapes: [circle(0.1), circle(0.2, { sensor: true })],
  });
  world.step(dt);
  expect(shot.position.x).toBeCloseTo(-1.5 + 200 * dt, 9);
  expect(world.events.sensorBegin.map(({ visitor }) => visitor.body)).toEqual([target]);
});

/** A sensor of radius 0.1 m on a bullet flies past the rim of a bullet of radius 1 m within one step, along a chord of 0.4 m. */
function graze(resting: object): string[] {
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
  const ball = world.createBody({ bullet: true, shapes: [circle(1)], ...resting });
  const way = 0.45;
  world.createBody({
    bullet: true,
    position: { x: -way / 2, y: Math.sqrt(1.1 * 1.1 - 0.2 * 0.2) },
    linearVelocity: { x: way / dt, y: 0 },
    shapes: [circle(0.1, { sensor: true })],
  });
  world.step(dt);
  expect(world.stats.sweptBodies).toBe(1);
  return world.events.sensorBegin.map(({ visitor }) => (visitor.body === ball ? 'ball' : 'other'));
}

test('a bullet with a sensor detects bullets that are too slow to be swept themselves', () => {
  // a ball is swept if it and the fastest body move by half its radius
  expect(graze({})).toEqual(['ball']);
  expect(graze({ awake: false })).toEqual(['ball']);
});
