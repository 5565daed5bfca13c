/**
 * The blade of the cloth page: pointers that are pressed while the blade is the tool, or with Shift, cut along their paths. It hears them
 * before Babylon does, which then neither grabs nor orbits. Wheels and other buttons are left to the camera.
 */

import type { CanvasPoint } from '@otedama/render-babylon';
import { BladeTrail } from './blade-trail.js';

/** What the blade needs of the page. */
export interface BladeTarget {
  /** Whether there is a cloth that can be cut. */
  readonly canCut: boolean;
  /** Cuts what is seen along a path on the canvas, of two points or more. */
  cut(path: readonly CanvasPoint[]): Promise<unknown>;
  /** The blade has become the tool of the next press, or no longer is. */
  armed(on: boolean): void;
}

/** Shares of the width and the height of the view between which cuts of the keyboard run, one after another. */
const strokes = [
  [0.1, 0.62, 0.9, 0.46],
  [0.24, 0.08, 0.7, 0.92],
  [0.76, 0.08, 0.3, 0.92],
];
/** Points along a cut of the keyboard, and the number that stands for it among those of pointers. */
const STROKE_POINTS = 12;
const KEYBOARD = -1;

export class Blade {
  private readonly canvas: HTMLElement;
  private readonly target: BladeTarget;
  private readonly trail: BladeTrail;
  /** The paths of the pointers that cut, from the end of their last cut on. */
  private readonly paths: Map<number, CanvasPoint[]> = new Map();
  /** The paths of which a part is being cut. */
  private readonly busy: Set<readonly CanvasPoint[]> = new Set();
  private isChosen = false;
  private isShiftDown = false;
  private isArmed = false;
  private nextStroke = 0;

  /** `view` contains the canvas and `trail`, where the strokes are drawn. */
  constructor(view: HTMLElement, canvas: HTMLElement, trail: SVGSVGElement, target: BladeTarget) {
    this.canvas = canvas;
    this.target = target;
    this.trail = new BladeTrail(trail);
    const listen = (type: string, hear: (event: PointerEvent) => void) =>
      view.addEventListener(type, (event) => hear(event as PointerEvent), { capture: true });
    listen('pointerdown', (event) => this.down(event));
    listen('pointermove', (event) => this.move(event));
    listen('pointerup', (event) => this.up(event));
    listen('pointercancel', (event) => this.up(event));
    addEventListener('keydown', (event) => this.shift(event.key === 'Shift' || event.shiftKey));
    addEventListener('keyup', (event) => this.shift(event.shiftKey));
    addEventListener('blur', () => {
      this.paths.clear();
      this.shift(false);
    });
  }

  /** Whether it is the tool without Shift too. */
  get chosen(): boolean {
    return this.isChosen;
  }
  set chosen(on: boolean) {
    this.isChosen = on;
    this.arm();
  }

  /** Cuts across the view, each time another way. */
  cutAcross(): void {
    if (!this.target.canCut) return;
    const { clientWidth, clientHeight } = this.canvas;
    const [fromLeft, fromTop, toLeft, toTop] = strokes[this.nextStroke++ % strokes.length];
    const path = Array.from({ length: STROKE_POINTS }, (_, k) => {
      const share = k / (STROKE_POINTS - 1);
      return {
        left: clientWidth * (fromLeft + share * (toLeft - fromLeft)),
        top: clientHeight * (fromTop + share * (toTop - fromTop)),
      };
    });
    for (const point of path) this.trail.add(KEYBOARD, point);
    this.trail.end(KEYBOARD);
    void this.target.cut(path);
  }

  /** Takes note of another cloth, which may not be one that can be cut. */
  arm(): void {
    const isArmed = this.target.canCut && (this.isChosen || this.isShiftDown);
    if (isArmed === this.isArmed) return;
    this.isArmed = isArmed;
    this.target.armed(isArmed);
  }

  private shift(isDown: boolean): void {
    this.isShiftDown = isDown;
    this.arm();
  }

  private down(event: PointerEvent): void {
    if (!this.target.canCut || event.target !== this.canvas || event.button !== 0) return;
    if (!this.isChosen && !event.shiftKey) return;
    this.take(event);
    this.canvas.setPointerCapture(event.pointerId); // what follows is heard outside of the view too
    this.canvas.focus({ preventScroll: true });
    const point = this.pointOf(event);
    this.paths.set(event.pointerId, [point]);
    this.trail.add(event.pointerId, point);
  }

  private move(event: PointerEvent): void {
    const path = this.paths.get(event.pointerId);
    if (path === undefined) return;
    this.take(event);
    // several moves of a frame come as one event
    const moves = event.getCoalescedEvents();
    for (const one of moves.length > 0 ? moves : [event]) {
      const point = this.pointOf(one);
      this.trail.add(event.pointerId, point);
      path.push(point);
    }
    void this.cutAlong(path);
  }

  private up(event: PointerEvent): void {
    if (!this.paths.delete(event.pointerId)) return;
    this.take(event);
    this.trail.end(event.pointerId);
  }

  /** Keeps an event from Babylon. */
  private take(event: PointerEvent): void {
    event.preventDefault();
    event.stopPropagation();
  }

  /** Cuts along a path up to its end. One cut at a time: what comes meanwhile is the next one. */
  private async cutAlong(path: CanvasPoint[]): Promise<void> {
    if (this.busy.has(path)) return;
    this.busy.add(path);
    while (path.length > 1) {
      const part = path.splice(0, path.length);
      path.push(part[part.length - 1]);
      await this.target.cut(part);
    }
    this.busy.delete(path);
  }

  private pointOf(event: PointerEvent): CanvasPoint {
    const box = this.canvas.getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  }
}
