import { InputError, type Vec2 } from '@otedama/math2d';
import { type Color, hexColor } from './color.js';
import type { DebugContext, DebugLayer } from './debug-layers.js';
import type { Painter } from './line-painter.js';

/** Goal positions of one body under shape matching, in world axes, metres. */
export interface GoalShape {
  /** Outlines of its shapes at their goal, each a closed chain, m. */
  readonly outlines: readonly (readonly Vec2[])[];
  /** Current positions of the particles, m. */
  readonly particles: readonly Vec2[];
  /** Goal positions of the particles, m; the same number. */
  readonly goals: readonly Vec2[];
}

// mid tones, visible on light and on dark backgrounds
const goalColor = hexColor('#2a9d8f');
const particleColor = hexColor('#d1495b');

/** Lengths of the dashes of a goal's outline and of the gaps between them, in CSS pixels. */
const DASH_PIXELS = 7;
const GAP_PIXELS = 5;

/** Draws a dashed line. Dashes keep their length on the screen. */
function dashes(painter: Painter, p: Vec2, q: Vec2, color: Color, width: number, scale: number): void {
  const length = Math.hypot(q.x - p.x, q.y - p.y);
  const pitch = (DASH_PIXELS + GAP_PIXELS) * scale;
  const count = Math.max(1, Math.round(length / pitch));
  const share = DASH_PIXELS / (DASH_PIXELS + GAP_PIXELS);
  for (let k = 0; k < count; k++) {
    const from = k / count;
    const to = (k + share) / count;
    painter.line(
      p.x + from * (q.x - p.x),
      p.y + from * (q.y - p.y),
      p.x + to * (q.x - p.x),
      p.y + to * (q.y - p.y),
      color,
      width,
    );
  }
}

function drawGoals(shape: GoalShape, painter: Painter, { metersPerPixel }: DebugContext): void {
  const { outlines, particles, goals } = shape;
  for (const outline of outlines) {
    outline.forEach((p, k) => {
      dashes(painter, p, outline[(k + 1) % outline.length] as Vec2, goalColor, 2, metersPerPixel);
    });
  }
  particles.forEach((p, k) => {
    const goal = goals[k] as Vec2;
    painter.line(p.x, p.y, goal.x, goal.y, goalColor, 1.5);
    painter.point(p.x, p.y, particleColor, 6);
    painter.point(goal.x, goal.y, goalColor, 6);
  });
}

/**
 * Creates a layer of goal shapes: dashed outlines at the goal positions of bodies, red dots for their particles, and a line from
 * each particle to its goal. The goals come from the trace of a solver (`StepRecorder` of @otedama/rigid).
 *
 * @param read called at each update; returns the shapes to draw
 * @throws InputError if it is no function
 */
export function createGoalLayer(read: () => readonly GoalShape[]): DebugLayer {
  if (typeof read !== 'function')
    throw new InputError('read', read, 'a function that returns the shapes to draw');
  return {
    name: 'goals',
    title: 'Goal shapes',
    draw(_world, painter, context) {
      for (const shape of read()) drawGoals(shape, painter, context);
    },
  };
}
