/** Collisions between bodies. */

import { polygon } from '@otedama/math2d';
import { QualityChecker } from '../quality.js';
import { type Examination, GRAVITY, length, percentOff, sceneOf, type Trace } from './examination.js';

const ground = { kind: 'halfSpace', normal: { x: 0, y: 1 } } as const;

const DROP = 4;
const RESTITUTION = 0.8;
/** A ball dropped from height h rises to e² h. It lands after 54 steps, reaches the top after 97 and lands again after 140. */
export const bounce: Examination = {
  id: 'bounce',
  title: 'a ball rises to e² h, e = 0.8',
  unit: '%',
  limit: 5,
  scene: () =>
    sceneOf('bounce', { x: 0, y: -GRAVITY }, [
      { type: 'static', shapes: [{ ...ground, restitution: RESTITUTION }] },
      {
        position: { x: 0, y: DROP + 0.5 },
        shapes: [{ kind: 'circle', radius: 0.5, restitution: RESTITUTION }],
      },
    ]),
  error: (play) => {
    const trace = play(135);
    let top = 0;
    for (let step = 60; step <= trace.steps; step++) top = Math.max(top, trace.at(step, 1).y - 0.5);
    return percentOff(top, RESTITUTION * RESTITUTION * DROP);
  },
};

/**
 * With e = 0 a body must not rise again after landing. It lands after 27 steps. The height is that above where it ends, because some
 * engines keep bodies apart on purpose.
 */
export const thud: Examination = {
  id: 'thud',
  title: 'a box with e = 0 stays down',
  unit: 'mm',
  limit: 5,
  scene: () =>
    sceneOf('thud', { x: 0, y: -GRAVITY }, [
      { type: 'static', shapes: [ground] },
      { position: { x: 0, y: 1.5 }, shapes: [{ kind: 'polygon', vertices: polygon.rectangle(1, 1) }] },
    ]),
  error: (play) => {
    const trace = play(120);
    const end = trace.end(1).y;
    let rise = 0;
    for (let step = 30; step <= trace.steps; step++) rise = Math.max(rise, trace.at(step, 1).y - end);
    return 1000 * rise;
  },
};

const SPEED = 5;
const elastic = { restitution: 1, friction: 0 } as const;

/** Head-on collision of equal masses, e = 1: the first ball stops, the second takes over its velocity. They collide after 1 s. */
export const exchange: Examination = {
  id: 'exchange',
  title: 'equal balls swap velocities, e = 1',
  unit: '%',
  limit: 1,
  scene: () =>
    sceneOf('exchange', { x: 0, y: 0 }, [
      {
        position: { x: -3, y: 0 },
        linearVelocity: { x: SPEED, y: 0 },
        shapes: [{ kind: 'circle', radius: 0.5, ...elastic }],
      },
      { position: { x: 3, y: 0 }, shapes: [{ kind: 'circle', radius: 0.5, ...elastic }] },
    ]),
  error: (play) => {
    const trace = play(120);
    return (100 * Math.max(Math.abs(trace.velocity(0).x), Math.abs(trace.velocity(1).x - SPEED))) / SPEED;
  },
};

const CORNERS = [20, 40, 60].flatMap((degrees) =>
  [0, 0.02].map((aside) => ({ angle: (degrees * Math.PI) / 180, aside })),
);
/**
 * Balls fall into corners formed by two walls, e = 1, no friction. Whichever wall is hit first, each ball leaves with the speed it came
 * with. Half of the balls hit both walls at once.
 */
export const corner: Examination = {
  id: 'corner',
  title: 'balls come out of corners as fast as they went in, e = 1',
  unit: '%',
  limit: 2,
  scene: () => {
    const shapes = [{ kind: 'polygon', vertices: polygon.rectangle(8, 1), ...elastic }] as const;
    const walls = CORNERS.flatMap(({ angle }, n) =>
      [angle, -angle].map((lean) => ({
        type: 'static' as const,
        position: { x: 20 * n + 0.5 * Math.sin(lean), y: -0.5 * Math.cos(lean) },
        angle: lean,
        shapes,
      })),
    );
    const balls = CORNERS.map(({ aside }, n) => ({
      position: { x: 20 * n + aside, y: 3 },
      linearVelocity: { x: 0, y: -SPEED },
      shapes: [{ kind: 'circle' as const, radius: 0.5, ...elastic }],
    }));
    return sceneOf('corner', { x: 0, y: 0 }, [...walls, ...balls]);
  },
  error: (play) => {
    const trace = play(90);
    let worst = 0;
    for (let n = 0; n < CORNERS.length; n++) {
      const { x, y } = trace.velocity(2 * CORNERS.length + n);
      worst = Math.max(worst, percentOff(length(x, y), SPEED));
    }
    return worst;
  },
};

const RATIOS = [0.1, 1, 10] as const;
/**
 * Balls hit boxes of 1 kg that touch a wall, e = 0. The wall takes the momentum once, for any mass of the ball. They collide after 0.3 s.
 */
export const shock: Examination = {
  id: 'shock',
  title: 'a ball that hits a box against a wall stays there, 0.1 to 10 times its mass, e = 0',
  unit: '%',
  limit: 20,
  scene: () => {
    const wall = [{ kind: 'polygon', vertices: polygon.rectangle(1, 4) }] as const;
    const density = 1 / (Math.PI * 0.25);
    return sceneOf('shock', { x: 0, y: 0 }, [
      ...RATIOS.map((_, n) => ({ type: 'static' as const, position: { x: 1, y: 10 * n }, shapes: wall })),
      ...RATIOS.map((_, n) => ({
        position: { x: 0, y: 10 * n },
        shapes: [{ kind: 'polygon' as const, vertices: polygon.rectangle(1, 1) }],
      })),
      ...RATIOS.map((ratio, n) => ({
        position: { x: -2.5, y: 10 * n },
        linearVelocity: { x: SPEED, y: 0 },
        shapes: [{ kind: 'circle' as const, radius: 0.5, density: ratio * density }],
      })),
    ]);
  },
  error: (play) => {
    const trace = play(60);
    let fastest = 0;
    for (let n = 0; n < RATIOS.length; n++) {
      fastest = Math.max(fastest, Math.abs(trace.velocity(2 * RATIOS.length + n).x));
    }
    return (100 * fastest) / SPEED;
  },
};

const ROD = { width: 0.4, height: 4 } as const;
const BALL = 0.2;
const ARM = 1.5;
/**
 * A ball of mass m hits a rod (M, I) at the distance d from its centre, e = 1, no friction. The impulse J = 2 v / (1/m + 1/M + d²/I)
 * changes the relative speed v of the contact points into -v. The rod then rotates with ω = J d / I, and the ball has v - J / m. They
 * collide after 0.4 s; the velocities are read after 0.6 s.
 */
export const lever: Examination = {
  id: 'lever',
  title: 'a ball sets a rod spinning, J = 2v / (1/m + 1/M + d²/I)',
  unit: '%',
  limit: 2,
  scene: () =>
    sceneOf('lever', { x: 0, y: 0 }, [
      { shapes: [{ kind: 'polygon', vertices: polygon.rectangle(ROD.width, ROD.height), ...elastic }] },
      {
        position: { x: -(ROD.width / 2 + BALL + 2), y: ARM },
        linearVelocity: { x: SPEED, y: 0 },
        shapes: [{ kind: 'circle', radius: BALL, ...elastic }],
      },
    ]),
  error: (play) => {
    const trace = play(36);
    const ball = Math.PI * BALL * BALL;
    const rod = ROD.width * ROD.height;
    const inertia = (rod * (ROD.width * ROD.width + ROD.height * ROD.height)) / 12;
    const impulse = (2 * SPEED) / (1 / ball + 1 / rod + (ARM * ARM) / inertia);
    // the hit from the left is above the rod's centre, so the rod turns clockwise
    return Math.max(
      percentOff(trace.velocity(0).w, (-impulse * ARM) / inertia),
      percentOff(trace.velocity(1).x, SPEED - impulse / ball),
    );
  },
};

/** Total momentum and angular momentum about the origin over the last step. */
function momenta(trace: Trace, masses: readonly { mass: number; inertia: number }[], step: number) {
  const total = { x: 0, y: 0, w: 0 };
  masses.forEach(({ mass, inertia }, body) => {
    const { x, y } = trace.at(step, body);
    const v = trace.velocity(body, step);
    total.x += mass * v.x;
    total.y += mass * v.y;
    total.w += mass * (x * v.y - y * v.x) + inertia * v.w;
  });
  return total;
}

/** Without external forces the linear and angular momentum of a group are conserved. The fast box hits the others after half a second. */
export const crowd: Examination = {
  id: 'crowd',
  title: 'a box ploughs through 25 others: momentum is conserved',
  unit: '%',
  limit: 1,
  scene: () =>
    sceneOf('crowd', { x: 0, y: 0 }, [
      {
        position: { x: -7.6, y: 2 },
        linearVelocity: { x: 8, y: 0 },
        shapes: [{ kind: 'polygon', vertices: polygon.rectangle(2, 2), density: 4 }],
      },
      ...Array.from({ length: 25 }, (_, i) => ({
        position: { x: 1.05 * ((i % 5) - 2), y: 1.05 * (Math.floor(i / 5) - 2) },
        shapes: [{ kind: 'polygon' as const, vertices: polygon.rectangle(1, 1) }],
      })),
    ]),
  error: (play, scene) => {
    const trace = play(150);
    const masses = new QualityChecker(scene).masses();
    const before = momenta(trace, masses, 1);
    const after = momenta(trace, masses, trace.steps);
    const linear = length(after.x - before.x, after.y - before.y) / length(before.x, before.y);
    return 100 * Math.max(linear, Math.abs(after.w / before.w - 1));
  },
};
