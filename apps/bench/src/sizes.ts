/**
 * The size that an engine adds to a page: its package bundled, minified and compressed with gzip. Compiled code counts even if the
 * package loads it from a separate file.
 */

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundleSize } from '@otedama/tooling/size';
import { BARE, IN_JAVASCRIPT, SEQUENTIAL_IMPULSES } from './names.js';

const here = dirname(fileURLToPath(import.meta.url));

const bundled = (code: string) => () => bundleSize(code, here, { conditions: ['@otedama/source'] }).gzip;

/** gzip bytes by engine name. For Otedama it is a world with one solver; tree shaking removes unused parts. */
export const gzipSizes: Readonly<Record<string, () => number>> = {
  otedama: bundled(
    `import { createWorld } from '@otedama/rigid'; import { createSoftStep } from '@otedama/rigid-constraint';
     export const world = createWorld({ gravity: { x: 0, y: -10 }, solver: createSoftStep() });`,
  ),
  [BARE]: bundled(
    `import { createWorld } from '@otedama/rigid/bare'; import { createSoftStep } from '@otedama/rigid-constraint/bare';
     export const world = createWorld({ gravity: { x: 0, y: -10 }, solver: createSoftStep() });`,
  ),
  [IN_JAVASCRIPT]: bundled(
    `import { createWorld } from '@otedama/rigid'; import { createSoftStep, embedded, joints, rolling, shocks, simultaneousHits } from '@otedama/rigid-constraint/bare';
     export const world = createWorld({ gravity: { x: 0, y: -10 }, solver: createSoftStep({}, { joints, rolling, hits: simultaneousHits, shocks, embedded }) });`,
  ),
  [SEQUENTIAL_IMPULSES]: bundled(
    `import { createWorld } from '@otedama/rigid'; import { createSequentialImpulses } from '@otedama/rigid-constraint';
     export const world = createWorld({ gravity: { x: 0, y: -10 }, solver: createSequentialImpulses() });`,
  ),
  'rapier2d-compat': bundled(`export * from '@dimforge/rapier2d-compat';`),
  'rapier2d-simd-compat': bundled(`export * from '@dimforge/rapier2d-simd-compat';`),
  planck: bundled(`export * from 'planck';`),
  'matter-js': bundled(`import Matter from 'matter-js'; export { Matter };`),
  'phaser-box2d': bundled(`export * from 'phaser-box2d/dist/PhaserBox2D.js';`),
  'box2d3-wasm (SIMD)': () => {
    const entry = import.meta.resolve('box2d3-wasm');
    return ['./deluxe/Box2D.deluxe.mjs', './deluxe/Box2D.deluxe.wasm']
      .map((file) => gzipSync(readFileSync(new URL(file, entry)), { level: 9 }).length)
      .reduce((sum, size) => sum + size, 0);
  },
};
