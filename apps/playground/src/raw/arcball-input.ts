import type { ArcballCamera } from './arcball-camera.js';

interface ScreenPoint {
  x: number;
  y: number;
}

/** Zoom rate of the wheel: 100 units zoom by a factor of e^(100 wheelRate), about a sixth. */
const wheelRate = 0.0015;
/** Screen distance of one arrow key press. */
const keyStep = 0.08;
const keyZoom = 1.15;

/**
 * Controls `camera` from `canvas`. The left button or one finger rotates. The right or middle button, or Shift with the left button,
 * pans. The wheel zooms. Two fingers pan, pinch and twist. With the focus on the canvas, arrow keys rotate, + and - zoom, and Home
 * resets. Returns a function that removes all listeners.
 */
export function attachArcballInput(canvas: HTMLCanvasElement, camera: ArcballCamera): () => void {
  const held = new Map<number, ScreenPoint>();
  let panning = false;

  const screenPoint = (event: MouseEvent): ScreenPoint => {
    const box = canvas.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * 2 - 1,
      y: 1 - ((event.clientY - box.top) / box.height) * 2,
    };
  };

  const twoFingers = (other: ScreenPoint, before: ScreenPoint, now: ScreenPoint) => {
    const aspect = canvas.clientWidth / canvas.clientHeight;
    const armBefore = { x: (before.x - other.x) * aspect, y: before.y - other.y };
    const armNow = { x: (now.x - other.x) * aspect, y: now.y - other.y };
    camera.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    const lengthBefore = Math.hypot(armBefore.x, armBefore.y);
    const lengthNow = Math.hypot(armNow.x, armNow.y);
    if (lengthBefore === 0 || lengthNow === 0) return;
    camera.zoom(lengthNow / lengthBefore);
    const cross = armBefore.x * armNow.y - armBefore.y * armNow.x;
    const dot = armBefore.x * armNow.x + armBefore.y * armNow.y;
    camera.roll(Math.atan2(cross, dot));
  };

  const down = (event: PointerEvent) => {
    if (held.size >= 2) return;
    if (event.pointerType === 'mouse') panning = event.button !== 0 || event.shiftKey;
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, screenPoint(event));
  };
  const move = (event: PointerEvent) => {
    const before = held.get(event.pointerId);
    if (before === undefined) return;
    const now = screenPoint(event);
    held.set(event.pointerId, now);
    if (held.size === 2) {
      for (const [id, other] of held) if (id !== event.pointerId) twoFingers(other, before, now);
    } else if (panning && event.pointerType === 'mouse') {
      camera.pan(now.x - before.x, now.y - before.y);
    } else {
      camera.rotate(before.x, before.y, now.x, now.y);
    }
  };
  const up = (event: PointerEvent) => {
    held.delete(event.pointerId);
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    // a browser that counts in lines or pages: convert them to pixels
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 33;
    camera.zoom(Math.exp(-event.deltaY * unit * wheelRate));
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => camera.rotate(0, 0, -keyStep, 0),
    ArrowRight: () => camera.rotate(0, 0, keyStep, 0),
    ArrowUp: () => camera.rotate(0, 0, 0, keyStep),
    ArrowDown: () => camera.rotate(0, 0, 0, -keyStep),
    '+': () => camera.zoom(keyZoom),
    '-': () => camera.zoom(1 / keyZoom),
    Home: () => camera.reset(),
  };
  const key = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };
  const noMenu = (event: Event) => event.preventDefault();

  const listening = new AbortController();
  const { signal } = listening;
  canvas.addEventListener('pointerdown', down, { signal });
  canvas.addEventListener('pointermove', move, { signal });
  canvas.addEventListener('pointerup', up, { signal });
  canvas.addEventListener('pointercancel', up, { signal });
  canvas.addEventListener('lostpointercapture', up, { signal });
  canvas.addEventListener('wheel', wheel, { signal, passive: false });
  canvas.addEventListener('keydown', key, { signal });
  canvas.addEventListener('contextmenu', noMenu, { signal });
  return () => listening.abort();
}
