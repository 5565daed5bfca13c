/**
 * Random worlds whose hooks query the world, try to change it, and sometimes throw. Queries and aborted steps must have no effect
 * afterwards. A world with queries, a world without, and a copy restored after an aborted step must stay equal.
 */

import { createGrid, createSweep, createTree } from '@otedama/collision';
import { createRandom, InputError, type Random } from '@otedama/math2d';
import {
  addWind,
  type BodyShape,
  type ContactView,
  explode,
  restoreSnapshot,
  type Solver,
  takeSnapshot,
  toScene,
  type World,
} from '@otedama/rigid';
import { chance, pick, place, vector } from './arbitrary-definitions.js';
import { callBeforeStep, makeWorld, requireSame, requireSound } from './arbitrary-worlds.js';
import { EventLedger } from './event-ledger.js';

const STEPS = 180;
const MOST_BODIES = 30;
const COPY_INTERVAL = 45;
/** Share of aborted steps, and highest number of the hook call that aborts a step. */
const BREAK_SHARE = 0.06;
const LAST_CALL = 40;
/** Share of the hook calls that make a query. */
const ASK_SHARE = 0.2;

class BrokenOff extends Error {}

/** Side effects of the hooks of one world, set before each step. */
class HookPlan {
  /** Number of the hook call that throws; 0 for none. */
  breakAt = 0;
  /** Random numbers for the queries; null for no queries. */
  random: Random | null = null;
  world: World | null = null;
  #calls = 0;

  prepare(breakAt: number, random: Random | null): void {
    this.breakAt = breakAt;
    this.random = random;
    this.#calls = 0;
  }

  readonly contactFilter = (shapeA: BodyShape, shapeB: BodyShape): boolean => {
    this.#call();
    return (7 * shapeA.id + shapeB.id) % 11 !== 0;
  };

  readonly preSolve = (contact: ContactView): boolean => {
    const { shapeA, shapeB, normalY } = contact;
    if (shapeA.id % 5 === 0) contact.friction = 0.9;
    if (shapeB.id % 7 === 0) contact.tangentSpeed = 1;
    this.#call();
    return (shapeA.id + shapeB.id) % 3 !== 0 || normalY < 0.2;
  };

  #call(): void {
    const { random, world } = this;
    if (random !== null && world !== null && chance(random, ASK_SHARE))
      pick(random, questions)(world, random);
    if (++this.#calls === this.breakAt) throw new BrokenOff();
  }
}

const questions: readonly ((world: World, random: Random) => void)[] = [
  (world, random) => {
    const accept = ({ id }: BodyShape): boolean =>
      id % 2 === 0 || world.overlapPoint(place(random)).length < 2;
    world.castRay(place(random), vector(random, -5, 5), { accept });
  },
  (world, random) => world.castRayAll(place(random), vector(random, -9, 9), { sensors: true }),
  (world) => world.overlapAABB({ minX: -1, minY: 0, maxX: 2, maxY: 3 }),
  (world, random) => world.overlapShape({ kind: 'circle', radius: 1 }, { ...place(random), c: 0.6, s: 0.8 }),
  (world, random) =>
    world.castShape({ kind: 'circle', radius: 0.3 }, { ...place(random), c: 1, s: 0 }, vector(random, -5, 5)),
  (world) => void [world.invariants(), world.stateHash(), world.stats],
  (world) => world.forEachContact((contact) => void [contact.bodyA.position, contact.pointX(0)]),
  (world) => toScene(world, { name: 'in a hook', timeStep: 1 / 60 }),
  requireRefused,
];

/** @throws Error if a change of the world is not rejected in a hook */
function requireRefused(world: World): void {
  const [body] = world.bodies;
  const changes: (() => unknown)[] = [
    () => world.createBody({}),
    () => world.destroyBody(body),
    () => world.step(1 / 60),
    () => Object.assign(world, { gravity: { x: 0, y: 0 } }),
    () => Object.assign(body, { position: { x: 0, y: 0 } }),
    () => takeSnapshot(world),
    () => explode(world, { position: { x: 0, y: 0 }, radius: 1, falloff: 1, impulsePerLength: 1 }),
    () => addWind(world, { kind: 'wind', velocity: { x: 1, y: 0 } }),
    ...body.shapes.map((shape) => () => shape.setFilter({ mask: 1 })),
    ...world.joints.slice(0, 1).map((joint) => () => world.destroyJoint(joint)),
  ];
  for (const change of changes) {
    try {
      change();
    } catch (error) {
      if (error instanceof InputError) continue;
      throw error;
    }
    throw new Error(`not refused in a hook: ${change}`);
  }
}

/** @returns whether the step was aborted */
function stepOrBreak(world: World, timeStep: number): boolean {
  try {
    world.step(timeStep);
    return false;
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error;
    if (world.isLocked) throw new Error('a broken step has left the world locked', { cause: error });
    return true;
  }
}

/**
 * Plays one game.
 * @throws Error that names the step and the difference
 */
export function playArbitraryHooks(seed: number, createSolver: () => Solver): void {
  const random = createRandom(seed + 300000);
  const timeStep = chance(random, 0.7) ? 1 / 60 : random.uniform(1 / 240, 1 / 30);
  const plans = [new HookPlan(), new HookPlan(), new HookPlan()];
  const make = (k: number): World => {
    const { contactFilter, preSolve } = plans[k];
    const broadPhase = [createGrid, createTree, createSweep][k];
    const world = makeWorld(seed, createSolver(), broadPhase, { contactFilter, preSolve });
    plans[k].world = world;
    return world;
  };
  const [world, asking] = [make(0), make(1)];
  const worlds = [world, asking];
  const ledger = new EventLedger(world);
  for (let step = 0; step < STEPS; step++) {
    try {
      for (const each of worlds) callBeforeStep(each, seed, step, MOST_BODIES);
      const breakAt = chance(random, BREAK_SHARE) ? 1 + random.integer(LAST_CALL) : 0;
      ledger.open();
      const broken = worlds.map((each, k) => {
        plans[k].prepare(breakAt, each === asking ? createRandom(31 * seed + step) : null);
        return stepOrBreak(each, timeStep);
      });
      ledger.close();
      requireSound(world);
      requireSame(asking, world, 'the world that is asked');
      if (worlds.length > 2) requireSame(worlds[2], world, 'the restored copy');
      if (broken[0] || step % COPY_INTERVAL === 20) {
        worlds[2] = make(2);
        restoreSnapshot(worlds[2], takeSnapshot(world));
      }
    } catch (error) {
      throw new Error(
        `seed ${seed}, step ${step}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
}
