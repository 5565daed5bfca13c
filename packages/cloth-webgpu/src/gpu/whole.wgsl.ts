/**
 * A cloth that fits one workgroup: the whole frame in one dispatch, the same bits. Positions stay in workgroup memory
 * and velocities in registers over all substeps; each thread has every `threads`-th particle.
 */

import type { Grid } from '../grid.js';
import { BEND_COLUMN, BEND_ROW, STRETCH_COLUMN, STRETCH_ROW } from '../schedule.js';
import { lineLinksWgsl, linePairWgsl, lineSlots, paddedCount } from './line-constraints.wgsl.js';

/** Most particles of one thread: their velocities and x* are registers. */
export const MAX_PARTICLES_PER_THREAD = 8;

/** Bytes of workgroup memory that the kernel needs. */
export function wholeStorageBytes(grid: Grid): number {
  return 16 * lineSlots(paddedCount(grid.countX) * grid.countY);
}

/** Kernel `whole`. */
export function wholeWgsl(grid: Grid, threads: number): string {
  const { countX, countY, columns, rows, particleCount } = grid;
  const stride = paddedCount(countX);
  const own = Array.from({ length: Math.ceil(particleCount / threads) }, (_, k) => k);
  const each = (text: (k: number) => string) => own.map(text).join('');
  const isLast = (k: number) => k === own.length - 1 && particleCount % threads !== 0;
  const guarded = (k: number, text: string) => (isLast(k) ? `if (i${k} < PARTICLES) { ${text} }` : text);
  const slot = (k: number) => (stride === countX ? `at(i${k})` : `at(i${k} + i${k} / COUNT_X)`);
  const shearCount = (cells: number, colour: number) => (cells + 1 - colour) >> 1;
  const shearColour = (colourX: number, parity: number) => /* wgsl */ `
    workgroupBarrier();
    for (var c = t; c < ${shearCount(columns, colourX)}u * ${parity === 0 ? shearCount(rows, 0) : shearCount(rows, 1)}u; c += ${threads}u) {
      let corner = ${colourX}u + 2u * (c % ${Math.max(shearCount(columns, colourX), 1)}u)
        + (${parity}u + 2u * (c / ${Math.max(shearCount(columns, colourX), 1)}u)) * ${stride}u;
      linePair(corner, corner + ${stride + 1}u, link);
      linePair(corner + 1u, corner + ${stride}u, link);
    }`;
  return /* wgsl */ `
${linePairWgsl(stride * countY)}
${lineLinksWgsl({
  name: 'row',
  length: countX,
  lines: countY,
  stride: 1,
  lineStride: stride,
  stretchKind: STRETCH_ROW,
  bendKind: BEND_ROW,
  threads,
  acrossLines: false,
})}
${lineLinksWgsl({
  name: 'column',
  length: countY,
  lines: countX,
  stride,
  lineStride: 1,
  stretchKind: STRETCH_COLUMN,
  bendKind: BEND_COLUMN,
  threads,
  acrossLines: true,
})}
// Both shear colours of every other pair of rows.
fn shearLinks(t: u32, parity: u32) {
  let link = settings.links[SHEAR].xy;
  if (link.y < 0.0) { return; }
  if (parity == 0u) {${shearColour(0, 0)}${shearColour(1, 0)}
  } else {${shearColour(0, 1)}${shearColour(1, 1)}
  }
}

@compute @workgroup_size(${threads})
fn whole(@builtin(local_invocation_index) t: u32) {
  ${each((k) => `let i${k} = t + ${k * threads}u; let slot${k} = ${slot(k)}; var v${k}: vec4f; var start${k}: vec3f;\n  `)}
  ${each((k) => `${guarded(k, `line[slot${k}] = position[i${k}]; v${k} = velocity[i${k}];`)}\n  `)}
  for (var substep = 0u; substep < frame.substeps; substep++) {
    ${each(
      (k) =>
        `${guarded(
          k,
          `let m${k} = integrated(i${k}, line[slot${k}], v${k}, substep);
      line[slot${k}] = m${k}.position; v${k} = m${k}.velocity; start${k} = m${k}.position.xyz;
      publishAnchor(i${k}, m${k}.position, substep);`,
        )}\n    `,
    )}
    let parity = (substep % settings.substeps) & 1u;
    rowLinks(t);
    shearLinks(t, parity);
    columnLinks(t);
    shearLinks(t, 1u - parity);
    // a tether reads the places of pins that other threads have published
    storageBarrier();
    workgroupBarrier();
    ${each(
      (k) =>
        `${guarded(
          k,
          `let p${k} = line[slot${k}];
      if (p${k}.w != 0.0) {
        let x${k} = tethered(i${k}, p${k}.xyz, substep);
        line[slot${k}] = vec4f(x${k}, p${k}.w);
        v${k} = finishedVelocity(v${k}, x${k}, start${k});
      }`,
        )}\n    `,
    )}
  }
  ${each((k) => `${guarded(k, `position[i${k}] = line[slot${k}]; velocity[i${k}] = v${k};`)}\n  `)}
}
`;
}
