import { polygon } from '@otedama/math2d';
import { createWorld } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { solvers } from '../src/solvers.js';

for (const solver of solvers) {
  test(`C1 under ${solver.name} a box at 200 m/s never passes a thin wall`, () => {
    const world = createWorld({ solver: solver.create({}), gravity: { x: 0, y: 0 } });
    world.createBody({ type: 'static', shapes: [{ kind: 'polygon', vertices: polygon.rectangle(0.1, 20) }] });
    const body = world.createBody({
      position: { x: -3, y: 0 },
      linearVelocity: { x: 200, y: 0 },
      shapes: [{ kind: 'polygon', vertices: polygon.rectangle(0.2, 0.2) }],
    });
    for (let k = 0; k < 120; k++) {
      world.step(1 / 60);
      expect(body.position.x).toBeLessThan(0);
    }
  });
}
