/** Random calls on a world, chosen from the calls that users can make between two steps. */

import type { Random } from '@otedama/math2d';
import { type Body, explode, type Joint, toScene, type World } from '@otedama/rigid';
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

/** Limits of the random calls: most joints and soft bodies of a world, fewest bodies of a world, most shapes of a body. */
const MOST_JOINTS = 14;
const MOST_SOFT_BODIES = 3;
const FEWEST_BODIES = 8;
const MOST_SHAPES = 4;

/** Context of a random call: the world, the random numbers, and the objects chosen for the call. */
export interface Player {
  readonly world: World;
  readonly random: Random;
  /** A random body, except for the ground. */
  readonly body: Body;
  readonly bodies: readonly Body[];
  readonly joint: Joint | undefined;
  readonly mostBodies: number;
}

/** A random call on a world. */
export type Call = (player: Player) => void;

/** The usual calls. Seeds that are pinned in tests depend on this list and its order. */
const calls: readonly Call[] = [
  ...Array<Call>(8).fill(({ world, random, bodies, mostBodies }) => {
    if (bodies.length < mostBodies) world.createBody(arbitraryBody(random));
  }),
  ...Array<Call>(2).fill(({ world, body, bodies }) => {
    if (bodies.length > FEWEST_BODIES) world.destroyBody(body);
  }),
  ...Array<Call>(6).fill(({ world, random, bodies }) => {
    const kinds = world.solver.capabilities.joints;
    if (kinds.length > 0 && world.joints.length < MOST_JOINTS) {
      world.createJoint(arbitraryJoint(random, bodies, kinds));
    }
  }),
  ({ world, joint }) => joint !== undefined && world.destroyJoint(joint),
  ({ random, joint }) => {
    if (joint?.kind === 'grab') joint.target = place(random);
    else if (joint?.kind === 'revolute' || joint?.kind === 'wheel' || joint?.kind === 'prismatic') {
      const isOn = chance(random, 0.7);
      joint.motorSpeed = random.uniform(-5, 5);
      joint.isMotorEnabled = isOn;
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
  ({ random, body }) => body.applyForce(vector(random, -50, 50), place(random)),
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
    if (world.solver.capabilities.softBodies === undefined) return;
    if (world.softBodies.length < MOST_SOFT_BODIES) world.createSoftBody(arbitrarySoftBody(random));
  },
  ({ world, random }) => {
    if (world.softBodies.length > 0) world.destroySoftBody(pick(random, world.softBodies));
  },
  // queries, which must not change the world
  ({ world, random }) => {
    world.castRay(place(random), vector(random, -5, 5));
    world.overlapPoint(place(random));
    world.invariants();
  },
];

/** Calls that are made less often. */
export const rareCalls: readonly Call[] = [
  ({ random, body }) => body.setTransform(place(random), random.uniform(-3, 3)),
  ({ random, body }) => (body.linearDamping = random.uniform(0, 3)),
  ({ random, body }) => (body.angularDamping = random.uniform(0, 3)),
  ({ random, body }) => body.applyForce(vector(random, -50, 50)),
  ({ random, body }) => body.applyTorque(random.uniform(-20, 20)),
  ({ random, body }) => body.applyImpulse(vector(random, -5, 5), place(random)),
  ({ random, body }) => body.applyAngularImpulse(random.uniform(-2, 2)),
  ({ body }) => body.unfreeze(),
  ({ random, joint }) => {
    if (joint !== undefined) joint.areLimitsEnabled = chance(random, 0.5);
  },
  ({ random, joint }) => {
    if (joint !== undefined) joint.maximumForce = random.uniform(0, 200);
  },
  ({ random, joint }) => {
    if (joint !== undefined) joint.maximumTorque = random.uniform(0, 100);
  },
  ({ world, joint }) => {
    if (joint === undefined || world.joints.length >= MOST_JOINTS) return;
    world.createJoint(joint.toDefinition());
  },
  ({ random, body }) => {
    const shape = body.shapes.at(-1);
    shape?.setFilter({ category: 1 << random.integer(3), group: random.integer(5) - 2 });
    shape?.setMaterial({ tangentSpeed: random.uniform(-2, 2), rollingResistance: random.uniform(0, 0.2) });
  },
  askEverything,
];

/** @throws Error if a query has changed the world */
function askEverything({ world, random, body, joint }: Player): void {
  const before = world.stateHash();
  const pose = { x: random.uniform(-5, 5), y: random.uniform(0, 5), c: 0.6, s: 0.8 };
  void [joint?.bodyA, joint?.worldAnchorA, joint?.worldAnchorB, joint?.reactionForce, joint?.reactionTorque];
  for (const { geometry, material, filter, aabb } of body.shapes) {
    if (geometry.kind === 'circle' || geometry.kind === 'polygon') {
      world.castShape(geometry, pose, vector(random, -5, 5));
      world.overlapShape(geometry, pose);
    }
    world.overlapAABB(aabb);
    void [material, filter];
  }
  world.castRayAll(place(random), vector(random, -9, 9));
  world.forEachContact(({ bodyA, bodyB, pointCount }) => void [bodyA, bodyB, pointCount]);
  world.readTransforms(new Float32Array(4 * world.slotCount), 0.5);
  void [world.invariants(), world.profile, body.worldCenter, body.localCenter, body.inertia];
  toScene(world, { name: 'arbitrary', timeStep: 1 / 60 });
  if (world.stateHash() !== before) throw new Error('a question has changed the world');
}

/** Makes one random call from a list. Bad input throws an `InputError`, as for users. */
export function callArbitrarily(
  world: World,
  random: Random,
  mostBodies: number,
  list: readonly Call[] = calls,
): void {
  const { bodies, joints } = world;
  const [, ...others] = bodies;
  const call = pick(random, list);
  call({
    world,
    random,
    body: pick(random, others.length > 0 ? others : bodies),
    bodies,
    joint: pick(random, joints),
    mostBodies,
  });
}
