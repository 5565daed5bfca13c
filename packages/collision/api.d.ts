// Public surface of @otedama/collision. Written by `pnpm api`; not a module.

// ── @otedama/collision ──

export const ACROSS_NORMAL = 1;
export const ACROSS_TANGENT = 2;
export const BOX = 4;
export type BoxVisitor = (boxes: Float64Array, offset: number, depth: number, proxy: number) => void;
export interface BroadPhase {
  readonly name: string;
  boxes: Float64Array;
  readonly proxyCount: number;
  add(proxy: number, flags?: number): void;
  remove(proxy: number): void;
  refresh(moved: Int32Array, movedCount: number): void;
  findPairs(moved: Int32Array, movedCount: number, out: PairBuffer): void;
  queryBox(box: Float64Array, offset: number, out: ProxyBuffer): number;
  castRay(originX: number, originY: number, translationX: number, translationY: number, maxFraction: number, visit: RayVisitor): void;
  visitBoxes(visit: BoxVisitor): void;
}
export type BroadPhaseName = 'grid' | 'tree' | 'sweep' | 'allPairs';
export const CAPSULE = 1;
export const CHAIN_SEGMENT = 5;
export const CIRCLE = 0;
export interface ConvexCore {
  readonly vertices: readonly Readonly<Vec2>[];
  readonly radius: number;
}
export type CreateBroadPhase = (boxes: Float64Array, shapeTest?: ShapeTest | null) => BroadPhase;
export interface DifferencePoint {
  x: number;
  y: number;
  indexA: number;
  indexB: number;
}
export interface DistanceOptions {
  cache?: SimplexCache | undefined;
  trace?: GjkStep[] | undefined;
}
export interface DistanceResult {
  distance: number;
  pointA: Vec2;
  pointB: Vec2;
  normal: Vec2;
  iterations: number;
}
export class DynamicTree {
  private readonly nodes;
  private leafOf;
  private bottom;
  get nodeCount(): number;
  get height(): number;
  insert(proxy: number, boxes: Float64Array, offset: number): void;
  remove(proxy: number): void;
  move(proxy: number, boxes: Float64Array, offset: number): void;
  enlarge(proxy: number, boxes: Float64Array, offset: number): void;
  rebuild(all?: boolean): void;
  query(boxes: Float64Array, offset: number, out: ProxyBuffer): void;
  castRay(originX: number, originY: number, translationX: number, translationY: number, maxFraction: number, visit: RayVisitor): number;
  visitBoxes(visit: BoxVisitor): void;
}
export interface EpaStep {
  polytope: DifferencePoint[];
  edge: number;
  normal: Vec2;
  distance: number;
  support: DifferencePoint;
  pointA: Vec2;
  pointB: Vec2;
}
export class GeometryStore {
  #private;
  kind: Uint8Array;
  first: Int32Array;
  count: Int32Array;
  radius: Float64Array;
  extent: Float64Array;
  halfSizes: Float64Array;
  localCenters: Float64Array;
  worldCenters: Float64Array;
  localVertices: Float64Array;
  worldVertices: Float64Array;
  localNormals: Float64Array;
  worldNormals: Float64Array;
  shapeCount: number;
  idCount: number;
  readonly freeList: number[];
  private vertexEnd;
  private readonly freeRanges;
  add(shape: Shape): number;
  remove(id: number): void;
  replace(id: number, shape: Shape | null): void;
  private write;
  place(id: number, x: number, y: number, c: number, s: number, boxes: Float64Array, boxOffset: number): void;
  placeFrom(id: number, poses: Float64Array, poseOffset: number, boxes: Float64Array, boxOffset: number): void;
  touchesBox(id: number, boxes: Float64Array, offset: number): boolean;
  private writeCore;
  private growShapes;
  private growVertices;
}
export interface GjkStep {
  simplex: DifferencePoint[];
  closest: Vec2;
  direction: Vec2;
  support: DifferencePoint | null;
  pointA: Vec2;
  pointB: Vec2;
}
export const HALF_SPACE = 6;
export class Manifold {
  normalX: number;
  normalY: number;
  face: number;
  count: number;
  x0: number;
  y0: number;
  separation0: number;
  id0: number;
  x1: number;
  y1: number;
  separation1: number;
  id1: number;
  cachedEdge: number;
  speculativeDistance: number;
  cornerWidth: number;
  corners: number;
  faceX: number;
  faceY: number;
  cornerX: number;
  cornerY: number;
}
export interface ManifoldPoint {
  readonly point: Vec2;
  readonly separation: number;
  readonly id: number;
}
export interface ManifoldResult {
  readonly normal: Vec2;
  readonly points: readonly ManifoldPoint[];
}
export interface MassProperties {
  mass: number;
  center: Vec2;
  inertia: number;
}
export const POLYGON = 3;
export const PROXY_SHAPE_TEST = 2;
export const PROXY_STATIC = 1;
export class PairBuffer {
  pairs: Int32Array;
  count: number;
  push(first: number, second: number): void;
  clear(): void;
  sort(): void;
}
export class PairTable {
  #private;
  size: number;
  get(a: number, b: number): number;
  set(a: number, b: number, value: number): void;
  delete(a: number, b: number): number;
  clear(): void;
}
export interface Penetration {
  depth: number;
  normal: Vec2;
  pointA: Vec2;
  pointB: Vec2;
}
export interface PenetrationOptions {
  cache?: DistanceOptions['cache'];
  trace?: EpaStep[] | undefined;
}
export class PlacedSeparation {
  separation: number;
  normalX: number;
  normalY: number;
}
export interface PointDistance {
  distance: number;
  point: Vec2;
  normal: Vec2;
}
export class ProxyBuffer {
  proxies: Int32Array;
  count: number;
  push(proxy: number): void;
  clear(): void;
}
export interface Ray {
  readonly origin: Readonly<Vec2>;
  readonly translation: Readonly<Vec2>;
  readonly maxFraction?: number;
}
export interface RayHit {
  hit: boolean;
  fraction: number;
  point: Vec2;
  normal: Vec2;
}
export interface RayOptions {
  readonly solid?: boolean;
}
export type RayVisitor = (proxy: number, maxFraction: number) => number;
export const SEGMENT = 2;
export interface Separation {
  separation: number;
  normal: Vec2;
  pointA: Vec2;
  pointB: Vec2;
}
export type Shape = {
  readonly kind: 'circle';
  readonly center?: Vec2;
  readonly radius: number;
} | {
  readonly kind: 'capsule';
  readonly point1: Vec2;
  readonly point2: Vec2;
  readonly radius: number;
} | {
  readonly kind: 'polygon';
  readonly vertices: readonly Vec2[];
  readonly radius?: number;
} | {
  readonly kind: 'segment';
  readonly point1: Vec2;
  readonly point2: Vec2;
} | {
  readonly kind: 'halfSpace';
  readonly position?: Vec2;
  readonly normal: Vec2;
} | {
  readonly kind: 'chainSegment';
  readonly ghost1: Vec2;
  readonly point1: Vec2;
  readonly point2: Vec2;
  readonly ghost2: Vec2;
};
export interface ShapeCastHit {
  hit: boolean;
  fraction: number;
  point: Vec2;
  normal: Vec2;
}
export interface ShapeCastOptions {
  readonly maxFraction?: number;
  readonly target?: number;
  readonly ignoreInitialOverlap?: boolean;
}
export interface ShapeTest {
  touchesBox(proxy: number, boxes: Float64Array, offset: number): boolean;
}
export interface SimplexCache {
  pairs: (readonly [number, number])[];
}
export interface Sweep {
  readonly localCenter: Readonly<Vec2>;
  readonly center1: Readonly<Vec2>;
  readonly center2: Readonly<Vec2>;
  readonly angle1: number;
  readonly angle2: number;
}
export interface TimeOfImpact {
  state: 'hit' | 'separated' | 'overlapped' | 'failed';
  time: number;
  point: Vec2;
  normal: Vec2;
  rounds: number;
}
export interface TimeOfImpactOptions {
  readonly maxTime?: number;
  readonly target?: number;
  readonly tolerance?: number;
}
export const broadPhases: Readonly<Record<BroadPhaseName, CreateBroadPhase>>;
export function castRay(shape: Shape, transform: Transform, ray: Ray, options?: RayOptions): RayHit;
export function castShape(shapeA: Shape, transformA: Transform, shapeB: Shape, transformB: Transform, translation: Vec2, options?: ShapeCastOptions): ShapeCastHit;
export function closestPoint(shape: Shape, transform: Transform, p: Vec2, solid?: boolean): Vec2;
export function collide(store: GeometryStore, a: number, b: number, speculativeDistance: number, out: Manifold): number;
export function collideFace(store: GeometryStore, polygon: number, edge: number, other: number, isFlipped: boolean, speculativeDistance: number, out: Manifold): number;
export function collideShapes(shapeA: Shape, transformA: Transform, shapeB: Shape, transformB: Transform, speculativeDistance?: number): ManifoldResult;
export function containsPoint(shape: Shape, transform: Transform, p: Vec2): boolean;
export function convexCore(shape: Shape): ConvexCore | null;
export function createAllPairs(boxes: Float64Array, shapeTest?: ShapeTest | null): BroadPhase;
export function createGrid(boxes: Float64Array, shapeTest?: ShapeTest | null): BroadPhase;
export function createSweep(boxes: Float64Array, shapeTest?: ShapeTest | null): BroadPhase;
export function createTree(boxes: Float64Array, shapeTest?: ShapeTest | null): BroadPhase;
export function distance(coreA: ConvexCore, transformA: Transform, coreB: ConvexCore, transformB: Transform, options?: DistanceOptions): DistanceResult;
export function distanceToPoint(shape: Shape, transform: Transform, p: Vec2): PointDistance;
export function featureId(vertexA: number, vertexB: number): number;
export function flipManifold(manifold: Manifold): void;
export function intersectPolygons(a: readonly Vec2[], b: readonly Vec2[]): Vec2[];
export function massProperties(shape: Shape, density: number): MassProperties;
export function overlapAabb(shape: Shape, transform: Transform, box: Aabb): boolean;
export function overlapShapes(shapeA: Shape, transformA: Transform, shapeB: Shape, transformB: Transform): boolean;
export function penetration(coreA: ConvexCore, transformA: Transform, coreB: ConvexCore, transformB: Transform, options?: PenetrationOptions): Penetration | null;
export function separatePlaced(store: GeometryStore, a: number, b: number, out: PlacedSeparation): void;
export function separateShapes(shapeA: Shape, transformA: Transform, shapeB: Shape, transformB: Transform): Separation;
export function separation(coreA: ConvexCore, transformA: Transform, coreB: ConvexCore, transformB: Transform, options?: PenetrationOptions): Separation;
export function shapeAabb(shape: Shape, transform: Transform): Aabb;
export function sweepTransform(sweep: Sweep, time: number): Transform;
export function timeOfImpact(shapeA: Shape, sweepA: Sweep, shapeB: Shape, sweepB: Sweep, options?: TimeOfImpactOptions): TimeOfImpact;
export function validateShape(shape: Shape, field?: string): void;
