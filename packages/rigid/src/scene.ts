/**
 * The scene format: versioned JSON. A scene describes the initial state of a world. It does not say how to solve it, except for
 * optional settings under the name of a solver.
 */
import type { Vec2 } from '@otedama/math2d';
import type { BodyDefinition } from './definitions.js';
import type { JointDefinition } from './joint-definitions.js';
import type { FieldDefinition } from './scene-fields.js';
import type { SoftBodyDefinition } from './soft-body-definition.js';

/** Value of the first field of a scene, which distinguishes scenes from other JSON. */
export const SCENE_FORMAT = 'otedama-scene';
/** The version that this package writes, and the newest that it reads. */
export const SCENE_VERSION = 1;

/** The suggested view of a scene: a rectangle around a point, completely visible on any screen. */
export interface SceneCamera {
  /** Centre of the view, m. */
  readonly x: number;
  /** Centre of the view along y, m. */
  readonly y: number;
  /** Half the visible height, m, > 0. */
  readonly halfHeight: number;
  /** Half the visible width, m, > 0. Default: the page decides. */
  readonly halfWidth?: number;
}

/** The start position of a character. The program decides what the character is and creates it with `createCharacter`. */
export interface SceneCharacter {
  /** Start position of its origin, m. */
  readonly position: Vec2;
}

/** The initial state of a world as data: what `parseScene` returns and `loadScene` takes. */
export interface Scene {
  /** Distinguishes scenes from other JSON. */
  readonly format: typeof SCENE_FORMAT;
  /** Version of the format, which determines the fields and defaults. */
  readonly version: typeof SCENE_VERSION;
  /** Short unique name, such as `tower-10`. */
  readonly name: string;
  /** Title in a list of scenes. Default none. */
  readonly title?: string;
  /** Group in a list of scenes. Default none. */
  readonly category?: string;
  /** One line that says what the scene shows. Default none. */
  readonly description?: string;
  /** Gravity, m/s^2. */
  readonly gravity: Vec2;
  /** Suggested length of a step, s, > 0, at most 1. */
  readonly timeStep: number;
  /** Bodies in the order of creation: body k gets slot k. */
  readonly bodies: readonly BodyDefinition[];
  /** Joints, which refer to bodies by their index in `bodies`. Default none. */
  readonly joints?: readonly JointDefinition<number>[];
  /** Soft bodies, created after the bodies. Default none. */
  readonly softBodies?: readonly SoftBodyDefinition[];
  /** Fields that act on all bodies: buoyancy and wind. Default none. */
  readonly fields?: readonly FieldDefinition[];
  /** The character of the scene; `loadScene` does not create it. Default none. */
  readonly character?: SceneCharacter;
  /** The suggested view. Default: the page decides. */
  readonly camera?: SceneCamera;
  /** Settings by the name of the solver: plain JSON that the package of the solver understands. Default none. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
