/** The newest and the oldest compiler that users may have. The starter is compiled by one between them. */

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runNode } from './run.js';

const require = createRequire(import.meta.url);
const compilers = {
  newest: join(dirname(require.resolve('typescript-native/package.json')), 'bin', 'tsc'),
  oldest: require.resolve('typescript-oldest/lib/tsc.js'),
};

/**
 * Compiles the `.ts` files of a folder, or those of `include`, in strict mode, with the declarations that they import and those of
 * `types`, but not the compiler's own. Rejects with the compiler's errors.
 */
export async function compile(
  folder: string,
  compiler: keyof typeof compilers,
  { noEmit = true, include = ['*.ts'], types = [] as readonly string[] } = {},
): Promise<void> {
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'nodenext',
    strict: true,
    types,
    skipDefaultLibCheck: true,
    noEmit,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  await runNode(folder, compilers[compiler], '-p', '.');
}
