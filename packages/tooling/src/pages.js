import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { chromiumFlags, ensureChromium } from './chromium.js';
import { PATIENCE } from './patience.js';

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

// Unless a test says otherwise. An open page can change all of it but the compositor: contexts that differ only in this are the same.
const usual = {
  viewport: { width: 1280, height: 720 },
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  compositor: 'gpu',
};

// What puts the parts of a page together, as flags of the browser. Without a graphics device the processor does this in less time by itself
// than when it emulates one. But then pictures of a page lack what WebGPU draws.
const compositors = { gpu: [], software: ['--disable-gpu-compositing'] };

// One browser of each kind for all test files that share the process: to start one costs as much as opening five pages. Playwright ends
// them with the process.
const launched = {};
const launch = (compositor) => {
  const args = [...chromiumFlags, ...compositors[compositor]];
  launched[compositor] ??= chromium.launch({ executablePath: ensureChromium(), args });
  return launched[compositor];
};

// Closed pages by the options of their context. A page in a context that was used before costs half as much as one in a new context: its
// process runs, and its scripts are compiled.
const closed = new Map();

// A browser with a window lets a page copy when its user clicks; one without a window must be told.
const permissions = ['clipboard-write'];

async function newPage({ compositor, ...options }) {
  const context = await (await launch(compositor)).newContext({ permissions, ...options });
  context.setDefaultTimeout(PATIENCE);
  return context.newPage();
}

// To draw is most of the work of a page here, where the processor does that of a graphics device. A browser composes no frame for a canvas
// that nothing is drawn into, and compiles no shader for it.
const drawNothing = () => {
  const names = [
    'clear',
    'drawArrays',
    'drawArraysInstanced',
    'drawElements',
    'drawElementsInstanced',
    'drawRangeElements',
  ];
  for (const name of names) WebGL2RenderingContext.prototype[name] = () => {};
};

export function openPages(url) {
  return {
    url,
    async open(path, { script, prepare, isDrawn = true, ...options } = {}) {
      const { viewport, colorScheme, reducedMotion, forcedColors, ...fixed } = { ...usual, ...options };
      const kind = JSON.stringify(fixed);
      if (!closed.has(kind)) closed.set(kind, []);
      const reusable = closed.get(kind);
      const page = reusable.pop() ?? (await newPage(fixed));
      await page.setViewportSize(viewport); // the page that listens to it is loaded later
      await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
      const complaints = [];
      page.on('console', (message) => {
        if (message.type() !== 'error' && message.type() !== 'warning') return;
        // the software renderer works off more frames than a display would show: this is about its speed, not about the page
        if (message.text().includes('GL Driver Message (OpenGL, Performance')) return;
        complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      const scripts = [...(isDrawn ? [] : [drawNothing]), ...(script === undefined ? [] : [script])];
      const added = await Promise.all(scripts.map((one) => page.addInitScript(one)));
      await prepare?.(page);
      await page.goto(url + path);
      let isClosed = false;
      return {
        page,
        complaints,
        async close() {
          if (isClosed) return;
          isClosed = true;
          page.removeAllListeners();
          if (page.isClosed()) return;
          if (prepare !== undefined || page.context().pages().length > 1) return page.context().close();
          await Promise.all(added.map((one) => one.dispose()));
          await page.evaluate(() => {
            localStorage.clear();
            sessionStorage.clear();
          });
          await page.mouse.move(-1, -1);
          await page.goto('about:blank');
          reusable.push(page);
        },
      };
    },
  };
}

// While something fades, its text has little contrast. What moves or fades comes to its end first, and what would begin to fade while axe
// looks, such as a message whose time is over, is there or gone at once.
export async function findBarriers(page, { rules } = {}) {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  // for each node that passes a rule, axe would put together a selector and its HTML
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  const run = async (settings) => {
    const ends = (animation) =>
      animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity;
    const ending = document.getAnimations().filter(ends);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const calm = new CSSStyleSheet();
    calm.replaceSync('*, ::before, ::after, ::backdrop { transition: none !important }');
    document.adoptedStyleSheets.push(calm);
    const { violations } = await window.axe.run(settings);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== calm);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  };
  return page.evaluate(run, options);
}

// A page hears of a change of its media queries in the next update of the rendering, just before observers of sizes. The first frame may have
// begun before the change. Frames of `requestAnimationFrame` would not come in a page whose clock stands.
async function waitForFrames(page) {
  for (let frame = 0; frame < 2; frame++)
    await page.evaluate(
      () => new Promise((done) => new ResizeObserver(() => done()).observe(document.documentElement)),
    );
}

export async function resize(page, viewport) {
  await page.setViewportSize(viewport);
  await waitForFrames(page);
}

export async function setTextSize(page, standard) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round(0.8125 * standard) } });
  await waitForFrames(page);
}

// The elements are kept between the two looks: parts that the page adds meanwhile are not compared, and removed ones have no size.
export async function findFixedTexts(page) {
  // HTML elements that have text of their own, or fields for it; text in SVG has the scale of its figure
  const texts = await page.evaluateHandle(() =>
    [...document.querySelectorAll('body *:not(svg *, script, style)')].filter(
      (element) =>
        element.matches('input[type=text], input[type=search], input[type=number], select') ||
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== ''),
    ),
  );
  const sizes = () =>
    texts.evaluate((elements) =>
      elements.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
    );
  const usual = await sizes();
  if (usual.length === 0) throw new Error('the page has no text');
  await setTextSize(page, 32);
  const large = await sizes();
  const isFixed = usual.map((size, index) => Math.abs(large[index] - 2 * size) > 0.01);
  return texts.evaluate(
    (elements, fixed) =>
      elements
        .filter((_, index) => fixed[index])
        .map(({ tagName, id, className }) => `${tagName} ${id} ${className}`),
    isFixed,
  );
}
