export * from './bodies.js';
export * from './measure.js';
export * from './mechanics.js';
export * from './single-hits.js';
