import type { Browser, BrowserContextOptions, Page } from 'playwright';

export interface OpenPage {
  readonly page: Page;
  /** Warnings, errors and uncaught exceptions of the page so far; a clean page leaves it empty. */
  readonly complaints: string[];
}

/** An app as it is built, served from a folder aside. */
export interface ServedBuild {
  readonly url: string;
  /** Builds it anew; the address stays. */
  rebuild(): Promise<void>;
  close(): Promise<void>;
}

/** An app as it is built, served, and a headless Chromium to open its pages in. */
export interface Pages {
  readonly url: string;
  readonly browser: Browser;
  /** Opens a page such as `triangle.html` in a context of its own; `script` runs in it before its own scripts. */
  open(path: string, options?: BrowserContextOptions & { script?: () => void }): Promise<OpenPage>;
  close(): Promise<void>;
}

/** Builds the app of the current folder aside by its Vite configuration and serves it on a free port. */
export function serveBuild(): Promise<ServedBuild>;
/** Starts Chromium for the pages of a build that is served already; `close` leaves that to who serves it. */
export function openPages(url: string): Promise<Pages>;
/** Both: builds the app, serves it and starts Chromium. */
export function servePages(): Promise<Pages>;
/** What axe finds wrong with a page: the rule and the elements that break it. */
export function findBarriers(page: Page): Promise<string[]>;
