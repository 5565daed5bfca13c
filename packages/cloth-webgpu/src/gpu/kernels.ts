/**
 * The compute pipelines of a cloth on one device. Compiling them takes most of the time of a start or a recovery. So only
 * those of the first frame are waited for; the others are compiled while the cloth already runs. If a pipeline is needed
 * before it is ready, it is created synchronously and the device's queue waits for it. A command may be late, but is never
 * left out. Cloths that start or recover together on one device wait for the same compilation.
 */

import type { Grid } from '../grid.js';
import type { Sheet } from '../sheet.js';
import { colorsWgsl, constrainWgsl } from './colors.wgsl.js';
import { commonWgsl } from './common.wgsl.js';
import { handWgsl } from './hand.wgsl.js';
import { impulseWgsl } from './impulse.wgsl.js';
import { columnsWgsl, evenRowsWgsl, oddRowsWgsl } from './lines.wgsl.js';
import { measureWgsl } from './measure.wgsl.js';
import { normalsWgsl } from './normals.wgsl.js';
import { momentaWgsl } from './pieces.wgsl.js';
import { apartKernels, type KernelName, type PlanShape } from './plan.js';
import { selfCollisionWgsl } from './self-collision.wgsl.js';
import { wholeWgsl } from './whole.wgsl.js';

/** The text of a shader module, which follows the common part, and its entry points. */
export interface Source {
  readonly names: readonly KernelName[];
  readonly code: string;
}

/** What hands, pins and pushes do, and what moves the whole cloth. */
const commands = ['take', 'change', 'seek', 'seekJoin', 'reach', 'carry', 'impulsePart', 'impulse'] as const;

/** The modules of a cloth with this plan. */
function sourcesOf(sheet: Sheet, { plan, lines, wholeThreads, searchThreads }: PlanShape): Source[] {
  const solvers: Record<typeof plan, () => Source[]> = {
    colors: () => [{ names: ['integrate', 'constrain', 'finish'], code: colorsWgsl(sheet) }],
    // only for grids
    lines: () => [
      { names: ['evenRows'], code: evenRowsWgsl(sheet as Grid, lines) },
      { names: ['oddRows'], code: oddRowsWgsl(sheet as Grid, lines) },
      { names: ['columns'], code: columnsWgsl(sheet as Grid, lines) },
      ...(sheet.isHinged ? [{ names: ['constrain'] as const, code: constrainWgsl(sheet, true) }] : []),
    ],
    whole: () => [{ names: ['whole'], code: wholeWgsl(sheet, wholeThreads) }],
  };
  const limits = sheet.limits?.gpu;
  return [
    ...solvers[plan](),
    ...(sheet.tears?.gpu.sources ?? []),
    ...(sheet.gas?.gpu.sources ?? []),
    { names: apartKernels, code: selfCollisionWgsl(sheet, searchThreads) },
    { names: ['normals'], code: normalsWgsl(sheet.isMesh) },
    { names: ['measurePart', 'measureJoin'], code: measureWgsl(sheet) },
    { names: ['momenta', 'momentaJoin'], code: momentaWgsl },
    {
      names: [...commands, ...(limits ? ['carrySkin' as const] : [])],
      code: handWgsl + impulseWgsl + (limits?.carry ?? ''),
    },
    ...(limits ? [limits.source] : []),
  ];
}

/** The pipelines that each device is compiling, by entry point and code. A device itself shares only those that are finished. */
const underWay = new WeakMap<GPUDevice, Map<string, Promise<GPUComputePipeline>>>();

/** The pipelines, created when they are requested. */
export class Kernels {
  /** Entry points of the plan, those of the solver first. */
  readonly names: readonly KernelName[];
  readonly #device: GPUDevice;
  readonly #layoutOf: (name: KernelName) => GPUPipelineLayout;
  readonly #common: string;
  readonly #sources: readonly Source[];
  readonly #modules = new Map<Source, GPUShaderModule>();
  readonly #pipelines = new Map<KernelName, GPUComputePipeline>();

  constructor(
    device: GPUDevice,
    sheet: Sheet,
    shape: PlanShape,
    hasFields: boolean,
    layoutOf: (name: KernelName) => GPUPipelineLayout,
  ) {
    this.#device = device;
    this.#layoutOf = layoutOf;
    this.#common = commonWgsl(sheet, hasFields);
    this.#sources = sourcesOf(sheet, shape);
    this.names = this.#sources.flatMap(({ names }) => names);
  }

  /** Compiles those of `names` that are missing, asynchronously. Rejects with the device's message if one does not compile. */
  async prepare(names: readonly KernelName[]): Promise<void> {
    const missing = names.filter((name) => !this.#pipelines.has(name));
    const made = missing.map((name) => this.#compile(name));
    (await Promise.all(made)).forEach((pipeline, index) => {
      if (!this.#pipelines.has(missing[index])) this.#pipelines.set(missing[index], pipeline);
    });
  }

  /** The pipeline of an entry point: the prepared one, or one created now. */
  get(name: KernelName): GPUComputePipeline {
    const ready = this.#pipelines.get(name);
    if (ready !== undefined) return ready;
    const pipeline = this.#device.createComputePipeline(this.#descriptor(name));
    this.#pipelines.set(name, pipeline);
    return pipeline;
  }

  #compile(name: KernelName): Promise<GPUComputePipeline> {
    const all = underWay.get(this.#device) ?? new Map<string, Promise<GPUComputePipeline>>();
    underWay.set(this.#device, all);
    const key = `${name}: ${this.#common}${this.#sourceOf(name).code}`;
    const known = all.get(key);
    if (known !== undefined) return known;
    const made = this.#device.createComputePipelineAsync(this.#descriptor(name));
    all.set(key, made);
    const end = () => all.delete(key);
    made.then(end, end);
    return made;
  }

  #sourceOf(name: KernelName): Source {
    return this.#sources.find(({ names }) => names.includes(name)) as Source;
  }

  #descriptor(name: KernelName): GPUComputePipelineDescriptor {
    const source = this.#sourceOf(name);
    const compute = { module: this.#module(source), entryPoint: name };
    return { label: `cloth ${name}`, layout: this.#layoutOf(name), compute };
  }

  #module(source: Source): GPUShaderModule {
    const known = this.#modules.get(source);
    if (known !== undefined) return known;
    const code = this.#common + source.code;
    const module = this.#device.createShaderModule({ label: `cloth ${source.names[0]}`, code });
    this.#modules.set(source, module);
    return module;
  }
}
