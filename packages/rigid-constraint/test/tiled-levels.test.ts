import { loadScene } from '@otedama/rigid';
import { readTiledMap } from '@otedama/scenes/tiled';
import { describe, expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';

const TILE = 16;
const property = (name: string, value: unknown) => ({ name, type: typeof value, value });
/** Tile 1 is a block, 2 a slope that is solid at the lower left, 3 a block of ice. */
const tileset = {
  firstgid: 1,
  tilewidth: TILE,
  tileheight: TILE,
  tiles: [
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
    { id: 2, properties: [property('friction', 0)] },
  ],
};
const objects = (list: readonly object[]) => ({
  type: 'objectgroup',
  name: 'things',
  objects: list.map((object, k) => ({ id: k + 1, x: 0, y: 0, ...object })),
});
const tiles = (rows: readonly (readonly number[])[], more: object = {}) => ({
  type: 'tilelayer',
  name: 'ground',
  properties: [property('bodyType', 'static')],
  width: rows[0].length,
  height: rows.length,
  data: rows.flat(),
  ...more,
});
const read = (layers: readonly object[], size: object) =>
  readTiledMap({
    orientation: 'orthogonal',
    tilewidth: TILE,
    tileheight: TILE,
    tilesets: [tileset],
    layers,
    ...size,
  });

describe('maps of Tiled in a world', () => {
  test('a box slides over tiles of stone and ice without a bump, and slows down on the stone only', () => {
    const floor = Array.from({ length: 40 }, (_, k) => (k >= 10 && k < 30 ? 3 : 1));
    const { scene } = read(
      [
        tiles([floor, floor.map(() => 1)], { offsety: 16 }),
        objects([
          {
            x: 16,
            y: 0,
            width: 16,
            height: 16,
            properties: [property('bodyType', 'dynamic'), property('fixedRotation', true)],
          },
        ]),
      ],
      { width: 40, height: 3 },
    );
    const world = loadScene(scene, { solver: createSoftStep(), sleeping: false });
    const box = world.bodies[1];
    box.linearVelocity = { x: 12, y: 0 };
    let bump = 0;
    let [enter, leave] = [0, 0];
    for (let step = 0; step < 200; step++) {
      world.step(1 / 60);
      bump = Math.max(bump, Math.abs(box.position.y + 0.5));
      if (enter === 0 && box.position.x > 10.6) enter = box.linearVelocity.x;
      if (box.position.x < 29.4) leave = box.linearVelocity.x;
    }
    expect(enter).toBeLessThan(8);
    expect(leave).toBeCloseTo(enter, 9);
    expect(bump).toBeLessThan(0.006);
  });

  test('balls in a cave stay in it', () => {
    const rows = [
      [1, 1, 1, 1, 1, 1],
      [1, 0, 0, 0, 0, 1],
      [1, 2, 0, 0, 0x80000002, 1],
      [1, 1, 1, 1, 1, 1],
    ];
    const balls = Array.from({ length: 8 }, (_, k) => ({
      x: 24 + 7 * k,
      y: 18,
      width: 8,
      height: 8,
      ellipse: true,
      properties: [
        property('bodyType', 'dynamic'),
        property('restitution', 0.9),
        property('angularVelocity', 20),
      ],
    }));
    const { scene } = read([tiles(rows), objects(balls)], { width: 6, height: 4 });
    const world = loadScene(scene, { solver: createSoftStep() });
    for (let step = 0; step < 600; step++) world.step(1 / 60);
    for (const { position } of world.bodies.slice(1)) {
      expect(position.x).toBeGreaterThan(1.2);
      expect(position.x).toBeLessThan(4.8);
      expect(position.y).toBeGreaterThan(-2.8);
      expect(position.y).toBeLessThan(-1.2);
    }
  });
});
