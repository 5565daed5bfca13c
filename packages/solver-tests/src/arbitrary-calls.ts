// One arbitrary call on a world, of all that users can call between two steps.

import type { Random } from '@otedama/math2d';
import { type Body, explode, type Joint, type World } from '@otedama/rigid';
import {
  arbitraryBody,
  arbitraryJoint,
  arbitraryShape,
  arbitrarySoftBody,
  bodyTypes,
  chance,
  pick,
  place,
  vector,
} from './arbitrary-definitions.js';

/** How many joints and soft bodies a world may have. */
const MOST_JOINTS = 14;
const MOST_SOFT_BODIES = 3;
const FEWEST_BODIES = 8;
const MOST_SHAPES = 4;

/** What there is to call for some of the bodies, drawn from. */
interface Player {
  readonly world: World;
  readonly random: Random;
  /** Any body but the ground. */
  readonly body: Body;
  readonly bodies: readonly Body[];
  readonly joint: Joint | undefined;
  readonly mostBodies: number;
}

const calls: ((player: Player) => void)[] = [
  ...Array<(player: Player) => void>(8).fill(({ world, random, bodies, mostBodies }) => {
    if (bodies.length < mostBodies) world.createBody(arbitraryBody(random));
  }),
  ...Array<(player: Player) => void>(2).fill(({ world, body, bodies }) => {
    if (bodies.length > FEWEST_BODIES) world.destroyBody(body);
  }),
  ...Array<(player: Player) => void>(6).fill(({ world, random, bodies }) => {
    const kinds = world.solver.capabilities.joints;
    if (kinds.length > 0 && world.joints.length < MOST_JOINTS) {
      world.createJoint(arbitraryJoint(random, bodies, kinds));
    }
  }),
  ({ world, joint }) => joint !== undefined && world.destroyJoint(joint),
  ({ random, joint }) => {
    if (joint?.kind === 'grab') joint.target = place(random);
    else if (joint?.kind === 'revolute' || joint?.kind === 'wheel' || joint?.kind === 'prismatic') {
      joint.isMotorEnabled = chance(random, 0.7);
      joint.motorSpeed = random.uniform(-5, 5);
    }
  },
  ({ random, joint }) => {
    if (joint?.kind !== 'revolute' && joint?.kind !== 'prismatic' && joint?.kind !== 'distance') return;
    if (chance(random, 0.5)) joint.setSpring(random.uniform(0, 10), random.uniform(0, 1));
    else joint.setLimits(random.uniform(-1, 0), random.uniform(0, 1));
  },
  ({ random, body }) => (body.position = place(random)),
  ({ random, body }) => (body.angle = random.uniform(-3, 3)),
  ({ random, body }) => (body.linearVelocity = vector(random, -5, 5)),
  ({ random, body }) => (body.angularVelocity = random.uniform(-5, 5)),
  ({ random, body }) => (body.isEnabled = chance(random, 0.7)),
  ({ random, body }) => (body.isAwake = chance(random, 0.5)),
  ({ random, body }) => (body.allowSleep = chance(random, 0.7)),
  ({ random, body }) => (body.isBullet = chance(random, 0.5)),
  ({ random, body }) => (body.fixedRotation = chance(random, 0.5)),
  ({ random, body }) => (body.type = pick(random, bodyTypes)),
  ({ random, body }) => (body.mass = random.uniform(0.1, 20)),
  ({ random, body }) => (body.gravityScale = random.uniform(-1, 2)),
  ({ random, body }) => body.applyImpulse(vector(random, -5, 5)),
  ({ random, body }) => body.applyForceAt(vector(random, -50, 50), place(random)),
  ({ random, body }) => {
    if (body.shapes.length < MOST_SHAPES) body.createShape(arbitraryShape(random));
  },
  ({ body }) => body.shapes[0]?.destroy(),
  ({ random, body }) => body.shapes[0]?.setFilter({ mask: random.integer(8) }),
  ({ random, body }) =>
    body.shapes[0]?.setMaterial({
      friction: random.next(),
      density: random.uniform(0, 3),
      restitution: random.next(),
    }),
  ({ world, random, body, bodies }) =>
    world.setCollisionEnabled(body, pick(random, bodies), chance(random, 0.5)),
  ({ world, random }) => (world.gravity = { x: random.uniform(-3, 3), y: random.uniform(-12, 1) }),
  ({ world, random }) =>
    explode(world, {
      position: place(random),
      radius: 1,
      falloff: 1,
      impulsePerLength: random.uniform(-5, 10),
    }),
  ({ world, random }) => {
    if (world.solver.capabilities.softBodies !== true) return;
    if (world.softBodies.length < MOST_SOFT_BODIES) world.createSoftBody(arbitrarySoftBody(random));
  },
  ({ world, random }) => {
    if (world.softBodies.length > 0) world.destroySoftBody(pick(random, world.softBodies));
  },
  // questions change nothing
  ({ world, random }) => {
    world.castRay(place(random), vector(random, -5, 5));
    world.overlapPoint(place(random));
    world.invariants();
  },
];

/** Makes one arbitrary call; bad input throws an `InputError`, as it does to users. */
export function callArbitrarily(world: World, random: Random, mostBodies: number): void {
  const { bodies, joints } = world;
  const [, ...others] = bodies;
  const call = pick(random, calls);
  call({
    world,
    random,
    body: pick(random, others.length > 0 ? others : bodies),
    bodies,
    joint: pick(random, joints),
    mostBodies,
  });
}
