/** A cloth on one device: its resources, and the dispatches and bind groups of its frames. Replaced as a whole after a device loss. */

import type { ResolvedDefinition } from '../definition.js';
import { ClothError } from '../errors.js';
import { isOn, type Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import type { ClothPlan } from '../types.js';
import { isSoftware, usage } from './device.js';
import {
  bindsSelfCollision,
  createFramePlan,
  type Dispatch,
  type FramePlan,
  type KernelName,
  type PlanShape,
  type PlanTuning,
  possiblePlans,
  TASK_STRIDE,
} from './plan.js';
import type { ClothResources } from './resources.js';

/** The properties of a cloth that its dispatches depend on. */
export interface Planned {
  readonly sheet: Sheet;
  readonly settings: Settings;
}

/** The dispatches, their task records, and the bind groups. */
interface Schedule {
  readonly framePlan: FramePlan;
  readonly tasks: GPUBuffer;
  readonly group: GPUBindGroup;
  /** Bind group of the kernels of self-collision; null without self-collision. */
  readonly selfGroup: GPUBindGroup | null;
  /** Byte offset of every task, for setBindGroup. */
  readonly offsets: Uint32Array<ArrayBuffer>;
  readonly key: string;
}

export class Attachment {
  readonly resources: ClothResources;
  readonly shape: PlanShape;
  #schedule: Schedule;

  constructor(resources: ClothResources, shape: PlanShape, planned: Planned) {
    this.resources = resources;
    this.shape = shape;
    this.#schedule = createSchedule(resources, shape, planned);
  }

  get framePlan(): FramePlan {
    return this.#schedule.framePlan;
  }

  /** Rebuilds the dispatches if they have changed. */
  replan(planned: Planned): void {
    if (this.#schedule.key === keyOf(planned)) return;
    this.#schedule.tasks.destroy();
    this.#schedule = createSchedule(this.resources, this.shape, planned);
  }

  record(pass: GPUComputePassEncoder, dispatches: readonly Dispatch[]): void {
    const { group, selfGroup, offsets } = this.#schedule;
    let current: KernelName | null = null;
    let currentTask = -1;
    let currentGroup: GPUBindGroup | null = null;
    for (const { kernel, task, workgroups } of dispatches) {
      const wanted = selfGroup !== null && bindsSelfCollision(kernel) ? selfGroup : group;
      if (kernel !== current) {
        pass.setPipeline(this.resources.kernels.get(kernel));
        current = kernel;
      }
      if (task !== currentTask || wanted !== currentGroup) {
        pass.setBindGroup(0, wanted, offsets, task, 1);
        currentTask = task;
        currentGroup = wanted;
      }
      pass.dispatchWorkgroups(workgroups);
    }
  }

  /** Records lists of dispatches in a pass of their own. */
  recordPass(encoder: GPUCommandEncoder, label: string, ...lists: readonly (readonly Dispatch[])[]): void {
    const pass = encoder.beginComputePass({ label });
    for (const dispatches of lists) this.record(pass, dispatches);
    pass.end();
  }

  /** Runs lists of dispatches in a submit of their own. */
  run(label: string, ...lists: readonly (readonly Dispatch[])[]): void {
    const { device } = this.resources;
    const encoder = device.createCommandEncoder({ label });
    this.recordPass(encoder, label, ...lists);
    device.queue.submit([encoder.finish()]);
  }

  destroy(): void {
    this.#schedule.tasks.destroy();
    this.resources.destroy();
  }
}

/** A key of the dispatches: number of substeps, constraint kinds that are on, self-collision and air. */
function keyOf({ settings }: Planned): string {
  const { substeps, compliance, selfDistance, air } = settings;
  return `${substeps} ${compliance.map((_, kind) => isOn(settings, kind))} ${selfDistance > 0} ${air > 0}`;
}

function createSchedule(resources: ClothResources, shape: PlanShape, planned: Planned): Schedule {
  const { sheet, settings } = planned;
  const framePlan = createFramePlan(sheet, settings, shape);
  const { device } = resources;
  const table = new Uint32Array((framePlan.tasks.length * TASK_STRIDE) / 4);
  framePlan.tasks.forEach((task, index) => {
    table.set(task, (index * TASK_STRIDE) / 4);
  });
  const tasks = device.createBuffer({
    label: 'cloth tasks',
    size: table.byteLength,
    usage: usage.UNIFORM | usage.COPY_DST,
  });
  device.queue.writeBuffer(tasks, 0, table);
  return {
    framePlan,
    tasks,
    group: resources.bindTasks(tasks),
    selfGroup: settings.selfDistance > 0 ? resources.bindSelfCollision(tasks) : null,
    offsets: Uint32Array.from(framePlan.tasks, (_, index) => index * TASK_STRIDE),
    key: keyOf(planned),
  };
}

/**
 * Returns the requested plan, or for 'auto' the fastest possible one. On a device that is emulated on the CPU, 'auto' selects 'colors', and
 * the search of self-collision has no barrier.
 */
export function choosePlan(
  device: GPUDevice,
  { sheet }: ResolvedDefinition,
  wanted: ClothPlan | 'auto',
  tuning: PlanTuning,
): PlanShape {
  const software = isSoftware(device);
  const { shape, plans } = possiblePlans(
    sheet,
    device.limits,
    software ? { searchThreads: 1, ...tuning } : tuning,
  );
  if (wanted === 'auto') return software ? { ...shape, plan: 'colors' } : shape;
  if (!plans.includes(wanted))
    throw new ClothError('options.plan', wanted, `'auto', '${plans.join("', '")}' on this device`);
  return { ...shape, plan: wanted };
}
