import type { DebugLayer } from '@otedama/render-babylon';
import type { StepRecord, World } from '@otedama/rigid';
import type { Point } from './geometry.js';

/** What is explained: the search for a distance, the rows of a contact, goal positions. As in links. */
export type TopicName = 'gjk' | 'rows' | 'goals';

/** Something of the world that a topic can explain. */
export interface Subject {
  /** As in links. */
  readonly key: string;
  readonly label: string;
}

/** One step of a lesson, ready to be shown. */
export interface LessonStep {
  readonly title: string;
  readonly text: string;
  readonly figures: readonly SVGElement[];
  /** Names and values beside the figures. */
  readonly numbers: readonly (readonly [name: string, value: string])[];
  /** More than names and values; null for nothing. */
  readonly table: HTMLElement | null;
}

/** A subject explained in steps. */
export interface Lesson {
  /** How many, at least 1. */
  readonly steps: number;
  /** The step to begin with. */
  readonly first: number;
  /** Colours of the figures and what they stand for: a class of the style sheet, and words. */
  readonly legend: readonly (readonly [className: string, label: string])[];
  show(step: number): LessonStep;
  overlay(step: number): DebugLayer;
  /** Points of the world that should be in view. */
  readonly extent: readonly Point[];
  /** Names of what is seen in the world. */
  labels(step: number): readonly WorldLabel[];
}

/** A few letters beside a point of the world. */
export interface WorldLabel {
  readonly at: Point;
  /** It stands on the side of `at` that looks away from here. */
  readonly from: Point;
  readonly text: string;
}

/** Why there is no lesson, and what a reader can do about it. */
export interface Notice {
  readonly message: string;
  readonly offers: readonly Offer[];
}

/** What a reader can do instead. */
export type Offer = 'step' | 'run' | 'wake' | 'shape-matching';

/** What a topic reads. */
export interface Situation {
  readonly world: World;
  /** Name and title of the solver. */
  readonly solver: string;
  readonly solverTitle: string;
  /** What the last step left; null before the first recorded one. */
  readonly record: StepRecord | null;
}

export interface Topic {
  readonly name: TopicName;
  /** On its tab. */
  readonly title: string;
  /** What a subject is called. */
  readonly subjectTitle: string;
  /** How to select by the pointer. */
  readonly hint: string;
  /** Whether it reads the record of a step. */
  readonly needsRecord: boolean;
  /** Key in links. */
  readonly linkKey: 'pair' | 'body';
  subjects(situation: Situation): Subject[];
  /** What a subject is called, listed or not; null if there is none of that key. */
  label(situation: Situation, key: string): string | null;
  /** The subject that tells most; null if there is none. */
  best(situation: Situation): string | null;
  lesson(situation: Situation, subject: string | null): Lesson | Notice;
  /** The subject at a point of the world, given those selected before; null if there is none. May keep a first half of a pair. */
  pick(situation: Situation, point: Point, reach: number, before: string | null): Picked;
}

/** Result of a tap: a subject, half of one, or nothing. */
export type Picked =
  | { readonly subject: string }
  | { readonly half: string; readonly overlay: DebugLayer; readonly message: string }
  | null;

/** What to say where a step has left nothing to look at. */
export function nothingNotice({ world }: Situation, message: string): Notice {
  const moving = world.bodies.filter((body) => body.type === 'dynamic' && body.isEnabled);
  if (moving.length > 0 && moving.every((body) => !body.isAwake)) {
    return {
      message: 'All bodies are asleep: there is nothing to solve until something wakes them.',
      offers: ['wake'],
    };
  }
  return { message, offers: ['run', 'step'] };
}

export const isLesson = (found: Lesson | Notice): found is Lesson => 'steps' in found;
