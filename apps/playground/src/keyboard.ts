/** What keys of the page do. */
export interface KeyAction {
  /** `KeyboardEvent.key` values; letters in lower case. */
  readonly keys: readonly string[];
  run(): void;
}

/** A key of the page that the help lists. */
export interface KeyBinding extends KeyAction {
  /** Text of the key in the help. */
  readonly label: string;
  readonly description: string;
  /** Heading of the key in the help. */
  readonly group: 'run' | 'view' | 'lessons';
}

/** Keys that press a button or toggle a checkbox. */
const pressKeys = [' ', 'Enter'];
/** Keys that move a slider or switch tabs. */
const moveKeys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'];

/** Keys that the focused element uses itself. A text field uses all keys. */
const owners: readonly (readonly [selector: string, keys: readonly string[]])[] = [
  ['button, summary, input[type=checkbox], input[type=radio], [role=button], [role=tab]', pressKeys],
  ['input[type=range], input[type=radio], [role=slider], [role=tab]', moveKeys],
];
const textFields =
  'input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable]';

/** Whether the focused element uses the key itself. */
const belongsTo = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest(textFields) !== null) return true;
  return owners.some(([selector, keys]) => keys.includes(key) && target.closest(selector) !== null);
};

/** Whether an event is a shortcut of the browser. That for undoing is also the page's: nothing else of it can be undone. */
const isShortcut = ({ ctrlKey, altKey, metaKey, shiftKey, key }: KeyboardEvent): boolean =>
  altKey || ((ctrlKey || metaKey) && (shiftKey || key.toLowerCase() !== 'z'));

/** Whether a key event is meant for the page, and not for a text field, a shortcut or a dialog. */
const isForPage = (event: KeyboardEvent): boolean =>
  !(isShortcut(event) || belongsTo(event.target, event.key)) &&
  document.querySelector('dialog[open]') === null;

const keyOf = (event: KeyboardEvent): string =>
  event.key.length === 1 ? event.key.toLowerCase() : event.key;

/** Listens in the capture phase, because the settings panel stops the propagation of its key events. */
const listen = (type: 'keydown' | 'keyup', hear: (event: KeyboardEvent) => void): void =>
  window.addEventListener(type, hear, { capture: true });

/** Reports whenever the set of held keys changes. All keys count as released when the page loses the focus. */
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

/** Runs actions on key presses. Ignores keys in text fields and shortcuts with Ctrl, Alt or Meta, except that Ctrl+Z is Z. */
export function listenToKeys(actions: readonly KeyAction[]): void {
  listen('keydown', (event) => {
    if (!isForPage(event)) return;
    const key = keyOf(event);
    const action = actions.find((candidate) => candidate.keys.includes(key));
    if (action === undefined) return;
    event.preventDefault();
    action.run();
  });
}
