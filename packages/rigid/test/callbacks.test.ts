/**
 * Every callback that a user can pass to a world, a query, a character, a recording or a clock, and what happens when it changes the
 * world it was called about. Either nothing breaks, or an `InputError` says why the change is not allowed, and the world stays unchanged.
 */

import { broadPhases } from '@otedama/collision';
import { InputError } from '@otedama/math2d';
import { describe, expect, it, test } from 'vitest';
import {
  addWind,
  type BodyShape,
  type CharacterMover,
  createCharacter,
  createWorld,
  explode,
  type Field,
  FrameClock,
  type Joint,
  moveTo,
  Recording,
  restoreSnapshot,
  type Solver,
  type SolverTrace,
  type TracedRow,
  takeSnapshot,
  type WindDefinition,
  type World,
  type WorldDefinition,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;

/** A solver that reports one row, one fit and one set of goals per step. */
function tellingSolver(): Solver {
  const inner = simpleSolver();
  const row = { pass: 0, phase: 'solve', row: 'normal', slot: 0, point: 0 } as TracedRow;
  return {
    ...inner,
    step(world, length) {
      inner.step(world, length);
      world.trace?.row(row);
      world.trace?.fit?.({} as never);
      world.trace?.goals?.(0, 0, new Float64Array(2), new Float64Array(2));
    },
  };
}

/** Calls the probe and returns true. */
function allow(probe: () => void): true {
  probe();
  return true;
}

interface Parts {
  readonly joint: Joint;
  readonly wind: Field<WindDefinition>;
  readonly hero: CharacterMover;
}

/** What `yard` put into a world besides its bodies. */
const partsOf = new WeakMap<World, Parts>();

/** A floor, a tower of crates, whose upper one is held, a lift, a character and a wind. */
function yard(more: Partial<WorldDefinition> = {}): World {
  const world = createWorld({ solver: tellingSolver(), ...more });
  world.createBody({ type: 'static', shapes: [floor()] });
  for (let k = 0; k < 4; k++) {
    world.createBody({ position: { x: 0, y: 0.5 + k }, shapes: [box(1, 1, { preSolveEvents: true })] });
  }
  world.createBody({ type: 'kinematic', position: { x: 4, y: 1 }, shapes: [box(1, 1)] });
  partsOf.set(world, {
    joint: world.createJoint({ kind: 'grab', body: world.bodies[4], target: { x: 0, y: 3.5 } }),
    wind: addWind(world, { kind: 'wind', velocity: { x: 0.1, y: 0 } }),
    hero: createCharacter(world, { shape: circle(0.4), position: { x: 9, y: 0.5 } }),
  });
  return world;
}

/** Every call that changes a world, keyed by the field that the error names. */
const changes: Readonly<Record<string, (world: World) => unknown>> = {
  'world.step': (world) => world.step(dt),
  'world.createBody': (world) => world.createBody({}),
  'world.destroyBody': (world) => world.destroyBody(world.bodies[1]),
  'world.createJoint': (world) => world.createJoint({ kind: 'grab', body: world.bodies[1] }),
  'world.setCollisionEnabled': (world) => world.setCollisionEnabled(world.bodies[1], world.bodies[2], false),
  'world.gravity': (world) => Object.assign(world, { gravity: { x: 1, y: 0 } }),
  'body.position': ({ bodies }) => Object.assign(bodies[1], { position: { x: 0, y: 9 } }),
  'body.linearVelocity': ({ bodies }) => moveTo(bodies[5], { x: 0, y: 0 }, dt),
  'body.isEnabled': ({ bodies }) => Object.assign(bodies[1], { isEnabled: false }),
  'body.applyImpulse': ({ bodies }) => bodies[1].applyImpulse({ x: 1, y: 0 }),
  'body.createShape': ({ bodies }) => bodies[1].createShape(circle(1)),
  'shape.destroy': ({ bodies }) => bodies[1].shapes[0].destroy(),
  'shape.setFilter': ({ bodies }) => bodies[1].shapes[0].setFilter({ mask: 0 }),
  'shape.setMaterial': ({ bodies }) => bodies[1].shapes[0].setMaterial({ friction: 0 }),
  'world.destroyJoint': (world) => world.destroyJoint(partsOf.get(world)!.joint),
  'joint.maximumForce': (world) => Object.assign(partsOf.get(world)!.joint, { maximumForce: 1 }),
  'field.set': (world) => partsOf.get(world)!.wind.set({ drag: 2 }),
  'field.definition': (world) => {
    const { wind } = partsOf.get(world)!;
    wind.definition = { kind: 'wind', velocity: { x: 1, y: 0 } };
  },
  'field.remove': (world) => partsOf.get(world)!.wind.remove(),
  'character.move': (world) => partsOf.get(world)!.hero.move({ x: 1, y: 0 }, dt),
  field: (world) => addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 } }),
  explode: (world) => explode(world, { position: { x: 0, y: 0 }, radius: 1, impulsePerLength: 1 }),
  takeSnapshot: (world) => takeSnapshot(world),
  restoreSnapshot: (world) => restoreSnapshot(world, new Uint8Array(9)),
};

/** Tries every change. @returns the fields that were refused, which should be all of them */
function tryAll(world: World): string[] {
  expect(world.isLocked).toBe(true);
  return Object.values(changes).map((change) => {
    try {
      change(world);
    } catch (error) {
      if (error instanceof InputError) return error.field;
      throw error;
    }
    return 'not refused';
  });
}

/** Places where a user's callback is called while the world must not change. Each calls `probe` and lets the world continue. */
const locked: Readonly<Record<string, (probe: (world: World) => void) => void>> = {
  contactFilter: (probe) => {
    const world: World = yard({ contactFilter: () => allow(() => probe(world)) });
    world.step(dt);
  },
  preSolve: (probe) => {
    const world: World = yard({ preSolve: () => allow(() => probe(world)) });
    world.step(dt);
  },
  now: (probe) => {
    let time = 0;
    const world: World = yard({
      now: () => {
        probe(world);
        return time++;
      },
    });
    world.step(dt);
  },
  ...Object.fromEntries(
    (['begin', 'row', 'goals', 'fit'] as const).map((method) => [
      `trace.${method}`,
      (probe: (world: World) => void) => {
        const world = yard();
        world.trace = { row: () => {}, [method]: () => probe(world) } as SolverTrace;
        world.step(dt);
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries({
      castRay: (world: World, accept: (shape: BodyShape) => boolean) =>
        world.castRay({ x: -9, y: 0.5 }, { x: 20, y: 0 }, { accept }),
      castRayAll: (world: World, accept: (shape: BodyShape) => boolean) =>
        world.castRayAll({ x: -9, y: 0.5 }, { x: 20, y: 0 }, { accept }),
      overlapAABB: (world: World, accept: (shape: BodyShape) => boolean) =>
        world.overlapAABB({ minX: -1, minY: 0, maxX: 1, maxY: 9 }, { accept }),
      overlapPoint: (world: World, accept: (shape: BodyShape) => boolean) =>
        world.overlapPoint({ x: 0, y: 0.5 }, { accept }),
      overlapShape: (world: World, accept: (shape: BodyShape) => boolean) =>
        world.overlapShape(circle(3), undefined, { accept }),
      castShape: (world: World, accept: (shape: BodyShape) => boolean) =>
        world.castShape(circle(0.3), { x: -9, y: 0.5, c: 1, s: 0 }, { x: 20, y: 0 }, { accept }),
    }).map(([name, query]) => [
      `accept of ${name}`,
      (probe: (world: World) => void) => {
        const world = yard();
        world.step(dt);
        query(world, () => allow(() => probe(world)));
      },
    ]),
  ),
  'accept of a character': (probe) => {
    const world = yard();
    const accept = () => allow(() => probe(world));
    const hero = createCharacter(world, { shape: circle(0.4), position: { x: -1, y: 0.5 }, accept });
    hero.move({ x: 3, y: 0 }, dt);
  },
  'save of a recording': (probe) => {
    const world = yard();
    new Recording(world, { save: () => probe(world) }).record(dt, undefined);
  },
  'load of a recording': (probe) => {
    const world = yard();
    const recording = new Recording(world, { load: () => probe(world) });
    for (let k = 0; k < 3; k++) recording.record(dt, undefined);
    recording.seek(1);
  },
};

describe('callbacks with read-only access', () => {
  it.each(Object.entries(locked))(
    '%s: every change is rejected, and the world is as without the attempts',
    (_, play) => {
      const refused: string[][] = [];
      play((world) => refused.push(tryAll(world)));
      expect(refused.length).toBeGreaterThan(0);
      for (const fields of refused) expect(fields).toEqual(Object.keys(changes));
      const hashOf = (isTrying: boolean): string => {
        let hash = '';
        let tried: World | undefined;
        play((world) => {
          tried = world;
          if (isTrying) tryAll(world);
        });
        expect(tried?.isLocked).toBe(false);
        hash = tried?.stateHash() ?? '';
        return hash;
      };
      expect(hashOf(true)).toBe(hashOf(false));
    },
  );
});

describe('the contact visitor', () => {
  /** The tower at rest, and the pairs of bodies connected by its contacts. */
  function tower(): World {
    const world = yard();
    for (let k = 0; k < 20; k++) world.step(dt);
    return world;
  }
  const pairsOf = (world: World): string[] => {
    const pairs: string[] = [];
    world.forEachContact(({ bodyA, bodyB }) => pairs.push(`${bodyA.id}-${bodyB.id}`));
    return pairs;
  };

  it('also visits contacts of sleeping bodies, with the impulses they fell asleep with', () => {
    const world = tower();
    const list = (): string[] => {
      const lines: string[] = [];
      world.forEachContact((contact) => {
        const points = Array.from({ length: contact.pointCount }, (_, k) => contact.normalImpulse(k));
        lines.push([contact.bodyA.id, contact.bodyB.id, ...points].join(' '));
      });
      return lines.sort();
    };
    const awake = list();
    expect(awake.length).toBe(4);
    for (const body of world.bodies) if (body.type === 'dynamic') body.isAwake = false;
    world.step(dt);
    expect([...world.bodies].some((body) => body.type === 'dynamic' && body.isAwake)).toBe(false);
    expect(list()).toEqual(awake);
  });

  it('may push bodies, and visits every contact once', () => {
    const world = tower();
    const expected = pairsOf(world);
    expect(expected.length).toBe(4);
    const seen: string[] = [];
    world.forEachContact(({ bodyA, bodyB }) => {
      seen.push(`${bodyA.id}-${bodyB.id}`);
      bodyB.applyImpulse({ x: 0, y: 1 });
      bodyB.position = { x: bodyB.position.x + 20, y: 3 };
    });
    expect(seen).toEqual(expected);
  });

  it('may put bodies to sleep, wake others and create new ones', () => {
    const world = tower();
    const expected = pairsOf(world);
    const seen: string[] = [];
    world.forEachContact(({ bodyA, bodyB }) => {
      seen.push(`${bodyA.id}-${bodyB.id}`);
      for (const body of world.bodies) if (body.type === 'dynamic') body.isAwake = false;
      for (const body of world.bodies) if (body.type === 'dynamic') body.isAwake = true;
      world.createBody({ position: { x: 0, y: 0.5 }, shapes: [box(1, 1)] });
    });
    expect(seen).toEqual(expected);
    world.step(dt);
  });

  it.each([0, 1, 2, 3])(
    'may destroy bodies, all or the one of contact %i: destroyed contacts are not visited',
    (at) => {
      for (const isAll of [false, true]) {
        const world = tower();
        const expected = pairsOf(world);
        const seen: string[] = [];
        world.forEachContact((contact) => {
          const { bodyA, bodyB } = contact;
          seen.push(`${bodyA.id}-${bodyB.id}`);
          if (seen.length - 1 !== at) return;
          const goner = bodyB.type === 'dynamic' ? bodyB : bodyA;
          for (const body of isAll ? world.bodies : [goner]) world.destroyBody(body);
          // the view throws this error instead of returning null for a body
          expect(() => (goner === bodyB ? contact.bodyB : contact.bodyA)).toThrow(/destroyed/);
          expect(() => (goner === bodyB ? contact.shapeB : contact.shapeA)).toThrow(/destroyed/);
        });
        const gone = expected[at].split('-').filter((id) => isAll || world.bodyAt(Number(id)) === null);
        const isLeft = (pair: string) => !pair.split('-').some((id) => gone.includes(id)) && !isAll;
        expect(seen).toEqual(expected.filter((pair, k) => k <= at || isLeft(pair)));
        for (let k = 0; k < 30; k++) world.step(dt);
      }
    },
  );

  it('may visit the contacts again recursively, and may be left by an exception', () => {
    const world = tower();
    let count = 0;
    world.forEachContact(() => world.forEachContact(() => count++));
    expect(count).toBe(16);
    expect(() => world.forEachContact(() => expect.fail('out'))).toThrow('out');
    world.step(dt);
  });

  it('may not step the world or restore a snapshot, which would replace the contacts', () => {
    const world = tower();
    const snapshot = takeSnapshot(world);
    const before = world.stateHash();
    world.forEachContact(() => {
      world.forEachContact(() => {});
      expect(() => world.step(dt)).toThrow(/^world.step: .*called by the visitor of forEachContact/);
      expect(() => restoreSnapshot(world, snapshot)).toThrow(/^restoreSnapshot: .*forEachContact/);
    });
    expect(world.stateHash()).toBe(before);
    expect(() => world.forEachContact(undefined as never)).toThrow(/^visit: expected a function/);
  });
});

describe('iterated events', () => {
  it('stay unchanged while bodies are destroyed and created; resulting end events come with the next step', () => {
    const world = createWorld({ solver: simpleSolver() });
    world.createBody({ type: 'static', shapes: [{ ...floor(), contactEvents: true }] });
    for (let k = 0; k < 5; k++)
      world.createBody({ position: { x: 2 * k, y: 0.5 }, shapes: [box(1, 1, { contactEvents: true })] });
    world.step(dt);
    const { contactBegin } = world.events;
    expect(contactBegin.length).toBe(5);
    let told = 0;
    for (const { shapeA, shapeB } of contactBegin) {
      told++;
      const box = shapeA.body.type === 'dynamic' ? shapeA.body : shapeB.body;
      world.destroyBody(box);
      world.createBody({ position: { x: 30 + told, y: 9 }, shapes: [circle(0.2)] });
    }
    expect(told).toBe(5);
    expect(world.events.contactEnd.length).toBe(0);
    world.step(dt);
    expect(world.events.contactEnd.length).toBe(5);
    for (const body of world.events.bodyMove) world.destroyBody(body);
    expect(world.bodies.length).toBe(1);
  });
});

describe('callbacks of a recording', () => {
  it.each(['apply', 'save', 'load'] as const)('%s may not use the recording', (name) => {
    const world = yard();
    const refused: string[] = [];
    const recording: Recording = new Recording(world, {
      interval: 2,
      [name]: () => {
        for (const use of [
          () => recording.record(dt, undefined),
          () => recording.seek(0),
          () => recording.amend(0, undefined),
        ]) {
          try {
            use();
          } catch (error) {
            expect((error as InputError).message).toContain(`called by ${name}`);
            refused.push((error as InputError).field);
          }
        }
      },
    });
    for (let k = 0; k < 5; k++) recording.record(dt, undefined);
    const hash = world.stateHash();
    recording.seek(1);
    recording.seek(5);
    expect(world.stateHash()).toBe(hash);
    expect(refused.length).toBeGreaterThan(5);
    expect(new Set(refused)).toEqual(new Set(['recording.record', 'recording.seek', 'recording.amend']));
  });

  it('continues after one of them has thrown', () => {
    const world = yard();
    let isArmed = true;
    const recording = new Recording(world, {
      apply: () => {
        if (isArmed) throw new Error('from apply');
      },
    });
    expect(() => recording.record(dt, undefined)).toThrow('from apply');
    isArmed = false;
    recording.record(dt, undefined);
    expect(recording.last).toBe(1);
  });
});

test('a recorder that removes itself, or another one, during a step', () => {
  const world = yard();
  let rows = 0;
  const second: SolverTrace = { row: () => rows++ };
  world.trace = {
    row: () => {
      world.trace = second;
    },
  };
  world.step(dt);
  world.step(dt);
  expect(rows).toBe(1);
  world.trace = {
    begin: () => {
      world.trace = null;
    },
    row: () => expect.fail('told though it was taken off'),
  };
  world.step(dt);
});

test('the step callback of a clock may pause, reset and advance it', () => {
  const clock = new FrameClock({ timeStep: 0.02 });
  let steps = 0;
  const pause = () => {
    steps++;
    clock.isPaused = true;
  };
  expect(clock.advance(0.08, pause)).toBe(1);
  expect(clock.advance(0.08, pause)).toBe(0);
  clock.isPaused = false;
  // three steps were due when the clock was paused
  expect(clock.advance(0, () => steps++)).toBe(3);
  expect(clock.advance(0.08, () => clock.reset())).toBe(1);
  let inner = 0;
  expect(clock.advance(0.04, () => (inner += clock.advance(0, () => {})))).toBe(1);
  expect(inner).toBe(1);
});

describe('the visitor of the boxes of the broad phase', () => {
  const boxesOf = (world: World): Map<number, Float64Array> => {
    const boxes = new Map<number, Float64Array>();
    world.forEachBroadPhaseBox(
      (all, offset, _depth, id) => void boxes.set(id, all.slice(offset, offset + 4)),
    );
    boxes.delete(-1);
    return boxes;
  };

  it.each(['grid', 'tree', 'sweep'] as const)('sees every shape as it is now, in a %s', (name) => {
    const world = createWorld({ solver: simpleSolver(4), broadPhase: broadPhases[name] });
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({ position: { x: 0, y: 9 }, shapes: [box(1, 1), circle(0.5)] });
    expect(boxesOf(world).size).toBe(3);
    for (let k = 0; k < 40; k++) world.step(dt);
    body.position = { x: 70, y: 5 };
    const boxes = boxesOf(world);
    expect(boxes.size).toBe(3);
    for (const shape of body.shapes) {
      const { minX, minY, maxX, maxY } = shape.aabb;
      const fat = boxes.get(shape.id)!;
      expect(fat[0] <= minX && fat[1] <= minY && fat[2] >= maxX && fat[3] >= maxY).toBe(true);
      expect(fat[0]).toBeGreaterThan(60);
    }
  });

  it('may read the world, but not change it', () => {
    const world = createWorld({ solver: simpleSolver(4) });
    world.createBody({ shapes: [box(1, 1)] });
    const before = world.stateHash();
    world.forEachBroadPhaseBox((_boxes, _offset, _depth, id) => {
      if (id >= 0) expect(world.shapeAt(id)?.id).toBe(id);
      expect(world.isLocked).toBe(true);
      expect(() => world.destroyBody(world.bodies[0])).toThrow(/^world.destroyBody: .*called by visit/);
    });
    expect(() => world.forEachBroadPhaseBox(() => expect.fail('out'))).toThrow('out');
    expect(world.isLocked).toBe(false);
    expect(world.stateHash()).toBe(before);
    expect(() => world.forEachBroadPhaseBox(null as never)).toThrow(/^visit: expected a function/);
  });
});
