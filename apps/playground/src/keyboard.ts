/** A key of the page: what it does and how the help names it. */
export interface KeyBinding {
  /** `KeyboardEvent.key` values; letters in lower case. */
  readonly keys: readonly string[];
  /** As the help shows it. */
  readonly label: string;
  readonly description: string;
  run(): void;
}

/** Keys that move a slider. */
const sliderKeys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** Whether a key belongs to the element that has the focus: all keys to text fields, those that move it to a slider. */
const belongsTo = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.type === 'range') return sliderKeys.includes(key);
  return target.closest('input, select, textarea, [contenteditable]') !== null;
};

/** Whether a key event is meant for the page: not for a text field, a shortcut or a dialog. */
const isForPage = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.altKey || event.metaKey || belongsTo(event.target, event.key)) &&
  document.querySelector('dialog[open]') === null;

const keyOf = (event: KeyboardEvent): string =>
  event.key.length === 1 ? event.key.toLowerCase() : event.key;

/** Tells whenever the keys of a set that are held down change; all are let go when the page loses the focus. */
export function listenToHeldKeys(
  keys: readonly string[],
  changed: (held: ReadonlySet<string>) => void,
): void {
  const held = new Set<string>();
  window.addEventListener('keydown', (event) => {
    const key = keyOf(event);
    if (!keys.includes(key) || !isForPage(event) || event.repeat) return;
    held.add(key);
    changed(held);
  });
  window.addEventListener('keyup', (event) => {
    if (held.delete(keyOf(event))) changed(held);
  });
  window.addEventListener('blur', () => {
    if (held.size === 0) return;
    held.clear();
    changed(held);
  });
}

/** Runs bindings on key presses; stays out of the way of text fields and of shortcuts with Ctrl, Alt or Meta. */
export function listenToKeys(bindings: readonly KeyBinding[]): void {
  window.addEventListener('keydown', (event) => {
    if (!isForPage(event)) return;
    const key = keyOf(event);
    const binding = bindings.find((candidate) => candidate.keys.includes(key));
    if (binding === undefined) return;
    event.preventDefault();
    binding.run();
  });
}
