/** The bare entry gives the same results as the full one. Features that it lacks throw a named error. */
import { polygon } from '@otedama/math2d';
import { createWorld, StepRecorder } from '@otedama/rigid';
import { expect, test } from 'vitest';
import * as bare from '../src/bare.js';
import { createShapeMatching } from '../src/index.js';

function pile(solver: ReturnType<typeof createShapeMatching>, soft: boolean) {
  const world = createWorld({ solver });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  const outline = polygon.rectangle(1, 1);
  for (let k = 0; k < 3; k++) {
    world.createBody({
      position: { x: 0.2 * k, y: 0.6 + 1.1 * k },
      shapes: [{ kind: 'polygon', vertices: outline }],
    });
  }
  if (soft) world.createSoftBody({ outline, position: { x: 0.3, y: 5 } });
  return world;
}

test('invalid options are rejected by name', () => {
  expect(() => createShapeMatching({ compliance: -1 })).toThrow(/compliance/);
  expect(() => createShapeMatching({ subSteps: 3 } as never)).toThrow(/subSteps: expected one of substeps/);
});

test.each([false, true])('it is bit-identical to the full solver (soft bodies: %s)', (soft) => {
  const worlds = [
    createShapeMatching(),
    bare.createShapeMatching({}, soft ? { softBodies: bare.softBodies } : {}),
  ];
  const [full, small] = worlds.map((solver) => {
    const world = pile(solver, soft);
    for (let step = 0; step < 90; step++) world.step(1 / 60);
    return world.stateHash();
  });
  expect(small).toBe(full);
});

test('it reports its passes to a recorder only if created with tracing', () => {
  const rowsOf = (solver: ReturnType<typeof createShapeMatching>): number[] => {
    const world = pile(solver, false);
    const recorder = new StepRecorder(world);
    for (let step = 0; step < 30; step++) world.step(1 / 60);
    return recorder.last!.contacts.flatMap(({ rows }) => rows.map(({ impulse }) => impulse));
  };
  const told = rowsOf(createShapeMatching());
  expect(told.length).toBeGreaterThan(20);
  expect(rowsOf(bare.createShapeMatching({}, { tracing: bare.tracing }))).toEqual(told);
  expect(rowsOf(bare.createShapeMatching())).toEqual([]);
});

test('it rejects a soft body if created without them, and the world does not change', () => {
  const world = pile(bare.createShapeMatching(), false);
  const before = world.stateHash();
  expect(() => world.createSoftBody({ outline: polygon.rectangle(1, 1) })).toThrow(
    'softBody: expected none, since the solver cannot do it',
  );
  expect(world.softBodies).toEqual([]);
  expect(world.stateHash()).toBe(before);
});
