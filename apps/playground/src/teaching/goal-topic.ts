import { createGoalLayer } from '@otedama/render-babylon';
import { goalFigure } from './goal-figure.js';
import {
  bodiesWithGoals,
  type GoalLesson,
  magnification,
  magnified,
  rigidGoalLesson,
  softGoalLesson,
} from './goal-lesson.js';
import {
  type Lesson,
  type Notice,
  nothingNotice,
  type Situation,
  type Subject,
  type Topic,
} from './lesson.js';
import { bodyName, softBodyName } from './names.js';
import { shapeAt } from './shape-keys.js';

const SOFT = /^soft(\d+)$/;

/** The lesson of a rigid body (key such as `4`) or of a soft body (key such as `soft0`). */
function lessonOf({ world, record }: Situation, key: string): GoalLesson | null {
  if (record === null) return null;
  const soft = SOFT.exec(key);
  if (soft !== null) {
    const index = Number(soft[1]);
    const body = world.softBodies[index];
    return body === undefined ? null : softGoalLesson(record, body, index);
  }
  const body = /^\d+$/.test(key) ? world.bodyAt(Number(key)) : null;
  return body === null ? null : rigidGoalLesson(world, record, body);
}

/** Goal positions of shape matching, rigid and soft. */
export const goalTopic: Topic = {
  name: 'goals',
  title: 'Goal positions',
  subjectTitle: 'Body',
  hint: 'or pick a body in the view',
  needsRecord: true,
  linkKey: 'body',

  subjects({ world, record }): Subject[] {
    if (record === null) return [];
    const { soft, rigid } = bodiesWithGoals(world, record);
    return [
      ...soft.map((index) => ({ key: `soft${index}`, label: softBodyName(world.softBodies[index], index) })),
      ...rigid.flatMap((id) => {
        const body = world.bodyAt(id);
        return body === null ? [] : [{ key: String(id), label: bodyName(world, body) }];
      }),
    ];
  },

  label({ world }, key) {
    const soft = SOFT.exec(key);
    if (soft !== null) {
      const index = Number(soft[1]);
      const softBody = world.softBodies[index];
      return softBody === undefined ? null : softBodyName(softBody, index);
    }
    const body = world.bodyAt(Number(key));
    return body === null ? null : bodyName(world, body);
  },

  best(situation) {
    const { world, record } = situation;
    if (record === null) return null;
    const { soft, rigid } = bodiesWithGoals(world, record);
    if (soft.length > 0) return `soft${soft[0]}`;
    const strongest = record.fits
      .filter(({ body }) => rigid.includes(body))
      .map(({ body, pushes }) => ({ body, push: pushes.reduce((sum, p) => sum + Math.hypot(p.px, p.py), 0) }))
      .sort((p, q) => q.push - p.push)[0];
    return strongest === undefined ? null : String(strongest.body);
  },

  lesson(situation, subject): Lesson | Notice {
    const { solver, solverTitle, record } = situation;
    if (solver !== 'shape-matching') {
      return {
        message: `“${solverTitle}” has no goal positions: its bodies are rigid by themselves, and only velocities and poses are solved for. Goals belong to shape matching, which moves particles and then fits the shape to them.`,
        offers: ['shape-matching'],
      };
    }
    if (record === null) return { message: 'No step has been recorded yet.', offers: ['step'] };
    const found = subject === null ? null : lessonOf(situation, subject);
    if (found === null) {
      return nothingNotice(
        situation,
        subject === null
          ? 'No body was pushed in this step, so none had to be fitted.'
          : 'This body was not pushed in this step: its predicted pose is its goal.',
      );
    }
    const factor = magnification(found);
    return {
      steps: found.steps.length,
      first: 0,
      legend: [
        ['body', 'before'],
        ['particle', found.isSoft ? 'particle' : 'particle, pushed'],
        ['goal', 'goal'],
      ],
      show(step) {
        const { title, text, numbers } = found.steps[step];
        const seen = magnified(found.steps[step], factor);
        return { title, text, numbers, figures: [goalFigure(found, seen, factor)], table: null };
      },
      overlay(step) {
        const { shape } = magnified(found.steps[step], factor);
        return createGoalLayer(() => [shape]);
      },
      extent: found.steps.flatMap(({ before }) => before.flat()),
      labels: () => [],
    };
  },

  pick({ world }, point, reach) {
    const body = shapeAt(world, point, reach)?.body;
    if (body === undefined) return null;
    const soft = world.softBodies.findIndex(({ particles }) => particles.includes(body));
    return { subject: soft >= 0 ? `soft${soft}` : String(body.id) };
  },
};
