import { polygon } from '@otedama/math2d';
import { createWorld, restoreSnapshot, type Solver, takeSnapshot, type World } from '@otedama/rigid';
import { expect, it } from 'vitest';
import { createForceSolver, createPenaltySolver } from '../src/index.js';

/** Boxes and balls that fall on each other, one of them dragged. */
function pile(solver: Solver): World {
  const world = createWorld({ solver });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  for (let k = 0; k < 16; k++) {
    const body = world.createBody({
      position: { x: 0.4 * (k % 3), y: 0.6 + 0.9 * k },
      angle: 0.2 * k,
      linearVelocity: { x: k % 4, y: -10 },
      shapes: [
        k % 2
          ? { kind: 'polygon', vertices: polygon.rectangle(0.9, 0.5) }
          : { kind: 'circle', radius: 0.4, restitution: 0.5 },
      ],
    });
    if (k === 5) world.createJoint({ kind: 'grab', body, target: { x: 3, y: 3 } });
  }
  return world;
}

it.each([
  ['force', createForceSolver],
  ['penalty', createPenaltySolver],
])('R2 %s: 120 steps after a restore equal the straight run', (_, createSolver) => {
  const world = pile(createSolver());
  const run = (other: World): string[] =>
    Array.from({ length: 120 }, () => {
      other.step(1 / 60);
      return other.stateHash();
    });
  for (const before of [0, 25, 60]) {
    for (let step = 0; step < before; step++) world.step(1 / 60);
    const snapshot = takeSnapshot(world);
    const straight = run(world);
    restoreSnapshot(world, snapshot);
    expect(run(world)).toEqual(straight);
    const empty = createWorld({ solver: createSolver() });
    restoreSnapshot(empty, snapshot);
    expect(run(empty)).toEqual(straight);
  }
  const other = createWorld({ solver: createSolver({ substeps: 3 }) });
  expect(() => restoreSnapshot(other, takeSnapshot(world))).toThrow('a solver with substeps 3;');
});
