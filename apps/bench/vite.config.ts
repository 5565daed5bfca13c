import { sourceResolution } from '@otedama/tooling/vitest';
import { defineConfig } from 'vite';

/** An isolated page has a fine clock, and the memory that Box2D's fast build shares with its threads. */
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
    // loaded by workers when their engine's turn comes: found only then, they would make a running page reload
    include: [
      '@dimforge/rapier2d-compat',
      '@dimforge/rapier2d-simd-compat',
      'matter-js',
      'phaser-box2d/dist/PhaserBox2D.js',
      'planck',
    ],
    // finds its compiled code beside itself
    exclude: ['box2d3-wasm'],
  },
  build: { target: 'es2023' },
});
