// Public surface of @otedama/cloth-webgpu. Written by `pnpm api`; not a module.

// ── @otedama/cloth-webgpu ──

export interface Backstop {
  readonly offset?: number | ArrayLike<number>;
  readonly radius: number | ArrayLike<number>;
}
export interface BakeOptions {
  readonly cellSize?: number;
  readonly margin?: number;
}
export interface BendQuestion {
  readonly bendStiffness: number;
  readonly density: number;
  readonly spacing: number;
  readonly stepSeconds?: number;
}
export interface BoxCollider {
  readonly type: 'box';
  readonly center: Vector3;
  readonly halfSizes: Vector3;
  readonly rotation?: Quaternion;
  readonly friction?: number;
}
export interface CapsuleCollider {
  readonly type: 'capsule';
  readonly from: Vector3;
  readonly to: Vector3;
  readonly radius: number;
  readonly toRadius?: number;
  readonly friction?: number;
}
export interface Cloth {
  readonly backend: 'gpu' | 'cpu';
  readonly status: 'running' | 'lost' | 'disposed';
  readonly isMesh: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  readonly vertexCount: number;
  readonly indices: Uint32Array<ArrayBuffer>;
  readonly uvs: Float32Array<ArrayBuffer>;
  readonly stepSeconds: number;
  readonly stepCount: number;
  readonly isAsleep: boolean;
  readonly parameters: ClothParameters;
  readonly alpha: number;
  readonly beforeLastStep: Set<(hasJumped: boolean, encoder: GPUCommandEncoder | null) => void>;
  readonly pins: readonly number[];
  readonly colliders: readonly Collider[];
  readonly measurement: ClothMeasurement;
  setParameters(change: Partial<ClothParameters>): void;
  advance(deltaSeconds: number): number;
  step(seconds?: number): void;
  grab(pointerId: number, ray: Ray): Promise<Grip | null>;
  grabParticle(pointerId: number, particle: number, target: Vector3): void;
  moveGrab(pointerId: number, target: HandTarget): void;
  release(pointerId: number, velocity?: Vector3): void;
  setPin(particle: number, position?: Vector3): void;
  freePin(particle: number): void;
  applyImpulse(impulse: ClothImpulse): void;
  teleport(motion: RigidMotion): void;
  cut(blade: readonly Vector3[]): Promise<number>;
  setColliders(colliders: readonly Collider[]): void;
  moveColliders(colliders: readonly Collider[]): void;
  readPositions(): Promise<Float32Array<ArrayBuffer>>;
  readVelocities(): Promise<Float32Array<ArrayBuffer>>;
  readNormals(): Promise<Float32Array<ArrayBuffer>>;
  measure(): Promise<ClothMeasurement>;
  bounds(): ClothBounds;
  pinForces(): Promise<readonly PinForce[]>;
  constraintColors(): readonly Uint32Array[];
  readonly constraintVersion: number;
  restPositions(): Float32Array<ArrayBuffer>;
  snapshot(): Promise<Uint8Array<ArrayBuffer>>;
  restore(snapshot: Uint8Array): void;
  subscribe(listener: (event: ClothEvent) => void): () => void;
  dispose(): void;
}
export interface ClothBounds {
  readonly min: Vector3;
  readonly max: Vector3;
}
export interface ClothBuffers {
  readonly position?: GPUBuffer;
  readonly normal?: GPUBuffer;
}
export interface ClothCpu extends Cloth {
  readonly backend: 'cpu';
  readonly positions: Float32Array<ArrayBuffer>;
  readonly normals: Float32Array<ArrayBuffer>;
  readonly liveIndices: Uint32Array<ArrayBuffer>;
  readonly indexVersion: number;
}
export interface ClothDefinition extends Partial<ClothParameters> {
  readonly mesh?: TriangleMesh;
  readonly columns?: number;
  readonly rows?: number;
  readonly width?: number;
  readonly height?: number;
  readonly center?: Vector3;
  readonly shape?: (column: number, row: number) => Vector3;
  readonly velocity?: Vector3 | ((column: number, row: number) => Vector3);
  readonly ripple?: number;
  readonly inverseMass?: number | ArrayLike<number>;
  readonly density?: number | ArrayLike<number>;
  readonly pins?: PinChoice;
  readonly colliders?: readonly Collider[];
  readonly fields?: readonly DistanceField[];
  readonly tearing?: Tearing;
  readonly pressure?: Pressure;
  readonly reactions?: Reactions;
  readonly limits?: MotionLimits;
  readonly stepSeconds?: number;
  readonly normals?: boolean;
  readonly measureInterval?: number;
  readonly checkpointInterval?: number;
}
export class ClothError extends Error {
  readonly field: string;
  readonly value: unknown;
  readonly expected: string;
  constructor(field: string, value: unknown, expected: string);
}
export type ClothEvent = {
  readonly type: 'deviceLost';
  readonly reason: string;
  readonly message: string;
} | {
  readonly type: 'restored';
  readonly step: number;
} | {
  readonly type: 'nonFinite';
  readonly count: number;
  readonly step: number;
} | {
  readonly type: 'torn';
  readonly step: number;
  readonly edges: Uint32Array<ArrayBuffer>;
  readonly positions: Float32Array<ArrayBuffer>;
} | {
  readonly type: 'refused';
  readonly error: ClothError;
} | {
  readonly type: 'failed';
  readonly error: unknown;
};
export interface ClothGpu extends Cloth {
  readonly backend: 'gpu';
  readonly device: GPUDevice;
  readonly positionBuffer: GPUBuffer;
  readonly normalBuffer: GPUBuffer;
  readonly indexBuffer: GPUBuffer | null;
  readonly vertexStride: number;
  readonly plan: ClothPlan;
  readonly dispatchesPerStep: number;
  restoreOn(device: GPUDevice, buffers?: ClothBuffers): Promise<void>;
}
export interface ClothGpuOptions {
  readonly buffers?: ClothBuffers;
  readonly plan?: ClothPlan | 'auto';
  readonly requestDevice?: () => Promise<GPUDevice>;
}
export interface ClothImpulse {
  readonly point: Vector3;
  readonly radius: number;
  readonly impulse: Vector3 | number;
  readonly falloff?: number;
}
export interface ClothMeasurement {
  readonly step: number;
  readonly bounds: ClothBounds;
  readonly largestStrain: number;
  readonly meanStrain: number;
  readonly largestSpeed: number;
  readonly meanVelocity: Vector3;
  readonly nonFinite: number;
  readonly tornEdges: number;
}
export interface ClothOptions extends ClothGpuOptions {
  readonly device?: GPUDevice | null | undefined;
}
export interface ClothParameters {
  readonly gravity: Vector3;
  readonly substeps: number;
  readonly stretchCompliance: number;
  readonly columnCompliance: number | 'auto';
  readonly shearCompliance: number;
  readonly bendCompliance: number;
  readonly bendStiffness: number;
  readonly strainLimit: number;
  readonly columnStrainLimit: number | 'auto';
  readonly shearStrainLimit: number;
  readonly damping: number;
  readonly drag: number;
  readonly airDensity: number;
  readonly wind: Vector3;
  readonly tethers: boolean | number | 'auto';
  readonly thickness: number;
  readonly selfCollision: boolean | number;
  readonly selfFriction: number;
  readonly sleeping: boolean;
}
export interface ClothPiece {
  readonly mesh: TriangleMesh;
  readonly center?: Vector3;
  readonly rotation?: Quaternion;
  readonly velocity?: Vector3;
  readonly density?: number;
  readonly pins?: readonly number[];
}
export type ClothPlan = 'colors' | 'lines' | 'whole';
export type Collider = PlaneCollider | SphereCollider | CapsuleCollider | BoxCollider | FieldCollider;
export interface ColliderReaction {
  readonly impulse: Vector3;
  readonly angularImpulse: Vector3;
}
export interface DistanceField {
  readonly origin: Vector3;
  readonly cellSize: number;
  readonly counts: Vector3;
  readonly distances: Float32Array<ArrayBuffer>;
}
export interface FieldCollider {
  readonly type: 'field';
  readonly field: DistanceField;
  readonly position: Vector3;
  readonly rotation?: Quaternion;
  readonly friction?: number;
}
export interface GridMesh {
  readonly positions: Float32Array<ArrayBuffer>;
  readonly triangles: Uint32Array<ArrayBuffer>;
  readonly uvs: Float32Array<ArrayBuffer>;
}
export interface GridMeshOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly width?: number;
  readonly height?: number;
}
export interface Grip {
  readonly particle: number;
  readonly distance: number;
}
export type HandTarget = Vector3 | Ray;
export interface Inflation {
  readonly volume: number;
  readonly overpressure: number;
}
export interface JoinedPieces {
  readonly definition: Required<Pick<ClothDefinition, 'mesh' | 'shape' | 'velocity' | 'density' | 'pins'>>;
  readonly pieces: readonly PieceRange[];
}
export interface MotionLimits {
  readonly scale: number;
  setScale(scale: number): void;
  move(skin: Skin): void;
  place(skin: Skin): void;
}
export interface MotionLimitsOptions {
  readonly maxDistance?: number | ArrayLike<number>;
  readonly backstop?: Backstop;
}
export interface PieceRange {
  readonly firstVertex: number;
  readonly vertexCount: number;
  readonly firstIndex: number;
  readonly indexCount: number;
}
export type PinChoice = 'topCorners' | 'topEdge' | 'none' | readonly number[];
export interface PinForce {
  readonly particle: number;
  readonly force: Vector3;
}
export interface PlaneCollider {
  readonly type: 'plane';
  readonly point: Vector3;
  readonly normal: Vector3;
  readonly friction?: number;
}
export interface Pressure {
  readonly ambient: number;
  readonly volume: number | readonly number[] | undefined;
  overpressureOf(shell?: number): number;
  setOverpressure(overpressure: number, shell?: number): void;
  measure(cloth: Cloth): Promise<readonly Inflation[]>;
}
export interface PressureOptions {
  readonly overpressure?: number | ArrayLike<number>;
  readonly ambient?: number;
  readonly volume?: number | ArrayLike<number>;
}
export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}
export interface Ray {
  readonly origin: Vector3;
  readonly direction: Vector3;
}
export interface Reactions {
  take(): readonly ColliderReaction[];
}
export interface RigidMotion {
  readonly translation?: Vector3;
  readonly rotation?: Quaternion;
  readonly about?: Vector3;
}
export interface Skin {
  readonly positions: ArrayLike<number> | GPUBuffer;
  readonly normals?: ArrayLike<number> | GPUBuffer;
}
export interface SphereCollider {
  readonly type: 'sphere';
  readonly center: Vector3;
  readonly radius: number;
  readonly friction?: number;
}
export interface SubstepQuestion {
  readonly rows: number;
  readonly height: number;
  readonly tolerance?: number;
  readonly gravity?: number;
  readonly stepSeconds?: number;
}
export interface Tearing {
  readonly strain: number;
}
export interface TearingOptions {
  readonly strain?: number;
}
export interface TriangleMesh {
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  readonly uvs?: ArrayLike<number>;
}
export interface Vector3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
export interface WeldedMesh {
  readonly mesh: {
    readonly positions: Float32Array<ArrayBuffer>;
    readonly triangles: Uint32Array<ArrayBuffer>;
    readonly uvs?: Float32Array<ArrayBuffer>;
  };
  readonly vertexOf: Uint32Array<ArrayBuffer>;
}
export function adviseBendSubsteps(question: BendQuestion): number;
export function adviseSubsteps(question: SubstepQuestion): number;
export function bakeDistanceField(mesh: TriangleMesh, options?: BakeOptions): DistanceField;
export function clothDeviceDescriptor(adapter: GPUAdapter, definition?: ClothDefinition): GPUDeviceDescriptor;
export function colliderReactions(): Reactions;
export function createCloth(definition?: ClothDefinition, options?: ClothOptions): Promise<ClothGpu | ClothCpu>;
export function createClothCpu(definition?: ClothDefinition): ClothCpu;
export function createClothGpu(device: GPUDevice, definition?: ClothDefinition, options?: ClothGpuOptions): Promise<ClothGpu>;
export const defaultClothDefinition: Required<Omit<ClothDefinition, 'shape' | 'mesh' | 'density' | 'tearing' | 'fields' | 'reactions' | 'limits' | 'pressure'>>;
export const defaultClothParameters: ClothParameters;
export function gridMesh(options?: GridMeshOptions): GridMesh;
export function joinPieces(given: readonly ClothPiece[]): JoinedPieces;
export function motionLimits(options?: MotionLimitsOptions): MotionLimits;
export function pressure(options?: PressureOptions): Pressure;
export function tearing(options?: TearingOptions): Tearing;
export function weldVertices(mesh: TriangleMesh, tolerance?: number): WeldedMesh;
