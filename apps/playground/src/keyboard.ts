/** A key of the page: what it does and how the help names it. */
export interface KeyBinding {
  /** `KeyboardEvent.key` values; letters in lower case. */
  readonly keys: readonly string[];
  /** As the help shows it. */
  readonly label: string;
  readonly description: string;
  run(): void;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable]') !== null;

/** Runs bindings on key presses; stays out of the way of text fields and of shortcuts with Ctrl, Alt or Meta. */
export function listenToKeys(bindings: readonly KeyBinding[]): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const binding = bindings.find((candidate) => candidate.keys.includes(key));
    if (binding === undefined) return;
    event.preventDefault();
    binding.run();
  });
}
