import { Matrix, Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { InputError, outline, polygon, requireOneOf, requireRecord, type Vec2 } from '@otedama/math2d';
import {
  type Body,
  type BodyDefinition,
  type BodyStore,
  type Material,
  materialFields,
  type ShapeDefinition,
} from '@otedama/rigid';
import { CORNER_BUCKETS } from './constants.js';
import { askFraction, requireCallback, requireNode, requireWorld } from './input.js';
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

/**
 * A shape around the vertices of a node and all nodes below it, seen along z: the smallest box, the circle or the capsule in this box, or
 * the convex hull (of more than 64 corners, those that matter most).
 */
export type AggregateShape = 'box' | 'circle' | 'capsule' | 'hull';

/** Largest number of corners of a polygon. */
const MOST_CORNERS = Math.max(...CORNER_BUCKETS);

const shapeNames: readonly string[] = ['box', 'circle', 'capsule', 'hull'];

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
  readonly center: Vec2;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** The initial transform of a node, relative to the plane of the world. */
interface Stand {
  readonly position: Vector3;
  /** Rotation about z, rad. */
  readonly angle: number;
  /** Used when the node is below others or in a plane. Any other node keeps its own. */
  readonly scaling: Vector3;
  /** The rest of the rotation without the angle about z, or null if there is none. */
  readonly tilt: Quaternion | null;
}

/** A tilt whose quaternion has components x, y, z up to this size is none; smaller values are rounding errors. */
const TILT_TOLERANCE = 1e-6;

/**
 * The angle about z of an object with this pose: the direction of its x axis, seen along z. If the object is seen mirrored, its x axis and
 * its y axis have different angles. Then it is the angle nearer to 0, so that an upright sprite or model has the angle 0 however it is
 * mirrored.
 */
function angleOf(pose: Matrix): number {
  const m = pose.m;
  const ofX = Math.atan2(m[1], m[0]);
  const ofY = Math.atan2(-m[4], m[5]);
  const isMirrored = m[0] * m[5] - m[1] * m[4] < 0;
  return isMirrored && Math.abs(ofY) < Math.abs(ofX) ? ofY : ofX;
}

function standOf(node: TransformNode, plane: TransformNode | undefined): Stand {
  const position = new Vector3();
  const scaling = new Vector3();
  const rotation = new Quaternion();
  const world = node.computeWorldMatrix(true);
  const inPlane =
    plane === undefined ? world : world.multiply(plane.computeWorldMatrix(true).clone().invert());
  if (plane === undefined && node.parent === null) {
    // as they are: a matrix does not tell which axis is mirrored
    position.copyFrom(node.position);
    scaling.copyFrom(node.scaling);
    rotation.copyFrom(node.rotationQuaternion ?? node.rotation.toQuaternion());
  } else inPlane.decompose(scaling, rotation, position);
  const angle = angleOf(inPlane);
  const tilt = Quaternion.RotationAxis(new Vector3(0, 0, 1), -angle).multiply(rotation);
  const isTilted = [tilt.x, tilt.y, tilt.z].some((part) => Math.abs(part) > TILT_TOLERANCE);
  return { position, angle, scaling, tilt: isTilted ? tilt : null };
}

/** The vertices of a node and of all nodes below it in the axes of its body. Empty if none is a mesh. */
function pointsOf(node: TransformNode, plane: TransformNode | undefined, { position, angle }: Stand): Vec2[] {
  const toPlane = plane === undefined ? Matrix.Identity() : plane.computeWorldMatrix(true).clone().invert();
  const toBody = toPlane
    .multiply(Matrix.Translation(-position.x, -position.y, 0))
    .multiply(Matrix.RotationZ(-angle));
  const points: Vec2[] = [];
  const moved = new Vector3();
  for (const part of [node, ...node.getDescendants()]) {
    if (!(part instanceof TransformNode)) continue;
    const pose = part.computeWorldMatrix(true).multiply(toBody);
    const positions =
      ('getVerticesData' in part ? (part as AbstractMesh).getVerticesData('position') : null) ?? [];
    for (let i = 0; i < positions.length; i += 3) {
      Vector3.TransformCoordinatesFromFloatsToRef(
        positions[i],
        positions[i + 1],
        positions[i + 2],
        pose,
        moved,
      );
      points.push({ x: moved.x, y: moved.y });
    }
  }
  return points;
}

function boundsOf(points: readonly Vec2[]): Bounds {
  let [minX, minY, maxX, maxY] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const { x, y } of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return {
    center: { x: 0.5 * (minX + maxX), y: 0.5 * (minY + maxY) },
    halfWidth: 0.5 * (maxX - minX),
    halfHeight: 0.5 * (maxY - minY),
  };
}

/** The convex hull with at most as many corners as a polygon may have, as near to all of its corners as possible. */
function hullOf(points: readonly Vec2[], size: number): Vec2[] {
  const hull = polygon.convexHull(points);
  let corners = hull;
  for (let tolerance = 1e-4 * size; corners.length > MOST_CORNERS; tolerance *= 1.5)
    corners = outline.simplify(hull, tolerance);
  return corners.map(({ x, y }) => ({ x, y }));
}

function geometryOf(
  node: TransformNode,
  shape: AggregateShape,
  plane: TransformNode | undefined,
  stand: Stand,
): ShapeDefinition {
  requireOneOf('shape', shape, shapeNames);
  const points = pointsOf(node, plane, stand);
  if (points.length === 0)
    throw new InputError('shape', shape, `a list of shapes for ${node.name}, which contains no mesh`);
  const { center, halfWidth, halfHeight } = boundsOf(points);
  if (shape === 'hull') return { kind: 'polygon', vertices: hullOf(points, halfWidth + halfHeight) };
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

/** The nodes that have a body. */
const attached = new WeakSet<TransformNode>();

/** Splits the options into those of the body and those of its shapes. */
function split(options: AggregateOptions): { body: BodyDefinition; material: Material } {
  const { shape, interpolation, plane, ...rest } = options;
  const entries = Object.entries(rest);
  const isMaterial = ([key]: [string, unknown]): boolean =>
    (materialFields as readonly string[]).includes(key);
  return {
    body: Object.fromEntries(entries.filter((entry) => !isMaterial(entry))),
    material: Object.fromEntries(entries.filter(isMaterial)),
  };
}

/**
 * Attaches a Babylon.js node to a new 2D body: a mesh, or the root of a loaded model. The body starts at the position of the node, with a
 * shape around the node and all nodes below it. From then on the node follows the body in x, y and in its rotation about z. Its depth z and
 * its rotation about other axes do not change. The parents of the node may be rotated, scaled and moved in any way: x, y and z are those of
 * the scene, or of `plane`.
 *
 * ```ts
 * createAggregate(world, crate, { shape: 'box', density: 2, friction: 0.4 });
 * ```
 * @throws InputError if the world or the node is none; if a shape is given by name and neither the node nor any node below it is a mesh; if
 * the node has a body already; otherwise as `createBody`
 */
export function createAggregate(
  world: AggregateWorld,
  node: TransformNode,
  options: AggregateOptions = {},
): BodyAggregate {
  requireWorld(world);
  requireNode(node);
  requireRecord('options', options);
  requireCallback('interpolation', options.interpolation, '() => clock.alpha');
  askFraction(options.interpolation); // before anything is made
  if (attached.has(node))
    throw new InputError('node', node.name, 'one without a body: dispose of its aggregate before');
  const { body: bodyPart, material } = split(options);
  const { plane, shape = 'box' } = options;
  const stand = standOf(node, plane);
  const { position, angle, scaling, tilt } = stand;
  const shapes =
    typeof shape === 'string' ? [{ ...geometryOf(node, shape, plane, stand), ...material }] : shape;
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
    blendPose(world.bodyStore, body.id, askFraction(options.interpolation), pose);
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
  attached.add(node);
  function dispose(): void {
    attached.delete(node);
    scene.onBeforeRenderObservable.remove(drawing);
    node.onDisposeObservable.remove(ending);
    if (body.isValid) world.destroyBody(body);
  }
  follow();
  return { node, body, dispose };
}
