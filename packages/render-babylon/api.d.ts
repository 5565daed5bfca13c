// Public surface of @otedama/render-babylon. Written by `pnpm api`; not a module.

// ── @otedama/render-babylon ──

export const ARTICLES_ASPECT: number;
export interface AggregateOptions extends Omit<BodyDefinition, 'shapes' | 'position' | 'angle'>, Material {
  readonly shape?: AggregateShape | readonly ShapeDefinition[];
  readonly plane?: TransformNode;
  readonly interpolation?: () => number;
}
export type AggregateShape = 'box' | 'circle' | 'capsule' | 'hull';
export interface AggregateWorld {
  readonly bodyStore: BodyStore;
  createBody(definition: BodyDefinition): Body;
  destroyBody(body: Body): void;
}
export interface BodyAggregate {
  readonly node: TransformNode;
  readonly body: Body;
  dispose(): void;
}
export class BodyDrag {
  private readonly world;
  private readonly options;
  private joints;
  private touched;
  private start;
  private anchors;
  constructor(world: DragWorld, options?: BodyDragOptions);
  get body(): Body | null;
  grab(point: {
    readonly x: number;
    readonly y: number;
  }, reach?: number): boolean;
  move(point: {
    readonly x: number;
    readonly y: number;
  }): void;
  release(): void;
  draw(painter: Painter): void;
}
export interface BodyDragOptions {
  readonly hertz?: number;
  readonly dampingRatio?: number;
  readonly maximumAcceleration?: number;
}
export class BodyInstances {
  readonly mesh: Mesh;
  private readonly store;
  private readonly fraction;
  private readonly members;
  private readonly places;
  private matrices;
  private looks;
  private colors;
  private areColorsStale;
  private readonly reach;
  private readonly pose;
  private readonly sentMatrices;
  private isRepainted;
  private readonly stopFollowing;
  constructor(world: {
    readonly bodyStore: BodyStore;
  }, mesh: Mesh, options?: BodyInstancesOptions);
  get bodies(): readonly Body[];
  add(body: Body, look?: InstanceLook): void;
  remove(body: Body): void;
  update(): boolean;
  dispose(): void;
  private tellRays;
  private grow;
}
export interface BodyInstancesOptions {
  readonly interpolation?: () => number;
}
export interface CanvasPoint {
  readonly left: number;
  readonly top: number;
}
export interface CanvasShare {
  readonly left: number;
  readonly width: number;
  readonly top?: number;
  readonly height?: number;
}
export class ClothBuffers {
  readonly cloth: DrawableCloth;
  readonly onReplaced: Observable<void>;
  private readonly engine;
  private readonly stopListening;
  private readonly isBlended;
  private blend;
  private positions;
  private normals;
  constructor(engine: AbstractEngine, cloth: DrawableCloth, isBlended?: boolean);
  positionBuffer(kind: string, size?: 3 | 4, instanced?: boolean): VertexBuffer;
  normalBuffer(kind: string, instanced?: boolean): VertexBuffer;
  get drawn(): DrawnState;
  keep(encoder: GPUCommandEncoder | null): void;
  upload(alpha?: number): void;
  indexBuffer(): WebGPUDataBuffer | null;
  dispose(): void;
  private replace;
  private wrap;
}
export class ClothDebug {
  private readonly scene;
  private readonly view;
  private readonly options;
  private readonly active;
  constructor(scene: Scene, view: ClothMesh, options?: ClothDebugOptions);
  show(layer: ClothLayer, on: boolean): void;
  isShown(layer: ClothLayer): boolean;
  dispose(): void;
  private create;
  private createConstraints;
  private createPins;
  private createNormals;
  private createStrain;
  private overlay;
  private bind;
  private material;
  private whileShown;
}
export interface ClothDebugOptions {
  readonly fullStrain?: number;
  readonly pinRadius?: number;
  readonly normalLength?: number;
}
export class ClothHand {
  readonly cloth: Cloth;
  private readonly pointers;
  private readonly held;
  constructor(scene: Scene, cloth: Cloth, options?: ClothHandOptions);
  get holding(): number;
  releaseAll(): void;
  dispose(): void;
}
export interface ClothHandOptions {
  readonly buttons?: readonly number[];
  readonly onGrab?: (pointerId: number, grip: Grip) => void;
  readonly onRelease?: (pointerId: number) => void;
}
export type ClothLayer = 'constraints' | 'strain' | 'pins' | 'normals';
export class ClothMesh {
  readonly cloth: DrawableCloth;
  readonly mesh: Mesh;
  readonly buffers: ClothBuffers;
  private readonly surface;
  private readonly isSmooth;
  private readonly ownMaterial;
  private readonly pieces;
  private drawnVersion;
  private readonly interpolation;
  private readonly holder;
  private lastCount;
  private keptBounds;
  private settled;
  private readonly boxMin;
  private readonly boxMax;
  constructor(scene: Scene, cloth: DrawableCloth, options?: ClothMeshOptions);
  update(): void;
  get isResting(): boolean;
  private get hasSettled();
  dispose(): void;
  private keep;
  private bind;
  private bindIndices;
  private replaceIndices;
  private divide;
}
export interface ClothMeshOptions {
  readonly name?: string;
  readonly material?: Material;
  readonly pieces?: readonly ClothMeshPiece[];
  readonly shading?: 'smooth' | 'faceted';
  readonly surface?: ClothSurface;
  readonly interpolation?: () => number;
  readonly holder?: TransformNode;
}
export interface ClothMeshPiece {
  readonly firstIndex: number;
  readonly indexCount: number;
  readonly material: Material;
}
export interface ClothSurface {
  readonly triangles: ArrayLike<number>;
  readonly vertexOf: ArrayLike<number>;
  readonly uvs?: ArrayLike<number>;
}
export type Color = readonly [red: number, green: number, blue: number];
export interface CreatedEngine {
  readonly engine: AbstractEngine;
  readonly kind: EngineKind;
  readonly fallbackReason: string;
}
export interface DebugContext {
  readonly metersPerPixel: number;
  readonly fraction: number;
}
export interface DebugLayer {
  readonly name: string;
  readonly title: string;
  draw(world: DrawnWorld, painter: Painter, context: DebugContext): void;
}
export interface DragWorld extends DrawnWorld {
  createJoint(definition: JointDefinition<Body>): Joint;
  destroyJoint(joint: Joint): void;
}
export class DrawOnChange {
  private readonly scene;
  private isAsked;
  private isSettled;
  private readonly flags;
  private readonly stopWatching;
  constructor(scene: Scene);
  request(): void;
  frame(changed?: boolean): boolean;
  dispose(): void;
  private get cameras();
  private hasMoved;
  private keepFlags;
}
export type DrawableCloth = ClothGpu | ClothCpu;
export type DrawnState = {
  readonly backend: 'gpu';
  readonly positions: GPUBuffer;
  readonly normals: GPUBuffer;
} | {
  readonly backend: 'cpu';
  readonly positions: Float32Array;
  readonly normals: Float32Array;
};
export interface DrawnWorld {
  readonly bodies: Iterable<Body>;
  readonly bodyStore: BodyStore;
  readonly contactStore: ContactStore;
  readonly forEachBroadPhaseBox?: World['forEachBroadPhaseBox'];
  readonly joints: Iterable<Joint>;
  readonly gravity?: World['gravity'];
  readonly softBodies: readonly SoftBody[];
}
export type EngineKind = 'webgpu' | 'webgl';
export interface EngineOptions {
  readonly prefer?: EngineKind;
  readonly adaptToDevicePixels?: boolean;
  readonly antialias?: boolean;
  readonly gpuFeatures?: readonly GPUFeatureName[];
}
export interface GestureOptions {
  readonly hands?: number;
}
export type GestureState = 'idle' | 'waiting' | 'dragging' | 'panning' | 'pinching';
export interface GestureTarget {
  grab(point: CanvasPoint, reach: number, hand: number): boolean;
  drag(point: CanvasPoint, hand: number): void;
  release(hand: number): void;
  tap(point: CanvasPoint): void;
  pan(deltaLeft: number, deltaTop: number): void;
  zoom(factor: number, point: CanvasPoint): void;
  hover?(point: CanvasPoint | null): void;
}
export class Gestures {
  private readonly presses;
  private mode;
  private holdTimer;
  private readonly listening;
  private readonly canvas;
  private readonly target;
  private readonly hands;
  constructor(canvas: HTMLElement, target: GestureTarget, options?: GestureOptions);
  get state(): GestureState;
  dispose(): void;
  private pointOf;
  private down;
  private begin;
  private take;
  private move;
  private pinch;
  private up;
  private settle;
  private drop;
  private letGo;
  private wheel;
}
export interface GoalShape {
  readonly outlines: readonly (readonly Vec2[])[];
  readonly particles: readonly Vec2[];
  readonly goals: readonly Vec2[];
}
export interface InnerEdges {
  readonly corners: readonly Vec2[];
  readonly isInner: readonly boolean[];
  readonly isEnclosed: readonly boolean[];
  readonly beside: readonly OutlineEdge[];
  readonly depth: number;
}
export interface InstanceLook {
  readonly scale?: number | Vector3;
  readonly depth?: number;
  readonly color?: Color;
}
export class LinePainter implements Painter {
  private readonly batch;
  private readonly origin;
  constructor(scene: Scene, name?: string, order?: number);
  get count(): number;
  set layerMask(mask: number);
  clear(near?: Vec2): void;
  line(x1: number, y1: number, x2: number, y2: number, color: Color, width?: number, opacity?: number): void;
  point(x: number, y: number, color: Color, diameter?: number, opacity?: number): void;
  box(minX: number, minY: number, maxX: number, maxY: number, color: Color, width?: number, opacity?: number): void;
  circle(x: number, y: number, radius: number, color: Color, width?: number, opacity?: number): void;
  arrow(x1: number, y1: number, x2: number, y2: number, color: Color, width?: number, head?: number): void;
  upload(): boolean;
  dispose(): void;
}
export class MeshCollider {
  readonly field: DistanceField;
  private readonly mesh;
  private readonly friction;
  private readonly scaling;
  constructor(mesh: AbstractMesh, options?: MeshColliderOptions);
  get collider(): FieldCollider;
}
export interface MeshColliderOptions extends BakeOptions {
  readonly friction?: number;
}
export interface MeshTriangles {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly uvs?: Float32Array;
}
export interface OutlineEdge {
  readonly corner: number;
  readonly begins: boolean;
  readonly end: Vec2;
}
export interface Painter {
  line(x1: number, y1: number, x2: number, y2: number, color: Color, width?: number, opacity?: number): void;
  point(x: number, y: number, color: Color, diameter?: number, opacity?: number): void;
  box(minX: number, minY: number, maxX: number, maxY: number, color: Color, width?: number, opacity?: number): void;
  circle(x: number, y: number, radius: number, color: Color, width?: number, opacity?: number): void;
  arrow(x1: number, y1: number, x2: number, y2: number, color: Color, width?: number, head?: number): void;
}
export class PlanarCamera {
  readonly camera: ArcRotateCamera;
  fitAspect: number;
  private share;
  private home;
  private current;
  private readonly scene;
  constructor(scene: Scene, view?: PlanarView);
  get view(): PlanarView;
  set view(view: PlanarView);
  get canvasShare(): CanvasShare;
  set canvasShare(share: CanvasShare);
  setHome(view: PlanarView): void;
  reset(): void;
  get visibleHalfHeight(): number;
  get bounds(): ViewBounds;
  get metersPerPixel(): number;
  update(): void;
  toWorld(left: number, top: number): {
    x: number;
    y: number;
  };
  toCanvas(x: number, y: number): {
    left: number;
    top: number;
  };
  pan(deltaLeft: number, deltaTop: number): void;
  zoom(factor: number, left: number, top: number): void;
  dispose(): void;
  private get panel();
  private get aspect();
}
export interface PlanarView {
  readonly x: number;
  readonly y: number;
  readonly halfHeight: number;
}
export type PoseStore = Pick<BodyStore, 'pose' | 'previous' | 'awakeIndex'>;
export class PoseView {
  private readonly scene;
  private readonly camera;
  private readonly shapes;
  private readonly clock;
  private readonly arrived;
  private received;
  private currentStyle;
  private next;
  private drawn;
  private first;
  private isDisposed;
  constructor(scene: Scene, camera: PlanarCamera, options?: PoseViewOptions);
  get style(): Style;
  set style(style: Style);
  show(bodies: readonly SentBody[]): void;
  receive(poses: Float32Array, time?: number): Float32Array | null;
  update(time?: number): boolean;
  dispose(): void;
  private replaceBodies;
  private addShapes;
}
export interface PoseViewOptions {
  readonly style?: Style;
  readonly interval?: number;
}
export type ReadPose = (key: number, out: Float64Array) => void;
export interface SceneRay {
  readonly origin: Vector3;
  readonly direction: Vector3;
}
export interface SentBody {
  readonly id: number;
  readonly type?: 'static' | 'kinematic' | 'dynamic';
  readonly color?: Color | undefined;
  readonly shapes: readonly {
    readonly geometry: ShapeGeometry;
    readonly isSensor?: boolean;
  }[];
}
export class ShapeBatches {
  private readonly polygonMaterial;
  private readonly roundMaterial;
  private readonly corners;
  private readonly batches;
  private readonly origin;
  private readonly halfSpaces;
  private readonly pose;
  private readonly look;
  constructor(scene: Scene, name: string, order?: number);
  get count(): number;
  set layerMask(mask: number);
  clear(): void;
  setStyle(style: Style): void;
  add(key: number, shape: ShapeGeometry, paint: ShapePaint, inner?: InnerEdges | null, isMarked?: boolean): ShapeHandle;
  repaint(handle: ShapeHandle, paint: ShapePaint): void;
  update(readPose: ReadPose, view: ViewBounds): boolean;
  dispose(): void;
  private addPolygon;
  private addRound;
  private write;
  private writePaint;
}
export type ShapeGeometry = BodyShape['geometry'];
export interface ShapeHandle {
  readonly batch: number;
  readonly instance: number;
}
export interface ShapeOutline {
  readonly points: readonly Vec2[];
  readonly isClosed: boolean;
}
export interface ShapePaint {
  readonly fill: Color;
  readonly fillOpacity: number;
  readonly stroke: Color;
  readonly strokeOpacity: number;
}
export interface Style {
  readonly name: string;
  readonly background: Color;
  readonly strokeWidth: number;
  readonly strokeAlignment: number;
  readonly sphereRadius: number;
  readonly markStart: number;
  paint(body: StyledBody): ShapePaint;
}
export interface StyledBody {
  readonly type: 'static' | 'kinematic' | 'dynamic';
  readonly index: number;
  readonly color: Color | undefined;
  readonly awake: boolean;
  readonly sensor: boolean;
}
export interface ViewBounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}
export class WorldView {
  private readonly scene;
  private readonly world;
  private readonly camera;
  private readonly shapes;
  private fixedShapes;
  private readonly softBodies;
  private readonly painter;
  private currentStyle;
  private shownLayers;
  private readonly numbers;
  private drawnBodies;
  private readonly drawnOf;
  private drawnSoftBodies;
  private readonly knownShapes;
  private readonly ground;
  private signature;
  private stale;
  private mask;
  private isDisposed;
  constructor(scene: Scene, world: DrawnWorld, camera: PlanarCamera, options?: WorldViewOptions);
  get style(): Style;
  set style(style: Style);
  get layers(): readonly DebugLayer[];
  set layers(layers: readonly DebugLayer[]);
  get shapeCount(): number;
  set layerMask(mask: number);
  refresh(): void;
  update(fraction?: number): boolean;
  dispose(): void;
  private forgetChanged;
  private collect;
  private asPainted;
  private drawnBody;
  private batchesBelow;
  private edgesOf;
  private addShapes;
  private shapesOf;
  private coverInnerEdges;
  private paint;
  private choosePaints;
  private repaintChanged;
}
export interface WorldViewOptions {
  readonly style?: Style;
  readonly layers?: readonly DebugLayer[];
}
export function articlesColor(index: number): Color;
export const articlesStyle: Style;
export const articlesView: PlanarView;
export function blendPose(store: PoseStore, slot: number, fraction: number, out: Float64Array): void;
export const boxLayer: DebugLayer;
export const broadPhaseLayer: DebugLayer;
export const centerLayer: DebugLayer;
export function clothColor(index: number): Color;
export const contactPointLayer: DebugLayer;
export function contrast(a: Color, b: Color): number;
export function createAggregate(world: AggregateWorld, node: TransformNode, options?: AggregateOptions): BodyAggregate;
export function createEngine(canvas: HTMLCanvasElement, options?: EngineOptions): Promise<CreatedEngine>;
export function createGoalLayer(read: () => readonly GoalShape[]): DebugLayer;
export const filledStyle: Style;
export function findInnerEdges(shapes: readonly ShapeGeometry[]): (InnerEdges | null)[];
export function gpuDeviceOf(engine: AbstractEngine): GPUDevice | null;
export function hexColor(hex: string): Color;
export const impulseLayer: DebugLayer;
export const islandLayer: DebugLayer;
export const jointLayer: DebugLayer;
export function luminance(color: Color): number;
export function makeTwoSided(material: Material & {
  twoSidedLighting: boolean;
}): void;
export function meshTriangles(mesh: AbstractMesh): MeshTriangles;
export function mixColors(a: Color, b: Color, amount: number): Color;
export const nightStyle: Style;
export const normalLayer: DebugLayer;
export function oklch(lightness: number, chroma: number, hue: number): Color;
export function pickBody(world: DrawnWorld, point: Vec2, reach: number): Body | null;
export function pointOnPlane({ origin, direction }: SceneRay, plane?: TransformNode): Vec2 | null;
export const rigidLayers: readonly DebugLayer[];
export const ropeLayer: DebugLayer;
export function shapeDistance(shape: ShapeGeometry, p: Vec2): number;
export function shapeOutline(shape: ShapeGeometry): ShapeOutline;
export const styles: Readonly<Record<string, Style>>;
export const velocityLayer: DebugLayer;
