import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

/** How a page gets its code. */
const options = { bundle: true, minify: true, format: 'esm', target: 'es2023', logLevel: 'error' };

export function bundleSize(code, folder, { conditions = [], external = [] } = {}) {
  const result = buildSync({
    ...options,
    stdin: { contents: code, resolveDir: folder, loader: 'ts' },
    write: false,
    platform: 'browser',
    conditions: [...conditions],
    external: ['node:*', 'module', 'worker_threads', 'fs', 'path', 'url', ...external],
  });
  const bytes = result.outputFiles[0].contents;
  return { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

export function bundleProgram(file, folder, { conditions = [], external = [] } = {}) {
  buildSync({
    ...options,
    entryPoints: [file],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    platform: 'node',
    conditions: [...conditions],
    external: [...external],
  });
}
