import { deflateSync, gzipSync } from 'node:zlib';
import { containsPoint, massProperties } from '@otedama/collision';
import { InputError, polygon, transform, type Vec2 } from '@otedama/math2d';
import { type BodyDefinition, chain, parseScene, type Scene, serializeScene } from '@otedama/rigid';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Solid, solidOutlines } from '../src/tiled/solid-outlines.js';
import { readTiledMap, type TiledOptions } from '../src/tiled.js';

/** A unit square with its lower left corner at (x, y). */
const cell = (x: number, y: number, material = 0): Solid => ({
  points: [
    { x, y },
    { x: x + 1, y },
    { x: x + 1, y: y + 1 },
    { x, y: y + 1 },
  ],
  material,
});

/** Pieces of unit length along a closed outline of whole numbers: `x1 y1 x2 y2`. */
const unitEdges = (points: readonly Vec2[]): string[] =>
  points.flatMap((p, k) => {
    const q = points[(k + 1) % points.length];
    const length = Math.abs(q.x - p.x) + Math.abs(q.y - p.y);
    const [dx, dy] = [Math.sign(q.x - p.x), Math.sign(q.y - p.y)];
    return Array.from(
      { length },
      (_, i) => `${p.x + i * dx} ${p.y + i * dy} ${p.x + (i + 1) * dx} ${p.y + (i + 1) * dy}`,
    );
  });

describe('outlines of solids', () => {
  test('of random cells: exactly the edges between solid and free, with the solid on the left', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 36, maxLength: 36 }), (cells) => {
        const at = (x: number, y: number): number =>
          x < 0 || y < 0 || x > 5 || y > 5 ? 0 : cells[6 * y + x];
        const solids: Solid[] = [];
        const expected: string[] = [];
        for (let y = 0; y < 6; y++) {
          for (let x = 0; x < 6; x++) {
            if (at(x, y) === 0) continue;
            solids.push(cell(x, y, at(x, y)));
            if (at(x, y - 1) === 0) expected.push(`${x} ${y} ${x + 1} ${y}`);
            if (at(x + 1, y) === 0) expected.push(`${x + 1} ${y} ${x + 1} ${y + 1}`);
            if (at(x, y + 1) === 0) expected.push(`${x + 1} ${y + 1} ${x} ${y + 1}`);
            if (at(x - 1, y) === 0) expected.push(`${x} ${y + 1} ${x} ${y}`);
          }
        }
        const outlines = solidOutlines(solids);
        expect(outlines.flatMap(({ points }) => unitEdges(points)).sort()).toEqual(expected.sort());
        const area = outlines.reduce((sum, { points }) => sum + polygon.signedArea(points), 0);
        expect(area).toBeCloseTo(solids.length, 9);
        for (const { points, materials } of outlines) {
          expect(materials).toHaveLength(points.length);
          points.forEach((p, k) => {
            const [before, after] = [points.at(k - 1)!, points[(k + 1) % points.length]];
            const isStraight = (p.x - before.x) * (after.y - p.y) === (p.y - before.y) * (after.x - p.x);
            // a corner on a straight edge separates two materials
            if (isStraight) expect(materials[k]).not.toBe(materials.at(k - 1));
            // where two cells touch at a corner, the outline turns right, so that it stays on the free side
            const around = [at(p.x - 1, p.y - 1), at(p.x, p.y - 1), at(p.x - 1, p.y), at(p.x, p.y)];
            if (around.filter((each) => each !== 0).length !== 2 || isStraight) return;
            const left = (p.x - before.x) * (after.y - p.y) - (p.y - before.y) * (after.x - p.x);
            expect(left).toBeLessThan(0);
          });
        }
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  test('edges of different lengths cancel where they meet, and corners that touch are passed on the free side', () => {
    const low: Solid = {
      points: [
        { x: 1, y: 0 },
        { x: 2, y: 0 },
        { x: 2, y: 0.5 },
        { x: 1, y: 0.5 },
      ],
      material: 0,
    };
    const [step] = solidOutlines([cell(0, 0), low]);
    expect(polygon.signedArea(step.points)).toBe(1.5);
    expect(step.points).toHaveLength(6);
    // and along rows
    const narrow = { points: low.points.map(({ x, y }) => ({ x: y, y: x })).reverse(), material: 0 };
    const [tower] = solidOutlines([cell(0, 0), narrow]);
    expect(polygon.signedArea(tower.points)).toBe(1.5);
    expect(tower.points).toHaveLength(6);
    // two cells that touch at a corner: one loop that crosses itself there, concave on its free side
    const touching = solidOutlines([cell(0, 0), cell(1, 1)]);
    expect(touching).toHaveLength(1);
    expect(touching[0].points).toHaveLength(8);
  });
});

const TILE = 16;
const tilesets = [
  {
    firstgid: 1,
    tilewidth: TILE,
    tileheight: TILE,
    tiles: [
      // a slope, solid at the lower left
      {
        id: 1,
        objectgroup: {
          objects: [
            {
              id: 1,
              x: 0,
              y: 0,
              polygon: [
                { x: 0, y: 0 },
                { x: 16, y: 16 },
                { x: 0, y: 16 },
              ],
            },
          ],
        },
      },
      { id: 2, properties: [{ name: 'friction', type: 'float', value: 0 }] },
      {
        id: 3,
        properties: [
          { name: 'sensor', type: 'bool', value: true },
          { name: 'category', type: 'int', value: 4 },
        ],
      },
      { id: 4, properties: [{ name: 'bodyType', type: 'string', value: 'none' }] },
      { id: 5, objectgroup: { objects: [{ id: 1, x: 4, y: 0, width: 8, height: 8, ellipse: true }] } },
    ],
  },
];
const property = (name: string, value: unknown) => ({ name, type: typeof value, value });
const isStatic = [property('bodyType', 'static')];

interface Layer {
  readonly type: string;
  readonly name: string;
  readonly [field: string]: unknown;
}
const objects = (list: readonly object[], more: object = {}): Layer => ({
  type: 'objectgroup',
  name: 'things',
  objects: list.map((object, k) => ({ id: k + 1, x: 0, y: 0, ...object })),
  ...more,
});
const tiles = (rows: readonly (readonly number[])[], more: object = {}): Layer => ({
  type: 'tilelayer',
  name: 'ground',
  properties: isStatic,
  width: rows[0].length,
  height: rows.length,
  data: rows.flat(),
  ...more,
});
const read = (layers: readonly Layer[], options?: TiledOptions, more: object = {}) =>
  readTiledMap(
    {
      orientation: 'orthogonal',
      width: 4,
      height: 3,
      tilewidth: TILE,
      tileheight: TILE,
      tilesets,
      layers,
      ...more,
    },
    options,
  );
/** The one object of a layer of objects, as a body. */
function bodyOf(object: object, options?: TiledOptions): BodyDefinition {
  const level = read([objects([{ properties: isStatic, ...object }])], options);
  expect(level.objects[0].body).toBe(0);
  return level.scene.bodies[0];
}
const rounded = (points: readonly Vec2[]) =>
  points.map(({ x, y }) => ({ x: Number(x.toFixed(9)) + 0, y: Number(y.toFixed(9)) + 0 }));
const verticesOf = ({ shapes = [] }: BodyDefinition): Vec2[] =>
  shapes.flatMap((shape) => (shape.kind === 'polygon' ? fromLowest(rounded(shape.vertices)) : []));
/** Starts a list of corners at the lowest one, the leftmost of them. */
function fromLowest(points: Vec2[]): Vec2[] {
  const lowest = points.reduce((a, b) => (b.y < a.y || (b.y === a.y && b.x < a.x) ? b : a));
  const k = points.indexOf(lowest);
  return [...points.slice(k), ...points.slice(0, k)];
}
const lineOf = ({ shapes = [] }: BodyDefinition): Vec2[] =>
  shapes.flatMap((shape) => (shape.kind === 'chainSegment' ? rounded([shape.point1]) : []));

describe('layers of tiles', () => {
  test('a layer is one static body with the outline of its tiles, a tile 1 m high, y up from the top left corner of the map', () => {
    const { scene, objects: none } = read([
      tiles([
        [0, 0, 0, 0],
        [0, 1, 0, 0],
        [1, 1, 1, 1],
      ]),
    ]);
    expect(none).toEqual([]);
    expect(scene.bodies).toHaveLength(1);
    expect(scene.bodies[0]).toMatchObject({ type: 'static', name: 'ground' });
    const line = lineOf(scene.bodies[0]);
    expect(line).toHaveLength(8);
    expect(new Set(line.map(({ x, y }) => `${x} ${y}`))).toEqual(
      new Set(['0 -3', '4 -3', '4 -2', '2 -2', '2 -1', '1 -1', '1 -2', '0 -2']),
    );
    expect(scene.camera).toEqual({ x: 2, y: -1.5, halfWidth: 2, halfHeight: 1.5 });
    expect(parseScene(serializeScene(scene))).toEqual(scene);
  });

  test('friction of a tile belongs to its edges; sensors are areas, merged along a row; tiles can be left out', () => {
    const { scene } = read([
      tiles([
        [0, 4, 4, 4],
        [5, 0, 0, 0],
        [1, 3, 1, 1],
      ]),
    ]);
    const { shapes = [] } = scene.bodies[0];
    const chains = shapes.filter((shape) => shape.kind === 'chainSegment');
    // the top of the icy tile, and its bottom
    const icy = chains.filter(({ friction }) => friction === 0);
    expect(icy.map(({ point1, point2 }) => rounded([point1, point2]))).toEqual(
      expect.arrayContaining([
        [
          { x: 2, y: -2 },
          { x: 1, y: -2 },
        ],
        [
          { x: 1, y: -3 },
          { x: 2, y: -3 },
        ],
      ]),
    );
    expect(icy).toHaveLength(2);
    expect(chains).toHaveLength(8);
    const areas = shapes.filter((shape) => shape.kind === 'polygon');
    expect(areas).toHaveLength(1);
    expect(areas[0]).toMatchObject({ sensor: true, filter: { category: 4 } });
    expect(polygon.area(areas[0].vertices)).toBeCloseTo(3, 12);
  });

  test('sensors of random cells: each is in one area of its own properties, and nothing else is in any', () => {
    // two kinds of square sensors, and one that is no rectangle
    const sensor = (id: number, category: number, more: object = {}) => ({
      id,
      properties: [property('sensor', true), property('category', category)],
      ...more,
    });
    const kinds = [
      sensor(0, 2),
      sensor(1, 4),
      sensor(2, 4, { objectgroup: tilesets[0].tiles[0].objectgroup }),
    ];
    const more = { tilesets: [{ ...tilesets[0], tiles: kinds }], width: 5, height: 3 };
    const rows = fc.array(fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }), {
      minLength: 3,
      maxLength: 3,
    });
    fc.assert(
      fc.property(rows, (cells) => {
        const { bodies } = read([tiles(cells)], {}, more).scene;
        const shapes = bodies.flatMap(({ shapes: list = [] }) => list);
        const sum = shapes.reduce((area, shape) => area + massProperties(shape, 1).mass, 0);
        const areaOf = (number: number): number => (number === 0 ? 0 : number === 3 ? 0.5 : 1);
        expect(sum).toBeCloseTo(
          cells.flat().reduce((area, number) => area + areaOf(number), 0),
          9,
        );
        cells.forEach((row, y) => {
          row.forEach((number, x) => {
            // in the solid half of the slope
            const point = { x: x + 0.3, y: -y - 0.6 };
            const around = shapes.filter((shape) => containsPoint(shape, transform.identity(), point));
            const categories = number === 0 ? [] : [number === 1 ? 2 : 4];
            expect(around.map(({ filter }) => filter?.category)).toEqual(categories);
          });
        });
      }),
      { numRuns: 100, seed: 2 },
    );
  });

  test('tiles of a collection have the sizes of their pictures, or of the cell if the tileset says so', () => {
    const boxOf = (tile: object, more: object = {}) => {
      const area = { id: 1, x: 0, y: 0, width: 32, height: 8 };
      const point = { id: 2, x: 3, y: 3, point: true };
      const kind = { id: 0, objectgroup: { objects: [area, point] }, ...tile };
      const set = { firstgid: 1, tiles: [kind], ...more };
      return outlineOf(read([tiles([[0], [1]])], {}, { tilesets: [set] }).scene.bodies[0]).box;
    };
    const picture = { imagewidth: 32, imageheight: 8 };
    expect(boxOf(picture)).toEqual([0, -2, 2, -1.5]);
    expect(boxOf(picture, { tilerendersize: 'grid' })).toEqual([0, -2, 1, -1]);
    // part of a larger picture
    expect(boxOf({ imagewidth: 99, imageheight: 99, width: 32, height: 8 })).toEqual([0, -2, 2, -1.5]);
    // at the top of a tile of 32 x 16
    expect(boxOf({}, { tilewidth: 32, tileheight: 16 })).toEqual([0, -1.5, 2, -1]);
    expect(boxOf({})).toEqual([0, -1.5, 2, -1]);
  });

  const H = 0x80000000;
  const V = 0x40000000;
  const D = 0x20000000;
  test.each([
    ['as drawn', 0, [1, 0]],
    ['flipped horizontally', H, [0, 0]],
    ['flipped vertically', V, [1, 1]],
    ['turned by half a turn', H + V, [0, 1]],
    // the diagonal flip maps the upper right corner, which is free, to the lower left one
    ['flipped diagonally', D, [0, 1]],
    ['turned clockwise', D + H, [1, 1]],
    ['turned counter-clockwise', D + V, [0, 0]],
    ['flipped along the other diagonal', D + H + V, [1, 0]],
  ])('a slope, %s', (_, flags, [x, y]) => {
    const { scene } = read([tiles([[2 + flags]])], {}, { width: 1, height: 1 });
    const line = lineOf(scene.bodies[0]);
    expect(polygon.signedArea(line)).toBeCloseTo(0.5, 12);
    // the corner that the slope leaves free: across from its right angle
    const corners = [0, 1].flatMap((i) => [0, 1].map((j) => ({ x: i, y: -j })));
    const free = corners.filter((corner) => !line.some((p) => p.x === corner.x && p.y === corner.y));
    expect(free).toEqual([{ x, y: -y }]);
  });

  test('slopes join the tiles beside them without a joint inside', () => {
    const { scene } = read([
      tiles([
        [1, 2, 0, 0],
        [1, 1, 2, 0],
        [1, 1, 1, 2],
      ]),
    ]);
    // down the whole slope in one segment
    expect(lineOf(scene.bodies[0])).toHaveLength(4);
  });

  test('Base64, infinite maps, offsets of layers and groups', () => {
    const bytes = Buffer.alloc(16);
    [1, 0, 0x80000002, 1].forEach((gid, k) => {
      bytes.writeUInt32LE(gid, 4 * k);
    });
    const chunk = { x: -2, y: -2, width: 2, height: 2, data: bytes.toString('base64') };
    const layer = tiles([[0]], {
      data: undefined,
      encoding: 'base64',
      compression: '',
      chunks: [chunk],
      offsetx: 8,
    });
    const { scene } = read([{ type: 'group', name: 'all', offsety: -16, layers: [layer] } as Layer]);
    const line = lineOf(scene.bodies[0]);
    expect(Math.min(...line.map(({ x }) => x))).toBe(-1.5);
    expect(Math.max(...line.map(({ y }) => y))).toBe(3);
    expect(polygon.signedArea(line)).toBeCloseTo(2.5, 12);
  });

  /** Cells as Tiled writes them in Base64. */
  const binary = (cells: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(4 * cells.length);
    cells.forEach((gid, k) => {
      bytes.writeUInt32LE(gid, 4 * k);
    });
    return bytes;
  };

  test.each([
    ['zlib', deflateSync],
    ['gzip', gzipSync],
  ])('cells compressed by %s, of a layer and of chunks, are those of CSV', (compression, compress) => {
    const cells = Array.from({ length: 16 * 16 }, (_, k) =>
      (k * k) % 7 < 3 ? 0 : 1 + (k % 3) + (k % 2) * H,
    );
    const packed = compress(binary(cells)).toString('base64');
    const size = { width: 16, height: 16 };
    const plain = read([tiles([[0]], { ...size, data: cells })]).scene;
    expect(read([tiles([[0]], { ...size, data: packed, encoding: 'base64', compression })]).scene).toEqual(
      plain,
    );
    const chunks = [{ x: 0, y: 0, ...size, data: packed }];
    const parts = { data: undefined, encoding: 'base64', compression, chunks };
    expect(read([tiles([[0]], parts)]).scene).toEqual(plain);
    expect(() => read([tiles([[0]], { ...parts, chunks: [{ ...chunks[0], width: 15 }] })])).toThrow(
      /"ground": data: expected compressed data of 240 cells, 960 bytes, got "1024 bytes"/,
    );
  });

  test('compressed data that ends early or has a byte changed is refused, unless its cells are the same', () => {
    const cells = Array.from({ length: 64 }, (_, k) => 1 + (k % 3));
    const size = { width: 8, height: 8, encoding: 'base64', compression: 'zlib' };
    const packed = deflateSync(binary(cells));
    const readPacked = (data: Buffer) =>
      read([tiles([[0]], { ...size, data: data.toString('base64') })]).scene;
    const plain = readPacked(packed);
    for (let k = 0; k < packed.length; k++) {
      expect(() => readPacked(packed.subarray(0, k)), `end at ${k}`).toThrow(InputError);
      const damaged = Buffer.from(packed);
      damaged[k] ^= 16;
      let scene: Scene | undefined;
      try {
        scene = readPacked(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
      if (scene !== undefined) expect(scene).toEqual(plain);
    }
  });

  test('the camera of an infinite map shows the chunks that it has', () => {
    const chunk = (x: number, y: number) => ({ x, y, width: 16, height: 16, data: Array(256).fill(1) });
    const layer = tiles([[0]], { data: undefined, chunks: [chunk(-16, 0), chunk(0, -16)] });
    const { scene } = read([{ type: 'group', name: 'all', layers: [layer] }], {}, { infinite: true });
    expect(scene.camera).toEqual({ x: 0, y: 0, halfWidth: 16, halfHeight: 16 });
    expect(read([], {}, { infinite: true }).scene.camera).toMatchObject({ halfWidth: 2, halfHeight: 1.5 });
  });

  test('a map of Tiled before 1.2, with tiles and properties as objects', () => {
    const { scene } = read(
      [tiles([[1, 2]], { properties: { bodyType: 'kinematic' } })],
      {},
      {
        tilesets: [
          {
            firstgid: 1,
            tilewidth: TILE,
            tileheight: TILE,
            tileproperties: { 0: { friction: 0.25 } },
            tiles: { 1: { objectgroup: { objects: [{ id: 1, x: 0, y: 8, width: 16, height: 8 }] } } },
          },
        ],
      },
    );
    expect(scene.bodies[0].type).toBe('kinematic');
    expect(polygon.signedArea(lineOf(scene.bodies[0]))).toBeCloseTo(1.5, 12);
    expect(scene.bodies[0].shapes?.some((shape) => shape.friction === 0.25)).toBe(true);
  });
});

describe('objects', () => {
  test('a rectangle is a body about its centre; rotations are about the corner at which Tiled puts it', () => {
    const body = bodyOf({ x: 32, y: 16, width: 32, height: 16, name: 'slab' });
    expect(body).toMatchObject({ type: 'static', name: 'slab', position: { x: 3, y: -1.5 }, angle: 0 });
    expect(verticesOf(body)).toEqual(rounded(polygon.rectangle(2, 1)));
    // a quarter turn clockwise about the upper left corner
    const turned = bodyOf({ x: 32, y: 16, width: 32, height: 16, rotation: 90 });
    expect(rounded([turned.position!])).toEqual([{ x: 1.5, y: -2 }]);
    expect(turned.angle).toBeCloseTo(-Math.PI / 2, 15);
  });

  test('circles, ellipses and capsules', () => {
    expect(bodyOf({ width: 16, height: 16, ellipse: true }).shapes).toEqual([
      { kind: 'circle', center: { x: 0, y: 0 }, radius: 0.5 },
    ]);
    const ellipse = verticesOf(bodyOf({ width: 32, height: 16, ellipse: true }));
    expect(polygon.area(ellipse)).toBeCloseTo(Math.PI * 0.5, 9);
    const [capsule] = bodyOf({ width: 16, height: 48, capsule: true }).shapes!;
    expect(capsule).toEqual({
      kind: 'capsule',
      point1: { x: 0, y: 1 },
      point2: { x: 0, y: -1 },
      radius: 0.5,
    });
  });

  const corner = [
    { x: 0, y: 0 },
    { x: 32, y: 0 },
    { x: 32, y: 16 },
    { x: 16, y: 16 },
    { x: 16, y: 32 },
    { x: 0, y: 32 },
  ];
  test('a concave polygon is a border if it is static and solid pieces otherwise; a closed polyline is a polygon', () => {
    const ground = bodyOf({ polygon: corner });
    expect(polygon.signedArea(lineOf(ground))).toBeCloseTo(3, 12);
    expect(bodyOf({ polyline: [...corner, corner[0]] })).toEqual(ground);
    // drawn with a double click
    expect(bodyOf({ polygon: [...corner, corner[0]] }).shapes).toHaveLength(6);
    // drawn the other way round, it is solid inside all the same
    const edges = ({ shapes = [] }: BodyDefinition): string[] =>
      shapes
        .map((shape) => JSON.stringify(shape.kind === 'chainSegment' && [shape.point1, shape.point2]))
        .sort();
    expect(edges(bodyOf({ polygon: [...corner].reverse() }))).toEqual(edges(ground));
    // a sensor needs an inside
    const sensor = bodyOf({ polygon: corner, properties: [...isStatic, property('sensor', true)] });
    expect(sensor.shapes?.map(({ kind }) => kind)).toEqual(['polygon', 'polygon']);
    const crate = bodyOf({ polygon: [...corner].reverse(), properties: [property('bodyType', 'dynamic')] });
    expect(crate.shapes?.map(({ kind }) => kind)).toEqual(['polygon', 'polygon']);
    const parts = crate.shapes?.map((shape) => massProperties(shape, 1).mass) ?? [];
    expect(parts[0] + parts[1]).toBeCloseTo(3, 9);
  });

  test('a polyline collides on both sides, or on one', () => {
    const polyline = [
      { x: 0, y: 0 },
      { x: 16, y: 0 },
      { x: 32, y: -16 },
    ];
    expect(bodyOf({ polyline }).shapes).toHaveLength(4);
    // an end beside or above the beginning closes nothing, nor does a line there and back
    for (const last of [
      { x: 0, y: 8 },
      { x: 8, y: 0 },
    ]) {
      const open = [...polyline, { x: 40, y: 40 }, last];
      expect(bodyOf({ polyline: open }).shapes).toHaveLength(8);
    }
    expect(bodyOf({ polyline: [polyline[0], polyline[2], polyline[0]] }).shapes).toHaveLength(4);
    expect(() => bodyOf({ polyline, properties: [...isStatic, property('sensor', true)] })).toThrow(
      /object 1: sensor: expected a polygon: a line has no area/,
    );
    const oneSided = bodyOf({ polyline, properties: [...isStatic, property('freeSide', 'left')] });
    expect(oneSided.shapes).toHaveLength(2);
    // ground drawn from left to right carries what is above it
    expect(oneSided.shapes).toEqual(
      chain({ points: polyline.map(({ x, y }) => ({ x: x / TILE, y: -y / TILE + 0 })), freeSide: 'left' }),
    );
  });

  test('tile objects have the shapes of their tile, stretched and flipped, and stand on their lower left corner', () => {
    const plain = bodyOf({ gid: 1, x: 16, y: 32, width: 32, height: 16 });
    expect(plain.position).toEqual({ x: 2, y: -1.5 });
    expect(verticesOf(plain)).toEqual(rounded(polygon.rectangle(2, 1)));
    // the circle in the upper half of the tile, flipped to the lower half, twice as large
    const ball = bodyOf({ gid: 6 + 0x40000000, x: 0, y: 32, width: 32, height: 32 });
    expect(ball.shapes).toEqual([{ kind: 'circle', center: { x: 0, y: -0.5 }, radius: 0.5 }]);
    // turned by a quarter, a tile of 16 x 32 px covers 32 x 16 px: nothing is stretched
    const tall = [{ ...tilesets[0], tileheight: 32 }];
    const turned = { gid: 6 + 0x20000000, x: 0, y: 16, width: 32, height: 16, properties: isStatic };
    expect(read([objects([turned])], {}, { tilesets: tall }).scene.bodies[0].shapes).toMatchObject([
      { kind: 'circle', radius: 0.25 },
    ]);
    // stretched in one direction only
    const egg = bodyOf({ gid: 6, x: 0, y: 16, width: 32, height: 16 });
    expect(polygon.area(verticesOf(egg))).toBeCloseTo(Math.PI * 0.5 * 0.25, 9);
    const centered = read(
      [objects([{ gid: 1, x: 16, y: 16, width: 16, height: 16, properties: isStatic }])],
      {},
      {
        tilesets: [{ ...tilesets[0], objectalignment: 'center' }],
      },
    );
    expect(centered.scene.bodies[0].position).toEqual({ x: 1, y: -1 });
  });

  test("properties of objects that are no bodies are the game's own, whatever their names", () => {
    const own = [property('mass', 'heavy'), property('freeSide', 'up'), property('sensor', 3)];
    const [object] = read([objects([{ properties: own }])]).objects;
    expect(object).toMatchObject({ body: null, properties: { mass: 'heavy', freeSide: 'up', sensor: 3 } });
  });

  test('a map has the gravity of the earth and steps of a sixtieth of a second, unless the options say otherwise', () => {
    expect(read([]).scene).toMatchObject({
      gravity: { x: 0, y: -9.81 },
      timeStep: 1 / 60,
      name: 'tiled-map',
    });
    const options = { gravity: { x: 1, y: 2 }, timeStep: 0.01, name: 'cave' };
    expect(read([], options).scene).toMatchObject(options);
  });

  test('objects that are no bodies are reported with their place and properties', () => {
    const level = read([
      objects(
        [
          { x: 8, y: 8, point: true, name: 'start', type: 'player', properties: [property('lives', 3)] },
          { x: 0, y: 0, width: 16, height: 32, name: 'zone', class: 'music', rotation: 180 },
          { x: 4, y: 4, width: 9, height: 9, text: { text: 'hello' } },
          { x: 4, y: 4, width: 9, height: 0 },
        ],
        { properties: [property('area', 'cave')] },
      ),
    ]);
    expect(level.scene.bodies).toEqual([]);
    expect(level.objects).toHaveLength(4);
    expect(level.objects[0]).toEqual({
      id: 1,
      name: 'start',
      type: 'player',
      layer: 'things',
      body: null,
      position: { x: 0.5, y: -0.5 },
      angle: 0,
      width: 0,
      height: 0,
      points: [],
      gid: 0,
      properties: { area: 'cave', lives: 3 },
    });
    expect(level.objects[1]).toMatchObject({ type: 'music', width: 1, height: 2, angle: -Math.PI });
    expect(rounded([level.objects[1].position])).toEqual([{ x: -0.5, y: 1 }]);
  });

  test('the points of a polyline or polygon are told in the world, whether it is a body or not', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 32, y: 16 },
      { x: 0, y: 16 },
    ];
    const placed = [
      { x: 16, y: 16, polyline: points },
      { x: 16, y: 16, rotation: 90, polygon: points, properties: isStatic },
    ];
    const { objects: found, scene } = read([objects(placed, { offsetx: 16 })]);
    expect(found[0].body).toBeNull();
    expect(found[0].points).toEqual([
      { x: 2, y: -1 },
      { x: 4, y: -2 },
      { x: 2, y: -2 },
    ]);
    // turned clockwise by a quarter, and its body too
    const turned = [
      { x: 2, y: -1 },
      { x: 1, y: -3 },
      { x: 1, y: -1 },
    ];
    expect(rounded(found[1].points)).toEqual(turned);
    const { position = { x: 0, y: 0 }, angle } = scene.bodies[0];
    const pose = transform.create(position.x, position.y, angle);
    const corners = verticesOf(scene.bodies[0]).map((corner) => transform.apply(pose, corner));
    expect(rounded(corners)).toEqual(expect.arrayContaining(turned));
  });

  test('properties come from the map, the layer and the object, the inner ones first; options can add and rename them', () => {
    const layers = [
      objects(
        [
          { width: 16, height: 16 },
          { width: 16, height: 16, properties: [property('friction', 0.1)] },
        ],
        {
          properties: [property('bodyType', 'dynamic'), property('linearDamping', 2)],
        },
      ),
    ];
    const { scene } = read(
      layers,
      {},
      { properties: [property('friction', 0.5), property('linearDamping', 1)] },
    );
    expect(
      scene.bodies.map(({ type, linearDamping, shapes }) => [type, linearDamping, shapes![0].friction]),
    ).toEqual([
      ['dynamic', 2, 0.5],
      ['dynamic', 2, 0.1],
    ]);
    const given = read([objects([{ width: 16, height: 16 }])], {
      layers: { things: { bodyType: 'static' } },
    });
    expect(given.scene.bodies).toHaveLength(1);
    const prefixed = [
      property('physics.bodyType', 'static'),
      property('mass', 'heavy'),
      property('bodyType', 'slim'),
    ];
    expect(
      read([objects([{ width: 16, height: 16, properties: prefixed }])], { prefix: 'physics.' }).scene.bodies,
    ).toHaveLength(1);
  });

  test('templates and tilesets of their own files are given parsed', () => {
    const external = { 'tiles.tsj': { ...tilesets[0], firstgid: undefined } };
    const more = {
      tilesets: [
        { firstgid: 1, tilewidth: TILE, tiles: [] },
        { firstgid: 101, source: 'tiles.tsj' },
      ],
    };
    const template = {
      tileset: { firstgid: 1, source: 'tiles.tsj' },
      object: {
        gid: 6,
        width: 16,
        height: 16,
        name: 'ball',
        properties: [property('bodyType', 'dynamic'), property('density', 2)],
      },
    };
    const level = read(
      [objects([{ template: 'ball.tj', x: 16, y: 16, properties: [property('density', 3)] }])],
      { tilesets: external, templates: { 'ball.tj': template } },
      more,
    );
    expect(level.objects[0]).toMatchObject({ name: 'ball', gid: 106, body: 0 });
    expect(level.scene.bodies[0].shapes).toEqual([
      { kind: 'circle', center: { x: 0, y: 0.25 }, radius: 0.25, density: 3 },
    ]);
  });
});

/** Area inside the outlines of a body, and the box around them. */
function outlineOf(body: BodyDefinition) {
  const segments = body.shapes?.flatMap((shape) => (shape.kind === 'chainSegment' ? [shape] : [])) ?? [];
  const area = segments.reduce((sum, { point1: p, point2: q }) => sum + (p.x * q.y - p.y * q.x) / 2, 0);
  const xs = segments.map(({ point1 }) => point1.x);
  const ys = segments.map(({ point1 }) => point1.y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return { area, box, count: segments.length };
}

describe('maps of other orientations', () => {
  const hexagonal = { orientation: 'hexagonal', tilewidth: 16, tileheight: 16, hexsidelength: 8 };
  test.each([
    // rows 12 px apart, or columns; every other one shifted by 8 px: rows 1 and 3, or 0 and 2
    ['y', 'odd', [0, -3.25, 3.5, 0]],
    ['y', 'even', [0, -3.25, 3.5, 0]],
    ['x', 'odd', [0, -4.5, 2.5, 0]],
    ['x', 'even', [0, -4.5, 2.5, 0]],
  ])(
    'hexagons staggered along %s, %s ones shifted: they fit together without gaps',
    (staggeraxis, staggerindex, box) => {
      const solid = Array.from({ length: 4 }, () => [1, 1, 1]);
      const { scene } = read(
        [tiles(solid)],
        {},
        { ...hexagonal, width: 3, height: 4, staggeraxis, staggerindex },
      );
      const outline = outlineOf(scene.bodies[0]);
      // a hexagon of 16 x 16 px with a side of 8 px has 3/4 of the square
      expect(outline.area).toBeCloseTo(12 * 0.75, 12);
      expect(outline.box).toEqual(box);
      const { x, y, halfWidth = 0, halfHeight } = scene.camera!;
      expect([x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight]).toEqual(box);
    },
  );

  test('which rows are shifted, and where the corners of a hexagon are', () => {
    const corners = (staggerindex: string, row: number) => {
      const rows = [[0], [0]];
      rows[row] = [1];
      const { scene } = read([tiles(rows)], {}, { ...hexagonal, staggeraxis: 'y', staggerindex });
      return new Set(lineOf(scene.bodies[0]).map(({ x, y }) => `${x} ${y}`));
    };
    const first = ['0.5 0', '1 -0.25', '1 -0.75', '0.5 -1', '0 -0.75', '0 -0.25'];
    expect(corners('odd', 0)).toEqual(new Set(first));
    const shifted = ['1 -0.75', '1.5 -1', '1.5 -1.5', '1 -1.75', '0.5 -1.5', '0.5 -1'];
    expect(corners('odd', 1)).toEqual(new Set(shifted));
    expect(corners('even', 0)).toEqual(
      new Set(['1 0', '1.5 -0.25', '1.5 -0.75', '1 -1', '0.5 -0.75', '0.5 -0.25']),
    );
  });

  test('tiles of hexagonal maps are turned by multiples of 60 degrees, clockwise, after they were flipped', () => {
    // a circle at the top of the tile
    const ball = {
      id: 0,
      objectgroup: { objects: [{ id: 1, x: 6, y: 0, width: 4, height: 4, ellipse: true }] },
    };
    const placeOf = (flags: number) => {
      const object = { gid: 1 + flags, x: 0, y: 16, width: 16, height: 16, properties: isStatic };
      const more = { ...hexagonal, tilesets: [{ ...tilesets[0], tiles: [ball] }] };
      const [shape] = read([objects([object])], {}, more).scene.bodies[0].shapes!;
      return shape.kind === 'circle' ? rounded([shape.center!])[0] : null;
    };
    const at = (degrees: number) =>
      rounded([
        { x: 0.375 * Math.sin((degrees * Math.PI) / 180), y: 0.375 * Math.cos((degrees * Math.PI) / 180) },
      ])[0];
    expect(placeOf(0)).toEqual(at(0));
    expect(placeOf(0x20000000)).toEqual(at(60));
    expect(placeOf(0x10000000)).toEqual(at(120));
    expect(placeOf(0x30000000)).toEqual(at(180));
    expect(placeOf(0x40000000 + 0x20000000)).toEqual(at(240));
  });

  test('a staggered map has rhombi', () => {
    const staggered = { orientation: 'staggered', tilewidth: 32, staggeraxis: 'y', staggerindex: 'odd' };
    const { scene } = read([tiles([[1], [1]])], {}, staggered);
    expect(outlineOf(scene.bodies[0])).toEqual({ area: 2, box: [0, -1.5, 3, 0], count: 4 });
  });

  const isometric = { orientation: 'isometric', tilewidth: 32, tileheight: 16 };
  /** Where the picture of Tiled has a point of the world, pixels to the right and down from the upper corner of the map. */
  const pictured = ({ x, y }: Vec2): Vec2 => ({ x: 16 * (x + y) + 0, y: 8 * (x - y) + 0 });

  test('an isometric map is the ground with square cells; so are its objects', () => {
    const { scene } = read(
      [
        tiles([
          [1, 1, 1],
          [0, 0, 1],
        ]),
        // a picture offset of one cell to the right, which is half a cell along the rows and half a cell against the columns
        objects([{ x: 16, y: 32, width: 16, height: 16, ellipse: true, properties: isStatic }], {
          offsetx: 32,
        }),
      ],
      {},
      isometric,
    );
    expect(outlineOf(scene.bodies[0])).toEqual({ area: 4, box: [0, -2, 3, 0], count: 6 });
    expect(scene.bodies[1].position).toEqual({ x: 2.5, y: -1.5 });
    expect(scene.bodies[1].shapes).toEqual([{ kind: 'circle', center: { x: 0, y: 0 }, radius: 0.5 }]);
    expect(pictured({ x: 2.5, y: -1.5 })).toEqual({ x: 16 + 32 - 32, y: 32 });
  });

  test('a tile object of an isometric map stands on its lower edge, unless its tileset says otherwise', () => {
    const object = { gid: 1, x: 16, y: 32, width: 32, height: 16, properties: isStatic };
    const placeOf = (more: object) =>
      read([objects([object])], {}, { ...isometric, tilesets: [{ ...tilesets[0], tilewidth: 32, ...more }] })
        .scene.bodies[0].position;
    expect(placeOf({ objectalignment: 'center' })).toEqual({ x: 1, y: -2 });
    expect(placeOf({})).toEqual(placeOf({ objectalignment: 'bottom' }));
    // half a cell further up in the picture
    expect(placeOf({})).toEqual({ x: 0.5, y: -1.5 });
  });

  /** The lower half of a picture of 32 x 32 px, which is the cell. */
  const rhombus = [
    { x: 16, y: 16 },
    { x: 32, y: 24 },
    { x: 16, y: 32 },
    { x: 0, y: 24 },
  ];
  const square = [
    { x: 0, y: 0 },
    { x: 16, y: 0 },
    { x: 16, y: 16 },
    { x: 0, y: 16 },
  ];
  const tall = (polygon: readonly Vec2[], more: object = {}) => ({
    ...isometric,
    tilesets: [
      {
        firstgid: 1,
        tilewidth: 32,
        tileheight: 32,
        tiles: [{ id: 0, objectgroup: { objects: [{ id: 1, x: 0, y: 0, polygon }] } }],
        ...more,
      },
    ],
  });

  test.each([
    ['in the picture', tall(rhombus)],
    ['on the ground', tall(square, { grid: { orientation: 'isometric', width: 32, height: 16 } })],
    [
      'on a finer ground',
      tall(
        square.map(({ x, y }) => ({ x: x / 2, y: y / 2 })),
        { grid: { orientation: 'isometric', width: 16, height: 8 } },
      ),
    ],
  ])('collision shapes of tiles, drawn %s', (where, more) => {
    const isWhole = where !== 'on a finer ground';
    const level = read([tiles([[0, 1]])], {}, more);
    const box = isWhole ? [1, -1, 2, 0] : null;
    const outline = outlineOf(level.scene.bodies[0]);
    expect(outline.area).toBeCloseTo(isWhole ? 1 : 0.25, 12);
    if (box !== null) expect(outline.box).toEqual(box);
    // a tile object stands on the middle of the lower edge of its picture, which is the lower corner of the rhombus
    const object = { gid: 1, x: 32, y: 16, width: 32, height: 32, properties: isStatic };
    const [body] = read([objects([object])], {}, more).scene.bodies;
    expect(body.position).toEqual({ x: 1.5, y: -0.5 });
    if (isWhole) expect(verticesOf(body)).toEqual(rounded(polygon.rectangle(1, 1)));
    const [plain] = read([objects([object])], {}, { ...isometric, tilesets: [{ firstgid: 1 }] }).scene.bodies;
    expect(plain.position).toEqual({ x: 1.5, y: -0.5 });
    expect(verticesOf(plain)).toEqual(rounded(polygon.rectangle(1, 1)));
  });

  test('what is turned in the picture of an isometric map is distorted on the ground', () => {
    const object = { x: 16, y: 16, width: 16, height: 16, rotation: 30, properties: isStatic };
    const { scene, objects: found } = read(
      [objects([object, { ...object, polygon: square }])],
      {},
      isometric,
    );
    expect(scene.bodies[0].angle).toBe(0);
    // as Tiled draws it: the corners of the rhombus, turned about the upper one
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const drawn = [
      [0, 0],
      [16, 8],
      [0, 16],
      [-16, 8],
    ].map(([x, y]) => ({ x: c * x - s * y, y: 16 + s * x + c * y }));
    for (const body of scene.bodies) {
      const corners = verticesOf(body).map(({ x, y }) =>
        pictured({ x: x + body.position!.x, y: y + body.position!.y }),
      );
      const key = ({ x, y }: Vec2) => `${x.toFixed(6)} ${y.toFixed(6)}`;
      expect(corners.map(key).sort()).toEqual(drawn.map(key).sort());
    }
    expect(rounded(found[1].points.map(pictured))).toEqual(rounded(drawn));
  });
});

describe('what cannot be read', () => {
  const dynamic = [property('bodyType', 'dynamic')];
  const line = [
    { x: 0, y: 0 },
    { x: 16, y: 0 },
  ];
  const bow = [
    { x: 0, y: 0 },
    { x: 16, y: 16 },
    { x: 16, y: 0 },
    { x: 0, y: 16 },
  ];
  test.each<[string, Layer[], RegExp]>([
    [
      'tiles compressed by Zstandard',
      [tiles([[1]], { data: 'KLUv', encoding: 'base64', compression: 'zstd' })],
      /"ground": compression: expected zlib, gzip or none: .*CSV.*, got "zstd"/,
    ],
    [
      'damaged compressed tiles',
      [tiles([[1]], { data: 'eJw=', encoding: 'base64', compression: 'zlib' })],
      /"ground": data: expected compressed data of 1 cells, 4 bytes, got "buffer error"/,
    ],
    ['missing cells', [tiles([[1, 1]], { width: 3 })], /"ground": data: expected 3 x 1 cells, got 2/],
    ['cells that are no list', [tiles([[1]], { data: { length: 1, 0: 1 } })], /data/],
    ['a number of a tile below 0', [tiles([[1, -1]])], /"ground": data\[1\]: expected .*, got -1/],
    ['a part of a tile', [tiles([[1, 1.5]])], /"ground": data\[1\]: expected .*, got 1.5/],
    [
      'a text that is to be solid',
      [objects([{ text: { text: 'hi' }, width: 9, height: 9, properties: isStatic }])],
      /object 1: bodyType: expected a shape/,
    ],
    [
      'no height',
      [objects([{ width: 9, properties: isStatic }])],
      /object 1: size: expected .*above 0, got "9 x 0"/,
    ],
    [
      'no width',
      [objects([{ height: 9, properties: isStatic }])],
      /object 1: size: expected .*above 0, got "0 x 9"/,
    ],
    [
      'a category of more than 32 bits',
      [tiles([[1]], { properties: [...isStatic, property('category', 2 ** 32)] })],
      /"ground": category/,
    ],
    [
      'a free side that is none',
      [tiles([[1]], { properties: [...isStatic, property('freeSide', 'up')] })],
      /"ground": freeSide: expected one of/,
    ],
    [
      'a sensor as text',
      [tiles([[1]], { properties: [...isStatic, property('sensor', 'yes')] })],
      /"ground": sensor: expected a property of type bool, got "yes"/,
    ],
    [
      'damaged Base64',
      [tiles([[1]], { data: '***', encoding: 'base64' })],
      /"ground": data: expected base64/,
    ],
    [
      'tiles that move',
      [tiles([[1]], { properties: dynamic })],
      /"ground": bodyType: expected static or kinematic/,
    ],
    [
      'a tile of no tileset',
      [
        tiles([[1]], { data: [0] }),
        objects([{ gid: 0x0fffffff, width: 8, height: 8, properties: isStatic }]),
      ],
      /^$/,
    ],
    [
      'a rectangle without area',
      [objects([{ width: 16, height: 0, properties: isStatic }])],
      /object 1: size: .*16 x 0/,
    ],
    [
      'a point as a body',
      [objects([{ point: true, properties: isStatic }])],
      /object 1: bodyType: expected a shape, or none/,
    ],
    [
      'a line that falls',
      [objects([{ polyline: line, properties: dynamic }])],
      /object 1: bodyType: expected a polygon/,
    ],
    [
      'an outline that crosses itself',
      [objects([{ polygon: bow, properties: isStatic }])],
      /object 1: points\[\d\]/,
    ],
    [
      'an unknown type of body',
      [objects([{ width: 8, height: 8, properties: [property('bodyType', 'solid')] }])],
      /object 1: bodyType: expected one of none, static/,
    ],
    [
      'text for a number',
      [objects([{ width: 8, height: 8, properties: [...isStatic, property('friction', '1.0')] }])],
      /object 1: friction: .*float or int, got "1.0"/,
    ],
    [
      'a number out of its range',
      [objects([{}, { width: 8, height: 8, properties: [...isStatic, property('friction', -1)] }])],
      /layer "things", object 2: friction: .*-1/,
    ],
    [
      'a template that was not given',
      [objects([{ template: 'a.tj' }])],
      /object 1: template "a.tj": .*Detach/,
    ],
  ])('%s', (what, layers, message) => {
    if (what === 'a tile of no tileset') {
      expect(() => read(layers, {}, { tilesets: [] })).toThrow(/map\.tilesets: expected a tileset with tile/);
    } else expect(() => read(layers)).toThrow(message);
  });

  test('a tileset that was not given, if a body needs it', () => {
    const more = { tilesets: [{ firstgid: 1, source: 'a.tsx' }] };
    expect(() => read([tiles([[1]])], {}, more)).toThrow(/tilesets\["a\.tsx"\]: .*Embed tilesets/);
    expect(read([tiles([[1]], { properties: [] })], {}, more).scene.bodies).toEqual([]);
  });

  test('maps of unknown orientations, hexagons that are none, other JSON, and unknown options', () => {
    expect(() => read([], {}, { orientation: 'oblique' })).toThrow(
      /map\.orientation: expected one of orthogonal, isometric, staggered, hexagonal/,
    );
    expect(() => read([], {}, { orientation: 'hexagonal', hexsidelength: 17 })).toThrow(
      /map\.hexsidelength: expected a number from 0 to 16/,
    );
    expect(() => readTiledMap({})).toThrow(/map: expected a map of Tiled/);
    expect(() => readTiledMap('<map/>')).toThrow(/map: expected a map of Tiled as parsed JSON.* \.tmj/);
    expect(() => read([], { scale: 2 } as never)).toThrow(/scale: expected one of pixelsPerMeter/);
    expect(() => read([], { pixelsPerMeter: 0 })).toThrow(/pixelsPerMeter/);
  });

  test('damaged maps, one value at a time: they are read, or refused with an error that names the field', () => {
    const chunk = {
      x: 0,
      y: 0,
      width: 1,
      height: 1,
      data: deflateSync(Uint8Array.of(1, 0, 0, 0)).toString('base64'),
    };
    const whole = (orientation: string): unknown =>
      structuredClone({
        ...{ type: 'map', orientation, width: 4, height: 3, tilewidth: TILE, tileheight: TILE },
        ...{ infinite: true, staggeraxis: 'y', staggerindex: 'odd', hexsidelength: 8 },
        properties: [property('friction', 0.5)],
        tilesets: [
          {
            ...{ ...tilesets[0], tileoffset: { x: 0, y: 0 }, objectalignment: 'top' },
            grid: { orientation: 'isometric', width: TILE, height: TILE },
          },
        ],
        layers: [
          tiles([[1, 2, 3, 4, 6]], { offsetx: 1 }),
          {
            type: 'group',
            name: 'all',
            layers: [tiles([[1]], { data: undefined, compression: 'zlib', chunks: [chunk] })],
          },
          objects([
            {
              width: 5,
              height: 5,
              rotation: 4,
              name: 'a',
              type: 'b',
              properties: [...isStatic, property('mask', 2)],
            },
            { width: 5, height: 9, capsule: true, properties: dynamic },
            { polygon: bow.slice(0, 3), properties: isStatic },
            { polyline: line, properties: isStatic },
            { gid: 6, width: 5, height: 5, properties: dynamic },
            { point: true },
          ]),
        ],
      });
    type Place = Record<string, unknown>;
    const paths: string[][] = [];
    const walk = (value: unknown, path: string[]): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const key of Object.keys(value)) {
        paths.push([...path, key]);
        walk((value as Place)[key], [...path, key]);
      }
    };
    walk(whole('orthogonal'), []);
    let refused = 0;
    const orientations = ['orthogonal', 'isometric', 'staggered', 'hexagonal'];
    for (const [k, path] of paths.entries()) {
      for (const damage of [null, 'x', [null], 2 ** 31]) {
        const map = whole(orientations[k % 4]);
        const place = path.slice(0, -1).reduce((at, key) => at[key] as Place, map as Place);
        place[path.at(-1)!] = damage;
        try {
          readTiledMap(map);
        } catch (error) {
          expect(error, path.join()).toBeInstanceOf(InputError);
          expect((error as InputError).field).not.toMatch(/undefined|NaN/);
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(2 * paths.length);
  });
});

test.each([
  [{ prefix: 7 }, 'prefix: expected a string, got 7'],
  [{ layers: 'walls' }, 'layers: expected an object, got "walls"'],
  [{ tilesets: [] }, 'tilesets: expected an object, got []'],
  [{ templates: null }, 'templates: expected an object, got null'],
])('options of another kind are refused: %j', (options, message) => {
  expect(() => readTiledMap({}, options as never)).toThrow(InputError);
  expect(() => readTiledMap({}, options as never)).toThrow(message);
});

describe('properties of layers that the program gives', () => {
  const body = { bodyType: 'static' };
  const crate = { width: 16, height: 16 };
  const named = (...names: string[]) => names.map((name) => ({ ...objects([crate]), name }));
  const bodies = (layers: readonly Layer[], ...given: string[]) =>
    read(layers, { layers: Object.fromEntries(given.map((name) => [name, body])) }).scene.bodies.length;

  test('may be for layers of other maps too, with other names and other numbers', () => {
    expect(bodies(named('ground', 'walls'), 'ground', 'water')).toBe(1);
    expect(bodies(named('ground', 'wall1'), 'ground', 'wall2', 'wall')).toBe(1);
    expect(bodies(named('roof', 'bg'), 'roof', 'roofs', 'fg')).toBe(1); // the layer roof has its own
    expect(bodies([{ type: 'group', name: 'all', layers: named('ground') } as Layer], 'ground', 'ice')).toBe(
      1,
    );
    expect(bodies(named('ground'))).toBe(0);
  });

  test.each([
    ['graund', 'ground'],
    ['groud', 'ground'],
    ['grounds', 'ground'],
    ['gruond', 'ground'],
    ['Bg', 'bg'],
  ])('%s is refused next to names that the map has: %s is meant', (name, meant) => {
    const layers = named('ground', 'walls', 'bg');
    expect(() => bodies(layers, 'walls', name)).toThrow(InputError);
    expect(() => bodies(layers, 'walls', name)).toThrow(
      `layers.${name}: expected the name of a layer (did you mean ${meant}?): the map has ground, walls, bg, got`,
    );
  });

  test('must have the name of a layer somewhere', () => {
    expect(() => bodies(named('ground', 'walls'), 'water', 'ice')).toThrow(
      'layers: expected at least one name of a layer: the map has ground, walls, got ["water","ice"]',
    );
    expect(() => bodies([], 'ice')).toThrow(
      'layers: expected at least one name of a layer: the map has none',
    );
  });
});
