// What the engines call themselves in the results, and what people call them.

/** The engine that the others are held against: the world with its default solver. */
export const OURS = 'otedama';

/** Ours without the kernels in WebAssembly: the same bits, later. */
export const IN_JAVASCRIPT = 'otedama (JavaScript)';

/** Ours first, then as the tables show them. */
export const engineNames: Readonly<Record<string, string>> = {
  [OURS]: 'Otedama',
  [IN_JAVASCRIPT]: 'Otedama, JavaScript alone',
  'otedama (sequential impulses)': 'Otedama, sequential impulses',
  'rapier2d-simd-compat': 'Rapier, SIMD',
  'rapier2d-compat': 'Rapier',
  'box2d3-wasm (SIMD)': 'Box2D v3, SIMD',
  planck: 'Planck',
  'matter-js': 'Matter',
  'phaser-box2d': 'Phaser Box2D',
};

export const RAPIER_SIMD = 'rapier2d-simd-compat';
export const BOX2D_SIMD = 'box2d3-wasm (SIMD)';

export const isPeer = (engine: string): boolean => !engine.startsWith(OURS);
