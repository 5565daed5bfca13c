import { sourceResolution } from '@otedama/tooling/vitest';
import { defineConfig } from 'vite';

/** Cross-origin isolation gives the page a fine clock and the shared memory that the threads of Box2D's fast build need. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  ...sourceResolution,
  base: './',
  server: { open: false, headers: isolation },
  preview: { headers: isolation },
  worker: { format: 'es' },
  optimizeDeps: {
    // workers load these when their engine runs; if Vite discovered them only then, it would reload the running page
    include: [
      '@dimforge/rapier2d-compat',
      '@dimforge/rapier2d-simd-compat',
      'matter-js',
      'phaser-box2d/dist/PhaserBox2D.js',
      'planck',
    ],
    // loads its compiled code from its own directory
    exclude: ['box2d3-wasm'],
  },
  build: { target: 'es2023' },
});
