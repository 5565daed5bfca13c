// Advice
export { adviseBendSubsteps, adviseSubsteps, type BendQuestion, type SubstepQuestion } from './advice.js';
// Meshes
export { bakeDistanceField } from './bake.js';
export { createClothCpu } from './cpu/cloth-cpu.js';
// Backends
export { createCloth } from './create.js';
export { defaultClothDefinition, defaultClothParameters } from './definition.js';
export { ClothError } from './errors.js';
export { createClothGpu } from './gpu/cloth-gpu.js';
export { clothDeviceDescriptor } from './gpu/device.js';
// Several sheets
export { type GridMesh, type GridMeshOptions, gridMesh } from './grid-mesh.js';
export { joinPieces } from './join-pieces.js';
// Parts to choose
export { motionLimits } from './limits.js';
export { type PressureOptions, pressure } from './pressure.js';
export { colliderReactions } from './reactions.js';
export { type TearingOptions, tearing } from './tearing.js';
export type * from './types.js';
export { weldVertices } from './weld.js';
