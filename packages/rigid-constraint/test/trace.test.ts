/** The trace as data: the recorder receives all rows, and nothing else changes. */

import {
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  NORMAL_IMPULSE,
  POINT_STRIDE,
  POINT0,
  type RecordedContact,
  SHAPE_A,
  SHAPE_B,
  type Solver,
  StepRecorder,
  TANGENT_IMPULSE,
  type TracedRow,
  type World,
} from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';
import { boxDefinition, half, level, square } from './bodies.js';
import { type Bodies, type Run, run, total } from './harness.js';

const gravity = { x: 0, y: -10 };
const disc = { shapes: [{ kind: 'circle', radius: 0.5, friction: 0.4, restitution: 0.5 }] } as const;

/** Bodies, the last two of which may be hinged together at the second of them. */
interface Traced extends Bodies {
  readonly isHinged?: boolean;
}

/** Starts a scene. */
function start(scene: Traced, solver: Solver): Run {
  const started = run(scene, solver);
  const [bodyA, bodyB] = started.bodies.slice(-2);
  if (scene.isHinged) {
    started.world.createJoint({ kind: 'revolute', bodyA, bodyB, worldAnchor: bodyB.position });
  }
  return started;
}

const scenes: Record<string, Traced> = {
  'a box that a weight is hinged to': {
    gravity,
    isHinged: true,
    bodies: [
      level(),
      { ...boxDefinition(0.5, 0.5), position: { x: 0, y: 0.5 } },
      { ...disc, position: { x: 0, y: 1 }, mass: 100 },
    ],
  },
  'a disc that bounces': { gravity, bodies: [level(), { ...disc, position: { x: 0, y: 1 } }] },
  'a disc thrown along the ground': {
    gravity,
    bodies: [level(), { ...disc, position: { x: 0, y: 0.49 }, linearVelocity: { x: 4, y: 0 } }],
  },
  'two spinning discs that meet': {
    gravity: { x: 0, y: 0 },
    bodies: [
      { ...disc, position: { x: -0.6, y: 0 }, linearVelocity: { x: 1, y: 0 }, angularVelocity: 5 },
      { ...disc, position: { x: 0.6, y: 0.4 }, linearVelocity: { x: -1, y: 0 }, angularVelocity: 2 },
    ],
  },
  'a disc deep in the ground': { gravity, bodies: [level(), { ...disc, position: { x: 0, y: 0.1 } }] },
  'a disc with a locked axis on a slope': {
    gravity,
    bodies: [
      level(),
      { ...disc, position: { x: 0, y: 0.5 } },
      { ...disc, position: { x: 0.6, y: 1.5 }, lockX: true, linearVelocity: { x: 0, y: -3 } },
    ],
  },
  'a disc that falls into a wedge': {
    gravity,
    bodies: [
      { ...level(), angle: -0.5 },
      { ...level(), angle: 0.5 },
      { ...disc, position: { x: 0.01, y: 1.2 } },
    ],
  },
  'a corner that falls on a box': {
    gravity,
    bodies: [
      level(),
      { ...boxDefinition(0.5, 0.5), position: { x: 0, y: 0.5 } },
      {
        ...boxDefinition(0.5, 0.5),
        position: { x: 0.4, y: 1.8 },
        angle: 0.6,
        linearVelocity: { x: 2, y: -3 },
      },
    ],
  },
  'boxes that fall on boxes': {
    gravity,
    bodies: [
      level(),
      { ...boxDefinition(0.5, 0.5), position: { x: 0, y: 0.5 } },
      {
        ...boxDefinition(0.5, 0.5),
        position: { x: 0.2, y: 1.6 },
        angle: 0.1,
        linearVelocity: { x: 2, y: -3 },
      },
    ],
  },
};

const solvers: Record<string, () => Solver> = {
  'sequential impulses': () => createSequentialImpulses(),
  'soft step': () => createSoftStep(),
};

/** Visits of the row of one direction at one point, in order. */
const visits = (contact: RecordedContact, row: TracedRow['row'], point: number): TracedRow[] =>
  contact.rows.filter((visit) => visit.row === row && visit.point === point);

/** Index of the contact's first number in the data, or undefined if the contact has ended. */
function placeOf({ contactStore }: World, { shapeA, shapeB }: RecordedContact): number | undefined {
  const { index, touching, touchingCount } = contactStore;
  for (let k = 0; k < touchingCount; k++) {
    const i = touching[k] * CONTACT_INDEX_STRIDE;
    if (index[i + SHAPE_A] === shapeA && index[i + SHAPE_B] === shapeB) return touching[k] * CONTACT_STRIDE;
  }
  return undefined;
}

const law = (row: TracedRow): number => {
  const wanted =
    row.before - row.mass * row.massScale * (row.velocity - row.target) - row.impulseScale * row.before;
  return Math.max(row.low, Math.min(row.high, wanted));
};

for (const [solverName, makeSolver] of Object.entries(solvers)) {
  for (const [sceneName, scene] of Object.entries(scenes)) {
    describe(`${solverName}: ${sceneName}`, () => {
      test('a recorder does not change the simulation', () => {
        const plain = start(scene, makeSolver());
        const traced = start(scene, makeSolver());
        const recorder = new StepRecorder(traced.world);
        for (let step = 0; step < 90; step++) {
          plain.step();
          traced.step();
        }
        expect(traced.world.stateHash()).toBe(plain.world.stateHash());
        if (!sceneName.startsWith('two')) expect(recorder.last?.contacts.length).toBeGreaterThan(0);
        recorder.stop();
        expect(traced.world.trace).toBeNull();
      });

      test('row visits are contiguous, end in the impulses of the contact store, and stay in the friction cone', () => {
        const traced = start(scene, makeSolver());
        const recorder = new StepRecorder(traced.world);
        let seen = 0;
        let bounces = 0;
        for (let step = 0; step < 90; step++) {
          traced.step();
          for (const contact of recorder.last?.contacts ?? []) {
            const place = placeOf(traced.world, contact);
            if (place === undefined) continue;
            bounces += contact.rows.filter((row) => row.phase === 'bounce').length;
            const { index, data } = traced.world.contactStore;
            const count = index[(place / CONTACT_STRIDE) * CONTACT_INDEX_STRIDE + COUNT];
            const isSoft = solverName === 'soft step';
            const stored = Array.from({ length: count }, (_, point) => ({
              normal: data[place + POINT0 + point * POINT_STRIDE + NORMAL_IMPULSE],
              friction: data[place + POINT0 + point * POINT_STRIDE + TANGENT_IMPULSE],
            }));
            const wanted: [TracedRow['row'], number, readonly number[]][] = [];
            stored.forEach(({ normal, friction }, point) => {
              wanted.push(['normal', point, [normal]]);
              if (count === 1 || !isSoft) wanted.push(['friction', point, [friction]]);
            });
            // both points share one row, whose impulse is divided in proportion to the normal impulses
            if (count === 2 && isSoft) wanted.push(['friction', -1, stored.map(({ friction }) => friction)]);
            for (const [row, point, impulses] of wanted) {
              const sequence = visits(contact, row, point);
              for (let n = 1; n < sequence.length; n++) {
                if (sequence[n].before !== sequence[n - 1].impulse)
                  expect(sequence[n].before).toBe(sequence[n - 1].impulse);
                const last = sequence[n - 1].pass;
                if (!(sequence[n].pass > last)) expect(sequence[n].pass).toBeGreaterThan(last);
              }
              const last = sequence.at(-1);
              const substeps = Math.round(1 / (60 * (last?.duration ?? Number.NaN)));
              const total = (last?.impulse ?? Number.NaN) * substeps;
              if (impulses.length === 2) {
                const pressure = stored[0].normal + stored[1].normal;
                const second = pressure > 0 ? total * (stored[1].normal / pressure) : 0;
                expect(impulses).toEqual([Math.fround(total - second), Math.fround(second)]);
              } else {
                expect(impulses).toEqual([isSoft ? Math.fround(total) : total]);
              }
              for (const visit of sequence) {
                const { low, impulse, high } = visit;
                if (!(impulse >= low && impulse <= high)) expect.fail(`${impulse}, not ${low} to ${high}`);
                seen++;
              }
            }
          }
        }
        expect(seen).toBeGreaterThan(sceneName.startsWith('two') ? 10 : 500);
        if (sceneName === 'a disc that bounces') expect(bounces).toBeGreaterThan(0);
      });
    });
  }

  test(`${solverName}: every row solved on its own obeys the law stated by the trace`, () => {
    let seen = 0;
    let worst = 0;
    for (const scene of Object.values(scenes)) {
      const traced = start(scene, makeSolver());
      const recorder = new StepRecorder(traced.world);
      for (let step = 0; step < 90; step++) {
        traced.step();
        for (const contact of recorder.last?.contacts ?? []) {
          for (const row of contact.rows) {
            // the normal rows of two points are solved together
            if (contact.points.length > 1 && row.row === 'normal') continue;
            worst = Math.max(worst, Math.abs(law(row) - row.impulse));
            if (Number.isNaN(worst)) expect.fail(`step ${step}: NaN`);
            seen++;
          }
        }
      }
    }
    expect(worst).toBeLessThan(5e-13);
    expect(seen).toBeGreaterThan(500);
  });
}

test('soft step: a contact penetrating at the start of a step stays closed in it, an open one may close its gap', () => {
  const seen = { closed: 0, open: 0 };
  for (const scene of Object.values(scenes)) {
    const traced = run(scene, createSoftStep());
    const recorder = new StepRecorder(traced.world);
    for (let step = 0; step < 90; step++) {
      traced.step();
      for (const contact of recorder.last?.contacts ?? []) {
        const normals = contact.rows.filter((row) => row.row === 'normal');
        // in the first pass nothing has moved yet
        const gaps = normals.filter((row) => row.pass === 0).map((row) => row.gap);
        if (gaps.length === 0 || gaps.some((gap) => Math.abs(gap) < 1e-12)) continue;
        const kind = gaps.some((gap) => gap > 0) ? 'open' : 'closed';
        for (const { phase, gap, target, duration } of normals) {
          if (phase !== 'relax' || gap <= 0) continue;
          expect(target).toBeCloseTo(kind === 'open' ? -gap / duration : 0, 9);
          seen[kind]++;
        }
      }
    }
  }
  expect(seen.open).toBeGreaterThan(100);
  expect(seen.closed).toBeGreaterThan(10);
});

test('sequential impulses: ten passes of four rows bring a falling box to rest', () => {
  const traced = run({
    gravity,
    bodies: [level(), { ...square(), position: { x: 0, y: half }, angle: Math.PI / 4 }],
  });
  const recorder = new StepRecorder(traced.world);
  traced.step();
  const [contact] = recorder.last?.contacts ?? [];
  expect(contact.rows).toHaveLength(10 * 4);
  expect(contact.points).toHaveLength(2);
  const first = contact.rows.filter(({ pass, row }) => pass === 0 && row === 'normal');
  expect(first[0].velocity - first[0].target).toBeCloseTo(-10 / 60, 9);
  const last = contact.rows.filter(({ pass, row }) => pass === 9 && row === 'normal');
  expect(Math.abs(last[0].velocity - last[0].target)).toBeLessThan(1e-12);
  expect(total(last.map(({ impulse }) => impulse))).toBeCloseTo(10 / 60, 9);
});

test('soft step: solve in every other of three substeps, relax in all; soft if penetrating, speculative if not', () => {
  const traced = run(
    { gravity, bodies: [level(), { ...disc, position: { x: 0, y: 0.45 } }] },
    createSoftStep({ substeps: 3 }),
  );
  const recorder = new StepRecorder(traced.world);
  traced.step();
  const [contact] = recorder.last?.contacts ?? [];
  expect(contact.rows.map(({ pass, phase, row }) => `${pass} ${phase} ${row}`)).toEqual([
    '0 solve normal',
    '1 relax normal',
    '1 relax friction',
    '3 relax normal',
    '3 relax friction',
    '4 solve normal',
    '5 relax normal',
    '5 relax friction',
  ]);
  const [solve, relax] = contact.rows;
  expect(solve.gap).toBeCloseTo(-0.05, 9);
  expect(solve.target).toBeGreaterThan(0);
  expect(solve.massScale).toBeLessThan(1);
  expect(solve.impulseScale).toBeGreaterThan(0);
  expect(relax.target).toBe(0);
  expect(relax.massScale).toBe(1);

  const falling = run(
    { gravity, bodies: [level(), { ...disc, position: { x: 0, y: 0.51 }, linearVelocity: { x: 0, y: -3 } }] },
    createSoftStep({ substeps: 1 }),
  );
  const other = new StepRecorder(falling.world);
  falling.step();
  const [speculative] = other.last?.contacts[0].rows ?? [];
  expect(speculative.gap).toBeCloseTo(0.01, 9);
  expect(speculative.target).toBeCloseTo(-0.6, 9);
});
