/** Measuring a world, as functions: what the methods of `World` call, and what a bare world is used with. */
import { type BareWorld, stateOf } from './bare-world.js';
import { type Invariants, measureInvariants } from './invariants.js';
import { stateHash as hashOfState } from './state-hash.js';

/** `World.invariants` for a bare world: energies, momenta, deepest overlap and joint error, in SI units. */
export function invariants(world: BareWorld): Invariants {
  return measureInvariants(stateOf(world));
}

/** `World.stateHash` for a bare world: 16 hexadecimal digits, equal for equal states. */
export function stateHash(world: BareWorld): string {
  return hashOfState(stateOf(world));
}
