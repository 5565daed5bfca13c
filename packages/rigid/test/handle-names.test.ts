import { inspect } from 'node:util';
import { InputError } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import { createWorld as createBareWorld } from '../src/bare.js';
import {
  addWind,
  chain,
  createCharacter,
  createWorld,
  FrameClock,
  jointKinds,
  type World,
} from '../src/index.js';
import { ghostSolver } from './helpers/simple-solver.js';

const shape = { kind: 'circle', radius: 0.5 } as const;

function populate(world: World) {
  const [a, b] = [0, 3].map((x) => world.createBody({ position: { x, y: 0 }, shapes: [shape] }));
  return { world, a, b };
}

/** What the error says after an assignment as in plain JavaScript. */
function complaint(target: object, name: string, value: unknown = true): string {
  const before = { ...target };
  try {
    (target as Record<string, unknown>)[name] = value;
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect({ ...target }).toEqual(before);
    return (error as Error).message;
  }
  throw new Error(`${name} was silent`);
}

describe('assigning names that a handle does not have', () => {
  it.each([
    ['bullet', 'isBullet'],
    ['awake', 'isAwake'],
    ['enabled', 'isEnabled'],
    ['velocity', 'linearVelocity'],
    ['angularVel', 'angularVelocity'],
    ['rotation', 'angle'],
    ['x', 'position'],
    ['isStatic', 'type'],
    ['friction', 'setMaterial of a shape'],
    ['label', 'name'],
  ])('body.%s: expected %s', (name, better) => {
    const { a } = populate(createWorld({ solver: ghostSolver() }));
    expect(complaint(a, name)).toMatch(
      new RegExp(`^body\\.${name}: expected ${better}.*, since there is no ${name}`),
    );
  });

  it('tells where data of a game go', () => {
    const { a, world } = populate(createWorld({ solver: ghostSolver() }));
    expect(complaint(a, 'health', 3)).toMatch(
      /^body\.health: expected userData for data of your own, or one of name,/,
    );
    expect(complaint(a.shapes[0], 'tag', 3)).toBe('shape.tag: expected userData for data of your own, got 3');
    expect(complaint(world, 'level', 3)).toBe('world.level: expected one of gravity, trace, got 3');
  });

  it('covers shapes, worlds, clocks, characters and fields', () => {
    const { a, world } = populate(createWorld({ solver: ghostSolver() }));
    expect(complaint(a.shapes[0], 'friction', 1)).toContain('expected setMaterial');
    expect(complaint(a.shapes[0], 'sensor')).toContain('expected another shape');
    expect(complaint(world, 'preSolve', () => true)).toContain('expected an option of createWorld, preSolve');
    expect(complaint(new FrameClock(), 'paused')).toContain('expected isPaused');
    const hero = createCharacter(world, { shape, position: { x: 9, y: 9 } });
    expect(complaint(hero, 'position', { x: 0, y: 0 })).toContain('expected body.position');
    const wind = addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 } });
    expect(complaint(wind, 'velocity', { x: 2, y: 0 })).toContain('expected set({ velocity })');
  });

  it('leaves the classes of bare worlds without it, whose names a page can check by types', () => {
    const world = createBareWorld({ solver: ghostSolver() });
    (world as unknown as { level: number }).level = 3;
    expect(world).toHaveProperty('level', 3);
  });
});

describe('reading names that a handle does not have', () => {
  const { a, world } = populate(createWorld({ solver: ghostSolver() }));
  const [shape_] = a.shapes;

  it.each<[object, string, string]>([
    [a, 'velocity', 'linearVelocity'],
    [a, 'x', 'position'],
    [a, 'getPosition', 'position'],
    [a, 'setLinvel', 'linearVelocity'],
    [a, 'applyForceToCenter', 'applyForce'],
    [a, 'friction', 'setMaterial of a shape'],
    [shape_, 'friction', 'setMaterial to change it and material to read it'],
    [shape_, 'radius', 'another shape'],
    [world, 'rayCast', 'castRay'],
    [world, 'getBodyList', 'bodies'],
    [world, 'getBody', 'bodies, which find searches'],
    [world, 'on', 'events'],
  ])('%#: %s', (handle, name, better) => {
    expect(() => (handle as Record<string, unknown>)[name]).toThrow(InputError);
    expect(() => (handle as Record<string, unknown>)[name]).toThrow(`.${name}: expected ${better}`);
  });

  it('leaves printing, comparing, waiting and cloning as they are', async () => {
    expect(JSON.stringify([a, world])).toBe('[{"id":0,"generation":0},{}]');
    expect([inspect(a), `${a}`]).toEqual(['Body { id: 0, generation: 0 }', '[object Object]']);
    expect(await a).toBe(a);
    expect(await Promise.all([world, shape_])).toEqual([world, shape_]);
    expect(structuredClone(a)).toEqual({ id: 0, generation: 0 });
    expect(() => expect(a).toEqual({ id: 1 })).toThrow('generation');
    expect([a].flat()).toEqual([a]);
  });
});

describe('assigning what can only be read', () => {
  const solver = { ...ghostSolver(), capabilities: { ...ghostSolver().capabilities, joints: jointKinds } };
  const { a, b, world } = populate(createWorld({ solver }));
  const hero = createCharacter(world, { shape, position: { x: 9, y: 9 } });
  const joint = world.createJoint({ kind: 'distance', bodyA: a, bodyB: b });

  it.each<[object, string, unknown, string]>([
    [
      hero,
      'velocity',
      { x: 1, y: 0 },
      'character.velocity: expected the velocity of move, which also sets body.linearVelocity',
    ],
    [hero, 'isGrounded', true, 'character.isGrounded: expected no assignment'],
    [a, 'worldCenter', { x: 1, y: 0 }, 'body.worldCenter: expected position'],
    [a, 'inertia', 3, 'body.inertia: expected mass, or fixedRotation'],
    [a.shapes[0], 'isSensor', true, 'shape.isSensor: expected another shape: destroy this one'],
    [a.shapes[0], 'material', { friction: 1 }, 'shape.material: expected setMaterial'],
    [joint, 'length', 4, 'joint.length: expected rest'],
    [world, 'time', 0, 'world.time: expected step'],
    [world, 'slotCount', 0, 'world.slotCount: expected no assignment'],
    [new FrameClock(), 'timeStep', 0.01, 'clock.timeStep: expected another clock'],
  ])('%#: %s.%s', (handle, name, value, message) => {
    const before = JSON.stringify((handle as Record<string, unknown>)[name]);
    const end = `, since ${name} can only be read, got ${JSON.stringify(value)}`;
    const text = complaint(handle, name, value);
    expect([text.slice(0, message.length), text.slice(-end.length)]).toEqual([message, end]);
    expect(JSON.stringify((handle as Record<string, unknown>)[name])).toBe(before);
  });
});

describe('events', () => {
  const { world } = populate(createWorld({ solver: ghostSolver() }));
  const { events } = world;

  it.each([
    ['collisionStart', 'contactBegin'],
    ['beginContact', 'contactBegin'],
    ['contacts', 'contactBegin and contactEnd'],
    ['hits', 'hit'],
    ['sleep', 'bodySleep'],
    ['sensorEnter', 'sensorBegin'],
    ['on', 'one of the lists, which you read after each step'],
  ])('reading %s: %s is meant', (name, better) => {
    expect(() => (events as unknown as Record<string, unknown>)[name]).toThrow(InputError);
    expect(() => (events as unknown as Record<string, unknown>)[name]).toThrow(
      `world.events.${name}: expected ${better}, since there is no ${name}, got undefined`,
    );
  });

  it('takes no handlers: the lists stay', () => {
    const begins = events.contactBegin;
    expect(complaint(events, 'onHit', () => true)).toContain(
      'expected no assignment, only reading contactBegin,',
    );
    expect(() => Object.assign(events, { contactBegin: () => true })).toThrow(TypeError);
    expect(events.contactBegin).toBe(begins);
  });

  it('lists every event, and prints, spreads and clones as before', () => {
    world.step(1 / 60);
    const names = Object.keys(createBareWorld({ solver: ghostSolver() }).events).sort();
    expect(Object.keys(events).sort()).toEqual(names);
    const [, listed] = /reading (.*), got/.exec(complaint(events, 'onHit')) ?? [];
    expect(listed.split(', ').sort()).toEqual(names);
    expect(JSON.parse(JSON.stringify(events))).toHaveProperty('contactBegin', []);
    expect(inspect(events)).toContain('contactBegin: []');
    expect({ ...events }.hit).toEqual([]);
  });
});

describe('a misspelt field of a definition', () => {
  it.each<[string, (world: World) => unknown]>([
    [
      'shapes[0].frction: .*did you mean friction\\?',
      (world) => world.createBody({ shapes: [{ ...shape, frction: 1 } as never] }),
    ],
    ['rotation: .*did you mean angle\\?', (world) => world.createBody({ rotation: 1 } as never)],
    ['isStatic: .*did you mean type\\?', (world) => world.createBody({ isStatic: true } as never)],
    [
      'shapes[0].isSensor: .*did you mean sensor\\?',
      (world) => world.createBody({ shapes: [{ ...shape, isSensor: true } as never] }),
    ],
    [
      'shapes[0].filter.maskBits: .*did you mean mask\\?',
      (world) => world.createBody({ shapes: [{ ...shape, filter: { maskBits: 1 } } as never] }),
    ],
    ['gravty: .*did you mean gravity\\?', () => createWorld({ solver: ghostSolver(), gravty: 1 } as never)],
  ])('is told with the right one: %s', (message, call) => {
    const pattern = new RegExp(
      `^${message.replaceAll(/[[\].]/g, (letter, k) => (message[k + 1] === '*' ? letter : `\\${letter}`))}`,
    );
    expect(() => call(createWorld({ solver: ghostSolver() }))).toThrow(pattern);
  });
});

describe('a name from elsewhere', () => {
  const solver = { ...ghostSolver(), capabilities: { ...ghostSolver().capabilities, joints: jointKinds } };
  const { a, b, world } = populate(createWorld({ solver }));
  const body = (definition: object) => () => world.createBody(definition);
  const shaped = (definition: object) => body({ shapes: [definition] });
  const joint = (kind: string) => () => world.createJoint({ kind, bodyA: a, bodyB: b } as never);

  it.each<[string, () => unknown]>([
    [
      'restitution: .* (did you mean shapes[0].restitution: it belongs to a shape?)',
      body({ restitution: 1 }),
    ],
    ['isSensor: .* (did you mean shapes[0].sensor: it belongs to a shape?)', body({ isSensor: true })],
    ['type: .* (did you mean static?)', body({ type: 'fixed' })],
    ['shapes[0].type: .* (did you mean kind?)', shaped({ type: 'circle', radius: 1 })],
    [
      'shapes[0].kind: .* (did you mean polygon, with vertices: polygon.rectangle(',
      shaped({ kind: 'box', width: 1 }),
    ],
    ['shapes[0].r: .* (did you mean radius?)', shaped({ kind: 'circle', r: 1 })],
    ['shapes[0].points: .* (did you mean vertices?)', shaped({ kind: 'polygon', points: [] })],
    ['shapes[0].bounciness: .* (did you mean restitution?)', shaped({ ...shape, bounciness: 1 })],
    ['kind: .* (did you mean revolute?)', joint('hinge')],
    ['kind: .* (did you mean weld?)', joint('fixed')],
    ['type: .* (did you mean kind?)', () => world.createJoint({ type: 'weld', bodyA: a, bodyB: b } as never)],
    [
      'substeps: .* (did you mean solver: createSoftStep({ substeps })?)',
      () => createWorld({ solver: ghostSolver(), substeps: 4 } as never),
    ],
    [
      'radius: .* (did you mean shape, such as {',
      () => createCharacter(world, { position: { x: 0, y: 9 }, radius: 1 } as never),
    ],
  ])('is told with ours: %s', (message, call) => {
    const [start, end] = message.split('.*');
    expect(call).toThrow(InputError);
    expect(call).toThrow(start);
    expect(call).toThrow(end);
  });

  it.each<[object, string, string]>([
    [a, 'moveTo', 'the function moveTo of @otedama/rigid'],
    [world, 'createCharacter', 'the function createCharacter of @otedama/rigid'],
  ])('%#: %s is a function of its own', (handle, name, better) => {
    expect(() => (handle as Record<string, unknown>)[name]).toThrow(`expected ${better}, since there is no`);
  });
});

describe('a value with a likely cause', () => {
  const { world } = populate(createWorld({ solver: ghostSolver() }));
  const polygon = (...points: number[][]) => ({
    shapes: [{ kind: 'polygon' as const, vertices: points.map(([x, y]) => ({ x, y })) }],
  });

  it.each<[string, () => unknown]>([
    ["mass: expected a number > 0, or type 'static'", () => world.createBody({ mass: 0 })],
    [
      'position: expected a vector { x, y }, got [1,2]',
      () => world.createBody({ position: [1, 2] as never }),
    ],
    ['(reverse a clockwise list,', () => world.createBody(polygon([0, 0], [0, 1], [1, 0]))],
    ['outline.decompose a concave one', () => world.createBody(polygon([0, 0], [2, 0], [0.5, 0.5], [0, 2]))],
    ['definition: expected { points: [...] }, got [', () => chain([{ x: 0, y: 0 }] as never)],
    ['slot: expected a finite number, got {"x":0,"y":0}', () => world.bodyAt({ x: 0, y: 0 } as never)],
    ['id: expected a finite number, got', () => world.shapeAt({ x: 0, y: 0 } as never)],
  ])('is told: %s', (message, call) => {
    expect(call).toThrow(InputError);
    expect(call).toThrow(message);
  });
});

describe('writing to what a getter returned', () => {
  it('throws, since it would change a copy', () => {
    const { a, world } = populate(createWorld({ solver: ghostSolver() }));
    const hero = createCharacter(world, { shape, position: { x: 9, y: 9 } });
    const [round] = a.shapes;
    for (const [object, name] of [
      [a.position, 'x'],
      [a.linearVelocity, 'y'],
      [a.worldCenter, 'x'],
      [world.gravity, 'y'],
      [round.material, 'friction'],
      [round.filter, 'mask'],
      [hero.velocity, 'y'],
      [hero.groundNormal, 'x'],
    ] as const) {
      expect(() => {
        (object as Record<string, unknown>)[name] = 5;
      }).toThrow(TypeError);
    }
    const solver = { ...ghostSolver(), capabilities: { ...ghostSolver().capabilities, joints: jointKinds } };
    const yard = populate(createWorld({ solver }));
    const joint = yard.world.createJoint({ kind: 'revolute', bodyA: null, bodyB: yard.a });
    expect(complaint(joint, 'maxMotorTorque', 5)).toContain('expected maximumTorque');
    expect(complaint(joint, 'speed', 5)).toContain('expected motorSpeed');
    for (const anchor of [joint.localAnchorA, joint.worldAnchorA, joint.reactionForce])
      expect(() => Object.assign(anchor, { x: 5 })).toThrow(TypeError);
    a.position = { ...a.position, x: 5 };
    expect(a.position).toEqual({ x: 5, y: 0 });
  });

  it.each([
    'getWorldPoint',
    'getLocalPoint',
    'getWorldVector',
    'getLocalVector',
    'getPointVelocity',
  ] as const)('%s refuses what is no vector', (method) => {
    const { a } = populate(createWorld({ solver: ghostSolver() }));
    for (const value of [undefined, 3, [1, 2], { x: 1 }, { x: Number.NaN, y: 0 }])
      expect(() => a[method](value as never)).toThrow(InputError);
  });
});
