/** A key of the page: what it does and how the help names it. */
export interface KeyBinding {
  /** `KeyboardEvent.key` values; letters in lower case. */
  readonly keys: readonly string[];
  /** As the help shows it. */
  readonly label: string;
  readonly description: string;
  /** What it is about: the heading it stands under in the help. */
  readonly group: 'run' | 'view' | 'lessons';
  run(): void;
}

/** Keys that press a button or tick a box. */
const pressKeys = [' ', 'Enter'];
/** Keys that move a slider, or go from tab to tab. */
const moveKeys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** Which keys belong to what has the focus; to a text field all do. */
const owners: readonly (readonly [selector: string, keys: readonly string[]])[] = [
  ['button, summary, input[type=checkbox], input[type=radio], [role=button], [role=tab]', pressKeys],
  ['input[type=range], input[type=radio], [role=slider], [role=tab]', moveKeys],
];
const textFields =
  'input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable]';

/** Whether a key belongs to the element that has the focus. */
const belongsTo = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest(textFields) !== null) return true;
  return owners.some(([selector, keys]) => keys.includes(key) && target.closest(selector) !== null);
};

/** Whether a key event is meant for the page: not for a text field, a shortcut or a dialog. */
const isForPage = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.altKey || event.metaKey || belongsTo(event.target, event.key)) &&
  document.querySelector('dialog[open]') === null;

const keyOf = (event: KeyboardEvent): string =>
  event.key.length === 1 ? event.key.toLowerCase() : event.key;

/** Hears of keys before the panels do, for that of the settings keeps all of them to itself. */
const listen = (type: 'keydown' | 'keyup', hear: (event: KeyboardEvent) => void): void =>
  window.addEventListener(type, hear, { capture: true });

/** Tells whenever the keys of a set that are held down change; all are let go when the page loses the focus. */
export function listenToHeldKeys(
  keys: readonly string[],
  changed: (held: ReadonlySet<string>) => void,
): void {
  const held = new Set<string>();
  listen('keydown', (event) => {
    const key = keyOf(event);
    if (!keys.includes(key) || !isForPage(event) || event.repeat) return;
    held.add(key);
    changed(held);
  });
  listen('keyup', (event) => {
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
  listen('keydown', (event) => {
    if (!isForPage(event)) return;
    const key = keyOf(event);
    const binding = bindings.find((candidate) => candidate.keys.includes(key));
    if (binding === undefined) return;
    event.preventDefault();
    binding.run();
  });
}
