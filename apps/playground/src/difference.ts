/**
 * The difference between two pieces of data, short enough for a link. A difference is
 *   0                the member was removed
 *   [value]          the new value
 *   { key: ... }     differences of members, equal members omitted; arrays use indices as keys, and `length` if it has changed
 */

/** JSON data. */
export type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data };

export type Difference = 0 | readonly [Data] | { readonly [key: string]: Difference };

/** Decimals of numbers in a difference: a millionth of a metre or of a radian. */
const DIGITS = 6;

/**
 * Numbers below this size keep this number of significant digits instead, such as masses and inertias of small bodies. Even smaller
 * numbers become 0.
 */
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

/** The difference of `value` from `base`, with rounded numbers; undefined if there is none. */
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

/** Applies a difference to `base`. Throws a TypeError if it is not a valid difference. */
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
  // every new element must be in the difference
  const most = base.length + Object.keys(change).length;
  if (typeof length !== 'number' || !(Number.isInteger(length) && length >= 0 && length <= most)) {
    throw new TypeError('not a difference: elements are missing');
  }
  return Array.from({ length }, (_, k) => withDifference(base[k] ?? null, change[k]));
}
