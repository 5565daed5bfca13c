import {
  applyGrabSprings,
  createSoftBody,
  createWorld,
  integratePositions,
  integrateVelocities,
  type SoftBodyDefinition,
  type Solver,
  type World,
} from '@otedama/rigid';

/** Accepts soft bodies but does not preserve their shape: particles drift apart and follow their grab springs. */
const loose: Solver = {
  name: 'loose',
  capabilities: {
    restitution: true,
    friction: true,
    tangentSpeed: false,
    rollingResistance: false,
    joints: ['grab'],
    softBodies: createSoftBody,
  },
  step(world, dt) {
    world.collide();
    integrateVelocities(world.bodies, world.gravityX, world.gravityY, dt);
    applyGrabSprings(world, dt);
    integratePositions(world.bodies, dt);
  },
};

export function softWorld(definitions: readonly SoftBodyDefinition[]): World {
  const world = createWorld({ solver: loose, gravity: { x: 0, y: 0 } });
  for (const definition of definitions) world.createSoftBody(definition);
  return world;
}

/** A square of 4 m around the origin. */
export const softSquare: SoftBodyDefinition = {
  outline: [
    { x: -2, y: -2 },
    { x: 2, y: -2 },
    { x: 2, y: 2 },
    { x: -2, y: 2 },
  ],
};
