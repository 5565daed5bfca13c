// Cloth
export { ClothBuffers, type DrawableCloth } from './cloth-buffers.js';
export { ClothDebug, type ClothDebugOptions, type ClothLayer } from './cloth-debug.js';
export { gpuDeviceOf } from './cloth-device.js';
export { ClothHand, type ClothHandOptions } from './cloth-hand.js';
export { ClothMesh, type ClothMeshOptions, makeTwoSided } from './cloth-mesh.js';
