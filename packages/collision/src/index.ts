// Flat geometry and contacts

// Broad phase
export {
  type BroadPhase,
  type BroadPhaseName,
  PROXY_SHAPE_TEST,
  PROXY_STATIC,
  type RayVisitor,
  type ShapeTest,
} from './broad-phase.js';
export { collide } from './collide.js';
export { collideShapes, type ManifoldPoint, type ManifoldResult } from './collide-shapes.js';
export { createBroadPhase } from './create-broad-phase.js';
export { DynamicTree } from './dynamic-tree.js';
export { GeometryStore } from './geometry-store.js';
export { featureId, flipManifold, Manifold } from './manifold.js';
// Shapes
export { type MassProperties, massProperties } from './mass.js';
export { PairBuffer, ProxyBuffer } from './pair-buffer.js';
export { PairTable } from './pair-table.js';
export { BOX, CAPSULE, CHAIN_SEGMENT, CIRCLE, HALF_SPACE, POLYGON, SEGMENT } from './shape-kinds.js';
export type { Shape } from './shape-types.js';
export { type ConvexCore, convexCore, validateShape } from './shapes.js';
