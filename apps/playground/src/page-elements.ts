/** Returns the element with an id and checks its type, because index.html and the code must agree. */
export function element<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`#${id}: not a ${kind.name}`);
  return found;
}

export const button = (id: string): HTMLButtonElement => element(id, HTMLButtonElement);

/** Sets a text only if it has changed. Unchanged text is not read aloud again and causes no layout. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Adds a name with an empty cell below it to a list of measurements; returns the cell. */
export function addReading(list: HTMLElement, title: string): HTMLElement {
  const pair = document.createElement('div');
  const name = document.createElement('dt');
  const cell = document.createElement('dd');
  name.textContent = title;
  pair.append(name, cell);
  list.append(pair);
  return cell;
}
