/** The numbers of the definitions of all fields of a world, for its hash and for comparing worlds. */
import type { WorldState } from './world-state.js';

/** Returns the names, such as `fields[0].region.minX`, and values of all members, in an order that depends on the names only. */
export function fieldNumbers({ fields }: WorldState): [name: string, value: number][] {
  const found: [string, number][] = [];
  for (let k = 0; k < fields.length; k++) collect(found, `fields[${k}]`, fields[k].active.definition);
  return found;
}

function collect(found: [string, number][], name: string, value: unknown): void {
  if (typeof value === 'number') found.push([name, value]);
  // a text is told from others by its characters
  else if (typeof value === 'string') for (const sign of value) found.push([name, sign.codePointAt(0)!]);
  else if (typeof value === 'object' && value !== null) {
    const members = value as Readonly<Record<string, unknown>>;
    for (const member of Object.keys(members).sort()) collect(found, `${name}.${member}`, members[member]);
  }
}
