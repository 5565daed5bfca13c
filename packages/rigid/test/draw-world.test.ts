import { distanceToPoint, type Shape, shapeAabb } from '@otedama/collision';
import { InputError, polygon, transform, type Vec2, vec2 } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import { createWorld as createBareWorld } from '../src/bare.js';
import {
  type CanvasPen,
  createSoftBody,
  createWorld,
  drawWorld,
  interpolatedPose,
  jointKinds,
  traceShape,
  type World,
} from '../src/index.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

type Matrix = readonly [number, number, number, number, number, number];

/** A path that was filled or stroked: its corners, and 32 points per arc, in the coordinates of the canvas. */
interface Drawn {
  readonly how: 'fill' | 'stroke';
  readonly color: unknown;
  /** Of lines, m. */
  readonly width: number;
  readonly points: readonly Vec2[];
  readonly length: number;
}

/** A pen that keeps what it draws, and mimics the canvas: transforms, states, arcs joined by lines. */
class KeepingPen implements CanvasPen {
  fillStyle: unknown = 'black';
  strokeStyle: unknown = 'black';
  lineWidth = 1;
  readonly drawn: Drawn[] = [];
  matrix: Matrix = [1, 0, 0, 1, 0, 0];
  readonly kept: [Matrix, unknown, unknown, number][] = [];
  #points: Vec2[] = [];
  #length = 0;
  #start: Vec2 = { x: 0, y: 0 };

  save(): void {
    this.kept.push([this.matrix, this.fillStyle, this.strokeStyle, this.lineWidth]);
  }
  restore(): void {
    [this.matrix, this.fillStyle, this.strokeStyle, this.lineWidth] = this.kept.pop()!;
  }
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const [ma, mb, mc, md, me, mf] = this.matrix;
    const along = (x: number, y: number): [number, number] => [ma * x + mc * y, mb * x + md * y];
    const [ex, ey] = along(e, f);
    this.matrix = [...along(a, b), ...along(c, d), ex + me, ey + mf];
  }
  beginPath(): void {
    this.#points = [];
    this.#length = 0;
  }
  moveTo(x: number, y: number): void {
    this.#start = this.#place(x, y);
    this.#points.push(this.#start);
  }
  lineTo(x: number, y: number): void {
    this.#lineTo(this.#place(x, y));
  }
  arc(x: number, y: number, radius: number, start: number, end: number): void {
    expect(end).toBeGreaterThanOrEqual(start);
    for (let k = 0; k <= 32; k++) {
      const angle = start + ((end - start) * k) / 32;
      const place = this.#place(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      if (this.#points.length === 0) this.#points.push(place);
      else this.#lineTo(place);
    }
  }
  closePath(): void {
    this.#lineTo(this.#start);
  }
  fill(): void {
    this.#keep('fill', this.fillStyle);
  }
  stroke(): void {
    this.#keep('stroke', this.strokeStyle);
  }
  #keep(how: Drawn['how'], color: unknown): void {
    this.drawn.push({ how, color, width: this.lineWidth, points: this.#points, length: this.#length });
  }
  #lineTo(place: Vec2): void {
    this.#length += vec2.distance(this.#points.at(-1)!, place);
    this.#points.push(place);
  }
  #place(x: number, y: number): Vec2 {
    const [a, b, c, d, e, f] = this.matrix;
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  }
}

const triangle = [vec2.create(0, 0), vec2.create(3, 1), vec2.create(1, 2)];
const perimeter = (corners: readonly Vec2[]) =>
  corners.reduce((sum, p, k) => sum + vec2.distance(p, corners[(k + 1) % corners.length]), 0);
const outlines: readonly (readonly [string, Shape, number])[] = [
  ['a polygon', { kind: 'polygon', vertices: triangle }, perimeter(triangle)],
  [
    'a rounded polygon',
    { kind: 'polygon', vertices: triangle, radius: 0.3 },
    perimeter(triangle) + 0.6 * Math.PI,
  ],
  ['a box', { kind: 'polygon', vertices: polygon.rectangle(2, 1) }, 6],
  [
    'a capsule',
    { kind: 'capsule', point1: { x: -1, y: 2 }, point2: { x: 2, y: -2 }, radius: 0.5 },
    10 + Math.PI,
  ],
  // and the spoke
  ['a circle', { kind: 'circle', center: { x: 1, y: -2 }, radius: 0.7 }, 1.4 * Math.PI + 0.7],
  ['a segment', { kind: 'segment', point1: { x: -1, y: 0 }, point2: { x: 2, y: 4 } }, 5],
];

describe('traceShape', () => {
  it.each(outlines)(
    '%s: every point is on the outline, and the whole outline is drawn',
    (_, shape, length) => {
      const pen = new KeepingPen();
      pen.beginPath();
      traceShape(pen, shape);
      pen.stroke();
      const [{ points, length: drawn }] = pen.drawn;
      const center = shape.kind === 'circle' ? shape.center : undefined;
      for (const p of points) {
        if (center !== undefined && vec2.distance(p, center) === 0) continue;
        expect(Math.abs(distanceToPoint(shape, transform.identity(), p).distance)).toBeLessThan(1e-12);
      }
      expect(Math.abs(drawn - length)).toBeLessThan(2e-3 * length); // arcs of 32 chords
    },
  );

  it('a half-space: two corners on its surface and two below, whatever the length of the normal', () => {
    const pen = new KeepingPen();
    const shape = { kind: 'halfSpace', position: { x: 1, y: 2 }, normal: { x: -0.6, y: 0.8 } } as const;
    for (const scale of [1, 50]) {
      pen.beginPath();
      traceShape(pen, { ...shape, normal: vec2.scale(shape.normal, scale) });
      pen.fill();
    }
    const [heights, others] = pen.drawn.map(({ points }) =>
      points.map((p) => Math.round(distanceToPoint(shape, transform.identity(), p).distance) + 0),
    );
    expect(heights).toEqual([0, 0, -1000, -1000, 0]);
    expect(others).toEqual(heights);
  });
});

const ball = { kind: 'circle', radius: 0.5 } as const;
const box = { kind: 'polygon', vertices: polygon.rectangle(2, 1) } as const;
const ground = { type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] } as const;

function picture(world: World | ReturnType<typeof createBareWorld>, options = {}): KeepingPen {
  const pen = new KeepingPen();
  pen.transform(50, 0, 0, -50, 300, 400);
  const before = [pen.matrix, pen.fillStyle, pen.strokeStyle, pen.lineWidth];
  drawWorld(world, pen, options);
  expect([pen.matrix, pen.fillStyle, pen.strokeStyle, pen.lineWidth]).toEqual(before);
  expect(pen.kept).toEqual([]);
  return pen;
}

/** A point of the canvas in metres. */
const toWorld = ({ x, y }: Vec2): Vec2 => ({ x: (x - 300) / 50, y: (400 - y) / 50 });

describe.each([
  ['a world', createWorld],
  ['a bare world', createBareWorld],
] as const)('drawWorld of %s', (_, create) => {
  it('draws shapes where they are between the last two steps', () => {
    const world = create({ solver: ghostSolver() });
    const body = world.createBody({
      position: { x: 1, y: 3 },
      angle: 0.4,
      linearVelocity: { x: 30, y: 0 },
      angularVelocity: 20,
      shapes: [box, { ...ball, center: { x: 1, y: 0 } }],
    });
    world.step(1 / 60);
    for (const alpha of [0, 0.3, 1]) {
      const { drawn } = picture(world, { alpha });
      expect(drawn.map(({ how }) => how)).toEqual(['fill', 'stroke', 'fill', 'stroke']);
      const pose = interpolatedPose(world, body, alpha);
      expect(drawn[0].points).toHaveLength(5);
      for (const p of drawn[0].points)
        expect(Math.abs(distanceToPoint(box, pose, toWorld(p)).distance)).toBeLessThan(1e-9);
    }
    expect(picture(world).drawn).toEqual(picture(world, { alpha: 1, lineWidth: 0.02 }).drawn);
    for (const { width } of picture(world, { lineWidth: 0.3 }).drawn) expect(width).toBe(0.3);
  });

  it('fills by type and sleep, with the colour of the body, or as asked; sensors and segments are lines', () => {
    const world = create({ solver: ghostSolver() });
    const colors = () => picture(world).drawn.filter(({ how }) => how === 'fill');
    const kinds = ['static', 'kinematic', 'dynamic'] as const;
    for (const [k, type] of kinds.entries())
      world.createBody({ type, position: { x: 3 * k, y: 0 }, shapes: [ball] });
    const sleeper = world.createBody({ position: { x: 12, y: 0 }, shapes: [ball] });
    sleeper.isAwake = false;
    expect(new Set(colors().map(({ color }) => color)).size).toBe(4);
    sleeper.color = [1, 0.5, 0];
    expect(colors().at(-1)?.color).toBe('rgb(255 128 0)');
    const off = world.createBody({ position: { x: 20, y: 0 }, shapes: [ball] });
    expect(colors().length).toBe(5);
    off.isEnabled = false;
    world.createBody({ type: 'static', shapes: [{ ...ball, sensor: true }, outlines[5][1]] });
    const { drawn } = picture(world, { color: ({ body }: { body: { id: number } }) => `c${body.id}` });
    expect(drawn.filter(({ how }) => how === 'fill').map(({ color }) => color)).toEqual([
      'c0',
      'c1',
      'c2',
      'c3',
    ]);
    expect(drawn.filter(({ how }) => how === 'stroke').length).toBe(6);
  });

  it('draws the lines of a sensor in its colour if it has one, and those of other shapes in that of lines', () => {
    const world = create({ solver: ghostSolver() });
    const coin = world.createBody({ type: 'static', shapes: [{ ...ball, sensor: true }, box] });
    const lines = (options?: object) =>
      picture(world, options)
        .drawn.filter(({ how }) => how === 'stroke')
        .map(({ color }) => color);
    const [line, other] = lines();
    expect(line).toBe(other);
    coin.color = [1, 0.8, 0];
    expect(lines()).toEqual(['rgb(255 204 0)', line]);
    expect(lines({ color: () => 'gold' })).toEqual(['gold', line]);
  });

  it('draws contact points on request', () => {
    const world = create({ solver: simpleSolver() });
    world.createBody(ground);
    world.createBody({ position: { x: 2, y: 0.5 }, shapes: [box] });
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    const before = picture(world).drawn.length;
    const points = picture(world, { contacts: true, lineWidth: 0.01 }).drawn.slice(before);
    expect(points.length).toBe(2);
    for (const [k, { points: circle, how }] of points.entries()) {
      expect(how).toBe('fill');
      const { minX, maxX, minY } = circle.map(toWorld).reduce(
        (box, { x, y }) => ({
          minX: Math.min(box.minX, x),
          maxX: Math.max(box.maxX, x),
          minY: Math.min(box.minY, y),
        }),
        { minX: Infinity, maxX: -Infinity, minY: Infinity },
      );
      expect(maxX - minX).toBeCloseTo(0.04, 6);
      expect(Math.abs(minY + 0.02)).toBeLessThan(0.02);
      expect(
        [1, 3].some((x) => Math.abs((minX + maxX) / 2 - x) < 0.01),
        `${k}`,
      ).toBe(true);
    }
  });
});

describe('drawWorld', () => {
  it('draws every kind of joint on request, from body to anchor to anchor to body', () => {
    const solver = { ...ghostSolver(), capabilities: { ...ghostSolver().capabilities, joints: jointKinds } };
    const world = createWorld({ solver });
    const [bodyA, bodyB] = [0, 4].map((x) => world.createBody({ position: { x, y: 1 }, shapes: [ball] }));
    world.createJoint({
      kind: 'distance',
      bodyA,
      bodyB,
      localAnchorA: { x: 0, y: 0.5 },
      localAnchorB: { x: 0, y: 0.5 },
    });
    world.createJoint({ kind: 'revolute', bodyA: null, bodyB, worldAnchor: { x: 4, y: 3 } });
    const before = picture(world).drawn.length;
    const [rod, hinge] = picture(world, { joints: true })
      .drawn.slice(before)
      .map(({ points }) => points.map(toWorld));
    const at = (...places: [number, number][]) =>
      places.map(([x, y]) => ({ x: expect.closeTo(x, 9), y: expect.closeTo(y, 9) }));
    expect(rod).toEqual(at([0, 1], [0, 1.5], [4, 1.5], [4, 1]));
    expect(hinge).toEqual(at([4, 3], [4, 3], [4, 3], [4, 1]));
    world.createJoint({ kind: 'gear', bodyA, bodyB, ratio: 2 });
    world.createJoint({ kind: 'filter', bodyA, bodyB });
    world.createJoint({
      ...{ kind: 'pulley', bodyA, bodyB, groundAnchorA: { x: 0, y: 9 }, groundAnchorB: { x: 4, y: 9 } },
    } as const);
    expect(picture(world, { joints: true }).drawn.at(-1)?.points.map(toWorld)).toEqual(
      at([0, 1], [0, 1], [0, 9], [4, 9], [4, 1], [4, 1]),
    );
  });

  it('draws a soft body as its skin, without its particles', () => {
    const capabilities = { ...ghostSolver().capabilities, softBodies: createSoftBody };
    const world = createWorld({ solver: { ...ghostSolver(), capabilities } });
    const soft = world.createSoftBody({
      outline: polygon.rectangle(2, 1),
      position: { x: 3, y: 4 },
      particleRadius: 0.2,
    });
    const { drawn } = picture(world);
    expect(drawn.map(({ how }) => how)).toEqual(['fill', 'stroke']);
    const corners = soft.skin.map(({ x, y }) => ({ x: expect.closeTo(x, 9), y: expect.closeTo(y, 9) }));
    expect(drawn[0].points.map(toWorld)).toEqual([...corners, corners[0]]);
    const [filled] = picture(world, { color: () => 'green' }).drawn;
    expect(filled.color).toBe('green');
  });

  it('options that are undefined have their defaults', () => {
    const world = createWorld({ solver: ghostSolver() });
    world.createBody({ shapes: [{ kind: 'circle', radius: 1 }] });
    const options = {
      alpha: undefined,
      lineWidth: undefined,
      contacts: undefined,
      joints: undefined,
      color: undefined,
    };
    expect(picture(world, options).drawn).toEqual(picture(world).drawn);
  });

  it('refuses unknown options and options out of range, before it draws', () => {
    const world = createWorld({ solver: ghostSolver() });
    world.createBody({ shapes: [ball] });
    for (const options of [
      { scale: 50 },
      { lineWidth: 0 },
      { contacts: 1 },
      { joints: 'all' },
      { color: 'red' },
      { alpha: '1' },
    ]) {
      const pen = new KeepingPen();
      expect(() => drawWorld(world, pen, options as never)).toThrow(InputError);
      expect([pen.drawn, pen.kept]).toEqual([[], []]);
    }
    expect(() => drawWorld(world, undefined as never)).toThrow(
      "pen: expected the 2D context of a canvas, canvas.getContext('2d')",
    );
  });
});

it('the aabb of a shape is that of what is traced', () => {
  for (const [, shape] of outlines) {
    const pen = new KeepingPen();
    pen.beginPath();
    traceShape(pen, shape);
    pen.stroke();
    const { minX, maxX } = shapeAabb(shape, transform.identity());
    const xs = pen.drawn[0].points.map(({ x }) => x);
    expect(Math.min(...xs)).toBeCloseTo(minX, 2);
    expect(Math.max(...xs)).toBeCloseTo(maxX, 2);
  }
});
