/**
 * The programs of the docs, which people copy: each is a file of programs/ that runs in the page programs/page.html, in place of its
 * `/src/main.ts`. In the docs it runs in a frame beside its source.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sourceResolution } from '@otedama/tooling/vitest';
import { build } from 'vite';

const sources = join(import.meta.dirname, 'programs');

export const programNames = readdirSync(sources)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.worker.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

/** What several programs load, such as the world and its solver, becomes one file, which the browser keeps from one to the next. */
export async function buildPrograms(folder) {
  await build({
    ...sourceResolution,
    configFile: false,
    root: sources,
    base: './',
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir: resolve(folder),
      emptyOutDir: true,
      target: 'es2023',
      reportCompressedSize: false,
      rollupOptions: {
        input: Object.fromEntries(programNames.map((name) => [name, join(sources, `${name}.ts`)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const page = readFileSync(join(sources, 'page.html'), 'utf8');
  for (const name of programNames)
    writeFileSync(join(folder, `${name}.html`), page.replace('/src/main.ts', `./${name}.js`));
}
