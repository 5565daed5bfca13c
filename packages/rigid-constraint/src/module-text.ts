/**
 * A WebAssembly module as text, which can be imported anywhere and which a server can still compress well: a byte is always encoded by
 * the same letters, unlike in Base64. With gzip, 13.4 KB of kernels take 4.9 KB this way, 6.4 KB in Base64 and 5.3 KB in hexadecimal
 * digits.
 *
 * There are 86 letters, the printable ones from `(` on except the backslash; they are the digits 0 to 85. A byte b becomes
 * v = (b + 3) mod 256, which makes the prefix of vector instructions, 253, a small number like most others:
 *
 *     v < 84     one digit, v
 *     v >= 84    two digits, the first 84 or 85:   v = 84 + 86 (first - 84) + second
 *
 * The text is written by `assembly/build.js`.
 */

const FIRST_LETTER = 40;
const BACKSLASH = 92;
const DIGITS = 86;
/** Number of values with one digit. */
const SHORT = 84;
const SHIFT = 3;

/** Decodes a text to bytes. */
export function moduleBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  /** Amount that a first digit adds to the second one; 0 if the next digit is a first one. */
  let more = 0;
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    const digit = code - FIRST_LETTER - (code > BACKSLASH ? 1 : 0);
    if (more === 0 && digit >= SHORT) {
      more = SHORT + DIGITS * (digit - SHORT);
    } else {
      bytes.push(digit + more - SHIFT);
      more = 0;
    }
  }
  // -1 to -3 become 255 to 253
  return Uint8Array.from(bytes);
}
