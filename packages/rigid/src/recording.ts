/**
 * A recording of a run, which can be replayed forwards and backwards and changed in the past (rollback).
 *
 * From the same state and with the same changes, steps give the same bits again. A run is therefore stored as occasional
 * snapshots, the keyframes, and as the changes of the world before each step, the inputs. To reach a step, the keyframe before it
 * is restored, with the fields (wind, buoyancy) at that moment, and the steps since then are repeated. A step is what `apply` does, the step
 * of the world, and what `react` does with its events.
 *
 * State k is the world after k recorded steps. Input k belongs to the step from state k to state k + 1.
 */
import { InputError, requireBoolean, requireInteger, requireKnownFields } from '@otedama/math2d';
import { ask } from './ask.js';
import type { BareWorld } from './bare-world.js';
import { stateOf } from './bare-world.js';
import { loadFields, type SavedFields, saveFields } from './field.js';
import { restoreSnapshot } from './restore-snapshot.js';
import { type LivingHandles, livingHandles } from './retired-handles.js';
import { stateHash } from './state-hash.js';
import { takeSnapshot } from './take-snapshot.js';
import { requireFunction, requireTimeStep } from './validate.js';

/** What a recording stores, how it applies inputs and what follows from events, and how it restores the data of a game. */
export interface RecordingOptions<Input> {
  /**
   * Changes the world before a step according to the input of that step: forces, new bodies, motors. All changes between recorded
   * steps must be made here or in `react`, and must depend only on the world, the arguments and what `load` restores. It must not
   * read `world.events`: they are missing when a repetition starts here. Default: no changes.
   */
  readonly apply?: (input: Input, step: number) => void;
  /**
   * Reads `world.events` after a step, and changes the world and the game as they tell: damage, coins, bodies that break. Called now and
   * whenever this step is repeated, so it should not play sounds while `seek` runs. Default: no changes.
   */
  readonly react?: (input: Input, step: number) => void;
  /** Number of steps between keyframes, integer >= 1. A larger number takes less memory; a smaller one makes `seek` faster. Default 30. */
  readonly interval?: number;
  /**
   * Number of latest steps to keep, integer >= 1. Older steps are dropped, one keyframe at a time, so the memory of the recording
   * stays bounded. Default: all.
   */
  readonly length?: number;
  /** Whether to keep the state hash of every state, for `hashes` and `findFirstDivergence`. Default false. */
  readonly hashes?: boolean;
  /**
   * Returns a copy of what the game keeps outside the world (score, random numbers, lists of bodies), for a keyframe. It must not
   * change the world. Default: nothing.
   */
  readonly save?: () => unknown;
  /**
   * Restores what `save` returned. It must not pass on the saved object itself, because that may be needed again, and must not change
   * the world, which is already restored. Default: nothing.
   */
  readonly load?: (saved: unknown) => void;
}

interface Keyframe {
  readonly step: number;
  readonly snapshot: Uint8Array;
  /** What existed then: the steps since may have destroyed any number of objects. */
  readonly handles: LivingHandles;
  readonly fields: SavedFields;
  readonly game: unknown;
}

/** A recorded run of a world, which can go to any of its steps. */
export class Recording<Input = undefined> {
  readonly #world: BareWorld;
  readonly #apply: ((input: Input, step: number) => void) | undefined;
  readonly #react: ((input: Input, step: number) => void) | undefined;
  readonly #interval: number;
  readonly #length: number;
  readonly #save: (() => unknown) | undefined;
  readonly #load: ((saved: unknown) => void) | undefined;
  /** Keyframes in the order of their steps. The first one is the first state. */
  #keyframes: Keyframe[] = [];
  /** Inputs of the steps from the first keyframe on. */
  #inputs: Input[] = [];
  #timeSteps: number[] = [];
  /** Hashes of the states from the first keyframe on, or null. */
  #hashes: string[] | null;
  #step = 0;
  #last = 0;
  /** Last state that follows from the current inputs. An input before any later state was changed. */
  #sound = 0;
  /** Whether the world is between two states, because something has thrown there. */
  #isAstray = false;
  /** Steps that the world had done when the recording left it. */
  #worldSteps = 0;
  /** The user's function that is running, or null. It must not use the recording. */
  #calling: 'apply' | 'react' | 'save' | 'load' | null = null;

  /** Starts with the current state of a world as state 0. Throws an `InputError` for no world, unknown options, and options out of range. */
  constructor(world: BareWorld, options: RecordingOptions<Input> = {}) {
    stateOf(world);
    validateOptions(options);
    this.#world = world;
    this.#apply = options.apply;
    this.#react = options.react;
    this.#interval = requireInteger('interval', options.interval ?? 30, 1, 2 ** 31);
    this.#length =
      options.length === undefined ? Infinity : requireInteger('length', options.length, 1, 2 ** 31);
    this.#save = options.save;
    this.#load = options.load;
    this.#hashes = options.hashes ? [stateHash(stateOf(world))] : null;
  }

  /** The world that is recorded. */
  get world(): BareWorld {
    return this.#world;
  }

  /** First state that `seek` can reach, in steps since the recording began. */
  get first(): number {
    return this.#keyframes.length > 0 ? this.#keyframes[0].step : this.#step;
  }

  /** Last state that `seek` can reach, in steps since the recording began. */
  get last(): number {
    return this.#last;
  }

  /** Current state of the world, in steps since the recording began. */
  get step(): number {
    return this.#step;
  }

  /** Bytes of all keyframes, without the inputs and what `save` returned. */
  get byteLength(): number {
    return this.#keyframes.reduce((sum, { snapshot }) => sum + snapshot.length, 0);
  }

  /** State hashes from state `first` to state `last`; empty unless the option `hashes` is set. */
  get hashes(): readonly string[] {
    return this.#hashes ?? [];
  }

  /**
   * Does a step and records it. If the world is at an earlier state, everything recorded after that state is dropped.
   * @param timeStep s, > 0, at most 1
   * @param input passed to `apply`, now and whenever this step is repeated; do not change it afterwards
   * @throws InputError for a time step out of range, if the world was stepped or restored by others since the last call
   * (`seek(recording.step)`
   *   takes it back), or if called by `apply`, `react`, `save` or `load`. Errors of `apply`, `react` or the
   *   step are passed on. The step is then not recorded, and the next call of `record` or `seek` first takes the world back to the start of
   *   the step
   */
  record(timeStep: number, input: Input): void {
    this.#requireIdle('record');
    requireTimeStep('timeStep', timeStep);
    if (this.#isElsewhere() && !this.#isAstray) {
      const expected = 'a world at the state of the recording; seek(recording.step) takes it there';
      throw new InputError('recording.record', 'a world that others have stepped', expected);
    }
    if (this.#isAstray || this.#sound < this.#step) this.#reach(this.#step, this.#step);
    this.#cut(this.#step);
    this.#takeKeyframe();
    this.#inputs.push(input);
    this.#timeSteps.push(timeStep);
    this.#last++;
    try {
      this.#advance();
    } catch (error) {
      this.#cut(this.#step);
      throw error;
    }
    this.#forget();
  }

  /**
   * Takes the world to a recorded state. The `events` of the world are then those of the step that leads to it; a return to the first
   * state has none.
   * @param step integer, `first` to `last`
   * @throws InputError for a step that is not recorded or was dropped, or if called by `apply`, `react`, `save` or `load`. Errors of `apply`,
   *   `react`, `load` or a step are passed on; `step` is then the last state that was reached
   */
  seek(step: number): void {
    this.#requireIdle('seek');
    requireInteger('step', step, this.first, this.#last);
    // from a keyframe before the state, because the step that leads to it also tells its events
    this.#reach(step, step - 1);
  }

  /**
   * Changes the input of a recorded step, for example when the input of a player arrives late. The next `seek` or `record` repeats
   * the steps from there on: `recording.amend(120, input); recording.seek(recording.last);`
   * @param step integer, `first` to `last` - 1
   * @throws InputError for a step that is not recorded, or if called by `apply`, `react`, `save` or `load`
   */
  amend(step: number, input: Input): void {
    this.#requireIdle('amend');
    if (this.#last === this.first) throw new InputError('step', step, 'a step that was recorded');
    requireInteger('step', step, this.first, this.#last - 1);
    this.#inputs[step - this.first] = input;
    this.#sound = Math.min(this.#sound, step);
    this.#keyframes = this.#keyframes.filter((keyframe) => keyframe.step <= step);
  }

  /** Returns the input of a recorded step, an integer from `first` to `last` - 1. Throws an `InputError` for other steps. */
  inputOf(step: number): Input {
    if (this.#last === this.first) throw new InputError('step', step, 'a step that was recorded');
    return this.#inputs[requireInteger('step', step, this.first, this.#last - 1) - this.first];
  }

  /**
   * Takes the world to a recorded state.
   * @param latest last state whose keyframe may be used, unless the recording starts later
   */
  #reach(step: number, latest: number): void {
    const isOnTheWay =
      !this.#isAstray && !this.#isElsewhere() && this.#step <= this.#sound && this.#step <= step;
    const keyframe = this.#keyframes.findLast((candidate) => candidate.step <= latest) ?? this.#keyframes[0];
    if (keyframe !== undefined && (!isOnTheWay || keyframe.step > this.#step)) {
      const { retired } = stateOf(this.#world);
      retired!.lend(keyframe.handles);
      try {
        restoreSnapshot(this.#world, keyframe.snapshot);
      } finally {
        retired!.lend(null);
      }
      loadFields(stateOf(this.#world), keyframe.fields);
      this.#step = keyframe.step;
      this.#worldSteps = stateOf(this.#world).stats.steps;
      this.#isAstray = true;
      this.#call('load', () => ask(stateOf(this.#world), 'load', () => this.#load?.(keyframe.game)));
      this.#isAstray = false;
    }
    while (this.#step < step) {
      this.#takeKeyframe();
      this.#advance();
    }
  }

  /** Whether others have stepped the world, or restored a snapshot in it: what was recorded would not lead from or to its state. */
  #isElsewhere(): boolean {
    return this.#keyframes.length > 0 && stateOf(this.#world).stats.steps !== this.#worldSteps;
  }

  /** Does the next recorded step. */
  #advance(): void {
    const place = this.#step - this.first;
    this.#isAstray = true;
    this.#call('apply', () => this.#apply?.(this.#inputs[place], this.#step));
    this.#world.step(this.#timeSteps[place]);
    this.#call('react', () => this.#react?.(this.#inputs[place], this.#step));
    this.#isAstray = false;
    this.#worldSteps = stateOf(this.#world).stats.steps;
    this.#step++;
    if (this.#step > this.#sound) {
      this.#sound = this.#step;
      if (this.#hashes !== null) this.#hashes[this.#step - this.first] = stateHash(stateOf(this.#world));
    }
  }

  /** Stores the current state if a keyframe is due here and missing. */
  #takeKeyframe(): void {
    const before = this.#keyframes.at(-1);
    if (before !== undefined && this.#step < before.step + this.#interval) return;
    const snapshot = takeSnapshot(this.#world, { shapes: false });
    const handles = livingHandles(stateOf(this.#world));
    const fields = saveFields(stateOf(this.#world));
    const game = this.#call('save', () => ask(stateOf(this.#world), 'save', () => this.#save?.()));
    this.#keyframes.push({ step: this.#step, snapshot, handles, fields, game });
  }

  /** Calls a function of the user. */
  #call<Result>(name: 'apply' | 'react' | 'save' | 'load', call: () => Result): Result {
    this.#calling = name;
    try {
      return call();
    } finally {
      this.#calling = null;
    }
  }

  #requireIdle(use: string): void {
    if (this.#calling === null) return;
    throw new InputError(
      `recording.${use}`,
      `called by ${this.#calling}`,
      `a call when ${this.#calling} has returned`,
    );
  }

  /** Drops everything that was recorded after a state. */
  #cut(step: number): void {
    if (step === this.#last) return;
    this.#keyframes = this.#keyframes.filter((keyframe) => keyframe.step <= step);
    this.#inputs.length = step - this.first;
    this.#timeSteps.length = step - this.first;
    if (this.#hashes !== null) this.#hashes.length = step - this.first + 1;
    this.#last = step;
    this.#sound = Math.min(this.#sound, step);
  }

  /** Drops keyframes before the oldest step to keep, with their steps. */
  #forget(): void {
    while (this.#keyframes.length > 1 && this.#keyframes[1].step <= this.#last - this.#length) {
      const count = this.#keyframes[1].step - this.#keyframes[0].step;
      this.#keyframes.shift();
      this.#inputs.splice(0, count);
      this.#timeSteps.splice(0, count);
      this.#hashes?.splice(0, count);
    }
  }
}

function validateOptions<Input>(options: RecordingOptions<Input>): void {
  requireKnownFields(options, '', ['apply', 'react', 'interval', 'length', 'hashes', 'save', 'load']);
  for (const name of ['apply', 'react', 'save', 'load'] as const) {
    const call: unknown = options[name];
    if (call !== undefined) requireFunction(name, call);
  }
  if (options.hashes !== undefined) requireBoolean('hashes', options.hashes);
}
