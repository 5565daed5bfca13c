import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { InputError, polygon } from '@otedama/math2d';
import type { Body, BodyDefinition, BodyStore, Material, ShapeDefinition } from '@otedama/rigid';
import { blendPose } from './pose.js';

/** A world that nodes can be attached to: a `World` of @otedama/rigid. */
export interface AggregateWorld {
  /** Flat state that poses are read from. */
  readonly bodyStore: BodyStore;
  /** Adds the body that moves a node. */
  createBody(definition: BodyDefinition): Body;
  /** Removes the body when the node is disposed. */
  destroyBody(body: Body): void;
}

/** A shape taken from the bounds of a mesh, seen along z, or from its vertices. */
export type AggregateShape = 'box' | 'circle' | 'capsule' | 'hull';

/**
 * Options for the body of a node: all fields of a body and of the material of its shapes, except position and angle, which come from
 * the node.
 */
export interface AggregateOptions extends Omit<BodyDefinition, 'shapes' | 'position' | 'angle'>, Material {
  /** The shape of the body. Default `box`. A list of shapes is used as it is. */
  readonly shape?: AggregateShape | readonly ShapeDefinition[];
  /**
   * Node whose plane z = 0 contains the world: x and y of the body are along the node's axes, and the node's scale applies to the
   * world. The node may move. Default: the axes of the scene. Use `pointOnPlane` to find the point under the pointer.
   */
  readonly plane?: TransformNode;
  /** Returns where the node is drawn between the start (0) and the end (1) of the last step; default: always at the end. */
  readonly interpolation?: () => number;
}

/** A Babylon.js node and the body that moves it. */
export interface BodyAggregate {
  /** The node that is drawn. Its position and rotation follow the body. */
  readonly node: TransformNode;
  /** The body that moves the node. It is invalid after the node was disposed. */
  readonly body: Body;
  /** Removes the body and keeps the node. Disposing the node does this automatically. */
  dispose(): void;
}

interface Bounds {
  readonly center: { readonly x: number; readonly y: number };
  readonly halfWidth: number;
  readonly halfHeight: number;
}

const isMesh = (node: TransformNode): node is AbstractMesh => 'getBoundingInfo' in node;

function requireMesh(node: TransformNode, shape: string): AbstractMesh {
  if (!isMesh(node))
    throw new InputError('shape', shape, `a list of shapes for ${node.name}, which is no mesh`);
  return node;
}

/** The initial transform of a node, relative to the plane of the world. */
interface Stand {
  readonly position: Vector3;
  /** Rotation about z, rad. */
  readonly angle: number;
  readonly scaling: Vector3;
  /** The rest of the rotation without the angle about z, or null if there is none. */
  readonly tilt: Quaternion | null;
}

/** A node whose tilt quaternion has x and y components up to this size counts as not tilted; smaller values are rounding errors. */
const TILT_TOLERANCE = 1e-6;

function standOf(node: TransformNode, plane: TransformNode | undefined): Stand {
  const position = new Vector3();
  const scaling = new Vector3();
  const rotation = new Quaternion();
  const world = node.computeWorldMatrix(true);
  const inPlane =
    plane === undefined ? world : world.multiply(plane.computeWorldMatrix(true).clone().invert());
  inPlane.decompose(scaling, rotation, position);
  const { x, y, z, w } = rotation;
  const angle = Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
  const tilt = Quaternion.RotationAxis(new Vector3(0, 0, 1), -angle).multiply(rotation);
  const isTilted = Math.abs(tilt.x) > TILT_TOLERANCE || Math.abs(tilt.y) > TILT_TOLERANCE;
  return { position, angle, scaling, tilt: isTilted ? tilt : null };
}

/** Bounds of a mesh in the axes of its body. */
function boundsOf(mesh: AbstractMesh, { scaling, tilt }: Stand): Bounds {
  const { minimum, maximum } = mesh.getBoundingInfo();
  let low = new Vector3(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  let high = low.negate();
  for (let corner = 0; corner < 8; corner++) {
    const point = new Vector3(
      (corner & 1) === 0 ? minimum.x : maximum.x,
      (corner & 2) === 0 ? minimum.y : maximum.y,
      (corner & 4) === 0 ? minimum.z : maximum.z,
    ).multiplyInPlace(scaling);
    if (tilt !== null) point.applyRotationQuaternionInPlace(tilt);
    low = Vector3.Minimize(low, point);
    high = Vector3.Maximize(high, point);
  }
  return {
    center: { x: 0.5 * (low.x + high.x), y: 0.5 * (low.y + high.y) },
    halfWidth: 0.5 * (high.x - low.x),
    halfHeight: 0.5 * (high.y - low.y),
  };
}

function hullOf(mesh: AbstractMesh, { scaling, tilt }: Stand): { x: number; y: number }[] {
  const positions = mesh.getVerticesData('position') ?? [];
  const points: { x: number; y: number }[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const point = new Vector3(positions[i], positions[i + 1], positions[i + 2]).multiplyInPlace(scaling);
    if (tilt !== null) point.applyRotationQuaternionInPlace(tilt);
    points.push({ x: point.x, y: point.y });
  }
  return polygon.convexHull(points).map(({ x, y }) => ({ x, y }));
}

function geometryOf(node: TransformNode, shape: AggregateShape, stand: Stand): ShapeDefinition {
  const mesh = requireMesh(node, shape);
  if (shape === 'hull') return { kind: 'polygon', vertices: hullOf(mesh, stand) };
  const { center, halfWidth, halfHeight } = boundsOf(mesh, stand);
  const { x, y } = center;
  if (shape === 'circle') return { kind: 'circle', center, radius: Math.max(halfWidth, halfHeight) };
  if (shape === 'capsule') {
    const radius = Math.min(halfWidth, halfHeight);
    const along = halfWidth > halfHeight ? { x: halfWidth - radius, y: 0 } : { x: 0, y: halfHeight - radius };
    return {
      kind: 'capsule',
      point1: { x: x - along.x, y: y - along.y },
      point2: { x: x + along.x, y: y + along.y },
      radius,
    };
  }
  return {
    kind: 'polygon',
    vertices: [
      { x: x - halfWidth, y: y - halfHeight },
      { x: x + halfWidth, y: y - halfHeight },
      { x: x + halfWidth, y: y + halfHeight },
      { x: x - halfWidth, y: y + halfHeight },
    ],
  };
}

const materialKeys = [
  'density',
  'friction',
  'restitution',
  'tangentSpeed',
  'rollingResistance',
  'frictionCombine',
  'restitutionCombine',
] as const;

/** Splits the options into those of the body and those of its shapes. */
function split(options: AggregateOptions): { body: BodyDefinition; material: Material } {
  const { shape, interpolation, plane, ...rest } = options;
  const entries = Object.entries(rest);
  const isMaterial = ([key]: [string, unknown]): boolean => (materialKeys as readonly string[]).includes(key);
  return {
    body: Object.fromEntries(entries.filter((entry) => !isMaterial(entry))),
    material: Object.fromEntries(entries.filter(isMaterial)),
  };
}

/**
 * Attaches a Babylon.js node to a new 2D body. The body starts at the position of the node, with a shape from the bounds of the node. From
 * then on the node follows the body in x, y and in its rotation about z. Its depth z and its rotation about other axes do not change. The
 * parents of the node may be rotated, scaled and moved in any way: x, y and z are those of the scene, or of `plane`.
 *
 * ```ts
 * createAggregate(world, crate, { shape: 'box', density: 2, friction: 0.4 });
 * ```
 * @throws InputError if a shape is given by name and the node is not a mesh, which means it has no bounds; otherwise as `createBody`
 */
export function createAggregate(
  world: AggregateWorld,
  node: TransformNode,
  options: AggregateOptions = {},
): BodyAggregate {
  const { body: bodyPart, material } = split(options);
  const { plane } = options;
  const stand = standOf(node, plane);
  const { position, angle, scaling, tilt } = stand;
  const shape = options.shape ?? 'box';
  const shapes = typeof shape === 'string' ? [{ ...geometryOf(node, shape, stand), ...material }] : shape;
  const body = world.createBody({
    ...bodyPart,
    position: { x: position.x, y: position.y },
    angle,
    shapes,
  });

  const pose = new Float64Array(4);
  const place = new Vector3(0, 0, position.z);
  const turn = new Quaternion();
  const own = new Matrix();
  const other = new Matrix();
  node.rotationQuaternion ??= new Quaternion();
  const follow = (): void => {
    if (!body.isValid) return;
    blendPose(world.bodyStore, body.id, options.interpolation?.() ?? 1, pose);
    place.x = pose[0];
    place.y = pose[1];
    const half = 0.5 * Math.atan2(pose[3], pose[2]);
    turn.set(0, 0, Math.sin(half), Math.cos(half));
    if (tilt !== null) turn.multiplyInPlace(tilt);
    const { rotationQuaternion, parent } = node;
    if (plane === undefined && parent === null) {
      node.position.copyFrom(place);
      rotationQuaternion?.copyFrom(turn);
      return;
    }
    Matrix.ComposeToRef(scaling, turn, place, own);
    if (plane !== undefined) own.multiplyToRef(plane.computeWorldMatrix(), own);
    if (parent !== null) own.multiplyToRef(parent.computeWorldMatrix().invertToRef(other), own);
    own.decompose(node.scaling, rotationQuaternion ?? undefined, node.position);
  };
  const scene = node.getScene();
  const drawing = scene.onBeforeRenderObservable.add(follow);
  const ending = node.onDisposeObservable.add(() => dispose());
  function dispose(): void {
    scene.onBeforeRenderObservable.remove(drawing);
    node.onDisposeObservable.remove(ending);
    if (body.isValid) world.destroyBody(body);
  }
  follow();
  return { node, body, dispose };
}
