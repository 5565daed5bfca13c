/** Hits that follow one another, e = 1. */

import { cos, polygon, sin } from '@otedama/math2d';
import { TIME_STEP } from '../engine.js';
import { type Examination, GRAVITY, passages, percentOff, sceneOf } from './examination.js';

const elastic = { restitution: 1, friction: 0 } as const;

const BALLS = 5;
const STRING = 3;
const RADIUS = 0.25;
const RELEASE = Math.PI / 4;

/** Five balls that touch each other hang in a row, the first one is released at 45 degrees. The last one rises to the same height. */
export const cradle: Examination = {
  id: 'cradle',
  title: "the last ball of Newton's cradle rises as high as the first, e = 1",
  unit: '%',
  limit: 5,
  scene: () => {
    const balls = Array.from({ length: BALLS }, (_, i) => {
      const pivot = { x: 2 * RADIUS * i, y: 0 };
      const angle = i === 0 ? RELEASE : 0;
      const position = { x: pivot.x - STRING * sin(angle), y: -STRING * cos(angle) };
      return { pivot, position };
    });
    return sceneOf(
      'cradle',
      { x: 0, y: -GRAVITY },
      [
        { type: 'static', shapes: [{ kind: 'circle', radius: 0.1, ...elastic }] },
        ...balls.map(({ position }) => ({
          position,
          shapes: [{ kind: 'circle' as const, radius: RADIUS, ...elastic }],
        })),
      ],
      balls.map(({ pivot, position }, i) => ({
        kind: 'revolute',
        bodyA: 0,
        bodyB: i + 1,
        localAnchorA: pivot,
        localAnchorB: { x: pivot.x - position.x, y: -position.y },
      })),
    );
  },
  error: (play) => {
    // the hit comes after 54 steps, the last ball is at its highest after 106
    const trace = play(115);
    let top = Number.NEGATIVE_INFINITY;
    for (let step = 1; step <= trace.steps; step++) top = Math.max(top, trace.at(step, BALLS).y);
    return percentOff(top + STRING, STRING * (1 - cos(RELEASE)));
  },
};

const SPEED = 100;
const HALF = 5;
const PUCK = 0.2;

/** A fast puck between two walls passes the middle at regular times: continuous collision must not cost it any. */
export const shuttle: Examination = {
  id: 'shuttle',
  title: 'a puck at 100 m/s between walls 10 m apart keeps time for 20 s, e = 1',
  unit: '%',
  limit: 1,
  scene: () =>
    sceneOf('shuttle', { x: 0, y: 0 }, [
      ...[-1, 1].map((side) => ({
        type: 'static' as const,
        position: { x: side * (HALF + 0.5), y: 0 },
        shapes: [{ kind: 'polygon' as const, vertices: polygon.rectangle(1, 4), ...elastic }],
      })),
      {
        position: { x: -1, y: 0.1 },
        linearVelocity: { x: SPEED, y: 0 },
        shapes: [{ kind: 'circle', radius: PUCK, ...elastic }],
      },
    ]),
  error: (play) => {
    const times = passages(play(1200), 2);
    const rounds = times.length - 1;
    // a puck that has left does not come back
    if (rounds < 1) return 100;
    const time = (((times.at(-1) as number) - (times[0] as number)) / rounds) * TIME_STEP;
    return percentOff(time, (4 * (HALF - PUCK)) / SPEED);
  },
};
