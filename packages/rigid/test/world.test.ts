import { polygon } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../src/index.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

const box = (width: number, height: number) => ({
  kind: 'polygon' as const,
  vertices: polygon.rectangle(width, height),
});

describe('World', () => {
  it('D1 a box dropped on the ground comes to rest on it', () => {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 }, sleeping: false });
    world.createBody({
      type: 'static',
      position: { x: 0, y: -10 },
      shapes: [{ ...box(100, 20), friction: 0.3 }],
    });
    const body = world.createBody({ position: { x: 0, y: 4 }, shapes: [{ ...box(2, 2), friction: 0.3 }] });
    for (let k = 0; k < 120; k++) world.step(1 / 60);
    expect(Math.abs(body.position.x)).toBeLessThan(0.01);
    expect(Math.abs(body.position.y - 1)).toBeLessThan(0.01);
    expect(Math.abs(body.angle)).toBeLessThan(0.01);
    expect(world.stats.touchingContacts).toBe(1);
    expect(body.mass).toBe(4);
    expect(body.inertia).toBeCloseTo(8 / 3, 12);
  });

  it('D21 free fall in a world is exact', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: -10 } });
    const body = world.createBody({ shapes: [{ kind: 'circle', radius: 0.5 }] });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(body.position.y).toBeCloseTo((-10 * (60 * 61)) / 2 / 3600, 12);
  });

  it('vectors of the body frame rotate with it and do not translate', () => {
    const world = createWorld({ solver: ghostSolver() });
    const body = world.createBody({ position: { x: 10, y: -3 }, angle: Math.PI / 2 });
    const forward = body.getWorldVector({ x: 0, y: 2 });
    expect(forward.x).toBeCloseTo(-2, 12);
    expect(forward.y).toBeCloseTo(0, 12);
    const back = body.getLocalVector(forward);
    expect(back.x).toBeCloseTo(0, 12);
    expect(back.y).toBeCloseTo(2, 12);
    world.destroyBody(body);
    expect(() => body.getWorldVector({ x: 0, y: 1 })).toThrow(/getWorldVector/);
    expect(() => body.getLocalVector({ x: 0, y: 1 })).toThrow(/getLocalVector/);
  });

  it('axes can be locked and freed at runtime, and locking one stops the motion along it', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: -10 } });
    const body = world.createBody({
      linearVelocity: { x: 3, y: 0 },
      lockX: true,
      shapes: [{ ...box(1, 1) }],
    });
    expect([body.lockX, body.lockY]).toEqual([true, false]);
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(body.position.x).toBe(0);
    expect(body.position.y).toBeLessThan(-4);
    const { y } = body.position;
    body.lockX = false;
    body.lockY = true;
    expect(body.linearVelocity.y).toBe(0);
    body.linearVelocity = { x: 2, y: 0 };
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect(body.position.x).toBeCloseTo(2, 12);
    expect(body.position.y).toBe(y);
  });

  it('a body with a fixed rotation keeps its angle, whatever angular velocity it is given', () => {
    const world = createWorld({ solver: ghostSolver() });
    const body = world.createBody({ fixedRotation: true, angularVelocity: 3, shapes: [box(1, 1)] });
    for (const give of [
      () => {},
      () => Object.assign(body, { angularVelocity: 2 }),
      () => body.applyAngularImpulse(1),
      () => body.applyTorque(60),
    ]) {
      give();
      world.step(1 / 60);
      expect([body.angle, body.angularVelocity]).toEqual([0, 0]);
    }
    body.fixedRotation = false;
    body.angularVelocity = 2;
    world.step(1 / 60);
    expect(body.angle).toBeCloseTo(2 / 60, 9);
  });

  it('code that would only change a copy does not compile, and throws', () => {
    const world = createWorld({ solver: ghostSolver() });
    const body = world.createBody({ position: { x: 1, y: 2 } });
    for (const write of [
      // @ts-expect-error read-only: set the whole vector
      () => (body.position.x = 5),
      // @ts-expect-error the same
      () => (body.linearVelocity.y = 5),
      // @ts-expect-error the same
      () => (world.gravity.y = 0),
    ])
      expect(write).toThrow(TypeError);
    expect(body.position).toEqual({ x: 1, y: 2 });
    body.position = { ...body.position, x: 5 };
    expect(body.position).toEqual({ x: 5, y: 2 });
  });
});
