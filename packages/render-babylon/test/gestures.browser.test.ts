import { InputError } from '@otedama/math2d';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Gestures, type GestureTarget } from '../src/index.js';

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

test('a mouse grabs at once, drags, and releases', () => {
  send('pointerdown', 10, 20);
  send('pointermove', 40, 60);
  send('pointerup', 40, 60);
  expect(log).toEqual(['grab 10,20 within 4', 'drag 40,60', 'release']);
  expect(gestures.state).toBe('idle');
});

test('with nothing to grab, a drag pans; the right button always pans', () => {
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

test('a short press without movement is a tap; a longer, moved or cancelled press is not', async () => {
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

test('a finger grabs only after it has stayed or moved, within the size of a fingertip', async () => {
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

test('a second finger starts a pinch: the grab is released, the midpoint pans, the distance zooms', async () => {
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
  expect(log, 'the remaining finger pans and never grabs').toEqual(['pan 10,5']);
  send('pointerup', 110, 105, finger(1));
  expect(gestures.state).toBe('idle');
});

test('what is lost with its pointer, or with the focus of the window, is released, and the next finger starts anew', async () => {
  for (const lose of [
    () => send('pointercancel', 10, 20, finger(1)),
    () => canvas.dispatchEvent(new PointerEvent('lostpointercapture', finger(1))),
    () => window.dispatchEvent(new Event('blur')),
  ]) {
    log = [];
    send('pointerdown', 10, 20, finger(1));
    send('pointermove', 30, 20, finger(1));
    lose();
    expect(log).toEqual(['grab 10,20 within 18', 'drag 30,20', 'release']);
    expect(gestures.state).toBe('idle');
    send('pointermove', 50, 20, finger(1));
    send('pointerdown', 40, 40, finger(2));
    expect(gestures.state, 'no pinch with a finger that is gone').toBe('waiting');
    send('pointerup', 40, 40, finger(2));
    expect(log.slice(3)).toEqual(['tap 40,40']);
  }
});

test('a finger that stays on the canvas neither scrolls nor selects', () => {
  const { touchAction, userSelect } = getComputedStyle(canvas);
  expect([touchAction, userSelect]).toEqual(['none', 'none']);
});

test("a swipe is no fling, after which the browser would swallow a tap; afterwards its moves are the browser's again", () => {
  const swipe = () => {
    const event = new Event('touchmove', { cancelable: true });
    canvas.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(swipe()).toBe(true);
  gestures.dispose();
  expect(swipe()).toBe(false);
});

test('with several hands a finger that lands while something is dragged grabs too, and lets go alone', async () => {
  gestures.dispose();
  gestures = new Gestures(
    canvas,
    {
      grab: ({ left }, reach, hand) => {
        log.push(`grab ${left} within ${reach} by ${hand}`);
        return left < 300;
      },
      drag: ({ left }, hand) => log.push(`drag ${left} by ${hand}`),
      release: (hand) => log.push(`release ${hand}`),
      tap: () => log.push('tap'),
      pan: () => log.push('pan'),
      zoom: () => log.push('zoom'),
    },
    { hands: 2 },
  );
  send('pointerdown', 100, 10, finger(7));
  send('pointermove', 120, 10, finger(7));
  send('pointerdown', 200, 10, finger(8));
  send('pointermove', 210, 10, finger(8));
  send('pointermove', 130, 10, finger(7));
  expect(log).toEqual([
    'grab 100 within 18 by 0',
    'drag 120 by 0',
    'grab 200 within 18 by 1',
    'drag 210 by 1',
    'drag 130 by 0',
  ]);
  log = [];
  send('pointerup', 130, 10, finger(7));
  send('pointermove', 220, 10, finger(8));
  send('pointerdown', 50, 10, finger(9));
  expect(log, 'the free hand is used again').toEqual([
    'release 0',
    'drag 220 by 1',
    'grab 50 within 18 by 0',
  ]);
  log = [];
  send('pointerdown', 60, 10, finger(10));
  expect(log, 'no hand is free: a pinch').toEqual(['release 1', 'release 0']);
  expect(gestures.state).toBe('pinching');
  for (const id of [8, 9, 10]) send('pointerup', 0, 0, finger(id));
  log = [];
  send('pointerdown', 100, 10, finger(1));
  send('pointermove', 120, 10, finger(1));
  send('pointerdown', 400, 10, finger(2));
  expect(log.slice(2), 'beside everything: a pinch').toEqual(['grab 400 within 18 by 1', 'release 0']);
  for (const id of [1, 2]) send('pointerup', 0, 0, finger(id));
  expect(gestures.state).toBe('idle');
  expect(log).not.toContain('tap');
});

test('a number of hands that makes no sense is refused', () => {
  const make = (hands: number) => () => new Gestures(canvas, {} as GestureTarget, { hands });
  expect(make(0)).toThrow('hands: expected a whole number from 1 to 10, got 0');
  expect(make(1.5)).toThrow(InputError);
});

test('a short pinch is no tap, whichever finger stays longest', () => {
  grabbable = false;
  send('pointerdown', 100, 100, finger(1));
  send('pointerdown', 200, 100, finger(2));
  send('pointermove', 300, 100, finger(2));
  send('pointerup', 300, 100, finger(2));
  send('pointerup', 100, 100, finger(1));
  expect(log).toEqual(['pan 50,0', 'zoom 2.00 at 200,100']);
});

test('the wheel zooms at the pointer, one notch by a fifth, for any wheel unit', () => {
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

test('after dispose no event is handled, and nothing stays held', () => {
  send('pointerdown', 10, 20);
  gestures.dispose();
  expect(log.at(-1)).toBe('release');
  log = [];
  send('pointerdown', 10, 20);
  expect(log).toEqual([]);
});
