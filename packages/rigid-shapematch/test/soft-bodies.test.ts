import { InputError, polygon } from '@otedama/math2d';
import {
  addBuoyancy,
  addWind,
  type Body,
  createWorld,
  explode,
  loadScene,
  restoreSnapshot,
  type Scene,
  type SoftBody,
  type SoftBodyDefinition,
  type Solver,
  takeSnapshot,
  toScene,
  type World,
} from '@otedama/rigid';
import { box, circle, deepestOverlap, makeWorld, totals, wall } from '@otedama/solver-tests';
import { describe, expect, test } from 'vitest';
import { createShapeMatching, matchShape } from '../src/index.js';

const DT = 0.02;
/** Particle radius of the square, m. */
const jellyRadius = 2 / 12;
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
  test('the particles have the total mass and inertia of the rest shape', () => {
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
  ] as const)('a jelly square dropped from 5 m recovers its shape and comes to rest: %j', (options) => {
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

  test('the area stays within 2 % if area conservation is on, and does not if it is off', () => {
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
  ] as const)('a soft mat crushed and inverted by a weight gains no energy: %j', (options) => {
    const outline = polygon.rectangle(6, 1);
    const { world } = jellyWorld({ outline, position: { x: 0, y: 0.5 }, particleRadius: 0.16, ...options });
    for (const x of [-2, 2]) world.createBody({ mass: 12, position: { x, y: 4 }, shapes: [circle(0.5)] });
    const start = totals(world).energy;
    run(world, 3, () => {
      expect(totals(world).energy).toBeLessThan(1.001 * start);
    });
  });

  test('a box corner does not slip between particles, even if it falls onto a gap', () => {
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

  test('free spin and momentum are conserved while the shape oscillates', () => {
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

  test('D26 a closed world with a soft body conserves momentum to 1e-9', () => {
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

  test.each(['linear', 'quadratic', 'free'] as const)(
    'bodies that rub against each other conserve angular momentum, %s',
    (modes) => {
      for (const [keepArea, friction] of [
        [false, 0],
        [false, 1],
        [true, 1],
      ] as const) {
        const { world } = makeWorld(createShapeMatching({ substeps: 32 }), 0, [
          {
            mass: 4,
            position: { x: 0, y: 4 },
            linearVelocity: { x: 0, y: -3 },
            shapes: [box(1, 1, { friction })],
          },
        ]);
        const jelly: SoftBodyDefinition = { ...square, modes, keepArea, friction };
        world.createSoftBody({ ...jelly, position: { x: -2, y: 0.3 }, linearVelocity: { x: 5, y: 0 } });
        world.createSoftBody({
          ...jelly,
          position: { x: 2, y: 0 },
          linearVelocity: { x: -5, y: 0 },
          angularVelocity: 2,
        });
        const before = totals(world);
        run(world, 1.5, () => {
          const now = totals(world);
          expect(Math.abs(now.angular - before.angular)).toBeLessThan(1e-3);
          expect(now.kinetic).toBeLessThan(before.kinetic * (1 + 1e-9));
        });
      }
    },
  );

  test.each([0.1, 0.2])('a soft ball with particles of radius %d rolls on its surface', (particleRadius) => {
    const { world, jelly } = jellyWorld({
      outline: polygon.regular(1, 32),
      position: { x: 0, y: 1 },
      linearVelocity: { x: 2, y: 0 },
      compliance: 1e-5,
      friction: 1,
      particleRadius,
    });
    run(world, 3);
    const speed = totals(world).px / jelly.plan.mass;
    // sliding turns into rolling at two thirds of the speed of a disc; the corners of the outline and the ground cost some of it
    expect(speed).toBeGreaterThan(2 * 0.57);
    expect(speed).toBeLessThan(2 * 0.667);
    expect(-speed / spin(jelly)).toBeCloseTo(jelly.worldCenter.y, 1);
  });

  test('rolling resistance slows a soft ball down', () => {
    const resistance = 0.5;
    const slowed = [0, resistance].map((rollingResistance) => {
      const { world, jelly } = jellyWorld({
        outline: polygon.regular(1, 32),
        position: { x: 0, y: 1 },
        linearVelocity: { x: 2, y: 0 },
        angularVelocity: -2,
        modes: 'linear',
        compliance: 1e-5,
        friction: 1,
        rollingResistance,
      });
      run(world, 0.5);
      const start = totals(world).px;
      run(world, 0.5);
      return { loss: (start - totals(world).px) / (0.5 * jelly.plan.mass), radius: jelly.plan.radius };
    });
    // the lever c r of the weight stops a disc with c r g / (R (1 + 1/2))
    const expected = (resistance * slowed[1].radius * 9.8) / 1.5;
    expect(Math.abs((slowed[1].loss - slowed[0].loss) / expected - 1)).toBeLessThan(0.1);
  });

  test.each([
    ['linear', 2, 0.021],
    ['quadratic', 0.5, 0.021],
    ['quadratic', 2, 0.021],
    ['free', 0.5, 0.0395],
  ] as const)(
    'with the default compliance and %s modes, a square of %f m loses %f m of its height',
    (...row) => {
      const [modes, side, loss] = row;
      const outline = polygon.rectangle(side, side);
      const { world, jelly } = jellyWorld({ outline, modes, position: { x: 0, y: side / 2 } });
      run(world, 4);
      const top = Math.max(...jelly.skin.map(({ y }) => y)) + jelly.plan.radius;
      expect(side - top).toBeCloseTo(loss, 3);
    },
  );

  test('compliance is independent of the number of substeps: the sag under its own weight is the same', () => {
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

  test('compression is linear in the load and as statics has it, at any damping', () => {
    const compliance = 1e-3;
    const plank = (load: number, damping: number) => {
      const { world, jelly } = jellyWorld({
        ...square,
        modes: 'linear',
        mass: 1,
        compliance,
        damping,
        position: { x: 0, y: 1 },
      });
      if (load > 0)
        world.createBody({
          mass: load,
          position: { x: 0, y: 2.05 },
          lockX: true,
          fixedRotation: true,
          shapes: [box(3, 0.1)],
        });
      run(world, 12);
      const heights = jelly.skin.map(({ y }) => y);
      return Math.max(...heights) - Math.min(...heights);
    };
    for (const damping of [30, 60]) {
      const free = plank(0, damping);
      for (const load of [0.25, 0.5, 1]) {
        // A load F on top compresses the height H of the skin by x. Its virtual work F x is that of the springs, I_y (x / H)^2 / (M a)
        // with the second moment I_y = M 2^2 / 12 of the square.
        const height = 2 - 2 * jellyRadius;
        const expected = (9.8 * load * compliance * height ** 2) / (4 / 12);
        expect(Math.abs((free - plank(load, damping)) / expected - 1)).toBeLessThan(0.03);
      }
    }
  });

  test('a solver without soft bodies rejects them by name, as it does an invalid definition', () => {
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

  test.each([
    ['color', null, /^color: expected an array/],
    ['color', 'red', /^color: expected an array/],
    ['name', 5, /^name: expected a string/],
    ['compliance', null, /^compliance: /],
    ['damping', null, /^damping: /],
    ['mass', null, /^mass: /],
    ['particleRadius', null, /^particleRadius: /],
    ['modes', null, /^modes: /],
    ['compliance', 1e13, /^compliance: /],
    ['outline', polygon.rectangle(1e13, 1e13), /^outline\[0\].x: expected a number from -1000000000000/],
    [
      'particleRadius',
      1e-3,
      /^particleRadius: expected a radius for at most 10000 particles, not 1008000, got/,
    ],
    ['clusterSize', 0.49, /^clusterSize: expected at least 3 particle radii, 0.5 m/],
  ])('a wrong %s, %o, is rejected by name', (field, value, message) => {
    const { world } = jellyWorld(square);
    const count = world.bodies.length;
    expect(() => world.createSoftBody({ ...square, [field]: value })).toThrow(message);
    expect(() => world.createSoftBody({ ...square, [field]: value })).toThrow(InputError);
    expect(world.bodies).toHaveLength(count);
  });

  test('the smallest regions hold a body together', () => {
    const { world, jelly } = jellyWorld({
      ...square,
      position: { x: 0, y: 2 },
      clusterSize: 0.5,
      compliance: 1e-5,
    });
    run(world, 4);
    expect(jelly.area / jelly.restArea).toBeGreaterThan(0.95);
  });

  test('the number of particles does not depend on the size', () => {
    const { world } = jellyWorld(square);
    const counts = [0.01, 0.7, 3, 100].map(
      (side) => world.createSoftBody({ outline: polygon.rectangle(side, side) }).particles.length,
    );
    expect(counts).toEqual([65, 65, 65, 65]);
  });

  test('a soft body is destroyed as a whole, and its particles cannot be destroyed one by one', () => {
    const { world, jelly } = jellyWorld(square);
    expect(() => world.destroyBody(jelly.particles[0])).toThrow(/particle/);
    world.destroySoftBody(jelly);
    expect(jelly.isValid).toBe(false);
    expect(world.bodies).toHaveLength(1);
    expect(() => world.destroySoftBody(jelly)).toThrow(/softBody/);
    // its slots may belong to other bodies now
    world.createBody({ position: { x: 5, y: 5 }, shapes: [circle(1)] });
    expect(() => jelly.worldCenter).toThrow(
      /^softBody.worldCenter: expected a soft body that is in its world/,
    );
    expect(() => jelly.skin).toThrow(InputError);
    expect(() => jelly.area).toThrow(InputError);
    expect(() => jelly.toDefinition()).toThrow(InputError);
    world.step(DT);
  });

  test('its list of particles, its members and its methods cannot be overwritten', () => {
    const { jelly } = jellyWorld(square);
    const count = jelly.particles.length;
    expect(() => (jelly.particles as unknown[]).pop()).toThrow(TypeError);
    for (const name of ['particles', 'plan', 'setFilter'])
      expect(() => Object.assign(jelly, { [name]: [] }), name).toThrow(TypeError);
    expect(jelly.particles).toHaveLength(count);
  });

  test('the circle of a particle cannot be destroyed, another shape of it can', () => {
    const { jelly } = jellyWorld(square);
    const [particle] = jelly.particles;
    const bell = particle.createShape({ ...circle(0.3), sensor: true });
    expect(() => particle.shapes[0].destroy()).toThrow(/^shape.destroy: .*circle of a particle/);
    bell.destroy();
    expect(particle.shapes).toHaveLength(1);
    expect(jelly.filter.category).toBe(1);
  });

  test('a soft body with a particle out of range is refused before any particle is created', () => {
    const { world } = jellyWorld(square);
    const hash = world.stateHash();
    const definition = { ...square, position: { x: 1e12, y: 0 } };
    expect(() => world.createSoftBody(definition)).toThrow(/^position.x: /);
    expect(world.stateHash()).toBe(hash);
    expect(world.softBodies).toHaveLength(1);
  });

  test('it keeps a copy of its definition, also of points with accessors, and so do its snapshots', () => {
    /** A vector as other libraries have it. */
    class Vector {
      readonly coordinates: [number, number];
      constructor({ x, y }: { readonly x: number; readonly y: number }) {
        this.coordinates = [x, y];
      }
      get x(): number {
        return this.coordinates[0];
      }
      get y(): number {
        return this.coordinates[1];
      }
    }
    const outline = polygon.rectangle(2, 2).map((point) => new Vector(point));
    const position = new Vector({ x: 3, y: 4 });
    const { world, jelly } = jellyWorld({ outline, position, color: [1, 0, 0] });
    outline[0].coordinates[0] = 99;
    position.coordinates[1] = 99;
    const copy = { outline: polygon.rectangle(2, 2), position: { x: 3, y: 4 }, color: [1, 0, 0] };
    expect(jelly.definition).toEqual(copy);
    expect(jelly.toDefinition().outline).toEqual(copy.outline);
    const twin = createWorld({ solver: createShapeMatching(), sleeping: false });
    restoreSnapshot(twin, takeSnapshot(world));
    expect(twin.softBodies[0].definition).toEqual(copy);
    expect(twin.stateHash()).toBe(world.stateHash());
  });

  test('scenes write and read soft bodies', () => {
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

  test('the trace records particles and goals of every substep, and contact rows', () => {
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

  test.each([0.3, 0.5, 0.9])('a soft body of density %d floats as deep as a rigid one', (density) => {
    const world = createWorld({ solver: createShapeMatching() });
    addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 0 }, density: 1 });
    const jelly = world.createSoftBody({ ...square, density, compliance: 1e-5 });
    run(world, 20);
    // the square has 2 m of height, of which the share `density` is below the surface
    expect(Math.abs(jelly.worldCenter.y - (1 - 2 * density))).toBeLessThan(0.03);
  });

  test('wind and explosions push a soft body as they push a rigid one', () => {
    const push = (act: (world: World) => void) => {
      const { world } = makeWorld(createShapeMatching(), 0, [
        { position: { x: 2.5, y: 50 }, shapes: [box(2, 2)] },
      ]);
      const jelly = world.createSoftBody({ ...square, position: { x: 2.5, y: 0 } });
      const [block] = world.bodies;
      act(world);
      const soft = jelly.particles.reduce(
        (sum, { mass, linearVelocity }) => sum + mass * linearVelocity.x,
        0,
      );
      return soft / (block.mass * block.linearVelocity.x);
    };
    const blow = push((world) => {
      addWind(world, { kind: 'wind', velocity: { x: 5, y: 0 } });
      run(world, 1);
    });
    expect(Math.abs(blow - 1)).toBeLessThan(0.05);
    const blast = push((world) => {
      for (const y of [0, 50]) explode(world, { position: { x: -20, y }, radius: 25, impulsePerLength: 1 });
    });
    expect(Math.abs(blast - 1)).toBeLessThan(0.05);
  });

  test('an explosion inside a soft body blows it up without moving it', () => {
    const { world, jelly } = jellyWorld({ ...square, position: { x: 0, y: 5 } }, 0);
    explode(world, { position: { x: 0, y: 5 }, radius: 2, impulsePerLength: 1 });
    const { px, py } = totals(world);
    expect(Math.abs(px) + Math.abs(py)).toBeLessThan(1e-9);
    world.step(DT);
    expect(jelly.area).toBeGreaterThan(1.01 * jelly.restArea);
  });

  test('the same scene gives bit-identical results', () => {
    const hash = (): string => {
      const { world } = jellyWorld({ ...square, keepArea: true, clusterSize: 1, position: { x: 0, y: 3 } });
      world.createBody({ position: { x: 0.2, y: 5 }, angle: 0.4, shapes: [box(1, 1)] });
      run(world, 3);
      return world.stateHash();
    };
    expect(hash()).toBe(hash());
  });
});

describe('filters and events', () => {
  const GHOST = 2;
  const boxes = { position: { x: 0, y: 3 }, shapes: [box(1, 1)] };

  /** Lets a soft body and then a box fall on it; returns the world after two seconds and who began to touch whom. */
  function pile(definition: Partial<SoftBodyDefinition>, prepare?: (jelly: SoftBody) => void) {
    const { world, jelly } = jellyWorld({ ...square, position: { x: 0, y: 1 }, ...definition });
    prepare?.(jelly);
    const load = world.createBody(boxes);
    const touched = new Set<string>();
    run(world, 2, () => {
      for (const { shapeA, shapeB } of world.events.contactBegin) {
        const owners = [shapeA, shapeB].map(({ body }) =>
          world.softBodyOf(body) === jelly ? 'jelly' : 'else',
        );
        touched.add(owners.sort().join(' '));
        // a particle never touches another one of the same soft body
        expect(owners).not.toEqual(['jelly', 'jelly']);
      }
    });
    return { world, jelly, load, touched };
  }

  test('a soft body takes a filter from its definition, changes it, and keeps it in scenes and snapshots', () => {
    expect(pile({}).load.position.y).toBeGreaterThan(2);
    // the floor is of category 1, and so is the box: a mask without it lets the soft body fall through both
    expect(pile({ filter: { mask: GHOST } }).jelly.worldCenter.y).toBeLessThan(-5);
    const { world, jelly, load } = pile({ filter: { category: GHOST } }, (made) =>
      made.setFilter({ category: 1 }),
    );
    expect(load.position.y).toBeGreaterThan(2);
    expect(jelly.filter).toEqual({ category: 1, mask: 0xffffffff });
    expect(jelly.toDefinition()).not.toHaveProperty('filter');
    jelly.setFilter({ category: GHOST, mask: 5 });
    const copy = loadScene(JSON.parse(JSON.stringify(toScene(world, { name: 'copy', timeStep: DT }))), {
      solver: createShapeMatching(),
    });
    expect(copy.softBodies[0].filter).toEqual({ category: GHOST, mask: 5 });
    for (const particle of [...jelly.particles, ...copy.softBodies[0].particles]) {
      expect(particle.shapes[0].filter).toMatchObject({ category: GHOST, mask: 5 });
      expect(particle.shapes[0].filter.group).toBeLessThan(0);
    }
    const bytes = takeSnapshot(world);
    jelly.setFilter({ mask: 1 });
    restoreSnapshot(world, bytes);
    expect(jelly.filter).toEqual({ category: GHOST, mask: 5 });
  });

  test('softBodyOf names the soft body that an event is about, also after others came and went, and after going back', () => {
    const { world, jelly, load, touched } = pile({});
    expect([...touched].sort()).toEqual(['else jelly']);
    expect(world.softBodyOf(load)).toBeNull();
    const other = world.createSoftBody({ ...square, position: { x: 9, y: 1 } });
    const [particle] = other.particles;
    expect(world.softBodyOf(particle)).toBe(other);
    const bytes = takeSnapshot(world);
    world.destroySoftBody(other);
    expect(() => world.softBodyOf(particle)).toThrow(InputError);
    const third = world.createSoftBody({ ...square, position: { x: 9, y: 1 } });
    expect(third.particles.map((body) => world.softBodyOf(body) === third)).not.toContain(false);
    restoreSnapshot(world, bytes);
    expect([world.softBodyOf(particle), world.softBodyOf(jelly.particles[3])]).toEqual([other, jelly]);
  });

  test('events of impacts and calls of preSolve are those of the definition, contact events can be switched off', () => {
    const heard = (definition: Partial<SoftBodyDefinition>) => {
      let calls = 0;
      const solver = createShapeMatching();
      const gravity = { x: 0, y: -9.8 };
      const preSolve = () => ++calls > 0;
      const world = createWorld({ solver, gravity, sleeping: false, preSolve });
      const [floor] = wall(0).shapes!;
      world.createBody({ type: 'static', shapes: [{ ...floor, contactEvents: false }] });
      world.createSoftBody({ ...square, position: { x: 0, y: 3 }, ...definition });
      let begins = 0;
      let hits = 0;
      run(world, 1, () => {
        begins += world.events.contactBegin.length;
        hits += world.events.hit.length;
      });
      return [begins > 0, hits > 0, calls > 0];
    };
    expect(heard({})).toEqual([true, false, false]);
    expect(heard({ contactEvents: false, hitEvents: true, preSolveEvents: true })).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('an invalid filter is refused by name, and so is that of a destroyed soft body', () => {
    const { world, jelly } = jellyWorld(square);
    const change = (filter: object) => () => jelly.setFilter(filter);
    expect(change({ group: 1 })).toThrow(/^filter.group: expected one of category, mask/);
    expect(change({ mask: 0.5 })).toThrow(/^filter.mask: /);
    expect(change({ category: 2, mask: Number.NaN })).toThrow(/^filter.mask: /);
    expect(jelly.filter).toEqual({ category: 1, mask: 0xffffffff });
    expect(() => world.createSoftBody({ ...square, filter: { group: 3 } as object })).toThrow(
      /^filter.group: /,
    );
    world.destroySoftBody(jelly);
    expect(change({ mask: 1 })).toThrow(/^softBody.setFilter: /);
    expect(() => jelly.filter).toThrow(/^softBody.filter: /);
  });
});
