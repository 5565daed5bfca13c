import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { requireFinite } from '@otedama/math2d';
import { CORNER_BUCKETS, LOOK_FLOATS, ORDER_SHAPES, POSE_FLOATS } from './constants.js';
import { CornerTexture } from './corner-texture.js';
import { halfSpaceQuad, placeHalfSpace } from './half-space.js';
import type { InnerEdges } from './inner-edges.js';
import { requireScene } from './input.js';
import { InstanceBatch, polygonGeometry, quadGeometry } from './instance-batch.js';
import { LocalOrigin } from './local-origin.js';
import type { ViewBounds } from './planar-camera.js';
import { createPlaneMaterial } from './plane-material.js';
import type { ShapePaint, Style } from './style.js';
import type { ShapeGeometry } from './types.js';

const poseKinds = ['pose'];
const lookKinds = ['geometry', 'extra', 'fill', 'stroke'];

/** Maximum radius of the spheres at corners and ends, as a fraction of the shortest edge or of the radius. */
const SPHERE_SHARE = 0.25;

/** A batch, and for each of its instances the key with which `readPose` finds the body. */
interface Batch {
  readonly instances: InstanceBatch;
  readonly keys: number[];
}

interface HalfSpace {
  readonly batch: Batch;
  readonly instance: number;
  readonly key: number;
  readonly x: number;
  readonly y: number;
  readonly normalX: number;
  readonly normalY: number;
}

/** Location of an added shape, for repainting. */
export interface ShapeHandle {
  /** Number of the batch, one for each kind of outline. */
  readonly batch: number;
  /** Index of the instance within the batch. */
  readonly instance: number;
}

/** Writes the pose of a body to `out`: x, y, cosine, sine. */
export type ReadPose = (key: number, out: Float64Array) => void;

const shortestEdge = (vertices: readonly { readonly x: number; readonly y: number }[]): number => {
  let shortest = Number.POSITIVE_INFINITY;
  let previous = vertices[vertices.length - 1];
  for (const vertex of vertices) {
    if (previous !== undefined)
      shortest = Math.min(shortest, Math.hypot(vertex.x - previous.x, vertex.y - previous.y));
    previous = vertex;
  }
  return shortest;
};

/** Inner edges, unless they have more corners than can be drawn. */
const drawnEdges = (inner: InnerEdges | null): InnerEdges | null =>
  inner !== null && inner.corners.length <= Math.max(...CORNER_BUCKETS) ? inner : null;

/** Whether a shape is in the batch that is drawn first. */
export function isInFirstBatch(shape: ShapeGeometry, inner: InnerEdges | null): boolean {
  if (shape.kind === 'halfSpace') return true;
  const corners = shape.kind === 'polygon' ? (drawnEdges(inner)?.corners ?? shape.vertices).length : Infinity;
  return corners <= CORNER_BUCKETS[0];
}

/** Shapes of any kind, each drawn as one instance: at most one draw call per corner bucket and one for round shapes. */
export class ShapeBatches {
  private readonly polygonMaterial: ShaderMaterial;
  private readonly roundMaterial: ShaderMaterial;
  private readonly corners: CornerTexture;
  private readonly batches: readonly Batch[];
  private readonly origin: LocalOrigin = new LocalOrigin();
  private readonly halfSpaces: HalfSpace[] = [];
  private readonly pose: Float64Array = new Float64Array(POSE_FLOATS);
  private readonly look: Vector4 = new Vector4();

  /** @param order the lowest `alphaIndex` of the batches, which count on from there. Default: that of the moving bodies of a `WorldView` */
  constructor(scene: Scene, name: string, order: number = ORDER_SHAPES) {
    requireScene(scene);
    requireFinite('order', order);
    this.corners = new CornerTexture(scene);
    this.polygonMaterial = createPlaneMaterial(scene, `${name} polygons`, 'polygon', this.origin);
    this.roundMaterial = createPlaneMaterial(scene, `${name} round shapes`, 'round', this.origin);
    const create = (
      label: string,
      material: ShaderMaterial,
      geometry: typeof quadGeometry,
      place: number,
    ): Batch => {
      const instances = new InstanceBatch(
        scene,
        `${name} ${label}`,
        geometry,
        material,
        poseKinds,
        lookKinds,
      );
      instances.mesh.alphaIndex = order + place;
      return { instances, keys: [] };
    };
    this.batches = [
      ...CORNER_BUCKETS.map((corners, place) =>
        create(`polygons of ${corners}`, this.polygonMaterial, polygonGeometry(corners), place),
      ),
      create('round shapes', this.roundMaterial, quadGeometry, CORNER_BUCKETS.length),
    ];
  }

  /** Shapes added since `clear`. */
  get count(): number {
    return this.batches.reduce((sum, batch) => sum + batch.keys.length, 0);
  }

  /** Which cameras see the shapes, as a Babylon layer mask. */
  set layerMask(mask: number) {
    for (const batch of this.batches) batch.instances.mesh.layerMask = mask;
  }

  /** Removes all shapes, so that they can be added again. */
  clear(): void {
    this.corners.clear();
    this.halfSpaces.length = 0;
    for (const batch of this.batches) {
      batch.instances.clear();
      batch.keys.length = 0;
    }
  }

  /** Sets stroke, spheres and marks of a style. Colours are set per shape. */
  setStyle(style: Style): void {
    this.look.set(style.strokeWidth, style.strokeAlignment, style.sphereRadius, style.markStart);
    this.polygonMaterial.setVector4('look', this.look);
    this.roundMaterial.setVector4('look', this.look);
  }

  /**
   * Adds a shape of the body with this `key`. Later shapes are drawn on top of earlier ones of the same batch, and round shapes on top of
   * polygons.
   * @param inner edges of a polygon that are inside its body, from `findInnerEdges`: they get no stroke
   * @param isMarked whether a circle has the mark that shows how it turns; default true
   */
  add(
    key: number,
    shape: ShapeGeometry,
    paint: ShapePaint,
    inner: InnerEdges | null = null,
    isMarked = true,
  ): ShapeHandle {
    switch (shape.kind) {
      case 'polygon': {
        const sphere = SPHERE_SHARE * shortestEdge(shape.vertices);
        const drawn = drawnEdges(inner);
        const corners = drawn?.corners ?? shape.vertices;
        return this.addPolygon(key, corners, shape.radius ?? 0, sphere, paint, drawn);
      }
      case 'halfSpace': {
        const handle = this.addPolygon(key, halfSpaceQuad, 0, 0, paint);
        const { normal, position } = shape;
        const length = Math.hypot(normal.x, normal.y);
        this.halfSpaces.push({
          batch: this.batches[handle.batch] as Batch,
          instance: handle.instance,
          key,
          x: position?.x ?? 0,
          y: position?.y ?? 0,
          normalX: normal.x / length,
          normalY: normal.y / length,
        });
        return handle;
      }
      case 'circle': {
        const { x, y } = shape.center ?? { x: 0, y: 0 };
        return this.addRound(key, [x, y, x, y], shape.radius, Number(isMarked), paint);
      }
      case 'capsule': {
        const { point1, point2, radius } = shape;
        return this.addRound(key, [point1.x, point1.y, point2.x, point2.y], radius, 0, paint);
      }
      case 'segment':
      case 'chainSegment': {
        const { point1, point2 } = shape;
        const line = { ...paint, fillOpacity: 0 };
        return this.addRound(key, [point1.x, point1.y, point2.x, point2.y], 0, 0, line);
      }
    }
  }

  /** Changes the colours of a shape. */
  repaint(handle: ShapeHandle, paint: ShapePaint): void {
    const { instances } = this.batches[handle.batch] as Batch;
    this.writePaint(instances, handle.instance, paint);
    instances.lookChanged();
  }

  /**
   * Places every shape and uploads changed data to the GPU. Half-spaces are clipped to `view`. Returns whether anything has changed since
   * the last update.
   */
  update(readPose: ReadPose, view: ViewBounds): boolean {
    const { pose, origin } = this;
    origin.moveInto(view);
    for (const { keys, instances } of this.batches) {
      const { poses } = instances;
      for (let instance = 0; instance < keys.length; instance++) {
        readPose(keys[instance] as number, pose);
        pose[0] -= origin.x;
        pose[1] -= origin.y;
        poses.set(pose, POSE_FLOATS * instance);
      }
    }
    for (const halfSpace of this.halfSpaces) {
      readPose(halfSpace.key, pose);
      placeHalfSpace(pose, halfSpace, view, pose);
      pose[0] -= origin.x;
      pose[1] -= origin.y;
      halfSpace.batch.instances.poses.set(pose, POSE_FLOATS * halfSpace.instance);
    }
    this.polygonMaterial.setTexture('corners', this.corners.current());
    let hasChanged = false;
    for (const batch of this.batches) hasChanged = batch.instances.upload() || hasChanged;
    return hasChanged;
  }

  /** Removes the shapes from the scene and frees their buffers. */
  dispose(): void {
    for (const batch of this.batches) batch.instances.dispose();
    this.polygonMaterial.dispose();
    this.roundMaterial.dispose();
    this.corners.dispose();
  }

  private addPolygon(
    key: number,
    vertices: readonly { readonly x: number; readonly y: number }[],
    radius: number,
    sphere: number,
    paint: ShapePaint,
    inner: InnerEdges | null = null,
  ): ShapeHandle {
    const index = CORNER_BUCKETS.findIndex((corners) => vertices.length <= corners);
    if (index < 0)
      throw new RangeError(`vertices: ${vertices.length}, at most ${CORNER_BUCKETS.at(-1)} are drawn`);
    const first = this.corners.add(vertices, inner);
    return this.write(index, key, [first, vertices.length, radius, sphere, 0, 0, 0, 0], paint);
  }

  private addRound(
    key: number,
    ends: readonly [number, number, number, number],
    radius: number,
    mark: number,
    paint: ShapePaint,
  ): ShapeHandle {
    return this.write(CORNER_BUCKETS.length, key, [...ends, radius, SPHERE_SHARE * radius, mark, 0], paint);
  }

  private write(index: number, key: number, geometry: readonly number[], paint: ShapePaint): ShapeHandle {
    const batch = this.batches[index] as Batch;
    const instance = batch.instances.add();
    batch.keys.push(key);
    batch.instances.looks.set(geometry, LOOK_FLOATS * instance);
    this.writePaint(batch.instances, instance, paint);
    batch.instances.lookChanged();
    return { batch: index, instance };
  }

  private writePaint(instances: InstanceBatch, instance: number, paint: ShapePaint): void {
    const looks = instances.looks;
    const at = LOOK_FLOATS * instance + 8;
    looks.set(paint.fill, at);
    looks[at + 3] = paint.fillOpacity;
    looks.set(paint.stroke, at + 4);
    looks[at + 7] = paint.strokeOpacity;
  }
}
