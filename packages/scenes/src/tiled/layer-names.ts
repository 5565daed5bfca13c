/**
 * Names of layers that a program gives properties to. A game has one list of them for all its maps, so not every map has every layer. What is
 * surely a mistake is refused: names of which the map has none, and a name that is a slip away from a layer.
 */
import { fieldPath, InputError } from '@otedama/math2d';
import type { TiledLayer } from './map-format.js';

/** Shorter names are a letter away from each other by chance. */
const LEAST_LETTERS = 4;

/** The names of layers and of those within them. */
const namesOf = (layers: readonly TiledLayer[]): string[] =>
  layers.flatMap(({ name, layers: inner = [] }) => [name, ...namesOf(inner)]);

/**
 * Rejects names that cannot be meant: if the map has none of them, or if one is a slip away from a layer of the map that has no properties
 * under its own name. The error tells what the map has.
 * @param given properties of layers by name
 */
export function requireLayerNames(
  path: string,
  given: Readonly<Record<string, unknown>>,
  layers: readonly TiledLayer[],
): void {
  const names = namesOf(layers);
  const absent = Object.keys(given).filter((name) => !names.includes(name));
  const has = names.length > 0 ? `the map has ${names.join(', ')}` : 'the map has none';
  for (const name of absent) {
    const meant = names.find((other) => !Object.hasOwn(given, other) && isSlip(name, other));
    if (meant === undefined) continue;
    throw new InputError(
      fieldPath(path, name),
      given[name],
      `the name of a layer (did you mean ${meant}?): ${has}`,
    );
  }
  if (absent.length > 0 && absent.length === Object.keys(given).length)
    throw new InputError(path, absent, `at least one name of a layer: ${has}`);
}

/**
 * Whether two names differ only in the case of their letters, or by one letter: too many, too few, another, or in the place of its neighbour.
 * What two such names do not share at their beginning and end is at most one letter each, or the same two in turned order. Names with
 * different numbers, such as `wall1` and `wall2`, are different names.
 */
function isSlip(name: string, other: string): boolean {
  const [a, b] = [name.toLowerCase(), other.toLowerCase()];
  if (a === b) return true;
  const shorter = Math.min(a.length, b.length);
  if (shorter < LEAST_LETTERS) return false;
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (/^\d*$/.test(restA + restB)) return false;
  const isOne = restA.length <= 1 && restB.length <= 1;
  return isOne || (restA.length === 2 && restA === `${restB[1]}${restB[0]}`);
}
