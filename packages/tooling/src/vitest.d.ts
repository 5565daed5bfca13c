import type { ViteUserConfig } from 'vitest/config';

/** The export condition that resolves workspace siblings to their sources. */
export const sourceCondition: '@otedama/source';

/** `resolve` and `ssr` options that make Vite and Vitest resolve workspace siblings to their sources. */
export const sourceResolution: Pick<ViteUserConfig, 'resolve' | 'ssr'>;

/**
 * Test projects of the package in the current folder, by file name. `test/*.test.ts` run in Node processes that files share,
 * `test/*.alone.test.ts` in one process per file, and `test/*.browser.test.ts` in headless Chromium, which is only looked for if
 * such a file exists.
 */
export function packageTests(): Promise<ViteUserConfig>;
