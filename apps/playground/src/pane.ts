import type { Scene } from '@babylonjs/core/scene.js';
import {
  BodyDrag,
  type DebugContext,
  type DebugLayer,
  type Painter,
  PlanarCamera,
  type PlanarView,
  pickBody,
  ropeLayer,
  type Style,
  WorldView,
} from '@otedama/render-babylon';
import type { Body, World } from '@otedama/rigid';
import type { PaneCell } from './pane-grid.js';
import type { Stroke } from './stroke.js';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A body and its world. */
export interface PointedBody {
  readonly world: World;
  readonly body: Body;
}

/** A world, and what belongs to its finished picture besides bodies and ropes. */
export interface ShownWorld {
  readonly world: World;
  readonly finish: readonly DebugLayer[];
}

/** Number of bodies that fingers can drag at once. */
export const HANDS = 10;

/** One world on a part of the stage: its own camera, a view, and dragging of its bodies. */
export class Pane {
  readonly camera: PlanarCamera;
  readonly world: World;
  private readonly view: WorldView;
  /** One per hand: a finger each. */
  private readonly drags: readonly BodyDrag[];
  private readonly finish: readonly DebugLayer[];
  private layers: readonly DebugLayer[] = [];
  /** Strokes that are being drawn, by hand. */
  private readonly strokes: Map<number, Stroke> = new Map();
  private overlay: DebugLayer | null = null;

  /** Creates pane `index`, counted from left to right and then from top to bottom. */
  constructor(scene: Scene, { world, finish }: ShownWorld, index: number, style: Style) {
    this.world = world;
    this.finish = [ropeLayer, ...finish];
    this.drags = Array.from({ length: HANDS }, () => new BodyDrag(world));
    this.camera = new PlanarCamera(scene);
    this.view = new WorldView(scene, world, this.camera, { style });
    // each camera sees only its own view
    this.view.layerMask = 1 << index;
    this.camera.camera.layerMask = 1 << index;
  }

  /** Moves the pane to its cell of the canvas. */
  place(cell: PaneCell): void {
    this.camera.canvasShare = cell;
  }

  setStyle(style: Style): void {
    this.view.style = style;
  }

  setLayers(layers: readonly DebugLayer[]): void {
    this.layers = layers;
    this.stackLayers();
  }

  /** Draws a layer above the others, or none. */
  setOverlay(overlay: DebugLayer | null): void {
    this.overlay = overlay;
    this.stackLayers();
  }

  look(view: PlanarView, aspect: number): void {
    this.camera.fitAspect = aspect;
    this.camera.view = view;
  }

  refresh(): void {
    this.view.refresh();
  }

  /** Prepares the next frame. Returns whether the world looks different from the last one. */
  update(fraction: number): boolean {
    this.camera.update();
    return this.view.update(fraction);
  }

  /** Grabs a body within `reach` metres with a hand, 0..HANDS - 1; returns false if there is none. */
  grab(point: Point, reach: number, hand: number): boolean {
    return this.drags[hand].grab(point, reach);
  }

  move(point: Point, hand: number): void {
    this.drags[hand].move(point);
  }

  release(hand: number): void {
    this.drags[hand].release();
  }

  /** Begins a stroke with a hand: it is drawn until the hand is lifted. */
  beginStroke(point: Point, hand: number): Stroke {
    const stroke: Stroke = { world: this.world, points: [point], picture: null };
    this.strokes.set(hand, stroke);
    return stroke;
  }

  /** The stroke of a hand, which ends it; undefined if it draws none. */
  endStroke(hand: number): Stroke | undefined {
    const stroke = this.strokes.get(hand);
    this.strokes.delete(hand);
    return stroke;
  }

  /** Adds a point to the stroke of a hand. Returns the stroke; undefined if the hand draws none. */
  moveStroke(point: Point, hand: number): Stroke | undefined {
    const stroke = this.strokes.get(hand);
    stroke?.points.push(point);
    return stroke;
  }

  /** The body at this point that can be dragged, with its world; null if there is none. */
  bodyAt(point: Point): PointedBody | null {
    const { world } = this;
    const body = pickBody(world, point, 0);
    return body === null ? null : { world, body };
  }

  private stackLayers(): void {
    const hand: DebugLayer = {
      name: 'hand',
      title: 'Hand',
      draw: (_, painter, context) => this.drawHands(painter, context),
    };
    this.view.layers = [
      ...this.finish,
      ...this.layers,
      ...(this.overlay === null ? [] : [this.overlay]),
      hand,
    ];
  }

  private drawHands(painter: Painter, context: DebugContext): void {
    for (const drag of this.drags) drag.draw(painter);
    for (const { picture } of this.strokes.values()) picture?.(painter, context);
  }

  dispose(): void {
    for (const drag of this.drags) drag.release();
    this.view.dispose();
    this.camera.dispose();
  }
}
