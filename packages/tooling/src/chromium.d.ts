/** Flags that give headless Chromium WebGPU and WebGL on SwiftShader, canvas and screenshots included, without a GPU. */
export const chromiumFlags: readonly string[];
/** Path of a Chromium: `OTEDAMA_CHROMIUM`, the usual places, or Playwright's own; `undefined` if there is none. */
export function findChromium(): string | undefined;
/** As `findChromium`, but installs one if there is none, and throws with what to do next if that fails. */
export function ensureChromium(): string;
