/**
 * What is different between two pieces of data, short enough for a link. A difference is
 *   0                nothing is there any more
 *   [value]          this stands there instead
 *   { key: ... }     differences of members, those that are the same left out; of an array by index, `length` where that has changed
 */

/** What JSON can say. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

export type Difference = 0 | readonly [Data] | { readonly [key: string]: Difference };

/** Digits after the point that numbers keep in a difference: a millionth of a metre, of a radian. */
const DIGITS = 6;

/** Below this size numbers keep so many significant digits instead: masses and inertias of small bodies; what is smaller still is none. */
const SMALL = 1e-3;
const SMALL_DIGITS = 4;
const NOTHING = 1e-12;

type Members = Readonly<Record<string, Data>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

function roundedNumber(value: number): number {
  const size = Math.abs(value);
  if (size < NOTHING) return 0;
  return Number(size < SMALL ? value.toPrecision(SMALL_DIGITS) : value.toFixed(DIGITS));
}

const rounded = (value: Data): Data => {
  if (typeof value === 'number') return roundedNumber(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rounded(member)]));
};

/** How `value` differs from `base`, its numbers rounded; undefined where it does not. */
export function difference(base: Data, value: Data): Difference | undefined {
  if (!isObject(base) || !isObject(value) || Array.isArray(base) !== Array.isArray(value)) {
    return base === value ? undefined : [rounded(value)];
  }
  const members: [string, Difference][] = [];
  for (const [key, member] of Object.entries(value)) {
    const found = Object.hasOwn(base, key) ? difference(base[key], member) : ([rounded(member)] as const);
    if (found !== undefined) members.push([key, found]);
  }
  if (Array.isArray(value)) {
    if (value.length !== (base as unknown as Data[]).length) members.push(['length', [value.length]]);
  } else {
    for (const key of Object.keys(base)) if (!Object.hasOwn(value, key)) members.push([key, 0]);
  }
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** `base` with a difference applied. Throws a TypeError for what is no difference of it. */
export function withDifference(base: Data, change: unknown): Data {
  if (change === undefined) return base;
  if (Array.isArray(change) && change.length === 1) return change[0] as Data;
  if (!isObject(change) || Array.isArray(change) || !isObject(base)) throw new TypeError('not a difference');
  if (Array.isArray(base)) return arrayWith(base, change);
  const kept = Object.entries(base).filter(([key]) => !Object.hasOwn(change, key));
  const changed = Object.entries(change)
    .filter(([, member]) => member !== 0)
    .map(([key, member]): [string, Data] => [
      key,
      withDifference(Object.hasOwn(base, key) ? base[key] : null, member),
    ]);
  return Object.fromEntries([...kept, ...changed]);
}

function arrayWith(base: readonly Data[], { length: wanted, ...change }: Members): Data[] {
  const length = wanted === undefined ? base.length : withDifference(base.length, wanted);
  // each new element is in the difference
  const most = base.length + Object.keys(change).length;
  if (typeof length !== 'number' || !(Number.isInteger(length) && length >= 0 && length <= most)) {
    throw new TypeError('not a difference: elements are missing');
  }
  return Array.from({ length }, (_, k) => withDifference(base[k] ?? null, change[k]));
}
