/** A body before a fit, its pushed particles, and their goals. */

import type { GoalLesson, GoalStep } from './goal-lesson.js';
import { arrow, PlaneMap, pathOf, picture, svg, text } from './svg.js';

const WIDTH = 408;
const HEIGHT = 300;
const MARGIN = 26;

/** @param step displacements already magnified for display; `factor` is the magnification */
export function goalFigure(lesson: GoalLesson, step: GoalStep, factor: number): SVGElement {
  const { outlines, particles, goals } = step.shape;
  const map = new PlaneMap(
    [...step.before.flat(), ...outlines.flat(), ...particles, ...goals],
    WIDTH,
    HEIGHT,
    MARGIN,
  );
  const figure = picture(WIDTH, HEIGHT, `Goal positions of ${lesson.name}. ${step.title}: ${step.text}`);
  const chain = (className: string, outline: GoalStep['from']): SVGElement =>
    svg('path', {
      class: className,
      d: pathOf(
        outline.map((p) => map.at(p)),
        true,
      ),
    });
  for (const outline of step.before) figure.append(chain('body', outline));
  for (const outline of outlines) figure.append(chain('goal', outline));
  step.from.forEach((p, k) => {
    const from = map.at(p);
    const pushed = map.at(particles[k]);
    const goal = map.at(goals[k]);
    if (!lesson.isSoft) figure.append(svg('circle', { class: 'before', cx: from.x, cy: from.y, r: 3 }));
    if (lesson.isSoft) figure.append(svg('path', { class: 'pull', d: pathOf([pushed, goal], false) }));
    else figure.append(arrow(from, pushed, 'push'));
    const small = particles.length > 40 ? 2 : 3.5;
    figure.append(svg('circle', { class: 'particle', cx: pushed.x, cy: pushed.y, r: small }));
    figure.append(svg('circle', { class: 'goal', cx: goal.x, cy: goal.y, r: small + 1.5 }));
  });
  figure.append(
    text(
      { x: 8, y: 16 },
      factor === 1 ? 'True to scale' : `Displacements × ${factor.toLocaleString('en')}`,
      'caption',
    ),
  );
  return figure;
}
