import { InputError } from '@otedama/math2d';
import { describe, expect, it, vi } from 'vitest';
import {
  addWind,
  type Body,
  createCharacter,
  createWorld,
  explode,
  moveTo,
  restoreSnapshot,
  takeSnapshot,
  type World,
  type WorldDefinition,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

function fieldOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).field;
  }
  throw new Error('nothing was thrown');
}

function pile(more: Partial<WorldDefinition> = {}): { world: World; bodies: Body[] } {
  const world = createWorld({ solver: simpleSolver(), ...more });
  world.createBody({ type: 'static', shapes: [floor()] });
  const bodies = Array.from({ length: 10 }, (_, k) =>
    world.createBody({ position: { x: (k % 3) * 0.9, y: 1 + k }, shapes: [k % 2 ? box(1, 1) : circle(0.5)] }),
  );
  return { world, bodies };
}

describe('handles and lifetime', () => {
  it('D2 ten bodies created and destroyed while stepping leave nothing behind', () => {
    const { world, bodies } = pile();
    for (const body of bodies) {
      for (let k = 0; k < 7; k++) world.step(1 / 60);
      world.destroyBody(body);
    }
    world.step(1 / 60);
    expect(world.stats).toMatchObject({
      bodies: 1,
      awakeBodies: 0,
      shapes: 1,
      contacts: 0,
      touchingContacts: 0,
    });
    world.destroyBody(world.bodies[0]);
    expect(world.bodies).toEqual([]);
    expect(world.stats).toMatchObject({ bodies: 0, shapes: 0 });
  });

  it('R9 a handle is invalid once its body is destroyed, also when the slot is used again', () => {
    const world = createWorld({ solver: ghostSolver() });
    const first = world.createBody({ shapes: [circle(1)] });
    const shape = first.shapes[0];
    world.destroyBody(first);
    const second = world.createBody({ shapes: [circle(2)] });
    expect(second.id).toBe(first.id);
    expect([first.isValid, shape.isValid, second.isValid]).toEqual([false, false, true]);
    expect(fieldOf(() => first.position)).toBe('body.position');
    expect(fieldOf(() => first.applyForce({ x: 1, y: 0 }))).toBe('body.applyForce');
    expect(fieldOf(() => shape.geometry)).toBe('shape.geometry');
    expect(fieldOf(() => world.destroyBody(first))).toBe('body');
    expect(second.isValid).toBe(true);
    const other = createWorld({ solver: ghostSolver() });
    expect(fieldOf(() => other.destroyBody(second))).toBe('body');
  });

  it('R9 64 worlds created and emptied repeatedly recycle their slots', () => {
    for (let n = 0; n < 64; n++) {
      const world = createWorld({ solver: ghostSolver() });
      for (let round = 0; round < 100; round++) {
        const a = world.createBody({ shapes: [circle(1), box(1, 1)] });
        const b = world.createBody({ shapes: [circle(1)] });
        world.destroyBody(a);
        world.destroyBody(b);
      }
      expect(world.slotCount).toBe(2);
      expect(world.shapeStore.slots).toBe(3);
    }
  });

  it('R10 400 shapes removed, types changed and bodies disabled while touching', () => {
    const { world, bodies } = pile();
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    const many = world.createBody({ type: 'static', position: { x: 0, y: -3 } });
    for (let k = 0; k < 400; k++) many.createShape(circle(0.5));
    world.step(1 / 60);
    for (const shape of many.shapes) shape.destroy();
    expect(many.shapes).toEqual([]);
    world.step(1 / 60);
    bodies[0].type = 'static';
    bodies[1].type = 'kinematic';
    bodies[2].isEnabled = false;
    world.step(1 / 60);
    bodies[0].type = 'dynamic';
    bodies[2].isEnabled = true;
    world.step(1 / 60);
    bodies[3].isEnabled = false;
    world.destroyBody(bodies[3]);
    world.createBody({ shapes: [] });
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    expect(world.stats.bodies).toBe(12);
    for (const { position, linearVelocity } of world.bodies)
      for (const { x, y } of [position, linearVelocity])
        expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
  });

  it('shapes are removed from the middle, the front and the end of the list of a body', () => {
    const world = createWorld({ solver: ghostSolver() });
    const body = world.createBody({ shapes: [circle(1), circle(2), circle(3), circle(4)] });
    const [a, b, c, d] = body.shapes;
    b.destroy();
    expect(body.shapes).toEqual([a, c, d]);
    d.destroy();
    a.destroy();
    expect(body.shapes).toEqual([c]);
    const e = body.createShape(circle(5));
    expect(body.shapes).toEqual([c, e]);
    expect(body.mass).toBeCloseTo(Math.PI * (9 + 25), 9);
  });

  it('a joint is inactive while one of its bodies is disabled', () => {
    const solver = ghostSolver();
    const world = createWorld({
      solver: { ...solver, capabilities: { ...solver.capabilities, joints: ['distance', 'revolute'] } },
      gravity: { x: 0, y: 0 },
    });
    const ground = world.createBody({ type: 'static' });
    const [a, b] = [0, 2].map((x) => world.createBody({ position: { x, y: 0 }, shapes: [circle(0.5)] }));
    world.createJoint({ kind: 'distance', bodyA: a, bodyB: b });
    world.createJoint({ kind: 'revolute', bodyA: ground, bodyB: a });
    const active = () => world.jointStore.activeCount;
    expect(active()).toBe(2);
    b.isEnabled = false;
    expect(active()).toBe(1);
    world.createJoint({ kind: 'distance', bodyA: b, bodyB: a });
    expect(active()).toBe(1);
    // neither sleeping nor waking the other body activates the joint again
    a.isAwake = false;
    expect(active()).toBe(0);
    a.isAwake = true;
    expect(active()).toBe(1);
    a.isAwake = false;
    b.isEnabled = true;
    expect(a.isAwake).toBe(true);
    expect(active()).toBe(3);
    ground.isEnabled = false;
    expect(active()).toBe(2);
    world.destroyBody(b);
    expect(active()).toBe(0);
    expect(world.joints.length).toBe(1);
  });

  it('the mass of several shapes is that of a new body with them, however they came, changed and went', () => {
    const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
    const body = world.createBody({ shapes: [box(1, 1), box(1, 2, { density: 3 })] });
    const expectMass = (): void => {
      const shapes = body.shapes.map(({ geometry, material }) => ({
        ...geometry,
        density: material.density,
      }));
      const fresh = createWorld({ solver: ghostSolver() }).createBody({ shapes });
      expect([body.mass, body.inertia, body.localCenter]).toEqual([
        fresh.mass,
        fresh.inertia,
        fresh.localCenter,
      ]);
    };
    expectMass();
    const { id } = body.createShape(circle(2, { center: { x: 3, y: 1 } }));
    expectMass();
    const snapshot = takeSnapshot(world);
    body.shapes[0].setMaterial({ density: 7 });
    expectMass();
    body.shapes[2].destroy();
    // another shape with the same id
    expect(body.createShape(box(4, 5)).id).toBe(id);
    expectMass();
    restoreSnapshot(world, snapshot);
    body.shapes[1].setMaterial({ density: 2 });
    expectMass();
    while (body.shapes.length > 0) {
      body.shapes[0].destroy();
      expectMass();
    }
  });

  it('adding or removing a shape on a rotating body moves its centre of mass, not its material points', () => {
    const world = createWorld({ solver: ghostSolver() });
    const body = world.createBody({
      position: { x: 1, y: 2 },
      angle: 0.4,
      linearVelocity: { x: 3, y: -1 },
      angularVelocity: 2,
      shapes: [box(1, 1)],
    });
    const points = [
      { x: 0, y: 0 },
      { x: 4, y: -2 },
    ];
    const velocities = () => points.map((point) => body.getPointVelocity(point));
    const before = velocities();
    const shape = body.createShape({ kind: 'circle', center: { x: 3, y: 0 }, radius: 1 });
    expect(body.localCenter.x).toBeCloseTo((3 * Math.PI) / (1 + Math.PI), 12);
    const check = () => {
      for (const [k, velocity] of velocities().entries()) {
        expect(velocity.x).toBeCloseTo(before[k].x, 12);
        expect(velocity.y).toBeCloseTo(before[k].y, 12);
      }
      expect(body.position).toEqual({ x: 1, y: 2 });
      const { x, y } = body.worldCenter;
      const expected = body.getWorldPoint(body.localCenter);
      expect(x).toBeCloseTo(expected.x, 12);
      expect(y).toBeCloseTo(expected.y, 12);
    };
    check();
    body.shapes[0].setMaterial({ density: 5 });
    check();
    shape.destroy();
    check();
    expect(body.localCenter.x).toBeCloseTo(0, 12);
  });

  it('R11 a change from inside a hook throws a named error and the world continues', () => {
    const caught: string[] = [];
    let target: Body | undefined;
    const { world, bodies } = pile({
      contactFilter: (shapeA) => {
        const attempts: [string, () => unknown][] = [
          ['create', () => world.createBody({})],
          ['destroy', () => world.destroyBody(shapeA.body)],
          ['step', () => world.step(1 / 60)],
          ['move', () => Object.assign(target!, { position: { x: 0, y: 0 } })],
          ['shape', () => shapeA.destroy()],
          ['gravity', () => Object.assign(world, { gravity: { x: 0, y: 0 } })],
        ];
        for (const [name, action] of attempts) {
          try {
            action();
          } catch (error) {
            if (error instanceof InputError) caught.push(name);
          }
        }
        return true;
      },
    });
    target = bodies[0];
    const reference = pile().world;
    for (let k = 0; k < 60; k++) {
      world.step(1 / 60);
      reference.step(1 / 60);
    }
    expect(new Set(caught)).toEqual(new Set(['create', 'destroy', 'step', 'move', 'shape', 'gravity']));
    expect(world.stateHash()).toBe(reference.stateHash());
    expect(world.isLocked).toBe(false);
  });

  it('R11 a throwing hook ends the step and unlocks the world', () => {
    const { world } = pile({
      contactFilter: () => {
        throw new Error('from the hook');
      },
    });
    expect(() => {
      for (let k = 0; k < 60; k++) world.step(1 / 60);
    }).toThrow('from the hook');
    expect(world.isLocked).toBe(false);
    world.createBody({});
  });

  it('R8 the same world built in the same order gives bit-identical results', () => {
    const a = pile().world;
    const b = pile().world;
    for (let k = 0; k < 120; k++) {
      a.step(1 / 60);
      b.step(1 / 60);
      expect(a.stateHash()).toBe(b.stateHash());
    }
  });
});

describe('bad input', () => {
  type Call = (world: World, body: Body) => unknown;
  const nan = Number.NaN;
  const bow = [
    { x: 0, y: 0 },
    { x: 1, y: 1 },
    { x: 1, y: 0 },
    { x: 0, y: 1 },
  ];
  const square = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ];
  const dart = [
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 0.5, y: 0.5 },
    { x: 0, y: 2 },
  ];
  const polygon = (vertices: object[]) => ({ shapes: [{ kind: 'polygon', vertices }] }) as never;

  it.each<[field: string, call: Call]>([
    ['position.x', (world) => world.createBody({ position: { x: nan, y: 0 } })],
    ['position', (world) => world.createBody({ position: 3 as never })],
    ['angle', (world) => world.createBody({ angle: Number.POSITIVE_INFINITY })],
    ['linearVelocity.y', (world) => world.createBody({ linearVelocity: { x: 0, y: nan } })],
    ['mass', (world) => world.createBody({ mass: -1 })],
    ['gravityScale', (world) => world.createBody({ gravityScale: nan })],
    ['type', (world) => world.createBody({ type: 'solid' as never })],
    ['colour', (world) => world.createBody({ colour: [0, 0, 0] } as never)],
    ['shapes[0].radius', (world) => world.createBody({ shapes: [circle(0)] })],
    ['shapes[1].radius', (world) => world.createBody({ shapes: [circle(1), circle(nan)] })],
    ['shapes[0].vertices', (world) => world.createBody(polygon([...square].reverse()))],
    ['shapes[0].vertices', (world) => world.createBody(polygon(bow))],
    ['shapes[0].vertices', (world) => world.createBody(polygon(dart))],
    ['shapes[0].vertices', (world) => world.createBody(polygon(square.slice(0, 2)))],
    ['shapes[0].vertices', (world) => world.createBody(polygon(square.map(({ x }) => ({ x, y: 0 }))))],
    [
      'shapes[0].vertices',
      (world) =>
        world.createBody(
          polygon(
            Array.from({ length: 65 }, (_, k) => ({ x: Math.cos(k * 0.0966), y: Math.sin(k * 0.0966) })),
          ),
        ),
    ],
    ['shapes[0].density', (world) => world.createBody({ shapes: [circle(1, { density: -1 })] })],
    ['shapes[0].friction', (world) => world.createBody({ shapes: [circle(1, { friction: nan })] })],
    ['shapes[0].restitution', (world) => world.createBody({ shapes: [circle(1, { restitution: 2 })] })],
    [
      'shapes[0].filter.category',
      (world) => world.createBody({ shapes: [circle(1, { filter: { category: -(2 ** 31) - 1 } })] }),
    ],
    [
      'shapes[0].filter.mask',
      (world) => world.createBody({ shapes: [circle(1, { filter: { mask: 2 ** 32 } })] }),
    ],
    ['shapes[0].filter.grup', (world) => world.createBody({ shapes: [circle(1, { filter: { grup: 1 } })] })],
    [
      'shapes[0].rollingResistance',
      (world) => world.createBody({ shapes: [circle(1, { rollingResistance: 0.1 })] }),
    ],
    ['position.x', (_, body) => Object.assign(body, { position: { x: nan, y: 0 } })],
    ['angle', (_, body) => Object.assign(body, { angle: nan })],
    ['linearVelocity.x', (_, body) => Object.assign(body, { linearVelocity: { x: nan, y: 0 } })],
    ['angularVelocity', (_, body) => Object.assign(body, { angularVelocity: '1' })],
    ['mass', (_, body) => Object.assign(body, { mass: 0 })],
    ['linearDamping', (_, body) => Object.assign(body, { linearDamping: -1 })],
    ['fixedRotation', (_, body) => Object.assign(body, { fixedRotation: 1 })],
    ['lockX', (_, body) => Object.assign(body, { lockX: 1 })],
    ['lockY', (_, body) => Object.assign(body, { lockY: 'yes' })],
    ['type', (_, body) => Object.assign(body, { type: 'solid' })],
    ['position.y', (_, body) => body.setTransform({ x: 1, y: nan }, 0)],
    ['angle', (_, body) => body.setTransform({ x: 1, y: 2 }, nan)],
    ['force.x', (_, body) => body.applyForce({ x: nan, y: 0 })],
    ['worldPoint.y', (_, body) => body.applyForce({ x: 1, y: 0 }, { x: 0, y: nan })],
    ['torque', (_, body) => body.applyTorque(1e300)],
    ['impulse.y', (_, body) => body.applyImpulse({ x: 0, y: nan })],
    ['worldPoint.x', (_, body) => body.applyImpulse({ x: 0, y: 1 }, { x: nan, y: 0 })],
    ['worldPoint', (_, body) => body.applyImpulse({ x: 0, y: 1 }, true as never)],
    ['impulse', (_, body) => body.applyAngularImpulse(nan)],
    ['radius', (_, body) => body.createShape(circle(-1))],
    ['material.friction', (_, body) => body.shapes[0].setMaterial({ friction: -1 })],
    ['material.slip', (_, body) => body.shapes[0].setMaterial({ slip: 1 } as never)],
    ['filter.group', (_, body) => body.shapes[0].setFilter({ group: 1.5 })],
    ['dt', (world) => world.step(0)],
    ['dt', (world) => world.step(nan)],
    // squares and products must not overflow
    ['dt', (world) => world.step(1e13)],
    ['dt', (world) => world.step(1000 / 60)],
    ['linearDamping', (world) => world.createBody({ linearDamping: 1e13 })],
    ['angularDamping', (world) => world.createBody({ angularDamping: 1e13 })],
    ['shapes[0].friction', (world) => world.createBody({ shapes: [circle(1, { friction: 1e13 })] })],
    ['material.friction', (_, body) => body.shapes[0].setMaterial({ friction: 1e13 })],
    ['hertz', (world, body) => world.createJoint({ kind: 'grab', body, hertz: 1e13 })],
    ['dampingRatio', (world, body) => world.createJoint({ kind: 'grab', body, dampingRatio: 1e13 })],
    ['density', (world) => addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 }, density: 1e13 })],
    ['shapes[0].radius', (world) => world.createBody({ shapes: [circle(1e13)] })],
    [
      'shapes[0].center.x',
      (world) => world.createBody({ shapes: [circle(1, { center: { x: 1e200, y: 0 } })] }),
    ],
    [
      'vertices[1].x',
      (_, body) =>
        body.createShape({ kind: 'polygon', vertices: [square[0], { x: 1e13, y: 0 }, { x: 0, y: 1e13 }] }),
    ],
    ['radius', (world) => explode(world, { position: { x: 0, y: 0 }, radius: 1e13, impulsePerLength: 1 })],
    ['mass', (world) => createCharacter(world, { shape: circle(1), position: { x: 0, y: 0 }, mass: 1e13 })],
    ['enabled', (world, body) => world.setCollisionEnabled(body, world.bodies[5], undefined as never)],
    ['gravity.y', (world) => Object.assign(world, { gravity: { x: 0, y: nan } })],
    ['trace', (world) => Object.assign(world, { trace: undefined })],
    ['trace', (world) => Object.assign(world, { trace: { begin: () => {} } })],
    ['hertz', (world, body) => world.createJoint({ kind: 'grab', body, hertz: -1 })],
    ['target.x', (world, body) => world.createJoint({ kind: 'grab', body, target: { x: nan, y: 0 } })],
    ['body', (world) => world.createJoint({ kind: 'grab', body: world.bodies[0] })],
    ['body', (world) => world.createJoint({ kind: 'grab', body: {} as never })],
    ['linearVelocity', (world) => Object.assign(world.bodies[0], { linearVelocity: { x: 1, y: 0 } })],
  ])('%s is rejected by name and the world does not change (%#)', (field, call) => {
    const { world, bodies } = pile();
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    const before = world.stateHash();
    const stats = { ...world.stats };
    expect(fieldOf(() => call(world, bodies[4]))).toBe(field);
    expect(world.stateHash()).toBe(before);
    expect({ ...world.stats }).toEqual(stats);
  });

  it('milliseconds instead of seconds are rejected by every call taking a time step, and the message says so', () => {
    const world = createWorld({ solver: ghostSolver() });
    const lift = world.createBody({ type: 'kinematic' });
    const hero = createCharacter(world, { shape: { kind: 'circle', radius: 0.5 }, position: { x: 9, y: 0 } });
    const told =
      /^dt: expected seconds, > 0 and at most 1 \(this looks like milliseconds: 16 ms are 0.016 s\), got 16$/;
    expect(() => world.step(16)).toThrow(told);
    expect(() => moveTo(lift, { x: 0, y: 1 }, 16)).toThrow(told);
    expect(() => hero.move({ x: 1, y: 0 }, 16)).toThrow(told);
    expect(lift.linearVelocity).toEqual({ x: 0, y: 0 });
    expect(() => world.step(-1)).toThrow(/^dt: expected seconds, > 0 and at most 1, got -1$/);
    // a step of a whole second, and slow motion by a factor of a million, are valid
    world.step(1);
    world.step(1e-8);
    expect(world.time).toBeCloseTo(1, 7);
  });

  it.each<[field: string, definition: object]>([
    ['solver', {}],
    ['solver.name', { solver: { ...ghostSolver(), name: undefined } }],
    ['solver.capabilities', { solver: { ...ghostSolver(), capabilities: undefined } }],
    ['solver.capabilities.joints', { solver: { ...ghostSolver(), capabilities: {} } }],
    [
      'solver.capabilities.softBodies',
      { solver: { ...ghostSolver(), capabilities: { joints: [], softBodies: true } } },
    ],
    [
      'solver.capabilities.joints[1]',
      { solver: { ...ghostSolver(), capabilities: { joints: ['grab', 'rod'] } } },
    ],
    ['gravity.x', { solver: ghostSolver(), gravity: { x: nan, y: 0 } }],
    ['broadPhase', { solver: ghostSolver(), broadPhase: 'octree' }],
    ['speculativeDistance', { solver: ghostSolver(), speculativeDistance: -1 }],
    ['speculativeDistance', { solver: ghostSolver(), speculativeDistance: 1e13 }],
    ['sleeping', { solver: ghostSolver(), sleeping: 1 }],
    ['now', { solver: ghostSolver(), now: 0 }],
    ['contactFilter', { solver: ghostSolver(), contactFilter: true }],
    ['preSolve', { solver: ghostSolver(), preSolve: {} }],
    ['gravty', { solver: ghostSolver(), gravty: { x: 0, y: 0 } }],
  ])('createWorld rejects an invalid %s', (field, definition) => {
    expect(fieldOf(() => createWorld(definition as never))).toBe(field);
  });
});

describe('R12 bodies that become non-finite inside a step', () => {
  it('are frozen and reported, others continue, and they can be unfrozen', () => {
    const solver = simpleSolver();
    let poison = -1;
    const world = createWorld({
      sleeping: false,
      solver: {
        ...solver,
        step(inner, dt) {
          solver.step(inner, dt);
          if (poison >= 0) inner.bodies.motion[poison * 8] = Number.NaN;
          poison = -1;
        },
      },
    });
    world.createBody({ type: 'static', shapes: [floor()] });
    const a = world.createBody({ position: { x: 0, y: 1 }, shapes: [box(1, 1)] });
    const b = world.createBody({ position: { x: 0, y: 2.1 }, shapes: [box(1, 1)] });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    const before = a.position;
    poison = a.id;
    world.step(1 / 60);
    expect(world.events.bodyFrozen.map((event) => event.body)).toEqual([a]);
    expect([a.isFrozen, a.isAwake, b.isFrozen]).toEqual([true, false, false]);
    expect(a.position).toEqual(before);
    for (let k = 0; k < 60; k++) {
      world.step(1 / 60);
      expect(world.events.bodyFrozen).toEqual([]);
    }
    expect(a.position).toEqual(before);
    expect(Math.abs(b.position.y - 1.5)).toBeLessThan(0.02);
    expect(fieldOf(() => Object.assign(a, { linearVelocity: { x: 1, y: 0 } }))).toBe('linearVelocity');
    a.unfreeze();
    a.linearVelocity = { x: 3, y: 0 };
    world.step(1 / 60);
    expect(a.isFrozen).toBe(false);
    expect(a.position.x).toBeGreaterThan(0.01);
  });

  it('a body that is simulated again has its contacts and joints, which rested while it was frozen', () => {
    const solver = simpleSolver();
    let poison = -1;
    const world = createWorld({
      solver: {
        ...solver,
        capabilities: { ...solver.capabilities, joints: ['filter'] },
        step(inner, dt) {
          solver.step(inner, dt);
          if (poison >= 0) inner.bodies.motion[poison * 8] = Number.NaN;
          poison = -1;
        },
      },
    });
    world.createBody({ type: 'static', shapes: [floor()] });
    const pole = world.createBody({ type: 'static', position: { x: 0, y: 5 } });
    const body = world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
    world.createBody({ position: { x: 5, y: 0.5 }, shapes: [box(1, 1)] });
    world.createJoint({ kind: 'filter', bodyA: pole, bodyB: body });
    world.step(1 / 60);
    poison = body.id;
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect([body.isFrozen, world.stats.awakeBodies, world.jointStore.activeCount]).toEqual([true, 0, 0]);
    body.unfreeze();
    expect(world.jointStore.activeCount).toBe(1);
    for (let k = 0; k < 20; k++) world.step(1 / 60);
    expect(body.isAwake).toBe(true);
    expect(body.position.y).toBeGreaterThan(0.49);
  });

  it('the error for a handle of no use tells a destroyed body from one of another world', () => {
    const [world, other] = [0, 1].map(() => createWorld({ solver: simpleSolver() }));
    const body = world.createBody({});
    expect(() => other.destroyBody(body)).toThrow('a body of another world');
    world.destroyBody(body);
    expect(() => world.destroyBody(body)).toThrow('body 0, destroyed');
    world.createBody({});
    expect(() => world.destroyBody(body)).toThrow('body 0, destroyed');
  });

  it('to destroy, disable or wake a body looks at its own joints, not at all', () => {
    const solver = simpleSolver();
    const world = createWorld({
      solver: { ...solver, capabilities: { ...solver.capabilities, joints: ['filter'] } },
      gravity: { x: 0, y: 0 },
    });
    const bodies = Array.from({ length: 1000 }, (_, k) =>
      world.createBody({ position: { x: 3 * k, y: 0 }, shapes: [circle(1)] }),
    );
    for (let k = 0; k < 1000; k += 2)
      world.createJoint({ kind: 'filter', bodyA: bodies[k], bodyB: bodies[k + 1] });
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    expect([world.stats.awakeBodies, world.jointStore.activeCount]).toEqual([0, 0]);
    let reads = 0;
    world.jointStore.index = new Proxy(world.jointStore.index, {
      get(target, key) {
        reads++;
        return target[key as unknown as number];
      },
    });
    bodies[10].isAwake = true;
    expect([world.stats.awakeBodies, world.jointStore.activeCount]).toEqual([2, 1]);
    bodies[10].isEnabled = false;
    expect(world.jointStore.activeCount).toBe(0);
    bodies[10].isEnabled = true;
    bodies[10].position = { x: 30, y: 1 };
    bodies[10].type = 'kinematic';
    expect(world.jointStore.activeCount).toBe(1);
    world.destroyBody(bodies[11]);
    world.destroyBody(bodies[21]);
    expect([world.stats.joints, world.jointStore.activeCount, bodies[20].isAwake]).toEqual([498, 0, true]);
    expect(reads).toBeLessThan(500);
  });

  it.each(['static', 'kinematic'] as const)('a %s body places only the shape that is added to it', (type) => {
    const world = createWorld({ solver: simpleSolver() });
    const tiles = Array.from({ length: 50 }, (_, k) => circle(0.5, { center: { x: k, y: 0 } }));
    const body = world.createBody({ type, shapes: tiles.slice(0, 40) });
    const resting = world.createBody({ position: { x: 45, y: 1 }, awake: false, shapes: [circle(0.5)] });
    world.step(1 / 60);
    const placed = vi.spyOn(world.geometryStore, 'placeFrom');
    const added = tiles.slice(40).map((tile) => body.createShape(tile));
    expect(placed).toHaveBeenCalledTimes(10);
    const extentOf = ({ id }: Body) => world.bodyStore.damping[4 * id + 3];
    expect(extentOf(body)).toBe(
      extentOf(world.createBody({ type, position: { x: 0, y: 9 }, shapes: tiles })),
    );
    world.step(1 / 60);
    expect(resting.isAwake).toBe(true);
    expect(world.stats.contacts).toBeGreaterThan(0);
    placed.mockClear();
    for (const shape of added) shape.destroy();
    expect(placed).not.toHaveBeenCalled();
    expect(extentOf(body)).toBe(39.5);
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    expect(resting.position.y).toBeLessThan(0.5);
  });

  it.each([1e-30, 1e-100, 1e-155, 1e-200])('shapes of negligible mass count as massless: %f m', (radius) => {
    for (const mass of [undefined, 1e-12]) {
      const world = createWorld({ solver: simpleSolver() });
      world.createBody({ type: 'static', shapes: [floor()] });
      const body = world.createBody({
        position: { x: 0, y: 0.1 },
        angularVelocity: 3,
        shapes: [circle(radius, { center: { x: 1, y: 0 } })],
        ...(mass === undefined ? {} : { mass }),
      });
      expect([body.mass, body.inertia, body.localCenter.x]).toEqual([mass ?? 1, 0, 0]);
      for (let k = 0; k < 60; k++) world.step(1 / 60);
      expect(body.isFrozen).toBe(false);
      expect(body.position.y).toBeLessThan(0.05);
    }
  });

  it('a huge force on a body of negligible mass spreads no non-finite values', () => {
    const world = createWorld({ solver: simpleSolver() });
    world.createBody({ type: 'static', shapes: [floor()] });
    const light = world.createBody({ position: { x: 0, y: 0.5 }, mass: 1e-12, shapes: [box(1, 1)] });
    const heavy = world.createBody({ position: { x: 0, y: 1.5 }, shapes: [box(1, 1)] });
    for (let k = 0; k < 10; k++) {
      for (let n = 0; n < 1000; n++) light.applyForce({ x: 1e12, y: 0 });
      world.step(1 / 60);
    }
    for (const body of [light, heavy]) {
      expect(Number.isFinite(body.position.x + body.position.y + body.angle)).toBe(true);
    }
  });
});
