import type { Browser, BrowserContextOptions, Page } from 'playwright';

export interface OpenPage {
  readonly page: Page;
  /** Warnings, errors and uncaught exceptions of the page so far; empty for a clean page. */
  readonly complaints: string[];
  /**
   * Closes the page and clears its storage. A later `open` with the same context options reuses the context, which takes half the time.
   * If a test changes the context (routes, clock, init scripts, emulation, keys that stay down), it must call `page.context().close()`
   * instead.
   */
  close(): Promise<void>;
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
  /**
   * Opens a page such as `triangle.html`, in a context of its own or in one that was closed clean. `script` runs in the page before the
   * scripts of the page.
   */
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
