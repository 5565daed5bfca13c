import { bounce, corner, crowd, exchange, lever, shock, thud } from './collisions.js';
import type { Examination } from './examination.js';
import { fall, spin } from './free-motion.js';
import { hold, roll, slide, slip } from './friction.js';
import { again, burden, burst, plank, seams, tiles, wall } from './games.js';
import { chain, pendulum, swing } from './joints.js';

/** The tests, in the order in which they are shown. */
export const examinations: readonly Examination[] = [
  fall,
  spin,
  bounce,
  thud,
  exchange,
  lever,
  corner,
  shock,
  crowd,
  slide,
  hold,
  slip,
  roll,
  pendulum,
  swing,
  chain,
  burden,
  tiles,
  seams,
  wall,
  plank,
  burst,
  again,
];
