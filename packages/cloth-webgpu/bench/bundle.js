/**
 * Bundles a benchmark into one module that plain Node runs, and runs it unless --only-bundle is given:
 *   node bench/bundle.js [--only-bundle] [result file]
 */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: 'bench/frame-time.ts',
    outDir: 'dist/bench',
    target: 'node20',
    rollupOptions: { external: ['webgpu'], output: { entryFileNames: 'frame-time.mjs' } },
  },
});
if (process.argv[2] === '--only-bundle') process.exit(0);
await import(new URL('../dist/bench/frame-time.mjs', import.meta.url).href);
