import { readdirSync } from 'node:fs';
import { sourceResolution } from '@otedama/tooling/vitest';
import { defineConfig } from 'vite';
import { benchPlugin } from './bench-plugin.js';
import { docsPlugin } from './docs-plugin.js';

/** Every HTML file beside this one is a page: `triangle.html` is served as /triangle.html and built as such. */
const pages = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.html'));

export default defineConfig({
  ...sourceResolution,
  base: './',
  plugins: [docsPlugin(), benchPlugin()],
  server: { open: false },
  optimizeDeps: {
    // engines are imported on selection; if Vite discovered them only then, it would reload the running page
    include: ['@babylonjs/core/Engines/engine.js', '@babylonjs/core/Engines/webgpuEngine.js'],
  },
  build: {
    target: 'es2023',
    rollupOptions: { input: pages },
  },
});
