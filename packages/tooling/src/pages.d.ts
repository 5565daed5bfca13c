import type { Browser, BrowserContextOptions, Page } from 'playwright';

export interface OpenPage {
  readonly page: Page;
  /** Warnings, errors and uncaught exceptions of the page so far; a clean page leaves it empty. */
  readonly complaints: string[];
}

/** An app as it is built, served, and a headless Chromium to open its pages in. */
export interface Pages {
  readonly url: string;
  readonly browser: Browser;
  /** Opens a page such as `triangle.html` in a context of its own; `script` runs in it before its own scripts. */
  open(path: string, options?: BrowserContextOptions & { script?: () => void }): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Builds the app of the current folder aside by its Vite configuration, serves it on a free port and starts Chromium. */
export function servePages(): Promise<Pages>;
/** What axe finds wrong with a page: the rule and the elements that break it. */
export function findBarriers(page: Page): Promise<string[]>;
