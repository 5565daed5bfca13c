import type { Scene } from '@babylonjs/core/scene.js';
import { BODY_ALIVE, BODY_ENABLED, type Body, STATIC } from '@otedama/rigid';
import type { DebugLayer } from './debug-layers.js';
import { findInnerEdges, type InnerEdges } from './inner-edges.js';
import { LinePainter } from './line-painter.js';
import type { PlanarCamera } from './planar-camera.js';
import { blendPose } from './pose.js';
import { type ReadPose, ShapeBatches, type ShapeHandle } from './shape-batches.js';
import { SoftBatch } from './soft-batch.js';
import { articlesStyle, type Style } from './style.js';
import type { DrawnWorld, ShapeGeometry } from './types.js';

interface DrawnShape {
  readonly body: Body;
  readonly index: number;
  readonly isSensor: boolean;
  readonly handle: ShapeHandle;
}

/** The shapes of a body and their inner edges. */
interface KnownEdges {
  readonly geometries: readonly ShapeGeometry[];
  readonly inner: readonly (InnerEdges | null)[];
}

/** Initial options of a `WorldView`. */
export interface WorldViewOptions {
  /** How the world is drawn. Default: `articlesStyle`. */
  readonly style?: Style;
  /** Initial debug layers; default none. */
  readonly layers?: readonly DebugLayer[];
}

/**
 * Draws a world in the plane z = 0 of a Babylon scene. Every shape is one instance, so the number of draw calls does not depend on
 * the number of bodies: at most four for shapes, one for soft bodies and one for debug layers.
 *
 * The view only reads the world. You can create and destroy bodies at any time between updates. If you remove a shape from the
 * middle of a body's list, call `refresh`.
 */
export class WorldView {
  /** The visible debug layers, in drawing order. */
  layers: readonly DebugLayer[];
  private readonly world: DrawnWorld;
  private readonly camera: PlanarCamera;
  private readonly shapes: ShapeBatches;
  private readonly softBodies: SoftBatch;
  private readonly painter: LinePainter;
  private currentStyle: Style;
  private readonly repaintable: Map<number, DrawnShape[]> = new Map();
  private readonly innerOf: WeakMap<ShapeGeometry, KnownEdges> = new WeakMap();
  private signature: Int32Array = new Int32Array(0);
  private awake: Uint8Array = new Uint8Array(0);
  private stale = true;

  constructor(scene: Scene, world: DrawnWorld, camera: PlanarCamera, options: WorldViewOptions = {}) {
    this.world = world;
    this.camera = camera;
    this.currentStyle = options.style ?? articlesStyle;
    this.layers = options.layers ?? [];
    this.shapes = new ShapeBatches(scene, 'world');
    this.softBodies = new SoftBatch(scene, 'world soft bodies');
    this.painter = new LinePainter(scene, 'world lines');
    this.shapes.setStyle(this.currentStyle);
    this.softBodies.setStyle(this.currentStyle);
  }

  /** How the world is drawn. A new style takes effect at the next update. */
  get style(): Style {
    return this.currentStyle;
  }

  set style(style: Style) {
    this.currentStyle = style;
    this.shapes.setStyle(style);
    this.softBodies.setStyle(style);
    this.stale = true;
  }

  /** Number of shapes that the last update drew. A half-space with an opaque fill counts twice, a soft body once. */
  get shapeCount(): number {
    return this.shapes.count + this.softBodies.count;
  }

  /** Which cameras see the view, as a Babylon.js layer mask. */
  set layerMask(mask: number) {
    this.shapes.layerMask = mask;
    this.softBodies.layerMask = mask;
    this.painter.layerMask = mask;
  }

  /** Reads all shapes again at the next update. */
  refresh(): void {
    this.stale = true;
  }

  /**
   * Updates the scene. Call it once per frame, before rendering.
   *
   * @param fraction where bodies are drawn, as a fraction of the last step: 0 at its start, 1 (default) at its end
   */
  update(fraction = 1): void {
    if (this.bodiesChanged() || this.stale) this.collect();
    else this.repaintSleepers();
    const store = this.world.bodyStore;
    const readPose: ReadPose = (slot, out) => blendPose(store, slot, fraction, out);
    this.shapes.update(readPose, this.camera.bounds);
    this.softBodies.update(readPose);
    this.painter.clear();
    const context = { metersPerPixel: this.camera.metersPerPixel, fraction };
    for (const layer of this.layers) layer.draw(this.world, this.painter, context);
    this.painter.upload();
  }

  /** Removes everything that was drawn from the scene and frees it. The world is not affected. Disposing of the scene does the same. */
  dispose(): void {
    this.shapes.dispose();
    this.softBodies.dispose();
    this.painter.dispose();
  }

  /** Compares the existing bodies, their types and the ends of their shape lists with the previous update. */
  private bodiesChanged(): boolean {
    const { slots, flags, generation, type, firstShape, lastShape } = this.world.bodyStore;
    let changed = this.signature.length !== 4 * slots;
    if (changed) this.signature = new Int32Array(4 * slots);
    const seen = this.signature;
    for (let slot = 0; slot < slots; slot++) {
      const state = 4 * (flags[slot] & (BODY_ALIVE | BODY_ENABLED)) + type[slot];
      const at = 4 * slot;
      if (
        seen[at] !== state ||
        seen[at + 1] !== generation[slot] ||
        seen[at + 2] !== firstShape[slot] ||
        seen[at + 3] !== lastShape[slot]
      ) {
        changed = true;
        seen[at] = state;
        seen[at + 1] = generation[slot];
        seen[at + 2] = firstShape[slot];
        seen[at + 3] = lastShape[slot];
      }
    }
    return changed;
  }

  /** Adds all shapes again, static bodies first so that they are drawn below the others. */
  private collect(): void {
    this.stale = false;
    this.shapes.clear();
    this.repaintable.clear();
    const { slots, type, awakeIndex } = this.world.bodyStore;
    this.awake = Uint8Array.from({ length: slots }, (_, slot) => (awakeIndex[slot] >= 0 ? 1 : 0));
    const { softBodies } = this.world;
    const particles = new Set(softBodies.flatMap((softBody) => softBody.particles));
    const bodies = [...this.world.bodies].filter((body) => body.isEnabled && !particles.has(body));
    const fixed = bodies.filter((body) => type[body.id] === STATIC);
    fixed.forEach((body, index) => {
      this.addBody(body, index);
    });
    this.coverInnerEdges(fixed);
    const counts = { kinematic: 0, dynamic: 0 };
    for (const body of bodies) {
      if (body.type !== 'static') this.addBody(body, counts[body.type]++);
    }
    this.softBodies.show(
      softBodies.map((body) => ({ body, paint: this.paint(body.particles[0], counts.dynamic++, false) })),
    );
  }

  private addBody(body: Body, index: number): void {
    const own: DrawnShape[] = [];
    const inner = this.innerEdges(body);
    body.shapes.forEach((shape, k) => {
      const { isSensor } = shape;
      const paint = this.paint(body, index, isSensor);
      const handle = this.shapes.add(body.id, shape.geometry, paint, inner[k] ?? null);
      own.push({ body, index, isSensor, handle });
    });
    this.repaintable.set(body.id, own);
  }

  /** Edges of the body's shapes that are inside the body. The result is cached while the body has the same shapes. */
  private innerEdges({ shapes }: Body): readonly (InnerEdges | null)[] {
    const first = shapes[0];
    // sensor shapes and solid shapes do not hide each other's edges
    if (
      first === undefined ||
      shapes.length < 2 ||
      shapes.some(({ isSensor }) => isSensor !== first.isSensor)
    )
      return [];
    const geometries = shapes.map(({ geometry }) => geometry);
    const known = this.innerOf.get(first.geometry);
    if (known !== undefined && known.geometries.length === geometries.length) {
      if (known.geometries.every((geometry, k) => geometry === geometries[k])) return known.inner;
    }
    const inner = findInnerEdges(geometries);
    this.innerOf.set(first.geometry, { geometries, inner });
    return inner;
  }

  /** Draws opaque static half-spaces a second time without edges. If two overlap, this hides the edge of one inside the other. */
  private coverInnerEdges(fixed: readonly Body[]): void {
    fixed.forEach((body, index) => {
      for (const shape of body.shapes) {
        if (shape.geometry.kind !== 'halfSpace') continue;
        const paint = this.paint(body, index, shape.isSensor);
        if (paint.fillOpacity === 1) this.shapes.add(body.id, shape.geometry, { ...paint, strokeOpacity: 0 });
      }
    });
  }

  private paint(body: Body, index: number, sensor: boolean): ReturnType<Style['paint']> {
    const { type, color, isAwake } = body;
    return this.currentStyle.paint({ type, index, color, awake: isAwake || type === 'static', sensor });
  }

  private repaintSleepers(): void {
    const { slots, awakeIndex } = this.world.bodyStore;
    for (let slot = 0; slot < slots; slot++) {
      const awake = awakeIndex[slot] >= 0 ? 1 : 0;
      if (this.awake[slot] === awake) continue;
      this.awake[slot] = awake;
      for (const shape of this.repaintable.get(slot) ?? []) {
        this.shapes.repaint(shape.handle, this.paint(shape.body, shape.index, shape.isSensor));
      }
    }
  }
}
