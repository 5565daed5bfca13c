/**
 * Random games: worlds with changing fields and a walking character. A game is recorded, and the recording is sought to random steps,
 * amended in the past and cut off. Each state must equal the state of the same game played straight through with another broad phase.
 */

import { type CreateBroadPhase, createGrid, createTree } from '@otedama/collision';
import { createRandom, InputError, type Random } from '@otedama/math2d';
import {
  addBuoyancy,
  addWind,
  type BuoyancyDefinition,
  type CharacterMover,
  type CharacterState,
  createCharacter,
  type Field,
  loadScene,
  parseScene,
  Recording,
  type Solver,
  serializeScene,
  toScene,
  type WindDefinition,
  type World,
} from '@otedama/rigid';
import { callArbitrarily, rareCalls } from './arbitrary-calls.js';
import { chance, place, vector } from './arbitrary-definitions.js';
import { callBeforeStep, makeWorld, randomOfStep } from './arbitrary-worlds.js';

/** Number of steps recorded at first, number of times that a game is rewound, and limit of the number of bodies. */
const STEPS = 120;
const RETURNS = 6;
const MOST_BODIES = 30;

/** State of a game in addition to its world. */
type Saved = { readonly character: CharacterMover; readonly state: CharacterState } | null;

/** A world with wind, water and in most cases a character. Random calls change it before each step. */
class Game {
  readonly world: World;
  readonly timeStep: number;
  readonly #seed: number;
  readonly #wind: Field<WindDefinition>;
  readonly #water: Field<BuoyancyDefinition>;
  readonly #hasCharacter: boolean;
  #character: CharacterMover | null = null;

  constructor(seed: number, solver: Solver, broadPhase: CreateBroadPhase) {
    // other random numbers than those for the world
    const random = createRandom(seed + 500000);
    this.#seed = seed;
    this.timeStep = chance(random, 0.7) ? 1 / 60 : random.uniform(1 / 240, 1 / 30);
    this.world = makeWorld(seed, solver, broadPhase);
    this.#wind = addWind(this.world, { kind: 'wind', velocity: { x: 0, y: 0 } });
    this.#water = addBuoyancy(this.world, { kind: 'buoyancy', surface: { x: 0, y: 0 } });
    this.#hasCharacter = chance(random, 0.8);
  }

  /** Must be called before a step. Makes calls on the world, changes fields now and then, and moves the character. */
  prepare(salt: number, step: number): void {
    callBeforeStep(this.world, this.#seed + salt, step, MOST_BODIES);
    const random = randomOfStep(this.#seed + salt, step + 700000);
    if (chance(random, 0.3)) {
      try {
        callArbitrarily(this.world, random, MOST_BODIES, rareCalls);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    }
    if (chance(random, 0.05)) {
      const density = random.uniform(0, 0.3);
      this.#wind.set({ velocity: vector(random, -8, 8), density });
    }
    if (chance(random, 0.05)) this.#water.set({ surface: { x: 0, y: random.uniform(-1, 2) } });
    if (!this.#hasCharacter) return;
    this.#character ??= arbitraryCharacter(random, this.world);
    const character = this.#character;
    const { x, y } = character.velocity;
    const walks = chance(random, 0.1) ? random.uniform(-6, 6) : x;
    const leaps = character.isGrounded && chance(random, 0.1) ? 5 : y - 10 * this.timeStep;
    try {
      character.move({ x: walks, y: leaps }, this.timeStep);
    } catch (error) {
      // a call has destroyed the body or shape of the character, or made the body dynamic; the next step creates another one
      if (!(error instanceof InputError)) throw error;
      if (character.body.isValid) this.world.destroyBody(character.body);
      this.#character = null;
    }
  }

  /** Returns the character and its state apart from its body. */
  save(): Saved {
    return this.#character === null ? null : { character: this.#character, state: this.#character.state };
  }

  load(saved: Saved): void {
    this.#character = saved === null ? null : saved.character;
    if (saved !== null) saved.character.state = saved.state;
  }
}

function arbitraryCharacter(random: Random, world: World): CharacterMover {
  const height = random.uniform(0.1, 0.8);
  const point = { x: 0, y: height };
  return createCharacter(world, {
    shape: { kind: 'capsule', point1: { x: 0, y: -height }, point2: point, radius: random.uniform(0.1, 0.5) },
    position: place(random),
    stepHeight: random.uniform(0, 0.5),
    mass: random.uniform(0, 200),
    ...(chance(random, 0.2) ? { up: vector(random, -1, 1) } : {}),
  });
}

/** Plays a game straight through. Returns the state hashes before the first step and after each step. */
function playThrough(game: Game, salts: readonly number[]): string[] {
  const hashes = [game.world.stateHash()];
  for (let step = 0; step < salts.length; step++) {
    game.prepare(salts[step], step);
    game.world.step(game.timeStep);
    hashes.push(game.world.stateHash());
  }
  return hashes;
}

/**
 * Records one game, seeks to random steps of the recording and changes its past.
 * @throws Error that names the step whose state differs from the game played straight through
 */
export function playArbitraryGame(seed: number, createSolver: () => Solver): void {
  const random = createRandom(seed + 900000);
  const game = new Game(seed, createSolver(), createTree);
  const { world, timeStep } = game;
  const recording = new Recording<number>(world, {
    apply: (salt, step) => game.prepare(salt, step),
    save: () => game.save(),
    load: (saved) => game.load(saved as Saved),
    interval: 1 + random.integer(40),
    hashes: true,
    ...(chance(random, 0.3) ? { length: 40 + random.integer(60) } : {}),
  });
  const salts: number[] = [];
  const record = (count: number): void => {
    for (let k = 0; k < count; k++) {
      salts.push(random.integer(5));
      recording.record(timeStep, salts[salts.length - 1]);
    }
  };
  let expected: string[] = [];
  const requireSame = (what: string): void => {
    if (world.stateHash() !== expected[recording.step]) {
      throw new Error(`seed ${seed}, state ${recording.step}: not that of the straight run, ${what}`);
    }
  };
  const compareAll = (what: string): void => {
    expected = playThrough(new Game(seed, createSolver(), createGrid), salts);
    for (let step = recording.first; step <= recording.last; step++) {
      if (recording.hashes[step - recording.first] === expected[step]) continue;
      throw new Error(`seed ${seed}, hash ${step}: not that of the straight run, ${what}`);
    }
    requireSame(what);
  };

  record(STEPS);
  compareAll('recorded');
  for (let k = 0; k < RETURNS; k++) {
    const step = recording.first + random.integer(recording.last - recording.first);
    recording.seek(step);
    requireSame('gone to');
    if (chance(random, 0.5)) {
      salts[step] = 5 + random.integer(5);
      recording.amend(step, salts[step]);
      recording.seek(recording.last);
      compareAll(`amended at ${step}`);
    } else {
      salts.length = step;
      record(20);
      compareAll(`cut off at ${step}`);
    }
  }
  // Soft bodies are removed, because their position is computed from their particles and therefore equal only up to rounding.
  for (const softBody of [...world.softBodies]) world.destroySoftBody(softBody);
  requireSameScene(seed, world, createSolver());
}

/** @throws Error if a scene changes when it is saved, loaded and saved again, or a joint when it is created again from its definition */
function requireSameScene(seed: number, world: World, solver: Solver): void {
  const description = { name: 'arbitrary', timeStep: 1 / 60 };
  const written = serializeScene(toScene(world, description));
  const again = loadScene(parseScene(written), { solver });
  const read = serializeScene(toScene(again, description));
  if (read !== written) {
    const lines = written.split('\n');
    const at = read.split('\n').findIndex((line, k) => line !== lines[k]);
    throw new Error(
      `seed ${seed}: line ${at} of the scene is ${read.split('\n')[at]} instead of ${lines[at]}`,
    );
  }
  for (const joint of again.joints) {
    const definition = joint.toDefinition();
    const made = JSON.stringify(again.createJoint(definition).toDefinition(), withoutBodies);
    const expected = JSON.stringify(definition, withoutBodies);
    if (made !== expected) throw new Error(`seed ${seed}: ${made} was made of ${expected}`);
  }
}

const withoutBodies = (key: string, value: unknown): unknown => (key.startsWith('body') ? undefined : value);
