import {
  addField,
  type Body,
  type BodyShape,
  type CharacterMover,
  createCharacter,
  createSoftBody,
  createWorld,
  type Field,
  type Joint,
  type JointDefinition,
  type JointKind,
  jointKinds,
  type SoftBody,
  type Solver,
  type World,
} from '../../src/index.js';
import { ghostSolver } from './simple-solver.js';

export const point = { x: 1, y: 2 };
export const circle = { kind: 'circle', radius: 0.5, center: { x: 0, y: 0.1 } } as const;
const square = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** A solver with all features, as far as definitions go. */
export const ableSolver = (): Solver => ({
  ...ghostSolver(),
  capabilities: {
    restitution: true,
    friction: true,
    tangentSpeed: true,
    rollingResistance: true,
    joints: jointKinds,
    softBodies: createSoftBody,
  },
});

/** All fields of each kind of joint, except the bodies. Values are valid ones, and none is a default. */
const motor = { motorSpeed: 1, enableMotor: true };
const limits = { lower: 0.5, upper: 2, enableLimit: true };
const spring = { hertz: 1, dampingRatio: 1 };
const base = { collideConnected: true, breakForce: 1, breakTorque: 1 };
const jointFields: Readonly<Record<JointKind, object>> = {
  grab: { localAnchor: point, target: point, ...spring, maximumForce: 1 },
  distance: {
    ...base,
    ...spring,
    ...limits,
    ...motor,
    maximumMotorForce: 1,
    length: 1,
    localAnchorA: point,
    localAnchorB: point,
  },
  rope: { maximumLength: 3, worldAnchorA: point, worldAnchorB: point },
  revolute: {
    ...spring,
    ...limits,
    ...motor,
    maximumMotorTorque: 1,
    worldAnchor: point,
    referenceAngle: 1,
    springAngle: 1,
  },
  prismatic: {
    ...spring,
    ...limits,
    ...motor,
    maximumMotorForce: 1,
    localAxisA: point,
    referenceAngle: 1,
    springTranslation: 1,
  },
  weld: { ...spring, referenceAngle: 1, angularHertz: 1, angularDampingRatio: 1 },
  wheel: { ...spring, ...limits, ...motor, maximumMotorTorque: 1, localAxisA: point },
  motor: { ...spring, linearOffset: point, angularOffset: 1, maximumForce: 1, maximumTorque: 1 },
  gear: { ratio: 2, maximumTorque: 1 },
  pulley: { groundAnchorA: point, groundAnchorB: { x: 5, y: 9 }, ratio: 2, canGoSlack: true },
  ratchet: { pitch: 1, phase: 1, maximumTorque: 1 },
  groove: { grooveStart: point, grooveEnd: { x: 5, y: 5 }, localAnchorB: point },
  rotarySpring: { ...spring, restAngle: 1 },
  rotaryLimit: limits,
  friction: { maximumForce: 1, maximumTorque: 1 },
  filter: {},
};

export const jointOf = (kind: JointKind, bodyA: Body, bodyB: Body): JointDefinition<Body> =>
  ({ kind, ...(kind === 'grab' ? { body: bodyB } : { bodyA, bodyB }), ...jointFields[kind] }) as never;

export const material = {
  density: 1,
  friction: 0.5,
  restitution: 0.5,
  tangentSpeed: 1,
  rollingResistance: 0.1,
  frictionCombine: 'minimum',
  restitutionCombine: 'maximum',
} as const;
export const filter = { category: 1, mask: 3, group: -1 };
export const reports = { contactEvents: true, hitEvents: true, preSolveEvents: true };
export const region = { minX: 0, minY: 0, maxX: 9, maxY: 9 };
export const wind = { kind: 'wind', velocity: point, density: 1, drag: 1, lift: 1, region } as const;
export const pond = {
  kind: 'buoyancy',
  surface: point,
  normal: { x: 0, y: 1 },
  density: 1,
  flow: point,
  linearDrag: 1,
  angularDrag: 1,
  region,
} as const;
export const jelly = {
  outline: square,
  position: { x: 20, y: 20 },
  angle: 1,
  linearVelocity: point,
  angularVelocity: 1,
  mass: 1,
  particleRadius: 0.2,
  modes: 'linear',
  compliance: 0,
  damping: 0.1,
  clusterSize: 1,
  keepArea: true,
  filter: { category: 1, mask: 1 },
  name: 'jelly',
  color: [0, 1, 0],
  ...reports,
  ...material,
} as const;
export const hero = {
  shape: circle,
  position: { x: 30, y: 30 },
  up: { x: 0, y: 1 },
  maximumSlope: 1,
  stepHeight: 0.1,
  snapDistance: 0.1,
  skin: 0.01,
  mass: 80,
  filter,
  accept: (): boolean => true,
};

/** A world with one of everything that has a handle. */
export interface Yard {
  readonly world: World;
  readonly floor: Body;
  readonly a: Body;
  readonly b: Body;
  readonly lift: Body;
  readonly shape: BodyShape;
  readonly joint: Joint;
  readonly jelly: SoftBody;
  readonly field: Field;
  readonly hero: CharacterMover;
}

/** @param kind kind of the joint between `a` and `b` */
export function createYard(kind: JointKind = 'revolute'): Yard {
  const world = createWorld({ solver: ableSolver() });
  const ground = { kind: 'halfSpace', normal: { x: 0, y: 1 } } as const;
  const floor = world.createBody({ type: 'static', shapes: [ground] });
  const triangle = { kind: 'polygon', vertices: square.slice(0, 3), preSolveEvents: true } as const;
  const a = world.createBody({ position: { x: 0, y: 3 }, shapes: [circle, triangle] });
  const b = world.createBody({ position: { x: 3, y: 3 }, shapes: [circle] });
  const lift = world.createBody({ type: 'kinematic', position: { x: 9, y: 3 }, shapes: [circle] });
  return {
    world,
    floor,
    a,
    b,
    lift,
    shape: a.shapes[0],
    joint: world.createJoint(jointOf(kind, a, b)),
    jelly: world.createSoftBody(jelly),
    field: addField(world, wind) as unknown as Field,
    hero: createCharacter(world, hero),
  };
}
