/**
 * The cloth of the articles with their schedule; the baseline of the benchmark. 64 bytes per particle, one thread per line in the
 * constraint kernels (workgroups of one), one line per dispatch for bending, and a separate compute pass per dispatch. Only the pass
 * number uses a dynamic offset, because a rewritten uniform buffer would not give each dispatch its own value.
 */

import { usage } from '../src/gpu/device.js';

const STRIDE = 256;

/** One dispatch of a substep. */
export interface ArticlesPass {
  readonly kernel:
    | 'integrate'
    | 'stretch1'
    | 'stretch2'
    | 'shear1'
    | 'shear2'
    | 'bend1'
    | 'bend2'
    | 'updateVel';
  readonly passNr: number;
  readonly groups: number;
}

/** The dispatches of a substep for n x n cells: 2 + 8 + 2 (n - 1). */
export function articlesPasses(n: number): ArticlesPass[] {
  const particleGroups = Math.ceil((n + 1) ** 2 / 64);
  const twice = (kernel: ArticlesPass['kernel'], groups: number): ArticlesPass[] => [
    { kernel, passNr: 0, groups },
    { kernel, passNr: 1, groups },
  ];
  const each = (kernel: ArticlesPass['kernel']): ArticlesPass[] =>
    Array.from({ length: n - 1 }, (_, passNr) => ({ kernel, passNr, groups: n + 1 }));
  return [
    { kernel: 'integrate', passNr: 0, groups: particleGroups },
    ...twice('stretch1', n + 1),
    ...twice('stretch2', n + 1),
    ...twice('shear1', n),
    ...twice('shear2', n),
    ...each('bend1'),
    ...each('bend2'),
    { kernel: 'updateVel', passNr: 0, groups: particleGroups },
  ];
}

/** Calls `visit` with the particles of every constraint that a pass runs. */
export function forEachArticlesConstraint(
  n: number,
  { kernel, passNr }: ArticlesPass,
  visit: (first: number, second: number) => void,
): void {
  const id = (row: number, column: number) => column + (n + 1) * row;
  const starts = kernel.startsWith('bend')
    ? [passNr]
    : Array.from({ length: n }, (_, k) => k).filter((k) => k % 2 === passNr);
  const lines = kernel.startsWith('shear') ? n : n + 1;
  for (let line = 0; line < lines; line++) {
    for (const k of starts) {
      if (kernel === 'stretch1') visit(id(k, line), id(k + 1, line));
      else if (kernel === 'stretch2') visit(id(line, k), id(line, k + 1));
      else if (kernel === 'shear1') visit(id(k, line), id(k + 1, line + 1));
      else if (kernel === 'shear2') visit(id(line, k + 1), id(line + 1, k));
      else if (kernel === 'bend1') visit(id(k, line), id(k + 2, line));
      else if (kernel === 'bend2') visit(id(line, k), id(line, k + 2));
    }
  }
}

function articlesWgsl(n: number): string {
  const spacingX = 2 / n;
  const spacingY = 3 / n;
  const h = 1 / 300;
  const line = (first: string, second: string, last: string, rest: number, alpha: number) => /* wgsl */ `
  for (var k = passNr; k <= ${last}; k += 2u) { solve(${first}, ${second}, ${rest}f, ${alpha / (h * h)}f); }`;
  return /* wgsl */ `
struct Particle { pos: vec3f, vel: vec3f, prePos: vec3f, @align(16) invMass: f32 }
@group(0) @binding(0) var<storage, read_write> p: array<Particle>;
@group(0) @binding(1) var<uniform> passNr: u32;
fn at(row: u32, column: u32) -> u32 { return column + ${n + 1}u * row; }
fn solve(a: u32, b: u32, rest: f32, alpha: f32) {
  let w = p[a].invMass + p[b].invMass;
  if (w == 0.0) { return; }
  let d = p[b].pos - p[a].pos;
  let length = max(length(d), 1e-12);
  let s = (length - rest) / (w + alpha) / length;
  p[a].pos += p[a].invMass * s * d;
  p[b].pos -= p[b].invMass * s * d;
}
@compute @workgroup_size(64) fn integrate(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= ${(n + 1) ** 2}u || p[i].invMass == 0.0) { return; }
  p[i].vel.y -= ${10 * h}f;
  p[i].prePos = p[i].pos;
  p[i].pos += p[i].vel * ${h}f;
}
@compute @workgroup_size(1) fn stretch1(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x;${line('at(k, c)', 'at(k + 1u, c)', `${n - 2}u + passNr`, spacingY, 1e-7)}
}
@compute @workgroup_size(1) fn stretch2(@builtin(global_invocation_id) id: vec3u) {
  let r = id.x;${line('at(r, k)', 'at(r, k + 1u)', `${n - 2}u + passNr`, spacingX, 1e-7)}
}
@compute @workgroup_size(1) fn shear1(@builtin(global_invocation_id) id: vec3u) {
  let c = id.x;${line('at(k, c)', 'at(k + 1u, c + 1u)', `${n - 2}u + passNr`, Math.hypot(spacingX, spacingY), 1e-7)}
}
@compute @workgroup_size(1) fn shear2(@builtin(global_invocation_id) id: vec3u) {
  let r = id.x;${line('at(r, k + 1u)', 'at(r + 1u, k)', `${n - 2}u + passNr`, Math.hypot(spacingX, spacingY), 1e-7)}
}
@compute @workgroup_size(1) fn bend1(@builtin(global_invocation_id) id: vec3u) {
  solve(at(passNr, id.x), at(passNr + 2u, id.x), ${2 * spacingY}f, ${0.5 / (h * h)}f);
}
@compute @workgroup_size(1) fn bend2(@builtin(global_invocation_id) id: vec3u) {
  solve(at(id.x, passNr), at(id.x, passNr + 2u), ${2 * spacingX}f, ${0.5 / (h * h)}f);
}
@compute @workgroup_size(64) fn updateVel(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= ${(n + 1) ** 2}u || p[i].invMass == 0.0) { return; }
  p[i].vel = (p[i].pos - p[i].prePos) / ${h}f;
}
`;
}

/** A running cloth of the articles. */
export interface ArticlesCloth {
  readonly dispatches: number;
  step(): void;
  dispose(): void;
}

/** The articles' cloth with n x n cells (n even), 5 substeps a frame. */
export async function createArticlesCloth(device: GPUDevice, n: number): Promise<ArticlesCloth> {
  const count = (n + 1) ** 2;
  const start = new Float32Array(16 * count);
  for (let id = 0; id < count; id++) {
    const column = id % (n + 1);
    const row = Math.floor(id / (n + 1));
    start.set([((column - n / 2) * 2) / n, ((n / 2 - row) * 3) / n, 0, 1], 16 * id);
    start[16 * id + 12] = row === 0 && (column === 0 || column === n) ? 0 : 1;
  }
  const particles = device.createBuffer({
    size: start.byteLength,
    usage: usage.STORAGE | usage.COPY_DST | usage.COPY_SRC,
  });
  device.queue.writeBuffer(particles, 0, start);
  const numbers = new Uint32Array((STRIDE / 4) * (n + 1));
  for (let k = 0; k <= n; k++) numbers[(STRIDE / 4) * k] = k;
  const passNumbers = device.createBuffer({
    size: numbers.byteLength,
    usage: usage.UNIFORM | usage.COPY_DST,
  });
  device.queue.writeBuffer(passNumbers, 0, numbers);
  const layout = device.createBindGroupLayout({
    entries: [
      { binding: 0, visibility: 4, buffer: { type: 'storage' } },
      { binding: 1, visibility: 4, buffer: { type: 'uniform', hasDynamicOffset: true, minBindingSize: 4 } },
    ],
  });
  const module = device.createShaderModule({ code: articlesWgsl(n) });
  const passes = articlesPasses(n);
  const pipelines = new Map<string, GPUComputePipeline>();
  for (const entryPoint of new Set(passes.map((pass) => pass.kernel)))
    pipelines.set(
      entryPoint,
      await device.createComputePipelineAsync({
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint },
      }),
    );
  const group = device.createBindGroup({
    layout,
    entries: [
      { binding: 0, resource: { buffer: particles } },
      { binding: 1, resource: { buffer: passNumbers, size: 4 } },
    ],
  });
  return {
    dispatches: 5 * passes.length,
    step() {
      const encoder = device.createCommandEncoder();
      for (let substep = 0; substep < 5; substep++) {
        for (const { kernel, passNr, groups } of passes) {
          const pass = encoder.beginComputePass();
          pass.setPipeline(pipelines.get(kernel) as GPUComputePipeline);
          pass.setBindGroup(0, group, [STRIDE * passNr]);
          pass.dispatchWorkgroups(groups);
          pass.end();
        }
      }
      device.queue.submit([encoder.finish()]);
    },
    dispose() {
      particles.destroy();
      passNumbers.destroy();
    },
  };
}
