/** Copies an array to the front of a longer one, of `length` numbers; the rest are 0. */
export function grown<T extends Uint8Array | Int32Array | Float64Array>(array: T, length: number): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}
