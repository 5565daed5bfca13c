/**
 * Where two runs that should be equal part: the first step whose outcome differs, and what differs there.
 *
 * Equal states give equal steps, so runs that differ at a step differ, as a rule, at all later ones: the first is found by bisection, with a
 * few states gone to instead of all.
 */
import { InputError } from '@otedama/math2d';
import { stateOf } from './bare-world.js';
import { compareWorlds, type StateDifference } from './compare-worlds.js';
import type { Recording } from './recording.js';
import { stateHash } from './state-hash.js';

/** The first state in which two runs differ. */
export interface Divergence {
  /** Its number: the step before it is the one that came out differently. */
  readonly step: number;
  /** What differs there, in the order of `compareWorlds`; empty where a run is known by its hashes alone. */
  readonly differences: readonly StateDifference[];
}

/** A run as state hashes, such as another machine sends them: `hashes[k]` is of state `first + k`. */
export interface HashSeries {
  /** State that the first hash is of, integer >= 0. */
  readonly first: number;
  /** 16 hexadecimal digits each. */
  readonly hashes: readonly string[];
}

/**
 * Finds the first state in which two runs differ, among those that both have.
 *
 * Both recordings end where they were. They may be of one scene in two worlds, or of one world and hashes that came from elsewhere.
 * @returns null when they are equal in the last state that both have
 * @throws InputError when they have no state in common
 */
export function findFirstDivergence<InputA, InputB = InputA>(
  runA: Recording<InputA>,
  runB: Recording<InputB> | HashSeries,
): Divergence | null {
  const lastB = 'last' in runB ? runB.last : runB.first + runB.hashes.length - 1;
  const first = Math.max(runA.first, runB.first);
  const last = Math.min(runA.last, lastB);
  if (first > last)
    throw new InputError('runB', `states ${runB.first} to ${lastB}`, 'states in common with runA');
  const homeA = runA.step;
  const homeB = 'step' in runB ? runB.step : 0;
  const isEqual = (step: number): boolean => hashAt(runA, step) === hashAt(runB, step);
  try {
    if (isEqual(last)) return null;
    // equal at `low` (or before the first), different at `high`
    let low = first - 1;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (isEqual(middle)) low = middle;
      else high = middle;
    }
    if (!('seek' in runB)) return { step: high, differences: [] };
    runA.seek(high);
    runB.seek(high);
    return { step: high, differences: compareWorlds(runA.world, runB.world) };
  } finally {
    runA.seek(homeA);
    if ('seek' in runB) runB.seek(homeB);
  }
}

function hashAt<Input>(run: Recording<Input> | HashSeries, step: number): string {
  const known = run.hashes[step - run.first];
  if (known !== undefined || !('seek' in run)) return known;
  run.seek(step);
  return stateHash(stateOf(run.world));
}
