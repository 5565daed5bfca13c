/**
 * Random worlds with random calls. Each world exists in several copies, which must stay equal: a twin with another broad phase (and another
 * implementation of the same solver, if there is one), a new world restored from a snapshot, and the twin rewound to a snapshot and
 * stepped again.
 */

import { type CreateBroadPhase, createGrid, createSweep, createTree } from '@otedama/collision';
import { createRandom, InputError, type Random } from '@otedama/math2d';
import {
  addBuoyancy,
  addWind,
  chain,
  compareWorlds,
  createWorld,
  MAXIMUM_LINEAR_SPEED,
  restoreSnapshot,
  type Solver,
  takeSnapshot,
  type World,
  type WorldDefinition,
} from '@otedama/rigid';
import { callArbitrarily } from './arbitrary-calls.js';
import { chance } from './arbitrary-definitions.js';
import { EventLedger } from './event-ledger.js';

/**
 * Number of steps of a game, and of one part of it. In the first two parts there are many calls, in the third bodies come to rest, in the
 * fourth the calls disturb their rest.
 * Then the intervals of copies and of rewinds, and the number of steps of a rewind.
 */
const STEPS = 240;
const PART = 60;
const COPY_INTERVAL = 45;
const REWIND_INTERVAL = 70;
const REWIND_STEPS = 25;

/**
 * Creates the world of a seed, with a ground and possibly a valley, wind and water.
 * @param hooks replace the hooks that the seed would choose
 */
export function makeWorld(
  seed: number,
  solver: Solver,
  broadPhase: CreateBroadPhase,
  hooks: Pick<WorldDefinition, 'contactFilter' | 'preSolve'> = {},
): World {
  const random = createRandom(seed);
  const hasHook = chance(random, 0.4);
  const world = createWorld({
    solver,
    broadPhase,
    sleeping: chance(random, 0.8),
    continuous: chance(random, 0.8),
    ...(chance(random, 0.05) ? { placementTolerance: 0 } : {}),
    ...(hasHook
      ? { preSolve: ({ shapeA, shapeB, normalY }) => (shapeA.id + shapeB.id) % 3 !== 0 || normalY < 0.2 }
      : {}),
    ...hooks,
  });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  if (chance(random, 0.3)) {
    const points = [-7, -4, 0, 4, 7].map((x) => ({ x, y: 0.5 + (x * x) / 20 }));
    world.createBody({ type: 'static', shapes: chain({ points, freeSide: 'left' }) });
  }
  if (chance(random, 0.3)) addWind(world, { kind: 'wind', velocity: { x: 3, y: 1 } });
  if (chance(random, 0.3)) addBuoyancy(world, { kind: 'buoyancy', surface: { x: 0, y: 1.5 } });
  return world;
}

/** Random stream for one step of a game. Each whole seed from 0 has its own streams. */
export function randomOfStep(seed: number, step: number): Random {
  return createRandom((1000003 * seed + step) % 2 ** 32);
}

/**
 * Makes the calls before a step. They depend only on seed, step and world.
 * @returns the results of the calls as text: `done`, or the message of an `InputError`
 */
export function callBeforeStep(world: World, seed: number, step: number, mostBodies: number): string {
  const random = randomOfStep(seed, step);
  const isBusy = Math.floor(step / PART) % 3 !== 2;
  const count = step < 20 ? 2 : isBusy ? random.integer(3) : random.integer(20) === 0 ? 1 : 0;
  let answers = '';
  for (let k = 0; k < count; k++) {
    try {
      callArbitrarily(world, random, mostBodies);
      answers += 'done ';
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      answers += `${error.message} `;
    }
  }
  return answers;
}

/** The events of the last step as text. */
function eventsOf({ events }: World): string {
  return JSON.stringify([
    [...events.contactBegin, ...events.contactEnd].map(({ shapeA, shapeB }) => [shapeA.id, shapeB.id]),
    [...events.sensorBegin, ...events.sensorEnd].map(({ sensor, visitor }) => [sensor.id, visitor.id]),
    events.hit.map(({ shapeA, shapeB, approachSpeed, x, y }) => [shapeA.id, shapeB.id, approachSpeed, x, y]),
    [...events.bodySleep, ...events.bodyWake, ...events.bodyFrozen].map(({ body }) => body.id),
    events.jointBreak.map(({ force, torque }) => [force, torque]),
  ]);
}

/** @throws Error that describes the difference of two worlds */
export function requireSame(found: World, expected: World, what: string): void {
  if (found.stateHash() !== expected.stateHash()) {
    throw new Error(`${what}: ${JSON.stringify(compareWorlds(expected, found).slice(0, 3))}`);
  }
  const events = eventsOf(found);
  if (events !== eventsOf(expected)) throw new Error(`${what}: ${events} instead of ${eventsOf(expected)}`);
}

/** @throws Error for a body (static ones included) with values that are not finite, and for a simulated body above the speed limit */
export function requireSound(world: World): void {
  for (const { id, type, isAwake, position, angularVelocity, linearVelocity } of world.bodies) {
    const { x, y } = linearVelocity;
    const isLimited = type === 'dynamic' && isAwake;
    const limit = isLimited ? MAXIMUM_LINEAR_SPEED * (1 + 1e-9) : Number.MAX_VALUE;
    const isSound = Number.isFinite(position.x + position.y + angularVelocity);
    if (!isSound || !(Math.sqrt(x * x + y * y) <= limit)) {
      throw new Error(
        `body ${id} at (${position.x}, ${position.y}) has (${x}, ${y}) m/s, ${angularVelocity} rad/s`,
      );
    }
  }
}

/**
 * Plays one game.
 * @param createTwin creates the solver of the twin, which must give the same results
 * @throws Error that names the step and the difference
 */
export function playArbitraryWorlds(
  seed: number,
  createSolver: () => Solver,
  createTwin: () => Solver = createSolver,
): void {
  const random = createRandom(seed);
  const mostBodies = 12 + random.integer(60);
  const dt = chance(random, 0.7) ? 1 / 60 : random.uniform(1 / 240, 1 / 30);
  const world = makeWorld(seed, createSolver(), createGrid);
  const twin = makeWorld(seed, createTwin(), createTree);
  const ledger = new EventLedger(world);
  let copy: World | null = null;
  let back = { step: -STEPS, snapshot: takeSnapshot(twin) };
  for (let step = 0; step < STEPS; step++) {
    try {
      if (step % COPY_INTERVAL === 20) {
        copy = makeWorld(seed, createSolver(), createSweep);
        restoreSnapshot(copy, takeSnapshot(world));
      }
      if (step % REWIND_INTERVAL === 30) back = { step, snapshot: takeSnapshot(twin) };
      const answers = [world, twin, copy].map((each) =>
        each === null ? '' : callBeforeStep(each, seed, step, mostBodies),
      );
      if (answers[1] !== answers[0]) throw new Error(`the twin answers ${answers[1]}, not ${answers[0]}`);
      ledger.open();
      for (const each of [world, twin, copy]) each?.step(dt);
      ledger.close();
      requireSound(world);
      requireSame(twin, world, 'the twin');
      if (copy !== null) requireSame(copy, world, 'the restored copy');
      if (step === back.step + REWIND_STEPS) {
        restoreSnapshot(twin, back.snapshot);
        for (let again = back.step; again <= step; again++) {
          callBeforeStep(twin, seed, again, mostBodies);
          twin.step(dt);
        }
        requireSame(twin, world, 'the twin that was taken back');
      }
    } catch (error) {
      throw new Error(
        `seed ${seed}, step ${step}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
}

/** Seeds to play: 1 and 2, or given by `OTEDAMA_SEEDS` for long runs: 1 to a number (`500`), or a range (`70000-70499`). */
export const arbitrarySeeds: readonly number[] = seedsOf(process.env.OTEDAMA_SEEDS ?? '2');

function seedsOf(text: string): number[] {
  const [first, last] = (text.includes('-') ? text : `1-${text}`).split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}
