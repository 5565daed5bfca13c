import { createSweep, createTree } from '@otedama/collision';
import { polygon } from '@otedama/math2d';
import {
  type Body,
  createWorld,
  type JointDefinition,
  loadScene,
  restoreSnapshot,
  type Scene,
  type Solver,
  takeSnapshot,
  type World,
  type WorldDefinition,
} from '@otedama/rigid';
import { mixedRain, pyramid } from '@otedama/scenes';
import { describe, expect, it } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';
import { smallScenes } from './small-scenes.js';

const methods: [string, () => Solver][] = [
  ['soft step', createSoftStep],
  ['sequential impulses', createSequentialImpulses],
];

describe('R2 every scene: 120 steps after a restore at step 50 equal the straight run', () => {
  const run = (world: World, scene: Scene, count: number): string[] =>
    Array.from({ length: count }, () => {
      world.step(scene.timeStep);
      return world.stateHash();
    });

  it.each(methods)('%s', (_, createSolver) => {
    for (const scene of smallScenes) {
      const make = (more: Partial<WorldDefinition> = {}): World =>
        loadScene(scene, { solver: createSolver(), ...more });
      const world = make();
      for (let step = 0; step < 50; step++) world.step(scene.timeStep);
      const small = takeSnapshot(world, { shapes: false });
      const whole = takeSnapshot(world);
      const straight = run(world, scene, 120);
      const compare = (where: string, other: World, snapshot: Uint8Array, count: number): void => {
        restoreSnapshot(other, snapshot);
        const found = run(other, scene, count);
        expect(found, `${scene.name}, ${where}`).toEqual(straight.slice(0, count));
      };
      compare('the same world', world, small, 120);
      // what they lack shows in their first steps
      compare('a new world on a tree', make({ broadPhase: createTree }), whole, 30);
      compare('a new world on a sweep', make({ broadPhase: createSweep }), small, 30);
    }
  });
});

it('R7 at most 200 bytes a body including contacts: 5,050 boxes at rest, 1,000 bodies of rain', () => {
  const sizes = (scene: Scene, steps: number): { bodies: number; whole: number; small: number } => {
    const world = loadScene(scene, { solver: createSoftStep(), sleeping: false });
    for (let step = 0; step < steps; step++) world.step(scene.timeStep);
    const bodies = world.bodies.filter((body) => body.type === 'dynamic').length;
    return {
      bodies,
      whole: takeSnapshot(world).length / bodies,
      small: takeSnapshot(world, { shapes: false }).length / bodies,
    };
  };
  const heap = sizes(pyramid.create({ base: 100 }), 120);
  const falling = sizes(mixedRain.create({ count: 1000 }), 60);
  const pile = sizes(mixedRain.create({ count: 1000 }), 480);
  expect([heap.bodies, falling.bodies, pile.bodies]).toEqual([5050, 1000, 1000]);
  for (const { small } of [heap, falling, pile]) expect(small).toBeLessThan(200);
  expect(heap.whole).toBeLessThan(200);
  expect(falling.whole).toBeLessThan(200);
  // 1,000 different shapes, and 2.7 contacts per body
  expect(pile.whole).toBeLessThan(230);
});

const dt = 1 / 60;
const origin = { x: 0, y: 0 };

/** Every kind of joint with one pair of boxes each, a chain that breaks under its load, and a crate that falls on all of them. */
function jointed(solver: Solver): World {
  const world = createWorld({ solver });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  const shapes = [{ kind: 'polygon' as const, vertices: polygon.rectangle(0.6, 0.4) }];
  const kinds: ((bodyA: Body, bodyB: Body) => JointDefinition<Body>)[] = [
    (_, body) => ({ kind: 'grab', body, target: { x: 1, y: 3 } }),
    (bodyA, bodyB) => ({ kind: 'distance', bodyA, bodyB, hertz: 2, lower: 0.5, upper: 2 }),
    (bodyA, bodyB) => ({ kind: 'rope', bodyA, bodyB, maximumLength: 1.2 }),
    (bodyA, bodyB) => ({
      kind: 'revolute',
      bodyA,
      bodyB,
      motorSpeed: 2,
      maximumMotorTorque: 3,
      lower: -1,
      upper: 1,
    }),
    (bodyA, bodyB) => ({ kind: 'prismatic', bodyA, bodyB, hertz: 1, lower: -0.5, upper: 0.5 }),
    (bodyA, bodyB) => ({ kind: 'weld', bodyA, bodyB, hertz: 5 }),
    (bodyA, bodyB) => ({ kind: 'wheel', bodyA, bodyB, hertz: 3, motorSpeed: 4 }),
    (bodyA, bodyB) => ({ kind: 'motor', bodyA, bodyB, maximumForce: 20 }),
    (bodyA, bodyB) => ({ kind: 'gear', bodyA, bodyB, ratio: 2 }),
    (bodyA, bodyB) => ({
      kind: 'pulley',
      bodyA,
      bodyB,
      groundAnchorA: { x: -1, y: 6 },
      groundAnchorB: { x: 1, y: 6 },
    }),
    (bodyA, bodyB) => ({ kind: 'ratchet', bodyA, bodyB, pitch: 0.5 }),
    (bodyA, bodyB) => ({
      kind: 'groove',
      bodyA,
      bodyB,
      grooveStart: { x: -1, y: 0 },
      grooveEnd: { x: 1, y: 0 },
    }),
    (bodyA, bodyB) => ({ kind: 'rotarySpring', bodyA, bodyB, restAngle: 0.3 }),
    (bodyA, bodyB) => ({ kind: 'rotaryLimit', bodyA, bodyB, lower: -0.2, upper: 0.2 }),
    (bodyA, bodyB) => ({ kind: 'friction', bodyA, bodyB, maximumForce: 2 }),
    (bodyA, bodyB) => ({ kind: 'filter', bodyA, bodyB }),
  ];
  kinds.forEach((make, k) => {
    const bodyA = world.createBody({ position: { x: 2.5 * k, y: 2 }, angle: 0.1 * k, shapes });
    const bodyB = world.createBody({ position: { x: 2.5 * k + 0.8, y: 2.1 }, angularVelocity: 1, shapes });
    world.createJoint(make(bodyA, bodyB));
  });
  let above: Body | null = null;
  for (let k = 0; k < 6; k++) {
    const link: Body = world.createBody({ position: { x: -3 - 0.7 * k, y: 6 }, shapes });
    world.createJoint({
      kind: 'revolute',
      bodyA: above,
      bodyB: link,
      ...(above === null
        ? { worldAnchor: { x: -2.65, y: 6 } }
        : { localAnchorA: { x: -0.35, y: 0 }, localAnchorB: { x: 0.35, y: 0 } }),
      breakForce: 25,
    });
    above = link;
  }
  world.createBody({ position: { x: 6, y: 9 }, shapes: [{ kind: 'circle', radius: 0.7, center: origin }] });
  return world;
}

describe('R2 joints of every kind, also while they break and fall asleep', () => {
  it.each(methods)('%s', (_, createSolver) => {
    const world = jointed(createSolver());
    const step = (): string => {
      world.step(dt);
      const broken = world.events.jointBreak.map(({ joint }) => `broke ${joint.id}`);
      return [
        world.stateHash(),
        ...broken,
        ...world.events.bodySleep.map(({ body }) => `asleep ${body.id}`),
      ].join();
    };
    const run = (count: number): string[] => Array.from({ length: count }, step);
    let reports = '';
    for (const before of [0, 10, 35, 200, 300]) {
      reports += run(before).join();
      const held = world.joints;
      const snapshot = takeSnapshot(world, { shapes: before % 2 === 0 });
      const straight = run(120);
      restoreSnapshot(world, snapshot);
      expect(world.joints).toEqual(held);
      expect(held.every((joint, k) => joint.isValid && world.joints[k] === joint)).toBe(true);
      expect(run(120)).toEqual(straight);
      reports += straight.join();
    }
    expect(reports).toContain('broke');
    expect(reports).toContain('asleep');
  });
});

describe('R2 a ball held on a slope by its rolling resistance', () => {
  it.each(methods)('%s', (_, createSolver) => {
    const world = createWorld({ solver: createSolver(), sleeping: false });
    const material = { friction: 1, rollingResistance: 0.3 };
    world.createBody({
      type: 'static',
      shapes: [{ kind: 'halfSpace', normal: { x: 0.1, y: 0.995 }, ...material }],
    });
    world.createBody({
      position: { x: 0, y: 0.5 },
      shapes: [{ kind: 'circle', radius: 0.5, ...material }],
    });
    const run = (): string[] =>
      Array.from({ length: 30 }, () => {
        world.step(dt);
        return world.stateHash();
      });
    run();
    const snapshot = takeSnapshot(world);
    const straight = run();
    restoreSnapshot(world, snapshot);
    expect(run()).toEqual(straight);
  });
});
