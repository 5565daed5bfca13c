/** Worlds for tests: a scene stepped by sequential impulses, with access to the internals of each step. */

import { collideShapes } from '@otedama/collision';
import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  type Body,
  type BodyDefinition,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  createWorld,
  DYNAMIC,
  INERTIA,
  MASS,
  NORMAL_IMPULSE,
  POINT_STRIDE,
  POINT0,
  type Solver,
  type SolverWorld,
  VX,
  VY,
  W,
  type World,
  type WorldDefinition,
} from '@otedama/rigid';
import { createSequentialImpulses, createSoftStep, type SequentialImpulseOptions } from '../src/index.js';

/** Both methods of this package, by name, with default settings. */
export const methods: readonly (readonly [string, () => Solver])[] = [
  ['soft step', () => createSoftStep()],
  ['sequential impulses', () => createSequentialImpulses()],
];

/** The parts of a scene needed to step it. */
export interface Bodies {
  readonly gravity: { readonly x: number; readonly y: number };
  readonly bodies: readonly BodyDefinition[];
}

/** Sums over the dynamic bodies; angular momentum about the origin. */
export interface Sums {
  kinetic: number;
  momentumX: number;
  momentumY: number;
  angularMomentum: number;
}

/** A world whose solver state is accessible. */
export interface Run {
  readonly world: World;
  /** All bodies, in the order of the scene. */
  readonly bodies: readonly Body[];
  /** The dynamic bodies. */
  readonly dynamic: readonly Body[];
  /** The solver's view of the world; valid after the first step. */
  readonly inside: SolverWorld;
  /** Number of `collide` calls in the last step. */
  readonly collisions: number;
  /** Change of the sums by solving, at the poses at which contacts were found, without gravity and forces. */
  readonly gain: Sums;
  /** Impulses of the last step by contact: both bodies and the normal impulse of each point. */
  impulses(): { a: Body; b: Body; normal: number[]; tangent: number[] }[];
  step(count?: number, dt?: number): void;
}

/** Sums at the poses and velocities of the store. */
export function sums(world: SolverWorld): Sums {
  const { motion, pose, mass, type, awake, awakeCount } = world.bodies;
  const total = { kinetic: 0, momentumX: 0, momentumY: 0, angularMomentum: 0 };
  for (let k = 0; k < awakeCount; k++) {
    if (type[awake[k]] !== DYNAMIC) continue;
    const o = awake[k] * BODY_STRIDE;
    const m = mass[o + MASS];
    const i = mass[o + INERTIA];
    const vx = motion[o + VX];
    const vy = motion[o + VY];
    const w = motion[o + W];
    total.kinetic += 0.5 * (m * (vx * vx + vy * vy) + i * w * w);
    total.momentumX += m * vx;
    total.momentumY += m * vy;
    total.angularMomentum += m * (pose[o + CX] * vy - pose[o + CY] * vx) + i * w;
  }
  return total;
}

/** Creates the bodies of a scene with sequential impulses, or with the given solver. */
export function run(
  scene: Bodies & { readonly timeStep?: number },
  options: SequentialImpulseOptions | Solver = {},
  worldOptions: Partial<WorldDefinition> = {},
): Run {
  const inner = 'step' in options ? options : createSequentialImpulses(options);
  let inside: SolverWorld | undefined;
  let collisions = 0;
  const gain: Sums = { kinetic: 0, momentumX: 0, momentumY: 0, angularMomentum: 0 };
  const probe: Solver = {
    name: inner.name,
    capabilities: inner.capabilities,
    step(world, dt) {
      inside = world;
      collisions = 0;
      const counted: SolverWorld = Object.create(world, {
        collide: {
          value: () => {
            collisions++;
            world.collide();
          },
        },
      });
      const { motion, mass, type, awake, awakeCount } = world.bodies;
      // velocities after gravity, to separate its work from that of the contacts
      const before = motion.slice();
      for (let k = 0; k < awakeCount; k++) {
        const o = awake[k] * BODY_STRIDE;
        if (type[awake[k]] !== DYNAMIC) continue;
        motion[o + VX] += dt * world.gravityX * mass[o + 7];
        motion[o + VY] += dt * world.gravityY * mass[o + 7];
      }
      const free = sums(world);
      motion.set(before);
      inner.step(counted, dt);
      const after = sums(world);
      for (const key of ['kinetic', 'momentumX', 'momentumY', 'angularMomentum'] as const) {
        gain[key] = after[key] - free[key];
      }
    },
  };
  const world = createWorld({ gravity: scene.gravity, solver: probe, ...worldOptions });
  const bodies = scene.bodies.map((definition) => world.createBody({ allowSleep: false, ...definition }));
  const timeStep = scene.timeStep ?? 1 / 60;
  return {
    world,
    bodies,
    dynamic: bodies.filter((body) => body.type === 'dynamic'),
    get inside() {
      if (!inside) throw new Error('the world has not been stepped');
      return inside;
    },
    get collisions() {
      return collisions;
    },
    gain,
    impulses() {
      const { index, data, touching, touchingCount } = this.inside.contacts;
      const bySlot = (slot: number): Body => bodies[slot];
      return Array.from({ length: touchingCount }, (_, k) => {
        const ci = touching[k] * CONTACT_INDEX_STRIDE;
        const c = touching[k] * CONTACT_STRIDE + POINT0;
        const points = Array.from({ length: index[ci + COUNT] }, (_unused, j) => c + j * POINT_STRIDE);
        return {
          a: bySlot(index[ci + BODY_A]),
          b: bySlot(index[ci + BODY_B]),
          normal: points.map((p) => data[p + NORMAL_IMPULSE]),
          tangent: points.map((p) => data[p + NORMAL_IMPULSE + 1]),
        };
      });
    },
    step(count = 1, dt = timeStep) {
      for (let k = 0; k < count; k++) world.step(dt);
    },
  };
}

/** Sum of all numbers. */
export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

/** Largest speed of the dynamic bodies, m/s. */
export function topSpeed(bodies: readonly Body[]): number {
  return Math.max(...bodies.map((body) => Math.hypot(body.linearVelocity.x, body.linearVelocity.y)));
}

/** Deepest overlap of two shapes of different bodies, m; 0 if none overlap. Checks every pair, using only the poses. */
export function deepestOverlap({ bodies }: Pick<Run, 'bodies'>): number {
  const placed = bodies.flatMap((body) => {
    const { x, y } = body.position;
    const transform = { x, y, c: Math.cos(body.angle), s: Math.sin(body.angle) };
    const reach = body.type === 'dynamic' ? 3 : Number.POSITIVE_INFINITY;
    return body.shapes.map((shape) => ({ body, shape: shape.geometry, transform, reach }));
  });
  let deepest = 0;
  for (const [i, a] of placed.entries()) {
    for (const b of placed.slice(i + 1)) {
      if (a.body === b.body || (a.body.type !== 'dynamic' && b.body.type !== 'dynamic')) continue;
      const apart = Math.hypot(a.transform.x - b.transform.x, a.transform.y - b.transform.y);
      if (apart > a.reach + b.reach) continue;
      for (const point of collideShapes(a.shape, a.transform, b.shape, b.transform, 0).points) {
        deepest = Math.max(deepest, -point.separation);
      }
    }
  }
  return deepest;
}
