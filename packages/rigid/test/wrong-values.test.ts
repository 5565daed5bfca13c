/** Every call of the package with wrong values of every kind, in every place, as plain JavaScript allows them. */
import { createTree } from '@otedama/collision';
import { InputError } from '@otedama/math2d';
import { callsOf, type Prepared, type ValidCall, wrongCalls } from '@otedama/tooling/wrong-values';
import { expect, it } from 'vitest';
import * as bare from '../src/bare.js';
import * as rigid from '../src/index.js';
import {
  ableSolver,
  circle,
  createYard,
  filter,
  hero,
  jelly,
  jointOf,
  material,
  point,
  pond,
  region,
  reports,
  wind,
  type Yard,
} from './helpers/yard.js';

interface YardCall extends Prepared {
  readonly yard: Yard;
}

type Call = (...values: never[]) => unknown;

const calls: (ValidCall & { prepare(): YardCall })[] = [];

/** Adds a call in a yard: its valid arguments, and what it does with them. */
function add(
  name: string,
  make: (yard: Yard) => readonly [values: readonly unknown[], call: Call],
  required?: number,
  kind?: rigid.JointKind,
): void {
  const prepare = (): YardCall => {
    const yard = createYard(kind);
    const [values, call] = make(yard);
    return { yard, values, call: call as Prepared['call'] };
  };
  calls.push({ name, prepare, ...(required === undefined ? {} : { required }) });
}

/** Adds setters, by valid values. */
function addSetters(
  owner: string,
  of: (yard: Yard) => object,
  fields: Readonly<Record<string, unknown>>,
  kind?: rigid.JointKind,
): void {
  for (const [field, value] of Object.entries(fields))
    add(`${owner}.${field}=`, (yard) => [[value], (x) => Object.assign(of(yard), { [field]: x })], 1, kind);
}

/** Adds methods by their arguments; the last ones may be left out. */
function addMethods<Owner extends object>(
  owner: string,
  of: (yard: Yard) => Owner,
  methods: readonly (readonly [keyof Owner & string, (yard: Yard) => readonly unknown[], number?])[],
  kind?: rigid.JointKind,
): void {
  for (const [method, values, required] of methods) {
    const make = (yard: Yard) => {
      const object = of(yard) as Record<string, Call>;
      return [values(yard), (...given: never[]) => object[method](...given)] as const;
    };
    add(`${owner}.${method}`, make, required, kind);
  }
}

/** Adds functions. */
function addFunctions(
  functions: readonly (readonly [string, (yard: Yard) => readonly unknown[], number?])[],
  from: object = rigid,
): void {
  for (const [name, values, required] of functions)
    add(name, (yard) => [values(yard), (from as Record<string, Call>)[name.split(' ')[0]]], required);
}

const shapes = [
  circle,
  { kind: 'capsule', point1: point, point2: { x: 3, y: 4 }, radius: 1 },
  { kind: 'polygon', vertices: jelly.outline, radius: 0.1 },
  { kind: 'segment', point1: point, point2: { x: 3, y: 4 } },
  {
    kind: 'chainSegment',
    ghost1: { x: 0, y: 0 },
    point1: point,
    point2: { x: 3, y: 4 },
    ghost2: { x: 5, y: 5 },
  },
  { kind: 'halfSpace', position: point, normal: { x: 0, y: 1 } },
] as const;
const wholeShape = { ...circle, ...material, ...reports, filter, sensor: false };
const pose = { x: 0, y: 0, c: 1, s: 0 };
const query = { ...filter, sensors: true, accept: () => true };
const ray = { ...query, solid: true };
const wholeBody = {
  type: 'dynamic',
  position: point,
  angle: 1,
  linearVelocity: point,
  angularVelocity: 1,
  mass: 1,
  gravityScale: 1,
  linearDamping: 1,
  angularDamping: 1,
  fixedRotation: false,
  lockX: false,
  lockY: true,
  bullet: true,
  allowFastRotation: false,
  allowSleep: true,
  awake: true,
  enabled: true,
  name: 'crate',
  color: [0, 0, 1],
  shapes: [circle],
};

// ── Handles ──────────────────────────────────────────────────────────────────────────────────────────────────────

addSetters('Body', ({ a }) => a, {
  name: 'crate',
  color: [1, 0, 0.5],
  position: point,
  angle: 1,
  linearVelocity: point,
  angularVelocity: 1,
  mass: 2,
  type: 'static',
  gravityScale: 2,
  linearDamping: 1,
  angularDamping: 1,
  fixedRotation: true,
  lockX: true,
  lockY: true,
  isBullet: true,
  allowSleep: false,
  isEnabled: false,
  isAwake: false,
});
addMethods('Body', ({ a }) => a, [
  ['setTransform', () => [point, 1]],
  ['getWorldPoint', () => [point]],
  ['getLocalPoint', () => [point]],
  ['getWorldVector', () => [point]],
  ['getLocalVector', () => [point]],
  ['getPointVelocity', () => [point]],
  ['applyForce', () => [point, point], 1],
  ['applyImpulse', () => [point, point], 1],
  ['applyTorque', () => [1]],
  ['applyAngularImpulse', () => [1]],
  ['createShape', () => [wholeShape]],
]);
for (const shape of shapes) {
  const sensor = shape.kind === 'halfSpace' ? { sensor: true } : {};
  add(`Body.createShape ${shape.kind}`, ({ a }) => [[{ ...shape, ...sensor }], (x) => a.createShape(x)]);
}
addMethods('BodyShape', ({ shape }) => shape, [
  ['setMaterial', () => [material]],
  ['setFilter', () => [filter]],
]);
addMethods('SoftBody', (yard) => yard.jelly, [['setFilter', () => [{ category: 1, mask: 1 }]]]);
addMethods('CharacterMover', (yard) => yard.hero, [['move', () => [point, 0.01]]]);
addSetters('CharacterMover', (yard) => yard.hero, {
  state: {
    ground: null,
    groundNormal: { x: 0, y: 1 },
    velocity: point,
    press: { force: 1, speed: 1, time: 1, share: 1, error: 0 },
  },
});
const { kind: _, ...change } = wind;
addMethods('Field', ({ field }) => field, [['set', () => [change]]]);
addSetters('Field', ({ field }) => field, { definition: wind });
const jointSetters: Readonly<Partial<Record<rigid.JointKind, object>>> = {
  grab: { target: point, localAnchorB: point, maximumForce: 1 },
  revolute: {
    localAnchorA: point,
    localAnchorB: point,
    motorSpeed: 1,
    isMotorEnabled: false,
    maximumTorque: 2,
    breakForce: 1,
    breakTorque: 1,
    areLimitsEnabled: false,
    rest: 1,
  },
  prismatic: { localAxisA: point, maximumForce: 1, rest: 1 },
  motor: { linearOffset: point, rest: 1, maximumForce: 1 },
  distance: { rest: 1, maximumForce: 1 },
  rope: { rest: 1 },
  gear: { ratio: 3 },
  pulley: { ratio: 3, groundAnchorA: point, groundAnchorB: point },
};
for (const [kind, fields] of Object.entries(jointSetters))
  addSetters('Joint', ({ joint }) => joint, { ...fields }, kind as rigid.JointKind);
addMethods('Joint', ({ joint }) => joint, [
  ['setLimits', () => [0.5, 1]],
  ['setSpring', () => [0.5, 1]],
]);
addMethods('Joint', ({ joint }) => joint, [['setAngularSpring', () => [0.5, 1]]], 'weld');

// ── Worlds ───────────────────────────────────────────────────────────────────────────────────────────────────────

addSetters('BareWorld', ({ world }) => world, { gravity: point, trace: null });
addMethods('BareWorld', ({ world }) => world, [
  ['createBody', () => [wholeBody]],
  ['destroyBody', ({ a }) => [a]],
  ['bodyAt', () => [1]],
  ['shapeAt', () => [1]],
  ['step', () => [0.01]],
]);
addMethods('World', ({ world }) => world, [
  ['destroyJoint', ({ joint }) => [joint]],
  ['createSoftBody', () => [jelly]],
  ['destroySoftBody', (yard) => [yard.jelly]],
  ['softBodyOf', ({ a }) => [a]],
  ['setCollisionEnabled', ({ a, b }) => [a, b, false]],
  ['readTransforms', ({ world }) => [new Float32Array(4 * world.slotCount), 0.5], 1],
  ['forEachContact', () => [() => {}]],
  ['forEachBroadPhaseBox', () => [() => {}]],
  ['castRay', () => [point, point, ray], 2],
  ['castRayAll', () => [point, point, ray], 2],
  ['overlapAABB', () => [region, query], 1],
  ['overlapPoint', () => [point, query], 1],
  ['touching', ({ a }) => [a]],
  ['castShape', () => [circle, pose, point, query], 3],
]);
for (const kind of rigid.jointKinds)
  add(`World.createJoint ${kind}`, ({ world, a, b }) => [[jointOf(kind, a, b)], (x) => world.createJoint(x)]);
for (const shape of shapes)
  add(
    `World.overlapShape ${shape.kind}`,
    ({ world }) => [[shape, pose, query], (x, y, z) => world.overlapShape(x, y, z)],
    1,
  );
const worldOptions = {
  gravity: point,
  broadPhase: createTree,
  speculativeDistance: 0.1,
  placementTolerance: 0.1,
  hitSpeed: 1,
  sleeping: true,
  continuous: true,
  now: () => 0,
  contactFilter: () => true,
  preSolve: () => true,
};
const parts = { continuous: bare.continuous, seams: bare.seams };
addFunctions([
  ['createWorld', () => [{ solver: ableSolver(), ...worldOptions }]],
  ['compareWorlds', ({ world }) => [world, createYard().world, 10], 2],
  ['createCharacter', ({ world }) => [world, hero]],
  ['createSoftBody', ({ world }) => [world, jelly]],
  ['addWind', ({ world }) => [world, wind]],
  ['addBuoyancy', ({ world }) => [world, pond]],
  ['addField wind', ({ world }) => [world, wind]],
  ['addField buoyancy', ({ world }) => [world, pond]],
  [
    'explode',
    ({ world }) => [world, { position: point, radius: 1, falloff: 1, impulsePerLength: 1, filter }],
  ],
  ['moveTo', ({ lift }) => [lift, point, 0.1, 1], 3],
  ['interpolatedPose', ({ world, a }) => [world, a, 0.5]],
]);
add('bare.createWorld', () => [[{ solver: ableSolver() }, parts], (x, y) => bare.createWorld(x, y)], 1);
for (const measure of [bare.stateHash, bare.invariants, bare.countTouching])
  add(`bare.${measure.name}`, ({ world }) => [[world], (x) => measure(x)]);

// ── Definitions, drawing ─────────────────────────────────────────────────────────────────────────────────────────

const pen = {
  ...Object.fromEntries(['arc', 'moveTo', 'lineTo', 'closePath'].map((name) => [name, () => {}])),
};
const picturePen = (): rigid.PicturePen =>
  Object.assign(Object.create(null), {
    canvas: { width: 30, height: 20 },
    setTransform: () => {},
    getTransform: () => ({ a: 1, b: 0, c: 0, d: -1, e: 0, f: 0 }),
    clearRect: () => {},
  });
const canvas = new Proxy(Object.create(null), { get: () => () => {}, set: () => true });
const hole = [
  { x: 0.2, y: 0.2 },
  { x: 0.4, y: 0.2 },
  { x: 0.4, y: 0.4 },
];
addFunctions([
  ['chain', () => [{ points: jelly.outline, loop: true, freeSide: 'left', filter, ...reports, ...material }]],
  [
    'concave',
    () => [{ points: jelly.outline, holes: [hole], sensor: true, filter, ...reports, ...material }],
  ],
  ['mapJointBodies', ({ joint }) => [joint.toDefinition(), (body: rigid.Body) => body]],
  [
    'drawWorld',
    ({ world }) => [
      world,
      canvas,
      { alpha: 1, lineWidth: 0.1, contacts: true, joints: true, color: () => 'red' },
    ],
    2,
  ],
  [
    'beginPicture',
    () => [picturePen(), { minX: -1, minY: 0, maxX: 2, maxY: 3 }, { alignX: 0, alignY: 1, pixelRatio: 2 }],
    2,
  ],
  ['pointInPicture', () => [picturePen(), { offsetX: 3, offsetY: 4 }]],
  ...shapes.map(
    (shape) =>
      [
        `traceShape ${shape.kind}`,
        () => [Object.freeze(Object.assign(Object.create(null), pen)), shape],
      ] as const,
  ),
]);

// ── Time ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const clock = () => new rigid.FrameClock();
const record = ({ world }: Yard): rigid.Recording<number> => {
  const recording = new rigid.Recording<number>(world, { hashes: true });
  for (let k = 0; k < 5; k++) recording.record(0.01, k);
  return recording;
};
const hooks = { apply: () => {}, react: () => {}, save: () => 1, load: () => {} };
const clockOptions = { timeStep: 0.01, maximumFrame: 0.1, timeScale: 1, isPaused: false };
add('FrameClock', () => [[clockOptions], (x) => new rigid.FrameClock(x)], 0);
addSetters('FrameClock', clock, { isPaused: true, timeScale: 1 });
addMethods('FrameClock', clock, [['advance', () => [0.1, () => {}]]]);
add(
  'Recording',
  ({ world }) => [
    [world, { ...hooks, interval: 3, length: 9, hashes: true }],
    (x, y) => new rigid.Recording(x, y),
  ],
  1,
);
addMethods('Recording', record, [
  ['record', () => [0.01, 1], 1],
  ['seek', () => [2]],
  ['amend', () => [2, 1], 1],
  ['inputOf', () => [2]],
]);
add('StepRecorder', ({ world }) => [[world], (x) => new rigid.StepRecorder(x)]);
addFunctions([
  ['findFirstDivergence runs', (yard) => [record(yard), record(createYard())]],
  ['findFirstDivergence hashes', (yard) => [record(yard), { first: 0, hashes: record(createYard()).hashes }]],
  ['takeSnapshot', ({ world }) => [world, { shapes: true, into: new Uint8Array(1 << 20) }], 1],
  ['restoreSnapshot', ({ world }) => [world, rigid.takeSnapshot(world)]],
]);

// ── Scenes ───────────────────────────────────────────────────────────────────────────────────────────────────────

const description = {
  name: 'yard',
  timeStep: 0.01,
  title: 'A yard',
  category: 'tests',
  description: 'One of everything',
  character: { position: point },
  camera: { x: 0, y: 0, halfHeight: 1, halfWidth: 2 },
  settings: { solver: { substeps: 4 } },
};
const scene = ({ world }: Yard): rigid.Scene => rigid.toScene(world, description);
addFunctions([
  ['toScene', ({ world }) => [world, description]],
  ['validateScene', (yard) => [scene(yard), ableSolver().capabilities], 1],
  ['serializeScene', (yard) => [scene(yard)]],
  ['parseScene', (yard) => [rigid.serializeScene(scene(yard))]],
  ['loadScene', (yard) => [scene(yard), { solver: ableSolver(), broadPhase: createTree }]],
]);

// ── What is no mistake ───────────────────────────────────────────────────────────────────────────────────────────

const allowed = [
  // objects whose fields are all optional may be empty, and so may lists
  / = (object|list): silent$/,
  // options that are null count as not given; a first body of null is the world
  /^(createWorld|FrameClock|Recording|createCharacter)\(\d\)\.\w+ = null: silent$/,
  /\.bodyA = null: silent$/,
  /^CharacterMover\.state=\(0\)\.press = null: silent$/,
  /^bare\.createWorld\(1\)\.(continuous|seams) = null: silent$/,
  // any text is a name, and none takes it away
  /\.name=?(\(0\))? = (text|numeral|undefined): silent$/,
  /\(\d\)\.(title|category|description|name) = (text|numeral): silent$/,
  /^Body\.color=\(0\) = undefined: silent$/,
  // no limit
  /^Joint\.(maximum|break)(Force|Torque)=\(0\) = Infinity: silent$/,
  // an input of a recording is of any kind
  /^Recording\.(record|amend)\(1\) = \S.*: silent$/,
  // settings of a scene are of any kind that JSON has
  /\.settings(\.\w+)* = (text|numeral|null|boolean|number|list of undefined|unknown field): silent$/,
  // a solver has fields of its own. Bare worlds do not check it further than for its step: they are smaller without
  /\.solver(\.capabilities)? = unknown field: silent$/,
  /^bare\.createWorld\(0\)\.solver\.\S+ = \S.*: silent$/,
  /^validateScene\(1\) = unknown field: silent$/,
  // parts of bare worlds and numbers within them are exported whole, not written by hand
  /^bare\.createWorld\(1\)\.continuous\.(sweep|lookAhead|foresee) = \S.*: silent$/,
  /^bare\.createWorld\(1\)\.(continuous|seams) = unknown field: silent$/,
  // bodies of any kind can be renamed, and the other fields are checked when a joint is made of them
  /^mapJointBodies\(0\)(\.(?!kind)\S+)? = \S.*: silent$/,
  // hashes from elsewhere may come with more
  /^findFirstDivergence hashes\(1\) = unknown field: silent$/,
  // a pointer event has more fields than its place
  /^pointInPicture\(1\) = unknown field: silent$/,
  // geometry that is taken from the definition of a shape has its material too
  /^traceShape \w+\(1\) = unknown field: silent$/,
];

it('every call refuses them by name, and leaves the world as it was', async () => {
  const isTyped = (error: unknown): boolean => error instanceof InputError;
  const state = ({ yard }: YardCall): string => yard.world.stateHash();
  expect(await wrongCalls(calls, { isTyped, state, allowed })).toEqual([]);
});

it('no call of the package is left out', () => {
  const walked = new Set(calls.map(({ name }) => name.split(' ')[0]));
  // worlds, bodies and fields make their own handles; your data are of any kind
  const inner =
    /^(World|BareWorld|Body|BodyShape|Joint|SoftBody|Field|CharacterMover|InputError|SnapshotError|\w+\.userData=)$/;
  // what solvers and traces are made of checks nothing: it runs within steps
  const kernels = [
    /^(BodyStore|ShapeStore|ContactStore|JointStore|ContactRows|Substeps|StepRecorder|ContactView)\b/,
    /^(applyContactImpulse|applyGrabSprings|combine|finalizePoses|forEachRestingContact|freeze|holdLockedAxes)$/,
    /^(gravityInto|integratePositions|integrateVelocities|largestSurfaceSpeed|reboundSpeed|refreshContact)$/,
    /^traceContactRows$/,
  ];
  const isLeft = (name: string): boolean =>
    !walked.has(name) && !inner.test(name) && !kernels.some((pattern) => pattern.test(name));
  expect(callsOf(rigid).filter(isLeft)).toEqual([]);
  const { world, a, shape, joint, jelly, field, hero } = createYard();
  const classes = [world, a, shape, joint, jelly, field, hero].map((handle) => handle.constructor);
  const handles = [Object.getPrototypeOf(world.constructor), ...classes].map(
    (owner) => [owner.name, owner] as const,
  );
  expect(callsOf(Object.fromEntries(handles)).filter(isLeft)).toEqual([]);
  // most functions of bare worlds are methods of the others, which call them
  const isOwn = (name: string): boolean =>
    isLeft(name) && !walked.has(`World.${name}`) && !walked.has(`bare.${name}`);
  expect(callsOf(bare).filter(isOwn)).toEqual([]);
});
