import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

export function bundleSize(code, folder, { conditions = [], external = [] } = {}) {
  const result = buildSync({
    stdin: { contents: code, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: [...conditions],
    external: ['node:*', 'module', 'worker_threads', 'fs', 'path', 'url', ...external],
    logLevel: 'error',
  });
  const bytes = result.outputFiles[0].contents;
  return { bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}
