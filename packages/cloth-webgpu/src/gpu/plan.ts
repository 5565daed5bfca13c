/** Builds the dispatches of a frame, as data, for each plan. */

import { MAX_STEPS_PER_FRAME } from '../constants.js';
import type { Grid } from '../grid.js';
import { bucketCount } from '../self-collision.js';
import { isOn, type Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import type { ClothPlan } from '../types.js';
import { COLOR_THREADS } from './colors.wgsl.js';
import { groupsOf } from './groups.wgsl.js';
import { columnGroups, type LineShape, lineStorageBytes } from './lines.wgsl.js';
import { NORMAL_THREADS } from './normals.wgsl.js';
import { type PieceTable, pieceTableOf } from './pieces.js';
import { GATHER_THREADS, JOIN_FAN, measurePartCount, seekPartCount } from './reduction.js';
import { PLACE_THREADS, searchThreads } from './self-collision.wgsl.js';
import { wholeStorageBytes, wholeThreads } from './whole.wgsl.js';

/** All entry points. */
export type KernelName =
  | 'integrate'
  | 'constrain'
  | 'finish'
  | 'evenRows'
  | 'columns'
  | 'oddRows'
  | 'whole'
  | ApartKernel
  | 'swell'
  | 'swellJoin'
  | 'steady'
  | 'strain'
  | 'tear'
  | 'fray'
  | 'normals'
  | 'momenta'
  | 'momentaJoin'
  | 'measurePart'
  | 'measureJoin'
  | 'seek'
  | 'seekJoin'
  | 'take'
  | 'reach'
  | 'change'
  | 'carry'
  | 'aim'
  | 'carrySkin'
  | 'impulsePart'
  | 'impulse';

/** Entry points of self-collision, in the order of their dispatches. They bind its additional buffers. */
export const apartKernels = ['countCells', 'placeCells', 'enterCells', 'sumWeights', 'separate'] as const;
type ApartKernel = (typeof apartKernels)[number];

/** Whether an entry point binds the buffers of self-collision. */
export const bindsSelfCollision = (name: KernelName): boolean =>
  (apartKernels as readonly KernelName[]).includes(name);

/** One dispatch: kernel, index of its task record, workgroups along x. */
export interface Dispatch {
  readonly kernel: KernelName;
  readonly task: number;
  readonly workgroups: number;
}

/** All dispatches of a plan, and the tasks they point to. */
export interface FramePlan {
  /** The steps of a frame, at most MAX_STEPS_PER_FRAME, one list for each. */
  readonly steps: readonly (readonly Dispatch[])[];
  readonly normals: readonly Dispatch[];
  readonly measure: readonly Dispatch[];
  /** Measures, and looks how far the particles have moved; see rest.ts. */
  readonly look: readonly Dispatch[];
  /** Runs before each step that is damped relative to the motion of a piece. */
  readonly momenta: readonly Dispatch[];
  /** Runs before the steps of a frame if hands hold a tethered cloth. */
  readonly reach: readonly Dispatch[];
  /** Runs before `take` if a ray is tested. */
  readonly seek: readonly Dispatch[];
  /** Moves the whole cloth. */
  readonly carry: readonly Dispatch[];
  /** Pushes the particles around a point. */
  readonly impulse: readonly Dispatch[];
  /** Records of 8 words, laid out as `Task` in common.wgsl.ts. */
  readonly tasks: readonly Uint32Array<ArrayBuffer>[];
}

/** Bytes from one task record to the next: the alignment of dynamic offsets that every device supports. */
export const TASK_STRIDE = 256;
export const TASK_BYTES = 32;

/** A plan and the workgroup shapes of its kernels, chosen from the device's limits. */
export interface PlanShape {
  readonly plan: ClothPlan;
  readonly lines: LineShape;
  readonly wholeThreads: number;
  /** Number of threads that share the search for one particle's self-collision contacts: a power of two. */
  readonly searchThreads: number;
}

/** The device limits that decide which plans are possible. */
export interface PlanLimits {
  readonly maxComputeInvocationsPerWorkgroup: number;
  readonly maxComputeWorkgroupSizeX: number;
  readonly maxComputeWorkgroupStorageSize: number;
}

/** Workgroup shapes to use instead of the default ones. */
export interface PlanTuning {
  readonly lineThreads?: number;
  readonly columnsPerGroup?: number;
  readonly wholeThreads?: number;
  readonly searchThreads?: number;
}

/** Returns the workgroup shapes that fit the device and the plans that are possible with them, fastest first. */
export function possiblePlans(
  sheet: Sheet,
  limits: PlanLimits,
  tuning: PlanTuning = {},
): { shape: PlanShape; plans: ClothPlan[] } {
  const most = Math.min(limits.maxComputeInvocationsPerWorkgroup, limits.maxComputeWorkgroupSizeX);
  const storage = limits.maxComputeWorkgroupStorageSize;
  const threads = tuning.wholeThreads ?? wholeThreads(sheet, most);
  // a thread has about two particles of its workgroup's two lines; whole warps
  const longest = sheet.isMesh ? 0 : (Math.max(sheet.countX, sheet.countY) + 30) & ~31;
  const lineThreads = tuning.lineThreads ?? Math.min(most, Math.max(longest, 32));
  const lines: LineShape = { threads: lineThreads, columnsPerGroup: tuning.columnsPerGroup ?? 2 };
  const plans: ClothPlan[] = [];
  if (threads > 0 && wholeStorageBytes(sheet) <= storage) plans.push('whole');
  if (!sheet.isMesh && lineStorageBytes(sheet, lines) <= storage) plans.push('lines');
  plans.push('colors');
  const searching = tuning.searchThreads ?? searchThreads(sheet);
  return { shape: { plan: plans[0], lines, wholeThreads: threads, searchThreads: searching }, plans };
}

/** Builds the dispatches of all frames. Constraint kinds that are switched off are not dispatched. */
export function createFramePlan(sheet: Sheet, settings: Settings, shape: PlanShape): FramePlan {
  const tasks: Uint32Array<ArrayBuffer>[] = [];
  const addTask: AddTask = (fields) => {
    const record = new Uint32Array(TASK_BYTES / 4);
    for (const [name, value] of Object.entries(fields))
      record[TASK_FIELDS.indexOf(name as TaskField)] = Number(value);
    return tasks.push(record) - 1;
  };
  const empty = addTask({});
  const alone: Alone = (kernel, threads, perGroup, task = empty) => [
    { kernel, task, workgroups: Math.ceil(threads / perGroup) },
  ];
  const gathering = (parts: number, part: KernelName, join: KernelName, task = empty): Dispatch[] => {
    const dispatches = alone(part, parts, GATHER_THREADS, task);
    for (let stride = 1; stride < parts; stride *= JOIN_FAN) {
      const workgroups = Math.ceil(parts / (stride * JOIN_FAN) / GATHER_THREADS);
      dispatches.push({ kernel: join, task: addTask({ stride }), workgroups });
    }
    return dispatches;
  };
  const { particleCount } = sheet;
  const normals = alone('normals', particleCount, NORMAL_THREADS);
  const measure = gathering(measurePartCount(sheet), 'measurePart', 'measureJoin');
  const look = gathering(measurePartCount(sheet), 'measurePart', 'measureJoin', addTask({ goesOn: true }));
  const seek = gathering(seekPartCount(sheet), 'seek', 'seekJoin');
  const reach = alone('reach', 1, 1);
  const carry = alone('carry', particleCount, COLOR_THREADS);
  if (sheet.limits) carry.push(sheet.limits.gpu.dispatches.carrySkin);
  const impulse = [
    ...gathering(measurePartCount(sheet), 'impulsePart', 'measureJoin'),
    ...alone('impulse', particleCount, COLOR_THREADS),
  ];

  // the air uses the normals at the start of a step
  const faces = settings.air > 0 ? normals : [];
  const tears = sheet.tears?.gpu.dispatches ?? [];
  const pieces = pieceTableOf(sheet);
  const momenta = pieceSums(pieces, 'momenta', 'momentaJoin', alone, addTask);
  const gas = sheet.gas ? pieceSums(pieces, 'swell', 'swellJoin', alone, addTask) : [];
  const steady = sheet.gas ? alone('steady', sheet.gas.gpu.shellCount, 1) : [];
  const stepFrom = stepOf(sheet, settings, shape, gas, addTask);
  const steps = Array.from({ length: MAX_STEPS_PER_FRAME }, (_, k) => [
    ...faces,
    ...stepFrom(k * settings.substeps),
    ...steady,
    ...tears,
  ]);
  return { steps, normals, measure, look, momenta, reach, seek, carry, impulse, tasks };
}

/** Sums over each piece: the kernel of the records, and the one that joins them. */
function pieceSums(
  { partCount, joins }: PieceTable,
  part: KernelName,
  join: KernelName,
  alone: Alone,
  addTask: AddTask,
): Dispatch[] {
  return [
    ...alone(part, partCount, GATHER_THREADS),
    ...joins.map(({ stride, count }): Dispatch => {
      const workgroups = Math.ceil(count / (stride * JOIN_FAN) / GATHER_THREADS);
      return { kernel: join, task: addTask({ stride, group: count }), workgroups };
    }),
  ];
}

/** Returns the dispatches of a step whose first substep in the frame is `first`. */
type StepFrom = (first: number) => Dispatch[];

/** A single dispatch of that many threads. */
type Alone = (kernel: KernelName, threads: number, perGroup: number, task?: number) => Dispatch[];

/** A kernel and its workgroups, without a task. */
type Launch = readonly [kernel: KernelName, workgroups: number];

/**
 * A step. Where the plan has groups of constraints with a dispatch each, they follow its first kernels. The kernels of self-collision run
 * after the constraints of each substep and end it; without them, a substep ends with the last kernel of its plan. Those of a gas start it.
 */
function stepOf(
  sheet: Sheet,
  settings: Settings,
  { plan, lines, searchThreads }: PlanShape,
  gas: readonly Dispatch[],
  addTask: AddTask,
): StepFrom {
  const { substeps } = settings;
  const isApart = settings.selfDistance > 0;
  const particles = Math.ceil(sheet.particleCount / COLOR_THREADS);
  const launches = {
    colors: (): Launch[][] => [[['integrate', particles]], isApart ? [] : [['finish', particles]]],
    lines: () => lineLaunches(sheet as Grid, settings, lines),
    whole: (): Launch[][] => [[['whole', 1]], []],
  };
  const [first, last] = launches[plan]();
  const groups = plan === 'whole' ? [] : groupDispatches(sheet, settings, addTask, plan === 'lines');
  if (isApart) last.push(...apartLaunches(sheet, searchThreads));
  // one dispatch of `whole` does all substeps, if nothing runs between them
  const together = plan === 'whole' && !isApart && gas.length === 0 ? substeps : 1;
  return (start) =>
    Array.from({ length: substeps / together }, (_, substep): Dispatch[] => {
      const task = addTask({
        substep: start + substep,
        substeps: together,
        begins: isApart || substep === 0,
        goesOn: !isApart && substep < substeps - 1,
        isApart,
      });
      const dispatch = ([kernel, workgroups]: Launch): Dispatch => ({ kernel, task, workgroups });
      return [...gas, ...first.map(dispatch), ...groups, ...last.map(dispatch)];
    }).flat();
}

/** The kernels of self-collision. */
function apartLaunches(sheet: Sheet, searchThreads: number): Launch[] {
  const groups = (threads: number) => Math.ceil(threads / COLOR_THREADS);
  const { particleCount } = sheet;
  const searching = groups(particleCount * searchThreads);
  return [
    ['countCells', groups(particleCount)],
    ['placeCells', Math.ceil(bucketCount(sheet) / PLACE_THREADS)],
    ['enterCells', groups(particleCount)],
    ['sumWeights', searching],
    ['separate', searching],
  ];
}

/** Even rows and columns; then, after the hinges, odd rows. */
function lineLaunches(grid: Grid, settings: Settings, { columnsPerGroup }: LineShape): Launch[][] {
  const ties = columnGroups(grid, columnsPerGroup).flatMap((group) => group.ties);
  const hasColumns = grid.countY > 2 && ties.some(({ kind }) => isOn(settings, kind));
  const even: Launch = ['evenRows', Math.ceil(grid.countY / 2)];
  const columns: Launch = ['columns', Math.ceil(grid.countX / columnsPerGroup)];
  return [hasColumns ? [even, columns] : [even], [['oddRows', Math.ceil((grid.countY + 1) / 2)]]];
}

const TASK_FIELDS = ['substep', 'begins', 'goesOn', 'stride', 'substeps', 'group', 'isApart'] as const;
type TaskField = (typeof TASK_FIELDS)[number];
type AddTask = (fields: Partial<Record<TaskField, number | boolean>>) => number;

/** One dispatch per group of constraints that are switched on; with `areHinges` only those of hinges. */
function groupDispatches(sheet: Sheet, settings: Settings, addTask: AddTask, areHinges: boolean): Dispatch[] {
  return groupsOf(sheet)
    .filter((group) => group.areHinges || !areHinges)
    .flatMap(({ count, kinds }, group) =>
      kinds.some((kind) => isOn(settings, kind))
        ? [{ kernel: 'constrain', task: addTask({ group }), workgroups: Math.ceil(count / COLOR_THREADS) }]
        : [],
    );
}
