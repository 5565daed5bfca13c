import { afterEach, beforeEach, expect, test } from 'vitest';
import { Gestures } from '../src/index.js';

let canvas: HTMLElement;
let gestures: Gestures;
let log: string[];
/** Whether there is something to grab. */
let grabbable: boolean;

beforeEach(() => {
  canvas = document.createElement('div');
  canvas.style.cssText = 'position: fixed; left: 0; top: 0; width: 600px; height: 400px';
  // synthetic pointers cannot be captured
  canvas.setPointerCapture = () => {};
  document.body.append(canvas);
  log = [];
  grabbable = true;
  const note = (text: string): void => {
    log.push(text);
  };
  gestures = new Gestures(canvas, {
    grab: ({ left, top }, reach) => {
      note(`grab ${left},${top} within ${reach}`);
      return grabbable;
    },
    drag: ({ left, top }) => note(`drag ${left},${top}`),
    release: () => note('release'),
    tap: ({ left, top }) => note(`tap ${left},${top}`),
    pan: (left, top) => note(`pan ${left},${top}`),
    zoom: (factor, { left, top }) => note(`zoom ${factor.toFixed(2)} at ${left},${top}`),
  });
});

afterEach(() => {
  gestures.dispose();
  canvas.remove();
});

type Kind = 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel';

function send(kind: Kind, x: number, y: number, more: PointerEventInit = {}): void {
  const init = { clientX: x, clientY: y, pointerId: 1, pointerType: 'mouse', bubbles: true, ...more };
  canvas.dispatchEvent(new PointerEvent(kind, init));
}

const finger = (pointerId: number): PointerEventInit => ({ pointerId, pointerType: 'touch' });
const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

test('a mouse takes hold at once, drags, and lets go', () => {
  send('pointerdown', 10, 20);
  send('pointermove', 40, 60);
  send('pointerup', 40, 60);
  expect(log).toEqual(['grab 10,20 within 4', 'drag 40,60', 'release']);
  expect(gestures.state).toBe('idle');
});

test('where there is nothing to hold, a drag pans; the right button always does', () => {
  grabbable = false;
  send('pointerdown', 10, 20);
  send('pointermove', 40, 60);
  send('pointerup', 40, 60);
  grabbable = true;
  send('pointerdown', 0, 0, { button: 2 });
  send('pointermove', 5, -7);
  send('pointerup', 5, -7, { button: 2 });
  expect(log).toEqual(['grab 10,20 within 4', 'pan 30,40', 'pan 5,-7']);
});

test('a short press without movement is a tap; a longer one, a moved one and a cancelled one are not', async () => {
  grabbable = false;
  send('pointerdown', 10, 20);
  send('pointerup', 12, 21);
  expect(log.at(-1)).toBe('tap 10,20');
  log = [];
  send('pointerdown', 10, 20);
  send('pointermove', 30, 20);
  send('pointerup', 30, 20);
  send('pointerdown', 10, 20);
  send('pointercancel', 10, 20);
  send('pointerdown', 10, 20);
  await wait(330);
  send('pointerup', 10, 20);
  expect(log.filter((entry) => entry.startsWith('tap'))).toEqual([]);
});

test('a finger takes hold when it has stayed or moved, within a fingertip, not before', async () => {
  send('pointerdown', 10, 20, finger(1));
  expect(log).toEqual([]);
  await wait(150);
  expect(log).toEqual(['grab 10,20 within 18']);
  send('pointerup', 10, 20, finger(1));
  log = [];
  send('pointerdown', 10, 20, finger(1));
  send('pointermove', 12, 20, finger(1));
  expect(log).toEqual([]);
  send('pointermove', 30, 20, finger(1));
  expect(log).toEqual(['grab 10,20 within 18', 'drag 30,20']);
  send('pointerup', 30, 20, finger(1));
});

test('a second finger makes it a pinch: what was held is let go, their middle pans, their distance zooms', async () => {
  send('pointerdown', 100, 100, finger(1));
  await wait(150);
  log = [];
  send('pointerdown', 200, 100, finger(2));
  expect(log).toEqual(['release']);
  expect(gestures.state).toBe('pinching');
  log = [];
  send('pointermove', 300, 100, finger(2));
  expect(log).toEqual(['pan 50,0', 'zoom 2.00 at 200,100']);
  send('pointerup', 300, 100, finger(2));
  log = [];
  send('pointermove', 110, 105, finger(1));
  expect(log, 'the finger that stays pans and never grabs').toEqual(['pan 10,5']);
  send('pointerup', 110, 105, finger(1));
  expect(gestures.state).toBe('idle');
});

test('the wheel zooms where the pointer is, one notch by a fifth, whatever unit it counts in', () => {
  const wheel = (deltaY: number, deltaMode = 0): void => {
    canvas.dispatchEvent(
      new WheelEvent('wheel', { deltaY, deltaMode, clientX: 7, clientY: 9, cancelable: true }),
    );
  };
  wheel(-100);
  wheel(100);
  wheel(-3, 1);
  wheel(-1e6);
  expect(log).toEqual(['zoom 1.20 at 7,9', 'zoom 0.83 at 7,9', 'zoom 1.20 at 7,9', 'zoom 1.73 at 7,9']);
});

test('after dispose nothing is heard, and nothing stays held', () => {
  send('pointerdown', 10, 20);
  gestures.dispose();
  expect(log.at(-1)).toBe('release');
  log = [];
  send('pointerdown', 10, 20);
  expect(log).toEqual([]);
});
