import { InputError, requireInteger, requireKnownFields } from '@otedama/math2d';
import {
  MOST_HANDS,
  MOUSE_REACH,
  TAP_DISTANCE,
  TAP_TIME,
  TOUCH_HOLD,
  TOUCH_REACH,
  WHEEL_ZOOM,
} from './constants.js';
import { requireElement } from './input.js';
import { preventFlings } from './prevent-flings.js';

/** A point of the canvas, in CSS pixels from its upper left corner. */
export interface CanvasPoint {
  /** From the left edge of the canvas, CSS pixels. */
  readonly left: number;
  /** From its upper edge, CSS pixels. */
  readonly top: number;
}

/** The actions that gestures on a canvas trigger. */
export interface GestureTarget {
  /**
   * Grabs the object within `reach` CSS pixels of the point. Returns false if there is none. `hand` is the index of the hand, 0 up to
   * `GestureOptions.hands` - 1: the lowest one that holds nothing.
   */
  grab(point: CanvasPoint, reach: number, hand: number): boolean;
  /** Moves the object that the hand of index `hand` has grabbed. */
  drag(point: CanvasPoint, hand: number): void;
  /** Releases the object that the hand of index `hand` has grabbed. */
  release(hand: number): void;
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

/** The actions that a target must have. */
const ACTIONS = ['grab', 'drag', 'release', 'tap', 'pan', 'zoom'] as const;

/** How many objects can be held at once. */
export interface GestureOptions {
  /**
   * Number of objects that pointers hold at once, an integer, 1..10. Default 1: a second finger always starts a pinch, which releases the
   * object. With more, a finger that lands on an object while something is dragged grabs it too, also if it is the same object.
   */
  readonly hands?: number;
}

interface Press {
  point: CanvasPoint;
  readonly start: CanvasPoint;
  readonly time: number;
  readonly isTouch: boolean;
  moved: boolean;
  /** The hand with which it drags an object; null if it drags none. */
  hand: number | null;
}

/** The gesture of the pressed pointers. `waiting`: a finger is down that may still become a drag or a pinch. */
export type GestureState = 'idle' | 'waiting' | 'dragging' | 'panning' | 'pinching';

const distance = (a: CanvasPoint, b: CanvasPoint): number => Math.hypot(a.left - b.left, a.top - b.top);

/**
 * Turns the pointer and wheel events of a canvas into drags, pans, pinches and taps. One pointer drags the body under it, or pans if
 * there is none. The right or middle button always pans. Two fingers pinch and pan. A finger grabs a body only after it has moved or
 * stayed for a moment, so that a second finger can still make it a pinch. If a pointer is lost, because the browser takes it away or the
 * window loses the focus, what it held is released. On the canvas, fingers neither scroll, zoom nor select anything.
 */
export class Gestures {
  private readonly presses: Map<number, Press> = new Map();
  private mode: GestureState = 'idle';
  private holdTimer = 0;
  private readonly listening: AbortController = new AbortController();

  private readonly canvas: HTMLElement;
  private readonly target: GestureTarget;
  private readonly hands: number;

  /** @throws InputError if the canvas is none, if an action is missing, or if the number of hands is not an integer from 1 to 10 */
  constructor(canvas: HTMLElement, target: GestureTarget, options: GestureOptions = {}) {
    requireElement(canvas);
    requireKnownFields(options, '', ['hands']);
    this.hands = requireInteger('hands', options.hands ?? 1, 1, MOST_HANDS);
    for (const action of ACTIONS)
      if (typeof target?.[action] !== 'function')
        throw new InputError(action, target?.[action], 'a function');
    this.canvas = canvas;
    this.target = target;
    canvas.style.touchAction = 'none';
    canvas.style.userSelect = 'none';
    canvas.style.setProperty('-webkit-user-select', 'none');
    canvas.style.setProperty('-webkit-touch-callout', 'none');
    canvas.style.setProperty('-webkit-tap-highlight-color', 'transparent');
    const until = { signal: this.listening.signal };
    canvas.addEventListener('pointerdown', (event) => this.down(event), until);
    canvas.addEventListener('pointermove', (event) => this.move(event), until);
    canvas.addEventListener('pointerup', (event) => this.up(event, true), until);
    canvas.addEventListener('pointercancel', (event) => this.up(event, false), until);
    canvas.addEventListener('lostpointercapture', (event) => this.up(event, false), until);
    window.addEventListener('blur', () => this.letGo(), until);
    preventFlings(canvas, until);
    canvas.addEventListener('pointerleave', () => this.target.hover?.(null), until);
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), until);
    canvas.addEventListener('wheel', (event) => this.wheel(event), { ...until, passive: false });
    Object.seal(this); // a name that does not exist throws
  }

  /** The current gesture. */
  get state(): GestureState {
    return this.mode;
  }

  /** Ends the current gesture and stops listening. */
  dispose(): void {
    this.letGo();
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
    const press = { point, start: point, time: event.timeStamp, isTouch, moved: false, hand: null };
    this.presses.set(event.pointerId, press);
    if (this.presses.size > 1) {
      if (this.mode === 'dragging' && event.button === 0 && this.take(press)) return;
      this.settle();
      this.mode = 'pinching';
      // whichever finger is lifted last, it did not tap
      for (const one of this.presses.values()) one.moved = true;
    } else if (event.button !== 0) {
      this.mode = 'panning';
    } else if (isTouch) {
      this.mode = 'waiting';
      this.holdTimer = window.setTimeout(() => this.begin(press), TOUCH_HOLD);
    } else {
      this.begin(press);
    }
  }

  private begin(press: Press): void {
    window.clearTimeout(this.holdTimer);
    this.mode = this.take(press) ? 'dragging' : 'panning';
  }

  /** Grabs what is where a press began, with the lowest free hand. Returns whether it has grabbed something. */
  private take(press: Press): boolean {
    const busy = [...this.presses.values()].map(({ hand }) => hand);
    let hand = 0;
    while (busy.includes(hand)) hand++;
    if (hand >= this.hands) return false;
    if (!this.target.grab(press.start, press.isTouch ? TOUCH_REACH : MOUSE_REACH, hand)) return false;
    press.hand = hand;
    return true;
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
      this.begin(press);
    }
    press.point = point;
    if (press.hand !== null) this.target.drag(point, press.hand);
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
    this.drop(press);
    // other hands still hold something
    if (this.presses.size > 0) return;
    this.settle();
    const short = event.timeStamp - press.time <= TAP_TIME;
    if (complete && event.button === 0 && !press.moved && short) this.target.tap(press.point);
  }

  private settle(): void {
    window.clearTimeout(this.holdTimer);
    for (const press of this.presses.values()) this.drop(press);
    this.mode = 'idle';
  }

  private drop(press: Press): void {
    const { hand } = press;
    press.hand = null;
    if (hand !== null) this.target.release(hand);
  }

  /** Ends the gesture as if all pointers had been lifted. */
  private letGo(): void {
    this.settle();
    this.presses.clear();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? event.deltaY : 33 * event.deltaY;
    this.target.zoom(WHEEL_ZOOM ** (-Math.max(-300, Math.min(300, pixels)) / 100), this.pointOf(event));
  }
}
