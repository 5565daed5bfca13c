import type { Scene } from '@babylonjs/core/scene.js';
import { requireFinite, type Vec2 } from '@otedama/math2d';
import type { Color } from './color.js';
import { LINE_FLOATS, ORDER_LINES } from './constants.js';
import { requireScene } from './input.js';
import { InstanceBatch, quadGeometry } from './instance-batch.js';
import { LocalOrigin } from './local-origin.js';
import { createPlaneMaterial } from './plane-material.js';

/** Drawing functions for debug layers: coordinates in metres, widths and sizes in CSS pixels. */
export interface Painter {
  /** A straight line between two points, m; width in CSS pixels, default 1; opacity 0..1, default 1. */
  line(x1: number, y1: number, x2: number, y2: number, color: Color, width?: number, opacity?: number): void;
  /** A dot of this diameter, in CSS pixels. */
  point(x: number, y: number, color: Color, diameter?: number, opacity?: number): void;
  /** The outline of an axis-aligned box, m; width in CSS pixels, default 1; opacity 0..1, default 1. */
  box(
    minX: number,
    minY: number,
    maxX: number,
    maxY: number,
    color: Color,
    width?: number,
    opacity?: number,
  ): void;
  /** A circle of this radius, in metres. */
  circle(x: number, y: number, radius: number, color: Color, width?: number, opacity?: number): void;
  /** A line with a head at its second end; the head is `head` metres long. */
  arrow(x1: number, y1: number, x2: number, y2: number, color: Color, width?: number, head?: number): void;
}

const CIRCLE_SIDES = 32;

/** Draws lines and dots over a scene in one draw call. Once per frame, call `clear`, draw, then call `upload`. */
export class LinePainter implements Painter {
  private readonly batch: InstanceBatch;
  private readonly origin: LocalOrigin = new LocalOrigin();

  constructor(scene: Scene, name = 'lines', order: number = ORDER_LINES) {
    requireScene(scene);
    requireFinite('order', order);
    const material = createPlaneMaterial(scene, name, 'line', this.origin);
    this.batch = new InstanceBatch(scene, name, quadGeometry, material, ['ends', 'tint', 'thickness'], []);
    this.batch.mesh.alphaIndex = order;
  }

  /** Number of lines and dots drawn since `clear`. */
  get count(): number {
    return this.batch.count;
  }

  /** Which cameras see the lines, as a Babylon.js layer mask. */
  set layerMask(mask: number) {
    this.batch.mesh.layerMask = mask;
  }

  /**
   * Removes the lines of the last frame.
   * @param near the next lines are exact near this point, m: the middle of the view. Default: the origin of the world
   */
  clear(near: Vec2 = { x: 0, y: 0 }): void {
    this.batch.clear();
    this.origin.moveNear(near.x, near.y);
  }

  line(x1: number, y1: number, x2: number, y2: number, color: Color, width = 1, opacity = 1): void {
    const { origin } = this;
    const at = LINE_FLOATS * this.batch.add();
    const data = this.batch.poses;
    data[at] = x1 - origin.x;
    data[at + 1] = y1 - origin.y;
    data[at + 2] = x2 - origin.x;
    data[at + 3] = y2 - origin.y;
    data[at + 4] = color[0];
    data[at + 5] = color[1];
    data[at + 6] = color[2];
    data[at + 7] = opacity;
    data[at + 8] = width;
  }

  point(x: number, y: number, color: Color, diameter = 6, opacity = 1): void {
    this.line(x, y, x, y, color, diameter, opacity);
  }

  box(minX: number, minY: number, maxX: number, maxY: number, color: Color, width = 1, opacity = 1): void {
    this.line(minX, minY, maxX, minY, color, width, opacity);
    this.line(maxX, minY, maxX, maxY, color, width, opacity);
    this.line(maxX, maxY, minX, maxY, color, width, opacity);
    this.line(minX, maxY, minX, minY, color, width, opacity);
  }

  circle(x: number, y: number, radius: number, color: Color, width = 1, opacity = 1): void {
    for (let side = 0; side < CIRCLE_SIDES; side++) {
      const from = (2 * Math.PI * side) / CIRCLE_SIDES;
      const to = (2 * Math.PI * (side + 1)) / CIRCLE_SIDES;
      this.line(
        x + radius * Math.cos(from),
        y + radius * Math.sin(from),
        x + radius * Math.cos(to),
        y + radius * Math.sin(to),
        color,
        width,
        opacity,
      );
    }
  }

  arrow(x1: number, y1: number, x2: number, y2: number, color: Color, width = 1, head = 0.1): void {
    this.line(x1, y1, x2, y2, color, width);
    const length = Math.hypot(x2 - x1, y2 - y1);
    if (length === 0) return;
    const along = Math.min(head, 0.5 * length) / length;
    const backX = (x2 - x1) * along;
    const backY = (y2 - y1) * along;
    this.line(x2 - backX - 0.5 * backY, y2 - backY + 0.5 * backX, x2, y2, color, width);
    this.line(x2 - backX + 0.5 * backY, y2 - backY - 0.5 * backX, x2, y2, color, width);
  }

  /** Uploads the lines and dots to the GPU. Call it once per frame, after drawing. Returns whether any differ from the last upload. */
  upload(): boolean {
    return this.batch.upload();
  }

  /** Removes the lines from the scene and frees their buffers. Disposing of the scene does the same. */
  dispose(): void {
    const material = this.batch.mesh.material;
    this.batch.dispose();
    material?.dispose();
  }
}
