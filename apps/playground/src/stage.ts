import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { Scene } from '@babylonjs/core/scene.js';
import {
  ARTICLES_ASPECT,
  articlesView,
  type CanvasPoint,
  createEngine,
  type DebugLayer,
  DrawOnChange,
  type EngineKind,
  Gestures,
  type GestureTarget,
  gpuDeviceOf,
  type PlanarCamera,
  type PlanarView,
  type Style,
  type ViewBounds,
} from '@otedama/render-babylon';
import type { World } from '@otedama/rigid';
import { FrameMeter } from './frame-meter.js';
import { type CoveredEdges, clearView, groundedView, regionOf, type ViewRegion } from './home-view.js';
import { HANDS, Pane, type PointedBody, type ShownWorld } from './pane.js';
import { type PaneCell, type PaneGrid, paneCells, paneGrid } from './pane-grid.js';
import type { Stroke } from './stroke.js';

/** Events of the stage for the page. */
export interface StageEvents {
  /** The graphics device was lost (true) or restored (false). */
  deviceLost(lost: boolean): void;
  /** A point of a world was tapped. Objects within `reach` metres count as hit. */
  tapped?(point: { readonly x: number; readonly y: number }, reach: number, world: World): void;
  /** The pointer grabbed a body. */
  grabbed?(): void;
  /** A stroke begins, has a new point, or is complete. It may get its picture when it begins. */
  strokeBegan?(stroke: Stroke): void;
  strokeMoved?(stroke: Stroke): void;
  strokeEnded?(stroke: Stroke): void;
  /** The panes were arranged in this grid. */
  arranged?(grid: PaneGrid): void;
  /** The reader moved the view. */
  moved?(): void;
}

/** A view, and the ratio of width to height around its centre that narrow panes must still show. */
interface Look {
  readonly view: PlanarView;
  readonly aspect: number;
}

/** How a scene is first seen. */
export interface Opening extends Look {
  /** Whether the scene stands on ground. A narrow canvas then shows more of the space above it than below. */
  readonly isGrounded: boolean;
  /** The range between two heights, m, that text must not cover; null if there is none. */
  readonly span: { readonly bottom: number; readonly top: number } | null;
}

/** Distance from a tap within which objects count as hit, in CSS pixels. */
const TAP_REACH = 14;

/** Fraction of the view, around its centre, in which a followed point may move before the view moves too. */
const FREE_SHARE = 0.4;

/** Size of the view as a multiple of a rectangle that it frames. The text in the corner needs some of the space. */
const FRAME_ROOM = 1.3;

/** The canvas: an engine, one pane per world side by side, and one view of the plane shared by all panes. */
export class Stage {
  readonly engineKind: EngineKind;
  readonly fallbackReason: string;
  readonly engine: AbstractEngine;
  private readonly canvas: HTMLCanvasElement;
  private readonly scene: Scene;
  private panes: readonly Pane[] = [];
  /** The pane whose body each hand holds. */
  private readonly held: Map<number, Pane> = new Map();
  private grid: PaneGrid = { columns: 1, rows: 1 };
  /** The cells of the panes. */
  private cells: readonly PaneCell[] = [];
  private readonly events: StageEvents;
  private home: Look = { view: articlesView, aspect: ARTICLES_ASPECT };
  private current: Look = this.home;
  /** The current view: the home view (null), a rectangle from a link, or any other after the camera was moved. */
  private chosen: ViewRegion | 'moved' | null = null;
  /** Ratio of width to height used to arrange the panes. */
  private aspect: number = ARTICLES_ASPECT;
  private readonly drawing: DrawOnChange;
  /** How many frames a second are drawn. */
  readonly meter: FrameMeter = new FrameMeter();
  /** Whether the reader or the page has changed something since the last frame. */
  private isStale = true;
  private overlay: DebugLayer | null = null;
  /** Whether a press grabs a body. Otherwise it moves the view, and a tap selects. */
  grabs = true;
  /** What a press that moves does: drag a body, draw a stroke, or move the view. */
  press: 'drag' | 'stroke' | 'pan' = 'drag';
  /** Whether the press that ends now was a stroke, however short: such a press is no tap. */
  private hasStroked = false;
  private pointer: CanvasPoint | null = null;

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
    this.events = events;
    this.engine = engine;
    this.engineKind = kind;
    this.fallbackReason = fallbackReason;
    this.scene = new Scene(engine);
    this.drawing = new DrawOnChange(this.scene);
    // Gestures listens to the canvas, so Babylon's own pointer handling is not needed
    this.scene.detachControl();
    const target: GestureTarget = {
      grab: (point, reach, hand) => this.grab(point, reach, hand, events),
      drag: (point, hand) => {
        this.pointer = point;
        const pane = this.held.get(hand);
        if (pane === undefined) return;
        const place = toWorld(pane.camera, point);
        pane.move(place, hand);
        const stroke = pane.moveStroke(place, hand);
        if (stroke === undefined) return;
        events.strokeMoved?.(stroke);
        this.redraw();
      },
      release: (hand) => {
        const stroke = this.held.get(hand)?.endStroke(hand);
        this.letGo(hand);
        if (stroke === undefined) return;
        events.strokeEnded?.(stroke);
        this.hasStroked = true;
        queueMicrotask(() => {
          this.hasStroked = false;
        });
      },
      tap: (point) => {
        canvas.focus({ preventScroll: true });
        this.tap(point, events);
      },
      pan: (left, top) => this.moveView(this.panes[0], (camera) => camera.pan(left, top)),
      zoom: (factor, point) =>
        this.moveView(this.paneAt(point), (camera) => camera.zoom(factor, point.left, point.top)),
      hover: (point) => this.hover(point),
    };
    new Gestures(canvas, target, { hands: HANDS });
    new ResizeObserver(() => {
      engine.resize();
      this.arrange();
      this.redraw();
    }).observe(canvas);
    engine.onContextLostObservable.add(() => events.deviceLost(true));
    engine.onContextRestoredObservable.add(() => {
      for (const pane of this.panes) pane.refresh();
      this.redraw();
      events.deviceLost(false);
    });
  }

  /** The camera of the first pane. */
  get camera(): PlanarCamera {
    return this.panes[0].camera;
  }

  /** The world point under the pointer, or the centre of the view; m. */
  get aim(): { x: number; y: number } {
    const pane = this.pointer === null ? undefined : this.paneAt(this.pointer);
    return this.pointer === null || pane === undefined ? this.view : toWorld(pane.camera, this.pointer);
  }

  /** The world under the pointer, or the first. */
  get aimedWorld(): World {
    const pane = this.pointer === null ? undefined : this.paneAt(this.pointer);
    return (pane ?? this.panes[0]).world;
  }

  /** The body under the pointer that can be dragged; null if there is none. */
  get pointed(): PointedBody | null {
    const { pointer } = this;
    const pane = pointer === null ? undefined : this.paneAt(pointer);
    return pointer === null || pane === undefined ? null : pane.bodyAt(toWorld(pane.camera, pointer));
  }

  /** Half the shorter side of the current view, m. */
  get halfSide(): number {
    return Math.min(1, this.current.aspect) * this.view.halfHeight;
  }

  /** Shows other worlds, side by side. Grabbed bodies are released. */
  show(worlds: readonly ShownWorld[], style: Style): void {
    this.held.clear();
    for (const pane of this.panes) pane.dispose();
    this.panes = worlds.map((shown, index) => new Pane(this.scene, shown, index, style));
    this.arrange();
    this.panes[0]?.setOverlay(this.overlay);
    this.scene.activeCameras = this.panes.map((pane) => pane.camera.camera);
    this.setStyle(style);
    this.look(this.current);
  }

  setStyle(style: Style): void {
    for (const pane of this.panes) pane.setStyle(style);
    const [red, green, blue] = style.background;
    this.scene.clearColor.set(red, green, blue, 1);
    this.redraw();
  }

  setLayers(layers: readonly DebugLayer[]): void {
    for (const pane of this.panes) pane.setLayers(layers);
    this.redraw();
  }

  /** Draws a layer over the first world, above the world's own layers; null for none. */
  setOverlay(overlay: DebugLayer | null): void {
    this.overlay = overlay;
    this.panes[0]?.setOverlay(overlay);
    this.redraw();
  }

  /** `aspect`: ratio of width to height that stays visible on a narrow stage. */
  setHome(view: PlanarView, aspect: number): void {
    this.home = { view, aspect };
    this.aspect = aspect;
    this.arrange();
    this.choose(null, this.home);
  }

  /** Fits the home view to the current canvas, of whose panes text covers the edges. */
  fitHome({ view: own, aspect, isGrounded, span }: Opening, covered: CoveredEdges): void {
    const isHome = this.current === this.home;
    const height = this.paneHeight;
    const widening = Math.max(1, (aspect * height) / this.paneWidth);
    const visible = 2 * own.halfHeight * widening;
    const view = isGrounded ? groundedView(own, visible - 2 * own.halfHeight) : own;
    const room = { height, covered, metersPerPixel: visible / height };
    this.home = { view: span === null ? view : clearView(view, span.bottom, span.top, room), aspect };
    if (isHome) this.look(this.home);
  }

  /** Shows a whole rectangle. `resetCamera` still returns to the home view. */
  lookAt(region: ViewRegion): void {
    this.choose(region, { view: region, aspect: region.halfWidth / region.halfHeight });
  }

  /** The region that the reader has chosen to view; null for the home view. */
  get chosenRegion(): ViewRegion | null {
    return this.chosen === 'moved' ? this.region : this.chosen;
  }

  /** The visible region of the first world. */
  get region(): ViewRegion {
    return regionOf(this.camera.bounds);
  }

  /** Makes the current view the home view. */
  settle(): void {
    this.home = this.current;
    this.chosen = null;
  }

  /** The current view. Setting it does not change the home view of `resetCamera`. */
  get view(): PlanarView {
    return this.current.view;
  }

  set view(view: PlanarView) {
    this.look({ ...this.current, view });
  }

  resetCamera(): void {
    this.choose(null, this.home);
    this.events.moved?.();
  }

  /** Moves the view so that a rectangle of the plane fills it, with a margin. */
  frame({ minX, minY, maxX, maxY }: ViewBounds): void {
    const [halfWidth, halfHeight] = [(FRAME_ROOM * (maxX - minX)) / 2, (FRAME_ROOM * (maxY - minY)) / 2];
    const view = { x: (minX + maxX) / 2, y: (minY + maxY) / 2, halfHeight };
    const aspect = Math.max(halfWidth / halfHeight, this.paneWidth / this.paneHeight);
    this.choose('moved', { view, aspect });
    this.events.moved?.();
  }

  /** Moves the view by fractions of its height. */
  moveCamera(right: number, up: number): void {
    const pixels = this.paneHeight;
    this.moveView(this.panes[0], (camera) => camera.pan(-right * pixels, up * pixels));
  }

  /** Moves the view as little as necessary to keep a point of the first world, m, near its centre. */
  follow({ x, y }: { readonly x: number; readonly y: number }): void {
    const { left, top } = this.camera.toCanvas(x, y);
    const beyond = (place: number, length: number): number => {
      const slack = (0.5 - FREE_SHARE / 2) * length;
      return Math.min(0, place - slack) + Math.max(0, place - (length - slack));
    };
    const right = beyond(left, this.paneWidth);
    const down = beyond(top, this.paneHeight);
    if (right === 0 && down === 0) return;
    this.camera.pan(-right, -down);
    this.view = this.camera.view;
  }

  zoomCamera(factor: number): void {
    this.moveView(this.panes[0], (camera) => camera.zoom(factor, this.paneWidth / 2, this.paneHeight / 2));
  }

  /** Makes the next `draw` draw even if nothing moves. */
  redraw(): void {
    this.isStale = true;
  }

  /** Draws a frame, unless it would look like the last one. `mayMove`: whether the clock of the worlds runs. */
  draw(fraction: number, mayMove: boolean): void {
    if (this.panes.length === 0) return;
    let hasChanged = this.isStale;
    this.isStale = false;
    if (mayMove || hasChanged)
      for (const pane of this.panes) hasChanged = pane.update(fraction) || hasChanged;
    if (!this.drawing.frame(hasChanged)) return;
    this.meter.note();
    this.canvas.dataset.drawn = String(this.scene.isReady());
  }

  /** The next frame as a PNG file. Before it all shaders are compiled: parts that wait for theirs would be missing. */
  async picture(): Promise<Blob> {
    await this.scene.whenReadyAsync();
    this.redraw();
    // the canvas keeps what is drawn until the end of the task that draws it
    const picture = await new Promise<Blob | null>((resolve) => {
      this.engine.onEndFrameObservable.addOnce(() => this.canvas.toBlob(resolve));
    });
    if (picture === null)
      throw new Error('This browser makes no picture of this size. Make the window smaller.');
    return picture;
  }

  /** Makes the graphics device fail, for tests of device loss. */
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

  private get paneWidth(): number {
    return this.canvas.clientWidth / this.grid.columns;
  }

  private get paneHeight(): number {
    return this.canvas.clientHeight / this.grid.rows;
  }

  /** Assigns each pane its part of the canvas. */
  private arrange(): void {
    const { clientWidth, clientHeight } = this.canvas;
    this.grid = paneGrid(Math.max(1, this.panes.length), clientWidth, clientHeight, this.aspect);
    this.cells = paneCells(this.panes.length, this.grid);
    for (const [index, pane] of this.panes.entries()) pane.place(this.cells[index] as PaneCell);
    this.events.arranged?.(this.grid);
  }

  private look(look: Look): void {
    this.current = look;
    for (const pane of this.panes) pane.look(look.view, look.aspect);
    this.redraw();
  }

  private choose(chosen: ViewRegion | 'moved' | null, look: Look): void {
    this.chosen = chosen;
    this.look(look);
  }

  /** Moves the camera of one pane, and the others with it. */
  private moveView(pane: Pane | undefined, move: (camera: PlanarCamera) => void): void {
    if (pane === undefined) return;
    move(pane.camera);
    this.choose('moved', { ...this.current, view: pane.camera.view });
    this.events.moved?.();
  }

  private paneAt(point: CanvasPoint): Pane | undefined {
    const { clientWidth, clientHeight } = this.canvas;
    // a pointer that is held may leave the canvas
    const x = Math.min(1, Math.max(0, point.left / clientWidth));
    const y = Math.min(1, Math.max(0, point.top / clientHeight));
    return this.panes.find((_, index) => {
      const { left, top, width, height } = this.cells[index] as PaneCell;
      return x >= left && x <= left + width && y >= top && y <= top + height;
    });
  }

  private tap(point: CanvasPoint, events: StageEvents): void {
    const pane = this.paneAt(point);
    if (pane === undefined || this.hasStroked) return;
    const reach = TAP_REACH * pane.camera.metersPerPixel;
    events.tapped?.(toWorld(pane.camera, point), reach, pane.world);
  }

  private grab(point: CanvasPoint, reach: number, hand: number, events: StageEvents): boolean {
    if (!this.grabs || this.press === 'pan') return false;
    const pane = this.paneAt(point);
    if (this.press === 'stroke') {
      if (pane === undefined) return false;
      this.held.set(hand, pane);
      events.strokeBegan?.(pane.beginStroke(toWorld(pane.camera, point), hand));
      this.redraw();
      return true;
    }
    const found = pane?.grab(toWorld(pane.camera, point), reach * pane.camera.metersPerPixel, hand) ?? false;
    if (found && pane !== undefined) this.held.set(hand, pane);
    this.setCursor(found ? 'grabbing' : 'pan');
    if (found) events.grabbed?.();
    this.redraw();
    return found;
  }

  /** Releases all grabbed bodies, and drops strokes that are not complete. */
  release(): void {
    for (const hand of [...this.held.keys()]) this.letGo(hand);
  }

  private letGo(hand: number): void {
    const pane = this.held.get(hand);
    pane?.release(hand);
    pane?.endStroke(hand);
    this.held.delete(hand);
    this.setCursor(this.press === 'drag' ? 'pan' : 'aim');
    this.redraw();
  }

  private hover(point: CanvasPoint | null): void {
    this.pointer = point;
    const pane = point === null ? undefined : this.paneAt(point);
    if (point === null || pane === undefined) return;
    if (this.press !== 'drag') {
      this.setCursor('aim');
      return;
    }
    const isOver = this.pointed !== null;
    this.setCursor(isOver ? (this.grabs ? 'grab' : 'pick') : 'pan');
  }

  private setCursor(cursor: 'grab' | 'grabbing' | 'pick' | 'aim' | 'pan'): void {
    this.canvas.dataset.cursor = cursor;
  }
}

function toWorld(camera: PlanarCamera, point: CanvasPoint): { x: number; y: number } {
  return camera.toWorld(point.left, point.top);
}
