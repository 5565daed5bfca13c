/** Flags that enable WebGPU and WebGL on SwiftShader in headless Chromium, canvas and screenshots included, without a GPU. */
export const chromiumFlags: readonly string[];
/** Path of a Chromium: `OTEDAMA_CHROMIUM`, the usual locations, or Playwright's own; `undefined` if none is found. */
export function findChromium(): string | undefined;
/** Like `findChromium`, but installs Chromium if none is found. If that fails, throws an error that says what to do next. */
export function ensureChromium(): string;
