/** Chapter 11.5: fast bodies do not pass through solid ones, and nothing else is stopped. */

import { broadPhases, createGrid } from '@otedama/collision';
import { polygon } from '@otedama/math2d';
import { expect, test } from 'vitest';
import {
  type Body,
  type BodyDefinition,
  createWorld,
  finalizePoses,
  integratePositions,
  type ShapeDefinition,
  type Solver,
  type SolverWorld,
  type World,
  type WorldDefinition,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;

/** A world without gravity. */
function emptyWorld(more: Partial<WorldDefinition> = {}): World {
  return createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 }, ...more });
}

/** A wall 0.1 m thick at x = 0. */
function wall(
  world: World,
  type: BodyDefinition['type'] = 'static',
  shape: Partial<ShapeDefinition> = {},
): Body {
  return world.createBody({ type, shapes: [box(0.1, 20, shape)] });
}

function steps(world: World, count: number, visit: (step: number) => void = () => {}): void {
  for (let k = 0; k < count; k++) {
    world.step(dt);
    visit(k);
  }
}

test.each(Object.entries(broadPhases))(
  'C1 a box at 200 m/s never passes a thin wall (%s)',
  (_, broadPhase) => {
    const world = emptyWorld({ broadPhase });
    wall(world);
    // more static shapes than are checked one by one
    for (let k = 0; k < 40; k++)
      world.createBody({ type: 'static', position: { x: k, y: 40 }, shapes: [circle(0.3)] });
    const body = world.createBody({
      position: { x: -3, y: 0 },
      linearVelocity: { x: 200, y: 0 },
      shapes: [box(0.2, 0.2)],
    });
    steps(world, 120, () => expect(body.position.x).toBeLessThan(0));
  },
);

/** A box of 1 m with its centre at this height above the edge of the ground, which moves as if nothing were there. */
function sunken(height: number, linearVelocity: { x: number; y: number }): Body {
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
  world.createBody({ type: 'static', shapes: [floor()] });
  const body = world.createBody({ position: { x: 0, y: height }, linearVelocity, shapes: [box(1, 1)] });
  steps(world, 6);
  return body;
}

test.each([0.1, 1e-5])(
  'a body with its centre %d m above ground in which it is comes out as it is pulled',
  (height) => {
    expect(sunken(height, { x: 0, y: 60 }).position.y).toBeCloseTo(height + 6, 9);
  },
);

test.each([0.1, -0.2])('a body with its centre %d m above ground slides, and goes no deeper', (height) => {
  const { position } = sunken(height, { x: 60, y: -60 });
  expect(position.x).toBeCloseTo(6, 9);
  expect(position.y).toBeCloseTo(height, 9);
});

test('C2 with continuous collision off the same box tunnels', () => {
  const world = emptyWorld({ continuous: false });
  wall(world);
  const body = world.createBody({
    position: { x: -3, y: 0 },
    linearVelocity: { x: 200, y: 0 },
    shapes: [box(0.2, 0.2)],
  });
  steps(world, 120);
  expect(body.position.x).toBeGreaterThan(1);
});

test('C4 two bullets pass through each other; a bullet does not pass through a non-bullet body', () => {
  const pair = (bullet: boolean): number => {
    const world = emptyWorld();
    const target = world.createBody({ bullet, mass: 1000, shapes: [circle(0.1)] });
    const shot = world.createBody({
      bullet: true,
      position: { x: -1.7, y: 0 },
      linearVelocity: { x: 200, y: 0 },
      shapes: [circle(0.1)],
    });
    world.step(dt);
    return shot.position.x - target.position.x;
  };
  expect(pair(true)).toBeCloseTo(200 / 60 - 1.7, 9);
  expect(pair(false)).toBeLessThan(0);
});

test('C5 a stopped body keeps its velocity', () => {
  const world = emptyWorld();
  wall(world);
  const body = world.createBody({
    position: { x: -3, y: 0 },
    linearVelocity: { x: 400, y: 0 },
    shapes: [box(0.2, 0.2)],
  });
  world.step(dt);
  expect(world.stats.stoppedBodies).toBe(1);
  expect(body.linearVelocity.x).toBeCloseTo(400, 3);
  // within the slop of the wall, so that the next step finds the contact
  expect(body.position.x).toBeLessThan(-0.15);
  expect(body.position.x).toBeGreaterThan(-0.16);
});

test.each(['static', 'kinematic', 'dynamic'] as const)('C6 a bullet comes to rest on a %s wall', (type) => {
  const world = emptyWorld();
  const target = world.createBody({ type, mass: 1e9, shapes: [box(0.1, 20)] });
  const body = world.createBody({
    bullet: true,
    position: { x: 10, y: 0 },
    linearVelocity: { x: -200, y: 0 },
    shapes: [circle(0.1)],
  });
  steps(world, 30);
  expect(body.position.x - target.position.x).toBeGreaterThan(0);
  expect(body.position.x - target.position.x).toBeLessThan(0.5);
  expect(body.position.x - target.position.x).toBeCloseTo(0.15, 2);
});

test('C6 without the flag the same body passes a wall that is not static', () => {
  const world = emptyWorld();
  wall(world, 'kinematic');
  const body = world.createBody({
    position: { x: 10, y: 0 },
    linearVelocity: { x: -200, y: 0 },
    shapes: [circle(0.1)],
  });
  steps(world, 30);
  expect(body.position.x).toBeLessThan(-1);
});

test('C6 a bullet following a fast wall is stopped at the place the wall has reached', () => {
  const world = emptyWorld();
  const target = world.createBody({
    type: 'kinematic',
    linearVelocity: { x: -60, y: 0 },
    angularVelocity: 0.5,
    shapes: [box(0.1, 20)],
  });
  const body = world.createBody({
    bullet: true,
    position: { x: 1, y: 0 },
    linearVelocity: { x: -200, y: 0 },
    shapes: [circle(0.1)],
  });
  world.step(dt);
  expect(world.stats.stoppedBodies).toBe(1);
  const { x, y } = target.getLocalPoint(body.position);
  expect(x).toBeGreaterThan(0.15);
  expect(x).toBeLessThan(0.16);
  expect(Math.abs(y)).toBeLessThan(0.02);
});

test.each([
  ['one box', [box(200, 1)]],
  ['boxes in a row', Array.from({ length: 60 }, (_, k) => box(1, 1, { center: k }))],
] as const)('C8 a ball sliding in contact at 50 m/s is not stopped on %s', (_, shapes) => {
  for (const depth of [0, 0.002, 0.01]) {
    const world = createWorld({ solver: simpleSolver() });
    shapes.forEach((shape, k) => {
      world.createBody({
        type: 'static',
        position: { x: k, y: -0.5 },
        shapes: [{ ...box(1, 1), ...(shapes.length === 1 ? shape : {}) }],
      });
    });
    const ball = world.createBody({
      position: { x: 0, y: 0.1 - depth },
      linearVelocity: { x: 50, y: 0 },
      shapes: [circle(0.1, { friction: 0 })],
    });
    steps(world, 30, () => expect(world.stats.stoppedBodies).toBe(0));
    expect(ball.position.x).toBeGreaterThan(24.9);
  }
});

test('a body is stopped by a corner it would cut deeply, and passes one that it grazes', () => {
  const shot = (y: number): number => {
    const world = emptyWorld({ solver: ghostSolver() });
    world.createBody({ type: 'static', shapes: [box(1, 1)] });
    world.createBody({ position: { x: -3, y }, linearVelocity: { x: 360, y: 0 }, shapes: [circle(0.2)] });
    world.step(dt);
    return world.stats.stoppedBodies;
  };
  expect(shot(0.6)).toBe(1);
  expect(shot(0.68)).toBe(0);
});

test('rotation is swept: the tip of a fast rod is stopped at a wall that it would jump over in a step', () => {
  const world = emptyWorld({ solver: ghostSolver() });
  world.createBody({ type: 'static', position: { x: 1.9, y: 0.5 }, shapes: [box(0.5, 0.02)] });
  const rod = world.createBody({ angularVelocity: 47, shapes: [box(4, 0.05)] });
  world.step(dt);
  expect(world.stats.stoppedBodies).toBe(1);
  // the lower side of the plate is at height 0.49; the upper corner of the rod's tip reaches it at this angle
  const angle = Math.asin(0.49 / Math.hypot(2, 0.025)) - Math.atan2(0.025, 2);
  expect(rod.angle).toBeLessThan(angle);
  expect(rod.angle).toBeGreaterThan(angle - 0.01);
  expect(rod.angularVelocity).toBe(47);
});

test('half a turn in a step is swept, although the line of the body is unchanged', () => {
  const world = emptyWorld();
  const spin = (angularVelocity: number): number => {
    const rod = world.createBody({ angularVelocity, allowFastRotation: true, shapes: [box(4, 4)] });
    world.step(dt);
    world.destroyBody(rod);
    return world.stats.sweptBodies;
  };
  expect(spin(60 * Math.PI)).toBe(1);
  expect(spin(0.01)).toBe(0);
});

test('a chain only stops bodies coming from its free side', () => {
  const shot = (from: number): number => {
    const world = emptyWorld({ solver: ghostSolver() });
    const at = (x: number) => ({ x, y: 0 });
    // the free side is above, on the right of 2 -> -2
    world.createBody({
      type: 'static',
      shapes: [{ kind: 'chainSegment', ghost1: at(4), point1: at(2), point2: at(-2), ghost2: at(-4) }],
    });
    const ball = world.createBody({
      position: { x: 0, y: from },
      linearVelocity: { x: 0, y: -60 * from },
      shapes: [circle(0.1)],
    });
    world.step(dt);
    return ball.position.y;
  };
  expect(shot(2)).toBeCloseTo(0.105, 2);
  expect(shot(-2)).toBeCloseTo(0, 9);
});

test('filters, disabled pairs, the hook and shapes with pre-solve are respected', () => {
  const shot = (
    make: (world: World, wall: Body, ball: Body) => void,
    shape: object = {},
    more: Partial<WorldDefinition> = {},
  ): number => {
    const world = emptyWorld({ solver: ghostSolver(), ...more });
    const obstacle = wall(world, 'static', shape);
    const ball = world.createBody({
      position: { x: -1, y: 0 },
      linearVelocity: { x: 120, y: 0 },
      shapes: [circle(0.1)],
    });
    make(world, obstacle, ball);
    world.step(dt);
    return ball.position.x;
  };
  const nothing = (): void => {};
  expect(shot(nothing)).toBeLessThan(0);
  expect(shot(nothing, { filter: { mask: 2 } })).toBeCloseTo(1, 9);
  expect(shot(nothing, { preSolveEvents: true })).toBeCloseTo(1, 9);
  expect(shot(nothing, {}, { contactFilter: () => false })).toBeCloseTo(1, 9);
  expect(shot((world, a, b) => world.setCollisionEnabled(a, b, false))).toBeCloseTo(1, 9);
  expect(
    shot((_, a) => {
      a.isEnabled = false;
    }),
  ).toBeCloseTo(1, 9);
  expect(
    shot((_, a) => {
      a.type = 'kinematic';
    }),
  ).toBeCloseTo(1, 9);
  expect(
    shot((_, a, b) => {
      a.type = 'kinematic';
      b.isBullet = true;
    }),
  ).toBeLessThan(0);
});

test('a sensor reports a body crossing it within one step, once', () => {
  for (const type of ['static', 'kinematic', 'dynamic'] as const) {
    const world = emptyWorld();
    const gate = wall(world, type, { sensor: true });
    const ball = world.createBody({
      position: { x: -2.5, y: 0 },
      linearVelocity: { x: 90, y: 0 },
      shapes: [circle(0.1)],
    });
    const begins: unknown[] = [];
    const ends: unknown[] = [];
    steps(world, 4, (step) => {
      for (const { sensor, visitor } of world.events.sensorBegin)
        begins.push([step, sensor.body === gate, visitor.body === ball]);
      for (const { sensor, visitor } of world.events.sensorEnd)
        ends.push([step, sensor.body === gate, visitor.body === ball]);
    });
    expect(begins).toEqual([[1, true, true]]);
    expect(ends).toEqual([[1, true, true]]);
    expect(ball.position.x).toBeCloseTo(3.5, 9);
  }
});

// a sensor detected what would have passed it if the wall had not stopped one of them
test.each([true, false])('a wall stops what would pass the sensor of a bullet, made first: %s', (isFirst) => {
  for (const isSensorStopped of [false, true]) {
    for (const bullet of [false, true]) {
      const world = emptyWorld();
      wall(world);
      // one of them is shot at the wall, and would meet the other one behind it at the end of the first step
      const stopped = { position: { x: -3, y: 0 }, linearVelocity: { x: 250, y: 0 } };
      const behind = { position: { x: 1, y: -3.84 }, linearVelocity: { x: 0, y: 240 } };
      const gate = { ...(isSensorStopped ? stopped : behind), bullet: true };
      const ball = { ...(isSensorStopped ? behind : stopped), bullet, shapes: [circle(0.15)] };
      const made = [{ ...gate, shapes: [circle(0.1), circle(0.05, { sensor: true })] }, ball];
      for (const definition of isFirst ? made : made.reverse()) world.createBody(definition);
      steps(world, 5, () => expect(world.events.sensorBegin).toHaveLength(0));
    }
  }
});

test('a sensor behind a wall does not detect a body that the wall stopped', () => {
  const world = emptyWorld();
  wall(world);
  world.createBody({ type: 'static', position: { x: 1, y: 0 }, shapes: [box(0.1, 20, { sensor: true })] });
  world.createBody({ position: { x: -1, y: 0 }, linearVelocity: { x: 300, y: 0 }, shapes: [circle(0.1)] });
  steps(world, 10, () => expect(world.events.sensorBegin).toHaveLength(0));
});

test('an impact after a stop is reported with the full approach speed', () => {
  const world = emptyWorld();
  wall(world);
  world.createBody({
    position: { x: -3, y: 0 },
    linearVelocity: { x: 200, y: 0 },
    shapes: [circle(0.1, { hitEvents: true })],
  });
  const hits: number[] = [];
  const begins: number[] = [];
  steps(world, 10, (step) => {
    for (const { approachSpeed } of world.events.hit) hits.push(approachSpeed);
    for (const _ of world.events.contactBegin) begins.push(step);
  });
  expect(hits).toHaveLength(1);
  expect(hits[0]).toBeCloseTo(200, 6);
  expect(begins).toEqual([1]);
});

test('each step sweeps a fast body once: bullets of earlier steps are forgotten', () => {
  const world = emptyWorld();
  wall(world).position = { x: 0, y: 50 };
  for (const bullet of [true, false]) {
    world.createBody({
      position: { x: 0, y: bullet ? 0 : 1 },
      linearVelocity: { x: 60, y: 0 },
      bullet,
      shapes: [circle(0.1)],
    });
  }
  steps(world, 10, () => expect(world.stats.sweptBodies).toBe(2));
  for (const body of world.bodies) if (body.isBullet) world.destroyBody(body);
  steps(world, 10, () => expect(world.stats.sweptBodies).toBe(1));
});

test.each([
  ['the near one first', [1, 3]],
  ['the far one first', [3, 1]],
])('of two walls the near one stops a turning body off its centre of mass: %s', (_, walls) => {
  const world = emptyWorld({ solver: ghostSolver() });
  for (const x of walls) world.createBody({ type: 'static', position: { x, y: 0 }, shapes: [box(0.1, 20)] });
  const body = world.createBody({
    position: { x: -1, y: 0 },
    linearVelocity: { x: 300, y: 30 },
    angularVelocity: 20,
    shapes: [circle(0.3), circle(0.2, { center: { x: 0.5, y: 0.2 } })],
  });
  world.step(dt);
  expect(world.stats.stoppedBodies).toBe(1);
  // the rightmost point of the two circles touches the left side of the near wall
  const { x, y } = body.position;
  const [c, s] = [Math.cos(body.angle), Math.sin(body.angle)];
  const reach = Math.max(x + 0.3, x + 0.5 * c - 0.2 * s + 0.2);
  expect(Math.abs(reach - 0.95)).toBeLessThan(0.01);
  // the pose and the centre of mass are those of one placement, on the straight path of the centre
  const { x: lx, y: ly } = body.localCenter;
  expect(body.worldCenter.x).toBeCloseTo(x + c * lx - s * ly, 12);
  expect(body.worldCenter.y).toBeCloseTo(y + s * lx + c * ly, 12);
  expect(body.worldCenter.y - ly).toBeCloseTo((body.worldCenter.x - (lx - 1)) / 10, 9);
});

test('slow bodies are not swept, and the thinnest shape of a body decides', () => {
  const world = emptyWorld();
  const speed = (half: number, v: number): number => {
    const body = world.createBody({ linearVelocity: { x: v, y: 0 }, shapes: [box(4, 2 * half), circle(3)] });
    world.step(dt);
    world.destroyBody(body);
    return world.stats.sweptBodies;
  };
  // half the inner radius 0.1 is 0.05 m per step: 3 m/s
  expect(speed(0.1, 2.9)).toBe(0);
  expect(speed(0.1, 3.1)).toBe(1);
  expect(speed(0.2, 3.1)).toBe(0);
});

// a solver may update its contacts, or apply displacements itself, between parts of a step
const between: [string, (world: SolverWorld) => void][] = [
  ['collide', (world) => world.collide()],
  ['finalizePoses', (world) => void finalizePoses(world.bodies)],
];
test.each(between)(
  'the distance of the whole step decides, even if it is moved in parts (%s)',
  (_, finish) => {
    const sweep = (speed: number, shares: number[]): { swept: number; x: number } => {
      const solver: Solver = {
        ...ghostSolver(),
        step(world, step) {
          for (const share of shares) {
            integratePositions(world.bodies, share * step);
            finish(world);
          }
        },
      };
      const world = emptyWorld({ solver });
      world.createBody({ type: 'static', position: { x: 1, y: 0 }, shapes: [box(0.01, 20)] });
      const body = world.createBody({ linearVelocity: { x: speed, y: 0 }, shapes: [box(0.2, 0.2)] });
      body.position = { x: 0.86, y: 0 };
      world.step(dt);
      const { sweptBodies: swept } = world.stats;
      const { x } = body.position;
      world.step(dt);
      expect(world.bodyStore.movements).toBe(shares.filter((share) => share > 0).length);
      return { swept, x };
    };
    // half the inner radius 0.1 is 0.05 m per step: 3 m/s
    for (const shares of [[1], [0.5, 0.5], [1, 0], [0, 1], [0.1, 0.9], [0.9, 0.1], [0.4, 0.3, 0.3]]) {
      expect(sweep(2.9, shares).swept).toBe(0);
      expect(sweep(3.1, shares).swept).toBe(1);
      // the wall stops it, no matter when in the step it arrives
      const { x } = sweep(40, shares);
      expect(x).toBeGreaterThan(0.89);
      expect(x).toBeLessThan(0.9);
    }
  },
);

test('a solver that updates its contacts within the step reports each crossed sensor once', () => {
  for (const shares of [[1], [0.5, 0.5], [0.3, 0.7], [0.2, 0.2, 0.2, 0.2, 0.2]]) {
    const world = emptyWorld({
      solver: {
        ...ghostSolver(),
        step(world, step) {
          for (const share of shares) {
            world.collide();
            integratePositions(world.bodies, share * step);
          }
        },
      },
    });
    const gates = [-0.3, 0, 0.3].map((x) =>
      world.createBody({ type: 'static', position: { x, y: 0 }, shapes: [box(0.02, 4, { sensor: true })] }),
    );
    // before, in and behind each of the gates in some part of the step
    const ball = world.createBody({
      position: { x: -0.75, y: 0 },
      linearVelocity: { x: 90, y: 0 },
      shapes: [circle(0.1)],
    });
    const inside = new Map(gates.map((gate) => [gate, 0]));
    let begins = 0;
    steps(world, 3, () => {
      for (const { sensor, visitor } of world.events.sensorBegin) {
        expect(visitor.body).toBe(ball);
        expect(inside.get(sensor.body)).toBe(0);
        inside.set(sensor.body, 1);
        begins++;
      }
      for (const { sensor } of world.events.sensorEnd) {
        expect(inside.get(sensor.body)).toBe(1);
        inside.set(sensor.body, 0);
      }
    });
    expect(begins, `${shares}`).toBe(3);
    expect([...inside.values()]).toEqual([0, 0, 0]);
  }
});

test.each([
  ['few', 0],
  ['many', 40],
])(
  'sensors crossed in a step are reported in the order of their shapes, with any broad phase: %s',
  (_, others) => {
    for (const bullet of [false, true]) {
      const orders = Object.values(broadPhases).map((broadPhase) => {
        const world = emptyWorld({ solver: ghostSolver(), broadPhase });
        const gates = Array.from({ length: 20 }, (_, k) =>
          world.createBody({
            type: k % 3 === 0 ? 'static' : 'kinematic',
            position: { x: 0.05 * ((7 * k) % 20), y: 0 },
            shapes: [box(0.02, 1, { sensor: true })],
          }),
        );
        for (let k = 0; k < others; k++)
          world.createBody({ type: 'static', position: { x: 50 + k, y: 0 }, shapes: [circle(0.1)] });
        world.createBody({
          bullet,
          position: { x: -0.3, y: 0 },
          linearVelocity: { x: 100, y: 0 },
          shapes: [circle(0.1)],
        });
        world.step(dt);
        return world.events.sensorBegin.map(({ sensor }) => gates.indexOf(sensor.body));
      });
      const type = (k: number): string => (k % 3 === 0 ? 'static' : 'moving');
      for (const order of orders) {
        expect(order.length).toBe(20);
        expect(order).toEqual(orders[0]);
        for (const one of ['static', 'moving']) {
          const alike = order.filter((k) => type(k) === one);
          expect(alike).toEqual([...alike].sort((a, b) => a - b));
        }
      }
    }
  },
);

test.each([
  ['few', 0],
  ['many', 40],
])('a pair that drifts together is met where it is now, not where it was placed: %s shapes', (_, others) => {
  // slow enough that neither is placed again because of its speed
  const drift = 0.5;
  const meet = (height: number, bullet: boolean): number => {
    const world = emptyWorld({ solver: ghostSolver() });
    for (let k = 0; k < others; k++)
      world.createBody({ type: 'static', position: { x: 50 + k, y: 0 }, shapes: [circle(0.1)] });
    const [, carried] = (['kinematic', 'dynamic'] as const).map((type, k) =>
      world.createBody({
        type,
        position: { x: 0.199 * k, y: 0 },
        linearVelocity: { x: 0, y: drift },
        shapes: [box(0.2, 0.2), circle(0.05, { sensor: true, center: { x: 0.3 * k, y: 0 } })],
      }),
    );
    steps(world, 60);
    expect(carried.position.y).toBeCloseTo(drift, 9);
    world.createBody({
      bullet,
      position: { x: bullet ? -0.7 : 0.35, y: height },
      linearVelocity: { x: 60, y: 0 },
      shapes: [circle(0.01)],
    });
    world.step(dt);
    return bullet ? world.stats.stoppedBodies : world.events.sensorEnd.length;
  };
  for (const bullet of [false, true]) {
    expect(meet(drift, bullet)).toBe(1);
    expect(meet(0, bullet)).toBe(0);
  }
});

test('many fast bodies in a closed room give the same state with any broad phase', () => {
  const hashes = Object.values(broadPhases).map((broadPhase) => {
    const world = emptyWorld({ broadPhase });
    const room = polygon.rectangle(10, 10);
    const walls = room.map((p, k): ShapeDefinition => {
      const q = room[(k + 1) % 4];
      return { kind: 'segment', point1: p, point2: q, restitution: 1 };
    });
    world.createBody({ type: 'static', shapes: walls });
    for (let k = 0; k < 40; k++)
      world.createBody({ type: 'static', position: { x: k / 4 - 5, y: 0 }, shapes: [circle(0.05)] });
    for (let k = 0; k < 40; k++) {
      world.createBody({
        position: { x: (k % 8) - 3.5, y: Math.floor(k / 8) - 4.5 },
        linearVelocity: { x: 37 * (k % 5) - 80, y: 60 - 11 * (k % 7) },
        angularVelocity: k - 20,
        bullet: k % 3 === 0,
        shapes: [k % 2 === 0 ? circle(0.15, { restitution: 1 }) : box(0.3, 0.2, { restitution: 1 })],
      });
    }
    let stopped = 0;
    steps(world, 120, () => {
      stopped += world.stats.stoppedBodies;
    });
    expect(stopped).toBeGreaterThan(100);
    for (const { position } of world.bodies)
      expect(Math.max(Math.abs(position.x), Math.abs(position.y))).toBeLessThan(5.05);
    return world.stateHash();
  });
  expect(new Set(hashes).size).toBe(1);
});

test('an invalid value of the option is rejected', () => {
  expect(() => emptyWorld({ continuous: 1 as never })).toThrow(/continuous/);
});

test('a fast body is stopped on an infinite floor', () => {
  const world = createWorld({ solver: simpleSolver() });
  world.createBody({ type: 'static', shapes: [floor()] });
  const ball = world.createBody({
    position: { x: 0, y: 5 },
    linearVelocity: { x: 0, y: -390 },
    shapes: [circle(0.1)],
  });
  steps(world, 60, () => expect(ball.position.y).toBeGreaterThan(0.08));
  expect(ball.position.y).toBeLessThan(0.11);
});

// Its centre is a tenth of a millimetre in front of the floor. It was put back at every step, while springs made it ever faster.
test.each([0, 40])(
  'a body that has sunk to its centre leaves the floor with its speed, turning at %d rad/s',
  (spin) => {
    const world = emptyWorld();
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({
      position: { x: 0, y: 0.0001 },
      linearVelocity: { x: 0, y: 90 },
      angularVelocity: spin,
      shapes: [circle(0.2)],
    });
    world.step(dt);
    expect(body.position.y).toBeCloseTo(0.0001 + 90 * dt, 9);
  },
);

test('a body stopped in flight has the velocity of the place where it stopped', () => {
  const g = 10;
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: -g } });
  world.createBody({ type: 'static', shapes: [floor()] });
  const ball = world.createBody({
    position: { x: 0, y: 2.1 },
    mass: 2,
    gravityScale: 0.5,
    shapes: [circle(0.1)],
  });
  let height = 0;
  let speed = 0;
  for (let k = 0; k < 200 && world.stats.stoppedBodies === 0; k++) {
    height = ball.position.y;
    speed = -ball.linearVelocity.y;
    ball.applyForce({ x: 3, y: -10 });
    ball.applyTorque(0.01);
    world.step(dt);
  }
  expect(world.stats.stoppedBodies).toBe(1);
  // half of g, and 10 N on 2 kg
  const acceleration = g / 2 + 5;
  const share = (height - ball.position.y) / ((speed + acceleration * dt) * dt);
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(1);
  expect(ball.linearVelocity.y).toBeCloseTo(-(speed + share * acceleration * dt), 9);
  // x and the rotation have changed in every previous step, and in the same fraction of this one
  const steps = Math.round(speed / (acceleration * dt)) + share;
  expect(ball.linearVelocity.x).toBeCloseTo(1.5 * steps * dt, 9);
  expect(ball.angularVelocity).toBeCloseTo((0.01 / ball.inertia) * steps * dt, 9);
});

test('a stopped body under load keeps its velocity: the floor already carries its weight', () => {
  const world = createWorld({ solver: simpleSolver() });
  world.createBody({ type: 'static', shapes: [floor()] });
  world.createBody({ type: 'static', position: { x: 3, y: 0 }, shapes: [box(0.1, 4)] });
  const ball = world.createBody({
    position: { x: 0, y: 0.1 },
    linearVelocity: { x: 60, y: 0 },
    shapes: [circle(0.1, { friction: 0 })],
  });
  for (let k = 0; k < 10 && world.stats.stoppedBodies === 0; k++) world.step(dt);
  expect(world.stats.stoppedBodies).toBe(1);
  expect(Math.abs(ball.linearVelocity.y)).toBeLessThan(0.01);
});

test('an arrow flying along its own axis is stopped by a body in its path', () => {
  for (const target of [circle(0.3), { kind: 'segment', point1: { x: -1, y: 0 }, point2: { x: 0, y: 0 } }]) {
    const world = emptyWorld();
    world.createBody({ type: 'static', shapes: [target as ShapeDefinition] });
    const arrow = world.createBody({
      position: { x: -6.1, y: 0 },
      linearVelocity: { x: 200, y: 0 },
      shapes: [{ kind: 'capsule', point1: { x: -0.5, y: 0 }, point2: { x: 0.5, y: 0 }, radius: 0.05 }],
    });
    steps(world, 30, () => expect(arrow.position.x).toBeLessThan(0));
    expect(arrow.position.x).toBeLessThan(-0.8);
  }
});

test('when many bullets are stopped in one step, the broad phase takes in each of them once', () => {
  let taken = 0;
  const world = emptyWorld({
    broadPhase: (boxes, shapeTest) => {
      const grid = createGrid(boxes, shapeTest);
      const { refresh } = grid;
      grid.refresh = (moved, count) => {
        taken += count;
        refresh.call(grid, moved, count);
      };
      return grid;
    },
  });
  const count = 100;
  for (let k = 0; k < count; k++) {
    world.createBody({ position: { x: 0, y: k }, mass: 1e6, shapes: [box(0.2, 0.2)] });
    world.createBody({
      bullet: true,
      position: { x: -0.7, y: k },
      linearVelocity: { x: 100, y: 0 },
      shapes: [circle(0.05)],
    });
  }
  world.step(dt);
  expect(world.stats.stoppedBodies).toBe(count);
  // all when the pairs are found, the bullets before the first sweep, and each bullet when it is stopped
  expect(taken).toBeLessThan(5 * count);
});

test('fast bodies with sensors look only at the sensors around them, and find those that they fly through', () => {
  const world = createWorld({ solver: ghostSolver(), gravity: { x: 0, y: 0 } });
  const count = 100;
  for (let k = 0; k < count; k++) {
    world.createBody({
      position: { x: 0, y: 3 * k },
      linearVelocity: { x: 100, y: 0 },
      shapes: [circle(0.1, { sensor: true })],
    });
  }
  const gate = world.createBody({
    type: 'kinematic',
    position: { x: 1, y: 3 },
    shapes: [circle(0.3, { sensor: true })],
  });
  const post = world.createBody({ type: 'static', position: { x: 1, y: 6 }, shapes: [circle(0.3)] });
  const arrow = world.createBody({
    position: { x: 0, y: 3.2 },
    linearVelocity: { x: 100, y: 0 },
    shapes: [circle(0.01)],
  });
  let reads = 0;
  const { tight } = world.shapeStore;
  world.shapeStore.tight = new Proxy(tight, {
    get(target, key) {
      reads++;
      return target[key as unknown as number];
    },
  });
  world.step(dt);
  expect(reads).toBeLessThan(40 * count);
  const passed = world.events.sensorBegin.map(({ sensor, visitor }) => [sensor.body.id, visitor.body.id]);
  expect(passed).toEqual([
    [2, post.id],
    [gate.id, arrow.id],
  ]);
  expect(world.events.sensorEnd.length).toBe(2);
});

test.each([
  ['moves slowly', { linearVelocity: { x: -1, y: 0 } }],
  ['lies still', {}],
  ['sleeps', { awake: false }],
] as const)('a fast mallet does not pass through a puck, a bullet, that %s', (_, motion) => {
  for (const type of ['kinematic', 'dynamic'] as const) {
    // 0.33 m per step: for each of these places some step begins more than the speculative distance before the puck and ends behind it
    for (let k = 0; k < 20; k++) {
      const world = emptyWorld();
      const puck = world.createBody({
        bullet: true,
        position: { x: 1 + 0.02 * k, y: 0 },
        shapes: [circle(0.04, { restitution: 1 })],
        ...motion,
      });
      const mallet = world.createBody({
        type,
        mass: 1000,
        linearVelocity: { x: 20, y: 0 },
        shapes: [circle(0.06, { restitution: 1 })],
      });
      if ('awake' in motion) puck.isAwake = false;
      steps(world, 12, () => expect(puck.position.x).toBeGreaterThan(mallet.position.x));
      expect(puck.isAwake).toBe(true);
      expect(puck.linearVelocity.x).toBeGreaterThan(19);
    }
  }
});

test('the tip of a bat that turns by 40 degrees in a step does not pass through a bullet', () => {
  for (let k = 0; k < 10; k++) {
    const world = emptyWorld();
    // turns about its left end; its centre moves by half as much as its tip
    const bat = world.createBody({
      type: 'kinematic',
      position: { x: 0, y: 0 },
      angularVelocity: 42,
      shapes: [
        {
          kind: 'polygon',
          vertices: polygon.rectangle(2, 0.1).map(({ x, y }) => ({ x: x + 1, y })),
        },
      ],
    });
    const ball = world.createBody({
      bullet: true,
      position: { x: 1.95 - 0.01 * k, y: 0.2 + 0.05 * k },
      shapes: [circle(0.1)],
    });
    world.step(dt);
    // still in front of the bat
    expect(bat.getLocalPoint(ball.position).y).toBeGreaterThan(0.1);
  }
});

test('a body that becomes a bullet later is one', () => {
  const world = emptyWorld();
  const puck = world.createBody({ position: { x: 0.5, y: 0 }, shapes: [circle(0.04)] });
  world.createBody({ type: 'kinematic', linearVelocity: { x: 60, y: 0 }, shapes: [circle(0.06)] });
  world.step(1e-6);
  puck.isBullet = true;
  world.step(dt);
  expect(puck.position.x).toBeGreaterThan(1);
});
