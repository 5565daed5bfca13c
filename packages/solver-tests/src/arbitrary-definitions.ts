/**
 * Unusual but valid random definitions: every kind of shape, body, joint and soft body, with numbers from a seeded random stream.
 */

import { polygon, type Random, type Vec2 } from '@otedama/math2d';
import type {
  Body,
  BodyDefinition,
  BodyType,
  JointDefinition,
  ShapeDefinition,
  SoftBodyDefinition,
} from '@otedama/rigid';

/** True with the given probability. */
export const chance = (random: Random, share: number): boolean => random.next() < share;

export const pick = <T>(random: Random, list: readonly T[]): T => list[random.integer(list.length)];

/** A random vector with both coordinates within the bounds. */
export const vector = (random: Random, least: number, most: number): Vec2 => ({
  x: random.uniform(least, most),
  y: random.uniform(least, most),
});

/** A random position in the space that the test worlds use. */
export const place = (random: Random): Vec2 => ({ x: random.uniform(-6, 6), y: random.uniform(0.2, 8) });

/** Returns the value with the given probability, else an empty object. The result is spread into a definition. */
function sometimes<T>(random: Random, share: number, value: () => T): T | Record<string, never> {
  return chance(random, share) ? value() : {};
}

const geometries: ((random: Random, size: number) => ShapeDefinition)[] = [
  (random, size) => ({
    kind: 'circle',
    radius: size * random.uniform(0.05, 0.6),
    center: vector(random, -0.3, 0.3),
  }),
  (random, size) => ({
    kind: 'polygon',
    vertices: polygon.rectangle(size * random.uniform(0.1, 1.6), size * random.uniform(0.1, 1)),
    ...sometimes(random, 0.3, () => ({ radius: size * random.uniform(0.01, 0.2) })),
  }),
  (random, size) => ({
    kind: 'polygon',
    vertices: polygon.regular(size * random.uniform(0.1, 0.6), 3 + random.integer(6)),
    ...sometimes(random, 0.2, () => ({ radius: size * random.uniform(0.01, 0.1) })),
  }),
  (random, size) => ({
    kind: 'capsule',
    point1: { x: -size * random.uniform(0.05, 0.6), y: 0 },
    point2: { x: size * random.uniform(0.05, 0.6), y: size * random.uniform(-0.2, 0.2) },
    radius: size * random.uniform(0.03, 0.3),
  }),
  (random, size) => ({
    kind: 'segment',
    point1: { x: -size * random.uniform(0.2, 1.5), y: 0 },
    point2: { x: size * random.uniform(0.2, 1.5), y: random.uniform(-0.4, 0.4) },
  }),
];

/** A random shape of about 5 cm to 12 m. One in ten is four times as large as the others. */
export function arbitraryShape(random: Random): ShapeDefinition {
  return {
    ...pick(random, geometries)(random, chance(random, 0.1) ? 4 : 1),
    ...sometimes(random, 0.1, () => ({ sensor: true })),
    ...sometimes(random, 0.2, () => ({ restitution: random.next() })),
    ...sometimes(random, 0.3, () => ({ friction: random.uniform(0, 2) })),
    ...sometimes(random, 0.1, () => ({ rollingResistance: random.uniform(0, 0.3) })),
    ...sometimes(random, 0.1, () => ({ tangentSpeed: random.uniform(-3, 3) })),
    ...sometimes(random, 0.1, () => ({
      filter: { category: 1 << random.integer(3), mask: 1 + random.integer(7), group: random.integer(3) - 1 },
    })),
    ...sometimes(random, 0.3, () => ({ density: random.uniform(0, chance(random, 0.3) ? 0.1 : 20) })),
    ...sometimes(random, 0.2, () => ({ hitEvents: true })),
    ...sometimes(random, 0.1, () => ({ preSolveEvents: true })),
    ...sometimes(random, 0.1, () => ({ contactEvents: false })),
  };
}

export const bodyTypes: readonly BodyType[] = [
  'static',
  'kinematic',
  'dynamic',
  'dynamic',
  'dynamic',
  'dynamic',
];

/** A random body with up to three shapes. One in twenty is a fast bullet. */
export function arbitraryBody(random: Random): BodyDefinition {
  const isShot = chance(random, 0.05);
  return {
    type: pick(random, bodyTypes),
    position: place(random),
    angle: random.uniform(0, 6),
    shapes: Array.from({ length: chance(random, 0.8) ? 1 : 2 + random.integer(2) }, () =>
      arbitraryShape(random),
    ),
    ...sometimes(random, 0.3, () => ({ linearVelocity: vector(random, -10, 10) })),
    ...(isShot ? { linearVelocity: vector(random, -150, 20), bullet: true } : {}),
    ...sometimes(random, 0.2, () => ({ angularVelocity: random.uniform(-20, 20) })),
    ...sometimes(random, 0.05, () => ({ fixedRotation: true })),
    ...sometimes(random, 0.05, () => ({ lockX: true })),
    ...sometimes(random, 0.05, () => ({ lockY: true })),
    ...sometimes(random, 0.05, () => ({ allowFastRotation: true })),
    ...sometimes(random, 0.05, () => ({ allowSleep: false })),
    ...sometimes(random, 0.05, () => ({ awake: false })),
    ...sometimes(random, 0.05, () => ({ enabled: false })),
    ...sometimes(random, 0.1, () => ({ linearDamping: random.uniform(0, 3) })),
    ...sometimes(random, 0.1, () => ({ angularDamping: random.uniform(0, 3) })),
    ...sometimes(random, 0.05, () => ({ gravityScale: random.uniform(-1, 2) })),
    ...sometimes(random, 0.1, () => ({ mass: random.uniform(0.01, 100) })),
  };
}

/** Fields of each kind of joint, in addition to its bodies. */
const ownFields: Partial<Record<JointDefinition<Body>['kind'], (random: Random) => object>> = {
  distance: (random) => sometimes(random, 0.5, () => ({ length: random.uniform(0.2, 3) })),
  rope: (random) => ({ maximumLength: random.uniform(0.3, 4) }),
  revolute: (random) =>
    sometimes(random, 0.4, () => ({ motorSpeed: random.uniform(-8, 8), maximumMotorTorque: 99 })),
  prismatic: (random) => ({
    localAxisA: { x: 1, y: random.uniform(-1, 1) },
    ...sometimes(random, 0.4, () => ({ motorSpeed: random.uniform(-8, 8), maximumMotorForce: 99 })),
  }),
  wheel: (random) => ({
    localAxisA: { x: random.uniform(-1, 1), y: 1 },
    ...sometimes(random, 0.4, () => ({ motorSpeed: random.uniform(-8, 8), maximumMotorTorque: 99 })),
  }),
  motor: (random) => ({ linearOffset: vector(random, -1, 1), maximumForce: 99, maximumTorque: 50 }),
  gear: (random) => ({ ratio: random.uniform(0.3, 3) * (chance(random, 0.5) ? 1 : -1) }),
  pulley: (random) => ({
    groundAnchorA: place(random),
    groundAnchorB: place(random),
    ratio: random.uniform(0.3, 3),
  }),
  ratchet: (random) => ({ pitch: random.uniform(0.1, 1) * (chance(random, 0.5) ? 1 : -1) }),
  groove: (random) => ({ grooveStart: { x: -1, y: 0 }, grooveEnd: { x: 1, y: random.uniform(-1, 1) } }),
  rotarySpring: (random) => ({ hertz: random.uniform(0.5, 5), restAngle: random.uniform(-3, 3) }),
  friction: (random) => ({ maximumForce: random.uniform(1, 100), maximumTorque: random.uniform(1, 50) }),
};
const withAnchors: readonly string[] = [
  'distance',
  'rope',
  'revolute',
  'prismatic',
  'weld',
  'wheel',
  'friction',
];
const withSpring: readonly string[] = ['distance', 'revolute', 'prismatic', 'weld', 'wheel'];
const withLimits: readonly string[] = ['revolute', 'prismatic', 'wheel', 'rotaryLimit'];

/** A random joint of one of the kinds, between two bodies or between a body and the world. Its anchors are often metres apart. */
export function arbitraryJoint(
  random: Random,
  bodies: readonly Body[],
  kinds: readonly JointDefinition<Body>['kind'][],
): JointDefinition<Body> {
  const kind = pick(random, kinds);
  const bodyB = pick(random, bodies);
  if (kind === 'grab')
    return { kind, body: bodyB, target: place(random), maximumForce: random.uniform(1, 2000) };
  const bodyA = chance(random, 0.2) ? null : pick(random, bodies);
  const anchors = chance(random, 0.6)
    ? { worldAnchor: bodyB.position }
    : sometimes(random, 0.5, () => ({
        localAnchorB: vector(random, -0.5, 0.5),
        worldAnchorA: bodyB.position,
      }));
  return {
    kind,
    bodyA,
    bodyB,
    ...sometimes(random, 0.3, () => ({ collideConnected: true })),
    ...sometimes(random, 0.2, () => ({ breakForce: random.uniform(10, 500) })),
    ...(withAnchors.includes(kind) ? anchors : {}),
    ...(withSpring.includes(kind)
      ? sometimes(random, 0.3, () => ({ hertz: random.uniform(0.5, 20), dampingRatio: random.uniform(0, 2) }))
      : {}),
    ...(withLimits.includes(kind)
      ? sometimes(random, 0.5, () => ({ lower: random.uniform(-2, 0), upper: random.uniform(0, 2) }))
      : {}),
    ...ownFields[kind]?.(random),
  } as JointDefinition<Body>;
}

/** A square soft body with random options. */
export function arbitrarySoftBody(random: Random): SoftBodyDefinition {
  return {
    outline: polygon.rectangle(1, 1),
    position: place(random),
    angle: random.uniform(0, 3),
    modes: pick(random, ['linear', 'quadratic', 'free']),
    ...sometimes(random, 0.3, () => ({ keepArea: true })),
    ...sometimes(random, 0.3, () => ({ clusterSize: 0.5 })),
  };
}
