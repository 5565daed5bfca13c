import {
  BODY_STRIDE,
  integratePositions,
  integrateVelocities,
  type Solver,
  VX,
  VY,
} from '../../src/index.js';

/** A complete solver except for solving: all bodies keep one velocity. */
export function carrySolver(vx: number): Solver {
  return {
    name: 'carry',
    capabilities: {
      restitution: false,
      friction: true,
      tangentSpeed: false,
      rollingResistance: false,
      joints: [],
    },
    step(world, dt) {
      const { bodies } = world;
      world.collide();
      integrateVelocities(bodies, world.gravityX, world.gravityY, dt);
      for (let k = 0; k < bodies.awakeCount; k++) {
        const o = bodies.awake[k] * BODY_STRIDE;
        bodies.motion[o + VX] = vx;
        bodies.motion[o + VY] = 0;
      }
      integratePositions(bodies, dt);
    },
  };
}
