/** Builds the dispatches of a frame, as data, for each plan. */

import { MAX_STEPS_PER_FRAME } from '../constants.js';
import type { Grid } from '../grid.js';
import { hingePasses } from '../hinges.js';
import { BEND_COLUMN, type BlockGroup, isBeforeHinges, substepGroups } from '../schedule.js';
import { bucketCount } from '../self-collision.js';
import type { Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import type { ClothPlan } from '../types.js';
import { COLOR_THREADS, TIE_COLUMN, TIE_CROSS, TIE_ROW } from './colors.wgsl.js';
import { GATHER_THREADS, JOIN_FAN, measurePartCount, seekPartCount } from './common.wgsl.js';
import { type LineShape, lineStorageBytes } from './lines.wgsl.js';
import { NORMAL_THREADS } from './normals.wgsl.js';
import { PLACE_THREADS, searchThreads } from './self-collision.wgsl.js';
import { wholeStorageBytes, wholeThreads } from './whole.wgsl.js';

/** All entry points. */
export type KernelName =
  | 'integrate'
  | 'constrain'
  | 'finish'
  | 'bend'
  | 'evenRows'
  | 'columns'
  | 'oddRows'
  | 'whole'
  | 'oddRowsLinks'
  | 'wholeLinks'
  | ApartKernel
  | 'strain'
  | 'tear'
  | 'fray'
  | 'normals'
  | 'measurePart'
  | 'measureJoin'
  | 'seek'
  | 'seekJoin'
  | 'take'
  | 'reach'
  | 'change'
  | 'carry';

/** Entry points of self-collision, in the order of their dispatches. They bind its additional buffers. */
export const apartKernels = ['countCells', 'placeCells', 'enterCells', 'sumWeights', 'separate'] as const;
type ApartKernel = (typeof apartKernels)[number];

/** Whether an entry point binds the buffers of self-collision. */
export const bindsSelfCollision = (name: KernelName): boolean =>
  (apartKernels as readonly KernelName[]).includes(name);

/** Whether an entry point is used only with self-collision. */
export const isForSelfCollision = (name: KernelName): boolean =>
  bindsSelfCollision(name) || name === 'oddRowsLinks' || name === 'wholeLinks';

/** Whether an entry point is used only without self-collision: it ends a substep, which `separate` does otherwise. */
export const isWithoutSelfCollision = (name: KernelName): boolean =>
  name === 'finish' || name === 'oddRows' || name === 'whole';

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
  /** Runs before the steps of a frame if hands hold a tethered cloth. */
  readonly reach: readonly Dispatch[];
  /** Runs before `take` if a ray is tested. */
  readonly seek: readonly Dispatch[];
  /** Moves the whole cloth. */
  readonly carry: readonly Dispatch[];
  /** Records of 20 words, laid out as `Task` in common.wgsl.ts. */
  readonly tasks: readonly Uint32Array<ArrayBuffer>[];
}

/** Bytes from one task record to the next: the alignment of dynamic offsets that every device supports. */
export const TASK_STRIDE = 256;
export const TASK_BYTES = 80;

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
      record[TASK_FIELDS.indexOf(name as TaskField)] = value;
    return tasks.push(record) - 1;
  };
  const empty = addTask({});
  // a single dispatch of that many threads
  const alone = (kernel: KernelName, threads: number, perGroup: number): Dispatch[] => [
    { kernel, task: empty, workgroups: Math.ceil(threads / perGroup) },
  ];
  const gathering = (parts: number, part: KernelName, join: KernelName): Dispatch[] => {
    const dispatches = alone(part, parts, GATHER_THREADS);
    for (let stride = 1; stride < parts; stride *= JOIN_FAN) {
      const workgroups = Math.ceil(parts / (stride * JOIN_FAN) / GATHER_THREADS);
      dispatches.push({ kernel: join, task: addTask({ stride }), workgroups });
    }
    return dispatches;
  };
  const { particleCount } = sheet;
  const normals = alone('normals', particleCount, NORMAL_THREADS);
  const measure = gathering(measurePartCount(sheet), 'measurePart', 'measureJoin');
  const seek = gathering(seekPartCount(sheet), 'seek', 'seekJoin');
  const reach = alone('reach', 1, 1);
  const carry = alone('carry', particleCount, COLOR_THREADS);

  // the air uses the normals at the start of a step
  const faces = settings.air > 0 ? normals : [];
  const tears = sheet.tears?.gpu.dispatches ?? [];
  const stepFrom = (settings.selfDistance > 0 ? apartStep : plainStep)(sheet, settings, shape, addTask);
  const steps = Array.from({ length: MAX_STEPS_PER_FRAME }, (_, k) => [
    ...faces,
    ...stepFrom(k * settings.substeps),
    ...tears,
  ]);
  return { steps, normals, measure, reach, seek, carry, tasks };
}

/** Returns the dispatches of a step whose first substep in the frame is `first`. */
type StepFrom = (first: number) => Dispatch[];

/** A step without self-collision. */
function plainStep(sheet: Sheet, settings: Settings, { plan, lines }: PlanShape, addTask: AddTask): StepFrom {
  return {
    colors: () => colorStep(sheet, settings, addTask),
    lines: () => lineStep(sheet as Grid, settings, lines, addTask),
    whole: (): StepFrom => (first) => {
      const task = addTask({ substep: first, substeps: settings.substeps });
      return [{ kernel: 'whole', task, workgroups: 1 }];
    },
  }[plan]();
}

/** A step with self-collision, whose kernels run after the constraints of each substep and end it. */
function apartStep(
  sheet: Sheet,
  settings: Settings,
  { plan, lines, searchThreads }: PlanShape,
  addTask: AddTask,
): StepFrom {
  const constraints: (task: number) => Dispatch[] = {
    colors: () => colorConstraints(sheet, settings, addTask),
    lines: () => {
      const hinges = hingeDispatches(sheet as Grid, addTask);
      return (task: number) => lineDispatches(sheet as Grid, settings, lines, hinges, task, 'oddRowsLinks');
    },
    whole:
      () =>
      (task: number): Dispatch[] => [{ kernel: 'wholeLinks', task, workgroups: 1 }],
  }[plan]();
  const workgroups = apartWorkgroups(sheet, searchThreads);
  return (first) =>
    Array.from({ length: settings.substeps }, (_, substep): Dispatch[] => {
      const task = addTask({ substep: first + substep, begins: 1 });
      return [
        ...constraints(task),
        ...apartKernels.map((kernel) => ({ kernel, task, workgroups: workgroups[kernel] })),
      ];
    }).flat();
}

/** Workgroups of the kernels of self-collision. */
function apartWorkgroups(sheet: Sheet, searchThreads: number): Record<ApartKernel, number> {
  const groups = (threads: number) => Math.ceil(threads / COLOR_THREADS);
  const { particleCount } = sheet;
  const searching = groups(particleCount * searchThreads);
  return {
    countCells: groups(particleCount),
    placeCells: Math.ceil(bucketCount(sheet) / PLACE_THREADS),
    enterCells: groups(particleCount),
    sumWeights: searching,
    separate: searching,
  };
}

/** Workgroups of the kernels with a thread per particle. */
const particleGroups = ({ particleCount }: Sheet) => Math.ceil(particleCount / COLOR_THREADS);

const TASK_FIELDS = [
  'startX',
  'startY',
  'pair',
  'reach',
  'countU',
  'countV',
  'ties',
  'columnFirst',
  'rowKind',
  'columnKind',
  'crossKind',
  'substep',
  'begins',
  'goesOn',
  'stride',
  'zero',
  'substeps',
] as const;
type TaskField = (typeof TASK_FIELDS)[number];
type AddTask = (fields: Partial<Record<TaskField, number>>) => number;

/**
 * Integration and constraints: one dispatch per group of a grid (at most 7 in all), or one per colour of a mesh. Returns a function that
 * gives the dispatches of the substep whose task index is `task`.
 */
function colorConstraints(sheet: Sheet, settings: Settings, addTask: AddTask): (task: number) => Dispatch[] {
  const dispatch = dispatcher(addTask);
  const groups = sheet.isMesh
    ? sheet.colors
        .filter(({ kind, areHinges }) => areHinges || settings.compliance[kind] >= 0)
        .map(({ kind, first, count, areHinges }) =>
          dispatch(areHinges ? 'bend' : 'constrain', count, { startX: first, countU: count, rowKind: kind }),
        )
    : gridGroups(sheet, settings, addTask);
  return (task) => [{ kernel: 'integrate', task, workgroups: particleGroups(sheet) }, ...groups];
}

/** Returns a function that gives the dispatch of a kernel with a thread per item. */
const dispatcher =
  (addTask: AddTask) =>
  (kernel: KernelName, items: number, task: Partial<Record<TaskField, number>>): Dispatch => ({
    kernel,
    task: addTask(task),
    workgroups: Math.ceil(items / COLOR_THREADS),
  });

/** The groups of a grid, with its hinges in the place of bending. */
function gridGroups(
  grid: Grid,
  settings: Settings,
  addTask: AddTask,
): Dispatch[] {
  const dispatch = dispatcher(addTask);
  const dispatches = (areBefore: boolean) =>
    substepGroups(grid)
      .filter((group) => isBeforeHinges(group) === areBefore)
      .map((group) => ({ group, task: groupTask(group, settings) }))
      .filter(({ task }) => task.ties !== 0)
      .map(({ group, task }) => dispatch('constrain', group.countU * group.countV, task));
  return [...dispatches(true), ...hingeDispatches(grid, addTask), ...dispatches(false)];
}

/** One dispatch per colour of hinges. */
function hingeDispatches(grid: Grid, addTask: AddTask): Dispatch[] {
  const dispatch = dispatcher(addTask);
  return hingePasses(grid).map(
    ({ kind, startX, startY, stepX, stepY, countU, countV, reach: [ties, columnKind, crossKind] }) =>
      dispatch('bend', countU * countV, {
        ...{ startX, startY, pair: stepX, reach: stepY, countU, countV },
        ...{ ties, rowKind: kind, columnKind, crossKind },
      }),
  );
}

/** At most 8 dispatches per substep in a grid, or 16 if it is hinged. */
function colorStep(sheet: Sheet, settings: Settings, addTask: AddTask): StepFrom {
  const constraints = colorConstraints(sheet, settings, addTask);
  return (first) =>
    Array.from({ length: settings.substeps }, (_, substep): Dispatch[] => {
      const task = addTask({ substep: first + substep });
      return [...constraints(task), { kernel: 'finish', task, workgroups: particleGroups(sheet) }];
    }).flat();
}

/** Even rows, columns or hinges, odd rows. */
function lineDispatches(
  grid: Grid,
  settings: Settings,
  lines: LineShape,
  hinges: readonly Dispatch[],
  task: number,
  last: 'oddRows' | 'oddRowsLinks',
): Dispatch[] {
  const bends = settings.compliance[BEND_COLUMN] >= 0 && grid.countY > 2;
  const columns = Math.ceil(grid.countX / lines.columnsPerGroup);
  return [
    { kernel: 'evenRows', task, workgroups: Math.ceil(grid.countY / 2) },
    ...(bends ? [{ kernel: 'columns', task, workgroups: columns } as const] : []),
    ...hinges,
    { kernel: last, task, workgroups: Math.ceil((grid.countY + 1) / 2) },
  ];
}

/** Even rows, columns, odd rows: 3 dispatches per substep, or 12 if the grid is hinged. */
function lineStep(grid: Grid, settings: Settings, lines: LineShape, addTask: AddTask): StepFrom {
  const hinges = hingeDispatches(grid, addTask);
  return (first) =>
    Array.from({ length: settings.substeps }, (_, substep): Dispatch[] => {
      const begins = substep === 0 ? 1 : 0;
      const goesOn = substep < settings.substeps - 1 ? 1 : 0;
      const task = addTask({ substep: first + substep, begins, goesOn });
      return lineDispatches(grid, settings, lines, hinges, task, 'oddRows');
    }).flat();
}

function groupTask(
  group: BlockGroup,
  settings: Settings,
): Partial<Record<TaskField, number>> & { ties: number } {
  const ties = group.ties.filter(({ kind }) => settings.compliance[kind] >= 0);
  const bits = { row: TIE_ROW, column: TIE_COLUMN, cross: TIE_CROSS };
  const kindOf = (along: keyof typeof bits) => ties.find((tie) => tie.along === along)?.kind ?? 0;
  const { startX, startY, pair, reach, countU, countV } = group;
  return {
    startX,
    startY,
    pair: Number(pair),
    reach,
    countU,
    countV,
    ties: ties.reduce((mask, { along }) => mask | bits[along], 0),
    columnFirst: Number(ties[0]?.along === 'column'),
    rowKind: kindOf('row'),
    columnKind: kindOf('column'),
    crossKind: kindOf('cross'),
  };
}
