// Engine, camera and pointer

export { DrawOnChange } from './draw-on-change.js';
export { type CreatedEngine, createEngine, type EngineKind, type EngineOptions } from './engine.js';
export {
  type CanvasPoint,
  type GestureOptions,
  type GestureState,
  Gestures,
  type GestureTarget,
} from './gestures.js';
export {
  ARTICLES_ASPECT,
  articlesView,
  type CanvasShare,
  PlanarCamera,
  type PlanarView,
  type ViewBounds,
} from './planar-camera.js';

// Rigid worlds

export {
  type AggregateOptions,
  type AggregateShape,
  type AggregateWorld,
  type BodyAggregate,
  createAggregate,
} from './aggregate.js';
export { BodyDrag, type BodyDragOptions, type DragWorld } from './body-drag.js';
export { BodyInstances, type BodyInstancesOptions, type InstanceLook } from './body-instances.js';
export { findInnerEdges, type InnerEdges, type OutlineEdge } from './inner-edges.js';
export { pickBody, shapeDistance } from './pick.js';
export { pointOnPlane, type SceneRay } from './plane-point.js';
export { blendPose, type PoseStore } from './pose.js';
export { PoseView, type PoseViewOptions, type SentBody } from './pose-view.js';
export { type ReadPose, ShapeBatches, type ShapeHandle } from './shape-batches.js';
export type { DrawnWorld, ShapeGeometry } from './types.js';
export { WorldView, type WorldViewOptions } from './world-view.js';

// Debug layers of rigid worlds

export { broadPhaseLayer } from './broad-phase-layer.js';
export {
  boxLayer,
  centerLayer,
  contactPointLayer,
  type DebugContext,
  type DebugLayer,
  impulseLayer,
  jointLayer,
  normalLayer,
  rigidLayers,
  velocityLayer,
} from './debug-layers.js';
export { createGoalLayer, type GoalShape } from './goal-layer.js';
export { islandLayer } from './island-layer.js';
export { LinePainter, type Painter } from './line-painter.js';
export { ropeLayer } from './rope-layer.js';
export { type ShapeOutline, shapeOutline } from './shape-outline.js';

// Looks

export {
  articlesColor,
  type Color,
  clothColor,
  contrast,
  hexColor,
  luminance,
  mixColors,
  oklch,
} from './color.js';
export {
  articlesStyle,
  filledStyle,
  nightStyle,
  type ShapePaint,
  type Style,
  type StyledBody,
  styles,
} from './style.js';

// Cloth

export { ClothBuffers, type DrawableCloth, type DrawnState } from './cloth-buffers.js';
export { ClothDebug, type ClothDebugOptions, type ClothLayer } from './cloth-debug.js';
export { gpuDeviceOf } from './cloth-device.js';
export { ClothHand, type ClothHandOptions } from './cloth-hand.js';
export { ClothMesh, type ClothMeshOptions, type ClothMeshPiece, makeTwoSided } from './cloth-mesh.js';
export type { ClothSurface } from './cloth-surface.js';
export { MeshCollider, type MeshColliderOptions } from './mesh-collider.js';
export { type MeshTriangles, meshTriangles } from './mesh-triangles.js';
