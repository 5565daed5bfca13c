/** The soft step compared with the results of the best other engines. */

import { type BodyDefinition, createWorld, loadScene } from '@otedama/rigid';
import {
  arch,
  articlesConstraint,
  boxesInV,
  circleStack,
  confined,
  dominoes,
  pyramid,
  ragdolls,
  roundedStack,
  slidingBoxes,
  stack,
  tower,
} from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';
import { boxDefinition, boxShape, ground, level } from './bodies.js';
import { deepestOverlap, run, sums, topSpeed } from './harness.js';

const soft = () => createSoftStep();
const benchGravity = { x: 0, y: -10 };

test.each([
  [2, 3, 0.2],
  [3, 3, 0.2],
  [10, 3, 0.4],
  [4, 0.5, 0.2],
])(
  '%i balls in one place, pushed out at %f m/s, fly apart at %f m/s at most',
  (count, maximumPushOutSpeed, most) => {
    const world = createWorld({
      solver: createSoftStep({ maximumPushOutSpeed }),
      gravity: { x: 0, y: 0 },
      sleeping: false,
    });
    for (let k = 0; k < count; k++) world.createBody({ shapes: [{ kind: 'circle', radius: 0.5 }] });
    for (let step = 0; step < 180; step++) world.step(1 / 60);
    const speeds = world.bodies.map(({ linearVelocity: { x, y } }) => Math.hypot(x, y));
    expect(Math.max(...speeds)).toBeLessThan(most);
    expect(world.invariants().deepestOverlap).toBeLessThan(0.02);
  },
);

describe('single hits', () => {
  test.each([
    [0.5, 0.25],
    [0.8, 0.64],
    [0.3, 0.09],
    [0.95, 0.9],
  ])('D4 a ball dropped 2 m with e = %f rises to %f of the drop height', (restitution, share) => {
    for (const speculativeDistance of [0.02, 0.1]) {
      const drop = run(
        {
          gravity: benchGravity,
          bodies: [
            level({}),
            { position: { x: 0, y: 2.2 }, shapes: [{ kind: 'circle', radius: 0.2, restitution }] },
          ],
        },
        soft(),
        { speculativeDistance },
      );
      let highest = 0;
      let hasHit = false;
      for (let step = 0; step < 150; step++) {
        drop.step();
        const { y } = drop.bodies[1].position;
        const { y: vy } = drop.bodies[1].linearVelocity;
        if (vy > 0) hasHit = true;
        if (hasHit) highest = Math.max(highest, y - 0.2);
        if (hasHit && vy < 0) break;
      }
      expect(Math.abs(highest / 2 - share)).toBeLessThan(0.05);
    }
  });
});

describe('motion', () => {
  test('D21 free fall for 60 steps with 4 substeps: 5.020833 m, 10 m/s; with 1 it is 5.083333 m', () => {
    for (const [substeps, drop] of [
      [4, 5.020833333],
      [1, 5.083333333],
    ]) {
      const fall = run(
        { gravity: benchGravity, bodies: [{ shapes: [boxShape(0.5, 0.5)] }] },
        createSoftStep({ substeps }),
      );
      fall.step(60);
      expect(-fall.bodies[0].position.y).toBeCloseTo(drop, 8);
      expect(-fall.bodies[0].linearVelocity.y).toBeCloseTo(10, 10);
    }
  });

  test('D23 a box sliding at 10 m/s with mu = 0.5 stops after 2 s and 10 m', () => {
    const slide = run(
      {
        gravity: benchGravity,
        bodies: [
          level({ friction: 0.5 }),
          {
            ...boxDefinition(0.5, 0.5, { friction: 0.5 }),
            position: { x: 0, y: 0.5 },
            linearVelocity: { x: 10, y: 0 },
          },
        ],
      },
      soft(),
    );
    let steps = 0;
    // a ten-thousandth of its speed: below it the box no longer slides, but rotates back to level by 0.02 mrad on its soft contact
    while (slide.bodies[1].linearVelocity.x > 1e-3 && steps++ < 300) slide.step();
    expect(Math.abs(steps / 60 - 2)).toBeLessThan(0.04);
    expect(Math.abs(slide.bodies[1].position.x - 10)).toBeLessThan(0.2);
  });

  test('D30 boxes launched with decreasing friction stop in order, each after v^2 / (2 mu g)', () => {
    const slide = run(slidingBoxes.create(), soft());
    const start = slide.dynamic.map((body) => body.position.x);
    slide.step(1500);
    const way = slide.dynamic.map((body, k) => body.position.x - start[k]);
    const friction = slide.dynamic.map((body) => body.shapes[0].material.friction);
    for (let k = 1; k < way.length; k++) {
      expect(Math.sign(way[k] - way[k - 1])).toBe(Math.sign(friction[k - 1] - friction[k]));
    }
    // mu = 5 to 0.5 on a floor of 0.5; the last box has none and does not stop
    for (let k = 0; k < 10; k++) {
      const expected = 100 / (2 * 0.5 * (10 - k) * 10);
      expect(Math.abs(way[k] - expected)).toBeLessThan(0.02 * expected + 10 / 60);
    }
    expect(slide.dynamic[10].linearVelocity.x).toBeCloseTo(10, 6);
  });

  test('D26 a closed world conserves linear momentum to 1e-9 and angular to 2e-4, as arms are those of the step start', () => {
    const scene = confined.create();
    // apart: bodies that were put into others are moved without changing their velocities, which changes the angular momentum
    const free = scene.bodies
      .filter((body) => (body.type ?? 'dynamic') === 'dynamic')
      .map(({ position: { x, y } = { x: 0, y: 0 }, ...body }) => ({
        ...body,
        position: { x: 1.6 * x, y: 1.6 * y },
      }));
    const closed = run(
      {
        gravity: { x: 0, y: 0 },
        bodies: free.map((body, k) => ({
          ...body,
          linearVelocity: { x: Math.sin(k) * 2, y: Math.cos(3 * k) },
        })),
      },
      soft(),
    );
    closed.step(1);
    const first = sums(closed.inside);
    closed.step(600);
    const last = sums(closed.inside);
    const scale = Math.sqrt(2 * first.kinetic * free.length);
    expect(Math.abs(last.momentumX - first.momentumX) / scale).toBeLessThan(1e-9);
    expect(Math.abs(last.momentumY - first.momentumY) / scale).toBeLessThan(1e-9);
    expect(Math.abs(last.angularMomentum - first.angularMomentum) / (10 * scale)).toBeLessThan(2e-4);
  });

  test('D11 speed is limited to 400 m/s and spin to an eighth of a turn a step, unless fast rotation is allowed', () => {
    const fast = run(
      {
        gravity: { x: 0, y: 0 },
        bodies: [
          { linearVelocity: { x: 10_000, y: 0 }, shapes: [{ kind: 'circle', radius: 0.5 }] },
          { position: { x: 0, y: 50 }, angularVelocity: 1000, shapes: [{ kind: 'circle', radius: 0.5 }] },
          {
            position: { x: 0, y: 90 },
            angularVelocity: 1000,
            allowFastRotation: true,
            shapes: [{ kind: 'circle', radius: 0.5 }],
          },
        ],
      },
      soft(),
    );
    fast.step(5);
    expect(Math.abs(fast.bodies[0].linearVelocity.x - 400)).toBeLessThan(1);
    expect(fast.bodies[1].angularVelocity).toBeCloseTo((Math.PI / 4) * 60, 6);
    expect(fast.bodies[2].angularVelocity).toBeGreaterThan(400);
  });
});

describe('piles', () => {
  test('C articles: the constraint scene settles; a corner spinning at 8 rad/s penetrates 7 cm for some steps, others none', () => {
    const scene = articlesConstraint.create();
    // contacts are created 0.3 m ahead, as the scene asks, because the squares fall at 12 m/s, 0.25 m per step
    const articles = run(scene, soft(), { speculativeDistance: 0.3 });
    let deepest = 0;
    let fastest = 0;
    for (let step = 0; step < 1500; step++) {
      articles.step();
      if (step >= 50 && step % 5 === 0) deepest = Math.max(deepest, deepestOverlap(articles));
      if (step === 200) expect(deepestOverlap(articles)).toBeLessThan(0.005);
      if (step >= 1250) fastest = Math.max(fastest, topSpeed(articles.dynamic));
    }
    // contacts are found once per step of 0.02 s, in which such a corner rotates by 9 degrees
    expect(deepest).toBeLessThan(0.07);
    expect(fastest).toBeLessThan(1e-3);
  });

  test('a body placed 0.5 m deep in a wall is pushed out without being launched', () => {
    const deep = run({ gravity: benchGravity, bodies: [level({}), boxDefinition(0.5, 0.5)] }, soft());
    let highest = 0;
    for (let step = 0; step < 180; step++) {
      deep.step();
      highest = Math.max(highest, deep.bodies[1].position.y);
    }
    expect(highest).toBeLessThan(0.5 + 0.005);
    expect(deep.bodies[1].position.y).toBeGreaterThan(0.5 - 0.005);
  });

  test('D1 a box dropped from 4 m is at rest at height 1 after 90 steps', () => {
    const drop = run(
      {
        gravity: benchGravity,
        bodies: [
          ground(50, { friction: 0.3 }),
          { ...boxDefinition(1, 1, { friction: 0.3 }), position: { x: 0, y: 4 } },
        ],
      },
      soft(),
    );
    drop.step(90);
    const body = drop.bodies[1];
    const surface = body.position.y - 1;
    expect(Math.abs(body.position.x)).toBeLessThan(0.01);
    expect(Math.abs(surface)).toBeLessThan(0.01);
    expect(Math.abs(body.angle)).toBeLessThan(0.01);
  });

  test.each([2, 3, 5, 10])('a tower of %i stands for 30 s', (count) => {
    const standing = run(tower.create({ count }), soft());
    standing.step(1);
    const start = standing.dynamic.map((body) => body.position);
    standing.step(1500);
    standing.dynamic.forEach((body, k) => {
      expect(Math.abs(body.position.x - start[k].x)).toBeLessThan(0.01);
      expect(Math.abs(body.position.y - start[k].y)).toBeLessThan(0.02);
    });
  });

  test.each([
    ['thirty boxes, aligned', 30, 0, 1e-9],
    ['thirty boxes with up to 2 cm of sideways error', 30, 0.02, 0.01],
    ['twelve boxes with up to 2 cm of sideways error', 12, 0.02, 0.01],
  ])('S6 %s stand for 10 s', (_name, count, error, largestDrift) => {
    const tall = run(stack.create({ count, error }), soft());
    const start = tall.dynamic.map((body) => body.position.x);
    let deepest = 0;
    for (let step = 0; step < 600; step++) {
      tall.step();
      if (step % 30 === 29) deepest = Math.max(deepest, deepestOverlap(tall));
    }
    const top = Math.max(...tall.dynamic.map((body) => body.position.y));
    const drift = Math.max(...tall.dynamic.map((body, k) => Math.abs(body.position.x - start[k])));
    // best of the other engines with thirty boxes: top error 0.28 and 0.30, overlap 0.021, drift 2e-6 and 0.004 m
    expect(count - 0.5 - top).toBeLessThan(0.1);
    expect(deepest).toBeLessThan(0.006);
    expect(drift).toBeLessThan(largestDrift);
  });

  test('D13 twelve rounded boxes with alternating offset stand for 10 s', () => {
    const tall = run(roundedStack.create(), soft());
    const start = tall.dynamic.map((body) => body.position);
    tall.step(600);
    tall.dynamic.forEach((body, k) => {
      expect(Math.abs(body.position.x - start[k].x)).toBeLessThan(0.01);
      expect(Math.abs(body.position.y - start[k].y)).toBeLessThan(0.02);
    });
  });

  test('D14 fifteen dominoes fall in order', () => {
    const row = run(dominoes.create(), soft());
    const fell: number[] = [];
    const upright = row.dynamic.filter((body) => body.mass > 0);
    for (let step = 0; step < 900; step++) {
      row.step();
      upright.forEach((body, k) => {
        if (Math.abs(body.angle) > 0.5 && !fell.includes(k)) fell.push(k);
      });
    }
    expect(fell.length).toBeGreaterThanOrEqual(15);
    expect(fell.slice(0, 15)).toEqual(fell.slice(0, 15).sort((a, b) => a - b));
  });

  test('D16 an arch of 17 blocks with four boxes on it stands for 10 s', () => {
    const vault = run(arch.create(), soft());
    const start = vault.dynamic.map((body) => body.position);
    vault.step(600);
    vault.dynamic.forEach((body, k) => {
      const { x, y } = body.position;
      expect(Math.hypot(x - start[k].x, y - start[k].y)).toBeLessThan(0.02);
    });
    expect(topSpeed(vault.dynamic)).toBeLessThan(0.01);
  });

  test('D19 625 circles in a box too small for them do not explode, and the energy does not rise at the end', () => {
    const crowd = run(confined.create(), soft());
    crowd.step(120);
    const early = sums(crowd.inside).kinetic;
    crowd.step(480);
    expect(sums(crowd.inside).kinetic).toBeLessThanOrEqual(early + 1e-9);
    expect(topSpeed(crowd.dynamic)).toBeLessThan(1);
  });

  test('D20 four bouncy circles in double gravity gain no energy, and end as a stack', () => {
    const column = run(circleStack.create(), soft());
    const energy = (): number =>
      column.dynamic.reduce(
        (sum, body) => sum + 20 * body.mass * body.position.y,
        sums(column.inside).kinetic,
      );
    column.step();
    const start = energy();
    for (let step = 0; step < 600; step++) {
      column.step();
      expect(energy()).toBeLessThanOrEqual(start);
    }
    column.dynamic.forEach(({ position }, k) => {
      expect(Math.abs(position.y - (k + 0.5))).toBeLessThan(0.02);
    });
  });

  test('D3 nine boxes stacked 5-3-1 sleep within 250 steps, and at the same step ten million metres away', () => {
    const settle = (x: number) => {
      const bodies: BodyDefinition[] = [5, 3, 1].flatMap((count, row) =>
        Array.from({ length: count }, (_, k) => ({
          ...boxDefinition(0.5, 0.5),
          position: { x: x + (k - (count - 1) / 2) * 1.1, y: row + 0.5 },
          allowSleep: true,
        })),
      );
      const heap = run(
        { gravity: benchGravity, bodies: [{ ...ground(100), position: { x, y: -10 } }, ...bodies] },
        soft(),
        { sleeping: true },
      );
      let steps = 0;
      for (; heap.world.stats.awakeBodies > 0 || steps === 0; steps++) {
        if (steps > 250) throw new Error('still awake');
        heap.step();
      }
      return { steps, positions: heap.dynamic.map((body) => body.position) };
    };
    const near = settle(0);
    const far = settle(1e7);
    expect(near.steps).toBeLessThanOrEqual(250);
    expect(far.steps).toBe(near.steps);
    for (const [k, position] of near.positions.entries()) {
      expect(Math.abs(far.positions[k].x - 1e7 - position.x)).toBeLessThan(1e-3);
      expect(Math.abs(far.positions[k].y - position.y)).toBeLessThan(1e-3);
    }
  });

  test('D27 a stack of ten boxes at rest for 60 s drifts by less than one slop and does not lean', () => {
    const still = run(tower.create({ count: 10 }), soft());
    still.step(300);
    const start = still.dynamic.map(({ position, angle }) => ({ position, angle }));
    still.step(3000);
    still.dynamic.forEach(({ position: { x, y }, angle }, k) => {
      const { position, angle: before } = start[k];
      expect(Math.hypot(x - position.x, y - position.y)).toBeLessThan(0.005);
      expect(Math.abs(angle - before)).toBeLessThan(1e-3);
    });
  });

  test.each([1e4, 1e5])('D29 a pyramid %f m from the origin behaves as at the origin', (far) => {
    const near = pyramid.create({ base: 8 });
    const away = {
      ...near,
      bodies: near.bodies.map((body) => ({
        ...body,
        position: { x: (body.position?.x ?? 0) + far, y: body.position?.y ?? 0 },
      })),
    };
    const a = run(near, soft());
    const b = run(away, soft());
    a.step(180);
    b.step(180);
    a.dynamic.forEach((body, k) => {
      expect(Math.abs(b.dynamic[k].position.x - far - body.position.x)).toBeLessThan(1e-3);
      expect(Math.abs(b.dynamic[k].position.y - body.position.y)).toBeLessThan(1e-3);
    });
  });

  test.each([1e4, 1e5])('D29 a ragdoll %f m from the origin falls as at the origin', (far) => {
    const scene = ragdolls.create({ count: 1 });
    const [near, away] = [0, far].map((x) => {
      const bodies = scene.bodies.map((body) => ({
        ...body,
        position: { x: (body.position?.x ?? 0) + x, y: body.position?.y ?? 0 },
      }));
      return loadScene({ ...scene, bodies }, { solver: soft() });
    });
    for (let step = 0; step < 120; step++) {
      near.step(scene.timeStep);
      away.step(scene.timeStep);
    }
    expect(near.joints.length).toBeGreaterThan(8);
    near.bodies.forEach(({ position: { x, y }, angle }, k) => {
      const other = away.bodies[k];
      expect(Math.hypot(other.position.x - far - x, other.position.y - y)).toBeLessThan(1e-3);
      expect(Math.abs(other.angle - angle)).toBeLessThan(1e-3);
    });
  });

  test('200 boxes in the V come to rest with penetration of at most 0.01', () => {
    const pile = run(boxesInV.create({ count: 200 }), soft());
    pile.step(1000);
    expect(topSpeed(pile.dynamic)).toBeLessThan(0.05);
    expect(deepestOverlap(pile)).toBeLessThan(0.01);
  });
});

describe('settings', () => {
  test.each([
    [{ substeps: 0 }, /substeps/],
    [{ substeps: 2.5 }, /substeps/],
    [{ contactHertz: 0 }, /contactHertz/],
    [{ maximumPushOutSpeed: -1 }, /maximumPushOutSpeed/],
    [{ jointPasses: -1 }, /jointPasses/],
    [{ jointPasses: 1.5 }, /jointPasses/],
    [{ jointHertz: Number.NaN }, /jointHertz/],
    [{ warmStarting: 1 } as object, /warmStarting/],
    [{ subSteps: 3 } as object, /subSteps: expected one of substeps/],
  ])('%o is rejected by name', (options, message) => {
    expect(() => createSoftStep(options)).toThrow(message);
  });

  test.each([
    [40, 10],
    [100, 10],
    [250, 4],
    [499, 2],
    [600, 2],
  ])('%d awake joints are solved in %d passes, while more joints sleep', (count, passes) => {
    const swung = (jointPasses: number): string => {
      const world = createWorld({ solver: createSoftStep({ jointPasses }) });
      for (let k = 0; k < count + 100; k++) {
        const isAwake = k < count;
        const bodyB = world.createBody({ ...boxDefinition(0.5, 0.5), position: { x: 9 * k, y: 0 } });
        world.createJoint({ kind: 'revolute', bodyA: null, bodyB, worldAnchor: { x: 9 * k - 2, y: 0 } });
        if (!isAwake) bodyB.isAwake = false;
      }
      for (let step = 0; step < 20; step++) world.step(1 / 60);
      return world.stateHash();
    };
    expect(swung(0)).toBe(swung(passes));
    expect(swung(0)).not.toBe(swung(passes + 1));
  });

  test('undefined is treated as omitted', () => {
    const options = { substeps: undefined, warmStarting: undefined } as object;
    expect(createSoftStep(options).settings).toEqual(createSoftStep().settings);
  });
});
