/** Bodies without contacts. */

import { polygon } from '@otedama/math2d';
import { type Examination, GRAVITY, percentOff, sceneOf } from './examination.js';

const FALL = 120;
/** After t = 2 s a body that starts at rest has fallen g t² / 2. */
export const fall: Examination = {
  id: 'fall',
  title: 'a body falls g t² / 2 in 2 s',
  unit: '%',
  limit: 1,
  scene: () => sceneOf('fall', { x: 0, y: -GRAVITY }, [{ shapes: [{ kind: 'circle', radius: 0.5 }] }]),
  error: (play) => percentOff(-play(FALL).end(0).y, (GRAVITY * 2 * 2) / 2),
};

const SPIN = 1200;
/** Without torque ω is constant, and the body turns by ω t in the time t. */
export const spin: Examination = {
  id: 'spin',
  title: 'a free body at 10 rad/s turns by ω t in 20 s',
  unit: '%',
  limit: 1,
  scene: () =>
    sceneOf('spin', { x: 0, y: 0 }, [
      { angularVelocity: 10, shapes: [{ kind: 'polygon', vertices: polygon.rectangle(2, 1) }] },
    ]),
  error: (play) => percentOff(play(SPIN).turn(0), 10 * 20),
};
