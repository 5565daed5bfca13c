import { massProperties } from '@otedama/collision';
import { createRandom, polygon } from '@otedama/math2d';
import { SCENE_FORMAT, SCENE_VERSION, type Scene } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { TIME_STEP, TRANSFORM_STRIDE } from '../src/engine.js';
import { engineLoaders } from '../src/engines/index.js';
import { examinations } from '../src/mechanics/index.js';
import { namesByCommand } from '../src/names.js';
import { QualityChecker } from '../src/quality.js';
import { benchScenes } from '../src/scenes.js';

const unitBox = {
  kind: 'polygon' as const,
  vertices: [
    { x: -0.5, y: -0.5 },
    { x: 0.5, y: -0.5 },
    { x: 0.5, y: 0.5 },
    { x: -0.5, y: 0.5 },
  ],
};

/** A box on the floor, and a circle and a capsule in free fall; one of them moves and is rotated. */
const scene: Scene = {
  format: SCENE_FORMAT,
  version: SCENE_VERSION,
  name: 'adapter-check',
  gravity: { x: 0, y: -10 },
  timeStep: TIME_STEP,
  bodies: [
    { type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 }, friction: 0.6 }] },
    { position: { x: 0, y: 0.5 }, shapes: [unitBox] },
    { position: { x: 5, y: 20 }, linearVelocity: { x: 2, y: 0 }, shapes: [{ kind: 'circle', radius: 0.4 }] },
    {
      position: { x: -5, y: 20 },
      angle: 0.7,
      shapes: [{ kind: 'capsule', point1: { x: -0.3, y: 0 }, point2: { x: 0.3, y: 0 }, radius: 0.2 }],
    },
  ],
};

describe('every adapter builds the same scene and steps it by the same time', () => {
  for (const [name, load] of Object.entries(engineLoaders)) {
    test(name, async () => {
      const engine = await load();
      expect(engine.name).toBe(namesByCommand[name]);
      expect(engine.supports(scene)).toBe(true);
      const world = engine.createWorld(scene);
      const out = new Float64Array(TRANSFORM_STRIDE * scene.bodies.length);
      world.readTransforms(out);
      expect(out[TRANSFORM_STRIDE * 3 + 2]).toBeCloseTo(Math.cos(0.7), 5);
      expect(out[TRANSFORM_STRIDE * 3 + 3]).toBeCloseTo(Math.sin(0.7), 5);
      for (let step = 0; step < 60; step++) world.step();
      world.readTransforms(out);
      const at = (body: number, k: number): number => out[TRANSFORM_STRIDE * body + k] as number;
      // free fall for one second is 5 m; integrators differ by at most g h t
      expect(Math.abs(at(2, 1) - 15)).toBeLessThan(0.2);
      expect(Math.abs(at(2, 0) - 7)).toBeLessThan(0.05);
      expect(Math.abs(at(3, 1) - 15)).toBeLessThan(0.2);
      // Matter lets resting boxes penetrate by a slop of 5 pixels
      expect(Math.abs(at(1, 1) - 0.5)).toBeLessThan(name === 'matter' ? 0.06 : 0.02);
      expect(Math.abs(at(1, 0))).toBeLessThan(0.01);
    });
  }
});

/** Two pairs of circles that meet head on. Those of the first pair do not collide with each other. */
const filtered: Scene = {
  ...scene,
  gravity: { x: 0, y: 0 },
  bodies: [0, 5].flatMap((y) =>
    [-1, 1].map((side) => ({
      position: { x: side, y },
      linearVelocity: { x: -2 * side, y: 0 },
      shapes: [
        { kind: 'circle' as const, radius: 0.4, filter: y === 0 ? { category: 2, mask: 0xfffffffd } : {} },
      ],
    })),
  ),
};

describe('every adapter passes on', () => {
  test.each(Object.entries(engineLoaders))('filters: %s', async (_, load) => {
    const world = (await load()).createWorld(filtered);
    for (let step = 0; step < 60; step++) world.step();
    const out = new Float64Array(TRANSFORM_STRIDE * filtered.bodies.length);
    world.readTransforms(out);
    const x = (body: number): number => out[TRANSFORM_STRIDE * body] as number;
    expect(x(0)).toBeCloseTo(1, 1);
    expect(x(1)).toBeCloseTo(-1, 1);
    // Matter lets bodies penetrate by a twentieth of a pixel
    expect(x(3) - x(2)).toBeGreaterThan(0.77);
  });
});

const known = {
  body: [
    'type',
    'position',
    'angle',
    'linearVelocity',
    'angularVelocity',
    'gravityScale',
    'bullet',
    'shapes',
  ],
  shape: ['kind', 'center', 'radius', 'point1', 'point2', 'vertices', 'position', 'normal'],
  material: ['density', 'friction', 'restitution', 'filter'],
  joint: ['kind', 'bodyA', 'bodyB', 'localAnchorA', 'localAnchorB', 'collideConnected'],
};
const scenes = [
  ...benchScenes.map(({ id, create }) => [id, create()] as const),
  ...examinations.map(({ id, scene: create }) => [id, create()] as const),
];

describe.each(scenes)('%s', (id, { bodies, joints = [] }) => {
  const shapes = bodies.flatMap((body) => body.shapes ?? []);

  test('has no field that an adapter would leave out', () => {
    const unknown = (objects: readonly object[], fields: readonly string[]): string[] =>
      [...new Set(objects.flatMap((object) => Object.keys(object)))].filter((key) => !fields.includes(key));
    const ignored = ['name', 'color']; // they have no effect
    // the two bodies of a slide have the same friction, so every rule gives the same
    const combined = id === 'slides' ? ['frictionCombine'] : [];
    expect(unknown(bodies, [...known.body, ...ignored])).toEqual([]);
    expect(unknown(shapes, [...known.shape, ...known.material, ...combined])).toEqual([]);
    expect(unknown(joints, known.joint)).toEqual([]);
    expect(joints.every(({ kind }) => kind === 'revolute')).toBe(true);
  });

  test('has one friction and one restitution, because engines combine two in different ways', () => {
    if (id === 'slides') {
      for (let k = 0; k < shapes.length; k += 2) expect(shapes[k]?.friction).toBe(shapes[k + 1]?.friction);
    } else {
      expect(new Set(shapes.map(({ friction = 0.6 }) => friction)).size).toBe(1);
    }
    expect(new Set(shapes.map(({ restitution = 0 }) => restitution)).size).toBe(1);
  });

  test('has bodies with their centre of mass in their origin, where speeds are measured', () => {
    for (const { type = 'dynamic', shapes: own = [] } of bodies) {
      if (type !== 'dynamic') continue;
      const parts = own.map((shape) => massProperties(shape, shape.density ?? 1));
      const mass = parts.reduce((sum, part) => sum + part.mass, 0);
      const center = (axis: 'x' | 'y') => parts.reduce((sum, part) => sum + part.mass * part.center[axis], 0);
      expect(Math.abs(center('x')) + Math.abs(center('y'))).toBeLessThan(1e-9 * mass);
    }
  });
});

describe('the quality checker', () => {
  const place = (poses: [number, number, number][]): Float64Array =>
    new Float64Array(poses.flatMap(([x, y, angle]) => [x, y, Math.cos(angle), Math.sin(angle)]));

  test('measures the depth of a box in the floor, of turned boxes and of round shapes', () => {
    const checker = new QualityChecker(scene);
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, 0.45, 0],
          [5, 20, 0],
          [-5, 20, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(0.05, 12);
    const corner = Math.SQRT1_2 - 0.03;
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, corner, Math.PI / 4],
          [5, 20, 0],
          [-5, 20, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(0.03, 12);
    // a circle of radius 0.4 beside the box's side, 0.1 deep
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, 5, 0],
          [0.8, 5, 0],
          [-5, 20, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(0.1, 12);
    // a capsule end of radius 0.2 at the box's corner, 0.05 deep along the diagonal
    const along = 0.15 * Math.SQRT1_2;
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, 5, 0],
          [9, 20, 0],
          [0.5 + along + 0.3, 5.5 + along, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(0.05, 12);
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0, 5, 0],
          [5, 20, 0],
          [-5, 20, 0],
        ]),
      ).deepest,
    ).toBe(0);
  });

  test('measures two circles', () => {
    const circle = { shapes: [{ kind: 'circle' as const, radius: 0.5 }] };
    const checker = new QualityChecker({ ...scene, bodies: [circle, circle] });
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0.6, 0.6, 0],
        ]),
      ).deepest,
    ).toBeCloseTo(1 - 0.6 * Math.SQRT2, 12);
    expect(
      checker.overlap(
        place([
          [0, 0, 0],
          [0.8, 0.8, 0],
        ]),
      ).deepest,
    ).toBe(0);
  });

  test('agrees with the widest gap over ten thousand directions, for all pairs of shapes', () => {
    const random = createRandom(7);
    const cores: { x: number; y: number }[][] = [
      [{ x: 0, y: 0 }],
      [
        { x: -0.5, y: 0.1 },
        { x: 0.5, y: -0.1 },
      ],
      [...polygon.rectangle(1.2, 0.5)],
      [...polygon.regular(0.6, 5)],
      [
        { x: -0.4, y: -0.3 },
        { x: 0.5, y: -0.2 },
        { x: 0, y: 0.5 },
      ],
    ];
    const shapeOf = (points: { x: number; y: number }[], radius: number) => {
      const [first, second] = points;
      if (first === undefined) throw new Error('no points');
      if (second === undefined) return { kind: 'circle' as const, center: first, radius };
      if (points.length === 2) return { kind: 'capsule' as const, point1: first, point2: second, radius };
      return { kind: 'polygon' as const, vertices: points, radius };
    };
    let overlaps = 0;
    for (let n = 0; n < 80; n++) {
      const [a, b] = [random.integer(5), random.integer(5)].map((k) => cores[k]) as [
        { x: number; y: number }[],
        { x: number; y: number }[],
      ];
      const radii = [a, b].map((core) => (core.length < 3 || n % 2 === 0 ? 0.2 : 0));
      const poses = [0, 1].map(
        () =>
          [random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6), random.uniform(0, 7)] as [
            number,
            number,
            number,
          ],
      );
      const checker = new QualityChecker({
        ...scene,
        bodies: [a, b].map((core, k) => ({ shapes: [shapeOf(core, radii[k] as number)] })),
      });
      const [first, second] = [a, b].map((core, k) => {
        const [x, y, angle] = poses[k] as [number, number, number];
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        return core.map((point) => ({ x: x + c * point.x - s * point.y, y: y + s * point.x + c * point.y }));
      }) as [{ x: number; y: number }[], { x: number; y: number }[]];
      let gap = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < 10_000; k++) {
        const [dx, dy] = [Math.cos((k * Math.PI) / 5000), Math.sin((k * Math.PI) / 5000)];
        const reach = Math.max(...first.map(({ x, y }) => dx * x + dy * y));
        gap = Math.max(gap, Math.min(...second.map(({ x, y }) => dx * x + dy * y)) - reach);
      }
      const depth = Math.max(0, (radii[0] as number) + (radii[1] as number) - gap);
      if (depth > 0) overlaps++;
      // the nearest direction is at most 0.3 mrad off, which costs at most 0.7 mm of 2 m
      expect(Math.abs(checker.overlap(place(poses)).deepest - depth)).toBeLessThan(1e-3);
    }
    expect(overlaps).toBeGreaterThan(30);
  });

  test('counts lost bodies', () => {
    const checker = new QualityChecker(scene);
    const poses = place([
      [0, 0, 0],
      [0, 0.5, 0],
      [5, -500, 0],
      [Number.NaN, 20, 0],
    ]);
    expect(checker.lost(poses, 100)).toBe(2);
  });
});
