/**
 * Bodies that slide, stick and roll. A slope of angle α is horizontal ground with gravity rotated by α. This is mechanically equivalent,
 * and the distance travelled is the body's x.
 */

import { polygon } from '@otedama/math2d';
import { type Examination, GRAVITY, length, percentOff, sceneOf } from './examination.js';

const box = { kind: 'polygon', vertices: polygon.rectangle(1, 1) } as const;
const ground = { kind: 'halfSpace', normal: { x: 0, y: 1 } } as const;

/** Ground with a downward slope of `tangent` to the right, and one body on it. */
const slope = (
  name: string,
  tangent: number,
  friction: number,
  shape: typeof box | { kind: 'circle'; radius: number },
  speed = 0,
) => {
  const secant = length(1, tangent);
  return sceneOf(name, { x: (GRAVITY * tangent) / secant, y: -GRAVITY / secant }, [
    { type: 'static', shapes: [{ ...ground, friction }] },
    { position: { x: 0, y: 0.5 }, linearVelocity: { x: speed, y: 0 }, shapes: [{ ...shape, friction }] },
  ]);
};

/** A box with speed v stops after v² / (2 μ g): 10 m in 2 s. */
export const slide: Examination = {
  id: 'slide',
  title: 'a box stops after v² / (2 μ g)',
  unit: '%',
  limit: 2,
  scene: () => slope('slide', 0, 0.5, box, 10),
  error: (play) => percentOff(play(180).end(1).x, (10 * 10) / (2 * 0.5 * GRAVITY)),
};

/** Below tan α = μ static friction holds: the box does not move from the first second to the tenth. */
export const hold: Examination = {
  id: 'hold',
  title: 'a box holds on a slope of 0.9 μ for 9 s',
  unit: 'mm',
  limit: 1,
  scene: () => slope('hold', 0.45, 0.5, box),
  error: (play) => {
    const trace = play(600);
    return 1000 * Math.abs(trace.end(1).x - trace.at(60, 1).x);
  },
};

/** Above tan α = μ the box slides with a = g (sin α - μ cos α): 2 m/s² here, 9 m in 3 s. */
export const slip: Examination = {
  id: 'slip',
  title: 'a box slides down a slope with g (sin α - μ cos α)',
  unit: '%',
  limit: 2,
  scene: () => slope('slip', 0.75, 0.5, box),
  error: (play) => percentOff(play(180).end(1).x, (GRAVITY * (0.6 - 0.5 * 0.8) * 3 * 3) / 2),
};

/** A disk that rolls without slipping has a = (2/3) g sin α: 4 m/s² here, 18 m in 3 s. */
export const roll: Examination = {
  id: 'roll',
  title: 'a disk rolls down a slope with (2/3) g sin α',
  unit: '%',
  limit: 2,
  scene: () => slope('roll', 0.75, 0.8, { kind: 'circle', radius: 0.5 }),
  error: (play) => percentOff(play(180).end(1).x, ((2 / 3) * GRAVITY * 0.6 * 3 * 3) / 2),
};
