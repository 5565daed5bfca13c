/**
 * Run by native.test.ts in its own process. Prints, as JSON, the bytes allocated by 300 steps: with the soft step of 22 joints of each
 * variant of each kind, and with both methods, which share the rows, of 66 joints of all variants together.
 */
import { type Body, createWorld, type JointDefinition, type Solver, type World } from '@otedama/rigid';
import { allocatedBytes } from '@otedama/tooling/heap';
import { createSequentialImpulses, createSoftStep } from '../../src/index.js';

type Make = (bodyA: Body, bodyB: Body) => JointDefinition<Body>;

const spring = { hertz: 3, dampingRatio: 0.2 };
const anchors = { localAnchorA: { x: 0.5, y: 0.1 }, localAnchorB: { x: -0.5, y: 0 } };
const axis = { localAxisA: { x: 0.6, y: 0.8 } };

/** Variants of every kind except `filter`, which has no rows, with all options enabled. */
const variants: Readonly<Record<string, Make>> = {
  'rigid distance': (bodyA, bodyB) => ({ kind: 'distance', bodyA, bodyB, ...anchors, length: 1 }),
  'soft distance': (bodyA, bodyB) => ({ kind: 'distance', bodyA, bodyB, ...anchors, ...spring, length: 0.5 }),
  'distance with all': (bodyA, bodyB) => {
    const motor = { motorSpeed: 0.3, maximumMotorForce: 5 };
    return { kind: 'distance', bodyA, bodyB, ...anchors, ...spring, ...motor, lower: 0.5, upper: 1.5 };
  },
  rope: (bodyA, bodyB) => ({ kind: 'rope', bodyA, bodyB, ...anchors, maximumLength: 1.2 }),
  'free hinge': (bodyA, bodyB) => ({ kind: 'revolute', bodyA, bodyB, ...anchors }),
  'hinge with limits': (bodyA, bodyB) => {
    return { kind: 'revolute', bodyA, bodyB, ...anchors, lower: -0.5, upper: 0.8 };
  },
  'hinge with motor': (bodyA, bodyB) => {
    return { kind: 'revolute', bodyA, bodyB, ...anchors, motorSpeed: 3, maximumMotorTorque: 0.5 };
  },
  'hinge with all': (bodyA, bodyB) => {
    const motor = { motorSpeed: 2, maximumMotorTorque: 0.5 };
    return { kind: 'revolute', bodyA, bodyB, ...anchors, ...spring, ...motor, lower: -2, upper: 0.8 };
  },
  prismatic: (bodyA, bodyB) => ({ kind: 'prismatic', bodyA, bodyB, ...anchors, ...axis }),
  'prismatic with all': (bodyA, bodyB) => {
    const motor = { motorSpeed: 0.5, maximumMotorForce: 5 };
    return { kind: 'prismatic', bodyA, bodyB, ...anchors, ...axis, ...spring, ...motor, lower: -1, upper: 1 };
  },
  weld: (bodyA, bodyB) => ({ kind: 'weld', bodyA, bodyB, ...anchors }),
  'soft weld': (bodyA, bodyB) => {
    return { kind: 'weld', bodyA, bodyB, ...anchors, ...spring, angularHertz: 2, angularDampingRatio: 0.3 };
  },
  wheel: (bodyA, bodyB) => {
    const motor = { motorSpeed: 5, maximumMotorTorque: 1 };
    return { kind: 'wheel', bodyA, bodyB, ...anchors, ...axis, ...spring, ...motor, lower: -0.2, upper: 0.3 };
  },
  motor: (bodyA, bodyB) => {
    const offsets = { linearOffset: { x: 0.3, y: 0.4 }, angularOffset: 0.5 };
    return { kind: 'motor', bodyA, bodyB, ...anchors, ...offsets, maximumForce: 20, maximumTorque: 5 };
  },
  grab: (_, body) => {
    const { x, y } = body.position;
    return { kind: 'grab', body, target: { x: x + 1, y: y + 1 }, ...spring };
  },
  gear: (bodyA, bodyB) => ({ kind: 'gear', bodyA, bodyB, ratio: 2 }),
  pulley: (bodyA, bodyB) => {
    const [a, b] = [bodyA.position, bodyB.position];
    const ground = { groundAnchorA: { x: a.x, y: a.y + 3 }, groundAnchorB: { x: b.x, y: b.y + 3 } };
    return { kind: 'pulley', bodyA, bodyB, ...anchors, ...ground, ratio: 1.5 };
  },
  ratchet: (bodyA, bodyB) => ({ kind: 'ratchet', bodyA, bodyB, pitch: 0.3 }),
  groove: (bodyA, bodyB) => {
    return { kind: 'groove', bodyA, bodyB, grooveStart: { x: 0.5, y: -1 }, grooveEnd: { x: 0.5, y: 1 } };
  },
  'rotary spring': (bodyA, bodyB) => ({ kind: 'rotarySpring', bodyA, bodyB, ...spring }),
  'rotary limit': (bodyA, bodyB) => ({ kind: 'rotaryLimit', bodyA, bodyB, lower: -0.5, upper: 0.5 }),
  friction: (bodyA, bodyB) => {
    return { kind: 'friction', bodyA, bodyB, ...anchors, maximumForce: 0.5, maximumTorque: 0.05 };
  },
};

/** Joints of one variant, and of all. One number allocated per joint and step would be 103 KiB or more in 300 steps. */
const ALIKE = 22;
const MIXED = 66;

/**
 * Joints created by the given functions in turn. Of two joints of a kind, one hangs from a static body, and one connects two weightless
 * bodies that orbit each other. Nothing comes to rest.
 */
function hang(count: number, makes: readonly Make[], solver: Solver): World {
  const world = createWorld({ solver, sleeping: false });
  for (let k = 0; k < count; k++) {
    const isHeld = Math.floor(k / makes.length) % 2 === 0;
    const [bodyA, bodyB] = [0, 1].map((side) =>
      world.createBody({
        type: isHeld && side === 0 ? 'static' : 'dynamic',
        position: { x: 10 * (k % 20) + side, y: Math.floor(k / 2) },
        linearVelocity: { x: 0.2 - 0.4 * side, y: 0.5 * side },
        angularVelocity: 0.5 - 0.8 * side,
        gravityScale: isHeld ? 1 : 0,
        shapes: [{ kind: 'circle', radius: 0.4, filter: { mask: 0 } }],
      }),
    );
    world.createJoint(makes[k % makes.length](bodyA, bodyB));
  }
  return world;
}

function jointAllocation(count: number, makes: readonly Make[], solver: Solver): number {
  const world = hang(count, makes, solver);
  for (let k = 0; k < 60; k++) world.step(1 / 60);
  return allocatedBytes(() => world.step(1 / 60), 300);
}

export interface JointAllocation {
  readonly rig: string;
  readonly bytes: number;
}

const all = Object.values(variants);
const measured: JointAllocation[] = Object.entries(variants).map(([rig, make]) => ({
  rig,
  bytes: jointAllocation(ALIKE, [make], createSoftStep()),
}));
measured.push({ rig: 'all of them', bytes: jointAllocation(MIXED, all, createSoftStep()) });
measured.push({
  rig: 'all, sequential impulses',
  bytes: jointAllocation(MIXED, all, createSequentialImpulses()),
});
console.log(JSON.stringify(measured));
