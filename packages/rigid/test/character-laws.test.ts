/** What holds for a character in any direction, at any speed and in any crowd. */

import { createRandom, transform, type Vec2, vec2 } from '@otedama/math2d';
import { describe, expect, test } from 'vitest';
import {
  type CharacterDefinition,
  type CharacterMover,
  chain,
  createCharacter,
  createWorld,
  type ShapeDefinition,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const DT = 1 / 60;
const SKIN = 0.01;

/** A person of 1.8 m, tilted by an angle: the feet are 0.9 m below the origin of the capsule. */
function capsule(radius = 0.4, angle = 0): CharacterDefinition['shape'] {
  const turn = transform.create(0, 0, angle);
  const half = 0.9 - radius;
  const [point1, point2] = [-half, half].map((y) => vec2.rotate({ x: 0, y }, turn));
  return { kind: 'capsule', point1, point2, radius };
}

const createYard = (): World => createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });

function stand(world: World, x: number, y: number, more: Partial<CharacterDefinition> = {}): CharacterMover {
  return createCharacter(world, { shape: capsule(), position: { x, y: y + 0.9 + SKIN }, ...more });
}

describe('the world may be turned', () => {
  const slab = (...points: [number, number][]): ShapeDefinition => ({
    kind: 'polygon',
    vertices: points.map(([x, y]) => ({ x, y })),
  });
  /** Stairs of 0.25 m, a ramp down, a slope that is too steep, and beams to duck under and to jump against. */
  const course: ShapeDefinition[] = [
    floor(),
    slab([1.5, 0], [2, 0], [2, 0.25], [1.5, 0.25]),
    slab([2, 0], [3, 0], [3, 0.5], [2, 0.5]),
    slab([3, 0], [4.5, 0], [3, 0.5]),
    slab([8, 0], [9, 0], [9, 1.8]),
    slab([5, 2.2], [6, 2.2], [6, 3], [5, 3]),
    { kind: 'circle', center: { x: -2, y: 0.2 }, radius: 0.6 },
  ];

  /** Positions of a character that runs and jumps in both directions, in the axes of the course. */
  function run(angle: number): Vec2[] {
    const turn = transform.create(0, 0, angle);
    const gravity = vec2.rotate({ x: 0, y: -10 }, turn);
    const world = createWorld({ solver: simpleSolver(), gravity });
    world.createBody({ type: 'static', angle, shapes: course });
    const mover = createCharacter(world, {
      shape: capsule(0.4, angle),
      position: vec2.rotate({ x: 0, y: 1.2 }, turn),
      up: vec2.rotate({ x: 0, y: 1 }, turn),
    });
    const positions: Vec2[] = [];
    for (let k = 0; k < 480; k++) {
      const { x, y } = vec2.inverseRotate(mover.velocity, turn);
      const jumps = mover.isGrounded && k % 100 === 80;
      // on the way there it is pressed to the ground too
      const rise = jumps ? 5 : mover.isGrounded ? (k < 240 ? -1 : 0) : y - 10 * DT;
      const forward = k < 240 ? 4 : -4;
      mover.move(vec2.rotate({ x: mover.isGrounded ? forward : 0.9 * x + 0.1 * forward, y: rise }, turn), DT);
      world.step(DT);
      positions.push(vec2.inverseRotate(mover.body.position, turn));
    }
    return positions;
  }

  const upright = run(0);

  test('upright, the course is climbed, and left behind again', () => {
    const xs = upright.map(({ x }) => x);
    expect(Math.max(...xs)).toBeGreaterThan(7);
    expect(xs.at(-1)).toBeLessThan(-1);
    const onStairs = upright.filter(({ x }) => x > 2.2 && x < 2.9);
    expect(Math.min(...onStairs.map(({ y }) => y))).toBeCloseTo(0.5 + 0.9 + SKIN, 2);
  });

  test.each([Math.PI / 2, Math.PI, -Math.PI / 2, 2, -0.7])('by %d rad, and the way is the same', (angle) => {
    run(angle).forEach(({ x, y }, k) => {
      if (!(Math.abs(x - upright[k].x) < 1e-6 && Math.abs(y - upright[k].y) < 1e-6))
        expect.fail(`step ${k}: ${x}, ${y} instead of ${upright[k].x}, ${upright[k].y}`);
    });
  });
});

describe('the world may be moved, and seen in a mirror', () => {
  /** The way of a character that lands on a slope which is too steep, and walks to a paddle that turns in its way. */
  function run(side: 1 | -1, origin: Vec2): Vec2[] {
    const at = (x: number, y: number): Vec2 => ({ x: origin.x + side * x, y: origin.y + y });
    const slope = [
      { x: -2, y: 0 },
      { x: -4, y: 4 },
      { x: -4, y: 0 },
    ].map(({ x, y }) => ({ x: side * x, y }));
    const world = createYard();
    const vertices = side > 0 ? slope : slope.reverse();
    world.createBody({ type: 'static', position: origin, shapes: [floor(), { kind: 'polygon', vertices }] });
    const paddle = box(2.4, 0.3);
    world.createBody({
      type: 'kinematic',
      position: at(3, 1.5),
      angularVelocity: 2 * side,
      shapes: [paddle],
    });
    const mover = createCharacter(world, { shape: capsule(), position: at(-3, 4) });
    const positions: Vec2[] = [];
    for (let k = 0; k < 240; k++) {
      const { x, y } = mover.velocity;
      mover.move({ x: mover.isGrounded ? 3 * side : x, y: mover.isGrounded ? 0 : y - 10 * DT }, DT);
      world.step(DT);
      const { position } = mover.body;
      positions.push({ x: side * (position.x - origin.x), y: position.y - origin.y });
    }
    return positions;
  }

  const here = run(1, { x: 0, y: 0 });

  test('it slides down the slope, walks to the paddle, and is thrown back by it', () => {
    expect(here.filter(({ x, y }) => x > -2.9 && x < -2 && y > 1).length).toBeGreaterThan(10);
    const xs = here.map(({ x }) => x);
    expect(Math.max(...xs)).toBeGreaterThan(2);
    expect(xs.some((x, k) => k > 0 && x < xs[k - 1] - 0.005)).toBe(true);
  });

  test.each([
    [1, { x: 64, y: 32 }],
    [-1, { x: 0, y: 0 }],
    [-1, { x: -32, y: -64 }],
  ] as const)('side %d, moved by %o: the way is the same', (side, origin) => {
    run(side, origin).forEach(({ x, y }, k) => {
      const expected = here[k];
      if (!(Math.abs(x - expected.x) < 1e-6 && Math.abs(y - expected.y) < 1e-6))
        expect.fail(`step ${k}: ${x}, ${y} instead of ${expected.x}, ${expected.y}`);
    });
  });
});

test.each([
  ['up against a ceiling', { x: 0, y: 24 }, { x: 0, y: 1.8 + 0.35 + 0.2 }, box(6, 0.4)],
  ['to the right against a wall', { x: 24, y: 0 }, { x: 0.4 + 0.35 + 0.2, y: 1 }, box(0.4, 1.5)],
  ['to the left against a wall', { x: -24, y: 0 }, { x: -0.4 - 0.35 - 0.2, y: 1 }, box(0.4, 1.5)],
])(
  'a platform that goes 0.4 m in a step carries it %s no farther than that',
  (_, velocity, position, obstacle) => {
    const world = createYard();
    world.createBody({ type: 'static', position, shapes: [obstacle] });
    const platform = world.createBody({
      type: 'kinematic',
      position: { x: 0, y: -0.2 },
      shapes: [box(6, 0.4)],
    });
    const mover = stand(world, 0, 0);
    mover.move({ x: 0, y: 0 }, DT);
    world.step(DT);
    expect(mover.ground?.body).toBe(platform);
    const { x, y } = mover.body.position;
    platform.linearVelocity = velocity;
    mover.move({ x: 0, y: 0 }, DT);
    world.step(DT);
    // 0.35 m are free, of which it keeps a skin
    const way =
      (mover.body.position.x - x) * Math.sign(velocity.x) +
      (mover.body.position.y - y) * Math.sign(velocity.y);
    const free = velocity.y > 0 ? 0.35 - 2 * SKIN : 0.35 - SKIN;
    expect(way).toBeGreaterThan(free - 0.001);
    expect(way).toBeLessThan(free + 0.001);
  },
);

test.each([
  [0.3, 0.2],
  [0.1, 0.3],
])(
  'put up by less than a step or a snap it keeps its ground, higher up not: %d and %d m',
  (stepHeight, snapDistance) => {
    // stands at the skin; the ground is left beyond the higher of both and 4 skins
    const isCarried = (height: number): boolean => {
      const world = createYard();
      const platform = world.createBody({
        type: 'kinematic',
        position: { x: 0, y: -0.2 },
        shapes: [box(6, 0.4)],
      });
      const mover = stand(world, 0, 0, { stepHeight, snapDistance });
      mover.move({ x: 0, y: 0 }, DT);
      world.step(DT);
      platform.linearVelocity = { x: 3, y: 0 };
      mover.body.position = { x: 0, y: 0.9 + SKIN + height };
      mover.move({ x: 0, y: 0 }, DT);
      world.step(DT);
      return mover.body.position.x > 0.04;
    };
    expect([0, 0.32, 0.335, 1].map(isCarried)).toEqual([true, true, false, false]);
  },
);

test.each([0, Math.PI / 2, 2])(
  'who walks off a ramp, turned by %d rad, is in the air without a normal, where it left',
  (angle) => {
    const turn = transform.create(0, 0, angle);
    const gravity = vec2.rotate({ x: 0, y: -10 }, turn);
    const world = createWorld({ solver: simpleSolver(), gravity });
    const vertices = [
      { x: -3, y: -5 },
      { x: 0, y: -5 },
      { x: 0, y: 0 },
      { x: -3, y: 1.5 },
    ];
    world.createBody({ type: 'static', angle, shapes: [{ kind: 'polygon', vertices }] });
    const up = vec2.rotate({ x: 0, y: 1 }, turn);
    const position = vec2.rotate({ x: -2, y: 2.1 }, turn);
    const mover = createCharacter(world, { shape: capsule(0.4, angle), position, up });
    const step = (x: number, y: number): Vec2 => {
      mover.move(vec2.rotate({ x, y }, turn), DT);
      world.step(DT);
      return vec2.inverseRotate(mover.body.position, turn);
    };
    while (!mover.isGrounded) step(0, -1);
    let last = step(1, 0);
    expect(vec2.inverseRotate(mover.groundNormal, turn).x).toBeCloseTo(1 / Math.sqrt(5), 6);
    for (;;) {
      const now = step(1, 0);
      if (!mover.isGrounded) {
        expect(mover.groundNormal).toEqual({ x: 0, y: 0 });
        expect([now.x, now.y]).toEqual([expect.closeTo(last.x + DT, 9), expect.closeTo(last.y, 9)]);
        return;
      }
      expect(now.y).toBeLessThan(last.y);
      last = now;
    }
  },
);

test.each([
  [1.5, 0.4],
  [3, 0.4],
  [6, 0.4],
  [4, 0.1],
])('on stairs it is nowhere slower than half its speed: %d m/s on feet of %d m', (speed, radius) => {
  const world = createYard();
  const steps = Array.from(
    { length: 6 },
    (_, k): ShapeDefinition => ({
      kind: 'polygon',
      vertices: [
        { x: 2 + 0.5 * k, y: 0 },
        { x: 8, y: 0 },
        { x: 8, y: 0.25 * (k + 1) },
        { x: 2 + 0.5 * k, y: 0.25 * (k + 1) },
      ],
    }),
  );
  world.createBody({ type: 'static', shapes: [floor(), ...steps] });
  const mover = stand(world, 0, 0, { shape: capsule(radius) });
  let { x } = mover.body.position;
  while (x < 5.5) {
    mover.move({ x: speed, y: 0 }, DT);
    world.step(DT);
    expect(mover.isGrounded).toBe(true);
    expect(mover.body.position.x - x).toBeGreaterThan(0.5 * speed * DT);
    x = mover.body.position.x;
  }
  expect(mover.body.position.y).toBeCloseTo(1.5 + 0.9 + SKIN, 3);
});

test('it stands on ground of many pieces among many bodies as on one piece alone', () => {
  const world = createYard();
  // dynamic bodies first: their planes are found first too
  for (let k = 0; k < 40; k++)
    world.createBody({
      position: { x: 0.55 + 0.002 * k, y: 1 },
      gravityScale: 0,
      shapes: [circle(0.05, { filter: { group: -1 } })],
    });
  for (let k = 0; k < 40; k++)
    world.createBody({ type: 'static', position: { x: 0.001 * k, y: -0.5 }, shapes: [box(4, 1)] });
  const mover = stand(world, 0, 0);
  for (let k = 0; k < 30; k++) {
    mover.move({ x: 0, y: mover.isGrounded ? 0 : mover.velocity.y - 10 * DT }, DT);
    world.step(DT);
    expect(mover.isGrounded).toBe(true);
    expect(mover.body.position.y).toBeCloseTo(0.9 + SKIN, 6);
    expect(mover.body.position.x).toBe(0);
  }
});

describe('a floor may be made of tiles', () => {
  test.each([2, 12])('and a character that walks at %d m/s is as fast on it as on one piece', (speed) => {
    for (const shape of [capsule(), box(0.6, 1.8)]) {
      const world = createYard();
      for (let x = 0; x < 9; x++)
        world.createBody({ type: 'static', position: { x, y: -0.5 }, shapes: [box(1, 1)] });
      const mover = stand(world, 0, 0, { shape });
      for (let k = 0; k < 36; k++) {
        mover.move({ x: speed, y: -10 * DT }, DT);
        world.step(DT);
        expect(mover.body.linearVelocity.x).toBeCloseTo(speed, 9);
      }
    }
  });
});

test.each([0, 0.9])(
  'a wheel carries it as fast as its rim turns, with the origin of its body %d m below its middle',
  (below) => {
    const world = createYard();
    const wheel = world.createBody({ type: 'kinematic', position: { x: 0, y: -2 }, shapes: [circle(2)] });
    const shape = {
      kind: 'capsule',
      point1: { x: 0, y: below - 0.5 },
      point2: { x: 0, y: below + 0.5 },
      radius: 0.4,
    } as const;
    const mover = stand(world, 0, -below, { shape });
    mover.move({ x: 0, y: -DT }, DT);
    wheel.angularVelocity = -0.4;
    mover.move({ x: 0, y: -DT }, DT);
    world.step(DT);
    expect(mover.body.position.x).toBeCloseTo((2 + SKIN) * 0.4 * DT, 9);
  },
);

test('put into the ground, it is out of it with the next move', () => {
  const world = createYard();
  world.createBody({ type: 'static', shapes: [floor()] });
  const mover = stand(world, 0, -0.3);
  mover.move({ x: 0, y: 0 }, DT);
  world.step(DT);
  expect(mover.body.position.y).toBeCloseTo(0.9 + SKIN, 9);
});

test('from a belt to the still part of the same body it goes on as fast, if it goes on with its velocity', () => {
  const world = createYard();
  const still: ShapeDefinition = { kind: 'segment', point1: { x: 6, y: 0 }, point2: { x: 2, y: 0 } };
  const belt: ShapeDefinition = {
    ...still,
    point1: { x: 2, y: 0 },
    point2: { x: -2, y: 0 },
    tangentSpeed: 2,
  };
  world.createBody({ type: 'static', shapes: [belt, still] });
  const mover = stand(world, 1.5, 0);
  mover.move({ x: 0, y: -DT }, DT);
  world.step(DT);
  for (let speed = 1; mover.body.position.x < 3; speed = mover.velocity.x) {
    mover.move({ x: speed, y: -DT }, DT);
    world.step(DT);
    expect(mover.body.linearVelocity.x).toBeCloseTo(3, 9);
  }
});

test('under a crate that is in its head it walks on, and is not pressed into the ground', () => {
  const world = createYard();
  // the crate comes last: its plane would be found last
  world.createBody({ type: 'static', shapes: [floor()] });
  const mover = stand(world, 0, 0, { mass: 0 });
  world.createBody({ position: { x: 0, y: 2.2 }, gravityScale: 0, shapes: [box(4, 0.9)] });
  for (let k = 1; k <= 10; k++) {
    mover.move({ x: 1, y: 0 }, DT);
    expect(mover.body.linearVelocity.x).toBeCloseTo(1, 6);
    expect(mover.body.linearVelocity.y).toBeCloseTo(0, 6);
    world.step(DT);
  }
});

test.each([0.05, 0.1, 0.2])('a landing on a floor that is bent by %d is the same in the mirror', (rise) => {
  const [one, other] = ([1, -1] as const).map((side) => {
    const world = createYard();
    const points = [-2, 0, 2].map((x) => ({ x: side * x, y: Math.max(0, rise * x) }));
    world.createBody({
      type: 'static',
      shapes: chain({ points, freeSide: side > 0 ? 'left' : 'right' }),
    });
    const mover = stand(world, 0, 0.1);
    mover.move({ x: -side, y: -14 }, DT);
    const { x, y } = mover.body.linearVelocity;
    return { x: side * x, y };
  });
  expect(one.x).toBeCloseTo(other.x, 6);
  expect(one.y).toBeCloseTo(other.y, 6);
});

test.each([0, 1e-13, 1e-5, 2e-3, 0.03])(
  'a wall that comes near pushes it up a slope which is %d m beyond its skin, and does not crush it',
  (gap) => {
    const normal = { x: -0.6, y: 0.8 };
    const world = createYard();
    world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal }] });
    const above = 0.4 + SKIN + gap;
    const position = { x: normal.x * above, y: normal.y * above };
    const mover = createCharacter(world, { shape: circle(0.4), position });
    const x = position.x - 0.4 - SKIN - 0.5;
    world.createBody({
      type: 'kinematic',
      position: { x, y: position.y },
      linearVelocity: { x: 5, y: 0 },
      shapes: [box(1, 2)],
    });
    mover.move({ x: 0, y: 0 }, DT);
    expect(mover.body.linearVelocity.x).toBeCloseTo(5, 9);
    expect(mover.isCrushed).toBe(false);
  },
);

test('in the corner of two steep faces it stops, whichever of them is the first', () => {
  const gentle = { x: 0.664, y: Math.sqrt(1 - 0.664 ** 2) };
  const steep = { x: 0.993, y: Math.sqrt(1 - 0.993 ** 2) };
  for (const normals of [
    [gentle, steep],
    [steep, gentle],
  ]) {
    const world = createYard();
    const shapes = normals.map((normal) => ({ kind: 'halfSpace', normal }) as const);
    world.createBody({ type: 'static', shapes });
    // it touches the steep face, and is 3 mm off the other one
    const [near, off] = [0.4 + SKIN, 0.4 + SKIN + 0.003];
    const cross = gentle.x * steep.y - gentle.y * steep.x;
    const position = {
      x: (off * steep.y - near * gentle.y) / cross,
      y: (gentle.x * near - steep.x * off) / cross,
    };
    const mover = createCharacter(world, { shape: circle(0.4), position, maximumSlope: 0.5 });
    mover.move({ x: -1.4, y: -0.7 }, DT);
    expect(mover.touched).toHaveLength(2);
    expect(mover.velocity).toEqual({ x: 0, y: 0 });
  }
});

test('a lift in which it is deep does not throw it out at its top', () => {
  const world = createYard();
  const lift = world.createBody({ type: 'kinematic', position: { x: 0, y: -2 }, shapes: [box(4, 4)] });
  lift.linearVelocity = { x: 0, y: 0.6 };
  const mover = stand(world, 0, 0);
  mover.move({ x: 0, y: 0 }, DT);
  expect(mover.ground?.body).toBe(lift);
  lift.position = { x: 0, y: -1.2 };
  mover.move({ x: 0, y: 0 }, DT);
  // it goes with the lift, and out of it by a skin as it moves and by another one as the lift does
  expect(mover.body.linearVelocity.y).toBeCloseTo(0.6 + (2 * SKIN) / DT, 6);
  expect(mover.isCrushed).toBe(true);
});

test('on a ball it touches its ground where it stands at the end of a move', () => {
  const world = createYard();
  const ball = world.createBody({ type: 'static', position: { x: 0, y: -3 }, shapes: [circle(3)] });
  const mover = stand(world, 0, 0);
  for (let k = 0; k < 20; k++) {
    mover.move({ x: 2, y: -10 * DT }, DT);
    world.step(DT);
    expect(mover.touched).toEqual([{ shape: ball.shapes[0], normal: mover.groundNormal }]);
  }
});

test('between three faces it gets to the point that is nearest to the wanted one', () => {
  const random = createRandom(11);
  for (let round = 0; round < 60; round++) {
    const faces = Array.from({ length: 3 }, () => {
      const angle = random.uniform(-Math.PI, Math.PI);
      return { x: Math.cos(angle), y: Math.sin(angle), gap: random.uniform(0.001, 0.1) };
    });
    const wanted = { x: random.uniform(-0.3, 0.3), y: random.uniform(-0.3, 0.3) };
    // the nearest one is the wanted point, its foot on a face, or a corner of two faces
    const candidates = [wanted];
    for (const a of faces) {
      const into = a.x * wanted.x + a.y * wanted.y + a.gap;
      candidates.push({ x: wanted.x - into * a.x, y: wanted.y - into * a.y });
      for (const b of faces) {
        const sine = a.x * b.y - a.y * b.x;
        candidates.push({ x: (a.y * b.gap - a.gap * b.y) / sine, y: (a.gap * b.x - a.x * b.gap) / sine });
      }
    }
    const free = candidates.filter((p) => faces.every(({ x, y, gap }) => x * p.x + y * p.y + gap > -1e-9));
    const [nearest] = free.sort((p, q) => vec2.distance(p, wanted) - vec2.distance(q, wanted));

    const world = createYard();
    const shapes = faces.map(({ x, y, gap }): ShapeDefinition => {
      const away = 0.4 + SKIN + gap;
      return { kind: 'halfSpace', position: { x: -away * x, y: -away * y }, normal: { x, y } };
    });
    world.createBody({ type: 'static', shapes });
    // no face is too steep for it
    const mover = createCharacter(world, {
      shape: circle(0.4),
      position: { x: 0, y: 0 },
      maximumSlope: 1.569,
    });
    mover.move(vec2.scale(wanted, 1 / DT), DT);
    world.step(DT);
    const { x, y } = mover.body.position;
    expect(x).toBeCloseTo(nearest.x, 3);
    expect(y).toBeCloseTo(nearest.y, 3);
  }
});
