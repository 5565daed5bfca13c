/** Growth of the flat arrays: a longer copy, the new part zero. */

export function widenFloat64(old: Float64Array, length: number): Float64Array {
  const wide = new Float64Array(length);
  wide.set(old);
  return wide;
}

export function widenInt32(old: Int32Array, length: number): Int32Array {
  const wide = new Int32Array(length);
  wide.set(old);
  return wide;
}

export function widenUint8(old: Uint8Array, length: number): Uint8Array {
  const wide = new Uint8Array(length);
  wide.set(old);
  return wide;
}
