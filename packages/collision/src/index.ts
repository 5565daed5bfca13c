// Shapes

export { shapeAabb } from './bounds.js';
export { type MassProperties, massProperties } from './mass.js';
export type { Shape } from './shape-types.js';
export { type ConvexCore, convexCore, validateShape } from './shapes.js';

// Distance and overlap of convex cores

export {
  type EpaStep,
  type Penetration,
  type PenetrationOptions,
  penetration,
  type Separation,
  separation,
} from './epa.js';
export {
  type DistanceOptions,
  type DistanceResult,
  distance,
  type GjkStep,
  type SimplexCache,
} from './gjk.js';
export type { DifferencePoint } from './minkowski.js';

// Queries on shapes of any kind

export { intersectPolygons } from './clip.js';
export { overlapAabb, overlapShapes, separateShapes } from './overlap.js';
export { closestPoint, containsPoint, distanceToPoint, type PointDistance } from './point.js';
export { castRay, type Ray, type RayHit, type RayOptions } from './ray-cast.js';
export {
  castShape,
  type ShapeCastHit,
  type ShapeCastOptions,
  type Sweep,
  sweepTransform,
  type TimeOfImpact,
  type TimeOfImpactOptions,
  timeOfImpact,
} from './shape-cast.js';

// Contacts

export { collide } from './collide.js';
export { collideFace } from './collide-face.js';
export { collideShapes, type ManifoldPoint, type ManifoldResult } from './collide-shapes.js';
export { ACROSS_NORMAL, ACROSS_TANGENT } from './corner.js';
export { GeometryStore } from './geometry-store.js';
export { featureId, flipManifold, Manifold } from './manifold.js';
export { PlacedSeparation, separatePlaced } from './separate-placed.js';
export { BOX, CAPSULE, CHAIN_SEGMENT, CIRCLE, HALF_SPACE, POLYGON, SEGMENT } from './shape-kinds.js';

// Broad phase

export {
  type BoxVisitor,
  type BroadPhase,
  type BroadPhaseName,
  type CreateBroadPhase,
  PROXY_SHAPE_TEST,
  PROXY_STATIC,
  type RayVisitor,
  type ShapeTest,
} from './broad-phase.js';
export { broadPhases, createAllPairs, createGrid, createSweep, createTree } from './broad-phases.js';
export { DynamicTree } from './dynamic-tree.js';
export { PairBuffer, ProxyBuffer } from './pair-buffer.js';
export { PairTable } from './pair-table.js';
