/** Every call of the package with wrong values of every kind, in every place, as plain JavaScript allows them. */
import { InputError } from '@otedama/math2d';
import { callsOf, functionCalls, wrongCalls } from '@otedama/tooling/wrong-values';
import { expect, it } from 'vitest';
import * as scenes from '../src/index.js';
import * as tiled from '../src/tiled.js';

const template: scenes.SceneTemplate<'height'> = {
  name: 'yard',
  category: 'stacking',
  title: 'A yard',
  description: 'One of everything',
  parameters: { height: { title: 'height', default: 2, minimum: 1, maximum: 3, integer: true } },
  softBodies: false,
  joints: ['revolute'],
  solver: 'soft-step',
  character: { position: { x: 0, y: 0 }, shape: { kind: 'circle', radius: 0.5 } },
  build: () => ({ gravity: { x: 0, y: -10 }, timeStep: 0.01, bodies: [] }),
};

let id = 1;
const object = (more: object) => ({ id: id++, x: 32, y: 32, width: 32, height: 32, rotation: 0, ...more });
const corners = [
  { x: 0, y: 0 },
  { x: 16, y: 0 },
  { x: 0, y: 16 },
];
const solid = [{ name: 'bodyType', value: 'static' }];
const map = {
  orientation: 'orthogonal',
  infinite: false,
  width: 4,
  height: 2,
  tilewidth: 16,
  tileheight: 16,
  layers: [
    { type: 'tilelayer', name: 'ground', width: 4, height: 2, data: [0, 1, 1, 0, 1, 1, 1, 1] },
    {
      type: 'objectgroup',
      name: 'things',
      properties: solid,
      objects: [
        object({ name: 'crate', type: 'box' }),
        object({ ellipse: true }),
        object({ point: true, properties: [{ name: 'bodyType', value: 'none' }] }),
        object({ polygon: corners }),
        object({ polyline: corners }),
        object({ gid: 1 }),
      ],
    },
  ],
  tilesets: [{ firstgid: 1, tilewidth: 16, tileheight: 16, tiles: [{ id: 0 }] }],
};
const options: tiled.TiledOptions = {
  pixelsPerMeter: 16,
  name: 'level',
  gravity: { x: 0, y: -10 },
  timeStep: 0.01,
  prefix: '',
  layers: { ground: { bodyType: 'static', friction: 0.5, sensor: false } },
  tilesets: {},
  templates: {},
};

const { create } = scenes.defineScene(template);
const calls = [
  ...functionCalls(scenes, [
    ['defineScene', [template]],
    ['findScene', ['stack']],
  ]),
  ...functionCalls({ create }, [['create', [{ height: 2 }], 0]]),
  ...functionCalls(tiled, [['readTiledMap', [map, options], 1]]),
];

const allowed = [
  // values may be left out, and lists be empty
  /^create\(0\) = object: silent$/,
  /^defineScene\(0\)\.parameters = object: silent$/,
  /^readTiledMap\(1\)(\.layers(\.ground)?)? = object: silent$/,
  /^(defineScene\(0\)\.joints|readTiledMap\(0\)\.layers(\[1\]\.(objects|properties))?) = list: silent$/,
  // any text is a name or a title
  /\.(name|title|description|prefix|type) = (text|numeral): silent$/,
  // a solver of your own
  /^defineScene\(0\)\.solver = (text|numeral): silent$/,
  // the definition of a character is checked when it is created
  /^defineScene\(0\)\.character(\.shape\S*)? = .*: silent$/,
  // fields of a map that are of no use for a scene are not looked at, and properties of other names are the game's own
  /^readTiledMap\(0\)\S* = unknown field: silent$/,
  /^readTiledMap\(1\)\.layers\.ground = unknown field: silent$/,
  // before Tiled 1.2 properties were an object
  /^readTiledMap\(0\)\S*\.properties = object: silent$/,
  // a tileset without tiles has none that is solid, and before Tiled 1.2 tiles were an object
  /^readTiledMap\(0\)\.tilesets\[0\](\.tiles)? = (object|list): silent$/,
];

it('every call refuses them by name', async () => {
  const isTyped = (error: unknown): boolean => error instanceof InputError;
  expect(await wrongCalls(calls, { isTyped, allowed })).toEqual([]);
});

it('no call of the package is left out', () => {
  const walked = new Set(calls.map(({ name }) => name));
  expect([...callsOf(scenes), ...callsOf(tiled)].filter((name) => !walked.has(name))).toEqual([]);
});

it('a layer that the map does not have is refused, and the error lists those that it has', () => {
  const wrong = { layers: { grond: { bodyType: 'static' } } };
  expect(() => tiled.readTiledMap(map, wrong)).toThrow(
    /^layers\.grond: expected the name of a layer \(did you mean ground\?\): the map has ground, things/,
  );
  const within = { ...map, layers: [{ type: 'group', name: 'all', layers: map.layers }] };
  for (const name of ['all', 'ground'])
    expect(() => tiled.readTiledMap(within, { layers: { [name]: { friction: 0.5 } } })).not.toThrow();
});
