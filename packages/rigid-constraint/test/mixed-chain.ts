import type { World } from '@otedama/rigid';

/** A chain from the world to a heavy ball. Every third hinge has limits, a motor or a spring; rods and a weld are attached to it. */
export function mixedChain(world: World): void {
  let bodyA = null;
  for (let k = 0; k < 24; k++) {
    const bodyB = world.createBody({
      position: { x: k + 0.5, y: 0.1 * k },
      angle: 0.3 * k,
      fixedRotation: k === 7,
      shapes: [
        { kind: 'capsule', point1: { x: -0.4, y: 0.1 }, point2: { x: 0.4, y: 0 }, radius: 0.1 + 0.01 * k },
      ],
    });
    const extra =
      k % 6 === 2 ? { lower: -0.5, upper: 0.5 } : k % 6 === 5 ? { motorSpeed: 1, maximumMotorTorque: 2 } : {};
    world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: { x: k, y: 0.1 * k }, ...extra });
    if (k % 8 === 4) world.createJoint({ kind: 'distance', bodyA: null, bodyB, hertz: 2, length: 3 });
    if (k === 12) world.createJoint({ kind: 'filter', bodyA, bodyB });
    bodyA = bodyB;
  }
  const bodyB = world.createBody({ position: { x: 24, y: 3 }, shapes: [{ kind: 'circle', radius: 1 }] });
  world.createJoint({ kind: 'weld', bodyA, bodyB });
}
