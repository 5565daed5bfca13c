/**
 * The scene format: versioned JSON. A scene is the start of a world and says nothing about how it is solved, except for
 * optional settings under a solver's name.
 */
import type { Vec2 } from '@otedama/math2d';
import type { BodyDefinition } from './definitions.js';
import type { JointDefinition } from './joint-definitions.js';
import type { FieldDefinition } from './scene-fields.js';
import type { SoftBodyDefinition } from './soft-body-definition.js';

/** First field of a scene: tells scenes from other JSON. */
export const SCENE_FORMAT = 'otedama-scene';
/** Version this package writes, and the newest it reads. */
export const SCENE_VERSION = 1;

/** Where a camera should look: a rectangle around a point that is seen whole, whatever the screen. */
export interface SceneCamera {
  /** Middle of the view, m. */
  readonly x: number;
  /** Middle of the view along y, m. */
  readonly y: number;
  /** Half the height that is seen, m, > 0. */
  readonly halfHeight: number;
  /** Half the width that is seen, m, > 0. Default: the page decides. */
  readonly halfWidth?: number;
}

/** Who walks in a scene: what it is made of is the program's affair, which makes it with `createCharacter`. */
export interface SceneCharacter {
  /** Where its origin is at the start, m. */
  readonly position: Vec2;
}

/** The start of a world, as data: what `parseScene` gives and `loadScene` takes. */
export interface Scene {
  /** Tells scenes from other JSON. */
  readonly format: typeof SCENE_FORMAT;
  /** Version of the format: which fields and defaults are meant. */
  readonly version: typeof SCENE_VERSION;
  /** Short unique name, such as `tower-10`. */
  readonly name: string;
  /** How a list shows it. Default none. */
  readonly title?: string;
  /** Group it is shown in. Default none. */
  readonly category?: string;
  /** One line: what is to be seen. Default none. */
  readonly description?: string;
  /** m/s^2. */
  readonly gravity: Vec2;
  /** Step the scene is meant for, s, > 0, at most 1. */
  readonly timeStep: number;
  /** Bodies in the order they are made: body k gets slot k. */
  readonly bodies: readonly BodyDefinition[];
  /** Bodies are named by their place in `bodies`. */
  readonly joints?: readonly JointDefinition<number>[];
  /** Soft bodies, made after the bodies. Default none. */
  readonly softBodies?: readonly SoftBodyDefinition[];
  /** Forces on all bodies: liquids and winds. Default none. */
  readonly fields?: readonly FieldDefinition[];
  /** Who walks in it; `loadScene` makes no character. Default nobody. */
  readonly character?: SceneCharacter;
  /** Where to look. Default: the page decides. */
  readonly camera?: SceneCamera;
  /** Settings by the name of the solver: plain JSON that the solver's package understands. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
