// Solver

export { createShapeMatching } from './complete.js';
export type { ShapeMatchingOptions } from './shape-matching-solver.js';

// Shape matching by itself

export { matchShape, type ShapeMatch } from './match-shape.js';
export { type ParticleMasses, polygonParticles, ringParticles } from './particle-masses.js';
export { type PushedParticles, pushedParticles } from './pushed-particles.js';
