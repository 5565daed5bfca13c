/** A cabinet of small machines: most kinds of joints at work, one compartment each. */

import { rotation, TWO_PI, type Vec2, vec2 } from '@otedama/math2d';
import type { BodyDefinition, JointDefinition, ShapeDefinition } from '@otedama/rigid';
import { defineScene } from './define-scene.js';
import { box, onCircle } from './shapes.js';
import type { SceneEntry } from './types.js';
import { benchmarkWorld } from './worlds.js';

/** Compartments of the cabinet: numbers and half sizes, and half the thickness of its boards, m. */
const CABINET = { columns: 4, rows: 3, half: 3.5, board: 0.12 };

/** Friction torque that lets a free wheel coast to rest, N m. */
const BEARING = 0.02;

/** Adds the parts of a machine. Positions are relative to the middle of its compartment, which reaches from -3.5 to 3.5 m. */
class Compartment {
  readonly #middle: Vec2;
  readonly #bodies: BodyDefinition[];
  readonly #joints: JointDefinition<number>[];

  constructor(middle: Vec2, bodies: BodyDefinition[], joints: JointDefinition<number>[]) {
    this.#middle = middle;
    this.#bodies = bodies;
    this.#joints = joints;
  }

  /** The world point of a point of the compartment. */
  at(x: number, y: number): Vec2 {
    return { x: this.#middle.x + x, y: this.#middle.y + y };
  }

  /** Adds a body; returns its index, to which joints refer. */
  body(x: number, y: number, shapes: readonly ShapeDefinition[], more: BodyDefinition = {}): number {
    this.#bodies.push({ position: this.at(x, y), shapes, ...more });
    return this.#bodies.length - 1;
  }

  fixed(x: number, y: number, ...shapes: ShapeDefinition[]): number {
    return this.body(x, y, shapes, { type: 'static' });
  }

  joint(definition: JointDefinition<number>): void {
    this.#joints.push(definition);
  }

  /** Hangs a body on an axle of the cabinet. A motor turns it if a speed is given (rad/s), with a limited torque (N m). */
  axle(bodyB: number, x: number, y: number, motorSpeed = 0, maximumMotorTorque = BEARING): void {
    this.joint({ kind: 'revolute', bodyB, worldAnchor: this.at(x, y), motorSpeed, maximumMotorTorque });
  }
}

const disc = (radius: number, density = 1): ShapeDefinition => ({ kind: 'circle', radius, density });

const bar = (from: Vec2, to: Vec2, radius: number): ShapeDefinition => ({
  kind: 'capsule',
  point1: from,
  point2: to,
  radius,
});

/** A wheel whose teeth are seen only: they touch nothing. */
function toothed(radius: number, teeth: number, phase = 0): ShapeDefinition[] {
  const half = (0.22 * TWO_PI * radius) / teeth;
  return [
    disc(radius - half),
    ...Array.from({ length: teeth }, (_, k): ShapeDefinition => {
      const tooth = rotation.fromAngle((TWO_PI * (k + phase)) / teeth);
      const corner = (along: number, beside: number): Vec2 => vec2.rotate({ x: along, y: beside }, tooth);
      const [inner, outer] = [radius - 2 * half, radius + half];
      return {
        kind: 'polygon',
        vertices: [
          corner(inner, -half),
          corner(outer, -0.6 * half),
          corner(outer, 0.6 * half),
          corner(inner, half),
        ],
        density: 0,
        filter: { mask: 0 },
      };
    }),
  ];
}

/** Revolute and prismatic: a crank pushes a piston back and forth. */
function crankAndPiston(place: Compartment): void {
  const crank = place.body(-1.7, 0, [disc(1)]);
  place.axle(crank, -1.7, 0, 2.5, 400);
  const rod = place.body(0.3, 0, [bar({ x: -1.3, y: 0 }, { x: 1.3, y: 0 }, 0.12)]);
  place.joint({ kind: 'revolute', bodyA: crank, bodyB: rod, worldAnchor: place.at(-1, 0) });
  const piston = place.body(1.6, 0, [box(0.45, 0.5)]);
  place.joint({ kind: 'revolute', bodyA: rod, bodyB: piston, worldAnchor: place.at(1.6, 0) });
  place.joint({ kind: 'prismatic', bodyB: piston, worldAnchor: place.at(1.6, 0) });
  place.fixed(1.5, 0, box(1.6, 0.1, {}, { x: 0, y: 0.65 }), box(1.6, 0.1, {}, { x: 0, y: -0.65 }));
  place.body(2.6, 0, [disc(0.4)]);
}

/** Groove: the pin of a wheel moves in the slot of a yoke, which swings to and fro like a sine. */
function yoke(place: Compartment): void {
  const wheel = place.body(0, 0.4, [disc(1.2)]);
  place.axle(wheel, 0, 0.4, 2, 400);
  const slot = place.body(0.9, 0.4, [
    box(0.08, 1.3, {}, { x: -0.25, y: 0 }),
    box(0.08, 1.3, {}, { x: 0.25, y: 0 }),
    box(0.33, 0.08, {}, { x: 0, y: 1.3 }),
    box(0.33, 0.08, {}, { x: 0, y: -1.3 }),
    bar({ x: 0.3, y: 0 }, { x: 1.5, y: 0 }, 0.1),
  ]);
  place.joint({
    kind: 'groove',
    bodyA: slot,
    bodyB: wheel,
    grooveStart: { x: 0, y: -1.1 },
    grooveEnd: { x: 0, y: 1.1 },
    localAnchorB: { x: 0.9, y: 0 },
  });
  place.joint({ kind: 'prismatic', bodyB: slot });
}

/** Gear: the small wheel drives the large one at half its speed, which drives another one. */
function gears(place: Compartment): void {
  const wheels = [
    { x: -1.6, y: 0.9, radius: 0.7, teeth: 12, phase: 0 },
    { x: 0.5, y: 0.9, radius: 1.4, teeth: 24, phase: 0.5 },
    { x: 0.5, y: -1.2, radius: 0.7, teeth: 12, phase: 0.5 },
  ];
  const made = wheels.map(({ x, y, radius, teeth, phase }, k) => {
    const wheel = place.body(x, y, toothed(radius, teeth, phase));
    place.axle(wheel, x, y, k === 0 ? 2 : 0, k === 0 ? 100 : BEARING);
    return wheel;
  });
  place.joint({ kind: 'gear', bodyA: made[0], bodyB: made[1], ratio: 2 });
  place.joint({ kind: 'gear', bodyA: made[1], bodyB: made[2], ratio: 0.5 });
}

/** Ratchet: an arm that swings to and fro turns the wheel one way only. The wheel winds up a weight. */
function ratchet(place: Compartment): void {
  const teeth = 24;
  const pitch = TWO_PI / teeth;
  const wheel = place.body(-0.6, 0.7, toothed(1.3, teeth));
  place.axle(wheel, -0.6, 0.7);
  const arm = place.body(-0.6, 0.7, [bar({ x: 0, y: 0 }, { x: 0, y: -2.2 }, 0.14)]);
  place.axle(arm, -0.6, 0.7);
  // when the arm swings counter-clockwise, it takes the wheel along; when it swings back, the cabinet holds the wheel
  place.joint({ kind: 'ratchet', bodyA: arm, bodyB: wheel, pitch });
  place.joint({ kind: 'ratchet', bodyB: wheel, pitch });
  const crank = place.body(1.9, -1.6, [disc(0.75)]);
  place.axle(crank, 1.9, -1.6, 3, 200);
  place.joint({
    kind: 'distance',
    bodyA: crank,
    bodyB: arm,
    localAnchorA: { x: 0, y: 0.55 },
    localAnchorB: { x: 0, y: -2.2 },
  });
}

/** Distance: a weight on a spring, and a pendulum on a rod. */
function springAndRod(place: Compartment): void {
  const hook = place.fixed(0, 2.9, box(2.2, 0.12));
  const weight = place.body(-1.4, -0.6, [box(0.5, 0.5)]);
  const spring = { hertz: 0.9, dampingRatio: 0.02, length: 2 };
  place.joint({
    kind: 'distance',
    bodyA: hook,
    bodyB: weight,
    worldAnchorA: place.at(-1.4, 2.9),
    localAnchorB: { x: 0, y: 0.5 },
    ...spring,
  });
  const ball = place.body(2.4, 0.6, [disc(0.45)]);
  place.joint({ kind: 'distance', bodyA: hook, bodyB: ball, worldAnchorA: place.at(1.1, 2.9) });
}

/** Rope: balls fall until their ropes are taut. */
function ropes(place: Compartment): void {
  const beam = place.fixed(0, 2.9, box(2.5, 0.12));
  for (const [x, length] of [
    [-1.8, 3.2],
    [0, 4],
    [1.8, 2.4],
  ]) {
    const ball = place.body(x + 0.9, 2.2, [disc(0.4)]);
    place.joint({
      kind: 'rope',
      bodyA: beam,
      bodyB: ball,
      worldAnchorA: place.at(x, 2.9),
      maximumLength: length,
    });
  }
}

/** Weld: planks welded elastically to each other and to the wall are a springboard. */
function springboard(place: Compartment): void {
  const planks = 7;
  const length = 0.7;
  let before = place.fixed(-3, -1, box(0.4, 0.6));
  for (let k = 0; k < planks; k++) {
    const left = -2.6 + k * length;
    const plank = place.body(left + length / 2, -1, [box(length / 2, 0.1)]);
    place.joint({
      kind: 'weld',
      bodyA: before,
      bodyB: plank,
      worldAnchor: place.at(left, -1),
      angularHertz: 60,
      angularDampingRatio: 0.1,
    });
    before = plank;
  }
  place.body(1.6, 2.6, [{ ...disc(0.5), restitution: 0.3 }]);
}

/** Pulley: the heavier weight pulls up the lighter one. */
function pulley(place: Compartment): void {
  const roller = (x: number): ShapeDefinition => ({ kind: 'circle', radius: 0.3, center: { x, y: 0 } });
  place.fixed(0, 2.4, box(1.3, 0.1), roller(-1.3), roller(1.3));
  place.fixed(-1.6, -2.6, box(0.8, 0.8));
  const bodyA = place.body(-1.6, 0.2, [box(0.5, 0.5, { density: 1.5 })]);
  const bodyB = place.body(1.6, 0.2, [box(0.5, 0.5)]);
  const top = { x: 0, y: 0.5 };
  place.joint({
    kind: 'pulley',
    bodyA,
    bodyB,
    localAnchorA: top,
    localAnchorB: top,
    groundAnchorA: place.at(-1.6, 2.4),
    groundAnchorB: place.at(1.6, 2.4),
  });
}

/** Wheel: a cart on springs rolls through a trough with bumps. */
function cart(place: Compartment): void {
  for (const side of [-1, 1]) {
    const foot = [
      { x: side * 0.6, y: -3.4 },
      { x: side * 3.4, y: -3.4 },
      { x: side * 3.4, y: -1.9 },
    ];
    place.fixed(0, 0, { kind: 'polygon', vertices: side > 0 ? foot : foot.reverse(), friction: 0.9 });
    place.fixed(side * 0.35, -3.42, { ...disc(0.16), friction: 0.9 });
  }
  const chassis = place.body(-1.4, -0.8, [box(0.95, 0.2), box(0.4, 0.25, {}, { x: -0.2, y: 0.4 })]);
  for (const side of [-1, 1]) {
    const wheel = place.body(-1.4 + side * 0.65, -1.15, [{ ...disc(0.36), friction: 0.9 }]);
    place.joint({
      kind: 'wheel',
      bodyA: chassis,
      bodyB: wheel,
      worldAnchor: place.at(-1.4 + side * 0.65, -1.15),
      hertz: 3,
      dampingRatio: 0.4,
      lower: -0.25,
      upper: 0.25,
    });
  }
}

/** Motor: a tray that comes back to its place, with a limited force. */
function tray(place: Compartment): void {
  const board = place.body(0, -0.8, [
    box(1.8, 0.12),
    box(0.1, 0.25, {}, { x: -1.7, y: 0.35 }),
    box(0.1, 0.25, {}, { x: 1.7, y: 0.35 }),
  ]);
  place.joint({ kind: 'motor', bodyB: board, hertz: 2, maximumForce: 150, maximumTorque: 200 });
  for (const x of [-1, 0, 1]) place.body(x, 0, [box(0.35, 0.35)]);
  place.body(0, 1.2, [disc(0.35)]);
}

/** Rotary spring: a balance wheel. Rotary limit: a flap that turns by half a right angle to both sides. */
function balance(place: Compartment): void {
  const spokes = [0, 1, 2].map((k) => {
    const end = onCircle(1.2, (TWO_PI * k) / 6);
    // subtracted from 0, because JSON would lose the sign of a negative zero
    return bar({ x: 0 - end.x, y: 0 - end.y }, end, 0.1);
  });
  const wheel = place.body(-1.7, 0.2, spokes, { angularVelocity: 4 });
  place.joint({ kind: 'revolute', bodyB: wheel, worldAnchor: place.at(-1.7, 0.2) });
  place.joint({ kind: 'rotarySpring', bodyB: wheel, hertz: 0.7, dampingRatio: 0 });
  const flap = place.body(1.4, 1.4, [bar({ x: 0, y: 0 }, { x: 0, y: -1.9 }, 0.14)], { angularVelocity: 10 });
  place.axle(flap, 1.4, 1.4);
  place.joint({ kind: 'rotaryLimit', bodyB: flap, lower: -Math.PI / 4, upper: Math.PI / 4 });
}

/** Friction: magnets on the back of the cabinet stay where they are put. */
function magnets(place: Compartment): void {
  for (const [x, y, angle] of [
    [-1.7, 1, 0.2],
    [0.4, 1.8, -0.3],
    [1.7, 0.2, 0.5],
    [-0.4, -0.4, -0.1],
  ]) {
    const magnet = place.body(x, y, [box(0.55, 0.35)], { angle });
    place.joint({ kind: 'friction', bodyB: magnet, maximumForce: 20, maximumTorque: 3 });
  }
  place.body(-1.2, 2.6, [{ ...disc(0.3), restitution: 0.4 }]);
}

/** The machines, row by row from the top left. */
const compartments = [
  crankAndPiston,
  yoke,
  gears,
  ratchet,
  springAndRod,
  ropes,
  springboard,
  pulley,
  cart,
  tray,
  balance,
  magnets,
];

/** Twelve machines of fourteen kinds of joints. */
export const machines: SceneEntry = defineScene({
  name: 'machines',
  category: 'joints',
  joints: [
    'revolute',
    'prismatic',
    'groove',
    'gear',
    'ratchet',
    'distance',
    'rope',
    'weld',
    'pulley',
    'wheel',
    'motor',
    'rotarySpring',
    'rotaryLimit',
    'friction',
  ],
  title: 'Machines',
  description:
    'Twelve small machines, from crank to ratchet, show fourteen kinds of joints. Drag and stall them.',
  build: () => {
    const { columns, rows, half, board } = CABINET;
    const bodies: BodyDefinition[] = [];
    const joints: JointDefinition<number>[] = [];
    const [width, height] = [columns * half, rows * half];
    for (let k = 0; k <= rows; k++) {
      const y = (2 * k - rows) * half;
      bodies.push({ type: 'static', position: { x: 0, y }, shapes: [box(width + board, board)] });
    }
    for (let k = 0; k <= columns; k++) {
      const x = (2 * k - columns) * half;
      bodies.push({ type: 'static', position: { x, y: 0 }, shapes: [box(board, height)] });
    }
    compartments.forEach((build, k) => {
      const column = k % columns;
      const row = Math.floor(k / columns);
      const middle = { x: (2 * column + 1 - columns) * half, y: (rows - 1 - 2 * row) * half };
      build(new Compartment(middle, bodies, joints));
    });
    return {
      ...benchmarkWorld(),
      camera: { x: 0, y: -1.2, halfHeight: height + 1.5 },
      bodies,
      joints,
    };
  },
});
