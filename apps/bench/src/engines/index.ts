/** All engines by their command-line name. Loading is lazy: a process loads only the engine that it measures. */

import type { Engine } from '../engine.js';

export const engineLoaders: Readonly<Record<string, () => Promise<Engine>>> = {
  otedama: async () => (await import('./otedama.js')).loadSoftStep(),
  'otedama-js': async () => (await import('./otedama.js')).loadInJavaScript(),
  'otedama-si': async () => (await import('./otedama.js')).loadSequentialImpulses(),
  rapier: async () => (await import('./rapier.js')).loadRapier(),
  'rapier-simd': async () => (await import('./rapier.js')).loadRapierSimd(),
  'box2d-wasm': async () => (await import('./box2d-wasm.js')).loadBox2dWasm(),
  planck: async () => (await import('./planck.js')).loadPlanck(),
  matter: async () => (await import('./matter.js')).loadMatter(),
  'phaser-box2d': async () => (await import('./phaser-box2d.js')).loadPhaserBox2d(),
};
