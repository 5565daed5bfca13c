import { Quaternion, Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { polygon } from '@otedama/math2d';
import type { Body, BodyDefinition, BodyStore, Material, ShapeDefinition } from '@otedama/rigid';
import { blendPose } from './pose.js';

/** A world that nodes can be tied to: a `World` of @otedama/rigid. */
export interface AggregateWorld {
  /** Flat state that poses are read from. */
  readonly bodyStore: BodyStore;
  /** Adds the body that moves a node. */
  createBody(definition: BodyDefinition): Body;
  /** Removes it when the node is disposed of. */
  destroyBody(body: Body): void;
}

/** A shape taken from the bounds of a mesh, seen along z, or from its vertices. */
export type AggregateShape = 'box' | 'circle' | 'capsule' | 'hull';

/**
 * How the body of a node is made: whatever a body and the material of its shapes may have, place and angle excepted,
 * which are the node's.
 */
export interface AggregateOptions extends Omit<BodyDefinition, 'shapes' | 'position' | 'angle'>, Material {
  /** Default `box`. A list of shapes is taken as it is. */
  readonly shape?: AggregateShape | readonly ShapeDefinition[];
  /** Where between the start (0) and the end (1) of the last step the node is drawn; default always at the end. */
  readonly interpolation?: () => number;
}

/** A Babylon node and the body that moves it. */
export interface BodyAggregate {
  /** What is drawn; its position and rotation follow the body. */
  readonly node: TransformNode;
  /** What moves it; of no use once the node is disposed of. */
  readonly body: Body;
  /** Removes the body and leaves the node. Disposing of the node does this by itself. */
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
    throw new TypeError(`shape: '${shape}' needs a mesh; give ${node.name} a list of shapes`);
  return node;
}

/** Bounds in the node's own axes, its scale included. */
function boundsOf(mesh: AbstractMesh): Bounds {
  const { minimum, maximum } = mesh.getBoundingInfo();
  const { x: scaleX, y: scaleY } = mesh.absoluteScaling;
  return {
    center: { x: 0.5 * (minimum.x + maximum.x) * scaleX, y: 0.5 * (minimum.y + maximum.y) * scaleY },
    halfWidth: 0.5 * (maximum.x - minimum.x) * Math.abs(scaleX),
    halfHeight: 0.5 * (maximum.y - minimum.y) * Math.abs(scaleY),
  };
}

function hullOf(mesh: AbstractMesh): { x: number; y: number }[] {
  const positions = mesh.getVerticesData('position') ?? [];
  const { x: scaleX, y: scaleY } = mesh.absoluteScaling;
  const points: { x: number; y: number }[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    points.push({ x: positions[i] * scaleX, y: positions[i + 1] * scaleY });
  }
  return polygon.convexHull(points).map(({ x, y }) => ({ x, y }));
}

function geometryOf(node: TransformNode, shape: AggregateShape): ShapeDefinition {
  const mesh = requireMesh(node, shape);
  if (shape === 'hull') return { kind: 'polygon', vertices: hullOf(mesh) };
  const { center, halfWidth, halfHeight } = boundsOf(mesh);
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

/** The options sorted into what belongs to the body and what to its shapes. */
function split(options: AggregateOptions): { body: BodyDefinition; material: Material } {
  const { shape, interpolation, ...rest } = options;
  const entries = Object.entries(rest);
  const isMaterial = ([key]: [string, unknown]): boolean => (materialKeys as readonly string[]).includes(key);
  return {
    body: Object.fromEntries(entries.filter((entry) => !isMaterial(entry))),
    material: Object.fromEntries(entries.filter(isMaterial)),
  };
}

/**
 * Ties a Babylon node to a new 2D body in one line: the body starts where the node is, with a shape from the node's
 * bounds, and from then on the node follows it in x, y and in its turn about z; its depth z stays.
 *
 * ```ts
 * createAggregate(world, crate, { shape: 'box', density: 2, friction: 0.4 });
 * ```
 */
export function createAggregate(
  world: AggregateWorld,
  node: TransformNode,
  options: AggregateOptions = {},
): BodyAggregate {
  const { body: bodyPart, material } = split(options);
  node.computeWorldMatrix(true);
  const start = node.getAbsolutePosition();
  const { x: qx, y: qy, z: qz, w: qw } = node.absoluteRotationQuaternion;
  const shape = options.shape ?? 'box';
  const shapes = typeof shape === 'string' ? [{ ...geometryOf(node, shape), ...material }] : shape;
  const body = world.createBody({
    ...bodyPart,
    position: { x: start.x, y: start.y },
    angle: Math.atan2(2 * (qw * qz + qx * qy), 1 - 2 * (qy * qy + qz * qz)),
    shapes,
  });

  const pose = new Float64Array(4);
  const place = new Vector3();
  node.rotationQuaternion ??= new Quaternion();
  const follow = (): void => {
    if (!body.isValid) return;
    blendPose(world.bodyStore, body.id, options.interpolation?.() ?? 1, pose);
    node.setAbsolutePosition(place.set(pose[0], pose[1], start.z));
    const half = 0.5 * Math.atan2(pose[3], pose[2]);
    node.rotationQuaternion?.set(0, 0, Math.sin(half), Math.cos(half));
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
