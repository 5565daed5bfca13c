/** Buildings that stand or fall. */

import { cos, polygon, sin } from '@otedama/math2d';
import type { Scene } from '@otedama/rigid';
import { TIME_STEP } from '../engine.js';
import { type Examination, GRAVITY, length, percentOff, sceneOf, type Trace } from './examination.js';

type Body = Scene['bodies'][number];

const gravity = { x: 0, y: -GRAVITY };
const floor = (friction: number): Body => ({
  type: 'static',
  shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 }, friction }],
});

/** Distance that a body has moved at the end of the run, m. */
function moved(trace: Trace, body: number): number {
  const start = trace.at(0, body);
  const end = trace.end(body);
  return length(end.x - start.x, end.y - start.y);
}

const PLANKS = 6;
const PLANK = { width: 1, height: 0.2 } as const;
/** Parts of the largest overhang: one tower stands, the other one falls. */
const OVERHANGS = [0.95, 1.05] as const;

/** The towers are this far apart, m. */
const TOWERS_APART = 20;

/**
 * Planks of width w at the edge of a table. The k-th from the top may overhang the one below by up to w / (2 k): the centre of those above
 * is then at its edge. A tower with 95 % of these overhangs stands for 10 s, one with 105 % falls.
 */
export const overhang: Examination = {
  id: 'overhang',
  title: 'planks that overhang by 0.95 (w/2 + w/4 + w/6 + ...) stand for 10 s, and with 1.05 they fall',
  unit: 'm',
  limit: 0.05,
  scene: () =>
    sceneOf(
      'overhang',
      gravity,
      OVERHANGS.flatMap((share, tower) => {
        const { width, height } = PLANK;
        const left = TOWERS_APART * tower;
        const table: Body = {
          type: 'static',
          position: { x: left - 0.5, y: -0.5 },
          shapes: [{ kind: 'polygon', vertices: polygon.rectangle(1, 1) }],
        };
        let edge = left;
        const planks = Array.from({ length: PLANKS }, (_, i): Body => {
          edge += (share * width) / (2 * (PLANKS - i));
          return {
            position: { x: edge - width / 2, y: height * (i + 0.5) },
            shapes: [{ kind: 'polygon', vertices: polygon.rectangle(width, height) }],
          };
        });
        return [table, ...planks];
      }),
    ),
  error: (play) => {
    const trace = play(600);
    const way = (tower: number): number =>
      Math.max(...Array.from({ length: PLANKS }, (_, i) => moved(trace, (PLANKS + 1) * tower + 1 + i)));
    // the tower that has to fall must have lost a plank by the height of the table
    return Math.max(way(0), 1 - way(1));
  },
};

const CARD = { length: 2, thickness: 0.06, lean: (25 * Math.PI) / 180, friction: 0.7 } as const;
const STOREYS = 4;

/** A house of cards that lean against each other in pairs, with a card across every two pairs. */
function cardHouse(): Body[] {
  const { length: long, thickness, lean, friction } = CARD;
  const up = (long * cos(lean) + thickness * sin(lean)) / 2;
  const aside = (long * sin(lean) + thickness * cos(lean)) / 2;
  const card = (x: number, y: number, angle: number, width: number, height: number): Body => ({
    position: { x, y },
    angle,
    shapes: [{ kind: 'polygon', vertices: polygon.rectangle(width, height), friction }],
  });
  return Array.from({ length: STOREYS }, (_, storey) => {
    const pairs = STOREYS - storey;
    const y = storey * (2 * up + thickness);
    return Array.from({ length: pairs }, (_, pair) => {
      const x = 4 * aside * (pair - (pairs - 1) / 2);
      const leaning = [
        card(x - aside, y + up, -lean, thickness, long),
        card(x + aside, y + up, lean, thickness, long),
      ];
      const across = card(x + 2 * aside, y + 2 * up + thickness / 2, 0, 4 * aside, thickness);
      return pair < pairs - 1 ? [...leaning, across] : leaning;
    }).flat();
  }).flat();
}

const STONES = 15;
const ARCH = { x: 20, inner: 4, outer: 5 } as const;

/** A half circle of stones, which hold each other up. It is thick enough: at least 0.107 of its mean radius is needed (Heyman). */
const arch = (): Body[] =>
  Array.from({ length: STONES }, (_, i) => {
    const corner = (radius: number, n: number) => {
      const angle = (Math.PI * n) / STONES;
      return { x: ARCH.x + radius * cos(angle), y: radius * sin(angle) };
    };
    const corners = [
      corner(ARCH.inner, i),
      corner(ARCH.outer, i),
      corner(ARCH.outer, i + 1),
      corner(ARCH.inner, i + 1),
    ];
    const position = polygon.centroid(corners);
    const vertices = corners.map(({ x, y }) => ({ x: x - position.x, y: y - position.y }));
    return { position, shapes: [{ kind: 'polygon', vertices, friction: CARD.friction }] };
  });

/** Card houses and arches stand by friction and by the pressure of their parts on each other. */
export const masonry: Examination = {
  id: 'masonry',
  title: 'a card house of four storeys and an arch of 15 stones stand for 10 s',
  unit: 'mm',
  limit: 100,
  scene: () => sceneOf('masonry', gravity, [floor(CARD.friction), ...cardHouse(), ...arch()]),
  error: (play, scene) => {
    const trace = play(600);
    return 1000 * Math.max(...scene.bodies.map((_, body) => moved(trace, body)));
  },
};

const DOMINOES = 44;
const DOMINO = { apart: 0.5, thickness: 0.15, height: 1 } as const;
/** Between these two the wave is steady. */
const WAVE = { from: 15, to: 40 } as const;
/** Its speed with steps of 1/960 s, m/s: 2.94 with sequential impulses, 2.94 in Planck, 2.97 with the soft step. */
const WAVE_SPEED = 2.95;

/** Each domino hits the next one, and all that have fallen push it over, with friction. */
export const dominoes: Examination = {
  id: 'dominoes',
  title: 'a row of dominoes falls as fast as in steps of 1/960 s',
  unit: '%',
  limit: 5,
  scene: () =>
    sceneOf('dominoes', gravity, [
      floor(0.6),
      ...Array.from({ length: DOMINOES }, (_, i) => ({
        position: { x: DOMINO.apart * i, y: DOMINO.height / 2 },
        shapes: [{ kind: 'polygon' as const, vertices: polygon.rectangle(DOMINO.thickness, DOMINO.height) }],
        // the first one tips over its lower right corner
        ...(i === 0 ? { angularVelocity: -2, linearVelocity: { x: DOMINO.height, y: 0 } } : {}),
      })),
    ]),
  error: (play) => {
    const trace = play(720);
    const lean = 0.1;
    /** Time at which a domino leans, in steps. */
    const leans = (domino: number): number => {
      for (let step = 1; step <= trace.steps; step++) {
        const after = -trace.at(step, domino + 1).s;
        if (after < lean) continue;
        const before = -trace.at(step - 1, domino + 1).s;
        return step - (after - lean) / (after - before);
      }
      return Number.POSITIVE_INFINITY;
    };
    const time = (leans(WAVE.to) - leans(WAVE.from)) * TIME_STEP;
    const way = DOMINO.apart * (WAVE.to - WAVE.from);
    // a wave that does not arrive has no speed
    return time < Number.POSITIVE_INFINITY ? percentOff(way / time, WAVE_SPEED) : 100;
  },
};
