import { polygon, type Vec2 } from '@otedama/math2d';
import { chain, type ShapeDefinition } from '@otedama/rigid';
import { afterEach, expect, test } from 'vitest';
import {
  articlesStyle,
  filledStyle,
  findInnerEdges,
  LinePainter,
  rigidLayers,
  ShapeBatches,
  WorldView,
} from '../src/index.js';
import { createStage, type TestStage } from './canvas.js';
import { driftingWorld } from './drifting-world.js';
import { softSquare, softWorld } from './soft-world.js';

let stage: TestStage;
afterEach(() => stage.dispose());

const blue = articlesStyle.paint({ type: 'dynamic', index: 0, color: undefined, awake: true, sensor: false });
const filled = { ...blue, fill: [1, 0, 0] as const, fillOpacity: 1 };
const square = {
  kind: 'polygon',
  vertices: [
    { x: -2, y: -2 },
    { x: 2, y: -2 },
    { x: 2, y: 2 },
    { x: -2, y: 2 },
  ],
} as const;

for (const kind of ['webgpu', 'webgl'] as const) {
  const at = (x: number, y: number): [number, number] => {
    const { left, top } = stage.camera.toCanvas(x, y);
    return [left, top];
  };

  test(`${kind}: the requested engine draws outlines, corner spheres, walls and fills in the right places`, async () => {
    stage = await createStage(kind);
    expect(stage.kind).toBe(kind);
    const shapes = new ShapeBatches(stage.scene, 'world');
    shapes.setStyle(articlesStyle);
    shapes.add(0, square, blue);
    shapes.add(1, { kind: 'circle', radius: 2 }, filled);
    shapes.add(2, { kind: 'halfSpace', normal: { x: 0, y: 1 } }, { ...filled, stroke: [0, 0, 0] });
    shapes.add(3, { ...square, radius: 1 }, filled);
    const poses = [
      [-6, 10, 1, 0],
      [6, 10, 1, 0],
      [0, 0, 1, 0],
      [0, 10, Math.cos(Math.PI / 4), Math.sin(Math.PI / 4)],
    ];
    shapes.update((key, out) => out.set(poses[key]), stage.camera.bounds);
    const { pixel } = await stage.draw();
    const white = [255, 255, 255];
    const red = [255, 0, 0];
    expect(pixel(...at(-6, 10)), 'inside of an outline').toEqual(white);
    const sphere = pixel(...at(-8, 12));
    expect(sphere[2], 'corner sphere').toBeGreaterThan(120);
    expect(sphere[0]).toBeLessThan(60);
    const edge = [-1, 0, 1].map((offset) => pixel(at(-8, 10)[0] + offset, at(-8, 10)[1]));
    expect(Math.min(...edge.map((color) => color[0])), 'outline').toBeLessThan(140);
    expect(edge.every((color) => color[2] === 255)).toBe(true);
    expect(pixel(...at(6, 10.5)), 'circle').toEqual(red);
    expect(pixel(...at(7.9, 11.9)), 'beside the circle').toEqual(white);
    expect(pixel(...at(0, -1)), 'half-space').toEqual(red);
    expect(pixel(...at(14, -2)), 'half-space, far corner').toEqual(red);
    expect(pixel(...at(0, 0.3)), 'above the half-space').toEqual(white);
    expect(pixel(...at(2.05, 12.05)), 'rounding of an edge').toEqual(red);
    expect(pixel(...at(0, 10 + 2 * Math.SQRT2 + 1.2)), 'beyond a rounded corner').toEqual(white);
    expect(pixel(...at(0, 10 + 2 * Math.SQRT2 + 0.8)), 'rounded corner').toEqual(red);
  });

  test(`${kind}: a body of several polygons is drawn without its inner edges`, async () => {
    stage = await createStage(kind);
    const shapes = new ShapeBatches(stage.scene, 'world');
    shapes.setStyle({ ...filledStyle, strokeWidth: 3 });
    // a bar with two feet: its lower edge is outline, joint, outline, joint, outline
    const box = (left: number, bottom: number, right: number, top: number) =>
      ({
        kind: 'polygon',
        vertices: [
          { x: left, y: bottom },
          { x: right, y: bottom },
          { x: right, y: top },
          { x: left, y: top },
        ],
      }) as const;
    const parts = [box(-4, 0, 4, 2), box(-3, -2, -1, 0), box(1, -2, 3, 0)];
    const inner = findInnerEdges(parts);
    const glass = { ...filled, fillOpacity: 0.5, strokeOpacity: 1 };
    parts.forEach((part, k) => {
      shapes.add(0, part, filled, inner[k]);
      shapes.add(1, part, glass, inner[k]);
      shapes.add(2, part, filled);
    });
    const poses = [
      [-6, 10, 1, 0],
      [6, 10, Math.cos(0.3), Math.sin(0.3)],
      [-6, 3, 1, 0],
    ];
    shapes.update((key, out) => out.set(poses[key]), stage.camera.bounds);
    const { pixel } = await stage.draw();
    /** The colour at a point of a body, shifted upwards by some pixels. */
    const look = (body: number, x: number, y: number, upwards = 0): number[] => {
      const [px, py, c, s] = poses[body];
      const [left, top] = at(px + c * x - s * y, py + s * x + c * y);
      return pixel(left, top - upwards);
    };
    const red = [255, 0, 0];
    const pale = look(1, 0, 1);
    expect(pale[0], 'half a fill on white').toBe(255);
    expect(pale[1]).toBeGreaterThan(100);
    for (const x of [-2.2, -2, -1.8, 1.8, 2, 2.2]) {
      for (let upwards = -3; upwards <= 3; upwards++) {
        expect(look(0, x, 0, upwards), `joint at ${x}, ${upwards} px above it`).toEqual(red);
        expect(look(1, x, 0, upwards), `joint of glass at ${x}, ${upwards} px above it`).toEqual(pale);
      }
    }
    const blueOf = (color: number[]): number => color[2] - color[0];
    for (const x of [-3.5, -0.5, 0, 0.5, 3.5]) {
      expect(blueOf(look(0, x, 0, 1)), `outline at ${x}`).toBeGreaterThan(100);
      expect(look(0, x, 0, -3), `below the outline at ${x}`).toEqual([255, 255, 255]);
    }
    // around the corner where outline and joint meet, in both parts
    expect(blueOf(look(0, -3, 0, 1))).toBeGreaterThan(100);
    expect(blueOf(look(0, -2.97, 0, -1))).toBeGreaterThan(100);
    // without inner edges, every part has its own outline
    expect(blueOf(look(2, 2, 0, 1))).toBeGreaterThan(100);
  });

  test(`${kind}: a filled shape of a few pixels keeps its colour, an unfilled one its outline`, async () => {
    stage = await createStage(kind);
    const shapes = new ShapeBatches(stage.scene, 'world');
    shapes.setStyle(filledStyle);
    const half = 2.2 * stage.camera.metersPerPixel;
    const small = {
      kind: 'polygon',
      vertices: square.vertices.map(({ x, y }) => ({ x: (x * half) / 2, y: (y * half) / 2 })),
    } as const;
    const hollow = { ...blue, fillOpacity: 0 };
    [small, { kind: 'circle', radius: half } as const].forEach((shape, index) => {
      shapes.add(index, shape, filled);
      shapes.add(2 + index, shape, hollow);
    });
    shapes.add(4, square, filled);
    const places = [
      [-6, 8],
      [-2, 8],
      [2, 8],
      [6, 8],
      [0, 3],
    ];
    // the centre of a pixel, so that the pixel shows what is exactly under it
    const centers = places.map(([x, y]) => {
      const [left, top] = at(x, y);
      const { x: worldX, y: worldY } = stage.camera.toWorld(Math.floor(left) + 0.5, Math.floor(top) + 0.5);
      return { left: Math.floor(left), top: Math.floor(top), x: worldX, y: worldY };
    });
    shapes.update((key, out) => out.set([centers[key].x, centers[key].y, 1, 0]), stage.camera.bounds);
    const { pixel } = await stage.draw();
    for (const [index, name] of ['square', 'circle'].entries()) {
      const { left, top } = centers[index];
      const [red, green, side] = pixel(left, top + 1);
      expect(red, `${name}, a pixel above its middle`).toBeGreaterThan(230);
      expect(Math.max(green, side)).toBeLessThan(40);
      const other = centers[2 + index];
      expect(pixel(other.left, other.top + 1)[0], `outline of a ${name}`).toBeLessThan(160);
    }
    const large = centers[4];
    const reach = Math.round(2 / stage.camera.metersPerPixel);
    const edge = [0, 1, 2].map((inwards) => pixel(large.left + reach - inwards, large.top));
    expect(Math.max(...edge.map(([, , b]) => b)), 'outline of a large one').toBeGreaterThan(180);
    expect(Math.min(...edge.map(([r]) => r))).toBeLessThan(120);
  });

  test(`${kind}: a filled shape thinner than a pixel is a line of its colour, at any angle`, async () => {
    stage = await createStage(kind);
    const shapes = new ShapeBatches(stage.scene, 'world');
    shapes.setStyle(filledStyle);
    const half = 0.15 * stage.camera.metersPerPixel;
    const card = {
      kind: 'polygon',
      vertices: square.vertices.map(({ x, y }) => ({ x, y: (y * half) / 2 })),
    } as const;
    const stick = { kind: 'capsule', point1: { x: -2, y: 0 }, point2: { x: 2, y: 0 }, radius: half } as const;
    shapes.add(0, card, filled);
    shapes.add(1, card, filled);
    shapes.add(2, stick, filled);
    shapes.update(
      (key, out) => out.set([-6 + 6 * key, 10, ...(key === 1 ? [Math.SQRT1_2, Math.SQRT1_2] : [1, 0])]),
      stage.camera.bounds,
    );
    const { pixel } = await stage.draw();
    const red = (index: number, along: number): number => {
      // across the shape at a point along it: the maximum red of five pixels
      const turned = index === 1 ? Math.SQRT1_2 * along : 0;
      const [left, top] = at(-6 + 6 * index + (index === 1 ? turned : along), 10 + turned);
      return Math.max(...[-2, -1, 0, 1, 2].map((offset) => 255 - pixel(left, top + offset)[1]));
    };
    // the line is equally strong where two slices meet
    for (const index of [0, 2])
      expect(Math.abs(red(index, 0.2) - red(index, 1.9)), `shape ${index}, evenly`).toBeLessThan(30);
    for (const index of [0, 1, 2])
      for (const along of [-1.7, -0.4, 0.9, 1.8])
        expect(red(index, along), `shape ${index}, ${along} m along it`).toBeGreaterThan(170);
  });

  test(`${kind}: 5,000 bodies on 5,000 distinct shapes, with all debug layers, are 5 draw calls, and 4 without layers`, async () => {
    stage = await createStage(kind);
    const world = driftingWorld();
    world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
    for (let index = 0; index < 5000; index++) {
      const position = { x: -14 + 0.28 * (index % 100), y: 0.2 + 0.36 * Math.floor(index / 100) };
      const radius = 0.1 + 1e-5 * index;
      const corners = 3 + (index % 10);
      const vertices = Array.from({ length: corners }, (_, i) => ({
        x: radius * Math.cos((2 * Math.PI * i) / corners),
        y: radius * Math.sin((2 * Math.PI * i) / corners),
      }));
      const [point1, point2] = vertices;
      const shape = (
        [
          { kind: 'circle', radius },
          { kind: 'capsule', point1, point2, radius: 0.05 },
          { kind: 'polygon', vertices },
        ] as const
      )[index % 3];
      world.createBody({ position, shapes: [shape] });
    }
    world.step(0.01);
    const view = new WorldView(stage.scene, world, stage.camera, { style: filledStyle, layers: rigidLayers });
    view.update();
    const { drawCalls, pixel } = await stage.draw();
    expect(view.shapeCount).toBe(5002);
    expect(drawCalls, 'at most 10 are requested').toBe(5);
    view.layers = [];
    view.update();
    expect((await stage.draw()).drawCalls).toBe(4);
    expect(pixel(...at(0, 9))).not.toEqual([255, 255, 255]);
  });

  test(`${kind}: the stroke of an edge reaches across an inner edge into the polygon beside it`, async () => {
    stage = await createStage(kind);
    const shapes = new ShapeBatches(stage.scene, 'world');
    shapes.setStyle({ ...filledStyle, strokeWidth: 6 });
    const paint = { ...filled, stroke: [0, 0, 1] as const };
    // a bar, divided along a diagonal
    const [a, b, c, d] = [
      { x: -6, y: 8 },
      { x: 6, y: 8 },
      { x: 6, y: 10 },
      { x: -6, y: 10 },
    ];
    const parts = [
      { kind: 'polygon', vertices: [a, b, c] },
      { kind: 'polygon', vertices: [a, c, d] },
    ] as const;
    const inner = findInnerEdges(parts);
    // as if a thicker polygon belonged to the body, so that the stroke has its full width
    parts.forEach((part, k) => void shapes.add(0, part, paint, { ...inner[k]!, depth: 9 }));
    shapes.update((_, out) => out.set([0, 0, 1, 0]), stage.camera.bounds);
    const { pixel } = await stage.draw();
    const p = stage.camera.metersPerPixel;
    const colorAt = (right: number, up: number) => {
      const [red, , blue] = pixel(...at(a.x + right * p, a.y + up * p));
      return red > 128 ? 'fill' : blue > 128 ? 'stroke' : 'nothing';
    };
    for (const along of [4, 8, 12, 16, 20]) {
      const isAbove = 4 > (along * 2) / 12;
      expect(isAbove, 'in the upper part').toBe(true);
      expect(colorAt(along, 4), `lower edge, ${along} pixels along`).toBe('stroke');
      expect(colorAt(along, 9), `above its stroke, ${along} pixels along`).toBe(
        along > 6 ? 'fill' : 'stroke',
      );
    }
  });

  test(`${kind}: a long wall keeps the stroke of its long side beyond a short edge inside the ground`, async () => {
    stage = await createStage(kind);
    const shapes = new ShapeBatches(stage.scene, 'world');
    shapes.setStyle({ ...filledStyle, strokeWidth: 6 });
    const box = (left: number, bottom: number, right: number, top: number) =>
      ({
        kind: 'polygon',
        vertices: [
          { x: left, y: bottom },
          { x: right, y: bottom },
          { x: right, y: top },
          { x: left, y: top },
        ],
      }) as const;
    // a wall, and one that meets it at its left end: seen from the middle, the left side of the first is wider than the joint
    const parts = [box(-14, 8, 14, 10), box(-14, 2, -13, 8)];
    const inner = findInnerEdges(parts);
    const paint = { ...filled, stroke: [0, 0, 1] as const };
    parts.forEach((part, k) => void shapes.add(0, part, paint, { ...inner[k]!, depth: 9 }));
    shapes.update((_, out) => out.set([0, 0, 1, 0]), stage.camera.bounds);
    const { pixel } = await stage.draw();
    const p = stage.camera.metersPerPixel;
    for (const along of [4, 8, 16, 32, 64]) {
      const [red, , blue] = pixel(...at(-13 + along * p, 8 + 4 * p));
      expect(blue - red, `${along} pixels beyond the joint`).toBeGreaterThan(100);
      const [, , inside] = pixel(...at(-13 + along * p, 8 + 10 * p));
      expect(inside, `above the stroke, ${along} pixels beyond the joint`).toBe(0);
    }
    expect(pixel(...at(-13.5, 8)), 'in the joint').toEqual([255, 0, 0]);
  });

  test(`${kind}: closed chains are filled, ground of several bodies has no seams, and moving bodies are above it`, async () => {
    stage = await createStage(kind);
    stage.camera.view = { x: 0, y: 0, halfHeight: 5 };
    const world = driftingWorld();
    const fixed = (shapes: readonly ShapeDefinition[], x = 0, y = 0) =>
      world.createBody({ type: 'static', position: { x, y }, shapes });
    const box = (width: number, height: number) =>
      ({ kind: 'polygon', vertices: polygon.rectangle(width, height) }) as const;
    // a ring of chains around the point (-4, 2), and two boxes side by side
    fixed(
      [
        ...chain({ points: polygon.rectangle(4, 4), loop: true }),
        ...chain({ points: polygon.rectangle(2, 2).toReversed(), loop: true }),
      ],
      -4,
      2,
    );
    const left = fixed([box(2, 2)], 1, -3);
    fixed([box(2, 2)], 3, -3);
    fixed([{ kind: 'circle', radius: 1 }], 2, 2);
    world.createBody({ position: { x: 2, y: 3 }, color: [1, 0, 0], shapes: [box(1, 2)] });
    const view = new WorldView(stage.scene, world, stage.camera, {
      style: { ...filledStyle, strokeWidth: 4 },
    });
    view.update();
    const { pixel } = await stage.draw();
    const stone = pixel(...at(1, -3));
    expect(pixel(...at(-5.5, 2)), 'between the chains').toEqual(stone);
    expect(pixel(...at(-4, 2)), 'in the hole').toEqual([255, 255, 255]);
    for (const x of [1.95, 2, 2.05]) expect(pixel(...at(x, -3)), `beside the seam, ${x}`).toEqual(stone);
    expect(pixel(...at(1, -2.05)), 'edge of the ground').not.toEqual(stone);
    const [red, green] = pixel(...at(2, 2.5));
    expect(red - green, 'the moving box is above the fixed circle').toBeGreaterThan(100);
    left.position = { x: 1, y: -3.5 };
    view.update();
    expect((await stage.draw()).pixel(...at(1.95, -3)), 'an edge of its own again').not.toEqual(stone);
  });

  test(`${kind}: shapes that overlap keep their order wherever the camera is`, async () => {
    stage = await createStage(kind);
    const world = driftingWorld();
    const add = (color: readonly [number, number, number], vertices?: Vec2[]) =>
      world.createBody({
        color,
        shapes: [vertices === undefined ? { kind: 'circle', radius: 1 } : { kind: 'polygon', vertices }],
      });
    add([0, 0, 1]);
    add([0, 1, 0], polygon.regular(1, 7));
    add([1, 0, 0], polygon.rectangle(2, 2));
    const view = new WorldView(stage.scene, world, stage.camera, { style: filledStyle });
    for (const x of [-5, 0, 5]) {
      stage.camera.view = { x, y: 0, halfHeight: 5 };
      view.update();
      const { pixel } = await stage.draw();
      const [red, green, blue] = pixel(...at(0.3, 0.2));
      expect(blue, `the circle is on top, seen from ${x}`).toBe(255);
      expect([red, green], `the circle is on top, seen from ${x}`).toEqual([64, 64]);
      expect(pixel(...at(0.8, 0.8)), 'a corner of the square').toEqual([255, 64, 64]);
    }
  });

  test(`${kind}: a thousand kilometres from the origin motion is even, and with a floating origin all is in its place`, async () => {
    stage = await createStage(kind);
    const far = 1e6;
    const style = { ...filledStyle, strokeWidth: 0 };
    /** The middle of the pixels of a ball that are not white, CSS pixels from the left. */
    const middleOf = async (x: number) => {
      const world = driftingWorld();
      world.createBody({ color: [0, 0, 0], position: { x, y: 0 }, shapes: [{ kind: 'circle', radius: 1 }] });
      const view = new WorldView(stage.scene, world, stage.camera, { style });
      view.update();
      const { pixel } = await stage.draw();
      let [sum, weight] = [0, 0];
      for (let left = 0; left < 600; left++) {
        const darkness = 255 - pixel(left, 215)[0];
        sum += darkness * (left + 0.5);
        weight += darkness;
      }
      view.dispose();
      return sum / weight;
    };
    stage.camera.view = { x: far, y: 0, halfHeight: 5 };
    const first = await middleOf(far);
    for (const shift of [0.02, 0.04, 0.06]) {
      const pixels = shift / stage.camera.metersPerPixel;
      expect(Math.abs((await middleOf(far + shift)) - first - pixels), `${shift} m`).toBeLessThan(0.1);
    }
    // lines that are not seen do not matter, wherever they are
    const painter = new LinePainter(stage.scene);
    painter.clear(stage.camera.view);
    painter.line(-1e8, 0, -1e8, 1, [0, 0, 0]);
    painter.line(far + 0.02, -1, far + 0.02, 1, [0, 0, 0], 9);
    painter.upload();
    const middle = (await middleOf(far + 3e3)) - first;
    expect(Math.abs(middle - 0.02 / stage.camera.metersPerPixel), 'a line').toBeLessThan(0.1);
    stage.dispose();
    stage = await createStage(kind, { useFloatingOrigin: true });
    for (const x of [8, far]) {
      stage.camera.view = { x, y: 0, halfHeight: 5 };
      expect(Math.abs((await middleOf(x + 2)) - at(x + 2, 0)[0]), `at ${x} m`).toBeLessThan(0.3);
    }
  });

  test(`${kind}: between two steps a body is drawn at an interpolated position`, async () => {
    stage = await createStage(kind);
    const world = driftingWorld();
    world.createBody({
      position: { x: -8, y: 8 },
      linearVelocity: { x: 32, y: 0 },
      color: [0, 0, 0],
      shapes: [{ kind: 'circle', radius: 1 }],
    });
    world.step(0.5);
    const view = new WorldView(stage.scene, world, stage.camera, { style: filledStyle });
    for (const [fraction, x] of [
      [0, -8],
      [0.25, -4],
      [1, 8],
    ]) {
      view.update(fraction);
      const { pixel } = await stage.draw();
      for (const place of [-8, -4, 8]) {
        const isDark = pixel(...at(place, 8.5))[0] < 100;
        expect(isDark, `fraction ${fraction}, at ${place}`).toBe(place === x);
      }
    }
  });

  test(`${kind}: soft bodies are one draw call, filled to the skin surface, stroked at the edge, also when bent`, async () => {
    stage = await createStage(kind);
    const color = [1, 0, 0] as const;
    const world = softWorld([
      { ...softSquare, position: { x: -7, y: 10 }, color },
      { ...softSquare, position: { x: 7, y: 10 }, color },
    ]);
    const [, bent] = world.softBodies;
    for (const particle of bent.particles) {
      const { x, y } = particle.position;
      particle.position = { x, y: y + 0.5 * (x - 7) ** 2 };
    }
    const view = new WorldView(stage.scene, world, stage.camera, { style: filledStyle });
    view.update();
    const { pixel, drawCalls } = await stage.draw();
    expect([drawCalls, view.shapeCount]).toEqual([1, 2]);
    const isFilled = (x: number, y: number): boolean => {
      const [red, green] = pixel(...at(x, y));
      return red > 200 && green < 120;
    };
    const white = [255, 255, 255];
    for (const [x, y] of [
      [-7, 10],
      [-8.8, 10],
      [-5.2, 11.7],
      [-8.7, 8.3],
      [7, 10],
      [7, 8.2],
      [5.4, 10.5],
      [8.6, 12.5],
    ])
      expect(isFilled(x, y), `${x}, ${y}`).toBe(true);
    for (const [x, y] of [
      [-9.15, 10],
      [-7, 12.15],
      [-8.98, 11.98], // beyond the rounded corner
      [7, 7.8],
      [7, 12.3],
      [5.4, 8.8], // below the bent side
      [8.6, 8.8],
    ])
      expect(pixel(...at(x, y)), `${x}, ${y}`).toEqual(white);
    const edge = [-2, -1, 0, 1, 2].map((offset) => pixel(at(-9, 10)[0] + offset, at(-9, 10)[1])[0]);
    expect(Math.min(...edge), 'stroke').toBeLessThan(190);

    // in the middle of a step that moves the particles by 2 m
    for (const particle of world.bodies) particle.linearVelocity = { x: 0, y: -20 };
    world.step(0.1);
    view.update(0.5);
    const later = await stage.draw();
    expect(later.pixel(...at(-7, 11.5))).toEqual(white);
    expect(later.pixel(...at(-7, 7.2))[1]).toBeLessThan(120);
    world.destroySoftBody(world.softBodies[0]);
    view.update();
    expect(view.shapeCount).toBe(1);
    expect((await stage.draw()).pixel(...at(-7, 8))).toEqual(white);
  });

  test(`${kind}: lines have the requested width, dots their diameter`, async () => {
    stage = await createStage(kind);
    const lines = new LinePainter(stage.scene);
    lines.line(-5, 8, 5, 8, [1, 0, 0], 8);
    lines.point(0, 14, [0, 0, 1], 20);
    lines.upload();
    const { pixel } = await stage.draw();
    const red = (top: number): boolean => pixel(300, top)[1] < 128;
    const rows = Array.from({ length: 40 }, (_, i) => 195 + i).filter(red);
    expect(rows).toHaveLength(8);
    const [left, top] = at(0, 14);
    const columns = Array.from({ length: 60 }, (_, i) => left - 30 + i).filter((x) => pixel(x, top)[1] < 128);
    expect(Math.abs(columns.length - 20)).toBeLessThanOrEqual(1);
  });
}
