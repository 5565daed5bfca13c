/**
 * Bodies that land on tiles. Level ground without friction pushes upwards only, whatever it is made of. So a body that lands on it keeps its
 * horizontal velocity, however fast it lands, tumbles and goes on over the seams.
 */
import { createRandom } from '@otedama/math2d';
import {
  type BodyDefinition,
  createWorld,
  restoreSnapshot,
  type ShapeDefinition,
  type Solver,
  takeSnapshot,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';
import { boxShape } from './bodies.js';

const DT = 1 / 60;
const smooth = { friction: 0 };

const shapes: Record<string, ShapeDefinition> = {
  box: boxShape(0.5, 0.5, smooth),
  ball: { kind: 'circle', radius: 0.5, ...smooth },
  capsule: { kind: 'capsule', point1: { x: -0.3, y: 0 }, point2: { x: 0.3, y: 0 }, radius: 0.3, ...smooth },
  'rounded box': { ...boxShape(0.4, 0.4, smooth), radius: 0.1 } as ShapeDefinition,
};

/** Tiles from x = -3 m on, with tops at y = 0: a body each, or shapes of one body. */
function tiles(width: number, length: number, isOneBody: boolean, velocity = 0): BodyDefinition[] {
  const type = velocity === 0 ? 'static' : 'kinematic';
  const linearVelocity = { x: velocity, y: 0 };
  const centers = Array.from({ length: Math.ceil(length / width) }, (_, k) => ({
    x: -3 + (k + 0.5) * width,
    y: -0.5,
  }));
  const tile = boxShape(width / 2, 0.5, smooth) as Extract<ShapeDefinition, { kind: 'polygon' }>;
  if (!isOneBody) return centers.map((position) => ({ type, position, linearVelocity, shapes: [tile] }));
  const parts = centers.map(({ x, y }) => ({
    ...tile,
    vertices: tile.vertices.map((v) => ({ x: v.x + x, y: v.y + y })),
  }));
  return [{ type, linearVelocity, shapes: parts }];
}

/** The same ground of rounded boxes that overlap their neighbours: their flat tops meet, or overlap too. */
function roundedBoxes(width: number, length: number, radius: number, overlap: number): BodyDefinition[] {
  const count = Math.ceil(length / width);
  const half = width / 2 + overlap / 2 - radius;
  return Array.from({ length: count }, (_, k) => ({
    type: 'static',
    position: { x: -3 + (k + 0.5) * width, y: -0.5 },
    shapes: [{ ...boxShape(half, 0.5 - radius, smooth), radius } as ShapeDefinition],
  }));
}

function landing(solver: Solver, floor: readonly BodyDefinition[], body: BodyDefinition) {
  const world = createWorld({ solver, sleeping: false });
  for (const definition of floor) world.createBody(definition);
  return { world, body: world.createBody(body) };
}

const solvers: Record<string, () => Solver> = {
  'soft step': createSoftStep,
  'sequential impulses': createSequentialImpulses,
};

describe.each(Object.entries(solvers))('%s', (_, create) => {
  test.each(Object.entries(shapes))(
    'a %s that lands on tiles without friction keeps 98 % of its speed along them',
    (_name, shape) => {
      const random = createRandom(5);
      const stumbles: string[] = [];
      for (let k = 0; k < 48; k++) {
        const width = [0.5, 1, 2][k % 3];
        const speed = [2, 5, 10, 20][(k >> 2) % 4];
        const down = 15 * random.next();
        const height = 0.75 + 0.5 * random.next();
        const angle = random.next();
        const belt = k % 5 === 0 ? -3 : 0;
        const { world, body } = landing(create(), tiles(width, 9 + 1.5 * speed, k % 2 === 0, belt), {
          position: { x: random.next(), y: height },
          angle,
          linearVelocity: { x: speed, y: -down },
          shapes: [shape],
        });
        for (let step = 0; step < 60; step++) world.step(DT);
        const lost = 1 - body.linearVelocity.x / speed;
        if (!(Math.abs(lost) < 0.02) || body.position.y < 0.25)
          stumbles.push(`tiles of ${width} m, ${speed} and ${down} m/s, turned by ${angle}: ${lost}`);
      }
      expect(stumbles).toEqual([]);
    },
  );

  test.each(Object.entries(shapes))('and so does a %s on rounded boxes that overlap', (_name, shape) => {
    const random = createRandom(7);
    const stumbles: string[] = [];
    for (let k = 0; k < 48; k++) {
      const width = [0.5, 1, 2][k % 3];
      const speed = [2, 5, 10, 20][(k >> 2) % 4];
      const radius = [0.02, 0.05, 0.15][(k >> 1) % 3];
      const overlap = [2, 2.5, 1.8][k % 3] * radius;
      const down = 15 * random.next();
      const angle = random.next();
      const { world, body } = landing(create(), roundedBoxes(width, 9 + 1.5 * speed, radius, overlap), {
        position: { x: random.next(), y: 0.75 + 0.5 * random.next() },
        angle,
        linearVelocity: { x: speed, y: -down },
        shapes: [shape],
      });
      for (let step = 0; step < 60; step++) world.step(DT);
      const lost = 1 - body.linearVelocity.x / speed;
      if (!(Math.abs(lost) < 0.02) || body.position.y < 0.25)
        stumbles.push(`boxes of ${width} m rounded by ${radius} m, ${speed} and ${down} m/s: ${lost}`);
    }
    expect(stumbles).toEqual([]);
  });

  test('a step of rounded boxes stops a box, and a notch between them holds a ball', () => {
    const floor = roundedBoxes(1, 11, 0.1, 0.2);
    const step: BodyDefinition = {
      type: 'static',
      position: { x: 8.5, y: -0.35 },
      shapes: [{ ...boxShape(0.4, 0.4, smooth), radius: 0.1 } as ShapeDefinition],
    };
    const { world, body } = landing(create(), [...floor, step], {
      position: { x: 0, y: 0.26 },
      fixedRotation: true,
      linearVelocity: { x: 1, y: 0 },
      shapes: [boxShape(0.25, 0.25, smooth)],
    });
    for (let k = 0; k < 600; k++) world.step(DT);
    expect(body.position.x).toBeLessThan(8);
    // a ball of this size lies in the notch between boxes that only meet
    const notched = landing(create(), roundedBoxes(1, 11, 0.1, 0), {
      position: { x: 1.95, y: 0.2 },
      shapes: [{ kind: 'circle', radius: 0.1, friction: 0.5, rollingResistance: 0.05 }],
    });
    for (let k = 0; k < 300; k++) notched.world.step(DT);
    const depth = 0.2 - Math.sqrt(0.2 * 0.2 - 0.1 * 0.1);
    expect(Math.abs(notched.body.position.x - 2)).toBeLessThan(0.01);
    expect(Math.abs(notched.body.position.y - (0.1 - depth))).toBeLessThan(0.005);
  });

  test('a floor of tiles stops a box at a wall, and at the step to a higher tile', () => {
    const wall: BodyDefinition = {
      type: 'static',
      position: { x: 8.5, y: 1 },
      shapes: [boxShape(0.5, 1, smooth)],
    };
    const step: BodyDefinition = {
      type: 'static',
      position: { x: 8.5, y: -0.47 },
      shapes: [boxShape(0.5, 0.5, smooth)],
    };
    for (const obstacle of [wall, step]) {
      const { world, body } = landing(create(), [...tiles(1, 11, false), obstacle], {
        position: { x: 0, y: 0.7 },
        fixedRotation: true,
        linearVelocity: { x: 9, y: -3 },
        shapes: [boxShape(0.5, 0.5, smooth)],
      });
      for (let k = 0; k < 120; k++) world.step(DT);
      expect(body.position.x).toBeLessThan(7.51);
    }
  });
});

test.each([
  ['tiles', tiles(1, 6, false)],
  ['rounded boxes', roundedBoxes(1, 6, 0.15, 0.3)],
])(
  'at any place and depth near a seam of %s all contacts of a box and of a ball push upwards',
  (_, floor) => {
    const wrong: string[] = [];
    let contacts = 0;
    for (const name of ['box', 'ball'] as const) {
      for (const depth of [0.02, 0.2]) {
        for (let x = -0.7; x <= 0.7; x += 0.05) {
          const { world, body } = landing(createSoftStep(), floor, {
            position: { x, y: 0.5 - depth },
            gravityScale: 0,
            shapes: [shapes[name]],
          });
          world.step(DT);
          world.forEachContact((contact) => {
            contacts++;
            const up = contact.shapeA.body === body ? -contact.normalY : contact.normalY;
            if (!(up > 1 - 1e-9)) wrong.push(`${name} at ${x}, ${depth} m deep: ${up}`);
          });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(contacts).toBeGreaterThan(150);
  },
);

test.each([
  ['tiles', tiles(0.5, 30, false)],
  ['rounded boxes', roundedBoxes(0.5, 30, 0.05, 0.1)],
])('a snapshot taken while a box tumbles over %s continues bit for bit', (_, floor) => {
  const tumbling: BodyDefinition = {
    position: { x: 0, y: 0.8 },
    angle: 0.4,
    linearVelocity: { x: 12, y: -9 },
    shapes: [boxShape(0.5, 0.5)],
  };
  const first = landing(createSoftStep(), floor, tumbling).world;
  const second = landing(createSoftStep(), floor, tumbling).world;
  let confined = 0;
  for (let step = 0; step < 60; step++) {
    // every other step is made by the restored world as well
    first.step(DT);
    if (step % 2 === 0) restoreSnapshot(second, takeSnapshot(first));
    else second.step(DT);
    expect(second.stateHash()).toBe(first.stateHash());
    const { index, activeCount, active } = first.contactStore;
    for (let k = 0; k < activeCount; k++) if (index[active[k] * 8 + 4] >= 128) confined++;
  }
  expect(confined).toBeGreaterThan(10);
});
