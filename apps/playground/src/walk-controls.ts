import { listenToHeldKeys } from './keyboard.js';
import { button } from './page-elements.js';

/** Keys that move the character of a scene, and the buttons that replace them on devices without a keyboard. */
export const walkKeys = ['a', 'd', 'w'] as const;
const buttonNames: Readonly<Record<(typeof walkKeys)[number], string>> = {
  a: 'walk-left',
  d: 'walk-right',
  w: 'walk-jump',
};

/**
 * Reports the walking direction and jumping requested by held keys and buttons, whenever it changes. A button can be held by one or
 * more pointers, or by the space bar or Enter while it has the focus.
 * @param walk -1 left, 0 stand, 1 right
 */
export function listenToWalking(walk: (direction: number) => void, jump: (on: boolean) => void): void {
  let heldKeys: ReadonlySet<string> = new Set();
  const heldButtons = new Set<string>();
  const tell = (): void => {
    const isHeld = (key: string): boolean => heldKeys.has(key) || heldButtons.has(key);
    walk(Number(isHeld('d')) - Number(isHeld('a')));
    jump(isHeld('w'));
  };
  listenToHeldKeys(walkKeys, (held) => {
    heldKeys = held;
    tell();
  });
  for (const key of walkKeys) {
    const control = button(buttonNames[key]);
    const hold = (isHeld: boolean): void => {
      if (isHeld) heldButtons.add(key);
      else heldButtons.delete(key);
      control.classList.toggle('held', isHeld);
      tell();
    };
    control.addEventListener('pointerdown', (event) => {
      control.setPointerCapture(event.pointerId);
      hold(true);
    });
    control.addEventListener('lostpointercapture', () => hold(false));
    control.addEventListener('contextmenu', (event) => event.preventDefault());
    control.addEventListener('keydown', (event) => {
      if ((event.key === ' ' || event.key === 'Enter') && !event.repeat) hold(true);
    });
    control.addEventListener('keyup', () => hold(false));
    control.addEventListener('blur', () => hold(false));
  }
}
