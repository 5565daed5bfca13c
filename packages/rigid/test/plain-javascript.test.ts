/** Mistakes that a compiler finds and plain JavaScript does not. Each one is told, where it would change nothing or something else. */
import { describe, expect, it } from 'vitest';
import { createWorld as createBareWorld } from '../src/bare.js';
import {
  createCharacter,
  createWorld,
  InputError,
  jointKinds,
  moveTo,
  Recording,
  type WorldDefinition,
} from '../src/index.js';
import { ghostSolver } from './helpers/simple-solver.js';

const circle = { kind: 'circle', radius: 0.5 } as const;

/** Expects an `InputError` with this message. */
function expectRefusal(call: () => unknown, message: string): void {
  expect(call).toThrow(InputError);
  expect(call).toThrow(message);
}

describe('a number where an object is meant', () => {
  const world = createWorld({ solver: ghostSolver() });
  const [shape] = world.createBody({ shapes: [circle] }).shapes;

  it.each([
    ['setMaterial', () => shape.setMaterial(0.5 as never), 'material: expected an object, got 0.5'],
    ['setMaterial without one', () => shape.setMaterial(undefined as never), 'material: expected an object'],
    ['setFilter', () => shape.setFilter(2 as never), 'filter: expected an object, got 2'],
    [
      'castRay',
      () => world.castRay({ x: 0, y: 0 }, { x: 1, y: 0 }, null as never),
      'filter: expected an object',
    ],
    ['Recording', () => new Recording(world, 30 as never), 'definition: expected an object, got 30'],
  ])('%s tells it', (_, call, message) => {
    expectRefusal(call, message);
  });
});

describe('a ray as other engines take it', () => {
  const world = createWorld({ solver: ghostSolver() });
  world.createBody({ position: { x: 5, y: 0 }, shapes: [circle] });
  const [from, way] = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];
  const message =
    'castRay: expected castRay(origin, translation, filter), with the translation from the origin to the end';

  it.each<[string, readonly unknown[]]>([
    ['a ray and its length', [{ origin: from, dir: way }, 10, true]],
    ['a ray alone', [{ origin: from, direction: way }]],
    ['a direction and a length', [from, way, 10]],
    ['two points and a callback', [from, way, () => 1]],
    ['a callback and two points', [() => 1, from, way]],
  ])('%s', (_, given) => {
    for (const method of ['castRay', 'castRayAll'] as const)
      expectRefusal(() => (world[method] as (...values: unknown[]) => unknown)(...given), message);
  });

  it('of length 0 hits nothing, or with `solid` what its point is in', () => {
    const still = { x: 0, y: 0 };
    for (const origin of [from, { x: 5, y: 0.1 }]) expect(world.castRay(origin, still)).toBeNull();
    const hit = world.castRay({ x: 5, y: 0.1 }, still, { solid: true });
    expect([hit?.shape.body, hit?.fraction]).toEqual([world.bodies[0], 0]);
  });
});

describe('a hook or filter that does not return true or false', () => {
  const meet = (options: Partial<WorldDefinition>) => {
    const world = createWorld({ solver: ghostSolver(), ...options });
    for (const x of [0, 0.5])
      world.createBody({ position: { x, y: 0 }, shapes: [{ ...circle, preSolveEvents: true }] });
    return world;
  };

  it.each(['contactFilter', 'preSolve'] as const)(
    '%s: a forgotten return, which means no, and a promise, which means yes',
    (hook) => {
      for (const [answer, got] of [
        [() => {}, 'undefined'],
        [async () => false, '{}'],
      ] as const)
        expectRefusal(
          () => meet({ [hook]: answer as never }).step(1 / 60),
          `${hook}: expected true or false, got ${got}`,
        );
      meet({ [hook]: () => true }).step(1 / 60);
    },
  );

  it('accept of queries and characters', () => {
    const world = meet({});
    const accept = (() => {}) as never;
    const way = [
      { x: 0, y: 9 },
      { x: 0, y: -9 },
    ] as const;
    expectRefusal(() => world.castRay(...way, { accept }), 'accept: expected true or false, got undefined');
    expect(world.isLocked).toBe(false);
    const hero = createCharacter(world, { shape: circle, position: { x: 0.2, y: 0 }, accept });
    expectRefusal(() => hero.move({ x: 1, y: 0 }, 1 / 60), 'accept: expected true or false, got undefined');
  });
});

describe('a half-space of a dynamic body, as of ground without its type', () => {
  const ground = { kind: 'halfSpace', normal: { x: 0, y: 1 } } as const;
  const reason = 'kind: expected a body that is static or kinematic, got "halfSpace"';

  it('is refused, and the world stays as it is', () => {
    const world = createWorld({ solver: ghostSolver() });
    expectRefusal(() => world.createBody({ shapes: [circle, ground] }), `shapes[1].${reason}`);
    const body = world.createBody({ shapes: [circle] });
    expectRefusal(() => body.createShape(ground), reason);
    expect(world.bodies).toEqual([body]);
    expect(body.shapes.length).toBe(1);
  });

  it('is refused when the body becomes dynamic, too', () => {
    const world = createWorld({ solver: ghostSolver() });
    const body = world.createBody({ type: 'static', shapes: [circle, ground] });
    expectRefusal(
      () => Object.assign(body, { type: 'dynamic' }),
      'type: expected static or kinematic, since it has a half-space, got "dynamic"',
    );
    body.type = 'kinematic';
    expect(body.type).toBe('kinematic');
    body.shapes[1].destroy();
    body.createShape({ ...ground, sensor: true });
    body.type = 'dynamic';
    expect(body.type).toBe('dynamic');
  });

  it('is allowed as a sensor, which pushes nothing, and on other bodies', () => {
    const world = createWorld({ solver: ghostSolver() });
    world.createBody({ shapes: [{ ...ground, sensor: true }] });
    for (const type of ['static', 'kinematic'] as const)
      world.createBody({ type, shapes: [ground] }).createShape(ground);
    expect(world.bodies.length).toBe(3);
  });
});

describe('writing to what a handle does not let be set', () => {
  const solver = { ...ghostSolver(), capabilities: { ...ghostSolver().capabilities, joints: jointKinds } };

  it.each([
    ['a world', createWorld],
    ['a bare world', createBareWorld],
  ])('throws in %s: ids, methods, and names that do not exist', (_, create) => {
    const world = create({ solver });
    const body = world.createBody({ shapes: [circle] });
    for (const handle of [body, body.shapes[0]] as object[])
      for (const name of [
        'id',
        'generation',
        'bullet',
        ...('body' in handle ? ['body', 'destroy'] : ['applyForce']),
      ])
        expect(() => Object.assign(handle, { [name]: 7 }), name).toThrow();
    expect([body.id, body.isValid, body.shapes[0].body]).toEqual([0, true, body]);
  });

  it('throws for joints and characters too', () => {
    const world = createWorld({ solver });
    const joint = world.createJoint({ kind: 'grab', body: world.createBody({ shapes: [circle] }) });
    expect(() => Object.assign(joint, { id: 7 })).toThrow(TypeError);
    const hero = createCharacter(world, { shape: circle, position: { x: 9, y: 0 } });
    expect(() => Object.assign(hero, { body: joint.bodyB })).toThrow(
      'character.body: expected another character',
    );
    expect(hero.body).not.toBe(joint.bodyB);
  });

  it('checks names and colours as definitions do, and keeps user data as they are', () => {
    const body = createWorld({ solver }).createBody({ shapes: [circle] });
    const assign = (fields: object) => () => Object.assign(body, fields);
    expectRefusal(assign({ name: 7 }), 'name: expected a string, got 7');
    expectRefusal(assign({ color: '#ff0000' }), 'color: expected an array of red, green, blue');
    expectRefusal(assign({ color: [255, 0, 0] }), 'color[0]: expected a number from 0 to 1, got 255');
    const userData = {};
    Object.assign(body, { name: 'crate', color: [1, 0, 0], userData });
    Object.assign(body.shapes[0], { userData });
    expect([body.name, body.color]).toEqual(['crate', [1, 0, 0]]);
    expect(body.userData).toBe(userData);
    expect(body.shapes[0].userData).toBe(userData);
    Object.assign(body, { name: undefined, color: undefined });
    expect([body.name, body.color]).toEqual([undefined, undefined]);
  });
});

describe('a name that leads to nothing', () => {
  const solver = { ...ghostSolver(), capabilities: { ...ghostSolver().capabilities, joints: jointKinds } };
  const bodies = new Map<string, never>();

  it('as the first body of a joint is told, which would hold the second one to the world', () => {
    const world = createWorld({ solver });
    const bodyB = world.createBody({ shapes: [circle] });
    const weld = { kind: 'weld', bodyB } as const;
    expectRefusal(
      () => world.createJoint({ ...weld, bodyA: bodies.get('chassis') } as never),
      'bodyA: expected a body, or null for the world, got undefined',
    );
    expect(world.joints).toEqual([]);
    expect(world.createJoint(weld).bodyA).toBeNull();
    expect(world.createJoint({ ...weld, bodyA: null }).bodyA).toBeNull();
  });

  it('is no body that moves to a place', () => {
    const message = 'body.type: expected kinematic, got undefined';
    expectRefusal(() => moveTo(bodies.get('lift') as never, { x: 0, y: 1 }, 1 / 60), message);
  });
});
