/** What a scene list offers to a page, a test or a bench: metadata and a function that makes the scene as data. */

import type { CharacterDefinition, JointKind, Scene } from '@otedama/rigid';

/** Groups of the scene list. */
export type SceneCategory =
  | 'showcase'
  | 'articles'
  | 'stacking'
  | 'piles'
  | 'friction'
  | 'collisions'
  | 'jelly'
  | 'joints'
  | 'fields'
  | 'character'
  | 'benchmark';

/** A number a scene can be made with. */
export interface SceneParameter {
  /** Shown beside a slider. */
  readonly title: string;
  /** Value where none is given, between the two limits; the unit is what the title names, m or a count without one. */
  readonly default: number;
  /** Smallest accepted value, in the unit of the title; less is an `InputError`. */
  readonly minimum: number;
  /** Largest accepted value, in the unit of the title; more is an `InputError`. */
  readonly maximum: number;
  /** Whole numbers only. */
  readonly integer?: boolean;
}

/** Parameter values by name; a missing one takes its default. */
export type SceneValues = Readonly<Record<string, number>>;

/** One scene of the list. */
export interface SceneEntry {
  /** Stable identifier, kebab-case: used in links and test names. */
  readonly name: string;
  /** Group it is shown in. */
  readonly category: SceneCategory;
  /** How a list shows it. */
  readonly title: string;
  /** One line: what is to be seen, or what it measures. */
  readonly description: string;
  /** What it can be made with, by name; empty for a scene without choices. */
  readonly parameters: Readonly<Record<string, SceneParameter>>;
  /** Whether there are soft bodies in it: only solvers with the capability `softBodies` take it. */
  readonly softBodies: boolean;
  /** Kinds of joints in it: only solvers that can do all of them take it. */
  readonly joints: readonly JointKind[];
  /** Name of the solver whose method it is there to show, for pages that offer several; null where any will do. */
  readonly solver: string | null;
  /** Somebody to walk about in it, for pages and tests that make one; null where there is nobody. */
  readonly character: CharacterDefinition | null;
  /** A fresh scene; the same values give the same scene, bit for bit. */
  create(values?: SceneValues): Scene;
}
