/** A copy of an array with twice the length; the second half is 0. */
export function grown<T extends Int32Array | Float64Array | Uint8Array>(array: T): T {
  const longer = new (array.constructor as new (length: number) => T)(2 * array.length);
  longer.set(array);
  return longer;
}
