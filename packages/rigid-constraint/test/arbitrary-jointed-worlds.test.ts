/**
 * Arbitrary chains of up to twelve boxes, circles and capsules on rigid joints of all kinds, some closed to loops, some held by the world,
 * that fall on a floor. Nothing drives them, so they keep no more energy than they start with, and nobody stays below the floor.
 */

import { createRandom, polygon, type Random } from '@otedama/math2d';
import {
  type Body,
  createWorld,
  type JointDefinition,
  type ShapeDefinition,
  type World,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';

const DT = 1 / 60;
const GRAVITY = 10;
const STEPS = 300;

interface Jointed {
  readonly world: World;
  readonly bodies: readonly Body[];
}

/** A shape that reaches up to `reach` from its origin, m. */
function shapeOf(random: Random, reach: number): ShapeDefinition {
  const kind = random.integer(3);
  if (kind === 0) return { kind: 'circle', radius: reach };
  const breadth = reach * random.uniform(0.2, 0.5);
  if (kind === 1) {
    const length = 2 * Math.sqrt(reach * reach - breadth * breadth);
    return { kind: 'polygon', vertices: polygon.rectangle(length, 2 * breadth) };
  }
  const x = reach - breadth;
  return { kind: 'capsule', point1: { x: -x, y: 0 }, point2: { x, y: 0 }, radius: breadth };
}

/** A joint of B to A, or to the world, that holds at the present poses. */
function jointOf(random: Random, bodyA: Body | null, bodyB: Body): JointDefinition<Body> {
  const b = bodyB.position;
  const a =
    bodyA === null ? { x: b.x + random.uniform(-1, 1), y: b.y + random.uniform(0, 1) } : bodyA.position;
  const share = random.next();
  const worldAnchor = { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
  const localAxisA = { x: random.uniform(-1, 1), y: random.uniform(0.1, 1) };
  const limits = { lower: random.uniform(-1, 0), upper: random.uniform(0, 1) };
  const ends = { worldAnchorA: a, worldAnchorB: b };
  const distance = Math.hypot(a.x - b.x, a.y - b.y);
  const angle = bodyB.angle - (bodyA === null ? 0 : bodyA.angle);
  const pair = { bodyA, bodyB, collideConnected: random.next() < 0.3 };
  const kinds: object[] = [
    { kind: 'revolute', worldAnchor },
    { kind: 'revolute', worldAnchor, ...limits },
    { kind: 'weld', worldAnchor },
    { kind: 'prismatic', worldAnchor, localAxisA },
    { kind: 'prismatic', worldAnchor, localAxisA, ...limits },
    { kind: 'wheel', worldAnchor, localAxisA },
    { kind: 'distance', ...ends },
    { kind: 'distance', ...ends, lower: 0.5 * distance, upper: 1.2 * distance },
    { kind: 'rope', ...ends, maximumLength: 1.1 * distance },
    { kind: 'rotaryLimit', lower: angle + limits.lower, upper: angle + limits.upper },
    { kind: 'friction', worldAnchor, maximumForce: 30, maximumTorque: 3 },
  ];
  if (bodyA !== null) {
    const groundAnchorA = { x: a.x, y: a.y + 8 };
    const groundAnchorB = { x: b.x, y: b.y + 8 };
    kinds.push({ kind: 'gear', ratio: random.uniform(0.3, 3) });
    kinds.push({ kind: 'pulley', ...ends, groundAnchorA, groundAnchorB });
  }
  return { ...pair, ...kinds[random.integer(kinds.length)] } as unknown as JointDefinition<Body>;
}

/** @param orders powers of ten between which the masses lie, kg */
function arbitrary(seed: number, [lowest, highest]: readonly [number, number]): Jointed {
  const random = createRandom(seed);
  const world = createWorld({
    gravity: { x: 0, y: -GRAVITY },
    solver: createSoftStep(),
    sleeping: false,
  });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  const count = 2 + random.integer(11);
  const columns = 2 + random.integer(6);
  const height = random.uniform(0.5, 3);
  const bodies = Array.from({ length: count }, (_, k) => {
    const row = Math.floor(k / columns);
    const column = row % 2 === 0 ? k % columns : columns - 1 - (k % columns);
    return world.createBody({
      position: { x: column, y: height + row },
      angle: random.uniform(-3, 3),
      angularVelocity: random.uniform(-2, 2),
      mass: 10 ** random.uniform(lowest, highest),
      shapes: [{ ...shapeOf(random, random.uniform(0.06, 0.45)), friction: random.next() }],
    });
  });
  bodies.forEach((body, k) => {
    if (k > 0) world.createJoint(jointOf(random, bodies[k - 1], body));
  });
  if (random.next() < 0.4) world.createJoint(jointOf(random, null, bodies[0]));
  if (random.next() < 0.3) world.createJoint(jointOf(random, bodies[count - 1], bodies[0]));
  return { world, bodies };
}

/** Lowest point of a body, m. */
function lowest({ position, angle, shapes: [shape] }: Body): number {
  const geometry = shape.geometry;
  let y = Number.POSITIVE_INFINITY;
  const lower = (point: { readonly x: number; readonly y: number }, radius: number): void => {
    y = Math.min(y, position.y + Math.sin(angle) * point.x + Math.cos(angle) * point.y - radius);
  };
  if (geometry.kind === 'circle') lower({ x: 0, y: 0 }, geometry.radius);
  else if (geometry.kind === 'polygon') for (const vertex of geometry.vertices) lower(vertex, 0);
  else if (geometry.kind === 'capsule') {
    lower(geometry.point1, geometry.radius);
    lower(geometry.point2, geometry.radius);
  }
  return y;
}

/** Plays a world. Returns the most energy above that of the start, as a share of it, and the deepest point at the end, m. */
function play({ world, bodies }: Jointed): { readonly gain: number; readonly deepest: number } {
  const energy = (): number => {
    const { kineticEnergy, potentialEnergy } = world.invariants();
    return kineticEnergy + potentialEnergy;
  };
  const start = energy();
  let most = 0;
  for (let k = 0; k < STEPS; k++) {
    world.step(DT);
    // a fast body that is stopped where it meets another falls short of the way of a step, but keeps its velocity
    let owed = 0;
    for (const { mass, linearVelocity } of bodies) {
      owed += mass * GRAVITY * DT * Math.hypot(linearVelocity.x, linearVelocity.y);
    }
    most = Math.max(most, energy() - owed - start);
  }
  return { gain: most / start, deepest: Math.max(...bodies.map((body) => -lowest(body))) };
}

describe('arbitrary jointed bodies', () => {
  const check = (seed: number, masses: readonly [number, number]): void => {
    const { gain, deepest } = play(arbitrary(seed, masses));
    expect(gain).toBeLessThan(0.01);
    expect(deepest).toBeLessThan(0.05);
  };

  // 499, 592: sliders and welds with long arms, solved row by row, gain up to 362 % of their energy
  test.each([...Array.from({ length: 40 }, (_, seed) => seed), 499, 592])(
    'of 0.3 to 10 kg, seed %i',
    (seed) => {
      check(seed, [-0.5, 1]);
    },
  );

  // With one pass over the contacts after all passes over the joints, 25 to 199 double their energy, or are pulled 0.8 m into the floor. 27
  // stayed 0.85 m in the floor, where sweeps held it; 74 and 92 0.21 and 0.13 m, as their contacts gave way to the load.
  test.each([25, 31, 47, 137, 199, 27, 74, 92])('of 10 g to 1,000 kg, seed %i', (seed) => {
    check(seed, [-2, 3]);
  });
});
