/** Checks that a handle belongs to a world. */
import { InputError } from '@otedama/math2d';
import { Body } from './body.js';
import type { WorldState } from './world-state.js';

/** @throws InputError for a body that was destroyed or belongs to another world */
export function requireOwnBody(state: WorldState, field: string, body: Body): void {
  const isBody = body instanceof Body;
  if (isBody && state.bodyHandles[body.id] === body) return;
  const what = !isBody ? body : body.isValid ? 'a body of another world' : `body ${body.id}, destroyed`;
  throw new InputError(field, what, 'a body that is in this world');
}
