/**
 * Weights of 25 to 2,500 times the mass of the box that they are jointed to, which stands on the floor. Nothing drives them: they keep no
 * more energy than they start with, and come to rest where they stand.
 */

import { polygon } from '@otedama/math2d';
import { type Body, createWorld, type JointDefinition, type World } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSoftStep, makeSoft } from '../src/index.js';
import {
  CONTACT_DAMPING_RATIO,
  CONTACT_HERTZ,
  STATIC_CONTACT_STIFFNESS,
  YIELD_SPEED,
} from '../src/soft-constants.js';

const DT = 1 / 60;
const SIDE = 0.2;
const BOX_MASS = 0.04;

const top = { worldAnchor: { x: 0, y: SIDE } };
/** Joints of the box to a weight, and the height of the weight above the box, m. */
const definitions: Record<string, [object, number]> = {
  hinge: [{ kind: 'revolute', ...top }, 0],
  weld: [{ kind: 'weld', ...top }, 0],
  slider: [{ kind: 'prismatic', ...top }, 0],
  rod: [{ kind: 'distance', localAnchorA: { x: 0, y: SIDE / 2 }, localAnchorB: { x: 0, y: 0 } }, 0.3],
};

interface Pair {
  readonly world: World;
  readonly box: Body;
  readonly weight: Body;
  /** Kinetic and potential energy, J. */
  energy(): number;
}

/** A box on the floor with a weight on a rail above it. */
function stand(mass: number, [definition, height]: [object, number]): Pair {
  const world = createWorld({ gravity: { x: 0, y: -10 }, solver: createSoftStep(), sleeping: false });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  const box = world.createBody({
    position: { x: 0, y: SIDE / 2 },
    mass: BOX_MASS,
    shapes: [{ kind: 'polygon', vertices: polygon.rectangle(SIDE, SIDE) }],
  });
  const weight = world.createBody({
    position: { x: 0, y: SIDE + height },
    mass,
    lockX: true,
    fixedRotation: true,
    shapes: [{ kind: 'circle', radius: 0.05 }],
  });
  world.createJoint({ ...definition, bodyA: box, bodyB: weight } as JointDefinition<Body>);
  const energy = (): number => {
    const { kineticEnergy, potentialEnergy } = world.invariants();
    return kineticEnergy + potentialEnergy;
  };
  return { world, box, weight, energy };
}

describe.each(Object.keys(definitions))('a weight on a box, joined by a %s', (name) => {
  test.each([1, 5, 20, 100])('of %d kg comes to rest, also after a kick, and gains no energy', (mass) => {
    const { world, box, weight, energy } = stand(mass, definitions[name]);
    const start = energy();
    const { y } = weight.position;
    let most = start;
    for (let k = 0; k < 600; k++) {
      if (k === 120) box.angularVelocity = 0.5;
      world.step(DT);
      most = Math.max(most, energy());
    }
    expect(most).toBeLessThan(start + 1e-9);
    expect(world.invariants().kineticEnergy).toBeLessThan(1e-9);
    expect(Math.abs(box.angularVelocity)).toBeLessThan(1e-3);
    // the weight is held by contacts of the box with an effective mass of no more than that of the box
    expect(y - weight.position.y).toBeLessThan(0.0005 * mass + 0.001);
  });
});

// without this limit a box of 50 g under the larger one ends 1.7 m under the floor
test.each([600, 1200])('a box under a hinge with %d kg sinks by no more than its contact yields', (mass) => {
  const { world, box } = stand(mass, definitions.hinge);
  const soft = { biasRate: 0, massScale: 0, impulseScale: 0 };
  makeSoft(soft, STATIC_CONTACT_STIFFNESS * CONTACT_HERTZ, CONTACT_DAMPING_RATIO, DT / 6);
  const depth = YIELD_SPEED / soft.biasRate;
  for (let k = 0; k < 240; k++) world.step(DT);
  expect(SIDE / 2 - box.position.y).toBeCloseTo(depth, 3);
});
