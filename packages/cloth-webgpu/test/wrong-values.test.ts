/** Every call of a cloth with wrong values of every kind, in every place, as plain JavaScript allows them. */
import { callsOf, type Prepared, type ValidCall, wrongCalls } from '@otedama/tooling/wrong-values';
import { expect, it } from 'vitest';
import * as api from '../src/index.js';
import {
  adviseBendSubsteps,
  adviseSubsteps,
  bakeDistanceField,
  type Cloth,
  ClothError,
  colliderReactions,
  createCloth,
  createClothCpu,
  defaultClothParameters,
  gridMesh,
  joinPieces,
  motionLimits,
  pressure,
  tearing,
  weldVertices,
} from '../src/index.js';

const point = { x: 1, y: 2, z: 3 };
const still = { x: 0, y: 0, z: 0, w: 1 };
const triangle = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2], uvs: [0, 0, 1, 0, 0, 1] };
const tetrahedron = {
  positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
  triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
};
const field = bakeDistanceField(tetrahedron, { cellSize: 0.5 });
const colliders = [
  { type: 'plane', point: { x: 0, y: -5, z: 0 }, normal: { x: 0, y: 1, z: 0 }, friction: 0.3 },
  { type: 'sphere', center: { x: 0, y: -9, z: 0 }, radius: 1, friction: 0.1 },
  { type: 'capsule', from: point, to: { x: 9, y: 9, z: 9 }, radius: 1, toRadius: 2, friction: 0 },
  { type: 'box', center: { x: 20, y: 20, z: 20 }, halfSizes: point, rotation: still, friction: 0.1 },
] as const;
const grid = {
  columns: 3,
  rows: 3,
  width: 1,
  height: 1,
  center: point,
  shape: (x: number, y: number) => ({ x, y, z: 0 }),
  velocity: point,
  ripple: 0.01,
  inverseMass: 1,
  pins: 'topEdge',
  colliders,
  stepSeconds: 0.01,
  normals: true,
  measureInterval: 9,
  checkpointInterval: 9,
  ...defaultClothParameters,
  selfCollision: 1,
  tethers: 1.1,
};
const parts = { tearing: tearing({ strain: 0.3 }), reactions: colliderReactions(), limits: motionLimits() };
const fieldCollider = {
  type: 'field',
  field,
  position: { x: 30, y: 0, z: 0 },
  rotation: still,
  friction: 0.3,
};
const blade = [point, { x: 0, y: 1, z: 1 }, { x: 1, y: 1, z: 1 }];
const ray = { origin: { x: 0, y: 0, z: 9 }, direction: { x: 0, y: 0, z: -1 } };

const call = (
  name: string,
  make: (...values: never[]) => unknown,
  values: readonly unknown[],
  required?: number,
): ValidCall => ({
  name,
  prepare: () => ({ values, call: make as Prepared['call'] }),
  ...(required === undefined ? {} : { required }),
});

/** A method of a cloth, of which a pointer holds a particle. */
const method = (name: keyof Cloth & string, values: readonly unknown[], required?: number): ValidCall => ({
  name: `Cloth.${name}`,
  prepare() {
    const cloth = createClothCpu({ columns: 4, rows: 4, colliders, tearing: tearing() });
    cloth.grabParticle(1, 5, point);
    return {
      values,
      call: (...given) => (cloth[name] as (...values: readonly unknown[]) => unknown)(...given),
    };
  },
  ...(required === undefined ? {} : { required }),
});

/** A method of the motion limits of a cloth of one triangle. */
const limited = (name: 'move' | 'place' | 'setScale'): ValidCall => ({
  name: `MotionLimits.${name}`,
  prepare() {
    const limits = motionLimits({ backstop: { radius: 1 } });
    createClothCpu({ mesh: triangle, limits });
    const skin = { positions: triangle.positions, normals: [0, 0, 1, 0, 0, 1, 0, 0, 1] };
    return {
      values: [name === 'setScale' ? 1 : skin],
      call: (...given) => (limits[name] as (...values: readonly unknown[]) => void)(...given),
    };
  },
});

const calls = [
  call('gridMesh', gridMesh, [{ columns: 2, rows: 2, width: 1, height: 1 }], 0),
  call('joinPieces', joinPieces, [
    [{ mesh: triangle, center: point, rotation: still, velocity: point, density: 1, pins: [0] }],
  ]),
  call('createClothCpu grid', createClothCpu, [grid], 0),
  call(
    'createClothCpu mesh',
    createClothCpu,
    [{ mesh: triangle, density: 1, velocity: () => point, pins: [0] }],
    0,
  ),
  call('createClothCpu parts', createClothCpu, [{ columns: 2, rows: 2, ...parts }], 0),
  call('createClothCpu pressure', createClothCpu, [{ mesh: tetrahedron, pressure: pressure() }], 0),
  call(
    'createClothCpu field',
    createClothCpu,
    [{ columns: 2, rows: 2, fields: [field], colliders: [fieldCollider] }],
    0,
  ),
  call(
    'createCloth',
    createCloth,
    [
      { columns: 2, rows: 2 },
      { plan: 'auto', buffers: {}, requestDevice: () => {} },
    ],
    0,
  ),
  call(
    'adviseSubsteps',
    adviseSubsteps,
    [{ rows: 9, height: 1, tolerance: 0.1, gravity: 9, stepSeconds: 0.01 }],
    1,
  ),
  call(
    'adviseBendSubsteps',
    adviseBendSubsteps,
    [{ bendStiffness: 1e-4, density: 0.3, spacing: 0.01, stepSeconds: 0.01 }],
    1,
  ),
  call('pressure', pressure, [{ overpressure: 9, ambient: 1, volume: 2 }], 0),
  call('tearing', tearing, [{ strain: 0.3 }], 0),
  call('motionLimits', motionLimits, [{ maxDistance: [0, 1], backstop: { offset: 0.1, radius: [1, 2] } }], 0),
  limited('move'),
  limited('place'),
  limited('setScale'),
  call('bakeDistanceField', bakeDistanceField, [tetrahedron, { cellSize: 0.5, margin: 0.1 }], 1),
  call('weldVertices', weldVertices, [triangle, 0.01], 1),
  method('setParameters', [{ ...defaultClothParameters, tethers: 1.1 }]),
  method('advance', [0.02]),
  method('grab', [1, ray]),
  method('grabParticle', [1, 5, point]),
  method('moveGrab', [1, point]),
  method('release', [1, point], 1),
  method('setPin', [5, point], 1),
  method('freePin', [0]),
  method('teleport', [{ translation: point, rotation: still, about: point }]),
  method('applyImpulse', [{ point, radius: 1, impulse: point, falloff: 0.5 }]),
  method('cut', [blade]),
  method('setColliders', [colliders]),
  method('moveColliders', [colliders]),
  method('subscribe', [() => {}]),
  method('restore', [new Uint8Array(9)]),
];

const allowed = [
  // objects whose fields are all optional may be empty, and so may lists
  / = (object|list): silent$/,
  // links that give way to nothing, and have no limit
  /\.(\w+Compliance|\w*[sS]trainLimit) = Infinity: silent$/,
  // a limit that is none, and one number for all particles
  /^motionLimits\(0\)\.maxDistance(\[\d\])? = Infinity: silent$/,
  /^motionLimits\(0\)\.(maxDistance|backstop\.radius) = number: silent$/,
  // a switch or a word, or a number that says more
  /\.(tethers|selfCollision) = boolean: silent$/,
  /\.column(Compliance|StrainLimit) = number: silent$/,
  // a direction, or an explosion
  /^Cloth\.applyImpulse\(0\)\.impulse = number: silent$/,
  // an option that is null counts as not given
  /^createClothCpu field\(0\)\.fields = null: silent$/,
  /^bakeDistanceField\(1\)\.(cellSize|margin) = null: silent$/,
  // rays of other libraries have more fields
  /^Cloth\.grab\(1\) = unknown field: silent$/,
  // parts are made by their functions, and are not taken apart
  /^createClothCpu (parts|pressure)\(0\)\.(tearing|reactions|limits|pressure)(\.\w+)? = \S.*: (silent|raw.*)$/,
];

/** What takes nothing, or needs an adapter or a device. */
const elsewhere = ['ClothError', 'clothDeviceDescriptor', 'colliderReactions', 'createClothGpu'];

it('the list has every function', () => {
  const named = new Set(calls.map(({ name }) => name.split(' ')[0]));
  expect(callsOf(api).filter((name) => !named.has(name))).toEqual(elsewhere);
});

it('every call refuses them by name', async () => {
  const isTyped = (error: unknown): boolean => error instanceof ClothError;
  expect(await wrongCalls(calls, { isTyped, allowed })).toEqual([]);
});
