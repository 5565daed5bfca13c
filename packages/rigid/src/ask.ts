/** Calls of functions of the user that may read the world but not change it. */
import { requireBoolean } from '@otedama/math2d';
import type { BodyShape } from './body-shape.js';
import type { WorldState } from './world-state.js';

/** Calls such a function. It may be called within another one. */
export function ask<Answer>(
  state: WorldState,
  name: NonNullable<WorldState['askedBy']>,
  question: () => Answer,
): Answer {
  const before = state.askedBy;
  state.askedBy = name;
  try {
    return question();
  } finally {
    state.askedBy = before;
  }
}

/** Whether a function of the user accepts a shape, by its id. Throws an `InputError` unless it returns true or false. */
export function accepts(state: WorldState, accept: (shape: BodyShape) => boolean, shape: number): boolean {
  return requireBoolean(
    'accept',
    ask(state, 'accept', () => accept(state.shapeHandles[shape]!)),
  );
}
