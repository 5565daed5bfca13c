import { polygon } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import {
  addBuoyancy,
  addField,
  addWind,
  type Body,
  compareWorlds,
  createWorld,
  explode,
  type Field,
  loadScene,
  parseScene,
  restoreSnapshot,
  type Scene,
  type ShapeDefinition,
  serializeScene,
  takeSnapshot,
  toScene,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;

function worldOf(gravity = -10): World {
  return createWorld({ solver: simpleSolver(), gravity: { x: 0, y: gravity } });
}

function steps(world: World, count: number): void {
  for (let k = 0; k < count; k++) world.step(dt);
}

describe('buoyancy', () => {
  /** Draught of a body with density 0.5 in water of density 1, bottom to surface, m. */
  function draught(shape: ShapeDefinition, bottom: number): number {
    const world = worldOf();
    const body = world.createBody({
      position: { x: 0, y: 0.3 },
      fixedRotation: true,
      allowSleep: false,
      shapes: [{ ...shape, density: 0.5 }],
    });
    addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 0 }, linearDrag: 3 });
    steps(world, 1200);
    return bottom - body.position.y;
  }

  test('Archimedes: a box of half the density floats half submerged, to 1 %', () => {
    expect(Math.abs(draught(box(2, 1), 0.5) / 0.5 - 1)).toBeLessThan(0.01);
  });

  test('a ball, a capsule and a rounded box, all symmetric, float half submerged too', () => {
    expect(Math.abs(draught(circle(0.4), 0.4) / 0.4 - 1)).toBeLessThan(0.01);
    const capsule: ShapeDefinition = {
      kind: 'capsule',
      point1: { x: -1, y: 0 },
      point2: { x: 1, y: 0 },
      radius: 0.3,
    };
    expect(Math.abs(draught(capsule, 0.3) / 0.3 - 1)).toBeLessThan(0.01);
    expect(Math.abs(draught(box(1, 0.6, { radius: 0.2 }), 0.5) / 0.5 - 1)).toBeLessThan(0.01);
  });

  test('a triangle pointing down floats with half its area submerged', () => {
    // the part below a height h of the tip has the area fraction h^2: h = sqrt(1/2) of the height 1
    const shape: ShapeDefinition = {
      kind: 'polygon',
      vertices: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
        { x: -1, y: 1 },
      ],
    };
    expect(draught(shape, 0)).toBeCloseTo(Math.SQRT1_2, 3);
  });

  test('buoyancy of a fully submerged body is area times density times gravity, for each shape kind', () => {
    const area: [ShapeDefinition, number][] = [
      [box(2, 1), 2],
      [circle(0.5), Math.PI / 4],
      [
        { kind: 'capsule', point1: { x: -0.5, y: 0 }, point2: { x: 0.5, y: 0 }, radius: 0.25 },
        0.5 + Math.PI / 16,
      ],
      [{ kind: 'polygon', vertices: polygon.rectangle(1, 1), radius: 0.1 }, 1 + 0.4 + 0.01 * Math.PI],
      [{ kind: 'polygon', vertices: polygon.regular(1, 5) }, 2.5 * Math.sin((2 * Math.PI) / 5)],
      [{ kind: 'segment', point1: { x: 0, y: 0 }, point2: { x: 1, y: 0 } }, 0],
    ];
    for (const [shape, value] of area) {
      const world = worldOf();
      const body = world.createBody({
        position: { x: 3, y: -5 },
        angle: 0.7,
        gravityScale: 0,
        shapes: [shape],
      });
      addBuoyancy(world, {
        kind: 'buoyancy',
        surface: { x: 0, y: 0 },
        density: 2,
        linearDrag: 0,
        angularDrag: 0,
      });
      world.step(dt);
      expect(body.linearVelocity.y).toBeCloseTo((2 * value * 10 * dt) / body.mass, 9);
      expect(body.linearVelocity.x).toBeCloseTo(0, 9);
      // the buoyancy acts at the centre of the area
      expect(body.angularVelocity).toBeCloseTo(0, 9);
    }
  });

  test('a tilted box rights itself, and a narrow one turns onto its side', () => {
    const world = worldOf();
    const flat = world.createBody({
      position: { x: -5, y: 0 },
      angle: 0.5,
      shapes: [box(3, 0.5, { density: 0.5 })],
    });
    const tall = world.createBody({
      position: { x: 5, y: 0 },
      angle: 0.05,
      shapes: [box(0.5, 3, { density: 0.5 })],
    });
    addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 0 } });
    steps(world, 1800);
    expect(Math.abs(flat.angle)).toBeLessThan(0.02);
    expect(Math.abs(Math.abs(tall.angle) - Math.PI / 2)).toBeLessThan(0.02);
  });

  test('a slanted surface, a flow, a region, and drag that is stable for any step length', () => {
    const world = worldOf(0);
    const carried = world.createBody({ position: { x: 0, y: -3 }, shapes: [circle(0.5)] });
    const outside = world.createBody({ position: { x: 20, y: -3 }, shapes: [circle(0.5)] });
    const above = world.createBody({ position: { x: -3, y: 2.5 }, shapes: [circle(0.5)] });
    addBuoyancy(world, {
      kind: 'buoyancy',
      surface: { x: 0, y: 0 },
      normal: { x: 1, y: 2 },
      flow: { x: 2, y: 0 },
      linearDrag: 1e6,
      region: { minX: -10, minY: -10, maxX: 10, maxY: 10 },
    });
    steps(world, 10);
    expect(carried.linearVelocity.x).toBeCloseTo(2, 3);
    expect(outside.linearVelocity.x).toBe(0);
    expect(above.linearVelocity.x).toBe(0);
  });

  test('a floating body at rest falls asleep, and wakes when the liquid changes', () => {
    const world = worldOf();
    const body = world.createBody({ position: { x: 0, y: 0.1 }, shapes: [box(2, 1, { density: 0.5 })] });
    const water = addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 0 }, linearDrag: 3 });
    steps(world, 1200);
    expect(body.isAwake).toBe(false);
    water.set({ surface: { x: 0, y: 2 } });
    expect(body.isAwake).toBe(true);
    steps(world, 600);
    expect(body.position.y).toBeCloseTo(2, 1);
    water.remove();
    expect(water.isValid).toBe(false);
    expect(() => water.remove()).toThrow(/field.remove/);
    steps(world, 60);
    expect(body.position.y).toBeLessThan(0);
  });
});

describe('wind', () => {
  /** Force on a body at rest, from its velocity after a short step, N. */
  function force(shape: ShapeDefinition, more: object = {}, angle = 0): { x: number; y: number; body: Body } {
    const world = worldOf(0);
    const body = world.createBody({ angle, shapes: [shape] });
    addWind(world, { kind: 'wind', velocity: { x: 10, y: 0 }, density: 0.02, ...more });
    const h = 1e-6;
    world.step(h);
    return { x: (body.linearVelocity.x * body.mass) / h, y: (body.linearVelocity.y * body.mass) / h, body };
  }

  test('drag is dynamic pressure times the projected width', () => {
    // q = 0.02 x 100 / 2 = 1
    expect(force(box(1, 2)).x).toBeCloseTo(2, 4);
    expect(force(box(1, 2), { drag: 1.5 }).x).toBeCloseTo(3, 4);
    expect(force(circle(0.5)).x).toBeCloseTo(1, 4);
    const diamond = force(box(1, 1), { lift: 0 }, Math.PI / 4);
    expect(diamond.x).toBeCloseTo(Math.SQRT2, 4);
    expect(diamond.y).toBeCloseTo(0, 6);
  });

  test('lift on a slanted plate points to the side it leans to', () => {
    // thin plate of length 2, inclined by 30 degrees: width 2 sin 30 = 1, normal (-sin 30, cos 30) or its opposite faces the wind
    const plate = force(box(2, 0.001), {}, Math.PI / 6);
    expect(plate.x).toBeCloseTo(1, 2);
    expect(plate.y).toBeCloseTo(-Math.cos(Math.PI / 6), 2);
    expect(force(box(2, 0.001), {}, -Math.PI / 6).y).toBeCloseTo(Math.cos(Math.PI / 6), 2);
    expect(force(box(2, 0.001), { lift: 0 }, Math.PI / 6).y).toBeCloseTo(0, 6);
  });

  const rod: ShapeDefinition = {
    kind: 'capsule',
    point1: { x: 0, y: -0.3 },
    point2: { x: 0, y: 0.3 },
    radius: 0.2,
  };
  const pair: ShapeDefinition[] = [box(1, 0.1), { kind: 'circle', center: { x: 1, y: 0.3 }, radius: 0.3 }];
  test.each<[string, ShapeDefinition[], number]>([
    ['a capsule', [rod], 0],
    ['a slanted capsule', [rod], 0.7],
    ['a slanted box', [box(1, 0.4)], 0.5],
    ['a body of two shapes', pair, 1],
  ])('all edges of %s together do not exceed the speed of a strong wind', (_what, shapes, angle) => {
    for (const mass of [0.0001, 0.001, 0.1]) {
      for (const dt of [1 / 30, 1 / 240]) {
        const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
        addWind(world, { kind: 'wind', velocity: { x: 30, y: 0 }, density: 1 });
        const body = world.createBody({ mass, angle, shapes });
        for (let time = 0; time < 10; time += dt) {
          world.step(dt);
          const { x, y } = body.linearVelocity;
          expect(Math.hypot(x, y)).toBeLessThan(1.2 * 30);
          expect(Math.abs(body.angularVelocity)).toBeLessThan(30);
        }
        expect(body.linearVelocity.x).toBeGreaterThan(29);
        if (angle === 0) expect(Math.abs(body.angularVelocity)).toBeLessThan(1e-6);
      }
    }
  });

  test('every body reaches the wind speed and no more, however light', () => {
    const world = worldOf(0);
    const feather = world.createBody({ shapes: [circle(0.5, { density: 1e-6 })] });
    addWind(world, { kind: 'wind', velocity: { x: 10, y: 5 } });
    for (let k = 0; k < 600; k++) {
      world.step(dt);
      expect(feather.linearVelocity.x).toBeLessThanOrEqual(10 + 1e-9);
    }
    expect(feather.linearVelocity.x).toBeCloseTo(10, 1);
    expect(feather.linearVelocity.y).toBeCloseTo(5, 1);
  });

  test('static and kinematic bodies, sensors and bodies outside its region are not affected', () => {
    const world = worldOf(0);
    const inside = world.createBody({ shapes: [circle(0.5)] });
    const outside = world.createBody({ position: { x: 9, y: 0 }, shapes: [circle(0.5)] });
    const sensor = world.createBody({ position: { x: 0, y: 3 }, shapes: [circle(0.5, { sensor: true })] });
    const kinematic = world.createBody({
      type: 'kinematic',
      position: { x: 0, y: 5 },
      shapes: [circle(0.5)],
    });
    addWind(world, {
      kind: 'wind',
      velocity: { x: 10, y: 0 },
      region: { minX: -5, minY: -9, maxX: 5, maxY: 9 },
    });
    steps(world, 10);
    expect(inside.linearVelocity.x).toBeGreaterThan(0.01);
    for (const body of [outside, sensor, kinematic]) expect(body.linearVelocity.x).toBe(0);
  });
});

describe('explosion', () => {
  test('impulse a metre of width: full inside the radius, linear falloff, none beyond', () => {
    const speed = (x: number): number => {
      const world = worldOf(0);
      const ball = world.createBody({ position: { x, y: 0 }, mass: 2, shapes: [circle(0.5)] });
      const pushed = explode(world, { position: { x: 0, y: 0 }, radius: 2, falloff: 4, impulsePerLength: 3 });
      expect(pushed).toBe(ball.linearVelocity.x > 0 ? 1 : 0);
      expect(ball.linearVelocity.y).toBe(0);
      return ball.linearVelocity.x;
    };
    expect(speed(1.5)).toBeCloseTo(1.5, 12);
    expect(speed(2.5)).toBeCloseTo(1.5, 12);
    expect(speed(4.5)).toBeCloseTo(0.75, 12);
    expect(speed(6.6)).toBe(0);
    expect(speed(0.2)).toBeCloseTo(1.5, 12);
  });

  test('it scatters and wakes a pile, spins bodies hit off centre, and skips filtered bodies', () => {
    const world = worldOf();
    world.createBody({ type: 'static', shapes: [floor()] });
    const boxes = [-1, 0, 1].map((x) =>
      world.createBody({ position: { x: 2 * x, y: 0.5 }, shapes: [box(1, 1)] }),
    );
    const spared = world.createBody({
      position: { x: 0, y: 1.5 },
      shapes: [box(1, 1, { filter: { category: 2 } })],
    });
    steps(world, 120);
    expect(boxes[0].isAwake).toBe(false);
    explode(world, {
      position: { x: 0, y: -0.5 },
      radius: 1,
      falloff: 4,
      impulsePerLength: 5,
      filter: { mask: 1 },
    });
    expect(boxes.every((body) => body.isAwake)).toBe(true);
    expect(boxes[0].linearVelocity.x).toBeLessThan(-0.5);
    expect(boxes[2].linearVelocity.x).toBeGreaterThan(0.5);
    expect(boxes[0].angularVelocity).not.toBe(0);
    expect(boxes[1].linearVelocity.y).toBeGreaterThan(1);
    expect(spared.linearVelocity.y).toBe(0);
  });

  test('negative strength pulls; invalid members are rejected by name', () => {
    const world = worldOf(0);
    const ball = world.createBody({ position: { x: 3, y: 0 }, shapes: [circle(0.5)] });
    explode(world, { position: { x: 0, y: 0 }, radius: 5, impulsePerLength: -1 });
    expect(ball.linearVelocity.x).toBeLessThan(0);
    const bad =
      (change: object): (() => unknown) =>
      () =>
        explode(world, { position: { x: 0, y: 0 }, radius: 5, impulsePerLength: 1, ...change });
    expect(bad({ radius: -1 })).toThrow(/radius/);
    expect(bad({ falloff: Number.NaN })).toThrow(/falloff/);
    expect(bad({ position: { x: 1 } })).toThrow(/position/);
    expect(bad({ strength: 1 })).toThrow(/strength/);
    expect(bad({ filter: { mask: 0.5 } })).toThrow(/filter.mask/);
  });
});

describe('fields in scenes', () => {
  const scene: Scene = {
    format: 'otedama-scene',
    version: 1,
    name: 'pond',
    gravity: { x: 0, y: -10 },
    timeStep: dt,
    bodies: [{ position: { x: 0, y: 1 }, shapes: [box(1, 1, { density: 0.5 })] }],
    fields: [
      { kind: 'buoyancy', surface: { x: 0, y: 0 }, linearDrag: 2 },
      { kind: 'wind', velocity: { x: 10, y: 0 }, region: { minX: -50, minY: 0, maxX: 50, maxY: 10 } },
    ],
  };

  test('fields are read, run, and written back unchanged', () => {
    const world = loadScene(parseScene(serializeScene(scene)), { solver: simpleSolver() });
    steps(world, 600);
    const { x, y } = world.bodies[0].position;
    expect(y).toBeCloseTo(0, 1);
    expect(x).toBeGreaterThan(1);
    expect(toScene(world, scene).fields).toEqual(scene.fields);
  });

  test('invalid fields are rejected with their path', () => {
    const bad =
      (...fields: object[]): (() => unknown) =>
      () =>
        parseScene(JSON.stringify({ ...scene, fields }));
    expect(bad({ kind: 'rain' })).toThrow(/fields\[0\].kind/);
    expect(bad(scene.fields![0], { kind: 'wind' })).toThrow(/fields\[1\].velocity/);
    expect(bad({ kind: 'buoyancy' })).toThrow(/fields\[0\].surface/);
    expect(bad({ kind: 'buoyancy', surface: { x: 0, y: 0 }, normal: { x: 0, y: 0 } })).toThrow(
      /fields\[0\].normal/,
    );
    expect(bad({ kind: 'wind', velocity: { x: 0, y: 0 }, drag: -1 })).toThrow(/fields\[0\].drag/);
    expect(bad({ kind: 'wind', velocity: { x: 0, y: 0 }, gust: 1 })).toThrow(/fields\[0\].gust/);
    expect(
      bad({ kind: 'wind', velocity: { x: 0, y: 0 }, region: { minX: 1, minY: 0, maxX: 0, maxY: 1 } }),
    ).toThrow(/fields\[0\].region.maxX/);
    expect(() => addField(worldOf(), { kind: 'rain' } as never)).toThrow(/kind/);
  });

  test('an invalid change leaves a field unchanged, and the error names the member', () => {
    const world = worldOf(0);
    const wind = addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 } });
    const water = addBuoyancy(world, { kind: 'buoyancy', surface: { x: 1, y: 0 } });
    const vectors = [{ x: Number.NaN, y: 0 }, { x: 0, y: 2e12 }, { x: 1 }, 3];
    const numbers = [-1, Number.NaN, 2e12, '1'];
    const region = { minX: -1, minY: -1, maxX: 1, maxY: 1 };
    const refuses = (field: Field<never>, member: string, values: readonly unknown[]): void => {
      const { definition } = field;
      for (const value of values)
        expect(() => field.set({ [member]: value } as never), `${member}: ${JSON.stringify(value)}`).toThrow(
          new RegExp(`^${member}\\b`),
        );
      expect(field.definition).toBe(definition);
    };
    for (const side of Object.keys(region))
      refuses(wind as never, 'region', [{ ...region, [side]: Number.NaN }]);
    for (const side of ['maxX', 'maxY']) refuses(wind as never, 'region', [{ ...region, [side]: -2 }]);
    refuses(wind as never, 'velocity', vectors);
    for (const member of ['density', 'drag', 'lift']) refuses(wind as never, member, numbers);
    for (const member of ['surface', 'normal', 'flow']) refuses(water as never, member, vectors);
    for (const member of ['density', 'linearDrag', 'angularDrag']) refuses(water as never, member, numbers);
  });
});

test('a removed field can be neither read, nor changed, nor removed again', () => {
  const world = worldOf();
  const wind = addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 } });
  const { definition } = wind;
  wind.remove();
  const uses: Record<string, () => unknown> = {
    definition: () => wind.definition,
    'definition ': () => {
      wind.definition = definition;
    },
    set: () => wind.set({ drag: 2 }),
    remove: () => wind.remove(),
  };
  for (const [use, call] of Object.entries(uses)) expect(call).toThrow(`field.${use.trim()}`);
  expect(wind.isValid).toBe(false);
});

test('assigning an earlier definition and restoring a snapshot goes back, also in what the definition leaves out', () => {
  const world = worldOf(0);
  const body = world.createBody({ shapes: [circle(0.5)] });
  const wind = addWind(world, { kind: 'wind', velocity: { x: 5, y: 0 } });
  const { definition } = wind;
  const snapshot = takeSnapshot(world);
  const play = (): string => {
    steps(world, 10);
    return world.stateHash();
  };
  const straight = play();
  wind.set({ density: 9, region: { minX: 50, minY: 0, maxX: 60, maxY: 1 } });
  expect(play()).not.toBe(straight);
  wind.definition = definition;
  expect(wind.definition).toEqual(definition);
  restoreSnapshot(world, snapshot);
  expect(play()).toBe(straight);

  const bad = { kind: 'wind', velocity: { x: 1, y: 0 }, drag: -1 } as const;
  expect(() => (wind.definition = bad)).toThrow(/drag/);
  expect(wind.definition).toEqual(definition);
  body.isAwake = false;
  wind.definition = definition; // the one that it has
  expect(body.isAwake).toBe(false);
  wind.definition = { ...definition, drag: 2 };
  expect(body.isAwake).toBe(true);
  wind.remove();
  expect(() => (wind.definition = definition)).toThrow(/removed/);
});

test('in a world that takes over the shapes of another world, wind and water act on them', () => {
  const make = (shape: ShapeDefinition): World => {
    const world = worldOf(-1);
    world.createBody({ position: { x: 0, y: 1 }, angle: 0.3, shapes: [shape] });
    addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 1.2 } });
    addWind(world, { kind: 'wind', velocity: { x: 3, y: 0 }, density: 1 });
    steps(world, 3);
    return world;
  };
  const planks = make(box(4, 0.2));
  const boxes = make(box(1, 1));
  restoreSnapshot(boxes, takeSnapshot(planks));
  steps(planks, 30);
  steps(boxes, 30);
  expect(boxes.stateHash()).toBe(planks.stateHash());
});

test('a field copies its inputs: changing the given vectors and box afterwards has no effect', () => {
  const world = worldOf(0);
  const body = world.createBody({ shapes: [circle(0.5)] });
  const velocity = { x: 5, y: 0 };
  const region = { minX: -100, minY: -1, maxX: 100, maxY: 1 };
  const wind = addWind(world, { kind: 'wind', velocity, region });
  const surface = { x: 0, y: -50 };
  const flow = { x: 1, y: 0 };
  const water = addBuoyancy(world, { kind: 'buoyancy', surface, flow });
  velocity.x = -5;
  region.minX = 50;
  surface.y = 50;
  flow.x = 9;
  steps(world, 60);
  expect(body.linearVelocity.x).toBeGreaterThan(0);
  expect(wind.definition.velocity).toEqual({ x: 5, y: 0 });
  expect(wind.definition.region?.minX).toBe(-100);
  expect(water.definition.surface).toEqual({ x: 0, y: -50 });
  expect(water.definition.flow).toEqual({ x: 1, y: 0 });
  wind.set({ velocity });
  velocity.x = 7;
  expect(wind.definition.velocity.x).toBe(-5);
});

describe('what a change of a field wakes', () => {
  /** Two crates at rest, at x = 0 and x = 20, and a third on top of the first. */
  function yard() {
    const world = worldOf();
    world.createBody({ type: 'static', shapes: [floor()] });
    const [near, far, top] = [
      [0, 0.5],
      [20, 0.5],
      [0, 1.5],
    ].map(([x, y]) => world.createBody({ position: { x, y }, shapes: [box(1, 1)] }));
    return { world, near, far, top };
  }
  const isAwake = (body: Body) => body.isAwake;
  const region = { minX: -5, minY: 0, maxX: 5, maxY: 1 };

  test('a game that writes the values of the last frame again keeps nothing awake', () => {
    const { world, near, far } = yard();
    const wind = addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 }, region });
    const water = addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 0.2 }, density: 0.1 });
    for (let step = 0; step < 200; step++) {
      wind.set({ velocity: { x: 1, y: 0 } });
      wind.definition = { kind: 'wind', velocity: { x: 1, y: 0 }, region: { ...region } };
      water.set({ surface: { x: 0, y: 0.2 }, density: 0.1 });
      world.step(dt);
    }
    expect([near, far].map(isAwake)).toEqual([false, false]);
    // a change of any member is one
    for (const change of [
      () => wind.set({ velocity: { x: 1, y: 0.01 } }),
      () => wind.set({ lift: 2 }),
      () => wind.set({ region: { ...region, maxX: 4 } }),
      () => water.set({ flow: { x: 0, y: 1 } }),
    ]) {
      change();
      expect(near.isAwake).toBe(true);
      near.isAwake = false;
    }
  });

  test('a change, and a new or removed field, wake the bodies in the region before and after, and what rests on them', () => {
    const { world, near, far, top } = yard();
    steps(world, 200);
    const rest = () => {
      for (const body of [near, far, top]) body.isAwake = false;
      expect([near, far, top].map(isAwake)).toEqual([false, false, false]);
    };
    const wind = addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 }, region });
    expect([near, far, top].map(isAwake)).toEqual([true, false, true]);
    rest();
    wind.set({ velocity: { x: 2, y: 0 } });
    expect([near, far, top].map(isAwake)).toEqual([true, false, true]);
    rest();
    wind.set({ region: { minX: 15, minY: 0, maxX: 25, maxY: 1 } });
    expect([near, far, top].map(isAwake)).toEqual([true, true, true]);
    rest();
    wind.remove();
    expect([near, far, top].map(isAwake)).toEqual([false, true, false]);
  });

  test('water that rises wakes only what it touches', () => {
    const { world, near, far, top } = yard();
    steps(world, 200);
    near.position = { x: 40, y: 0.5 };
    top.position = { x: 0, y: 0.5 };
    world.createBody({
      type: 'static',
      position: { x: 20, y: 2 },
      shapes: [box(2, 1)],
    });
    far.position = { x: 20, y: 3 };
    steps(world, 200);
    expect([near, far, top].map(isAwake)).toEqual([false, false, false]);
    const water = addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: -1 } });
    for (const [level, wet] of [
      [-0.6, false],
      [0.2, true],
      [1.2, true],
    ] as const) {
      water.set({ surface: { x: 0, y: level } });
      expect([near, far, top].map(isAwake)).toEqual([wet, false, wet]);
      for (const body of [near, top]) body.isAwake = false;
    }
  });
});

test('the state hash contains the fields, and compareWorlds names the member that differs', () => {
  const make = (drag: number, count = 1) => {
    const world = createWorld({ solver: simpleSolver() });
    for (let k = 0; k < count; k++) addWind(world, { kind: 'wind', velocity: { x: 3, y: 0 }, drag });
    return world;
  };
  expect(make(1).stateHash()).toBe(make(1).stateHash());
  const hashes = [make(1, 0), make(1), make(2), make(1, 2)].map((world) => world.stateHash());
  expect(new Set(hashes).size).toBe(4);
  expect(compareWorlds(make(1), make(1))).toEqual([]);
  expect(compareWorlds(make(1), make(2))).toMatchObject([
    { kind: 'world', field: 'fields[0].drag', a: 1, b: 2 },
  ]);
  expect(compareWorlds(make(1), make(1, 2)).map(({ field, a }) => [field, a])).toContainEqual([
    'fields[1].drag',
    undefined,
  ]);
});
