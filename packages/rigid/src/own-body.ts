/** Checks that a handle belongs to a world. */
import { InputError } from '@otedama/math2d';
import { Body } from './body.js';
import type { WorldState } from './world-state.js';

/** @throws InputError for a body that was destroyed or belongs to another world */
export function requireOwnBody(state: WorldState, field: string, body: Body): void {
  if (!(body instanceof Body) || state.bodyHandles[body.id] !== body) {
    const isOther = body instanceof Body;
    const what = !isOther ? body : body.isValid ? 'a body of another world' : `body ${body.id}, destroyed`;
    throw new InputError(field, what, 'a body that is in this world');
  }
}
