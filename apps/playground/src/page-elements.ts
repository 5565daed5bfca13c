/** The element with an id, checked to be of the kind that is wanted: index.html and the code must agree. */
export function element<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new TypeError(`#${id}: not a ${kind.name}`);
  return found;
}

export const button = (id: string): HTMLButtonElement => element(id, HTMLButtonElement);
