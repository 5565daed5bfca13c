/** Growth of the stores. */

/** Slots of a new store. It grows by doubling. */
export const INITIAL_CAPACITY = 64;

type FlatArray = Float64Array | Int32Array | Uint8Array;

/** Doubles the length of every flat array of a store. The new part is zero. */
export function doubleArrays(store: object): void {
  const fields = store as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (ArrayBuffer.isView(value)) fields[name] = doubled(value as FlatArray);
  }
}

/** A copy of an array with twice the length; the second half is 0. */
export function doubled<T extends FlatArray>(array: T): T {
  const copy = new (array.constructor as new (length: number) => T)(2 * array.length);
  copy.set(array);
  return copy;
}
