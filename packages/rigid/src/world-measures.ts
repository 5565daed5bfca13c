/** Measurements of a world, as functions. The methods of `World` call them; use them directly with a bare world. */
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
