/**
 * Compiles `vector-kernels.as` beside this file into `src/vector-kernels-wasm.ts`: the bytes of a WebAssembly module, as text that can be
 * imported anywhere. The compiler is fetched for the occasion: it weighs 100 MB, and nothing else here needs it.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPILER = 'assemblyscript@0.28.20';
const source = join(import.meta.dirname, 'vector-kernels.as');
const target = join(import.meta.dirname, '../src/vector-kernels-wasm.ts');
const folder = mkdtempSync(join(tmpdir(), 'otedama-kernels-'));
const output = join(folder, 'vector-kernels.wasm');
// the compiler reads files named .ts, which all other tools here would take for TypeScript
const copy = join(folder, 'vector-kernels.ts');
copyFileSync(source, copy);

execFileSync(
  'npx',
  [
    '--yes',
    `--package=${COMPILER}`,
    'asc',
    copy,
    '-O3',
    '--runtime=stub',
    '--noAssert',
    '--importMemory',
    '--noExportMemory',
    '--enable=simd',
    `--outFile=${output}`,
  ],
  { stdio: 'inherit' },
);

/** The text of a byte: `src/module-text.ts` says how and why. */
function textOf(byte) {
  const letter = (digit) => String.fromCharCode(digit < 52 ? 40 + digit : 41 + digit);
  const value = (byte + 3) % 256;
  if (value < 84) return letter(value);
  return letter(84 + Math.floor((value - 84) / 86)) + letter((value - 84) % 86);
}

const hash = createHash('sha256').update(readFileSync(source)).digest('hex');
writeFileSync(
  target,
  `/** Made by \`pnpm kernels\`; change assembly/vector-kernels.as instead. */

/** SHA-256 of the source that the module was compiled from. */
export const VECTOR_KERNELS_SOURCE = '${hash}';

/** The module, as \`moduleBytes\` reads it. */
export const VECTOR_KERNELS_WASM =
  '${Array.from(readFileSync(output), textOf).join('')}';
`,
);
