// What a cloth is

// Advice
export { adviseSubsteps, type SubstepQuestion } from './advice.js';
// Backends
export { createClothCpu } from './cpu/cloth-cpu.js';
export { defaultClothDefinition, defaultClothParameters } from './definition.js';
export { ClothError } from './errors.js';
export type * from './types.js';
