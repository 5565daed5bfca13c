import type { Browser, BrowserContextOptions, Page } from 'playwright';

export interface OpenPage {
  readonly page: Page;
  /** Warnings, errors and uncaught exceptions of the page so far; empty for a clean page. */
  readonly complaints: string[];
}

/** A built app, served from a separate folder. */
export interface ServedBuild {
  readonly url: string;
  /** Builds the app again; the address stays the same. */
  rebuild(): Promise<void>;
  close(): Promise<void>;
}

/** A built and served app, and a headless Chromium that opens its pages. */
export interface Pages {
  readonly url: string;
  readonly browser: Browser;
  /** Opens a page such as `triangle.html` in its own context; `script` runs in the page before the page's scripts. */
  open(path: string, options?: BrowserContextOptions & { script?: () => void }): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Builds the app of the current folder with its Vite configuration into a separate folder and serves it on a free port. */
export function serveBuild(): Promise<ServedBuild>;
/** Starts Chromium for the pages of a build that is already served; `close` does not stop the server. */
export function openPages(url: string): Promise<Pages>;
/** Builds the app, serves it and starts Chromium. */
export function servePages(): Promise<Pages>;
/** Violations that axe finds in a page: the rule and the elements that break it. */
export function findBarriers(page: Page): Promise<string[]>;
