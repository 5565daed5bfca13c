import { MOUSE_REACH, TAP_DISTANCE, TAP_TIME, TOUCH_HOLD, TOUCH_REACH, WHEEL_ZOOM } from './constants.js';

/** A point of the canvas, in CSS pixels from its upper left corner. */
export interface CanvasPoint {
  /** From the left edge of the canvas, CSS pixels. */
  readonly left: number;
  /** From its upper edge, CSS pixels. */
  readonly top: number;
}

/** The actions that gestures on a canvas trigger. */
export interface GestureTarget {
  /** Grabs the object within `reach` CSS pixels of the point. Returns false if there is none. */
  grab(point: CanvasPoint, reach: number): boolean;
  /** Moves the grabbed object. */
  drag(point: CanvasPoint): void;
  /** Releases the grabbed object. */
  release(): void;
  /** A short press without movement. */
  tap(point: CanvasPoint): void;
  /** Moves the view, in CSS pixels. */
  pan(deltaLeft: number, deltaTop: number): void;
  /** Zooms the view around a point by a factor, > 0; above 1 things get larger. */
  zoom(factor: number, point: CanvasPoint): void;
  /**
   * Called with the position of the pointer while it is not pressed, or with null when it leaves the canvas: for cursors and hover.
   * Optional.
   */
  hover?(point: CanvasPoint | null): void;
}

interface Press {
  point: CanvasPoint;
  readonly start: CanvasPoint;
  readonly time: number;
  readonly isTouch: boolean;
  moved: boolean;
}

/** The gesture of the pressed pointers. `waiting`: a finger is down that may still become a drag or a pinch. */
export type GestureState = 'idle' | 'waiting' | 'dragging' | 'panning' | 'pinching';

const distance = (a: CanvasPoint, b: CanvasPoint): number => Math.hypot(a.left - b.left, a.top - b.top);

/**
 * Turns the pointer and wheel events of a canvas into drags, pans, pinches and taps. One pointer drags the body under it, or pans if
 * there is none. The right or middle button always pans. Two fingers pinch and pan. A finger grabs a body only after it has moved or
 * stayed for a moment, so that a second finger can still make it a pinch.
 */
export class Gestures {
  private readonly presses: Map<number, Press> = new Map();
  private mode: GestureState = 'idle';
  private holdTimer = 0;
  private readonly listening: AbortController = new AbortController();

  private readonly canvas: HTMLElement;
  private readonly target: GestureTarget;

  constructor(canvas: HTMLElement, target: GestureTarget) {
    this.canvas = canvas;
    this.target = target;
    canvas.style.touchAction = 'none';
    const options = { signal: this.listening.signal };
    canvas.addEventListener('pointerdown', (event) => this.down(event), options);
    canvas.addEventListener('pointermove', (event) => this.move(event), options);
    canvas.addEventListener('pointerup', (event) => this.up(event, true), options);
    canvas.addEventListener('pointercancel', (event) => this.up(event, false), options);
    canvas.addEventListener('pointerleave', () => this.target.hover?.(null), options);
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), options);
    canvas.addEventListener('wheel', (event) => this.wheel(event), { ...options, passive: false });
  }

  /** The current gesture. */
  get state(): GestureState {
    return this.mode;
  }

  /** Ends the current gesture and stops listening. */
  dispose(): void {
    this.settle();
    this.presses.clear();
    this.listening.abort();
  }

  private pointOf(event: MouseEvent): CanvasPoint {
    const box = this.canvas.getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  }

  private down(event: PointerEvent): void {
    const point = this.pointOf(event);
    const isTouch = event.pointerType === 'touch';
    this.canvas.setPointerCapture(event.pointerId);
    this.presses.set(event.pointerId, { point, start: point, time: event.timeStamp, isTouch, moved: false });
    if (this.presses.size > 1) {
      this.settle();
      this.mode = 'pinching';
    } else if (event.button !== 0) {
      this.mode = 'panning';
    } else if (isTouch) {
      this.mode = 'waiting';
      this.holdTimer = window.setTimeout(() => this.begin(point, TOUCH_REACH), TOUCH_HOLD);
    } else {
      this.begin(point, MOUSE_REACH);
    }
  }

  private begin(point: CanvasPoint, reach: number): void {
    window.clearTimeout(this.holdTimer);
    this.mode = this.target.grab(point, reach) ? 'dragging' : 'panning';
  }

  private move(event: PointerEvent): void {
    const point = this.pointOf(event);
    const press = this.presses.get(event.pointerId);
    if (press === undefined) {
      if (event.pointerType !== 'touch') this.target.hover?.(point);
      return;
    }
    const before = press.point;
    if (distance(press.start, point) > TAP_DISTANCE) press.moved = true;
    if (this.mode === 'pinching') {
      this.pinch(event.pointerId, point);
      return;
    }
    if (this.mode === 'waiting') {
      if (!press.moved) return;
      this.begin(press.start, TOUCH_REACH);
    }
    press.point = point;
    if (this.mode === 'dragging') this.target.drag(point);
    else if (this.mode === 'panning') this.target.pan(point.left - before.left, point.top - before.top);
  }

  /** The midpoint of the two fingers pans, and their distance zooms about the midpoint. */
  private pinch(id: number, point: CanvasPoint): void {
    const press = this.presses.get(id) as Press;
    const other = [...this.presses].find(([key]) => key !== id)?.[1].point;
    if (other === undefined) return;
    const gap = distance(press.point, other);
    const nextGap = distance(point, other);
    this.target.pan(0.5 * (point.left - press.point.left), 0.5 * (point.top - press.point.top));
    const middle = { left: 0.5 * (point.left + other.left), top: 0.5 * (point.top + other.top) };
    if (gap > 0 && nextGap > 0) this.target.zoom(nextGap / gap, middle);
    press.point = point;
  }

  private up(event: PointerEvent, complete: boolean): void {
    const press = this.presses.get(event.pointerId);
    if (press === undefined) return;
    this.presses.delete(event.pointerId);
    if (this.mode === 'pinching') {
      // the remaining finger keeps panning and never grabs
      this.mode = this.presses.size === 0 ? 'idle' : this.presses.size === 1 ? 'panning' : 'pinching';
      return;
    }
    this.settle();
    const short = event.timeStamp - press.time <= TAP_TIME;
    if (complete && event.button === 0 && !press.moved && short) this.target.tap(press.point);
  }

  private settle(): void {
    window.clearTimeout(this.holdTimer);
    if (this.mode === 'dragging') this.target.release();
    this.mode = 'idle';
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? event.deltaY : 33 * event.deltaY;
    this.target.zoom(WHEEL_ZOOM ** (-Math.max(-300, Math.min(300, pixels)) / 100), this.pointOf(event));
  }
}
