import { bounce, corner, crowd, exchange, lever, shock, thud } from './collisions.js';
import type { Examination } from './examination.js';
import { fall, spin } from './free-motion.js';
import { hold, roll, slide, slip } from './friction.js';
import { again, burden, burst, plank, seams, tiles, wall } from './games.js';
import { bars, capstan, chain, pendulum, rope, swing } from './joints.js';
import { cradle, shuttle } from './repeated-hits.js';
import { dominoes, masonry, overhang } from './structures.js';

/** The tests, in the order in which they are shown. */
export const examinations: readonly Examination[] = [
  fall,
  spin,
  bounce,
  thud,
  exchange,
  lever,
  corner,
  cradle,
  shuttle,
  shock,
  crowd,
  slide,
  hold,
  slip,
  roll,
  pendulum,
  swing,
  bars,
  chain,
  rope,
  capstan,
  burden,
  overhang,
  masonry,
  dominoes,
  tiles,
  seams,
  wall,
  plank,
  burst,
  again,
];
