/**
 * The principle of d'Alembert for every kind of joint: what joints do to the velocities lies in the span of the gradients of what they
 * keep, M dv = sum lambda_i grad C_i, and afterwards the velocities keep it, grad C_i . v = 0. The gradients are taken from the poses
 * by differences, so they know nothing of Jacobians. It is measured in steps so short that nothing turns; there are many, because the rows
 * of a joint find their common solution in the course of steps.
 */
import { createRandom, type Random, type Vec2 } from '@otedama/math2d';
import { type Body, createWorld, type JointDefinition, type World } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

/** s; a free body moves by less than 1e-7 m in a step. */
const DT = 1e-8;
const STEPS = 100;

interface Pair {
  readonly a: Body;
  readonly b: Body;
  /** Anchors in the frames of the bodies, m. */
  readonly anchorA: Vec2;
  readonly anchorB: Vec2;
}

/** A definition, and the functions C_i of the poses, m or rad, that it keeps. */
interface Case {
  readonly definition: (pair: Pair) => object;
  readonly kept: (pair: Pair) => (() => number)[];
  /** Whether the joint only pulls in the directions of these functions, like a spring. */
  readonly isSoft?: true;
}

const placeA = ({ a, anchorA }: Pair): Vec2 => a.getWorldPoint(anchorA);
const placeB = ({ b, anchorB }: Pair): Vec2 => b.getWorldPoint(anchorB);
const distance = (p: Vec2, q: Vec2): number => Math.hypot(p.x - q.x, p.y - q.y);
const anchors = ({ anchorA, anchorB }: Pair) => ({ localAnchorA: anchorA, localAnchorB: anchorB });
/** The offset from anchor A to anchor B along a direction in the frame of A, m. */
const along = (pair: Pair, axis: Vec2): number => {
  const [p, q, direction] = [placeA(pair), placeB(pair), pair.a.getWorldVector(axis)];
  return (q.x - p.x) * direction.x + (q.y - p.y) * direction.y;
};
const angle = ({ a, b }: Pair): number => b.angle - a.angle;

const groundA = { x: -1.3, y: 4 };
const groundB = { x: 2.4, y: 5 };
const axis = { x: 0.6, y: 0.8 };
const across = { x: -0.8, y: 0.6 };
const isPart = (pair: Pair): [() => number, () => number] => [
  () => placeB(pair).x - placeA(pair).x,
  () => placeB(pair).y - placeA(pair).y,
];

const cases: Record<string, Case> = {
  distance: {
    definition: (pair) => ({ kind: 'distance', ...anchors(pair) }),
    kept: (pair) => [() => distance(placeA(pair), placeB(pair))],
  },
  rope: {
    // as long as it is now, so that it is taut where the bodies part
    definition: (pair) => ({
      kind: 'rope',
      ...anchors(pair),
      maximumLength: distance(placeA(pair), placeB(pair)),
    }),
    kept: (pair) => [() => distance(placeA(pair), placeB(pair))],
  },
  'distance limits': {
    definition: (pair) => {
      const length = distance(placeA(pair), placeB(pair));
      return { kind: 'distance', ...anchors(pair), lower: length, upper: length };
    },
    kept: (pair) => [() => distance(placeA(pair), placeB(pair))],
  },
  pulley: {
    definition: (pair) => ({
      kind: 'pulley',
      ...anchors(pair),
      groundAnchorA: groundA,
      groundAnchorB: groundB,
      ratio: 1.7,
    }),
    kept: (pair) => [() => distance(placeA(pair), groundA) + 1.7 * distance(placeB(pair), groundB)],
  },
  gear: {
    definition: () => ({ kind: 'gear', ratio: -2.3 }),
    kept: ({ a, b }) => [() => a.angle - 2.3 * b.angle],
  },
  groove: {
    definition: ({ anchorB, ...pair }) => {
      const start = pair.a.getLocalPoint(placeB({ anchorB, ...pair }));
      return {
        kind: 'groove',
        grooveStart: { x: start.x - 3 * axis.x, y: start.y - 3 * axis.y },
        grooveEnd: { x: start.x + 5 * axis.x, y: start.y + 5 * axis.y },
        localAnchorB: anchorB,
      };
    },
    kept: (pair) => [() => along(pair, across)],
  },
  revolute: { definition: (pair) => ({ kind: 'revolute', ...anchors(pair) }), kept: isPart },
  'revolute limits': {
    definition: (pair) => ({ kind: 'revolute', ...anchors(pair), lower: 0, upper: 0 }),
    kept: (pair) => [...isPart(pair), () => angle(pair)],
  },
  weld: {
    definition: (pair) => ({ kind: 'weld', ...anchors(pair) }),
    kept: (pair) => [...isPart(pair), () => angle(pair)],
  },
  prismatic: {
    definition: (pair) => ({ kind: 'prismatic', ...anchors(pair), localAxisA: axis }),
    kept: (pair) => [() => along(pair, across), () => angle(pair)],
  },
  'prismatic limits': {
    definition: (pair) => {
      const x = along(pair, axis);
      return { kind: 'prismatic', ...anchors(pair), localAxisA: axis, lower: x, upper: x };
    },
    kept: (pair) => [() => along(pair, across), () => along(pair, axis), () => angle(pair)],
  },
  wheel: {
    // so soft that its spring does nothing in a step
    definition: (pair) => ({ kind: 'wheel', ...anchors(pair), localAxisA: axis, hertz: 1e-6 }),
    kept: (pair) => [() => along(pair, across)],
  },
  rotaryLimit: {
    definition: (pair) => ({ kind: 'rotaryLimit', lower: angle(pair), upper: angle(pair) }),
    kept: (pair) => [() => angle(pair)],
  },
};

const length = (pair: Pair) => [() => distance(placeA(pair), placeB(pair))];
const slide = (pair: Pair) => [() => along(pair, across), () => along(pair, axis)];
const hinge = (pair: Pair) => [...isPart(pair), () => angle(pair)];
const pulls: Record<string, Case> = {
  'distance spring': {
    definition: (pair) => ({ kind: 'distance', ...anchors(pair), length: 1, hertz: 2 }),
    kept: length,
  },
  'distance motor': {
    definition: (pair) => ({ kind: 'distance', ...anchors(pair), motorSpeed: 2, maximumMotorForce: 5 }),
    kept: length,
  },
  'revolute spring': {
    definition: (pair) => ({ kind: 'revolute', ...anchors(pair), hertz: 2, springAngle: 1 }),
    kept: hinge,
  },
  'revolute motor': {
    definition: (pair) => ({ kind: 'revolute', ...anchors(pair), motorSpeed: 2, maximumMotorTorque: 5 }),
    kept: hinge,
  },
  'soft weld': {
    definition: (pair) => ({ kind: 'weld', ...anchors(pair), hertz: 2, angularHertz: 3 }),
    kept: hinge,
  },
  'prismatic spring': {
    definition: (pair) => ({ kind: 'prismatic', ...anchors(pair), localAxisA: axis, hertz: 2 }),
    kept: (pair) => [...slide(pair), () => angle(pair)],
  },
  'prismatic motor': {
    definition: (pair) => ({ kind: 'prismatic', ...anchors(pair), localAxisA: axis, motorSpeed: 2 }),
    kept: (pair) => [...slide(pair), () => angle(pair)],
  },
  'wheel spring': {
    definition: (pair) => ({ kind: 'wheel', ...anchors(pair), localAxisA: axis, hertz: 2 }),
    kept: slide,
  },
  'wheel motor': {
    definition: (pair) => ({ kind: 'wheel', ...anchors(pair), localAxisA: axis, motorSpeed: 2 }),
    kept: (pair) => [...slide(pair), () => angle(pair)],
  },
  motor: {
    definition: (pair) => ({ kind: 'motor', ...anchors(pair), angularOffset: 1 }),
    kept: hinge,
  },
  friction: {
    definition: (pair) => ({ kind: 'friction', ...anchors(pair), maximumForce: 9, maximumTorque: 9 }),
    kept: hinge,
  },
  rotarySpring: {
    definition: () => ({ kind: 'rotarySpring', restAngle: 1 }),
    kept: (pair) => [() => angle(pair)],
  },
};
for (const [name, one] of Object.entries(pulls)) cases[name] = { ...one, isSoft: true };

/** The anchors of these kinds are in one place, or on the axis of A. Those of the others are anywhere. */
const touching = /^(revolute|weld|soft weld|motor|friction)/;
const sliding = /^(prismatic|wheel)/;

/** Two bodies with other masses, anywhere, in motion. */
function anyPair({ uniform }: Random, kind: string, world: World): Pair {
  const body = (x: number): Body =>
    world.createBody({
      position: { x: x + uniform(-0.3, 0.3), y: uniform(-0.5, 0.5) },
      angle: uniform(-3, 3),
      linearVelocity: { x: uniform(-2, 2), y: uniform(-2, 2) },
      angularVelocity: uniform(-3, 3),
      mass: uniform(0.5, 4),
      shapes: [
        { kind: 'circle', radius: 0.3, center: { x: 0.2, y: -0.1 } },
        { kind: 'circle', radius: 0.2, center: { x: -0.2, y: 0.1 } },
      ],
    });
  const [a, b] = [body(-1), body(1)];
  const anchorA = { x: uniform(-0.5, 0.5), y: uniform(-0.5, 0.5) };
  let anchorB = { x: uniform(-0.5, 0.5), y: uniform(-0.5, 0.5) };
  if (touching.test(kind) || sliding.test(kind)) {
    const t = sliding.test(kind) ? uniform(1, 2) : 0;
    const place = a.getWorldPoint({ x: anchorA.x + t * axis.x, y: anchorA.y + t * axis.y });
    anchorB = b.getLocalPoint(place);
  }
  return { a, b, anchorA, anchorB };
}

/** Velocities of the centres of mass and spins of both bodies. */
const velocities = ({ a, b }: Pair): number[] =>
  [a, b].flatMap(({ linearVelocity: { x, y }, angularVelocity }) => [x, y, angularVelocity]);

/** Masses and inertias by degree of freedom. */
const masses = ({ a, b }: Pair): number[] => [a, b].flatMap(({ mass, inertia }) => [mass, mass, inertia]);

/** Moves a degree of freedom of the bodies: along x or y, or a rotation about the centre of mass. */
function displace({ a, b }: Pair, freedom: number, by: number): void {
  const body = freedom < 3 ? a : b;
  const { x, y } = body.worldCenter;
  if (freedom % 3 === 2) body.angle += by;
  const moved = body.worldCenter;
  body.position = {
    x: body.position.x + x - moved.x + (freedom % 3 === 0 ? by : 0),
    y: body.position.y + y - moved.y + (freedom % 3 === 1 ? by : 0),
  };
}

/** The gradient of a function of the poses, by central differences. */
function gradientOf(pair: Pair, kept: () => number): number[] {
  const step = 1e-4;
  return Array.from({ length: 6 }, (_, freedom) => {
    displace(pair, freedom, step);
    const after = kept();
    displace(pair, freedom, -2 * step);
    const before = kept();
    displace(pair, freedom, step);
    return (after - before) / (2 * step);
  });
}

const dot = (u: readonly number[], v: readonly number[]): number =>
  u.reduce((sum, x, k) => sum + x * v[k], 0);

/** What is left of a vector without its part in the span of others (Gram-Schmidt). */
function remainder(vector: readonly number[], span: readonly (readonly number[])[]): number[] {
  const basis: number[][] = [];
  const reduce = (v: readonly number[]): number[] =>
    basis.reduce((rest, e) => rest.map((x, k) => x - dot(rest, e) * e[k]), [...v]);
  for (const direction of span) {
    const rest = reduce(direction);
    const length = Math.sqrt(dot(rest, rest));
    basis.push(rest.map((x) => x / length));
  }
  return reduce(vector);
}

describe.each([
  ['soft step', () => createSoftStep()],
  ['sequential impulses', () => createSequentialImpulses({ velocityIterations: 50 })],
])('%s', (_, create) => {
  test.each(Object.entries(cases))(
    '%s: impulses along the gradients, which keep what is kept',
    (kind, one) => {
      const random = createRandom(6);
      let taut = 0;
      for (let round = 0; round < 8; round++) {
        const world = createWorld({ solver: create(), gravity: { x: 0, y: 0 }, sleeping: false });
        const pair = anyPair(random, kind, world);
        const kept = one.kept(pair);
        const gradients = kept.map((C) => gradientOf(pair, C));
        world.createJoint({ ...one.definition(pair), bodyA: pair.a, bodyB: pair.b } as JointDefinition<Body>);
        const before = velocities(pair);
        for (let k = 0; k < STEPS; k++) world.step(DT);
        const after = velocities(pair);
        const mass = masses(pair);
        const impulse = after.map((v, k) => mass[k] * (v - before[k]));
        const size = Math.sqrt(dot(impulse, impulse));
        const rest = remainder(impulse, gradients);
        expect(Math.sqrt(dot(rest, rest))).toBeLessThan(1e-5 * (size + 1e-3));
        // a rope does nothing where the bodies approach
        if (kind === 'rope' && dot(gradients[0], before) < 0) {
          expect(size).toBe(0);
          continue;
        }
        if (size > 0) taut++;
        if (one.isSoft) continue;
        for (const gradient of gradients) {
          expect(Math.abs(dot(gradient, before))).toBeGreaterThan(0);
          expect(Math.abs(dot(gradient, after))).toBeLessThan(1e-4);
        }
      }
      expect(taut).toBeGreaterThan(2);
    },
  );
});
