/** What the table "The main differences" of "Coming from ..." says, asked of the engines themselves. */

import RAPIER from '@dimforge/rapier2d-compat';
import { polygon } from '@otedama/math2d';
import { type Body, createWorld, type ShapeDefinition } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';
import Matter from 'matter-js';
import * as planck from 'planck';
import { beforeAll, describe, expect, test } from 'vitest';
import { guides } from './helpers/extract.js';

const text = guides.find(({ name }) => name === 'coming-from')?.text ?? '';
const columns = ['Otedama', 'Matter', 'Planck', 'Rapier'] as const;
/** A row of the table, by column. */
function row(start: string): Record<(typeof columns)[number], string> {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`| ${start}`)) ?? '';
  const cells = line.split('|').map((cell) => cell.trim());
  return Object.fromEntries(columns.map((column, k) => [column, cells[k + 2] ?? ''])) as never;
}

const square: ShapeDefinition = { kind: 'polygon', vertices: polygon.rectangle(1, 1) };
beforeAll(() => RAPIER.init());

describe('units and gravity', () => {
  test('velocities of Matter are pixels per 1/60 s', () => {
    expect(row('units').Matter).toBe('pixels, milliseconds; velocities per step of 1/60 s');
    const engine = Matter.Engine.create({ gravity: { x: 0, y: 0 } });
    const ball = Matter.Bodies.circle(0, 0, 5, { frictionAir: 0 });
    Matter.Composite.add(engine.world, ball);
    Matter.Body.setVelocity(ball, { x: 3, y: 0 });
    for (let step = 0; step < 60; step++) Matter.Engine.update(engine, 1000 / 60);
    expect(ball.position.x).toBeCloseTo(180, 6);
  });

  test('default gravity, and which way it points', () => {
    expect(row('default gravity')).toEqual({
      Matter: '1 × 0.001 pixels/ms², down',
      Planck: 'none',
      Rapier: 'none; must be given',
      Otedama: '9.81 m/s², down',
    });
    expect(Matter.Engine.create().gravity).toEqual({ x: 0, y: 1, scale: 0.001 });
    expect({ ...new planck.World().getGravity() }).toMatchObject({ x: 0, y: 0 });
    const weightless = new (RAPIER.World as unknown as new () => RAPIER.World)();
    expect(() => weightless.step()).toThrow(TypeError);
    expect(createWorld({ solver: createSoftStep() }).gravity).toEqual({ x: 0, y: -9.81 });
  });
});

describe('density', () => {
  test('defaults', () => {
    expect(row('default density')).toEqual({
      Matter: '0.001',
      Planck: '0: without a density the mass is 1 kg',
      Rapier: '1',
      Otedama: '1 kg/m²',
    });
    expect(Matter.Bodies.rectangle(0, 0, 10, 10).mass).toBeCloseTo(0.1, 12);
    const body = new planck.World().createBody({ type: 'dynamic' });
    expect(body.createFixture({ shape: new planck.Box(1, 1) }).getDensity()).toBe(0);
    expect(body.getMass()).toBe(1);
    const world = new RAPIER.World({ x: 0, y: 0 });
    expect(world.createCollider(RAPIER.ColliderDesc.cuboid(1, 1)).density()).toBe(1);
    world.free();
    expect(createWorld({ solver: createSoftStep() }).createBody({ shapes: [square] }).mass).toBeCloseTo(
      1,
      12,
    );
  });
});

describe('friction and restitution', () => {
  test('defaults', () => {
    const friction = row('default friction');
    expect(Number.parseFloat(friction.Matter)).toBe(Matter.Bodies.circle(0, 0, 1).friction);
    const fixture = new planck.World().createBody().createFixture({ shape: new planck.Circle(1) });
    expect(Number.parseFloat(friction.Planck)).toBe(fixture.getFriction());
    const world = new RAPIER.World({ x: 0, y: 0 });
    expect(Number.parseFloat(friction.Rapier)).toBe(
      world.createCollider(RAPIER.ColliderDesc.ball(1)).friction(),
    );
    world.free();
    const [shape] = createWorld({ solver: createSoftStep() }).createBody({ shapes: [square] }).shapes;
    expect(Number.parseFloat(friction.Otedama)).toBe(shape.material.friction);
  });

  test('how two values combine', () => {
    expect(row('default friction').Matter).toMatch(/static bodies: always 1\); minimum/);
    expect(row('how two restitutions').Matter).toBe('maximum (static bodies: always 0)');
    const ground = Matter.Bodies.rectangle(0, 9, 100, 10, {
      isStatic: true,
      friction: 0.3,
      restitution: 0.6,
    });
    expect([ground.friction, ground.restitution]).toEqual([1, 0]);
    const engine = Matter.Engine.create();
    const surface = (friction: number, restitution: number) => ({ friction, restitution });
    Matter.Composite.add(engine.world, [
      Matter.Bodies.rectangle(0, 0, 10, 10, surface(0.2, 0.6)),
      Matter.Bodies.rectangle(0, 9, 10, 10, surface(0.8, 0.3)),
    ]);
    Matter.Engine.update(engine);
    const [pair] = (engine as unknown as { pairs: { list: { friction: number; restitution: number }[] } })
      .pairs.list;
    expect([pair.friction, pair.restitution]).toEqual([0.2, 0.6]);

    expect(row('default friction').Planck).toMatch(/geometric mean/);
    expect(row('how two restitutions').Planck).toBe('maximum');
    const planckWorld = new planck.World();
    for (const [y, friction, restitution] of [
      [0, 0.2, 0.6],
      [1.9, 0.8, 0.3],
    ]) {
      const body = planckWorld.createBody({ type: 'dynamic', position: { x: 0, y } });
      body.createFixture({ shape: new planck.Box(1, 1), density: 1, friction, restitution });
    }
    planckWorld.step(1 / 60);
    const contact = planckWorld.getContactList();
    expect(contact?.getFriction()).toBeCloseTo(0.4, 12);
    expect(contact?.getRestitution()).toBe(0.6);

    expect(row('default friction').Rapier).toMatch(/average/);
    expect(row('how two restitutions').Rapier).toBe('average');
    const rapierWorld = new RAPIER.World({ x: 0, y: 0 });
    const collider = rapierWorld.createCollider(RAPIER.ColliderDesc.ball(1));
    const { Average } = RAPIER.CoefficientCombineRule;
    expect([collider.frictionCombineRule(), collider.restitutionCombineRule()]).toEqual([Average, Average]);
    rapierWorld.free();

    expect(row('default friction').Otedama).toMatch(/geometric mean/);
    expect(row('how two restitutions').Otedama).toMatch(/^maximum/);
    const world = createWorld({ solver: createSoftStep() });
    const { material } = world.createBody({ shapes: [square] }).shapes[0];
    expect([material.frictionCombine, material.restitutionCombine]).toEqual(['geometricMean', 'maximum']);
  });
});

describe('invalid input', () => {
  /** Where a ball is that falls for a second from x. */
  const fall = {
    Planck: (x: number, radius: number) => {
      const world = new planck.World({ x: 0, y: -10 });
      const ball = world.createBody({ type: 'dynamic', position: { x, y: 2 } });
      ball.createFixture({ shape: new planck.Circle(radius), density: 1 });
      for (let step = 0; step < 60; step++) world.step(1 / 60);
      return ball.getPosition();
    },
    Rapier: (x: number, radius: number) => {
      const world = new RAPIER.World({ x: 0, y: -10 });
      const ball = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(x, 2));
      world.createCollider(RAPIER.ColliderDesc.ball(radius), ball);
      for (let step = 0; step < 60; step++) world.step();
      return ball.translation();
    },
    Matter: (x: number, radius: number) => {
      const engine = Matter.Engine.create();
      const ball = Matter.Bodies.circle(x, 0, radius);
      Matter.Composite.add(engine.world, ball);
      for (let step = 0; step < 60; step++) Matter.Engine.update(engine);
      return ball.position;
    },
  };
  test.each(['Matter', 'Planck', 'Rapier'] as const)('%s takes a radius of -1, and NaN stays', (column) => {
    expect(row('invalid input')[column]).toMatch(/^ignored,( or)? NaN later/);
    expect(() => fall[column](0, -1)).not.toThrow();
    expect(fall[column](Number.NaN, 1).x).toBeNaN();
  });

  test('Planck throws in the middle of a later step', () => {
    expect(row('invalid input').Planck).toMatch(/or a TypeError in a later step$/);
    const world = new planck.World({ x: 0, y: -10 });
    world.createBody().createFixture({ shape: new planck.Box(9, 0.1) });
    const ball = world.createBody({ type: 'dynamic', position: { x: Number.NaN, y: 2 } });
    ball.createFixture({ shape: new planck.Circle(1), density: 1 });
    const run = () => {
      for (let step = 0; step < 60; step++) world.step(1 / 60);
    };
    expect(run).toThrow(TypeError);
  });

  test('Rapier panics for a body that was removed; Otedama names it', () => {
    expect(row('invalid input').Rapier).toMatch(/a panic inside the WASM module/);
    const rapierWorld = new RAPIER.World({ x: 0, y: 0 });
    const removed = rapierWorld.createRigidBody(RAPIER.RigidBodyDesc.dynamic());
    rapierWorld.removeRigidBody(removed);
    expect(() => removed.translation()).toThrow(WebAssembly.RuntimeError);
    const world = createWorld({ solver: createSoftStep() });
    const body: Body = world.createBody({ shapes: [square] });
    world.destroyBody(body);
    expect(() => body.position).toThrow(
      expect.objectContaining({ name: 'InputError', field: 'body.position' }),
    );
    expect(() => world.createBody({ shapes: [{ kind: 'circle', radius: -1 }] })).toThrow(
      /shapes\[0\]\.radius/,
    );
  });
});

test('vertices of polygons', () => {
  expect(row('polygon vertices').Planck).toBe('any order; their convex hull is used');
  const bent = [
    { x: 0, y: 0 },
    { x: 0, y: 1 },
    { x: 1, y: 1 },
    { x: 1, y: 0 },
    { x: 0.5, y: 0.5 },
  ];
  expect(new planck.Polygon(bent).m_vertices).toHaveLength(4);
  expect(row('polygon vertices').Matter).toMatch(/sorted automatically/);
  const turned = [bent.slice(0, 4), bent.slice(0, 4).reverse()].map((points) =>
    Matter.Bodies.fromVertices(0, 0, [points]).vertices.map(({ x, y }) => `${x} ${y}`),
  );
  expect(turned[0]).toEqual(turned[1]);
  expect(row('polygon vertices').Otedama).toMatch(/counter-clockwise and convex, otherwise an `InputError`/);
  const world = createWorld({ solver: createSoftStep() });
  const vertices = bent.slice(0, 4);
  expect(() => world.createBody({ shapes: [{ kind: 'polygon', vertices }] })).toThrow(/clockwise/);
});
