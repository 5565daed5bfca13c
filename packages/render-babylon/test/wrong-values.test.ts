/** The calls of the package with wrong values of every kind, in every place, as plain JavaScript allows them. */
import { CreateBox } from '@babylonjs/core/Meshes/Builders/boxBuilder.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { ClothError } from '@otedama/cloth-webgpu';
import { InputError } from '@otedama/math2d';
import { type ValidCall, wrongCalls } from '@otedama/tooling/wrong-values';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as draw from '../src/index.js';
import { driftingWorld } from './drifting-world.js';
import { nullScene } from './null-scene.js';

let levels = Logger.LogLevels;
beforeEach(() => {
  // each engine would greet
  levels = Logger.LogLevels;
  Logger.LogLevels = Logger.NoneLogLevel;
});
afterEach(() => {
  Logger.LogLevels = levels;
});

/** A scene with one of everything that the calls need. */
function createYard() {
  const scene = nullScene();
  const camera = new draw.PlanarCamera(scene);
  const world = driftingWorld();
  const body = world.createBody({ shapes: [{ kind: 'circle', radius: 1 }] });
  return { scene, camera, world, body, mesh: CreateBox('crate', { size: 1 }, scene) };
}
type Yard = ReturnType<typeof createYard>;
type Call = (...values: never[]) => unknown;

const calls: ValidCall[] = [];

/** Adds a call in a yard: its valid arguments, and what it does with them. */
function add(name: string, make: (yard: Yard) => readonly [readonly unknown[], Call], required?: number) {
  const prepare = () => {
    const [values, call] = make(createYard());
    return { values, call: call as (...values: readonly unknown[]) => unknown };
  };
  calls.push({ name, prepare, ...(required === undefined ? {} : { required }) });
}

/** Adds methods and setters, by valid arguments. */
function addMembers(owner: string, of: (yard: Yard) => object, members: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(members)) {
    if (Array.isArray(value) && name !== 'layers')
      add(`${owner}.${name}`, (yard) => {
        const object = of(yard) as Record<string, Call>;
        return [value, (...given) => object[name](...given)];
      });
    else add(`${owner}.${name}=`, (yard) => [[value], (x) => Object.assign(of(yard), { [name]: x })]);
  }
}

const view = { x: 1, y: 2, halfHeight: 3 };
const point = { x: 0, y: 0 };
add('PlanarCamera', ({ scene }) => [[scene, view], (x, y) => new draw.PlanarCamera(x, y)], 1);
addMembers('PlanarCamera', ({ camera }) => camera, {
  view,
  canvasShare: { left: 0, width: 0.5, top: 0, height: 1 },
  setHome: [view],
  toWorld: [1, 2],
  toCanvas: [1, 2],
  pan: [1, 2],
  zoom: [2, 1, 1],
});
add(
  'WorldView',
  ({ scene, world, camera }) => [
    [scene, world, camera, { style: draw.filledStyle, layers: [draw.boxLayer] }],
    (x, y, z, w) => new draw.WorldView(x, y, z, w),
  ],
  3,
);
addMembers('WorldView', ({ scene, world, camera }) => new draw.WorldView(scene, world, camera), {
  style: draw.filledStyle,
  layers: [draw.boxLayer],
  layerMask: 1,
  update: [0.5],
});
add(
  'BodyDrag',
  ({ world }) => [
    [world, { hertz: 5, dampingRatio: 1, maximumAcceleration: 100 }],
    (x, y) => new draw.BodyDrag(x, y),
  ],
  1,
);
addMembers('BodyDrag', ({ world }) => new draw.BodyDrag(world), { grab: [point, 0.1], move: [point] });
add(
  'BodyInstances',
  ({ world, mesh }) => [
    [world, mesh, { interpolation: () => 1 }],
    (x, y, z) => new draw.BodyInstances(x, y, z),
  ],
  2,
);
add(
  'BodyInstances.add',
  ({ world, mesh, body }) => {
    const instances = new draw.BodyInstances(world, mesh);
    return [[body, { scale: 2, depth: 1, color: [1, 0, 0] }], (x, y) => instances.add(x, y)];
  },
  1,
);
add(
  'createAggregate',
  ({ world, mesh }) => [
    [world, mesh, { shape: 'box', density: 1, friction: 0.5, type: 'dynamic', interpolation: () => 1 }],
    (x, y, z) => draw.createAggregate(x, y, z),
  ],
  2,
);
add('DrawOnChange', ({ scene }) => [[scene], (x) => new draw.DrawOnChange(x)]);
addMembers('DrawOnChange', ({ scene }) => new draw.DrawOnChange(scene), { frame: [true] });
add('LinePainter', ({ scene }) => [[scene, 'lines', 1], (x, y, z) => new draw.LinePainter(x, y, z)], 1);
add('ShapeBatches', ({ scene }) => [[scene, 'shapes', 1], (x, y, z) => new draw.ShapeBatches(x, y, z)]);
add('hexColor', () => [['#ff8800'], draw.hexColor]);
add('pickBody', ({ world }) => [[world, point, 0.1], draw.pickBody]);
add('createGoalLayer', () => [[() => []], draw.createGoalLayer]);
add('meshTriangles', ({ mesh }) => [[mesh], draw.meshTriangles]);
add('MeshCollider', ({ mesh }) => [[mesh, { friction: 0.5 }], (x, y) => new draw.MeshCollider(x, y)], 1);

const allowed = [
  // options and looks may be empty, and so may the list of layers and that of the shapes of a body
  /\(\d\) = object: silent$/,
  /(layers|layers=\(0\)|createAggregate\(2\)\.shape) = list: silent$/,
  // what is more in a view, a style or a layer is for the page itself
  /(view=|setHome|PlanarCamera|style=|style|layers\[0\]|layers=)(\(\d\)(\[0\])?)? = unknown field: silent$/,
  // any text is a name or a title
  /\.(name|title) = (text|numeral): silent$/,
  /^(LinePainter|ShapeBatches)\(1\) = .*: (silent|raw, TypeError: Cannot convert a Symbol value to a string)$/,
  // what has a default may be left out
  /^(WorldView\.update|BodyDrag\.grab|DrawOnChange\.frame|ShapeBatches)\(\d\) = undefined: silent$/,
];

it('every call refuses them by name', async () => {
  const isTyped = (error: unknown): boolean => error instanceof InputError || error instanceof ClothError;
  expect(await wrongCalls(calls, { isTyped, allowed })).toEqual([]);
});
