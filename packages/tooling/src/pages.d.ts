import type { BrowserContextOptions, Page } from 'playwright';

export interface OpenPage {
  readonly page: Page;
  /** Warnings, errors and uncaught exceptions of the page so far; empty for a clean page. */
  readonly complaints: string[];
  /**
   * Closes the page, unless it is closed, and clears its storage. A later `open` reuses its context if it differs at most in viewport,
   * `script`, colours and preferred motion; this takes half the time. A test that leaves anything else changed (a key that is down) must
   * call `page.context().close()` instead.
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

/** How a page is opened: the options of its context, by default a window of 1280 x 720, and what follows. */
export interface OpenOptions extends BrowserContextOptions {
  /** Runs in the page before the scripts of the page. */
  script?: () => void;
  /** Gets the page before it loads, to set routes or the clock; then its context is not reused. */
  prepare?: (page: Page) => Promise<unknown>;
  /**
   * Whether WebGL draws, by default true. Otherwise its canvases stay empty, and all else is as usual: a page that is looked at only around
   * them takes half the work.
   */
  isDrawn?: boolean;
  /**
   * What puts the page together, by default 'gpu', as for most users. With 'software' a page takes less work, and a picture of it lacks what
   * WebGPU draws.
   */
  compositor?: 'gpu' | 'software';
}

/** The pages of a served app, in headless Chromium. */
export interface Pages {
  readonly url: string;
  /** Opens a page such as `triangle.html`, in a context of its own or in one that was closed clean. */
  open(path: string, options?: OpenOptions): Promise<OpenPage>;
}

/** Builds the app of the current folder with its Vite configuration into a separate folder and serves it on a free port. */
export function serveBuild(): Promise<ServedBuild>;
/** The pages at an address, in the one Chromium of the process. It starts with the first page, and ends with the process. */
export function openPages(url: string): Pages;
/**
 * Violations that axe finds in a page at rest: the rule and the elements that break it. Waits for the end of what moves or fades.
 * `rules` are the names of the only rules of axe to apply, by default all.
 */
export function findBarriers(page: Page, options?: { readonly rules?: readonly string[] }): Promise<string[]>;
/** Sets the size of the window, CSS pixels, and waits until the page has heard of it: of `resize` and of changed media queries. */
export function resize(page: Page, viewport: { width: number; height: number }): Promise<void>;
/**
 * Sets the size of text in the browser, CSS pixels; 16 is usual, and waits until the page has heard of it. It stays set in the context of
 * the page: give `open` a `prepare`, so that no other test gets it.
 */
export function setTextSize(page: Page, size: number): Promise<void>;
/**
 * Elements of a page with the usual size of text whose own text keeps its size if twice the size is set, which stays so. Only elements that
 * are there at the call count: wait for the page to be complete.
 */
export function findFixedTexts(page: Page): Promise<string[]>;
