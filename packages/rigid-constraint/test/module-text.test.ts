import { expect, test } from 'vitest';
import { moduleBytes } from '../src/module-text.js';
import { VECTOR_KERNELS_WASM } from '../src/vector-kernels-wasm.js';

test('every byte is encoded in characters that need no escape in quotes', () => {
  const letters = Array.from({ length: 87 }, (_, k) => String.fromCharCode(40 + k)).filter((c) => c !== '\\');
  const texts = Array.from({ length: 256 }, (_, byte) => {
    const value = (byte + 3) % 256;
    return value < 84
      ? letters[value]
      : letters[84 + Math.floor((value - 84) / 86)] + letters[(value - 84) % 86];
  });
  expect([...moduleBytes(texts.join(''))]).toEqual(texts.map((_, byte) => byte));
  expect(texts.join('')).not.toMatch(/['"\\$]/);
  expect(texts[253]).toBe('(');
});

test('the kernels compile as a module', () => {
  expect(WebAssembly.validate(moduleBytes(VECTOR_KERNELS_WASM))).toBe(true);
});
