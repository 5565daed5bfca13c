/**
 * A Galton board (F. Galton, Natural Inheritance, 1889): marbles fall through rows of pegs. At each of R rows a marble goes half a space to
 * the left or to the right. If it did so at random, its bin k = 0..R would have the probability C(R, k) / 2^R, with the mean R / 2 and the
 * standard deviation sqrt(R) / 2. Marbles that fall freely remember their speed from row to row, and spread almost evenly. So these roll
 * slowly on the leaning board: their damping lets them forget it.
 *
 * x is to the right, y is upwards along the board; the middle of the lowest bin row is the origin. Nothing here knows how it is drawn.
 */

import { createRandom, polygon } from '@otedama/math2d';
import { type Body, createWorld, type World } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

/** Rows of pegs. */
export const ROWS = 10;
/** Distance of neighbouring pegs, and width of a bin, m. */
const SPACE = 1;
/** Distance of the rows, m. */
const PITCH = 0.85;
/** Height of the walls between the bins, m. */
const BIN_HEIGHT = 5;
export const PEG_RADIUS = 0.13;
export const MARBLE_RADIUS = 0.15;
export const WALL_THICKNESS = 0.08;
/** Marbles of a round. A bin holds 50: four standard deviations more than the 30 that are expected in the middle one. */
export const MARBLES = 120;
/** Height of the lowest and of the highest row of pegs, m. */
const FIRST_ROW = BIN_HEIGHT + 0.9;
export const TOP: number = FIRST_ROW + (ROWS - 1) * PITCH;
/** Half the width between the outer walls, m. */
export const HALF_WIDTH: number = ((ROWS + 1) * SPACE) / 2;

/** Seconds between two marbles; from the last marble to the opening of the floor; and until the board is empty. */
const DROP_INTERVAL = 0.2;
const REST = 9;
const EMPTYING = 3;
/** A marble starts within this distance of the middle, m. */
const AIM = 0.04;

/** The pull along the board, m/s², and the rate at which rolling on it slows a marble down, 1/s. */
const GRAVITY = -9.8;
const DAMPING = 2.5;

export interface GaltonBoard {
  readonly world: World;
  readonly pegs: readonly Body[];
  /** The walls between the bins and at the sides, with their heights, m. */
  readonly walls: readonly { readonly body: Body; readonly height: number }[];
  readonly floor: Body;
  /** The marbles that are on the board. */
  readonly marbles: readonly Body[];
  /** Advances the board by a step of `seconds`. Returns the marble that was dropped before it, if any. */
  step(seconds: number): Body | null;
  /** Number of marbles in each bin, from the left. */
  counts(): number[];
}

/** Creates an empty board. The same `seed` gives the same marbles. */
export function createGaltonBoard(seed: number): GaltonBoard {
  const world = createWorld({ solver: createSoftStep(), gravity: { x: 0, y: GRAVITY } });
  const random = createRandom(seed);
  const hard = { friction: 0.1, restitution: 0.4 };
  const fixed = (x: number, y: number, width: number, height: number): Body =>
    world.createBody({
      type: 'static',
      position: { x, y },
      shapes: [{ kind: 'polygon', vertices: polygon.rectangle(width, height), ...hard }],
    });

  const pegs: Body[] = [];
  for (let row = 0; row < ROWS; row++) {
    // the highest row has a peg in the middle, the next one a gap
    const shift = (row % 2) * 0.5;
    const y = TOP - row * PITCH;
    for (let k = -ROWS; k <= ROWS; k++) {
      const x = (k + shift) * SPACE;
      if (Math.abs(x) > HALF_WIDTH - 0.6 * SPACE) continue;
      const shape = { kind: 'circle', radius: PEG_RADIUS, ...hard } as const;
      pegs.push(world.createBody({ type: 'static', position: { x, y }, shapes: [shape] }));
    }
  }
  const walls: { body: Body; height: number }[] = [];
  const side = TOP + 2;
  for (let k = 0; k <= ROWS + 1; k++) {
    const height = k === 0 || k === ROWS + 1 ? side : BIN_HEIGHT;
    walls.push({ body: fixed(k * SPACE - HALF_WIDTH, height / 2, WALL_THICKNESS, height), height });
  }
  const floor = fixed(0, -WALL_THICKNESS / 2, 2 * HALF_WIDTH + WALL_THICKNESS, WALL_THICKNESS);

  const marbles: Body[] = [];
  let dropped = 0;
  let clock = 0;
  function drop(): Body {
    dropped++;
    const marble = world.createBody({
      position: { x: random.uniform(-AIM, AIM), y: TOP + 1.2 },
      linearDamping: DAMPING,
      allowSleep: false, // or it might fall asleep on top of a peg
      shapes: [{ kind: 'circle', radius: MARBLE_RADIUS, density: 1, ...hard }],
    });
    marbles.push(marble);
    return marble;
  }
  return {
    world,
    pegs,
    walls,
    floor,
    marbles,
    step(seconds) {
      let marble: Body | null = null;
      const lastDrop = MARBLES * DROP_INTERVAL;
      if (dropped < MARBLES && clock >= dropped * DROP_INTERVAL) marble = drop();
      floor.isEnabled = clock < lastDrop + REST;
      if (clock >= lastDrop + REST + EMPTYING) {
        for (const body of marbles.splice(0)) world.destroyBody(body);
        dropped = 0;
        clock = 0;
      }
      world.step(seconds);
      clock += seconds;
      return marble;
    },
    counts() {
      const counts = new Array<number>(ROWS + 1).fill(0);
      for (const { position } of marbles) {
        const bin = Math.floor((position.x + HALF_WIDTH) / SPACE);
        if (position.y > 0 && position.y < BIN_HEIGHT && bin in counts) counts[bin]++;
      }
      return counts;
    },
  };
}
