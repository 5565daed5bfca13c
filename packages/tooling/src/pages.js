import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { chromiumFlags, ensureChromium } from './chromium.js';

// The app is built instead of served from sources: built pages load their few files at once. A development server would bundle the
// dependencies while the first page waits.
export async function serveBuild() {
  const outDir = await mkdtemp(join(tmpdir(), 'otedama-pages-'));
  const logLevel = 'error';
  const rebuild = async () => {
    await build({ build: { outDir, emptyOutDir: true, reportCompressedSize: false }, logLevel });
  };
  await rebuild();
  const server = await preview({ build: { outDir }, preview: { port: 0 }, logLevel });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('the server of the built pages has no address');
  return {
    url,
    rebuild,
    async close() {
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

export async function openPages(url) {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumFlags] });
  // Closed pages by their context options. A page in a context that was used before costs half as much as one in a new context: its
  // process runs, and its scripts are compiled.
  const closed = new Map();
  return {
    url,
    browser,
    async open(path, { script, ...contextOptions } = {}) {
      const key = JSON.stringify(contextOptions);
      const reused = script === undefined ? closed.get(key)?.pop() : undefined;
      const page = reused ?? (await (await browser.newContext(contextOptions)).newPage());
      const complaints = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      if (script !== undefined) await page.addInitScript(script);
      await page.goto(url + path);
      return {
        page,
        complaints,
        async close() {
          page.removeAllListeners();
          if (script !== undefined || page.context().pages().length > 1) return page.context().close();
          await page.evaluate(() => {
            localStorage.clear();
            sessionStorage.clear();
          });
          await page.goto('about:blank');
          if (!closed.has(key)) closed.set(key, []);
          closed.get(key).push(page);
        },
      };
    },
    close: () => browser.close(),
  };
}

export async function servePages() {
  const served = await serveBuild();
  const pages = await openPages(served.url);
  return {
    ...pages,
    async close() {
      await pages.close();
      await served.close();
    },
  };
}

export async function findBarriers(page) {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await window.axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  });
}
