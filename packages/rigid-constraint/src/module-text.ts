/**
 * A WebAssembly module as text that can be imported anywhere, and that a server's compression still sees through: a byte is always the same
 * letters, which those of Base64 are not. For 13.4 KB of kernels gzip needs 4.9 KB so, 6.4 KB in Base64 and 5.3 KB in hexadecimal digits.
 *
 * There are 86 letters, the printable ones from `(` on but for the backslash: digits 0 to 85. A byte b is v = (b + 3) mod 256, which makes the
 * prefix of vector instructions, 253, a small number as most others are:
 *
 *     v < 84     one digit, v
 *     v >= 84    two digits, the first 84 or 85:   v = 84 + 86 (first - 84) + second
 *
 * `assembly/build.js` writes it.
 */

const FIRST_LETTER = 40;
const BACKSLASH = 92;
const DIGITS = 86;
/** Values of one digit. */
const SHORT = 84;
const SHIFT = 3;

/** The bytes of a text. */
export function moduleBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  /** What a first digit adds to the second; 0 where the next digit is a first one. */
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
