/** What a character is made of and what it keeps, with the checks of it. */

import type { Shape } from '@otedama/collision';
import {
  cos,
  InputError,
  requireInRange,
  requireKnownFields,
  requireNonNegative,
  requirePositive,
  type Vec2,
} from '@otedama/math2d';
import type { BodyShape } from './body-shape.js';
import type { Filter } from './definitions.js';
import { requireMagnitude2, requireRecord } from './validate.js';

/** What a character is made of. */
export interface CharacterDefinition {
  /** A circle, a capsule or a polygon about its own origin: a capsule that stands upright as a rule. Other kinds are refused. */
  readonly shape: Shape;
  /** Where its origin is at first, m. */
  readonly position: Vec2;
  /** Direction against gravity, any length > 0. Default (0, 1). */
  readonly up?: Vec2;
  /** Steepest ground, rad, >= 0.001 and <= pi/2 - 0.001. Default pi/4. */
  readonly maximumSlope?: number;
  /** Highest step it walks up, m, >= 0. Default 0.3. */
  readonly stepHeight?: number;
  /** How far down it is kept on ground that falls away, m, >= 0. Default 0.2. */
  readonly snapDistance?: number;
  /** Gap it keeps from everything, m, > 0. Default 0.01. */
  readonly skin?: number;
  /** kg, >= 0: what it pushes and weighs with; 0 pushes nothing. Default 80. */
  readonly mass?: number;
  /** Which shapes stop it and feel it. Default: all. */
  readonly filter?: Filter;
  /** Asked for each shape near: false lets the character through. Must depend on nothing but the world. Default: all stop it. */
  readonly accept?: (shape: BodyShape) => boolean;
}

/** What a character keeps from move to move beside its body; see `CharacterMover.state`. */
export interface CharacterState {
  /** What it stands on, or null. */
  readonly ground: BodyShape | null;
  /** Unit normal of the ground, world axes; (0, 0) in the air. */
  readonly groundNormal: Vec2;
  /** m/s. */
  readonly velocity: Vec2;
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

/** What a character met in a move. */
export interface CharacterTouch {
  /** What it met. */
  readonly shape: BodyShape;
  /** Unit normal towards the character, world axes: along `up` where it stands on the shape, against it where the head met it. */
  readonly normal: Vec2;
}

/** A definition with its defaults filled in. */
export interface CharacterSettings {
  readonly shape: Extract<Shape, { kind: 'circle' | 'capsule' | 'polygon' }>;
  readonly position: Vec2;
  /** Unit vector. */
  readonly up: Vec2;
  /** n . up of the steepest ground. */
  readonly groundCosine: number;
  readonly stepHeight: number;
  readonly snapDistance: number;
  readonly skin: number;
  readonly mass: number;
  readonly filter: Filter | undefined;
  readonly accept: ((shape: BodyShape) => boolean) | undefined;
}

/** @throws InputError for bad members */
export function characterSettings(definition: CharacterDefinition): CharacterSettings {
  requireRecord('definition', definition);
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
  if (accept !== undefined && typeof accept !== 'function') {
    throw new InputError('accept', accept, 'a function');
  }
  return {
    shape,
    position,
    up: { x: up.x / length, y: up.y / length },
    groundCosine: cos(maximumSlope),
    stepHeight: requireNonNegative('stepHeight', definition.stepHeight ?? 0.3),
    snapDistance: requireNonNegative('snapDistance', definition.snapDistance ?? 0.2),
    skin: requirePositive('skin', definition.skin ?? 0.01),
    mass: requireNonNegative('mass', definition.mass ?? 80),
    filter,
    accept,
  };
}
