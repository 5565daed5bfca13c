import {
  createWorld,
  integratePositions,
  integrateVelocities,
  jointKinds,
  type Solver,
  type World,
} from '@otedama/rigid';

/** A minimal solver: bodies fall freely, and joints do nothing. */
const drifting: Solver = {
  name: 'drifting',
  capabilities: {
    restitution: true,
    friction: true,
    tangentSpeed: false,
    rollingResistance: false,
    joints: jointKinds,
  },
  step(world, dt) {
    world.collide();
    integrateVelocities(world.bodies, world.gravityX, world.gravityY, dt);
    integratePositions(world.bodies, dt);
  },
};

export const driftingWorld = (gravityY = 0): World =>
  createWorld({ solver: drifting, gravity: { x: 0, y: gravityY } });
