export { playArbitraryGame } from './arbitrary-games.js';
export { playArbitraryHooks } from './arbitrary-hooks.js';
export { arbitrarySeeds, playArbitraryWorlds } from './arbitrary-worlds.js';
export * from './bodies.js';
export * from './measure.js';
export * from './mechanics.js';
export * from './rolling.js';
export * from './rows.js';
export * from './single-hits.js';
