/** Definition and state of a character, with validation. */

import type { Shape } from '@otedama/collision';
import {
  cos,
  InputError,
  requireInRange,
  requireKnownFields,
  requirePositive,
  type Vec2,
} from '@otedama/math2d';
import type { BodyShape } from './body-shape.js';
import type { CharacterPress } from './character-press.js';
import { COSINE_ROUNDING } from './character-tolerances.js';
import type { Filter } from './definitions.js';
import { requireAbove0, requireFunction, requireMagnitude2, requireNotBelow0 } from './validate.js';

/** How a character is shaped and how it moves. */
export interface CharacterDefinition {
  /** A circle, capsule or polygon around its own origin; usually an upright capsule. Other kinds throw an error. */
  readonly shape: Shape;
  /** Start position of its origin, m. */
  readonly position: Vec2;
  /** Direction opposite to gravity, any length > 0. Default (0, 1). */
  readonly up?: Vec2;
  /** Steepest slope that counts as ground, rad, >= 0.001 and <= pi/2 - 0.001. Default pi/4. */
  readonly maximumSlope?: number;
  /** Highest step that it can walk up, m, >= 0. One that is higher by less than `skin` may pass too. Default 0.3. */
  readonly stepHeight?: number;
  /** How far down it snaps to ground that falls away, m, >= 0. Default 0.2. */
  readonly snapDistance?: number;
  /** Gap it keeps from everything, m, > 0. Default 0.01. */
  readonly skin?: number;
  /** Mass with which it pushes bodies and weighs on them, kg, >= 0; 0 pushes nothing. Default 80. */
  readonly mass?: number;
  /** Which shapes it collides with. Default: all. `setFilter` of its shape changes it. */
  readonly filter?: Filter;
  /**
   * Called for each nearby shape; return false to let the character through, true otherwise. Anything else throws an `InputError` from
   * `move`. The result must depend only on the world. Default: all shapes stop it.
   */
  readonly accept?: (shape: BodyShape) => boolean;
}

/** State that a character keeps from move to move, in addition to its body; see `CharacterMover.state`. */
export interface CharacterState {
  /** The shape it stands on, or null. */
  readonly ground: BodyShape | null;
  /** Unit normal of the ground, world axes; (0, 0) in the air. */
  readonly groundNormal: Vec2;
  /** Its velocity, m/s; see `CharacterMover.velocity`. */
  readonly velocity: Vec2;
  /** How it pressed on the dynamic body that it stands on; null if it did not. Default null. */
  readonly press?: CharacterPress | null;
}

const characterFields: readonly (keyof CharacterDefinition)[] = [
  'shape',
  'position',
  'up',
  'maximumSlope',
  'stepHeight',
  'snapDistance',
  'skin',
  'mass',
  'filter',
  'accept',
];

/** A shape that a character touched in a move. */
export interface CharacterTouch {
  /** The shape that it touched. */
  readonly shape: BodyShape;
  /** Unit normal towards the character, world axes: along `up` if it stands on the shape, opposite to `up` if its head hit the shape. */
  readonly normal: Vec2;
}

/** A definition with all defaults filled in. */
export interface CharacterSettings {
  readonly shape: Extract<Shape, { kind: 'circle' | 'capsule' | 'polygon' }>;
  readonly position: Vec2;
  /** Unit vector. */
  readonly up: Vec2;
  /** n . up of the steepest slope that counts as ground, less `COSINE_ROUNDING`. */
  readonly groundCosine: number;
  readonly stepHeight: number;
  readonly snapDistance: number;
  readonly skin: number;
  readonly mass: number;
  readonly filter: Filter | undefined;
  readonly accept: ((shape: BodyShape) => boolean) | undefined;
}

/** @throws InputError for invalid members */
export function characterSettings(definition: CharacterDefinition): CharacterSettings {
  requireKnownFields(definition, '', characterFields);
  const { shape, position, up = { x: 0, y: 1 }, maximumSlope = Math.PI / 4, filter, accept } = definition;
  if (shape?.kind !== 'circle' && shape?.kind !== 'capsule' && shape?.kind !== 'polygon') {
    throw new InputError('shape', shape?.kind ?? shape, 'a circle, a capsule or a polygon');
  }
  requireMagnitude2('position', position);
  requireMagnitude2('up', up);
  const length = Math.sqrt(up.x * up.x + up.y * up.y);
  requirePositive('up', length);
  requireInRange('maximumSlope', maximumSlope, 1e-3, Math.PI / 2 - 1e-3);
  if (accept !== undefined) requireFunction('accept', accept);
  return {
    shape,
    position,
    up: { x: up.x / length, y: up.y / length },
    groundCosine: cos(maximumSlope) - COSINE_ROUNDING,
    stepHeight: requireNotBelow0('stepHeight', definition.stepHeight ?? 0.3),
    snapDistance: requireNotBelow0('snapDistance', definition.snapDistance ?? 0.2),
    skin: requireAbove0('skin', definition.skin ?? 0.01),
    mass: requireNotBelow0('mass', definition.mass ?? 80),
    filter,
    accept,
  };
}
