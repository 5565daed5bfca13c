/**
 * Reads the PNG files that browsers write for screenshots: 8 bits per channel, RGB with or without opacity, not interlaced (PNG, third edition,
 * W3C 2025). Rows are stored as differences to what is left of a byte (a), above it (b) and above left (c), by one of five filters per row.
 */
import { inflateSync } from 'node:zlib';

/** Bytes of a pixel, by colour type. */
const CHANNELS = { 2: 3, 6: 4 };

/** What is nearest to a + b - c. */
function paeth(a, b, c) {
  const toA = Math.abs(b - c);
  const toB = Math.abs(a - c);
  const toC = Math.abs(a + b - 2 * c);
  if (toA <= toB && toA <= toC) return a;
  return toB <= toC ? b : c;
}

/** What a byte is stored as the difference to. */
function predicted(filter, a, b, c) {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return a;
    case 2:
      return b;
    case 3:
      return (a + b) >> 1;
    default:
      return paeth(a, b, c);
  }
}

export function readPng(file) {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const [depth, type, , , interlaced] = file.subarray(24, 29);
  const channels = CHANNELS[type];
  if (depth !== 8 || channels === undefined || interlaced !== 0)
    throw new Error(`a PNG of ${depth} bits, type ${type}, interlaced ${interlaced}: expected 8, 2 or 6, 0`);
  const parts = [];
  // after the signature of 8 bytes: length, name, data and checksum of each chunk
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const stored = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const bytes = new Uint8Array(height * stride);
  for (let row = 0; row < height; row++) {
    const [from, to] = [row * (stride + 1) + 1, row * stride];
    const filter = stored[from - 1];
    for (let k = 0; k < stride; k++) {
      const a = k < channels ? 0 : bytes[to + k - channels];
      const b = row === 0 ? 0 : bytes[to + k - stride];
      const c = k < channels || row === 0 ? 0 : bytes[to + k - stride - channels];
      bytes[to + k] = stored[from + k] + predicted(filter, a, b, c);
    }
  }
  return { width, height, channels, bytes };
}
