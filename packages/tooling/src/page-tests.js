import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openPages, serveBuild } from './pages.js';

export function usePages(findUrl, usual = {}) {
  let pages;
  let opened = [];
  beforeAll(async () => {
    pages = openPages(await findUrl());
  });
  beforeEach(() => {
    opened = [];
  });
  afterEach(() => Promise.all(opened.map((page) => page.close())));
  return {
    get url() {
      return pages.url;
    },
    async open(path, options) {
      const page = await pages.open(path, { ...usual, ...options });
      opened.push(page);
      return page;
    },
  };
}

export function useBuild(usual) {
  let served;
  beforeAll(async () => {
    served = await serveBuild();
  });
  afterAll(() => served?.close());
  return usePages(() => served.url, usual);
}

export function sharePage(open) {
  let opened;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  return {
    get page() {
      return opened.page;
    },
    get complaints() {
      return opened.complaints;
    },
  };
}
