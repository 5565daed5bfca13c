// Solver

// Shape matching by itself
export { matchShape, type ShapeMatch } from './match-shape.js';
export { type ParticleMasses, polygonParticles } from './particle-masses.js';
export { createShapeMatching, type ShapeMatchingOptions } from './shape-matching-solver.js';
