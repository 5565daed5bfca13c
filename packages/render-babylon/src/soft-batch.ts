import { Buffer, VertexBuffer } from '@babylonjs/core/Buffers/buffer.js';
import '@babylonjs/core/Engines/Extensions/engine.dynamicBuffer.js';
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial.js';
import { Vector4 } from '@babylonjs/core/Maths/math.vector.js';
import { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { Scene } from '@babylonjs/core/scene.js';
import type { SoftBody } from '@otedama/rigid';
import { ORDER_SOFT_BODIES } from './constants.js';
import { LocalOrigin } from './local-origin.js';
import type { ViewBounds } from './planar-camera.js';
import { createPlaneMaterial } from './plane-material.js';
import { SentData } from './sent-data.js';
import type { ReadPose } from './shape-batches.js';
import type { ShapePaint, Style } from './style.js';
import { triangulate } from './triangulation.js';
import { watchScene } from './watch-scene.js';

/** Floats per vertex: 5 for position, depth and outward direction, 8 for fill and stroke. */
const PLACE_FLOATS = 5;
const PAINT_FLOATS = 8;

/** Number of surface points from one skin particle to the next. */
const PIECES = 4;

interface DrawnSoftBody {
  /** Body slots of the particles, skin particles first. */
  readonly slots: readonly number[];
  readonly skin: number;
  readonly radius: number;
  /**
   * Index of the first vertex of the body: one vertex per particle, then PIECES per skin particle for the surface up to the next
   * one.
   */
  readonly first: number;
}

const paintFloats = (paint: ShapePaint): number[] => [
  ...paint.fill,
  paint.fillOpacity,
  ...paint.stroke,
  paint.strokeOpacity,
];

/** Soft bodies as filled outlines, all in one draw call (soft.wgsl.ts). */
export class SoftBatch {
  private readonly scene: Scene;
  private readonly name: string;
  private readonly material: ShaderMaterial;
  private readonly look: Vector4 = new Vector4();
  private readonly origin: LocalOrigin = new LocalOrigin();
  private readonly pose: Float64Array = new Float64Array(4);
  private readonly stopWatching: () => void;
  private bodies: DrawnSoftBody[] = [];
  private mesh: Mesh | null = null;
  private placeBuffer: Buffer | null = null;
  private paintBuffer: Buffer | null = null;
  private places: Float32Array = new Float32Array(0);
  private paints: Float32Array = new Float32Array(0);
  private arePaintsStale = false;
  /** What the GPU has of `places`. */
  private readonly sentPlaces = new SentData();
  /** Whether the drawn bodies are others than at the last update. */
  private isNew = false;
  private mask = 0x0fffffff;

  constructor(scene: Scene, name: string) {
    this.scene = scene;
    this.name = name;
    this.material = createPlaneMaterial(scene, name, 'soft', this.origin);
    const restored = () => {
      this.placeBuffer?.updateDirectly(this.places, 0);
      this.arePaintsStale = true;
    };
    this.stopWatching = watchScene(scene, restored, () => this.dispose());
  }

  /** Number of soft bodies drawn. */
  get count(): number {
    return this.bodies.length;
  }

  /** Which cameras see the soft bodies, as a Babylon layer mask. */
  set layerMask(mask: number) {
    this.mask = mask;
    if (this.mesh !== null) this.mesh.layerMask = mask;
  }

  /** Sets the stroke of a style. Colours are set per body. */
  setStyle(style: Style): void {
    this.look.set(style.strokeWidth, style.strokeAlignment, 0, 0);
    this.material.setVector4('look', this.look);
  }

  /** Replaces the drawn soft bodies, each with its paint. Later ones are drawn on top. */
  show(softBodies: readonly { readonly body: SoftBody; readonly paint: ShapePaint }[]): void {
    this.isNew ||= this.bodies.length > 0 || softBodies.length > 0;
    this.clear();
    if (softBodies.length === 0) return;
    const indices: number[] = [];
    const paints: number[] = [];
    let first = 0;
    for (const { body, paint } of softBodies) {
      const { layout, radius } = body.plan;
      const { skin, points } = layout;
      this.bodies.push({ slots: body.particles.map((particle) => particle.id), skin, radius, first });
      for (const corner of triangulate(points)) indices.push(first + corner);
      const surface = first + points.length;
      const pieces = PIECES * skin;
      for (let k = 0; k < pieces; k++) {
        const from = Math.floor(k / PIECES);
        const next = first + ((from + 1) % skin);
        const below = k % PIECES < PIECES / 2 ? first + from : next;
        indices.push(below, surface + k, surface + ((k + 1) % pieces));
        if (k % PIECES === PIECES / 2) indices.push(first + from, surface + k, next);
      }
      const color = paintFloats(paint);
      for (let i = 0; i < points.length + pieces; i++) paints.push(...color);
      first = surface + pieces;
    }
    this.paints = Float32Array.from(paints);
    this.places = new Float32Array(PLACE_FLOATS * first);
    this.writeDepths(softBodies.map(({ body }) => body));
    this.mesh = this.createMesh(indices, first);
  }

  /** Changes the colours of a soft body, given by its place in the list of the last `show`. */
  repaint(place: number, paint: ShapePaint): void {
    const { slots, skin, first } = this.bodies[place];
    const color = paintFloats(paint);
    const end = first + slots.length + PIECES * skin;
    for (let vertex = first; vertex < end; vertex++) this.paints.set(color, PAINT_FLOATS * vertex);
    this.arePaintsStale = true;
  }

  /**
   * Computes the positions of all vertices and uploads them to the GPU if they have changed. They are exact near the middle of `view`.
   * Returns whether anything has changed since the last update.
   */
  update(readPose: ReadPose, view: ViewBounds): boolean {
    this.origin.moveInto(view);
    for (const body of this.bodies) this.place(body, readPose);
    const isMoved = this.sentPlaces.update(this.places, this.places.length);
    // the buffer of other bodies is new too, and empty
    if (isMoved || this.isNew) this.placeBuffer?.updateDirectly(this.places, 0);
    if (this.arePaintsStale) this.paintBuffer?.updateDirectly(this.paints, 0);
    const hasChanged = isMoved || this.arePaintsStale || this.isNew;
    this.arePaintsStale = this.isNew = false;
    return hasChanged;
  }

  dispose(): void {
    this.stopWatching();
    this.clear();
    this.material.dispose();
  }

  private clear(): void {
    this.mesh?.dispose();
    this.placeBuffer?.dispose();
    this.paintBuffer?.dispose();
    this.mesh = this.placeBuffer = this.paintBuffer = null;
    this.bodies = [];
    this.places = new Float32Array(0);
  }

  /** Writes the depth of each particle below the surface at rest. The depth stays constant when the body deforms. */
  private writeDepths(softBodies: readonly SoftBody[]): void {
    softBodies.forEach((body, index) => {
      const { points, skin } = body.plan.layout;
      const { first, radius } = this.bodies[index];
      points.forEach((point, i) => {
        let above = i < skin ? 0 : Number.POSITIVE_INFINITY;
        for (let k = 0; k < skin && i >= skin; k++)
          above = Math.min(above, Math.hypot(points[k].x - point.x, points[k].y - point.y));
        this.places[PLACE_FLOATS * (first + i) + 2] = radius + above;
      });
    });
  }

  private place({ slots, skin, radius, first }: DrawnSoftBody, readPose: ReadPose): void {
    const { places, pose, origin } = this;
    for (let i = 0; i < slots.length; i++) {
      readPose(slots[i], pose);
      const at = PLACE_FLOATS * (first + i);
      places[at] = pose[0] - origin.x;
      places[at + 1] = pose[1] - origin.y;
    }
    // The centre line is straight from one skin particle to the next. The surface is offset from it by one radius along a normal.
    // The normal is interpolated between those of the tangents m1 = (p2 - p0) / 2 and m2 = (p3 - p1) / 2 at the ends p1 and p2.
    let at = PLACE_FLOATS * (first + slots.length);
    for (let i = 0; i < skin; i++) {
      const p0 = PLACE_FLOATS * (first + ((i + skin - 1) % skin));
      const p1 = PLACE_FLOATS * (first + i);
      const p2 = PLACE_FLOATS * (first + ((i + 1) % skin));
      const p3 = PLACE_FLOATS * (first + ((i + 2) % skin));
      const dx = places[p2] - places[p1];
      const dy = places[p2 + 1] - places[p1 + 1];
      const m1x = places[p2] - places[p0];
      const m1y = places[p2 + 1] - places[p0 + 1];
      const turnX = places[p3] - places[p1] - m1x;
      const turnY = places[p3 + 1] - places[p1 + 1] - m1y;
      for (let piece = 0; piece < PIECES; piece++, at += PLACE_FLOATS) {
        const t = piece / PIECES;
        const alongX = m1x + t * turnX;
        const alongY = m1y + t * turnY;
        const length = Math.max(Math.hypot(alongX, alongY), 1e-12);
        const outX = alongY / length;
        const outY = -alongX / length;
        places[at] = places[p1] + t * dx + radius * outX;
        places[at + 1] = places[p1 + 1] + t * dy + radius * outY;
        places[at + 3] = outX;
        places[at + 4] = outY;
      }
    }
  }

  private createMesh(indices: readonly number[], vertices: number): Mesh {
    const engine = this.scene.getEngine();
    const mesh = new Mesh(this.name, this.scene);
    this.placeBuffer = new Buffer(engine, this.places, true, PLACE_FLOATS);
    this.paintBuffer = new Buffer(engine, this.paints, true, PAINT_FLOATS);
    const { placeBuffer, paintBuffer } = this;
    mesh.setVerticesBuffer(placeBuffer.createVertexBuffer(VertexBuffer.PositionKind, 0, 3), false, vertices);
    mesh.setVerticesBuffer(placeBuffer.createVertexBuffer('outward', 3, 2), false);
    mesh.setVerticesBuffer(paintBuffer.createVertexBuffer('fill', 0, 4), false);
    mesh.setVerticesBuffer(paintBuffer.createVertexBuffer('stroke', 4, 4), false);
    mesh.setIndices([...indices], vertices);
    mesh.material = this.material;
    mesh.alphaIndex = ORDER_SOFT_BODIES;
    mesh.layerMask = this.mask;
    mesh.alwaysSelectAsActiveMesh = true;
    mesh.doNotSyncBoundingInfo = true;
    mesh.isPickable = false;
    return mesh;
  }
}
