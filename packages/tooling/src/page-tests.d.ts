import type { Pages } from './pages.js';

/**
 * The pages of an app for the tests of a file. Call it outside of the tests, open pages inside. A page that a test opened is closed after
 * it; one that a hook opened is not.
 * @param findUrl Address of the built app, asked before the first test.
 */
export function usePages(findUrl: () => string | Promise<string>): Pages;
