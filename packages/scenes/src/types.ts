// What a scene list offers to a page, a test or a bench: metadata and a function that makes the scene as data.

import type { Scene } from '@otedama/rigid';

/** Groups of the scene list. */
export type SceneCategory = 'articles' | 'stacking' | 'piles' | 'friction' | 'collisions' | 'benchmark';

/** A number a scene can be made with. */
export interface SceneParameter {
  /** Shown beside a slider. */
  readonly title: string;
  readonly default: number;
  /** Smallest and largest accepted value; anything else is an {@link InputError}. */
  readonly minimum: number;
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
  readonly category: SceneCategory;
  readonly title: string;
  /** One line: what is to be seen, or what it measures. */
  readonly description: string;
  readonly parameters: Readonly<Record<string, SceneParameter>>;
  /** A fresh scene; the same values give the same scene, bit for bit. */
  create(values?: SceneValues): Scene;
}
