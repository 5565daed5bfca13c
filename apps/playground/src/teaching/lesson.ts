import type { DebugLayer } from '@otedama/render-babylon';
import type { StepRecord, World } from '@otedama/rigid';
import type { Point } from './geometry.js';

/** Topics as named in links: the search for a distance, the rows of a contact, goal positions. */
export type TopicName = 'gjk' | 'rows' | 'goals';

/** An object of the world that a topic can explain. */
export interface Subject {
  /** Key in links. */
  readonly key: string;
  readonly label: string;
}

/** One step of a lesson, ready for display. */
export interface LessonStep {
  readonly title: string;
  readonly text: string;
  readonly figures: readonly SVGElement[];
  /** Pairs of name and value, shown beside the figures. */
  readonly numbers: readonly (readonly [name: string, value: string])[];
  /** Additional table, or null. */
  readonly table: HTMLElement | null;
}

/** A subject explained in steps. */
export interface Lesson {
  /** Number of steps, at least 1. */
  readonly steps: number;
  /** Index of the initial step. */
  readonly first: number;
  /** Legend of the figures' colours: a class of the style sheet, and a text. */
  readonly legend: readonly (readonly [className: string, label: string])[];
  show(step: number): LessonStep;
  overlay(step: number): DebugLayer;
  /** Points of the world that should be in view. */
  readonly extent: readonly Point[];
  /** Labels for points in the world. */
  labels(step: number): readonly WorldLabel[];
}

/** A short label beside a point of the world. */
export interface WorldLabel {
  readonly at: Point;
  /** The label is on the side of `at` that faces away from this point. */
  readonly from: Point;
  readonly text: string;
}

/** Says why there is no lesson, and what the reader can do. */
export interface Notice {
  readonly message: string;
  readonly offers: readonly Offer[];
}

/** Actions offered to the reader. */
export type Offer = 'step' | 'run' | 'wake' | 'shape-matching';

/** Data that a topic reads. */
export interface Situation {
  readonly world: World;
  /** Name and title of the solver. */
  readonly solver: string;
  readonly solverTitle: string;
  /** Record of the last step; null before the first recorded step. */
  readonly record: StepRecord | null;
}

export interface Topic {
  readonly name: TopicName;
  /** Title on its tab. */
  readonly title: string;
  /** Name of the kind of subject. */
  readonly subjectTitle: string;
  /** Explains how to select a subject with the pointer. */
  readonly hint: string;
  /** Whether the topic needs the record of a step. */
  readonly needsRecord: boolean;
  /** Key in links. */
  readonly linkKey: 'pair' | 'body';
  subjects(situation: Situation): Subject[];
  /** Name of a subject, listed or not; null if no subject has the key. */
  label(situation: Situation, key: string): string | null;
  /** The most instructive subject; null if there is none. */
  best(situation: Situation): string | null;
  lesson(situation: Situation, subject: string | null): Lesson | Notice;
  /**
   * Returns the subject at a point of the world, given the previous selection; null if there is none. May keep the first shape of a pair.
   */
  pick(situation: Situation, point: Point, reach: number, before: string | null): Picked;
}

/** Result of a tap: a subject, half of one, or nothing. */
export type Picked =
  | { readonly subject: string }
  | { readonly half: string; readonly overlay: DebugLayer; readonly message: string }
  | null;

/** The notice for a step that produced nothing to show. */
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
