import type { Vec2 } from '@otedama/math2d';
import { expect, test } from 'vitest';
import {
  BODY_STRIDE,
  type Body,
  type BodyDefinition,
  type CharacterDefinition,
  type CharacterMover,
  chain,
  createCharacter,
  createWorld,
  FY,
  restoreSnapshot,
  type ShapeDefinition,
  TORQUE,
  takeSnapshot,
  type World,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;
const SKIN = 0.01;

/** A person of 1.8 m: the feet are 0.9 below the origin of the capsule. */
const capsule: ShapeDefinition & CharacterDefinition['shape'] = {
  kind: 'capsule',
  point1: { x: 0, y: -0.5 },
  point2: { x: 0, y: 0.5 },
  radius: 0.4,
};
const square: ShapeDefinition & CharacterDefinition['shape'] = {
  kind: 'polygon',
  vertices: [
    { x: -0.4, y: -0.9 },
    { x: 0.4, y: -0.9 },
    { x: 0.4, y: 0.9 },
    { x: -0.4, y: 0.9 },
  ],
};

function worldOf(...ground: ShapeDefinition[]): World {
  const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
  world.createBody({ type: 'static', shapes: [floor(), ...ground] });
  return world;
}

/** Walks for a time with gravity, like a game. Returns the velocity at the end. */
function walk(
  world: World,
  mover: CharacterMover,
  speed: number,
  seconds: number,
  visit: () => void = () => {},
): void {
  for (let k = 0; k < Math.round(seconds / dt); k++) {
    const falling = mover.isGrounded ? 0 : mover.velocity.y - 10 * dt;
    mover.move({ x: speed, y: falling }, dt);
    world.step(dt);
    visit();
  }
}

/** A character standing on the ground at x. */
function stand(world: World, x = 0, more: Partial<CharacterDefinition> = {}): CharacterMover {
  return createCharacter(world, { shape: capsule, position: { x, y: 0.9 + SKIN }, ...more });
}

const feet = (mover: CharacterMover): number => mover.body.position.y - 0.9;

/** Steps of the given height, 0.5 m deep, which start at x = 2 and end in a landing. */
function stairs(height: number, count: number): ShapeDefinition[] {
  return Array.from({ length: count }, (_, k) => {
    const left = 2 + 0.5 * k;
    const right = k === count - 1 ? left + 20 : left + 0.5;
    return {
      kind: 'polygon',
      vertices: [
        { x: left, y: 0 },
        { x: right, y: 0 },
        { x: right, y: (k + 1) * height },
        { x: left, y: (k + 1) * height },
      ],
    };
  });
}

test.each([
  ['capsule', capsule],
  ['box', square],
] as const)('a %s falls, lands, stands still and walks', (_, shape) => {
  const world = worldOf();
  const mover = createCharacter(world, { shape, position: { x: 0, y: 3 } });
  walk(world, mover, 0, 1);
  expect(mover.isGrounded).toBe(true);
  expect(feet(mover)).toBeCloseTo(SKIN, 3);
  expect(mover.groundNormal).toEqual({ x: 0, y: 1 });
  walk(world, mover, 4, 1, () => expect(mover.isGrounded).toBe(true));
  expect(mover.body.position.x).toBeCloseTo(4, 6);
  expect(feet(mover)).toBeCloseTo(SKIN, 3);
});

test.each([
  ['capsule', capsule],
  ['box', square],
] as const)(
  'a %s walks up and down stairs of 0.25 m without leaving the ground; 0.4 m stop it',
  (_, shape) => {
    const world = worldOf(...stairs(0.25, 6));
    const mover = stand(world, 0, { shape });
    walk(world, mover, 3, 4);
    expect(mover.body.position.x).toBeGreaterThan(10);
    expect(feet(mover)).toBeCloseTo(1.5 + SKIN, 2);
    let inTheAir = 0;
    walk(world, mover, -3, 4, () => {
      if (!mover.isGrounded) inTheAir++;
    });
    expect(mover.body.position.x).toBeLessThan(1);
    expect(feet(mover)).toBeCloseTo(SKIN, 2);
    // steps of 0.25 are higher than the snap of 0.2, so each is a short free fall
    expect(inTheAir).toBeLessThan(60);

    const high = worldOf(...stairs(0.4, 3));
    const stopped = stand(high, 0, { shape });
    walk(high, stopped, 3, 3);
    expect(stopped.body.position.x).toBeLessThan(2 - 0.38);
    expect(feet(stopped)).toBeLessThan(0.05);
  },
);

test.each([1, 3, 6])(
  'at %d m/s a box walks up a step of exactly its step height, and not one higher by two skins',
  (speed) => {
    for (const stepHeight of [0.1, 0.3, 0.5]) {
      for (const more of [0, 2 * SKIN]) {
        const world = worldOf(...stairs(stepHeight + more, 1));
        const mover = stand(world, 0, { shape: square, stepHeight });
        walk(world, mover, speed, 2.5 / speed);
        expect(feet(mover), `${stepHeight} + ${more}`).toBeCloseTo(more > 0 ? SKIN : stepHeight + SKIN, 3);
      }
    }
  },
);

test.each([
  { x: 3, y: 0 },
  { x: -2, y: 1 },
])(
  'a jump is relative to a platform moving at %o, and the game adds this velocity afterwards',
  (velocity) => {
    const world = createWorld({ solver: simpleSolver() });
    const plank = world.createBody({ type: 'kinematic', linearVelocity: velocity, shapes: [box(10, 0.2)] });
    const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 1 + SKIN } });
    const above = () => ({
      x: mover.body.position.x - plank.position.x,
      y: mover.body.position.y - plank.position.y,
    });
    walk(world, mover, 0, 0.2);
    const start = above();
    mover.move({ x: 0, y: 5 }, dt);
    world.step(dt);
    expect(above().y - start.y).toBeCloseTo(5 * dt, 6);
    mover.move({ x: velocity.x, y: 5 + velocity.y }, dt);
    world.step(dt);
    expect(above().y - start.y).toBeCloseTo(2 * 5 * dt, 6);
    expect(above().x).toBeCloseTo(start.x, 6);
    expect(mover.isGrounded).toBe(false);
  },
);

test('its state has to be one of this world', () => {
  const mover = stand(worldOf());
  const { state } = mover;
  const [ground] = worldOf().bodies[0].shapes;
  const refused: [string, unknown][] = [
    ['state', undefined],
    ['state.velocity.x', { ...state, velocity: { x: Number.NaN, y: 0 } }],
    ['state.groundNormal', { ...state, groundNormal: undefined }],
    ['state.ground', { ...state, ground: 5 }],
    ['state.ground', { ...state, ground }],
    ['state.press', { ...state, press: 5 }],
    ['state.press.force', { ...state, press: { force: -1, speed: 0, time: 0 } }],
    ['state.press.speed', { ...state, press: { force: 1, speed: '0', time: 0 } }],
    ['state.press.time', { ...state, press: { force: 1, speed: 0, time: Number.NaN } }],
    ['state.press.share', { ...state, press: { force: 1, speed: 0, time: 0, share: 2 } }],
    ['state.press.error', { ...state, press: { force: 1, speed: 0, time: 0, error: Number.NaN } }],
  ];
  for (const [field, value] of refused) {
    expect(() => Object.assign(mover, { state: value })).toThrow(`character.${field}:`);
    expect(mover.state).toEqual(state);
  }
});

test('it stops at walls at skin distance, and slides along a slanted wall', () => {
  const world = worldOf(box(0.5, 6, {}));
  const wall = world.createBody({ type: 'static', position: { x: 5, y: 0 }, shapes: [box(1, 10)] });
  const mover = stand(world, 2);
  walk(world, mover, 6, 2);
  expect(mover.body.position.x).toBeCloseTo(5 - 0.5 - 0.4 - SKIN, 3);
  expect(mover.velocity.x).toBeCloseTo(0, 6);
  wall.angle = 0.3;
  walk(world, mover, 6, 1);
  expect(mover.body.position.x).toBeLessThan(5);
});

/** Ground that rises to the right from x = 2 at an angle. */
function slopeWorld(degrees: number): World {
  const rise = Math.tan((degrees * Math.PI) / 180);
  return worldOf(
    ...chain({
      points: [
        { x: -5, y: 0 },
        { x: 2, y: 0 },
        { x: 12, y: 10 * rise },
      ],
      freeSide: 'left',
    }),
  );
}

test('it climbs slopes below the limit, at the same horizontal speed or less, and no steeper ones', () => {
  for (const degrees of [10, 30, 44]) {
    const world = slopeWorld(degrees);
    const mover = stand(world);
    walk(world, mover, 3, 2, () => expect(mover.isGrounded).toBe(true));
    expect(mover.body.position.x, String(degrees)).toBeGreaterThan(3.9);
  }
  for (const degrees of [50, 65, 80]) {
    const world = slopeWorld(degrees);
    const mover = stand(world);
    walk(world, mover, 3, 3);
    expect(mover.body.position.x, String(degrees)).toBeLessThan(2.1);
    expect(feet(mover), String(degrees)).toBeLessThan(0.1);
  }
});

test('slopes at the limit are ground, however their normals are rounded', () => {
  for (const size of [1, 3, 7, 16, 64, 0.1]) {
    const rise = { x: 3 + size, y: size };
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    const points = [{ x: -20, y: 0 }, { x: 3, y: 0 }, rise, { x: 80, y: size }];
    world.createBody({ type: 'static', shapes: chain({ points, freeSide: 'left' }) });
    const mover = stand(world); // pi/4, the default
    walk(world, mover, 4, 2);
    expect(mover.body.position.x, `${size} m`).toBeGreaterThan(3.5);
  }
});

test('on a slope it keeps the speed along the ground that it was given, and a landing does not throw it down the slope', () => {
  const slope = (tangent: number): World => {
    const points = [
      { x: -50, y: -50 * tangent },
      { x: 50, y: 50 * tangent },
    ];
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    world.createBody({ type: 'static', shapes: chain({ points, freeSide: 'left' }) });
    return world;
  };
  for (const tangent of [-0.9, -0.4, 0, 0.4, 0.9]) {
    const world = slope(tangent);
    const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 1.5 } });
    walk(world, mover, 0, 1); // it falls and lands
    expect(mover.isGrounded).toBe(true);
    expect(Math.hypot(mover.velocity.x, mover.velocity.y), `landed on ${tangent}`).toBeLessThan(1e-9);
    // like a game that accelerates: from the velocity that nothing stopped
    for (let step = 0; step < 30; step++) {
      const along = Math.min(5, mover.velocity.x + 20 * dt);
      mover.move({ x: along, y: mover.isGrounded ? 0 : mover.velocity.y - 10 * dt }, dt);
      world.step(dt);
    }
    expect(mover.isGrounded).toBe(true);
    expect(mover.velocity.x, `on ${tangent}`).toBeCloseTo(5, 9);
    expect(mover.velocity.y).toBe(0);
  }
});

test.each([30, 60, 144])(
  'it slides down a slope that is too steep as without friction, with steps of 1/%i s',
  (rate) => {
    for (const degrees of [50, 60, 75]) {
      const angle = (degrees * Math.PI) / 180;
      const foot = { x: 100 / Math.tan(angle), y: 100 };
      const slide = (walks: number, seconds: number): number => {
        const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
        const points = [{ x: -foot.x, y: -foot.y }, foot];
        world.createBody({ type: 'static', shapes: chain({ points, freeSide: 'left' }) });
        // round feet touch the slope beside their lowest point
        const height = 0.5 + (0.4 + SKIN) / Math.cos(angle);
        const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: height } });
        for (let k = 0; k < Math.round(seconds * rate); k++) {
          const falling = mover.isGrounded ? 0 : mover.velocity.y - 10 / rate;
          mover.move({ x: walks, y: falling }, 1 / rate);
          world.step(1 / rate);
        }
        return height - mover.body.position.y;
      };
      const expected = 0.5 * 10 * Math.sin(angle) ** 2; // in a second
      expect(slide(0, 1) / expected, `${degrees} degrees`).toBeCloseTo(1 + 1 / rate, 2);
      // a key that is held towards the slope does not hold the character there
      expect(slide(5, 3), `${degrees} degrees`).toBeGreaterThan(expected);
    }
  },
);

test('it stands on the floor at the foot of a slope that is too steep, and beside a ball', () => {
  const points = [
    { x: -20, y: 0 },
    { x: 0, y: 0 },
    { x: 6, y: 10 }, // 59 degrees
  ];
  const slope = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
  slope.createBody({ type: 'static', shapes: chain({ points, freeSide: 'left' }) });
  const ball = worldOf(circle(1, { center: { x: 1, y: 0 } })); // half sunk into the floor
  for (const world of [slope, ball]) {
    for (const [x, height, speed] of [
      [-3, 0, 4],
      [-0.2, 3, 0],
      [-0.2, 3, 4],
    ]) {
      const mover = createCharacter(world, { shape: capsule, position: { x, y: height + 0.9 + SKIN } });
      walk(world, mover, speed, 2);
      walk(world, mover, 0, 0.1);
      expect(feet(mover), `from ${x}, ${height}`).toBeCloseTo(SKIN, 3);
      expect(mover.isGrounded, `from ${x}, ${height}`).toBe(true);
      expect(mover.groundNormal).toEqual({ x: 0, y: 1 });
      expect(mover.ground?.geometry).toMatchObject(
        world === ball ? { kind: 'halfSpace' } : { point1: { y: 0 }, point2: { y: 0 } },
      );
      world.destroyBody(mover.body);
    }
  }
});

test('between two slopes that are too steep it stands, does not gain speed, and can jump out', () => {
  for (const tangent of [1.2, 2, 6]) {
    const points = [
      { x: -10, y: 10 * tangent },
      { x: 0, y: 0 },
      { x: 10, y: 10 * tangent },
    ];
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    world.createBody({ type: 'static', shapes: chain({ points, freeSide: 'left' }) });
    const mover = createCharacter(world, { shape: capsule, position: { x: 0.2, y: 6 } });
    walk(world, mover, 0, 4);
    const { y } = mover.body.position;
    walk(world, mover, 0, 1, () => {
      expect(Math.abs(mover.body.position.y - y)).toBeLessThan(1e-3);
      expect(mover.velocity.y).toBeGreaterThan(-0.5);
      expect(mover.isGrounded).toBe(true);
    });
    mover.move({ x: 0, y: 7 }, dt);
    world.step(dt);
    expect(mover.isGrounded).toBe(false);
    walk(world, mover, 0, 0.6);
    expect(mover.body.position.y).toBeGreaterThan(y + 2);
  }
});

test('it does not hang on an edge that is higher above its round feet than a step', () => {
  // 3 m high; the character falls along its side, towards it
  const block: ShapeDefinition = {
    kind: 'polygon',
    vertices: [
      { x: 2, y: 0 },
      { x: 9, y: 0 },
      { x: 9, y: 3 },
      { x: 2, y: 3 },
    ],
  };
  for (const stepHeight of [0, 0.1, 0.2, 0.3]) {
    // where the foot is less steep than 45 degrees, 0.12 m up, it stands on any edge
    for (let depth = Math.max(stepHeight, 0.12) + 0.02; depth < 0.5; depth += 0.03) {
      const world = worldOf(block);
      const mover = stand(world, 1.5, { stepHeight });
      mover.body.position = { x: 1.5, y: 3 - depth + 0.9 };
      walk(world, mover, 2, 1.2);
      expect(feet(mover), `step ${stepHeight}, feet ${depth.toFixed(2)} below the edge`).toBeCloseTo(SKIN, 3);
    }
  }
  // one that is lower than a step is climbed
  const world = worldOf(block);
  const mover = stand(world, 1.5);
  mover.body.position = { x: 1.58, y: 3 - 0.25 + 0.9 };
  walk(world, mover, 2, 0.5);
  expect(feet(mover)).toBeCloseTo(3 + SKIN, 3);
});

test('it slides down slopes that are too steep, and stands on others', () => {
  const place = (degrees: number): CharacterMover => {
    const world = slopeWorld(degrees);
    const height = Math.tan((degrees * Math.PI) / 180) * 4;
    const mover = createCharacter(world, { shape: capsule, position: { x: 6, y: height + 2 } });
    for (let k = 0; k < 180; k++) {
      const { x, y } = mover.velocity;
      mover.move(mover.isGrounded ? { x: 0, y: 0 } : { x, y: y - 10 * dt }, dt);
      world.step(dt);
    }
    return mover;
  };
  expect(place(60).body.position.x).toBeLessThan(3);
  // the remaining velocity of the fall moves it a few centimetres further
  expect(place(35).body.position.x).toBeCloseTo(6, 1);
});

test('it does not fall through ground at any speed, and does not pass a thin wall', () => {
  for (const speed of [10, 100, 390]) {
    const world = worldOf();
    world.createBody({ type: 'static', position: { x: 3, y: 1 }, shapes: [box(0.02, 2)] });
    const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 20 } });
    for (let k = 0; k < 120; k++) {
      mover.move({ x: speed, y: -speed }, dt);
      world.step(dt);
      expect(feet(mover)).toBeGreaterThan(0);
      if (mover.body.position.y < 1.9) expect(mover.body.position.x).not.toBeCloseTo(3, 1);
    }
  }
});

test('it walks under a ceiling no lower than itself, and hits its head when it jumps', () => {
  const world = worldOf();
  world.createBody({ type: 'static', position: { x: 5, y: 2.5 }, shapes: [box(4, 1)] });
  const mover = stand(world);
  walk(world, mover, 4, 1);
  expect(mover.body.position.x).toBeCloseTo(4, 2);
  mover.move({ x: 0, y: 6 }, dt);
  world.step(dt);
  expect(mover.isGrounded).toBe(false);
  walk(world, mover, 0, 0.05);
  expect(mover.velocity.y).toBeLessThanOrEqual(0);
  expect(mover.body.position.y + 0.9).toBeLessThan(2);
  walk(world, mover, 0, 1);
  expect(mover.isGrounded).toBe(true);
});

test('platforms carry it up, down, sideways and while rotating', () => {
  const world = worldOf();
  const platform = world.createBody({ type: 'kinematic', position: { x: 0, y: 2 }, shapes: [box(6, 0.4)] });
  const mover = createCharacter(world, { shape: capsule, position: { x: 1, y: 3.2 } });
  walk(world, mover, 0, 0.5);
  expect(mover.ground?.body).toBe(platform);
  for (const velocity of [
    { x: 2, y: 0 },
    { x: 0, y: 1.5 },
    { x: -1, y: -1.5 },
  ]) {
    platform.linearVelocity = velocity;
    const offset = mover.body.position.x - platform.position.x;
    walk(world, mover, 0, 1, () => expect(mover.isGrounded).toBe(true));
    expect(mover.body.position.x - platform.position.x).toBeCloseTo(offset, 3);
    expect(mover.body.position.y - platform.position.y).toBeCloseTo(0.2 + 0.9 + SKIN, 2);
  }
  platform.linearVelocity = { x: 0, y: 0 };
  platform.angularVelocity = 0.3;
  walk(world, mover, 0, 1, () => expect(mover.isGrounded).toBe(true));
});

test('belts carry it up to a wall of the same body', () => {
  const wall = box(1, 4);
  const world = worldOf();
  const vertices = wall.kind === 'polygon' ? wall.vertices.map(({ x, y }) => ({ x: x + 6.5, y: y + 3 })) : [];
  const belt = box(12, 1, { tangentSpeed: 2 });
  world.createBody({
    type: 'static',
    position: { x: 0, y: 1 },
    shapes: [belt, { kind: 'polygon', vertices }],
  });
  const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 1.5 + 0.9 + SKIN } });
  walk(world, mover, 0, dt);
  walk(world, mover, 0, 1);
  expect(mover.body.position.x).toBeCloseTo(2, 2);
  expect(mover.velocity).toEqual({ x: 0, y: 0 });
  walk(world, mover, -2, 1);
  expect(mover.body.position.x).toBeCloseTo(2, 2);
  walk(world, mover, 0, 3);
  expect(mover.body.position.x).toBeCloseTo(6 - 0.4 - SKIN, 3);
});

test.each([30, 60, 120, 240])(
  'a jump of any speed leaves the ground and rises by v^2 / (2 g), at %s steps a second',
  (rate) => {
    for (const speed of [0.5, 1, 2, 4]) {
      const world = worldOf();
      const mover = stand(world);
      const step = 1 / rate;
      mover.move({ x: 0, y: 0 }, step);
      world.step(step);
      let velocity = speed;
      let top = 0;
      for (let k = 0; k < rate; k++) {
        mover.move({ x: 0, y: velocity }, step);
        world.step(step);
        top = Math.max(top, feet(mover) - SKIN);
        if (mover.isGrounded) break;
        velocity = mover.velocity.y - 10 * step;
      }
      // a step with the velocity at its start gains up to v / 2 of one step
      expect(Math.abs(top - (speed * speed) / 20)).toBeLessThan(0.51 * speed * step + 0.002);
      expect(mover.isGrounded).toBe(true);
    }
  },
);

test('a jump off a moving platform keeps its velocity, rises as from the ground, and ends on the platform', () => {
  for (const velocity of [
    { x: 0, y: 8 },
    { x: 10, y: 0 },
    { x: -3, y: -2 },
  ]) {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    const platform = world.createBody({ type: 'kinematic', shapes: [box(3, 1)] });
    const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 0.5 + 0.9 + SKIN } });
    const step = (wanted: { x: number; y: number }): number => {
      mover.move(wanted, dt);
      world.step(dt);
      return mover.body.position.y - platform.position.y - 1.4 - SKIN;
    };
    step({ x: 0, y: 0 });
    platform.linearVelocity = velocity;
    step({ x: 0, y: 0 });
    let top = step({ x: 0, y: 5 });
    expect(mover.velocity.x).toBeCloseTo(velocity.x, 12);
    expect(mover.velocity.y).toBeCloseTo(velocity.y + 5, 12);
    let steps = 0;
    for (; !mover.isGrounded && steps < 200; steps++) {
      const height = step({ x: mover.velocity.x, y: mover.velocity.y - 10 * dt });
      expect(height).toBeGreaterThan(-0.001);
      top = Math.max(top, height);
    }
    // 5 m/s relative to the platform: 1.25 m and 1 s
    expect(top).toBeGreaterThan(1.25);
    expect(top).toBeLessThan(1.3);
    expect(Math.abs(steps * dt - 1)).toBeLessThan(0.06);
    expect(mover.velocity.x).toBeCloseTo(0, 12);
    expect(mover.velocity.y).toBe(0);
    expect(mover.body.position.x - platform.position.x).toBeCloseTo(0, 6);
  }
});

test('its velocity is relative to the ground it stands on, and to the world in the air', () => {
  const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
  const ground = (x: number, type: 'static' | 'kinematic', tangentSpeed: number): Body =>
    world.createBody({ type, position: { x, y: 0 }, shapes: [box(4, 1, { tangentSpeed })] });
  ground(0, 'static', 0);
  ground(4, 'static', 2);
  const wagon = ground(9.4, 'kinematic', 0);
  wagon.linearVelocity = { x: -1, y: 0 }; // arrives at the belt when the character does
  const mover = stand(world, -1);
  mover.body.position = { x: -1, y: 0.5 + 0.9 + SKIN };
  // nothing but its own velocity drives it, as without friction: 5 m/s in the world everywhere
  let inertia = 5;
  const seen = { floor: 0, belt: 0, wagon: 0, air: 0 };
  const expected = { floor: 5, belt: 3, wagon: 6, air: 5 };
  while (mover.body.position.y > -3) {
    mover.move({ x: inertia, y: mover.isGrounded ? 0 : mover.velocity.y - 10 * dt }, dt);
    world.step(dt);
    inertia = mover.velocity.x;
    const { x } = mover.body.position;
    let place: keyof typeof seen = 'air';
    if (mover.ground?.body === wagon) place = 'wagon';
    else if (mover.isGrounded) place = x < 2 ? 'floor' : 'belt';
    seen[place]++;
    expect(inertia, place).toBeCloseTo(expected[place], 9);
  }
  for (const steps of Object.values(seen)) expect(steps).toBeGreaterThan(20);
});

test.each([1, 5, 15])(
  'a body hitting it at %s m/s pushes it without penetration, and is reported',
  (speed) => {
    const world = worldOf();
    const door = world.createBody({
      type: 'kinematic',
      position: { x: -3, y: 2 },
      linearVelocity: { x: speed, y: 0 },
      shapes: [box(1, 3)],
    });
    const mover = stand(world);
    let touches = 0;
    walk(world, mover, -1, 3.5 / speed + 0.5, () => {
      expect(mover.body.position.x - 0.4 - (door.position.x + 0.5)).toBeGreaterThan(0.9 * SKIN);
      if (mover.touched.some(({ shape }) => shape.body === door)) touches++;
    });
    expect(mover.body.position.x).toBeGreaterThan(0.3 * speed);
    expect(touches).toBeGreaterThan(20);

    // the tip of a rotating bar
    const other = worldOf();
    const bar = other.createBody({
      type: 'kinematic',
      position: { x: -3, y: 1 },
      angle: Math.PI / 2,
      angularVelocity: -speed / 3,
      shapes: [box(8, 0.2)],
    });
    const ball = createCharacter(other, {
      shape: { kind: 'circle', radius: 0.4 },
      position: { x: 0.5, y: 3 },
    });
    for (let time = 0; time < 3 / speed; time += dt) {
      ball.move({ x: 0, y: 0 }, dt);
      other.step(dt);
      const { x, y } = bar.getLocalPoint(ball.body.position);
      const aside = Math.max(Math.abs(x) - 4, 0);
      expect(Math.hypot(aside, Math.abs(y) - 0.1)).toBeGreaterThan(0.4);
    }
    expect(ball.body.position.x).toBeGreaterThan(0.6);
  },
);

test('it pushes a crate like a body of its mass, and loads it with its weight', () => {
  const push = (mass: number): number => {
    const world = worldOf();
    const crate = world.createBody({
      position: { x: 2, y: 0.5 },
      mass: 20,
      shapes: [box(1, 1, { friction: 0 })],
    });
    const mover = stand(world, 0, { mass });
    walk(world, mover, 2, 2);
    expect(mover.body.position.x).toBeLessThan(crate.position.x - 0.8);
    return crate.position.x;
  };
  expect(push(0)).toBeCloseTo(2, 3);
  expect(push(5)).toBeGreaterThan(2.5);
  expect(push(80)).toBeGreaterThan(push(5) - 1e-9);

  const world = worldOf();
  const plank = world.createBody({
    position: { x: 0, y: 1 },
    mass: 10,
    angularDamping: 1,
    shapes: [box(6, 0.2)],
  });
  world.createBody({ type: 'static', position: { x: 0, y: 0.45 }, shapes: [box(0.4, 0.9)] });
  const mover = createCharacter(world, { shape: capsule, position: { x: 2, y: 2.2 } });
  walk(world, mover, 0, 1);
  expect(plank.angle).toBeLessThan(-0.05);
});

test.each([
  { width: 1, height: 1, speed: 2, density: 30 },
  { width: 1, height: 1, speed: 2, density: 100 },
  { width: 1, height: 1.2, speed: 3, density: 5 },
  { width: 0.8, height: 1, speed: 1, density: 30 },
])(
  'a crate of $width x $height m, pushed at $speed m/s along its whole face, slides and does not roll',
  (crate) => {
    const world = worldOf();
    const shapes = [box(crate.width, crate.height, { density: crate.density, friction: 0.3 })];
    const body = world.createBody({ position: { x: 1.5, y: crate.height / 2 }, shapes });
    const mover = stand(world, 0);
    let turned = 0;
    walk(world, mover, crate.speed, 4, () => {
      turned = Math.max(turned, Math.abs(body.angle));
    });
    expect(turned).toBeLessThan(0.03);
    expect(body.position.x).toBeGreaterThan(1.5 + 2 * crate.speed);
  },
);

test('a plank under part of its feet carries its weight there', () => {
  const world = worldOf();
  // 0.2 m of the 0.8 m wide feet are on the end of the plank; the rest is over nothing
  const plank = world.createBody({ position: { x: 0, y: 1 }, mass: 10, shapes: [box(4, 0.2)] });
  const mover = createCharacter(world, { shape: square, position: { x: 2.2, y: 2 + SKIN }, mass: 0.1 });
  mover.move({ x: 0, y: 0 }, dt);
  expect(mover.ground?.body).toBe(plank);
  // the centre of the supported part is 1.9 m from the plank's centre
  const { mass } = world.bodyStore;
  const force = mass[plank.id * BODY_STRIDE + FY];
  expect(force).toBeLessThan(-0.9);
  expect(mass[plank.id * BODY_STRIDE + TORQUE] / force).toBeCloseTo(1.9, 3);
});

test.each([30, 60, 144])(
  'a body that gives way carries the weight less its own acceleration, with steps of 1/%i s',
  (rate) => {
    for (const mass of [5, 20, 80, 800]) {
      for (const gravityScale of [0, 1]) {
        const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
        const raft = world.createBody({
          mass,
          gravityScale,
          fixedRotation: true,
          shapes: [box(3, 0.2)],
        });
        const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 0.1 + 0.9 + SKIN } });
        for (let k = 0; k < rate / 2; k++) {
          mover.move({ x: 0, y: 0 }, 1 / rate);
          world.step(1 / rate);
          expect(mover.isGrounded).toBe(true);
        }
        // they move as one: what weighs is the character and, with gravity, the raft
        const together = ((gravityScale * mass + 80) * 10) / (mass + 80);
        expect(-raft.linearVelocity.y / (0.5 * together), `${mass} kg`).toBeGreaterThan(0.85);
        expect(-raft.linearVelocity.y / (0.5 * together), `${mass} kg`).toBeLessThan(1.08);
      }
    }
  },
);

test('with its state and a snapshot it presses on a body that gives way as before', () => {
  const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
  const raft = world.createBody({ mass: 20, gravityScale: 0, shapes: [box(3, 0.2)] });
  const mover = createCharacter(world, { shape: capsule, position: { x: 0.1, y: 0.1 + 0.9 + SKIN } });
  walk(world, mover, 0, 0.1);
  const before = { bytes: takeSnapshot(world), state: mover.state };
  const goOn = (): number => {
    walk(world, mover, 0, 0.2);
    return raft.linearVelocity.y;
  };
  const speed = goOn();
  restoreSnapshot(world, before.bytes);
  mover.state = JSON.parse(JSON.stringify({ ...before.state, ground: null }), (key, value) =>
    key === 'ground' ? before.state.ground : value,
  );
  expect(goOn()).toBe(speed);
  restoreSnapshot(world, before.bytes);
  mover.state = { ...before.state, press: null };
  expect(goOn()).not.toBe(speed);
});

test('sensors detect it, filters and accept let it pass, and it is destroyed with its body', () => {
  const world = worldOf();
  const gate = world.createBody({
    type: 'static',
    position: { x: 2, y: 1 },
    shapes: [box(0.2, 2, { sensor: true })],
  });
  const ghost = world.createBody({
    type: 'static',
    position: { x: 4, y: 1 },
    shapes: [box(0.2, 2, { filter: { category: 2 } })],
  });
  const door = world.createBody({ type: 'static', position: { x: 6, y: 1 }, shapes: [box(0.2, 2)] });
  const mover = stand(world, 0, { filter: { mask: 0xfffffffd }, accept: (shape) => shape.body !== door });
  let seen = 0;
  walk(world, mover, 4, 3, () => {
    seen += world.events.sensorBegin.filter(({ sensor }) => sensor.body === gate).length;
  });
  expect(seen).toBe(1);
  expect(mover.body.position.x).toBeCloseTo(12, 3);
  expect(ghost.isValid).toBe(true);
  world.destroyBody(mover.body);
  expect(() => mover.move({ x: 0, y: 0 }, dt)).toThrow(/character.body/);
});

const openings: Record<string, (world: World, mover: CharacterMover, wall: Body) => unknown> = {
  setFilter: (_, mover, wall) => {
    wall.shapes[0].setFilter({ category: 2 });
    mover.body.shapes[0].setFilter({ mask: ~2 });
  },
  setCollisionEnabled: (world, mover, wall) => world.setCollisionEnabled(mover.body, wall, false),
  'a filter joint': (world, mover, wall) =>
    world.createJoint({ kind: 'filter', bodyA: mover.body, bodyB: wall }),
};
for (const [name, open] of Object.entries(openings)) {
  test(`${name} lets it pass through a wall that stopped it`, () => {
    const solver = simpleSolver();
    const capabilities = { ...solver.capabilities, joints: ['filter'] as const };
    const world = createWorld({ solver: { ...solver, capabilities }, gravity: { x: 0, y: -10 } });
    world.createBody({ type: 'static', shapes: [floor()] });
    const wall = world.createBody({ type: 'static', position: { x: 1, y: 1 }, shapes: [box(0.2, 2)] });
    const mover = stand(world);
    walk(world, mover, 3, 0.5);
    expect(mover.body.position.x).toBeLessThan(0.5);
    open(world, mover, wall);
    walk(world, mover, 3, 0.5);
    expect(mover.body.position.x).toBeGreaterThan(1.9);
  });
}

test('invalid members are rejected by name, and the world does not change', () => {
  const world = worldOf();
  const bad =
    (change: object): (() => unknown) =>
    () =>
      createCharacter(world, { shape: capsule, position: { x: 0, y: 1 }, ...change });
  expect(bad({ shape: floor() })).toThrow(/shape/);
  expect(bad({ position: { x: Number.NaN, y: 0 } })).toThrow(/position/);
  expect(bad({ up: { x: 0, y: 0 } })).toThrow(/up/);
  for (const maximumSlope of [2, Math.PI / 2, Math.PI / 2 - 9e-4, 9e-4, 0])
    expect(bad({ maximumSlope })).toThrow(/maximumSlope/);
  for (const maximumSlope of [1.1e-3, Math.PI / 2 - 1.1e-3])
    expect(() => stand(worldOf(), 0, { maximumSlope })).not.toThrow();
  expect(bad({ stepHeight: -1 })).toThrow(/stepHeight/);
  expect(bad({ skin: 0 })).toThrow(/skin/);
  expect(bad({ weight: 1 })).toThrow(/weight/);
  expect(world.bodies).toHaveLength(1);
  expect(() => stand(world).move({ x: Number.NaN, y: 0 }, dt)).toThrow(/velocity/);
});

test('a definition leaves out defaults: with them written down it walks the same way, with others another', () => {
  const ramp = (degrees: number, x: number): ShapeDefinition => {
    const [length, rise] = [3, 3 * Math.tan((degrees * Math.PI) / 180)];
    const vertices = [
      { x, y: 0 },
      { x: x + length, y: 0 },
      { x: x + length, y: rise },
    ];
    return { kind: 'polygon', vertices };
  };
  const slab = (left: number, right: number, height: number): ShapeDefinition => {
    const vertices = [
      { x: left, y: 0 },
      { x: right, y: 0 },
      { x: right, y: height },
      { x: left, y: height },
    ];
    return { kind: 'polygon', vertices };
  };
  /** Places on walks over a slope of 44 degrees, down steps of 0.19 and 0.25 m, up one of 0.29 m, and against a crate. */
  const route = (more: Partial<CharacterDefinition>): string => {
    const places: number[] = [];
    for (const [y, ...ground] of [
      [0, ramp(44, 1)],
      [0.19, slab(-0.5, 1, 0.19)],
      [0.25, slab(-0.5, 1, 0.25)],
      [0, slab(1, 3, 0.29)],
      [0],
    ] as [number, ...ShapeDefinition[]][]) {
      const world = worldOf(...ground);
      if (ground.length === 0) world.createBody({ position: { x: 1.2, y: 0.5 }, shapes: [box(1, 1)] });
      const mover = stand(world, 0, {
        // a square stands on the step until it is wholly beside it
        shape: y > 0 ? square : capsule,
        position: { x: 0, y: y + 0.9 + SKIN },
        ...more,
      });
      walk(world, mover, 3, 1, () => places.push(mover.body.position.x, mover.body.position.y));
      for (const { position } of world.bodies) places.push(position.x);
    }
    return places.join(' ');
  };
  const defaults = {
    up: { x: 0, y: 1 },
    maximumSlope: Math.PI / 4,
    stepHeight: 0.3,
    snapDistance: 0.2,
    skin: 0.01,
    mass: 80,
  };
  const wanted = route({});
  expect(route(defaults)).toBe(wanted);
  // `up` needs no unit length
  for (const y of [0.25, 4]) expect(route({ up: { x: 0, y } })).toBe(wanted);
  const others = { maximumSlope: 0.7, stepHeight: 0.2, snapDistance: 0.05, skin: 0.02, mass: 40 };
  for (const [name, value] of [...Object.entries(others), ['snapDistance', 0.4] as const])
    expect(route({ [name]: value }), `${name} ${value}`).not.toBe(wanted);
});

test('an up direction other than y: walking on the outside of a round planet', () => {
  const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: 0 } });
  world.createBody({ type: 'static', shapes: [circle(5)] });
  // up does not change: it walks down the side until the side is steeper than the limit
  const mover = createCharacter(world, {
    shape: circle(0.3) as never,
    position: { x: 0, y: 5.3 + SKIN },
    up: { x: 0, y: 2 },
  });
  walk(world, mover, 1, 2, () =>
    expect(Math.hypot(mover.body.position.x, mover.body.position.y)).toBeGreaterThan(5.3),
  );
  expect(mover.isGrounded).toBe(true);
});

test.each([Math.PI / 2, Math.PI, 1, -2.2])('in a world turned by %s rad it takes the turned path', (turn) => {
  /** The path over a belt, steps, a slope, a moving platform and a floor, with two jumps, in the directions of the world. */
  const path = (angle: number): { states: Vec2[][]; grounds: number; rides: number } => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const turned = (x: number, y: number): Vec2 => ({ x: c * x - s * y, y: s * x + c * y });
    const back = ({ x, y }: Vec2): Vec2 => ({ x: c * x + s * y, y: c * y - s * x });
    const world = createWorld({ solver: simpleSolver(), gravity: turned(0, -10) });
    const put = (x: number, y: number, shapes: ShapeDefinition[], more: BodyDefinition = {}): Body =>
      world.createBody({ type: 'static', position: turned(x, y), angle, shapes, ...more });
    put(0, -0.5, [box(12, 1, { tangentSpeed: 0.7 })]);
    put(7, -0.35, [box(2, 1)]);
    put(9, -0.2, [box(2, 1)]);
    put(12, 0, [
      {
        kind: 'polygon',
        vertices: [
          { x: -2, y: 0 },
          { x: 2, y: 0 },
          { x: 2, y: 2 },
        ],
      },
    ]);
    const platform = put(15.7, 1.9, [box(3.4, 0.2)], { type: 'kinematic' });
    put(25, 0.5, [box(8, 3)]);
    const mover = createCharacter(world, {
      shape: { kind: 'capsule', point1: turned(0, -0.5), point2: turned(0, 0.5), radius: 0.4 },
      position: turned(-4, 1),
      up: turned(0, 1),
      stepHeight: 0.3,
    });
    const states: Vec2[][] = [];
    let grounds = 0;
    let rides = 0;
    for (let k = 0; k < 720; k++) {
      if (k === 385) platform.linearVelocity = turned(0.9, 0.05);
      const { y } = back(mover.velocity);
      const rise = !mover.isGrounded ? y - 10 * dt : k % 250 === 200 ? 4 : 0;
      mover.move(turned(k < 385 || k > 600 ? 3 : 0.2, rise), dt);
      world.step(dt);
      states.push([back(mover.body.position), back(mover.velocity), back(mover.groundNormal)]);
      if (mover.isGrounded) grounds++;
      if (mover.ground?.body === platform) rides++;
    }
    return { states, grounds, rides };
  };
  const straight = path(0);
  expect(straight.grounds).toBeGreaterThan(400);
  expect(straight.rides).toBeGreaterThan(50);
  expect(straight.states.at(-1)![0].x).toBeGreaterThan(20);
  const other = path(turn);
  // places, velocities and normals of the ground
  other.states.forEach((vectors, k) => {
    vectors.forEach(({ x, y }, n) => {
      const { x: u, y: v } = straight.states[k][n];
      expect(Math.hypot(x - u, y - v)).toBeLessThan(1e-6);
    });
  });
});

test.each([Math.PI / 2, Math.PI, 1, -2.2])(
  'in a world turned by %s rad it presses and pushes what can move in the turned direction',
  (turn) => {
    /** It lands on the side of a floating raft, sinks with it, walks across it and pushes a crate. */
    const path = (angle: number): Vec2[][] => {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const turned = (x: number, y: number): Vec2 => ({ x: c * x - s * y, y: s * x + c * y });
      const back = ({ x, y }: Vec2): Vec2 => ({ x: c * x + s * y, y: c * y - s * x });
      const world = createWorld({ solver: simpleSolver(), gravity: turned(0, -10) });
      const put = (x: number, y: number, shape: ShapeDefinition, more: BodyDefinition): Body =>
        world.createBody({ position: turned(x, y), angle, shapes: [shape], ...more });
      const raft = put(0, -0.2, box(8, 0.4), { mass: 4000, gravityScale: 0 });
      const crate = put(1, 0.4, box(0.8, 0.8), { mass: 20, gravityScale: 0.2 });
      const mover = createCharacter(world, {
        shape: { kind: 'capsule', point1: turned(0, -0.5), point2: turned(0, 0.5), radius: 0.4 },
        position: turned(-1.5, 1.2),
        up: turned(0, 1),
        mass: 80,
      });
      return Array.from({ length: 150 }, (_, k) => {
        const { y } = back(mover.velocity);
        mover.move(turned(k < 40 ? 0 : 1.5, y - 10 * dt), dt);
        world.step(dt);
        return [raft.position, raft.linearVelocity, crate.position, mover.body.position].map(back);
      });
    };
    const straight = path(0);
    const [, sinking, pushed] = straight.at(-1)!;
    expect(sinking.y).toBeLessThan(-0.1);
    expect(pushed.x).toBeGreaterThan(1.1);
    path(turn).forEach((vectors, k) => {
      vectors.forEach(({ x, y }, n) => {
        const { x: u, y: v } = straight[k][n];
        expect(Math.hypot(x - u, y - v)).toBeLessThan(1e-6);
      });
    });
  },
);

test('a character on destroyed ground falls', () => {
  const world = worldOf();
  const plank = world.createBody({
    type: 'kinematic',
    position: { x: 0, y: 2 },
    linearVelocity: { x: 1, y: 0 },
    shapes: [box(8, 0.2)],
  });
  const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 3 + SKIN } });
  walk(world, mover, 0, 1);
  expect(mover.ground?.body).toBe(plank);
  expect(mover.body.position.x).toBeGreaterThan(0.8);
  world.destroyBody(plank);
  expect(mover.ground).toBeNull();
  expect(mover.isGrounded).toBe(false);
  expect(mover.state.ground).toBeNull();
  walk(world, mover, 0, 1);
  expect(feet(mover)).toBeCloseTo(SKIN, 3);
});

test('without its shape or not kinematic, it is rejected; disabled it does not move; no other body is moved', () => {
  const world = worldOf();
  const mover = stand(world);
  const shape = mover.body.shapes[0];
  mover.body.isEnabled = false;
  const before = world.stateHash();
  mover.move({ x: 5, y: 0 }, dt);
  expect(world.stateHash()).toBe(before);
  mover.body.isEnabled = true;
  mover.body.type = 'dynamic';
  expect(() => mover.move({ x: 5, y: 0 }, dt)).toThrow(/character.body.type/);
  mover.body.type = 'kinematic';
  mover.body.createShape(circle(0.4));
  shape.destroy();
  // the shape's id now belongs to another body
  const other = world.createBody({ position: { x: 5, y: 1 }, shapes: [box(1, 1)] });
  expect(other.shapes[0].id).toBe(shape.id);
  const hash = world.stateHash();
  expect(() => mover.move({ x: 5, y: 0 }, dt)).toThrow(/character.shape/);
  expect(world.stateHash()).toBe(hash);
});

test('a throwing query leaves the world unchanged', () => {
  const world = worldOf();
  let throws = false;
  const mover = stand(world, 0, {
    accept: () => {
      if (throws) throw new Error('not now');
      return true;
    },
  });
  const { worldVertices } = world.geometryStore;
  walk(world, mover, 2, 0.5);
  // half a millimetre from the placement of the shape
  walk(world, mover, 0.01, 0.05);
  const placed = worldVertices.slice();
  const hash = world.stateHash();
  throws = true;
  expect(() => mover.move({ x: 3, y: 0 }, dt)).toThrow('not now');
  expect(worldVertices).toEqual(placed);
  expect(world.stateHash()).toBe(hash);
});

test('bodies met in a move are reported with the normal: an enemy at its side or under its feet, walls, the ground', () => {
  const world = worldOf(box(1, 4));
  const mover = stand(world, -6);
  walk(world, mover, 0, 0.2);
  expect(mover.touched.map(({ shape, normal }) => [shape.body.type, normal.y])).toEqual([['static', 1]]);

  const enemy = world.createBody({
    type: 'kinematic',
    position: { x: -8, y: 0.5 },
    linearVelocity: { x: 2, y: 0 },
    shapes: [circle(0.5)],
  });
  let hit = 0;
  let events = 0;
  walk(world, mover, 0, 0.7, () => {
    const touch = mover.touched.find(({ shape }) => shape.body === enemy);
    if (touch !== undefined && touch.normal.x > 0.7) hit++;
    events += world.events.contactBegin.length;
  });
  expect(hit).toBeGreaterThan(3);
  expect(events, 'two kinematic bodies make no contact').toBe(0);

  enemy.linearVelocity = { x: 0, y: 0 };
  mover.body.position = { x: enemy.position.x, y: 3 };
  let stomp = 0;
  walk(world, mover, 0, 1, () => {
    for (const { shape, normal } of mover.touched)
      if (shape.body === enemy) stomp = Math.max(stomp, normal.y);
  });
  expect(stomp).toBeCloseTo(1, 2);
  world.destroyBody(enemy);
  expect(mover.touched).toEqual([]);

  mover.body.position = { x: -3, y: 0.9 + SKIN };
  walk(world, mover, 4, 1.5);
  expect(mover.touched.map(({ normal }) => Math.round(normal.x))).toEqual([-1, 0]);
  const { state } = mover;
  mover.state = state;
  expect(mover.touched).toEqual([]);
});

test('a character falling onto the top of a ball stays there', () => {
  const world = worldOf();
  world.createBody({ type: 'static', position: { x: 0, y: 0.5 }, shapes: [circle(0.5)] });
  const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 3 } });
  walk(world, mover, 0, 1);
  expect(mover.body.position.x).toBe(0);
  expect(feet(mover)).toBeCloseTo(1 + SKIN, 6);
  expect(mover.isGrounded).toBe(true);
});

test('its state may use vectors of other libraries with accessor coordinates', () => {
  const mover = stand(worldOf());
  class ForeignVector {
    get x(): number {
      return 3;
    }
    get y(): number {
      return 4;
    }
  }
  mover.state = { ...mover.state, velocity: new ForeignVector(), groundNormal: new ForeignVector() };
  expect(mover.velocity).toEqual({ x: 3, y: 4 });
  expect(mover.groundNormal).toEqual({ x: 3, y: 4 });
});

test('a platform no longer carries a character that was teleported, nor one that it was taken away from', () => {
  for (const turn of [0, 0.2]) {
    const ways: ((mover: CharacterMover, platform: Body) => void)[] = [
      (mover) => (mover.body.position = { x: 200, y: 50 }),
      (_, platform) => (platform.position = { x: -50, y: 1 }),
      (_, platform) => (platform.isEnabled = false),
    ];
    for (const way of ways) {
      const world = worldOf();
      const platform = world.createBody({
        type: 'kinematic',
        position: { x: 0, y: 1 },
        shapes: [box(8, 0.2)],
      });
      const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 2 + SKIN } });
      walk(world, mover, 0, 0.1);
      platform.linearVelocity = { x: 3, y: 0 };
      platform.angularVelocity = turn;
      walk(world, mover, 0, 0.1);
      expect(mover.body.position.x).toBeCloseTo(0.3, 1);
      way(mover, platform);
      const { x } = mover.body.position;
      walk(world, mover, 0, dt);
      expect(mover.body.position.x).toBe(x);
      expect(mover.isGrounded).toBe(false);
    }
  }
});

test('a slow lift carries a character as well with a load as without one, and the load stays a wall', () => {
  const velocities = [
    { x: 0, y: 0.5 },
    { x: 0, y: -0.5 },
    { x: 0.5, y: 0 },
  ];
  for (const velocity of velocities) {
    const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
    const lift = world.createBody({ type: 'kinematic', shapes: [box(8, 0.2)] });
    // the lift and its load move as one, so neither needs new contacts, and their shapes are not placed again
    const load = world.createBody({ position: { x: -2, y: 0.6 }, shapes: [box(1, 1, { density: 1000 })] });
    const mover = createCharacter(world, { shape: capsule, position: { x: 2, y: 1 + SKIN } });
    walk(world, mover, 0, 1);
    lift.linearVelocity = velocity;
    walk(world, mover, 0, 4, () => {
      expect(mover.isGrounded).toBe(true);
      expect(feet(mover) - lift.position.y).toBeCloseTo(0.1 + SKIN, 9);
      expect(mover.body.position.x - lift.position.x).toBeCloseTo(2, 9);
    });
    const placed = [...world.geometryStore.worldVertices];
    mover.move({ x: -2, y: 0 }, dt);
    expect([...world.geometryStore.worldVertices]).toEqual(placed);
    let gap = Number.POSITIVE_INFINITY;
    walk(world, mover, -2, 4, () => {
      gap = Math.min(gap, mover.body.position.x - load.position.x - 0.9);
    });
    expect(gap).toBeCloseTo(SKIN, 2);
  }
});

test('the side of a slow lift with a load is a wall where the lift is now', () => {
  const world = createWorld({ solver: simpleSolver(), gravity: { x: 0, y: -10 } });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  const linearVelocity = { x: 0.5, y: 0 };
  const lift = world.createBody({
    ...{ type: 'kinematic', position: { x: -6, y: 0.7 }, shapes: [box(4, 1)], linearVelocity },
  });
  world.createBody({ position: { x: -6, y: 1.7 }, shapes: [box(1, 1, { density: 1000 })], linearVelocity });
  const mover = createCharacter(world, { shape: capsule, position: { x: 4, y: 0.9 + SKIN } });
  walk(world, mover, 0, 4);
  let gap = Number.POSITIVE_INFINITY;
  walk(world, mover, -2, 3, () => {
    gap = Math.min(gap, mover.body.position.x - lift.position.x - 2.4);
  });
  expect(gap).toBeCloseTo(SKIN, 2);
});

test('crates that fall on its head and stay there do not press it into a rising lift', () => {
  const world = worldOf();
  const lift = world.createBody({
    type: 'kinematic',
    position: { x: 0, y: -0.1 },
    linearVelocity: { x: 0, y: 2 },
    shapes: [box(3, 0.2)],
  });
  const mover = stand(world);
  const crates = [3, 4.2].map((y) => world.createBody({ position: { x: 0, y }, shapes: [box(0.8, 0.8)] }));
  let lowest = Number.POSITIVE_INFINITY;
  walk(world, mover, 0, 2, () => {
    lowest = Math.min(lowest, feet(mover) - lift.position.y - 0.1);
  });
  expect(lowest).toBeGreaterThan(SKIN - 1e-3);
  expect(mover.isCrushed).toBe(false);
  expect(mover.ground?.body).toBe(lift);
  // the crates were carried up on the head
  expect(crates[0].position.y).toBeGreaterThan(mover.body.position.y + 0.9);
});

test('a lift under a ceiling crushes it, and it says so until it has room again', () => {
  const world = worldOf();
  world.createBody({ type: 'static', position: { x: 0, y: 3.5 }, shapes: [box(6, 1)] });
  const lift = world.createBody({
    type: 'kinematic',
    position: { x: 0, y: -0.1 },
    linearVelocity: { x: 0, y: 0.5 },
    shapes: [box(3, 0.2)],
  });
  const mover = stand(world);
  let room = Number.POSITIVE_INFINITY;
  for (let step = 0; step < 240 && !mover.isCrushed; step++) {
    room = 3 - lift.position.y - 0.1 - 1.8;
    walk(world, mover, 0, dt);
  }
  expect(mover.isCrushed).toBe(true);
  // it had the whole room but the skins above and below
  expect(room).toBeLessThan(2 * SKIN);
  expect(room).toBeGreaterThan(-2 * SKIN);
  lift.linearVelocity = { x: 0, y: -0.5 };
  walk(world, mover, 0, 0.2);
  expect(mover.isCrushed).toBe(false);
});

test.each([
  ['a thin lift under a ceiling', [6, 1, 0, 3.5], [[3, 0.2, 0, -0.1, 0, 1]]],
  ['a thick lift under a thin ceiling', [6, 0.2, 0, 3.1], [[3, 2, 0, -1, 0, 1]]],
  ['a press above the floor', [6, 1, 0, -0.5], [[3, 0.4, 0, 3, 0, -1]]],
  ['a door beside a wall', [1, 4, -1.5, 2], [[0.4, 2, 2, 1, -1, 0]]],
  [
    'two doors',
    null,
    [
      [0.4, 2, -2, 1, 0.5, 0],
      [0.4, 2, 2, 1, -0.9, 0],
    ],
  ],
] as const)(
  '%s: crushed, it stays where it is and is never on the other side at once',
  (_, still, movers) => {
    const world = worldOf();
    if (movers[0][5] <= 0)
      world.createBody({ type: 'static', position: { x: 0, y: -0.5 }, shapes: [box(20, 1)] });
    if (still !== null)
      world.createBody({
        type: 'static',
        position: { x: still[2], y: still[3] },
        shapes: [box(still[0], still[1])],
      });
    for (const [width, height, x, y, vx, vy] of movers) {
      world.createBody({
        type: 'kinematic',
        position: { x, y },
        linearVelocity: { x: vx, y: vy },
        shapes: [box(width, height)],
      });
    }
    const mover = stand(world, 0.3);
    let crushed = 0;
    let hasPassed = false;
    for (let step = 0; step < 400 && !hasPassed; step++) {
      const before = mover.body.position;
      const wasCrushed = mover.isCrushed;
      const falling = 10 * dt - mover.velocity.y;
      walk(world, mover, 0, dt);
      const { x, y } = mover.body.position;
      if (!mover.isCrushed && !wasCrushed) continue;
      if (mover.isCrushed) crushed++;
      else hasPassed = true;
      // never farther than what pushes it, what carries it and its own fall
      expect(Math.abs(x - before.x), `x in step ${step}`).toBeLessThan(2 * dt + 2 * SKIN);
      expect(Math.abs(y - before.y), `y in step ${step}`).toBeLessThan(dt * (1 + falling) + 2 * SKIN);
    }
    expect(crushed).toBeGreaterThan(40);
    expect(hasPassed).toBe(true);
    if (still !== null && still[3] > 2.9) expect(mover.body.position.y).toBeLessThan(3 - 0.9 + SKIN);
    if (movers[0][5] < 0) expect(mover.body.position.y).toBeLessThan(1);
  },
);

test.each([1, 5, 80, 1000])(
  'a crate of %s kg on the ground carries its whole weight within a fifth of a second',
  (mass) => {
    const world = worldOf();
    const crate = world.createBody({ position: { x: 0, y: 0.5 }, mass, shapes: [box(1, 1)] });
    const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 1 + 0.9 + SKIN }, mass: 80 });
    walk(world, mover, 0, 0.2);
    expect(mover.ground?.body).toBe(crate);
    const force = mover.state.press?.force ?? 0;
    expect(force).toBeGreaterThan(0.95 * 800);
    expect(force).toBeLessThan(1.05 * 800);
    walk(world, mover, 0, 1);
    expect(mover.state.press?.force).toBeCloseTo(800, 0);
  },
);

test.each([
  [20, 80],
  [80, 80],
  [400, 80],
  [20, 5],
])('a landing on a free plate of %s kg gives it the momentum of %s kg that come down', (plateMass, mass) => {
  const world = worldOf();
  const plate = world.createBody({
    position: { x: 0, y: 50 },
    mass: plateMass,
    gravityScale: 0,
    shapes: [box(4, 0.2)],
  });
  const mover = createCharacter(world, { shape: capsule, position: { x: 0, y: 50.1 + 0.9 + 2 }, mass });
  let fallen = 0;
  while (!mover.isGrounded) {
    fallen = -mover.velocity.y;
    walk(world, mover, 0, dt);
    expect(mover.body.position.y).toBeGreaterThan(50);
  }
  expect(mover.ground?.body).toBe(plate);
  expect(fallen).toBeGreaterThan(5.5);
  // and one step of weight, on a plate that gives way
  const speed = ((fallen + 10 * dt) * mass) / (mass + plateMass);
  expect(-plate.linearVelocity.y).toBeGreaterThan(0.97 * speed);
  expect(-plate.linearVelocity.y).toBeLessThan(1.03 * speed + 10 * dt);
  expect(Math.abs(plate.angularVelocity)).toBeLessThan(1e-9);
  // it goes on with the character, and faster and faster under its weight
  walk(world, mover, 0, 0.2);
  expect(mover.ground?.body).toBe(plate);
  expect(-plate.linearVelocity.y).toBeGreaterThan(speed);
  expect(-plate.linearVelocity.y).toBeLessThan(speed + 10 * 0.25);
});

test('who is put on a plate, walks on it or steps down to it does not hit it', () => {
  const world = worldOf();
  const plate = (x: number, y: number) =>
    world.createBody({
      position: { x, y },
      mass: 20,
      gravityScale: 0,
      fixedRotation: true,
      lockX: true,
      shapes: [box(2, 0.2)],
    });
  const high = plate(0, 5);
  const low = plate(2, 4.85);
  const mover = createCharacter(world, {
    shape: capsule,
    position: { x: 0.8, y: 5.1 + 0.9 + SKIN },
    mass: 1e-3,
  });
  const still = () => {
    for (const body of [high, low]) expect(Math.abs(body.linearVelocity.y)).toBeLessThan(1e-2);
  };
  walk(world, mover, 0, 0.1, still);
  walk(world, mover, 2, 0.6, still);
  expect(mover.ground?.body).toBe(low);
  mover.body.position = { x: 0, y: 5.1 + 0.9 + SKIN };
  walk(world, mover, 0, 0.2, still);
  expect(mover.ground?.body).toBe(high);
});
