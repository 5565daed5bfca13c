/** What the engines call themselves in the results, and what people call them. */

/** The engine that the others are held against: the world with its default solver. */
export const OURS = 'otedama';

/** Ours without the kernels in WebAssembly: the same bits, later. */
export const IN_JAVASCRIPT = 'otedama (JavaScript)';

/** Our textbook method, which shares everything but the solver. */
export const SEQUENTIAL_IMPULSES = 'otedama (sequential impulses)';

/** Name of our world from the `bare` entries, where joints, queries and measuring are functions of their own: no engine, a size. */
export const BARE = 'otedama (bare)';

/** Ours first, then as the tables show them. */
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
/** Its build without SIMD, for pages that are not isolated. */
export const BOX2D_COMPAT = 'box2d3-wasm';

export const isPeer = (engine: string): boolean => !engine.startsWith(OURS);

/** What an engine calls itself, by its name on the command line; Box2D takes another build where memory cannot be shared. */
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
