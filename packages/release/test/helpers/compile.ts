/** The compilers that a stranger may have: the one in wide use, and the native one, which is faster by far. */

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runNode } from './run.js';

const require = createRequire(import.meta.url);
const compilers = {
  typescript: require.resolve('typescript/lib/tsc.js'),
  native: join(dirname(require.resolve('typescript-native/package.json')), 'bin', 'tsc'),
};

/** Compiles the `.ts` files of a folder, strictly, with the declarations that they import; rejects with what is wrong. */
export async function compile(
  folder: string,
  compiler: keyof typeof compilers,
  { noEmit = true } = {},
): Promise<void> {
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'nodenext',
    strict: true,
    types: [],
    noEmit,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  await runNode(folder, compilers[compiler], '-p', '.');
}
