/** Bodies connected by hinges. */

import { cos, sin } from '@otedama/math2d';
import type { Scene } from '@otedama/rigid';
import { TIME_STEP } from '../engine.js';
import { type Examination, GRAVITY, length, percentOff, sceneOf, type Trace } from './examination.js';

const ARM = 2;
const BOB = 0.25;
const AMPLITUDE = Math.PI / 6;

/** A disk on a massless arm, released at 30 degrees. */
const pendulumScene = (name: string): Scene => {
  const position = { x: ARM * sin(AMPLITUDE), y: -ARM * cos(AMPLITUDE) };
  return sceneOf(
    name,
    { x: 0, y: -GRAVITY },
    [
      { type: 'static', shapes: [{ kind: 'circle', radius: 0.1 }] },
      { position, shapes: [{ kind: 'circle', radius: BOB }] },
    ],
    [
      {
        kind: 'revolute',
        bodyA: 0,
        bodyB: 1,
        localAnchorA: { x: 0, y: 0 },
        localAnchorB: { x: -position.x, y: -position.y },
      },
    ],
  );
};

/** Arithmetic-geometric mean; it converges to full precision in a few iterations. */
function agm(a: number, b: number): number {
  for (let i = 0; i < 8; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return a;
}

/** Times, in steps, at which the bob passes below the pivot to the right, interpolated linearly between two steps. */
function passages(trace: Trace): number[] {
  const found: number[] = [];
  for (let step = 1; step <= trace.steps; step++) {
    const before = trace.at(step - 1, 1).x;
    const after = trace.at(step, 1).x;
    if (before < 0 && after >= 0) found.push(step - after / (after - before));
  }
  return found;
}

/** T = 2π √(I / (m g l)) / agm(1, cos(θ/2)) with I = m (l² + r²/2), measured over ten swings. */
export const pendulum: Examination = {
  id: 'pendulum',
  title: 'a pendulum at 30° keeps its period',
  unit: '%',
  limit: 1,
  scene: () => pendulumScene('pendulum'),
  error: (play) => {
    const times = passages(play(2000));
    const swings = 10;
    const period = (((times[swings] as number) - (times[0] as number)) / swings) * TIME_STEP;
    const small = 2 * Math.PI * Math.sqrt((ARM * ARM + (BOB * BOB) / 2) / (GRAVITY * ARM));
    return percentOff(period, small / agm(1, cos(AMPLITUDE / 2)));
  },
};

/** Without dissipation the bob still rises to its initial height above the lowest point after a minute, on both sides. */
export const swing: Examination = {
  id: 'swing',
  title: 'a pendulum keeps its energy for a minute',
  unit: '%',
  limit: 5,
  scene: () => pendulumScene('swing'),
  error: (play) => {
    const trace = play(3600);
    const lastPeriod = 180;
    let top = Number.NEGATIVE_INFINITY;
    for (let step = trace.steps - lastPeriod; step <= trace.steps; step++) {
      top = Math.max(top, trace.at(step, 1).y);
    }
    return percentOff(top + ARM, ARM * (1 - cos(AMPLITUDE)));
  },
};

const LINKS = 20;
const LINK = 0.5;
/** Its mass is a hundred times that of a link. */
const HEAVY = { radius: 0.5, density: (100 * LINK * 0.1) / (Math.PI * 0.25) } as const;

/** A chain with a heavy ball swings down from the horizontal. The hinges must stay closed. */
export const chain: Examination = {
  id: 'chain',
  title: 'a chain holds together under a ball of 100 times the mass of a link',
  unit: 'mm',
  limit: 10,
  scene: () => {
    const half = LINK / 2;
    const bar = [
      { x: -half, y: -0.05 },
      { x: half, y: -0.05 },
      { x: half, y: 0.05 },
      { x: -half, y: 0.05 },
    ];
    const joint = (body: number, x: number, previousX: number) => ({
      kind: 'revolute' as const,
      bodyA: body - 1,
      bodyB: body,
      localAnchorA: { x: previousX, y: 0 },
      localAnchorB: { x, y: 0 },
    });
    return sceneOf(
      'chain',
      { x: 0, y: -GRAVITY },
      [
        { type: 'static', shapes: [{ kind: 'circle', radius: 0.1 }] },
        ...Array.from({ length: LINKS }, (_, i) => ({
          position: { x: LINK * i + half, y: 0 },
          shapes: [{ kind: 'polygon' as const, vertices: bar }],
        })),
        { position: { x: LINK * LINKS + HEAVY.radius, y: 0 }, shapes: [{ kind: 'circle', ...HEAVY }] },
      ],
      [
        ...Array.from({ length: LINKS }, (_, i) => joint(i + 1, -half, i === 0 ? 0 : half)),
        joint(LINKS + 1, -HEAVY.radius, half),
      ],
    );
  },
  error: (play, scene) => {
    const trace = play(300);
    let gap = 0;
    for (let step = 1; step <= trace.steps; step++) {
      for (const { bodyA, bodyB, localAnchorA, localAnchorB } of (scene.joints ?? []) as readonly Hinge[]) {
        const p = anchor(trace, step, bodyA, localAnchorA);
        const q = anchor(trace, step, bodyB, localAnchorB);
        gap = Math.max(gap, length(p.x - q.x, p.y - q.y));
      }
    }
    return 1000 * gap;
  },
};

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Hinge {
  readonly bodyA: number;
  readonly bodyB: number;
  readonly localAnchorA: Point;
  readonly localAnchorB: Point;
}

function anchor(trace: Trace, step: number, body: number, { x, y }: Point): Point {
  const place = trace.at(step, body);
  return { x: place.x + place.c * x - place.s * y, y: place.y + place.s * x + place.c * y };
}
