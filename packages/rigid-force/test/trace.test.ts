import { box, circle, makeWorld, wall } from '@otedama/solver-tests';
// The trace of both methods: sweeps of consecutive rows, and springs with their forces.

import {
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  NORMAL_IMPULSE,
  POINT_STRIDE,
  POINT0,
  SHAPE_A,
  SHAPE_B,
  type Solver,
  StepRecorder,
  type TracedRow,
} from '@otedama/rigid';
import { expect, test } from 'vitest';
import { createForceSolver, createPenaltySolver } from '../src/index.js';

const rough = { friction: 0.5, restitution: 0.4 };
const DT = 1 / 60;

const pile = (solver: Solver) =>
  makeWorld(solver, 9.8, [
    wall(0, rough),
    { position: { x: 0, y: 0.8 }, angle: 0.3, shapes: [box(1, 1, rough)] },
    { position: { x: 0.2, y: 2.2 }, shapes: [box(1, 0.6, rough)], linearVelocity: { x: 2, y: 0 } },
    { position: { x: -2, y: 1 }, shapes: [circle(0.4, rough)], linearVelocity: { x: 3, y: 0 } },
  ]);

for (const [name, makeSolver] of [
  ['force', () => createForceSolver({ substeps: 4 })],
  ['penalty', () => createPenaltySolver()],
] as const) {
  test(`${name}: a recorder does not change the simulation, and every row stays within its bounds`, () => {
    const plain = pile(makeSolver());
    const traced = pile(makeSolver());
    const recorder = new StepRecorder(traced.world);
    let rows = 0;
    for (let step = 0; step < 120; step++) {
      plain.world.step(DT);
      traced.world.step(DT);
      for (const contact of recorder.last?.contacts ?? []) {
        for (const row of contact.rows) {
          expect(row.impulse).toBeGreaterThanOrEqual(row.low - 1e-12);
          expect(row.impulse).toBeLessThanOrEqual(row.high + 1e-12);
          rows++;
        }
      }
    }
    expect(rows).toBeGreaterThan(1000);
    expect(traced.world.stateHash()).toBe(plain.world.stateHash());
  });

  test(`${name}: the contact store holds the impulses of the last normal rows, times the number of substeps`, () => {
    const solver = makeSolver();
    const { substeps } = solver.settings as { substeps: number };
    const { world } = pile(solver);
    const recorder = new StepRecorder(world);
    let seen = 0;
    for (let step = 0; step < 120; step++) {
      world.step(DT);
      const { index, data, touching, touchingCount } = world.contactStore;
      for (let k = 0; k < touchingCount; k++) {
        const i = touching[k] * CONTACT_INDEX_STRIDE;
        const contact = recorder.last?.contacts.find(
          ({ shapeA, shapeB }) => shapeA === index[i + SHAPE_A] && shapeB === index[i + SHAPE_B],
        );
        for (let point = 0; point < (contact?.points.length ?? 0); point++) {
          const ofPoint = contact?.rows.filter((row) => row.row === 'normal' && row.point === point);
          const last = ofPoint?.at(-1) as TracedRow;
          const stored = data[touching[k] * CONTACT_STRIDE + POINT0 + point * POINT_STRIDE + NORMAL_IMPULSE];
          // the impulse of a bounce ends with it and is not stored
          expect(stored === 0 && last.target > 0 ? last.impulse : stored / substeps).toBe(last.impulse);
          seen++;
        }
      }
    }
    expect(seen).toBeGreaterThan(100);
  });
}

test('force: visits of a row are contiguous across substeps', () => {
  // the store holds impulses of a whole step: a power of two converts them without rounding
  const { world } = makeWorld(createForceSolver({ substeps: 4 }), 9.8, [
    wall(0, rough),
    { position: { x: 0, y: 0.4 }, shapes: [circle(0.4, rough)], linearVelocity: { x: 1, y: 0 } },
  ]);
  const recorder = new StepRecorder(world);
  for (let step = 0; step < 20; step++) world.step(DT);
  const rows = recorder.last?.contacts[0].rows.filter(({ row }) => row === 'normal') ?? [];
  expect(rows.map(({ pass }) => pass)).toEqual([0, 1, 2, 3]);
  for (let k = 1; k < rows.length; k++) expect(rows[k].before).toBe(rows[k - 1].impulse);
});

test('penalty: a resting spring carries the weight', () => {
  const { world } = makeWorld(createPenaltySolver(), 9.8, [
    wall(0, rough),
    { position: { x: 0, y: 0.4 }, shapes: [circle(0.4, rough)] },
  ]);
  const recorder = new StepRecorder(world);
  for (let step = 0; step < 600; step++) world.step(DT);
  const row = recorder.last?.contacts[0].rows.find(({ row }) => row === 'normal') as TracedRow;
  expect(row.gap).toBeLessThan(0);
  expect(row.impulse / row.duration).toBeCloseTo(world.bodies[1].mass * 9.8, 6);
});
