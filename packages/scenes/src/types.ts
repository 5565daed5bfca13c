/** Types of the scene list: metadata, and a function that creates the scene as data. */

import type { CharacterDefinition, JointKind, Scene } from '@otedama/rigid';

/** Groups of the scene list, in the order of the list: a page shows them as headings. */
export const sceneCategories = [
  'showcase',
  'articles',
  'stacking',
  'piles',
  'friction',
  'collisions',
  'jelly',
  'joints',
  'fields',
  'character',
  'benchmark',
] as const;

/** A group of the scene list. */
export type SceneCategory = (typeof sceneCategories)[number];

/** A number that a scene is created with, such as the height of a tower: its range and its default. */
export interface SceneParameter {
  /** Title, for example next to a slider. */
  readonly title: string;
  /** Default value, between the two limits, in the unit that the title names; without one it is m or a count. */
  readonly default: number;
  /** Smallest allowed value, in the unit of the title; a smaller one throws an `InputError`. */
  readonly minimum: number;
  /** Largest allowed value, in the unit of the title; a larger one throws an `InputError`. */
  readonly maximum: number;
  /** Whether only whole numbers are allowed. */
  readonly integer?: boolean;
}

/** Parameter values by name. Missing ones get their defaults. */
export type SceneValues = Readonly<Record<string, number>>;

/** One scene of the list: its name and description, its parameters, and the function that creates it. */
export interface SceneEntry {
  /** Stable identifier, kebab-case: used in links and test names. */
  readonly name: string;
  /** Group in the list of scenes. */
  readonly category: SceneCategory;
  /** Title in the list of scenes. */
  readonly title: string;
  /** One line that says what the scene shows or measures. */
  readonly description: string;
  /** Parameters by name; empty for a scene without parameters. */
  readonly parameters: Readonly<Record<string, SceneParameter>>;
  /** Whether the scene has soft bodies. Such a scene needs a solver with the capability `softBodies`. */
  readonly softBodies: boolean;
  /** The kinds of joints in the scene. It needs a solver that supports all of them. */
  readonly joints: readonly JointKind[];
  /** Name of the solver that the scene demonstrates, for pages that offer several; null if any solver will do. */
  readonly solver: string | null;
  /** The character of the scene, for pages and tests that create one; null if there is none. */
  readonly character: CharacterDefinition | null;
  /** A fresh scene; the same values give the same scene, bit for bit. */
  create(values?: SceneValues): Scene;
}
