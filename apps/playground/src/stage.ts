import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { Scene } from '@babylonjs/core/scene.js';
import {
  BodyDrag,
  type CanvasPoint,
  createEngine,
  type DebugLayer,
  type EngineKind,
  Gestures,
  gpuDeviceOf,
  PlanarCamera,
  type PlanarView,
  pickBody,
  type Style,
  WorldView,
} from '@otedama/render-babylon';
import type { World } from '@otedama/rigid';

/** What the page does when the reader touches the stage. */
export interface StageEvents {
  /** Before a body is taken hold of or let go: the world changes. */
  changed(): void;
  /** The graphics device is gone (true) or back (false). */
  deviceLost(lost: boolean): void;
}

/** The canvas: an engine, a camera, the view of one world, and the hand that drags its bodies. */
export class Stage {
  readonly engineKind: EngineKind;
  readonly fallbackReason: string;
  readonly engine: AbstractEngine;
  readonly camera: PlanarCamera;
  private readonly canvas: HTMLCanvasElement;
  private readonly scene: Scene;
  private readonly events: StageEvents;
  private world: World | null = null;
  private view: WorldView | null = null;
  private drag: BodyDrag | null = null;
  private layers: readonly DebugLayer[] = [];
  private dirty = true;

  static async create(canvas: HTMLCanvasElement, prefer: EngineKind, events: StageEvents): Promise<Stage> {
    const created = await createEngine(canvas, { prefer });
    return new Stage(canvas, created.engine, created.kind, created.fallbackReason, events);
  }

  private constructor(
    canvas: HTMLCanvasElement,
    engine: AbstractEngine,
    kind: EngineKind,
    fallbackReason: string,
    events: StageEvents,
  ) {
    this.canvas = canvas;
    this.engine = engine;
    this.engineKind = kind;
    this.fallbackReason = fallbackReason;
    this.events = events;
    this.scene = new Scene(engine);
    // Gestures listens to the canvas; Babylon's own pointer handling would only stand beside it
    this.scene.detachControl();
    this.camera = new PlanarCamera(this.scene);
    new Gestures(canvas, {
      grab: (point, reach) => this.grab(point, reach),
      drag: (point) => this.drag?.move(this.toWorld(point)),
      release: () => this.release(),
      tap: () => canvas.focus({ preventScroll: true }),
      pan: (left, top) => this.change(() => this.camera.pan(left, top)),
      zoom: (factor, point) => this.change(() => this.camera.zoom(factor, point.left, point.top)),
      hover: (point) => this.hover(point),
    });
    new ResizeObserver(() => this.change(() => engine.resize())).observe(canvas);
    engine.onContextLostObservable.add(() => events.deviceLost(true));
    engine.onContextRestoredObservable.add(() => {
      this.view?.refresh();
      this.redraw();
      events.deviceLost(false);
    });
  }

  /** Shows another world; what was held is let go. */
  show(world: World, style: Style): void {
    this.view?.dispose();
    this.world = world;
    this.drag = new BodyDrag(world);
    this.view = new WorldView(this.scene, world, this.camera, { style, layers: this.drawnLayers() });
    this.setStyle(style);
  }

  setStyle(style: Style): void {
    if (this.view === null) return;
    this.view.style = style;
    const [red, green, blue] = style.background;
    this.scene.clearColor.set(red, green, blue, 1);
    this.redraw();
  }

  setLayers(layers: readonly DebugLayer[]): void {
    this.layers = layers;
    if (this.view !== null) this.view.layers = this.drawnLayers();
    this.redraw();
  }

  /** `aspect`: width over height that is kept in view on a narrow stage. */
  setHome(view: PlanarView, aspect: number): void {
    this.change(() => {
      this.camera.fitAspect = aspect;
      this.camera.setHome(view);
    });
  }

  resetCamera(): void {
    this.change(() => this.camera.reset());
  }

  /** Moves the view by shares of its height. */
  moveCamera(right: number, up: number): void {
    const pixels = this.canvas.clientHeight;
    this.change(() => this.camera.pan(-right * pixels, up * pixels));
  }

  zoomCamera(factor: number): void {
    this.change(() =>
      this.camera.zoom(factor, 0.5 * this.canvas.clientWidth, 0.5 * this.canvas.clientHeight),
    );
  }

  /** Has the next `draw` draw, even if the world stands still. */
  redraw(): void {
    this.dirty = true;
  }

  /** Draws a frame if something may have changed since the last. */
  draw(fraction: number, moving: boolean): void {
    if ((!this.dirty && !moving) || this.view === null) return;
    this.dirty = false;
    this.camera.update();
    this.view.update(fraction);
    this.scene.render();
    // shaders are still being compiled: what is missing is drawn as soon as they are there
    const complete = this.scene.isReady();
    if (!complete) this.dirty = true;
    this.canvas.dataset.drawn = String(complete);
  }

  /** Has the graphics device fail: for tests of what happens then. */
  loseDevice(): void {
    const device = gpuDeviceOf(this.engine);
    if (device !== null) {
      device.destroy();
      return;
    }
    const extension = this.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context');
    extension?.loseContext();
    window.setTimeout(() => extension?.restoreContext(), 100);
  }

  private drawnLayers(): readonly DebugLayer[] {
    const hand: DebugLayer = {
      name: 'hand',
      title: 'Hand',
      draw: (_, painter) => this.drag?.draw(painter),
    };
    return [...this.layers, hand];
  }

  private change(action: () => void): void {
    action();
    this.redraw();
  }

  private toWorld(point: CanvasPoint): { x: number; y: number } {
    return this.camera.toWorld(point.left, point.top);
  }

  private grab(point: CanvasPoint, reach: number): boolean {
    const held = this.drag?.grab(this.toWorld(point), reach * this.camera.metresPerPixel) ?? false;
    if (held) this.events.changed();
    this.setCursor(held ? 'grabbing' : 'pan');
    this.redraw();
    return held;
  }

  private release(): void {
    this.drag?.release();
    this.events.changed();
    this.setCursor('pan');
    this.redraw();
  }

  private hover(point: CanvasPoint | null): void {
    if (point === null || this.world === null) return;
    const body = pickBody(this.world, this.toWorld(point), 0);
    this.setCursor(body === null ? 'pan' : 'grab');
  }

  private setCursor(cursor: 'grab' | 'grabbing' | 'pan'): void {
    this.canvas.dataset.cursor = cursor;
  }
}
