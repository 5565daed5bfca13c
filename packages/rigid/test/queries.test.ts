import {
  broadPhases,
  type CreateBroadPhase,
  castRay,
  castShape,
  containsPoint,
  createGrid,
  overlapShapes,
  shapeAabb,
} from '@otedama/collision';
import { aabb, createRandom, InputError, rotation } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import { type BodyShape, createWorld, type World } from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { ghostSolver } from './helpers/simple-solver.js';

const still = { x: 0, y: 0, c: 1, s: 0 };

function emptyWorld(broadPhase: CreateBroadPhase = createGrid): World {
  return createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 }, broadPhase, sleeping: false });
}

describe('queries on a world', () => {
  it('Q18 a ray and a circle cast against a unit box', () => {
    for (const broadPhase of Object.values(broadPhases)) {
      const world = emptyWorld(broadPhase);
      const body = world.createBody({ shapes: [box(1, 1)] });
      const hit = world.castRay({ x: -5, y: 0 }, { x: 10, y: 0 });
      expect(hit?.shape.body).toBe(body);
      expect(Math.abs(hit!.point.x + 0.5)).toBeLessThan(1e-9);
      expect(hit!.normal).toEqual({ x: -1, y: 0 });
      expect(hit!.fraction).toBeCloseTo(0.45, 12);
      const cast = world.castShape({ kind: 'circle', radius: 0.1 }, { ...still, x: -5 }, { x: 10, y: 0 });
      expect(cast?.shape.body).toBe(body);
      expect(Math.abs(cast!.point.x + 0.5)).toBeLessThan(1e-3);
      expect(Math.abs(cast!.fraction - 0.44)).toBeLessThan(1e-3);
      expect(cast!.normal.x).toBeCloseTo(-1, 6);
    }
  });

  it('a ray finds the nearest of many bodies, and all of them in order', () => {
    const world = emptyWorld();
    const bodies = [5, 2, 9, 2].map((x) =>
      world.createBody({ position: { x, y: 0 }, shapes: [circle(0.5)] }),
    );
    expect(world.castRay({ x: 0, y: 0 }, { x: 20, y: 0 })?.shape.body).toBe(bodies[1]);
    const all = world.castRayAll({ x: 0, y: 0 }, { x: 20, y: 0 });
    expect(all.map((hit) => hit.shape.body)).toEqual([bodies[1], bodies[3], bodies[0], bodies[2]]);
    expect(all[2].point.x).toBeCloseTo(4.5, 12);
    expect(world.castRay({ x: 0, y: 0 }, { x: 1, y: 0 })).toBeNull();
    expect(world.castRay({ x: 0, y: 0 }, { x: 0, y: 0 })).toBeNull();
    expect(world.castRayAll({ x: 0, y: 5 }, { x: 20, y: 0 })).toEqual([]);
  });

  it('Q7 a ray starting inside a shape hits it only if solid is set', () => {
    const world = emptyWorld();
    world.createBody({ shapes: [box(2, 2)] });
    expect(world.castRay({ x: 0, y: 0 }, { x: 5, y: 0 })).toBeNull();
    const hit = world.castRay({ x: 0, y: 0 }, { x: 5, y: 0 }, { solid: true });
    expect(hit).toMatchObject({ fraction: 0, point: { x: 0, y: 0 }, normal: { x: 0, y: 0 } });
  });

  it('a ray that starts inside several shapes hits the one with the lowest id, over any broad phase', () => {
    for (const broadPhase of Object.values(broadPhases)) {
      const world = emptyWorld(broadPhase);
      for (const type of ['dynamic', 'static', 'kinematic'] as const)
        world.createBody({ type, shapes: [box(2, 2)] });
      const hit = world.castRay({ x: 0, y: 0 }, { x: 5, y: 0 }, { solid: true });
      expect(hit).toMatchObject({ fraction: 0, shape: { id: 0 } });
    }
  });

  it('a ray hits a half-space, also from far away', () => {
    const world = emptyWorld();
    world.createBody({ type: 'static', shapes: [floor(-3)] });
    const hit = world.castRay({ x: 1e6, y: 7 }, { x: 10, y: -20 });
    expect(hit?.point.y).toBeCloseTo(-3, 9);
    expect(hit?.normal).toEqual({ x: 0, y: 1 });
  });

  it('Q19 points inside, on and outside a box', () => {
    const world = emptyWorld();
    const body = world.createBody({ shapes: [box(2, 1)] });
    const at = (x: number, y: number) => world.overlapPoint({ x, y }).map((shape) => shape.body);
    expect(at(0, 0)).toEqual([body]);
    expect(at(1, 0)).toEqual([body]);
    expect(at(2, 0)).toEqual([]);
    body.setTransform({ x: 5, y: 0 }, Math.PI / 2);
    expect(at(5, 0.9)).toEqual([body]);
    expect(at(0, 0)).toEqual([]);
  });

  it('AABB and shape queries list overlapping shapes by id', () => {
    const world = emptyWorld();
    const bodies = [0, 1, 2, 3].map((x) =>
      world.createBody({ position: { x: 3 * x, y: 0 }, shapes: [circle(1)] }),
    );
    const boxed = world.overlapAABB({ minX: 0.5, minY: 0.9, maxX: 5.2, maxY: 2 });
    expect(boxed.map((shape) => shape.body)).toEqual(bodies.slice(0, 3));
    const turned = { x: 4.5, y: 0, ...rotation.fromAngle(0.3) };
    expect(world.overlapShape(box(1.2, 1.2), turned).map((shape) => shape.body)).toEqual(bodies.slice(1, 3));
    expect(world.overlapShape(box(0.1, 0.1), turned)).toEqual([]);
    expect(world.overlapShape(circle(0.4), { ...still, x: 1.5 })).toEqual([]);
    expect(world.overlapShape(circle(0.6), { ...still, x: 1.5 }).length).toBe(2);
  });

  it.each(Object.entries(broadPhases))(
    'find what a check of every shape finds, also right after bodies have moved, over a %s',
    (_, broadPhase) => {
      const random = createRandom(5);
      const between = (least: number, most: number) => random.uniform(least, most);
      const world = emptyWorld(broadPhase);
      world.createBody({ type: 'static', position: { x: 0, y: -9 }, shapes: [floor()] });
      for (let k = 0; k < 60; k++) {
        const filter = { category: 1 << (k % 3), group: (k % 7) - 3 };
        world.createBody({
          type: (['static', 'kinematic', 'dynamic'] as const)[k % 3],
          position: { x: between(-8, 8), y: between(-8, 8) },
          angle: between(0, 6),
          linearVelocity: { x: between(-9, 9), y: between(-9, 9) },
          shapes: [
            k % 2 === 0
              ? circle(between(0.1, 1), { filter })
              : box(between(0.2, 3), between(0.2, 1), { filter }),
            {
              kind: 'capsule',
              point1: { x: 0, y: 1 },
              point2: { x: 1, y: 1 },
              radius: 0.2,
              sensor: k % 5 === 0,
            },
          ],
        });
      }
      const ids = (shapes: readonly { readonly id: number }[]) => shapes.map(({ id }) => id);
      let found = 0;
      for (let round = 0; round < 60; round++) {
        if (round % 3 === 0) world.step(1 / 60);
        for (const body of world.bodies) {
          if (body.type !== 'static' && random.next() < 0.1)
            body.position = { x: between(-8, 8), y: between(-8, 8) };
        }
        const filter = round % 2 === 0 ? {} : { mask: 3, sensors: true, group: -1 };
        const point = { x: between(-9, 9), y: between(-9, 9) };
        const way = { x: between(-9, 9), y: between(-9, 9) };
        // first of all, so that no other query has noticed the moves before
        const rays = world.castRayAll(point, way, filter);
        // filters have tests of their own
        const seen = world
          .overlapAABB({ minX: -1e3, minY: -1e3, maxX: 1e3, maxY: 1e3 }, filter)
          .map((shape) => {
            const { position, angle } = shape.body;
            return {
              id: shape.id,
              shape: shape.geometry,
              pose: { ...position, ...rotation.fromAngle(angle) },
            };
          });
        expect(seen.length).toBeGreaterThan(60);
        const region = { minX: point.x, minY: point.y, maxX: point.x + 2, maxY: point.y + 1 };
        const moving = round % 4 === 0 ? circle(0.4) : box(0.5, 1.2);
        const pose = { ...point, ...rotation.fromAngle(between(0, 6)) };

        const near = seen.filter(({ shape, pose: at }) => aabb.overlaps(shapeAabb(shape, at), region));
        expect(ids(world.overlapAABB(region, filter))).toEqual(ids(near));
        const around = seen.filter(({ shape, pose: at }) => containsPoint(shape, at, point));
        expect(ids(world.overlapPoint(point, filter))).toEqual(ids(around));
        const touched = seen.filter(({ shape, pose: at }) => overlapShapes(moving, pose, shape, at));
        expect(ids(world.overlapShape(moving, pose, filter))).toEqual(ids(touched));

        const onRay = seen
          .map(({ id, shape, pose: at }) => ({
            id,
            ...castRay(shape, at, { origin: point, translation: way, maxFraction: 1 }, { solid: false }),
          }))
          .filter(({ hit }) => hit)
          .sort((p, q) => p.fraction - q.fraction);
        expect(ids(rays.map(({ shape }) => shape))).toEqual(ids(onRay));
        expect(world.castRay(point, way, filter)).toEqual(rays[0] ?? null);
        rays.forEach(({ fraction, normal }, k) => {
          expect(fraction).toBeCloseTo(onRay[k].fraction, 9);
          expect(normal.x * onRay[k].normal.x + normal.y * onRay[k].normal.y).toBeCloseTo(1, 9);
        });

        const casts = seen
          .map(({ id, shape, pose: at }) => ({ id, ...castShape(shape, at, moving, pose, way) }))
          .filter(({ hit }) => hit)
          .sort((p, q) => p.fraction - q.fraction || p.id - q.id);
        const cast = world.castShape(moving, pose, way, filter);
        expect(cast?.shape.id).toBe(casts[0]?.id);
        if (cast !== null) expect(cast.fraction).toBeCloseTo(casts[0].fraction, 9);
        found += near.length + around.length + touched.length + rays.length + casts.length;
      }
      expect(found).toBeGreaterThan(300);
    },
  );

  it('shapes that only touch a box or a shape are found, those at the same distance by id', () => {
    const world = emptyWorld();
    const bodies = [
      { x: -2, y: 0 },
      { x: 2, y: 0 },
      { x: 0, y: -2 },
      { x: 0, y: 2 },
    ].map((position) => world.createBody({ position, shapes: [box(2, 2)] }));
    const touching = (shapes: readonly BodyShape[]) => shapes.map(({ body }) => body);
    expect(touching(world.overlapAABB({ minX: -1, minY: -1, maxX: 1, maxY: 1 }))).toEqual(bodies);
    expect(touching(world.overlapAABB({ minX: -0.99, minY: -0.99, maxX: 0.99, maxY: 0.99 }))).toEqual([]);
    expect(touching(world.overlapPoint({ x: 1, y: -1 }))).toEqual([bodies[1], bodies[2]]);
    const twins = [0, 0, 0].map(() => world.createBody({ position: { x: 9, y: 9 }, shapes: [circle(1)] }));
    expect(world.castRay({ x: 9, y: 20 }, { x: 0, y: -30 })?.shape.body).toBe(twins[0]);
    expect(world.castRayAll({ x: 9, y: 20 }, { x: 0, y: -30 }).map((hit) => hit.shape.body)).toEqual(twins);
    expect(
      world.castShape({ kind: 'circle', radius: 0.1 }, { ...still, x: 9, y: 20 }, { x: 0, y: -30 })?.shape
        .body,
    ).toBe(twins[0]);
  });

  it.each(Object.entries(broadPhases))('queries may be nested, over a %s', (_, broadPhase) => {
    const world = emptyWorld(broadPhase);
    for (let k = 0; k < 400; k++) {
      world.createBody({
        type: k % 3 === 0 ? 'static' : 'dynamic',
        position: { x: (k * 7) % 40, y: ((k * 13) % 29) - 14 },
        shapes: [box(0.3 + (k % 5) / 4, 0.4)],
      });
    }
    world.step(1 / 60);
    const [from, way] = [
      { x: -1, y: -9 },
      { x: 44, y: 17 },
    ];
    const ids = (shapes: readonly { readonly id: number }[]) => shapes.map(({ id }) => id);
    const region = { minX: 3, minY: -6, maxX: 30, maxY: 7 };
    const accept = (shape: BodyShape): boolean => {
      const { aabb } = shape;
      expect(ids(world.overlapAABB(aabb))).toContain(shape.id);
      const center = shape.body.worldCenter;
      expect(
        ids(world.castRayAll({ x: center.x, y: 20 }, { x: 0, y: -40 }).map((hit) => hit.shape)),
      ).toContain(shape.id);
      return shape.id % 2 === 0;
    };
    const plain = (shape: BodyShape): boolean => shape.id % 2 === 0;
    const hits = (filter: object) => ids(world.castRayAll(from, way, filter).map((hit) => hit.shape));
    expect(hits({ accept: plain }).length).toBeGreaterThan(4);
    expect(hits({ accept })).toEqual(hits({ accept: plain }));
    expect(world.castRay(from, way, { accept })).toEqual(world.castRay(from, way, { accept: plain }));
    expect(ids(world.overlapAABB(region, { accept }))).toEqual(
      ids(world.overlapAABB(region, { accept: plain })),
    );
  });

  it('the accept callback cannot change the world', () => {
    const world = emptyWorld();
    const [body] = [0, 1, 2].map((x) => world.createBody({ position: { x, y: 0 }, shapes: [circle(0.6)] }));
    const hash = world.stateHash();
    const accept = (): boolean => {
      // also after the callback itself has made a query
      world.overlapPoint({ x: 1, y: 0 }, { accept: () => true });
      expect(world.isLocked).toBe(true);
      world.destroyBody(body);
      return true;
    };
    expect(() => world.overlapPoint({ x: 0, y: 0 }, { accept })).toThrow(/called by accept/);
    expect(() => world.castRay({ x: -5, y: 0 }, { x: 9, y: 0 }, { accept })).toThrow(/called by accept/);
    expect(world.isLocked).toBe(false);
    expect(world.stateHash()).toBe(hash);
    world.destroyBody(body);
    expect(world.bodies).toHaveLength(2);
  });

  it('filters, sensors, disabled bodies and the accept callback are respected', () => {
    const world = emptyWorld();
    const plain = world.createBody({ name: 'plain', shapes: [circle(1)] });
    const red = world.createBody({ name: 'red', shapes: [circle(1, { filter: { category: 4, mask: 2 } })] });
    world.createBody({ name: 'sensor', shapes: [circle(1, { sensor: true })] });
    world.createBody({ name: 'off', enabled: false, shapes: [circle(1)] });
    const names = (filter: object) =>
      world.overlapPoint({ x: 0, y: 0 }, filter).map((shape) => shape.body.name);
    expect(names({})).toEqual(['plain', 'red']);
    expect(names({ sensors: true })).toEqual(['plain', 'red', 'sensor']);
    expect(names({ mask: 4 })).toEqual(['red']);
    expect(names({ category: 1 })).toEqual(['plain']);
    expect(names({ accept: (shape: { body: unknown }) => shape.body !== red })).toEqual(['plain']);
    expect(world.castRay({ x: -5, y: 0 }, { x: 5, y: 0 }, { mask: 4 })?.shape.body).toBe(red);
    world.destroyBody(plain);
    expect(names({})).toEqual(['red']);
  });

  it('use current poses: after creation, moves and steps', () => {
    const world = emptyWorld();
    const body = world.createBody({ shapes: [circle(0.5)] });
    const ids = (x: number) => world.overlapPoint({ x, y: 0 }).length;
    expect(ids(0)).toBe(1);
    body.position = { x: 10, y: 0 };
    expect([ids(0), ids(10)]).toEqual([0, 1]);
    body.linearVelocity = { x: 60, y: 0 };
    for (let k = 0; k < 10; k++) world.step(1 / 60);
    expect([ids(10), ids(20)]).toEqual([0, 1]);
    // motions smaller than the placement tolerance count too
    body.linearVelocity = { x: 0.03, y: 0 };
    world.step(1 / 60);
    expect([ids(20.50045), ids(19.5)]).toEqual([1, 0]);
  });

  it('do not change what later steps do', () => {
    const run = (asks: boolean) => {
      const world = emptyWorld();
      for (let k = 0; k < 40; k++) {
        world.createBody({
          position: { x: k % 7, y: k % 5 },
          linearVelocity: { x: Math.sin(k), y: Math.cos(k) },
          shapes: [circle(0.4)],
        });
      }
      for (let k = 0; k < 60; k++) {
        if (asks) {
          world.castRay({ x: -5, y: 1 }, { x: 20, y: 0 });
          world.overlapAABB({ minX: 0, minY: 0, maxX: 3, maxY: 3 });
        }
        world.step(1 / 60);
      }
      return world.stateHash();
    };
    expect(run(true)).toBe(run(false));
  });

  it.each<[field: string, ask: (world: World) => unknown]>([
    ['origin.x', (world) => world.castRay({ x: Number.NaN, y: 0 }, { x: 1, y: 0 })],
    ['translation', (world) => world.castRayAll({ x: 0, y: 0 }, null as never)],
    ['point.y', (world) => world.overlapPoint({ x: 0, y: Number.NaN })],
    ['box.maxX', (world) => world.overlapAABB({ minX: 1, minY: 0, maxX: 0, maxY: 1 })],
    ['box.minY', (world) => world.overlapAABB({ minX: 1, minY: Number.NaN, maxX: 2, maxY: 1 })],
    ['shape.radius', (world) => world.overlapShape({ kind: 'circle', radius: -1 })],
    ['pose', (world) => world.overlapShape({ kind: 'circle', radius: 1 }, { x: 0, y: 0, c: 2, s: 0 })],
    ['shape.kind', (world) => world.castShape(floor(), still, { x: 1, y: 0 })],
    ['filter.mask', (world) => world.overlapPoint({ x: 0, y: 0 }, { mask: 2 ** 32 })],
    ['filter.sensor', (world) => world.overlapPoint({ x: 0, y: 0 }, { sensor: true } as never)],
    ['filter.accept', (world) => world.overlapPoint({ x: 0, y: 0 }, { accept: 1 as never })],
  ])('an invalid %s is rejected by name', (field, ask) => {
    let error: unknown;
    try {
      ask(emptyWorld());
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).field).toBe(field);
  });
});
