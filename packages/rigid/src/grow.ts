/** Growth of the stores. */

type FlatArray = Float64Array | Int32Array | Uint8Array;

/** Makes every flat array of a store twice as long, the new part zero. */
export function doubleArrays(store: object): void {
  const fields = store as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (ArrayBuffer.isView(value)) fields[name] = longer(value as FlatArray);
  }
}

function longer(array: FlatArray): FlatArray {
  const Kind = array.constructor as new (length: number) => FlatArray;
  const copy = new Kind(2 * array.length);
  copy.set(array);
  return copy;
}
