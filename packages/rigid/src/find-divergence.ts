/**
 * Finds where two runs that should be equal diverge: the first step with a different result, and what differs there.
 *
 * Equal states give equal steps, so runs that differ at one step usually differ at all later ones. The first difference is found by
 * bisection, which visits only a few states.
 */
import { InputError, requireInteger, requireRecord } from '@otedama/math2d';
import { stateOf } from './bare-world.js';
import { compareWorlds, type StateDifference } from './compare-worlds.js';
import { Recording } from './recording.js';
import { stateHash } from './state-hash.js';

/** A state hash, as `World.stateHash` returns it. */
const HASH = /^[0-9a-f]{16}$/;

/** The first state in which two runs differ. */
export interface Divergence {
  /** Number of the state. The step that leads to it is the first one with a different result. */
  readonly step: number;
  /** The differences in the order of `compareWorlds`; empty if only the hashes of one run are known. */
  readonly differences: readonly StateDifference[];
}

/** A run given as state hashes, for example from another machine: `hashes[k]` belongs to state `first + k`. */
export interface HashSeries {
  /** State of the first hash, integer >= 0. */
  readonly first: number;
  /** 16 hexadecimal digits each. */
  readonly hashes: readonly string[];
}

/**
 * Finds the first state in which two runs differ, among the states that both have.
 *
 * The runs may be recordings of the same scene in two worlds, or one recording and hashes from elsewhere. Afterwards the recordings
 * are at the same states as before.
 * @returns null if the runs are equal in the last state that both have
 * @throws InputError if the runs have no state in common, and for what is no run
 */
export function findFirstDivergence<InputA, InputB = InputA>(
  runA: Recording<InputA>,
  runB: Recording<InputB> | HashSeries,
): Divergence | null {
  if (!(runA instanceof Recording)) throw new InputError('runA', runA, 'a Recording');
  if (!(runB instanceof Recording)) requireHashes(runB);
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

function requireHashes(run: HashSeries): void {
  requireRecord('runB', run);
  const { first, hashes } = run;
  requireInteger('runB.first', first, 0, 2 ** 31);
  if (!Array.isArray(hashes)) throw new InputError('runB.hashes', hashes, 'an array of state hashes');
  const wrong = hashes.findIndex((hash) => typeof hash !== 'string' || !HASH.test(hash));
  if (wrong >= 0)
    throw new InputError(`runB.hashes[${wrong}]`, hashes[wrong], 'a string of 16 hexadecimal digits');
}

function hashAt<Input>(run: Recording<Input> | HashSeries, step: number): string {
  const known = run.hashes[step - run.first];
  if (known !== undefined || !('seek' in run)) return known;
  run.seek(step);
  return stateHash(stateOf(run.world));
}
