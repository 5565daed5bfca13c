export { playArbitraryGame } from './arbitrary-games.js';
export { arbitrarySeeds, playArbitraryWorlds } from './arbitrary-worlds.js';
export * from './bodies.js';
export * from './measure.js';
export * from './mechanics.js';
export * from './single-hits.js';
