/** Helper of the tests of what colliders feel. */

import type { Reactions } from '../src/index.js';

/** What is taken now: for each collider the impulse xyz, N s, and the angular impulse xyz, N m s. */
export const numbersOf = (reactions: Reactions): number[] =>
  reactions.take().flatMap(({ impulse: j, angularImpulse: l }) => [j.x, j.y, j.z, l.x, l.y, l.z]);
