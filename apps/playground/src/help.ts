import type { KeyBinding } from './keyboard.js';

/** The elements that list the keys of the page. */
export interface HelpLists {
  readonly run: HTMLElement;
  readonly view: HTMLElement;
  readonly lessons: HTMLElement;
}

/** Lists the keys of the page. The arrow keys share a line, and so do the keys that are held to walk. */
export function fillHelp(
  lists: HelpLists,
  bindings: readonly KeyBinding[],
  heldKeys: readonly string[],
): void {
  const row = (list: HTMLElement, labels: readonly string[], description: string): void => {
    const keys = document.createElement('dt');
    for (const label of labels) {
      const key = document.createElement('kbd');
      key.textContent = label;
      keys.append(key, ' ');
    }
    const meaning = document.createElement('dd');
    meaning.textContent = description;
    list.append(keys, meaning);
  };
  const arrows = bindings.filter((binding) => binding.keys[0].startsWith('Arrow'));
  const others = bindings.filter((binding) => !arrows.includes(binding));
  for (const { group, label, description } of others) row(lists[group], [label], description);
  row(
    lists.view,
    arrows.map((binding) => binding.label),
    'pan',
  );
  row(lists.run, heldKeys, 'walk left, right, jump (Course)');
}
