/**
 * The scene format: versioned JSON. A scene is the start of a world and says nothing about how it is solved, except for
 * optional settings under a solver's name.
 */
import type { Vec2 } from '@otedama/math2d';
import type { BodyDefinition } from './definitions.js';
import type { JointDefinition } from './joint-definitions.js';
import type { SoftBodyDefinition } from './soft-body-definition.js';

/** Value of `Scene.format`. */
export const SCENE_FORMAT = 'otedama-scene';
/** Version this package writes, and the newest it reads. */
export const SCENE_VERSION = 1;

/** Where a camera should look: a rectangle of the given half height around a point, m. */
export interface SceneCamera {
  readonly x: number;
  readonly y: number;
  readonly halfHeight: number;
}

export interface Scene {
  readonly format: typeof SCENE_FORMAT;
  readonly version: typeof SCENE_VERSION;
  /** Short unique name, such as `tower-10`. */
  readonly name: string;
  readonly title?: string;
  readonly category?: string;
  readonly description?: string;
  /** m/s^2. */
  readonly gravity: Vec2;
  /** Step the scene is meant for, s, > 0. */
  readonly timeStep: number;
  readonly bodies: readonly BodyDefinition[];
  /** Bodies are named by their place in `bodies`. */
  readonly joints?: readonly JointDefinition<number>[];
  readonly softBodies?: readonly SoftBodyDefinition[];
  readonly camera?: SceneCamera;
  /** Settings by the name of the solver: plain JSON that the solver's package understands. */
  readonly settings?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
