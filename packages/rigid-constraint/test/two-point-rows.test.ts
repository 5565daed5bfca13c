/** A row of two points in the pass with bias solves the complementarity problem of `soft-contact.ts`, for rows of every kind. */

import { createRandom } from '@otedama/math2d';
import { BODY_STRIDE, loadScene } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import * as fields from '../src/frame-rows.js';
import { FrameRows, ROW_A, ROW_B, ROW_COUNT } from '../src/frame-rows.js';
import { createSequentialImpulses, createSoftStep, makeSoft } from '../src/index.js';
import { YIELD_SPEED } from '../src/soft-constants.js';
import { solveSoftRows } from '../src/soft-contact.js';
import { INVERSE_12, INVERSE_DIAGONAL } from '../src/soft-row-fields.js';

const H = 1 / 480;
const soft = { biasRate: 0, massScale: 0, impulseScale: 0, cap: 12 };
makeSoft(soft, 70, 6, H);

test('0 <= lambda  _|_  z + D lambda >= 0', () => {
  const random = createRandom(7);
  const rows = new FrameRows(2);
  const { data, index } = rows;
  const motion = new Float64Array(3 * BODY_STRIDE);
  const points = [fields.P1, fields.P2] as const;
  const seen = new Map<string, number>();
  let least = 0;
  let worst = 0;
  for (let n = 0; n < 20_000; n++) {
    motion.fill(0);
    for (const body of [0, BODY_STRIDE]) {
      for (let k = 0; k < 3; k++) motion[body + k] = random.uniform(-10, 10);
      motion[body + 6] = 1;
    }
    data.fill(0);
    const inverse = [fields.M_A, fields.I_A, fields.M_B, fields.I_B].map((field) => {
      data[field] = random.uniform(0.1, 20);
      return data[field];
    });
    const isFixed = random.uniform(0, 1) < 0.5;
    if (isFixed)
      for (const [k, field] of [fields.M_B, fields.I_B].entries()) inverse[2 + k] = data[field] = 0;
    data[fields.N_X] = 0.6;
    data[fields.N_Y] = 0.8;
    index[ROW_B] = BODY_STRIDE;
    index[ROW_A] = 0;
    index[ROW_COUNT] = 2;
    const arms = points.map((p) => {
      data[p + fields.RN_A] = random.uniform(-1, 1);
      data[p + fields.RN_B] = random.uniform(-1, 1);
      return [data[p + fields.RN_A], data[p + fields.RN_B]];
    });
    const entry = (i: number, j: number) =>
      inverse[0] + inverse[2] + inverse[1] * arms[i][0] * arms[j][0] + inverse[3] * arms[i][1] * arms[j][1];
    const k11 = entry(0, 0);
    const k12 = entry(0, 1);
    const k22 = entry(1, 1);
    const det = k11 * k22 - k12 * k12;
    if (k11 * k11 > 1000 * det) continue; // such points are solved one by one
    data[INVERSE_12] = k12 / det;
    data[fields.P1 + INVERSE_DIAGONAL] = k22 / det;
    data[fields.P2 + INVERSE_DIAGONAL] = k11 / det;
    const gaps = points.map((p) => {
      data[p + fields.GAP] = random.uniform(-0.02, 0.02);
      return data[p + fields.GAP];
    });
    const old = points.map((p) => {
      data[p + fields.LAMBDA_N] = random.uniform(0, 1) < 0.5 ? 0 : random.uniform(0, 2);
      return data[p + fields.LAMBDA_N];
    });

    // one against a fixed body that yields too fast to its load is rigid, and yields at a speed
    const un = 0.6 * (motion[BODY_STRIDE] - motion[0]) + 0.8 * (motion[BODY_STRIDE + 1] - motion[1]);
    const load = (inverse[0] + inverse[2]) * (old[0] + old[1]) - un;
    const isOverloaded = inverse[2] === 0 && soft.impulseScale * load > soft.massScale * YIELD_SPEED;
    const massScale = isOverloaded ? 1 : soft.massScale;
    const yieldSpeed = isOverloaded ? YIELD_SPEED : 0;
    const z = gaps.map((gap, i) => {
      const bias = gap > 0 ? gap / H : Math.max(soft.biasRate * gap, -soft.cap) + yieldSpeed;
      const vn = un + motion[BODY_STRIDE + 2] * arms[i][1] - motion[2] * arms[i][0];
      return vn + bias - entry(i, 0) * old[0] - entry(i, 1) * old[1];
    });
    const s = gaps.map((gap) => (gap > 0 ? 1 : massScale));
    const d12 = s[0] === s[1] ? k12 / s[0] : k12;

    solveSoftRows(data, index, motion, 0, 1, -1, 1 / H, soft);
    const [lambda1, lambda2] = points.map((p) => data[p + fields.LAMBDA_N]);
    const rest1 = z[0] + (k11 / s[0]) * lambda1 + d12 * lambda2;
    const rest2 = z[1] + d12 * lambda1 + (k22 / s[1]) * lambda2;
    least = Math.min(least, lambda1, lambda2);
    worst = Math.max(worst, -rest1, -rest2, lambda1 * rest1, lambda2 * rest2);
    const kind = `${isOverloaded ? 'overloaded ' : ''}${gaps.map((gap) => (gap > 0 ? 'open' : 'deep'))}: ${[lambda1, lambda2].map((lambda) => (lambda > 0 ? 'presses' : 'rests'))}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
  expect(least).toBe(0);
  expect(worst).toBeLessThan(1e-8);
  const kinds = [...seen].filter(([kind]) => !kind.startsWith('overloaded'));
  expect(kinds, `${kinds}`).toHaveLength(16);
  for (const [, count] of kinds) expect(count).toBeGreaterThan(100);
  expect(seen.get('overloaded deep,deep: presses,presses')).toBeGreaterThan(100);
});

test.each([
  ['soft step', createSoftStep],
  ['sequential impulses', createSequentialImpulses],
])('%s: in a rain of bodies without restitution none becomes faster than it can fall', (_, createSolver) => {
  for (const seed of [1, 2]) {
    const scene = findScene('mixed-rain').create({ count: 500, seed });
    const heights = scene.bodies.map(({ position }) => position?.y ?? 0);
    const fall = Math.max(...heights) - Math.min(...heights);
    const world = loadScene(scene, { solver: createSolver(), sleeping: false });
    let fastest = 0;
    for (let step = 0; step < 240; step++) {
      world.step(1 / 60);
      for (const { linearVelocity: v } of world.bodies)
        fastest = Math.max(fastest, Math.sqrt(v.x * v.x + v.y * v.y));
    }
    expect(fastest).toBeGreaterThan(20);
    expect(fastest).toBeLessThan(Math.sqrt(2 * 10 * fall));
  }
});
