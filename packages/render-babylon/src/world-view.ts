import type { Scene } from '@babylonjs/core/scene.js';
import { requireFinite, requireKnownFields } from '@otedama/math2d';
import { BODY_ALIVE, BODY_ENABLED, type Body, type BodyStore } from '@otedama/rigid';
import { BodyNumbers } from './body-numbers.js';
import { ORDER_FIXED } from './constants.js';
import type { DebugLayer } from './debug-layers.js';
import { type FilledShape, fillChains } from './filled-chains.js';
import { GroundEdges } from './ground-edges.js';
import { findInnerEdges, type InnerEdges } from './inner-edges.js';
import {
  requireLayerMask,
  requireLayers,
  requirePlanarCamera,
  requireScene,
  requireStyle,
  requireWorld,
} from './input.js';
import { LinePainter } from './line-painter.js';
import type { PlanarCamera } from './planar-camera.js';
import { blendPose } from './pose.js';
import { isInFirstBatch, type ReadPose, ShapeBatches, type ShapeHandle } from './shape-batches.js';
import { SoftBatch } from './soft-batch.js';
import { articlesStyle, type ShapePaint, type Style } from './style.js';
import type { DrawnWorld, ShapeGeometry } from './types.js';

/** A body, and what its colours were chosen by. */
interface Painted {
  readonly body: Body;
  readonly number: number;
  color: Body['color'];
  isAwake: boolean;
}

interface DrawnShape extends FilledShape {
  /** Its edges inside the body. */
  readonly inner: InnerEdges | null;
  paint: ShapePaint;
  /** The batches that it is in. */
  batches: ShapeBatches;
  handle: ShapeHandle | null;
  /** The second instance of an opaque half-space, which has no edge. */
  cover: ShapeHandle | null;
}

interface DrawnBody {
  readonly body: Body;
  readonly painted: Painted;
  readonly shapes: readonly DrawnShape[];
}

const withoutEdge = (paint: ShapePaint): ShapePaint => ({ ...paint, strokeOpacity: 0 });

/** The shapes of a body, with closed chains filled, and the inner edges of each; and the geometries of the body that they belong to. */
interface KnownShapes {
  readonly geometries: readonly ShapeGeometry[];
  readonly filled: readonly FilledShape[];
  readonly inner: readonly (InnerEdges | null)[];
}

/** Options of a `WorldView`: its style and its layers, which may also change later. All are optional. */
export interface WorldViewOptions {
  /** How the world is drawn. Default: `articlesStyle`. */
  readonly style?: Style;
  /** Initial debug layers; default none. */
  readonly layers?: readonly DebugLayer[];
}

/**
 * Draws a world in the plane z = 0 of a Babylon scene. Every shape is one instance, so the number of draw calls does not depend on
 * the number of bodies: at most four for shapes, four more for static bodies if some of them are not just boxes, one for soft bodies and
 * one for debug layers.
 *
 * Polygons that touch are drawn as one area, without the edges between them: those of one body, and those of static bodies of the same
 * colours. A closed chain is filled on its solid side.
 *
 * The view only reads the world. You can create and destroy bodies at any time between updates, and change their colour hints. If you
 * remove a shape from the middle of a body's list, call `refresh`.
 */
export class WorldView {
  private readonly scene: Scene;
  private readonly world: DrawnWorld;
  private readonly camera: PlanarCamera;
  private readonly shapes: ShapeBatches;
  /** Shapes of static bodies, below all others; null as long as they are in the batch that is drawn first anyway. */
  private fixedShapes: ShapeBatches | null = null;
  private readonly softBodies: SoftBatch;
  private readonly painter: LinePainter;
  private currentStyle: Style;
  private shownLayers: readonly DebugLayer[];
  private readonly numbers: BodyNumbers = new BodyNumbers();
  private drawnBodies: readonly DrawnBody[] = [];
  /** Those of them that have not changed since, by slot. */
  private readonly drawnOf: (DrawnBody | undefined)[] = [];
  /** The first particle of each soft body, in the order of `softBodies`. */
  private drawnSoftBodies: readonly Painted[] = [];
  /** By the first geometry of a body. */
  private readonly knownShapes: WeakMap<ShapeGeometry, KnownShapes> = new WeakMap();
  private readonly ground: GroundEdges = new GroundEdges();
  private signature: Int32Array = new Int32Array(0);
  private stale = true;
  private mask: number | null = null;
  private isDisposed = false;

  /**
   * @throws InputError if the scene, the world, the camera or the style is none, for a layer that is none, or for an option that does not
   * exist
   */
  constructor(scene: Scene, world: DrawnWorld, camera: PlanarCamera, options: WorldViewOptions = {}) {
    requireScene(scene);
    requireWorld(world);
    requirePlanarCamera(camera);
    requireKnownFields(options, '', ['style', 'layers']);
    const { style = articlesStyle, layers = [] } = options;
    requireStyle(style);
    this.scene = scene;
    this.world = world;
    this.camera = camera;
    this.currentStyle = style;
    this.shownLayers = requireLayers(layers);
    this.shapes = new ShapeBatches(scene, 'world');
    this.softBodies = new SoftBatch(scene, 'world soft bodies');
    this.painter = new LinePainter(scene, 'world lines');
    this.shapes.setStyle(this.currentStyle);
    this.softBodies.setStyle(this.currentStyle);
    Object.seal(this); // a name that does not exist throws
  }

  /**
   * How the world is drawn. A new style takes effect at the next update.
   * @throws InputError if it is set to what is no style
   */
  get style(): Style {
    return this.currentStyle;
  }

  set style(style: Style) {
    requireStyle(style);
    this.currentStyle = style;
    this.shapes.setStyle(style);
    this.fixedShapes?.setStyle(style);
    this.softBodies.setStyle(style);
    this.stale = true;
  }

  /**
   * The visible debug layers, in drawing order.
   * @throws InputError if it is set to what is no list of debug layers
   */
  get layers(): readonly DebugLayer[] {
    return this.shownLayers;
  }

  set layers(layers: readonly DebugLayer[]) {
    this.shownLayers = requireLayers(layers);
  }

  /**
   * Number of shapes that the last update drew. A half-space with an opaque fill counts twice, a soft body once, a filled chain as often as
   * it takes convex polygons to fill it.
   */
  get shapeCount(): number {
    return this.shapes.count + (this.fixedShapes?.count ?? 0) + this.softBodies.count;
  }

  /**
   * Which cameras see the view, as a Babylon.js layer mask.
   * @throws InputError unless it is a whole number of 32 bits
   */
  set layerMask(mask: number) {
    this.mask = requireLayerMask(mask);
    this.shapes.layerMask = mask;
    if (this.fixedShapes !== null) this.fixedShapes.layerMask = mask;
    this.softBodies.layerMask = mask;
    this.painter.layerMask = mask;
  }

  /** Reads all shapes again at the next update. */
  refresh(): void {
    this.stale = true;
  }

  /**
   * Updates the scene. Call it once per frame, before rendering. Does nothing once the view or its scene is disposed of.
   *
   * @param fraction where bodies are drawn, as a fraction of the last step: 0 at its start, 1 (default) at its end
   * @throws InputError for a fraction that is not finite
   * @returns whether anything that the view draws has changed since the last update; {@link DrawOnChange} leaves out frames without changes
   */
  update(fraction = 1): boolean {
    requireFinite('fraction', fraction);
    if (this.isDisposed || this.scene.isDisposed) return false;
    if (this.stale) this.drawnOf.length = 0;
    const store = this.world.bodyStore;
    const isGroundMoved = this.ground.leaveMoved(store);
    if (this.forgetChanged() || this.stale || isGroundMoved || this.repaintChanged()) this.collect();
    const readPose: ReadPose = (slot, out) => blendPose(store, slot, fraction, out);
    const { bounds } = this.camera;
    const areMoved = this.shapes.update(readPose, bounds);
    const areFixedMoved = this.fixedShapes?.update(readPose, bounds) ?? false;
    const isBent = this.softBodies.update(readPose, bounds);
    this.painter.clear(this.camera.view);
    const context = { metersPerPixel: this.camera.metersPerPixel, fraction };
    for (const layer of this.shownLayers) layer.draw(this.world, this.painter, context);
    const isRedrawn = this.painter.upload();
    return areMoved || areFixedMoved || isBent || isRedrawn;
  }

  /** Removes everything that was drawn from the scene and frees it. The world is not affected. Disposing of the scene does the same. */
  dispose(): void {
    this.isDisposed = true;
    this.shapes.dispose();
    this.fixedShapes?.dispose();
    this.softBodies.dispose();
    this.painter.dispose();
  }

  /**
   * Compares the existing bodies, their types and the ends of their shape lists with the previous update, and forgets how those that differ
   * were drawn. Returns whether any does.
   */
  private forgetChanged(): boolean {
    const { slots, flags, generation, type, firstShape, lastShape } = this.world.bodyStore;
    let changed = this.signature.length !== 4 * slots;
    if (changed) {
      const before = this.signature.subarray(0, 4 * slots);
      this.signature = new Int32Array(4 * slots);
      this.signature.set(before);
    }
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
        this.drawnOf[slot] = undefined;
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
    this.fixedShapes?.clear();
    const particles = new Set(this.world.softBodies.flatMap((softBody) => softBody.particles));
    const bodies = [...this.world.bodies].filter((body) => body.isEnabled && !particles.has(body));
    const softBodies = this.world.softBodies.filter(({ particles: [first] }) => first.isEnabled);
    const firstParticles = softBodies.map(({ particles: [first] }) => first);
    this.numbers.assign([...bodies, ...firstParticles]);
    const drawn = bodies.map((body) => this.drawnBody(body));
    const fixed = drawn.filter(({ body }) => body.type === 'static');
    const moving = drawn.filter(({ body }) => body.type !== 'static');
    this.ground.compare(fixed, this.world.bodyStore);
    const below = this.batchesBelow(fixed);
    for (const body of fixed) this.addShapes(body, below);
    for (const body of fixed) this.coverInnerEdges(body, below);
    for (const body of moving) this.addShapes(body, this.shapes);
    this.drawnBodies = [...fixed, ...moving];
    this.drawnSoftBodies = firstParticles.map((particle) => this.asPainted(particle));
    this.softBodies.show(
      softBodies.map((body, k) => ({ body, paint: this.paint(this.drawnSoftBodies[k], false) })),
    );
  }

  private asPainted(body: Body): Painted {
    return { body, number: this.numbers.of(body), color: body.color, isAwake: body.isAwake };
  }

  /** The shapes of a body with their colours: those of the last time, if the body has not changed. */
  private drawnBody(body: Body): DrawnBody {
    const known = this.drawnOf[body.id];
    if (known !== undefined) {
      if (hasChanged(known.painted, this.world.bodyStore.awakeIndex)) this.choosePaints(known);
      return known;
    }
    const painted = this.asPainted(body);
    const { filled, inner } = this.shapesOf(body);
    const drawn = {
      body,
      painted,
      shapes: filled.map(({ geometry, isSensor }, k) => ({
        geometry,
        isSensor,
        inner: inner[k] ?? null,
        paint: this.paint(painted, isSensor),
        batches: this.shapes,
        handle: null,
        cover: null,
      })),
    };
    this.drawnOf[body.id] = drawn;
    return drawn;
  }

  /** The batches for static bodies: those of all bodies, if they come first in them anyway. */
  private batchesBelow(fixed: readonly DrawnBody[]): ShapeBatches {
    const isFirst = (shape: DrawnShape): boolean => isInFirstBatch(shape.geometry, this.edgesOf(shape));
    if (fixed.every(({ shapes }) => shapes.every(isFirst))) return this.shapes;
    if (this.fixedShapes === null) {
      this.fixedShapes = new ShapeBatches(this.scene, 'fixed', ORDER_FIXED);
      this.fixedShapes.setStyle(this.currentStyle);
      if (this.mask !== null) this.fixedShapes.layerMask = this.mask;
    }
    return this.fixedShapes;
  }

  private edgesOf(shape: DrawnShape): InnerEdges | null {
    return this.ground.of(shape) ?? shape.inner;
  }

  private addShapes({ body, shapes }: DrawnBody, batches: ShapeBatches): void {
    for (const shape of shapes) {
      const { geometry, paint } = shape;
      shape.batches = batches;
      // a peg does not turn
      const isMarked = body.type !== 'static';
      shape.handle = batches.add(body.id, geometry, paint, this.edgesOf(shape), isMarked);
    }
  }

  /** The shapes of a body as they are drawn. The result is cached while the body has the same shapes. */
  private shapesOf({ shapes }: Body): KnownShapes {
    const geometries = shapes.map(({ geometry }) => geometry);
    if (geometries.length === 0) return { geometries, filled: [], inner: [] };
    const known = this.knownShapes.get(geometries[0]);
    if (known !== undefined && known.geometries.length === geometries.length) {
      if (known.geometries.every((geometry, k) => geometry === geometries[k])) return known;
    }
    const filled = fillChains(shapes);
    // sensor shapes and solid shapes do not hide each other's edges
    const isOfOneKind = filled.every(({ isSensor }) => isSensor === filled[0].isSensor);
    const inner =
      isOfOneKind && filled.length > 1 ? findInnerEdges(filled.map(({ geometry }) => geometry)) : [];
    const found = { geometries, filled, inner };
    this.knownShapes.set(geometries[0], found);
    return found;
  }

  /** Draws opaque half-spaces of a static body a second time without edges. If two overlap, this hides the edge of one inside the other. */
  private coverInnerEdges({ body, shapes }: DrawnBody, batches: ShapeBatches): void {
    for (const shape of shapes) {
      const { geometry, paint } = shape;
      const isCovered = geometry.kind === 'halfSpace' && paint.fillOpacity === 1;
      shape.cover = isCovered ? batches.add(body.id, geometry, withoutEdge(paint)) : null;
    }
  }

  private paint({ body: { type }, number, color, isAwake }: Painted, sensor: boolean): ShapePaint {
    return this.currentStyle.paint({
      type,
      index: number,
      color,
      awake: isAwake || type === 'static',
      sensor,
    });
  }

  private choosePaints(drawn: DrawnBody): void {
    for (const shape of drawn.shapes) shape.paint = this.paint(drawn.painted, shape.isSensor);
  }

  /**
   * Paints bodies again that fell asleep, woke up or have another colour hint. Returns whether shapes must be added again, because a body no
   * longer looks like the ground around it.
   */
  private repaintChanged(): boolean {
    const { awakeIndex } = this.world.bodyStore;
    let isGroundChanged = false;
    for (const drawn of this.drawnBodies) {
      if (!hasChanged(drawn.painted, awakeIndex)) continue;
      this.choosePaints(drawn);
      if (drawn.body.type === 'static' && this.ground.leave(drawn.body)) isGroundChanged = true;
      for (const { batches, handle, cover, paint } of drawn.shapes) {
        if (handle !== null) batches.repaint(handle, paint);
        if (cover !== null) batches.repaint(cover, withoutEdge(paint));
      }
    }
    this.drawnSoftBodies.forEach((drawn, k) => {
      if (hasChanged(drawn, awakeIndex)) this.softBodies.repaint(k, this.paint(drawn, false));
    });
    return isGroundChanged;
  }
}

/** Takes over what the colours of a body depend on. Returns whether it has changed. */
function hasChanged(drawn: Painted, awakeIndex: BodyStore['awakeIndex']): boolean {
  const { color, id } = drawn.body;
  const isAwake = awakeIndex[id] >= 0;
  if (drawn.isAwake === isAwake && drawn.color === color) return false;
  drawn.isAwake = isAwake;
  drawn.color = color;
  return true;
}
