import { InputError, polygon } from '@otedama/math2d';
import {
  type Body,
  createWorld,
  loadScene,
  type Scene,
  type SoftBody,
  type SoftBodyDefinition,
  type Solver,
  toScene,
  type World,
} from '@otedama/rigid';
import { box, circle, deepestOverlap, makeWorld, totals, wall } from '@otedama/solver-tests';
import { describe, expect, test } from 'vitest';
import { createShapeMatching, matchShape } from '../src/index.js';

const DT = 0.02;
const square: SoftBodyDefinition = { outline: polygon.rectangle(2, 2), friction: 0.5 };

function jellyWorld(definition: SoftBodyDefinition, gravity = 9.8, solver = createShapeMatching()) {
  const world = createWorld({ solver, gravity: { x: 0, y: -gravity }, sleeping: false });
  world.createBody(wall(0, { friction: 0.5 }));
  return { world, jelly: world.createSoftBody(definition) };
}

/** Root mean square distance of the particles from the fitted rest shape, m. */
function rms(jelly: SoftBody): number {
  const { points, masses } = jelly.plan.layout;
  const present = jelly.particles.map((particle) => particle.worldCenter);
  const { goals } = matchShape(points, present, masses);
  const sum = present.reduce((s, p, i) => s + (p.x - goals[i].x) ** 2 + (p.y - goals[i].y) ** 2, 0);
  return Math.sqrt(sum / present.length);
}

function run(world: World, seconds: number, each?: () => void): void {
  for (let k = 0; k < Math.round(seconds / DT); k++) {
    world.step(DT);
    each?.();
  }
}

/** Spin of a soft body about its centre: angular momentum over inertia, rad/s. */
function spin(jelly: SoftBody): number {
  const center = jelly.worldCenter;
  let L = 0;
  let I = 0;
  jelly.particles.forEach((particle: Body, i) => {
    const { x, y } = particle.worldCenter;
    const v = particle.linearVelocity;
    const m = jelly.plan.layout.masses[i];
    L += m * ((x - center.x) * v.y - (y - center.y) * v.x);
    I += m * ((x - center.x) ** 2 + (y - center.y) ** 2);
  });
  return L / I;
}

describe('soft bodies', () => {
  test('the particles carry the mass and inertia of the rest shape', () => {
    for (const outline of [polygon.rectangle(2, 2), polygon.rectangle(4, 1), polygon.regular(1.5, 7)]) {
      const { jelly } = jellyWorld({ outline, density: 2, position: { x: 0, y: 3 } }, 0);
      const { points, masses } = jelly.plan.layout;
      const center = polygon.centroid(outline);
      const mass = 2 * polygon.area(outline);
      const sum = masses.reduce((s, m) => s + m, 0);
      const inertia = points.reduce(
        (s, p, i) => s + masses[i] * ((p.x - center.x) ** 2 + (p.y - center.y) ** 2),
        0,
      );
      expect(sum / mass).toBeCloseTo(1, 12);
      expect(inertia / (mass * polygon.secondMomentPerMass(outline))).toBeCloseTo(1, 9);
    }
  });

  test.each([
    { modes: 'linear' },
    { modes: 'quadratic' },
    { modes: 'free' },
    { modes: 'linear', clusterSize: 1, compliance: 3e-5 },
    { modes: 'quadratic', keepArea: true },
  ] as const)('a jelly square dropped from 5 m comes back to its shape and to rest: %j', (options) => {
    const { world, jelly } = jellyWorld({ ...square, ...options, position: { x: 0, y: 6 } });
    let squeezed = 0;
    run(world, 20, () => {
      squeezed = Math.max(squeezed, rms(jelly));
    });
    expect(squeezed).toBeGreaterThan(0.05);
    expect(rms(jelly)).toBeLessThan(0.01 * 2 * Math.SQRT2);
    expect(totals(world).kinetic).toBeLessThan(1e-3);
    expect(deepestOverlap(world)).toBeLessThan(0.005);
  });

  test('a rigid box comes to rest on a jelly square', () => {
    const { world, jelly } = jellyWorld({ ...square, keepArea: true, position: { x: 0, y: 1 } });
    run(world, 2);
    const rider = world.createBody({
      mass: 1,
      position: { x: 0.3, y: 2.7 },
      angle: 0.1,
      shapes: [box(1, 1, { friction: 0.5 })],
    });
    run(world, 15);
    const { x, y } = rider.position;
    run(world, 2);
    expect(Math.abs(rider.position.x - x)).toBeLessThan(0.01);
    expect(Math.abs(rider.position.y - y)).toBeLessThan(0.01);
    expect(rider.position.y).toBeGreaterThan(2.4);
    expect(Math.abs(rider.angle)).toBeLessThan(0.05);
    expect(totals(world).kinetic).toBeLessThan(0.01);
    expect(rms(jelly)).toBeLessThan(0.05);
  });

  test('the area is kept within 2 % when asked, and is not when not', () => {
    const range = (options: Partial<SoftBodyDefinition>): number => {
      const { world, jelly } = jellyWorld({ ...square, ...options, position: { x: 0, y: 6 } });
      let worst = 0;
      run(world, 6, () => {
        worst = Math.max(worst, Math.abs(jelly.area / jelly.restArea - 1));
      });
      return worst;
    };
    expect(range({ keepArea: true })).toBeLessThan(0.02);
    expect(range({ keepArea: true, modes: 'linear', clusterSize: 1 })).toBeLessThan(0.02);
    expect(range({ keepArea: true, modes: 'linear', compliance: 0.002 })).toBeLessThan(0.02);
    expect(range({})).toBeGreaterThan(0.1);
  });

  test.each([
    { modes: 'linear', clusterSize: 1.5, compliance: 0.02 },
    { modes: 'quadratic', compliance: 0.02 },
    { modes: 'quadratic', clusterSize: 1.5, compliance: 0.02 },
    { modes: 'quadratic', clusterSize: 1.5, compliance: 0.02, keepArea: true },
  ] as const)(
    'a soft mat that is crushed and turned inside out by a weight gains no energy: %j',
    (options) => {
      const outline = polygon.rectangle(6, 1);
      const { world } = jellyWorld({ outline, position: { x: 0, y: 0.5 }, particleRadius: 0.16, ...options });
      for (const x of [-2, 2]) world.createBody({ mass: 12, position: { x, y: 4 }, shapes: [circle(0.5)] });
      const start = totals(world).energy;
      run(world, 3, () => {
        expect(totals(world).energy).toBeLessThan(1.001 * start);
      });
    },
  );

  test('a box corner does not slip between particles, even when it falls on one of their gaps', () => {
    const { world, jelly } = jellyWorld({ ...square, position: { x: 0, y: 1 } });
    const { skin, points } = jelly.plan.layout;
    const top = points.slice(0, skin).filter((p) => p.y > 0.8);
    const gap = 0.5 * (top[3].x + top[4].x);
    const diamond = world.createBody({
      mass: 2,
      position: { x: gap, y: 3.5 },
      angle: Math.PI / 4,
      shapes: [box(1, 1, { friction: 0.5 })],
    });
    let worst = 0;
    run(world, 2, () => {
      worst = Math.max(worst, deepestOverlap(world));
      const corner = diamond.getWorldPoint({ x: -0.5, y: -0.5 });
      // The corner stays outside the polygon through the centres of the skin particles.
      expect(polygon.containsPoint(jelly.skin, corner)).toBe(false);
    });
    expect(worst).toBeLessThan(0.02);
  });

  test('free spin and momentum are kept while the shape swings', () => {
    const { world, jelly } = jellyWorld(
      {
        ...square,
        position: { x: 0, y: 20 },
        angularVelocity: 2 * Math.PI,
        linearVelocity: { x: 1, y: 0.5 },
      },
      0,
    );
    const before = totals(world);
    const w = spin(jelly);
    expect(w).toBeCloseTo(2 * Math.PI, 9);
    run(world, 5);
    const after = totals(world);
    expect(after.px / before.px).toBeCloseTo(1, 9);
    expect(after.py / before.py).toBeCloseTo(1, 9);
    expect(Math.abs(after.angular - before.angular) / Math.abs(before.angular)).toBeLessThan(1e-6);
    expect(Math.abs(spin(jelly) / w - 1)).toBeLessThan(0.1);
  });

  test('D26 a closed world with a soft body keeps its momentum to 1e-9', () => {
    const { world } = makeWorld(createShapeMatching(), 0, [
      {
        mass: 2,
        position: { x: 3, y: 0.2 },
        linearVelocity: { x: -4, y: 0 },
        angularVelocity: 2,
        shapes: [box(1, 1)],
      },
      { mass: 1, position: { x: -3, y: -0.3 }, linearVelocity: { x: 5, y: 0 }, shapes: [circle(0.5)] },
    ]);
    world.createSoftBody({ ...square, friction: 0, restitution: 0.3 });
    const before = totals(world);
    run(world, 4);
    const after = totals(world);
    expect(Math.abs(after.px - before.px)).toBeLessThan(1e-9 * 13);
    expect(Math.abs(after.py - before.py)).toBeLessThan(1e-9 * 13);
    expect(after.kinetic).toBeLessThan(before.kinetic);
  });

  test('compliance does not depend on the number of substeps: the sag under its own weight is the same', () => {
    const sag = [8, 16, 32].map((substeps) => {
      const solver = createShapeMatching({ substeps });
      const { world, jelly } = jellyWorld(
        { ...square, modes: 'linear', compliance: 0.002, position: { x: 0, y: 1 } },
        9.8,
        solver,
      );
      run(world, 6);
      return 1 - jelly.worldCenter.y;
    });
    expect(sag[0]).toBeGreaterThan(0.01);
    expect(Math.abs(sag[1] / sag[0] - 1)).toBeLessThan(0.05);
    expect(Math.abs(sag[2] / sag[0] - 1)).toBeLessThan(0.05);
  });

  test('a world whose solver cannot do it refuses by name, as does a bad definition', () => {
    const rigidOnly: Solver = {
      name: 'rigid-only',
      capabilities: {
        restitution: true,
        friction: true,
        tangentSpeed: true,
        rollingResistance: true,
        joints: [],
      },
      step: () => undefined,
    };
    const world = createWorld({ solver: rigidOnly });
    expect(() => world.createSoftBody(square)).toThrow(InputError);
    expect(() => world.createSoftBody(square)).toThrow(/softBody/);
    const { world: able } = jellyWorld(square);
    const count = able.bodies.length;
    expect(() => able.createSoftBody({ ...square, particleRadius: 1.2 })).toThrow(/particleRadius/);
    expect(() => able.createSoftBody({ ...square, compliance: -1 })).toThrow(/compliance/);
    expect(() => able.createSoftBody({ outline: [...square.outline].reverse() })).toThrow(/outline/);
    expect(() => able.createSoftBody({ ...square, modes: 'cubic' as never })).toThrow(/modes/);
    expect(able.bodies).toHaveLength(count);
  });

  test('a soft body goes as a whole, and its particles are not destroyed one by one', () => {
    const { world, jelly } = jellyWorld(square);
    expect(() => world.destroyBody(jelly.particles[0])).toThrow(/particle/);
    world.destroySoftBody(jelly);
    expect(jelly.isValid).toBe(false);
    expect(world.bodies).toHaveLength(1);
    expect(() => world.destroySoftBody(jelly)).toThrow(/softBody/);
    world.step(DT);
  });

  test('scenes carry soft bodies there and back', () => {
    const scene: Scene = {
      format: 'otedama-scene',
      version: 1,
      name: 'jelly',
      gravity: { x: 0, y: -9.8 },
      timeStep: DT,
      bodies: [wall(0)],
      softBodies: [
        {
          ...square,
          position: { x: 1, y: 2 },
          angle: 0.3,
          linearVelocity: { x: 1, y: 0 },
          angularVelocity: 0.5,
        },
      ],
    };
    const world = loadScene(scene, { solver: createShapeMatching() });
    const again = toScene(world, { name: 'jelly', timeStep: DT });
    expect(again.bodies).toHaveLength(1);
    const [written] = again.softBodies!;
    expect(written.position!.x).toBeCloseTo(1, 12);
    expect(written.position!.y).toBeCloseTo(2, 12);
    expect(written.angle).toBeCloseTo(0.3, 12);
    expect(written.angularVelocity).toBeCloseTo(0.5, 12);
    expect(written.linearVelocity!.x).toBeCloseTo(1, 12);
  });

  test('the trace records particles and goals of every substep, and rows of the contacts', () => {
    const { world, jelly } = jellyWorld({ ...square, position: { x: 0, y: 0.99 } });
    let goals = 0;
    const rows = new Set<string>();
    world.trace = {
      row: ({ row }) => void rows.add(row),
      goals: (substep, softBody, particles, places) => {
        expect(substep).toBe(goals++);
        expect(softBody).toBe(0);
        expect(particles).toHaveLength(2 * jelly.particles.length);
        // The goals have the same centre as the particles.
        const { masses } = jelly.plan.layout;
        const shift = masses.reduce((s, m, i) => s + m * (places[2 * i + 1] - particles[2 * i + 1]), 0);
        expect(shift).toBeCloseTo(0, 12);
      },
    };
    world.step(DT);
    expect(goals).toBe(8);
    expect(rows).toEqual(new Set(['normal', 'friction']));
  });

  test('the same scene gives the same bits', () => {
    const hash = (): string => {
      const { world } = jellyWorld({ ...square, keepArea: true, clusterSize: 1, position: { x: 0, y: 3 } });
      world.createBody({ position: { x: 0.2, y: 5 }, angle: 0.4, shapes: [box(1, 1)] });
      run(world, 3);
      return world.stateHash();
    };
    expect(hash()).toBe(hash());
  });
});
