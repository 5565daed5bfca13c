/** Names of the engines in the results, and their display names. */

/** The reference engine: the Otedama world with its default solver. */
export const OURS = 'otedama';

/** Otedama without the WebAssembly kernels: the same bits, but slower. */
export const IN_JAVASCRIPT = 'otedama (JavaScript)';

/** Otedama's textbook method, which shares everything except the solver. */
export const SEQUENTIAL_IMPULSES = 'otedama (sequential impulses)';

/** Otedama's world from the `bare` entries, where joints, queries and measurements are separate functions. Only its size is measured. */
export const BARE = 'otedama (bare)';

/** Otedama first, then in the order of the tables. */
export const engineNames: Readonly<Record<string, string>> = {
  [OURS]: 'Otedama',
  [IN_JAVASCRIPT]: 'Otedama, JavaScript alone',
  [SEQUENTIAL_IMPULSES]: 'Otedama, sequential impulses',
  'rapier2d-simd-compat': 'Rapier, SIMD',
  'rapier2d-compat': 'Rapier',
  'box2d3-wasm (SIMD)': 'Box2D v3, SIMD',
  'box2d3-wasm': 'Box2D v3',
  planck: 'Planck',
  'matter-js': 'Matter',
  'phaser-box2d': 'Phaser Box2D',
};

export const RAPIER_SIMD = 'rapier2d-simd-compat';
export const BOX2D_SIMD = 'box2d3-wasm (SIMD)';
/** The Box2D build without SIMD, for pages that are not cross-origin isolated. */
export const BOX2D_COMPAT = 'box2d3-wasm';

export const isPeer = (engine: string): boolean => !engine.startsWith(OURS);

/** The name that an engine reports, by its command-line name. Box2D uses another build if memory cannot be shared. */
export const namesByCommand: Readonly<Record<string, string>> = {
  otedama: OURS,
  'otedama-js': IN_JAVASCRIPT,
  'otedama-si': SEQUENTIAL_IMPULSES,
  rapier: 'rapier2d-compat',
  'rapier-simd': RAPIER_SIMD,
  'box2d-wasm': BOX2D_SIMD,
  planck: 'planck',
  matter: 'matter-js',
  'phaser-box2d': 'phaser-box2d',
};
