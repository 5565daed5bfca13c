/**
 * Milliseconds and dispatches per frame (one step of 5 substeps) of the articles' schedule and of every plan, for several sizes, on one
 * device in one run. Wall time over many frames in flight; minimum and median of several rounds. Prints a table and writes it as JSON,
 * with the name of the machine.
 *
 *   node bench/bundle.js [--only-bundle], then node dist/bench/frame-time.mjs [file]
 *
 * Environment: BENCH_SIZES=50,128  BENCH_ROUND_MS=200  BENCH_TETHERS=1  BENCH_COLLIDERS=8 (balls that touch the cloth)
 * BENCH_FIELDS=8 (the same balls as distance fields of a mesh)  BENCH_AIR=1 (0.1 kg/m² in a wind of 6 m/s)  BENCH_HEAP=self (a cloth with
 * self-collision that has fallen into a heap; BENCH_HEAP=plain: the same without self-collision)  BENCH_DISTANCE=4 (the minimum distance
 * of self-collision in the smaller spacing; the default is the larger one)  BENCH_SHEET=mesh (the grid given as a triangle mesh), tears
 * (a grid that could tear, but does not), torn (one that tears at a strain of 3 %) or rings (closed tubes, as many as BENCH_RINGS says, 1 if
 * it does not, with about as many particles together)  BENCH_GAS=1 (each also with a gas, free and with a held particle, where the spin of a
 * single ring is left alone)  BENCH_BEND=links,hinges,none (how it bends, one
 * after the other)  BENCH_LIMIT=1 (each also with a strain limit)  BENCH_ARTICLES=0  BENCH_TUNE=1 (shapes of workgroups)
 * BENCH_REACTIONS=1 (what the colliders feel is added up)  BENCH_MACHINE=name  DAWN_MODULE=path of another build of the npm package webgpu.
 */

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { createTunedClothGpu } from '../src/gpu/cloth-gpu.js';
import { clothDeviceDescriptor } from '../src/gpu/device.js';
import type { PlanTuning } from '../src/gpu/plan.js';
import {
  bakeDistanceField,
  type ClothDefinition,
  type ClothPlan,
  type Collider,
  colliderReactions,
  pressure,
  tearing,
} from '../src/index.js';
import { createArticlesCloth } from './articles.js';

interface Row {
  readonly divisions: number;
  readonly schedule: string;
  readonly dispatches: number;
  readonly milliseconds: number;
  readonly medianMilliseconds: number;
  readonly frames: number;
  readonly hash?: string;
}

const environment = process.env;
const sizes = (environment.BENCH_SIZES ?? '50,128,256,512,1024').split(',').map(Number);
const roundMilliseconds = Number(environment.BENCH_ROUND_MS ?? 200);
const rounds = 7;
const heap = environment.BENCH_HEAP;

/** Milliseconds per frame of the last run spent on recording and submitting. */
let encodeMilliseconds = 0;

interface Stepper {
  step(): void;
}

/** Minimum and median milliseconds per frame, and the number of frames per round. */
async function time(device: GPUDevice, cloth: Stepper): Promise<[number, number, number]> {
  const run = async (frames: number) => {
    const start = performance.now();
    for (let frame = 0; frame < frames; frame++) cloth.step();
    encodeMilliseconds = (performance.now() - start) / frames;
    await device.queue.onSubmittedWorkDone();
    return (performance.now() - start) / frames;
  };
  await run(3);
  let frames = Math.max(Math.ceil(roundMilliseconds / (await run(5)) / 4), 2);
  frames = Math.min(Math.max(Math.ceil(roundMilliseconds / (await run(frames))), 3), 4000);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await run(frames));
  times.sort((a, b) => a - b);
  return [times[0], times[rounds >> 1], frames];
}

function hash(array: Float32Array): string {
  let value = 0x811c9dc5;
  for (const word of new Uint32Array(array.buffer, array.byteOffset, array.length))
    value = Math.imul(value ^ word, 0x01000193);
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** Balls in a row across the cloth. Each centre is a third of the radius away from the sheet. */
function balls(count: number): Collider[] {
  const radius = 1 / Math.max(count, 1);
  return Array.from({ length: count }, (_, k) => ({
    type: 'sphere',
    center: { x: (2 * k + 1) * radius - 1, y: 0, z: radius / 3 },
    radius,
  }));
}

/** The same balls as fields of one mesh each: a globe of `segments` by twice as many faces. */
function fields(count: number, segments = 24): Collider[] {
  if (count === 0) return [];
  const radius = 1 / count;
  const positions: number[] = [];
  const triangles: number[] = [];
  const columns = 2 * segments;
  for (let row = 0; row <= segments; row++)
    for (let column = 0; column < columns; column++) {
      const [polar, around] = [(Math.PI * row) / segments, (2 * Math.PI * column) / columns];
      const ring = row === 0 || row === segments ? 0 : radius * Math.sin(polar);
      positions.push(ring * Math.cos(around), radius * Math.cos(polar), ring * Math.sin(around));
      if (row === segments) continue;
      const next = (column + 1) % columns;
      const [a, b] = [row * columns + column, row * columns + next];
      if (row < segments - 1) triangles.push(a, b + columns, a + columns);
      if (row > 0) triangles.push(a, b, b + columns);
    }
  const field = bakeDistanceField({ positions, triangles }, { cellSize: radius / 16 });
  return balls(count).map((ball) => {
    if (ball.type !== 'sphere') throw new TypeError('not a ball');
    return { type: 'field', field, position: ball.center };
  });
}

/** Number of steps in which an upright cloth falls into a heap. */
const HEAP_STEPS = 240;

/** A cloth of 1.2 m by 1.8 m that starts upright on a floor, slightly wavy, and falls. */
function upright(divisions: number, selfCollision: boolean | number): Partial<ClothDefinition> {
  return {
    width: 1.2,
    height: 1.8,
    pins: 'none',
    selfCollision,
    stretchCompliance: 1e-8,
    damping: 0.6,
    shape: (column, row) => ({
      x: 1.2 * (column / divisions - 0.5),
      y: 0.9 - 1.8 * (row / divisions),
      z: 0.06 * Math.cos((14 * row) / divisions),
    }),
    colliders: [
      { type: 'plane', point: { x: 0, y: -0.95, z: 0 }, normal: { x: 0, y: 1, z: 0 }, friction: 0.6 },
    ],
  };
}

/** The minimum distance of self-collision in the heap, m; true for the default. */
function selfDistance(divisions: number): number | true {
  const { BENCH_DISTANCE: spacings } = environment;
  return spacings === undefined || (Number(spacings) * 1.2) / divisions;
}

/** A wind across the cloth of 6 m², whose masses are those of a light fabric. */
function windy(divisions: number): Partial<ClothDefinition> {
  return { airDensity: 1.2, wind: { x: 2, y: 0, z: 5.7 }, inverseMass: (divisions + 1) ** 2 / 0.6 };
}

/** Closed tubes side by side, in metres 0.5 across, with about `particles` particles together. */
function rings(count: number, particles: number): Partial<ClothDefinition> {
  const across = Math.max(Math.round(Math.sqrt(particles / count / 2)), 4);
  const around = 2 * across;
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring < count; ring++) {
    const at = (i: number, j: number) => (ring * around + (i % around)) * across + (j % across);
    for (let i = 0; i < around; i++)
      for (let j = 0; j < across; j++) {
        const [a, b] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
        const out = 0.18 + 0.07 * Math.cos(b);
        positions.push(0.6 * ring + out * Math.cos(a), 0.07 * Math.sin(b), out * Math.sin(a));
        triangles.push(at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
  }
  return { mesh: { positions, triangles }, density: 0.2, gravity: { x: 0, y: 0, z: 0 } };
}

/** The grid as a triangle mesh, or with edges that could break. */
function otherSheet(divisions: number): Partial<ClothDefinition> {
  if (environment.BENCH_SHEET === 'tears') return { tearing: tearing({ strain: 1000 }) };
  if (environment.BENCH_SHEET === 'torn') return { tearing: tearing({ strain: 0.03 }) };
  if (environment.BENCH_SHEET === 'rings') return rings(Number(environment.BENCH_RINGS ?? 1), divisions ** 2);
  if (environment.BENCH_SHEET !== 'mesh') return {};
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row <= divisions; row++)
    for (let column = 0; column <= divisions; column++) {
      positions.push(2 * (column / divisions - 0.5), 3 * (0.5 - row / divisions), 0);
      if (row === divisions || column === divisions) continue;
      const a = column + row * (divisions + 1);
      const b = a + divisions + 1;
      triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  return { mesh: { positions, triangles }, pins: [0, divisions] };
}

/** A cloth that bends by links, by hinges of the rigidity and mass of cotton, or not at all. */
type Bend = 'links' | 'hinges' | 'none';
const bends = (environment.BENCH_BEND ?? 'links').split(',') as Bend[];
const bending: Record<Bend, Partial<ClothDefinition>> = {
  links: {},
  hinges: { bendStiffness: 1e-5, density: 0.12 },
  none: { bendCompliance: Number.POSITIVE_INFINITY },
};

async function timePlan(
  device: GPUDevice,
  divisions: number,
  plan: ClothPlan,
  tuning: PlanTuning,
  label: string,
  more: ClothDefinition = {},
): Promise<Row | null> {
  const sheet = otherSheet(divisions);
  const definition = {
    ...(sheet.mesh === undefined ? { columns: divisions, rows: divisions } : {}),
    ...sheet,
    ...more,
    normals: false,
    measureInterval: 0,
    checkpointInterval: 0,
    tethers: environment.BENCH_TETHERS === '1',
    sleeping: false, // at rest it would take no time
    colliders: [
      ...balls(Number(environment.BENCH_COLLIDERS ?? 0)),
      ...fields(Number(environment.BENCH_FIELDS ?? 0)),
    ],
    ...(environment.BENCH_REACTIONS === '1' ? { reactions: colliderReactions() } : {}),
    ...(environment.BENCH_AIR === '1' ? windy(divisions) : {}),
    ...(heap === undefined ? {} : upright(divisions, heap === 'self' && selfDistance(divisions))),
  };
  try {
    const start = performance.now();
    const cloth = await createTunedClothGpu(device, definition, { plan }, tuning);
    console.log(`made in ${(performance.now() - start).toFixed(0)} ms`);
    for (let step = 0; step < (heap === undefined ? 10 : HEAP_STEPS); step++) cloth.step();
    const bits = hash(await cloth.readPositions());
    if (environment.BENCH_SHEET === 'torn')
      console.log(`${(await cloth.measure()).tornEdges} edges are torn`);
    const [milliseconds, medianMilliseconds, frames] = await time(device, cloth);
    const finite = (await cloth.readPositions()).every(Number.isFinite);
    if (!finite) throw new Error(`${divisions} ${label}: not finite`);
    const dispatches = cloth.dispatchesPerStep;
    cloth.dispose();
    return { divisions, schedule: label, dispatches, milliseconds, medianMilliseconds, frames, hash: bits };
  } catch (error) {
    console.log(`${divisions} ${label}: ${(error as Error).message.slice(0, 300)}`);
    return null;
  }
}

async function main(): Promise<void> {
  const dawn = (await import(environment.DAWN_MODULE ?? 'webgpu')) as {
    create(flags: string[]): GPU;
    globals: object;
  };
  Object.assign(globalThis, dawn.globals);
  const gpu = dawn.create([]);
  // kept for good: when this object is collected the process aborts
  Object.assign(globalThis, { keptGpu: gpu });
  const adapter = await gpu.requestAdapter();
  if (adapter === null) throw new Error('no WebGPU adapter; set VK_DRIVER_FILES to the Vulkan driver to use');
  const largest = Math.max(...sizes);
  const device = await adapter.requestDevice(
    clothDeviceDescriptor(adapter, { columns: largest, rows: largest }),
  );
  device.addEventListener('uncapturederror', (event) => console.log('uncaptured:', event.error.message));
  const { vendor, architecture, description } = device.adapterInfo;
  const name = environment.BENCH_MACHINE ?? [vendor, architecture, description].filter(Boolean).join(' ');
  const machine = `${name}; ${cpus()[0].model} x ${cpus().length}; Node ${process.version}, Dawn (webgpu 0.6.2)`;
  console.log(machine);
  const { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup } = device.limits;
  console.log({ maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup });

  const rows: Row[] = [];
  const add = (row: Row | null) => {
    if (row === null) return;
    rows.push(row);
    console.log(
      `${String(row.divisions).padStart(5)} ${row.schedule.padEnd(28)} ${String(row.dispatches).padStart(6)} ` +
        `${row.milliseconds.toFixed(4)} ms (median ${row.medianMilliseconds.toFixed(4)}, encode ${encodeMilliseconds.toFixed(4)}) ${row.hash ?? ''}`,
    );
  };
  for (const divisions of sizes) {
    for (const plan of ['whole', 'lines', 'colors'] as const)
      for (const bend of bends) {
        const label = bend === 'links' ? plan : `${plan}, bending: ${bend}`;
        add(await timePlan(device, divisions, plan, {}, label, bending[bend]));
        if (environment.BENCH_GAS === '1') {
          const filled = { ...bending[bend], pressure: pressure({ overpressure: 20 }) };
          add(await timePlan(device, divisions, plan, {}, `${label}, gas`, filled));
          add(await timePlan(device, divisions, plan, {}, `${label}, gas, held`, { ...filled, pins: [0] }));
        }
        if (environment.BENCH_LIMIT !== '1') continue;
        const limited = { ...bending[bend], strainLimit: 0, tethers: false };
        add(await timePlan(device, divisions, plan, {}, `${label}, strain limit`, limited));
      }
    if (environment.BENCH_TUNE === '1') {
      for (const wholeThreads of [736, 896, 1024])
        if (divisions <= 64)
          add(await timePlan(device, divisions, 'whole', { wholeThreads }, `whole ${wholeThreads}`));
      for (const searchThreads of heap === 'self' ? [1, 2, 4, 8] : [])
        add(await timePlan(device, divisions, 'lines', { searchThreads }, `lines, search ${searchThreads}`));
      for (const lineThreads of [544, 704, 1024])
        for (const columnsPerGroup of [2, 4]) {
          const label = `lines ${lineThreads}/${columnsPerGroup}`;
          if (lineThreads > divisions / 2)
            add(await timePlan(device, divisions, 'lines', { lineThreads, columnsPerGroup }, label));
        }
    }
    if (environment.BENCH_ARTICLES !== '0') {
      const cloth = await createArticlesCloth(device, divisions);
      const [milliseconds, medianMilliseconds, frames] = await time(device, cloth);
      const { dispatches } = cloth;
      add({ divisions, schedule: 'articles', dispatches, milliseconds, medianMilliseconds, frames });
      cloth.dispose();
    }
  }
  const file = process.argv[2];
  if (file !== undefined) writeFileSync(file, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  device.destroy();
}

await main();
