import {
  createWorld,
  integratePositions,
  integrateVelocities,
  type Solver,
  type World,
} from '@otedama/rigid';

/** The least a solver can do: bodies fall freely, and grab joints carry bodies along at once. */
const drifting: Solver = {
  name: 'drifting',
  capabilities: {
    restitution: true,
    friction: true,
    tangentSpeed: false,
    rollingResistance: false,
    joints: ['grab'],
  },
  step(world, dt) {
    world.collide();
    integrateVelocities(world.bodies, world.gravityX, world.gravityY, dt);
    integratePositions(world.bodies, dt);
  },
};

export const driftingWorld = (gravityY = 0): World =>
  createWorld({ solver: drifting, gravity: { x: 0, y: gravityY } });
