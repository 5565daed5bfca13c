/** Bodies connected by hinges. */

import { cos, polygon, sin } from '@otedama/math2d';
import type { Scene } from '@otedama/rigid';
import { TIME_STEP } from '../engine.js';
import {
  type Examination,
  GRAVITY,
  length,
  passages,
  percentOff,
  sceneOf,
  type Trace,
} from './examination.js';

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

/** T = 2π √(I / (m g l)) / agm(1, cos(θ/2)) with I = m (l² + r²/2), measured over ten swings. */
export const pendulum: Examination = {
  id: 'pendulum',
  title: 'a pendulum at 30° keeps its period',
  unit: '%',
  limit: 1,
  scene: () => pendulumScene('pendulum'),
  error: (play) => {
    const times = passages(play(2000), 1);
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

const ROPE = { links: 100, link: 0.25, thickness: 0.1, load: 10, radius: 0.5 } as const;
/** A rope hangs straight down. The weight at its end must not stretch it. */
export const rope: Examination = {
  id: 'rope',
  title: 'a rope of 100 links is not stretched by 10 times the mass of a link',
  unit: '%',
  limit: 1,
  scene: () => {
    const { links, link, thickness, load, radius } = ROPE;
    const half = link / 2;
    const density = (load * link * thickness) / (Math.PI * radius * radius);
    return sceneOf(
      'rope',
      { x: 0, y: -GRAVITY },
      [
        { type: 'static', shapes: [{ kind: 'circle', radius: 0.1 }] },
        ...Array.from({ length: links }, (_, i) => ({
          position: { x: 0, y: -link * i - half },
          shapes: [{ kind: 'polygon' as const, vertices: polygon.rectangle(thickness, link) }],
        })),
        { position: { x: 0, y: -link * links - radius }, shapes: [{ kind: 'circle', radius, density }] },
      ],
      Array.from({ length: links + 1 }, (_, i) => ({
        kind: 'revolute',
        bodyA: i,
        bodyB: i + 1,
        localAnchorA: { x: 0, y: i === 0 ? 0 : -half },
        localAnchorB: { x: 0, y: i === links ? radius : half },
      })),
    );
  },
  error: (play) => {
    const trace = play(300);
    const { links, link, radius } = ROPE;
    let lowest = 0;
    for (let step = 1; step <= trace.steps; step++) lowest = Math.min(lowest, trace.at(step, links + 1).y);
    return percentOff(-lowest - radius, link * links);
  },
};

const WHIRL = 10;
/** Two bars of 1 m on a hinge whirl freely about their hinge, in line. Nothing brakes them: they still do so after 10 s. */
export const bars: Examination = {
  id: 'bars',
  title: 'two hinged bars whirl freely at 10 rad/s for 10 s',
  unit: '%',
  limit: 5,
  scene: () =>
    sceneOf(
      'bars',
      { x: 0, y: 0 },
      [-0.5, 0.5].map((x) => ({
        position: { x, y: 0 },
        linearVelocity: { x: 0, y: WHIRL * x },
        angularVelocity: WHIRL,
        shapes: [{ kind: 'polygon', vertices: polygon.rectangle(1, 0.2) }],
      })),
      [
        {
          kind: 'revolute',
          bodyA: 0,
          bodyB: 1,
          localAnchorA: { x: 0.5, y: 0 },
          localAnchorB: { x: -0.5, y: 0 },
        },
      ],
    ),
  error: (play) => percentOff(play(600).turn(0, 540, 600), WHIRL),
};

const CAPSTAN = { radius: 2, links: 64, thickness: 0.06, hanging: 6, friction: 0.3, ball: 0.4 } as const;
/** e^(0.3 π): the ratio of the tensions at the two ends of a rope that is about to slip. */
const GRIP = 2.5663325;
const LOADS = [0.9, 1.25] as const;

/** A chain without weight over half of a drum, with balls of 1 kg and `ratio` kg at its ends. Its bodies, and its joints. */
function capstanOf(ratio: number, x: number, first: number): [Scene['bodies'], NonNullable<Scene['joints']>] {
  const { radius, links, thickness, hanging, friction, ball } = CAPSTAN;
  const reach = radius + thickness;
  const corner = Math.PI / (2 * links);
  const half = (reach * sin(corner)) / cos(corner);
  const shapes = [
    {
      kind: 'capsule' as const,
      point1: { x: -half, y: 0 },
      point2: { x: half, y: 0 },
      radius: thickness,
      friction,
    },
  ];
  const link = (px: number, py: number, angle: number) => ({
    position: { x: x + px, y: py },
    angle,
    gravityScale: 0,
    shapes,
  });
  const down = (i: number): number => -half * (2 * i + 1);
  const chain = [
    ...Array.from({ length: hanging }, (_, i) => link(-reach, down(hanging - 1 - i), Math.PI / 2)),
    ...Array.from({ length: links }, (_, i) => {
      const angle = Math.PI - (2 * i + 1) * corner;
      return link(reach * cos(angle), reach * sin(angle), angle - Math.PI / 2);
    }),
    ...Array.from({ length: hanging }, (_, i) => link(reach, down(i), -Math.PI / 2)),
  ];
  const weight = (px: number, mass: number) => ({
    position: { x: x + px, y: -2 * half * hanging - ball },
    shapes: [{ kind: 'circle' as const, radius: ball, density: mass / (Math.PI * ball * ball), friction }],
  });
  const left = { x: -half, y: 0 };
  const right = { x: half, y: 0 };
  const top = { x: 0, y: ball };
  const n = first + chain.length;
  const hinge = (bodyA: number, bodyB: number, localAnchorA: Point, localAnchorB: Point) =>
    ({ kind: 'revolute', bodyA, bodyB, localAnchorA, localAnchorB }) as const;
  return [
    [
      { type: 'static', position: { x, y: 0 }, shapes: [{ kind: 'circle', radius, friction }] },
      ...chain,
      weight(-reach, 1),
      weight(reach, ratio),
    ],
    [
      ...chain.slice(1).map((_, i) => hinge(first + 1 + i, first + 2 + i, right, left)),
      hinge(n + 1, first + 1, top, left),
      hinge(n, n + 2, right, top),
    ],
  ];
}

/** Friction on a drum multiplies the tension of a rope by e^(μ φ). */
export const capstan: Examination = {
  id: 'capstan',
  title: 'a chain over half of a drum holds 0.9 e^(μ π) times the weight at its other end, and not 1.25',
  unit: 'mm',
  limit: 50,
  scene: () => {
    const drums = LOADS.map((share, i) =>
      capstanOf(share * GRIP, 20 * i, i * (CAPSTAN.links + 2 * CAPSTAN.hanging + 3)),
    );
    return sceneOf(
      'capstan',
      { x: 0, y: -GRAVITY },
      drums.flatMap(([bodies]) => bodies),
      drums.flatMap(([, joints]) => joints),
    );
  },
  error: (play, scene) => {
    const trace = play(240);
    const [held, slipping] = LOADS.map((_, i) => {
      const weight = ((i + 1) * scene.bodies.length) / LOADS.length - 1;
      return Math.abs(trace.at(60, weight).y - trace.end(weight).y);
    }) as [number, number];
    // from the first second on, so that the chain has time to settle; what slips falls by at least a metre
    return 1000 * Math.max(held, 1 - slipping);
  },
};
