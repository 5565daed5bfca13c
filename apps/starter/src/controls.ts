import type { Wish } from './game.js';

type Key = 'left' | 'right' | 'up' | 'down' | 'jump';

const keys: Readonly<Record<string, Key>> = {
  ArrowLeft: 'left',
  KeyA: 'left',
  ArrowRight: 'right',
  KeyD: 'right',
  ArrowUp: 'up',
  KeyW: 'up',
  ArrowDown: 'down',
  KeyS: 'down',
  Space: 'jump',
};

/** Keyboard, buttons of the page and gamepads as one wish. */
export class Controls {
  readonly #held = new Set<string>();
  /** What was pressed since the last step: a key may go down and up between two steps. */
  readonly #pressed = new Set<Key>();

  constructor() {
    const press = (source: string, key: Key) => {
      this.#held.add(source);
      this.#pressed.add(key);
    };
    addEventListener('keydown', (event) => {
      const key = keys[event.code];
      if (key === undefined) return;
      event.preventDefault(); // the page does not scroll
      if (!event.repeat) press(event.code, key);
    });
    addEventListener('keyup', ({ code }) => this.#held.delete(code));
    addEventListener('blur', () => this.#held.clear());
    for (const button of document.querySelectorAll<HTMLElement>('[data-key]')) {
      const key = button.dataset.key as Key;
      button.addEventListener('pointerdown', ({ pointerId }) => {
        button.setPointerCapture(pointerId);
        press(`button ${key}`, key);
      });
      button.addEventListener('lostpointercapture', () => this.#held.delete(`button ${key}`));
      button.addEventListener('contextmenu', (event) => event.preventDefault());
    }
  }

  /** What is wanted now. Call it once per step. */
  read(): Wish {
    const isOn = (key: Key) =>
      this.#pressed.has(key) ||
      this.#held.has(`button ${key}`) ||
      Object.keys(keys).some((code) => keys[code] === key && this.#held.has(code));
    let x = Number(isOn('right')) - Number(isOn('left'));
    let y = Number(isOn('up')) - Number(isOn('down'));
    let jump = isOn('jump');
    for (const pad of navigator.getGamepads()) {
      if (pad === null) continue;
      // a stick at rest is not quite at 0
      if (Math.abs(pad.axes[0]) > 0.2) x = pad.axes[0];
      if (Math.abs(pad.axes[1]) > 0.5) y = -Math.sign(pad.axes[1]);
      jump ||= pad.buttons[0].pressed;
    }
    this.#pressed.clear();
    return { x, y, jump };
  }
}
