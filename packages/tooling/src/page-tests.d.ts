import type { OpenOptions, OpenPage, Pages } from './pages.js';

/**
 * The pages of an app for the tests of a file. Call it outside of the tests, open pages inside. A page that a test opened is closed after
 * it; one that a hook opened is not.
 * @param findUrl Address of the built app, asked before the first test.
 * @param usual How pages are opened, unless a test says otherwise.
 */
export function usePages(findUrl: () => string | Promise<string>, usual?: OpenOptions): Pages;

/** The pages of the app in the current folder, built before the first test of a file and served until its last one, as `usePages`. */
export function useBuild(usual?: OpenOptions): Pages;

/**
 * A page shared by the tests of a file or of a `describe`: opened before the first and closed after the last. It can be read inside of
 * the tests.
 */
export function sharePage(open: () => Promise<OpenPage>): Pick<OpenPage, 'page' | 'complaints'>;
