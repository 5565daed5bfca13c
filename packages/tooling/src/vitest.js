import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { chromiumFlags, ensureChromium } from './chromium.js';

export const sourceCondition = '@otedama/source';

export const sourceResolution = {
  resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
  ssr: {
    resolve: {
      conditions: [sourceCondition, ...defaultServerConditions],
      externalConditions: [sourceCondition],
    },
  },
};

// Vitest turns imported names into getters, which makes a kernel of the packages 10 to 50 times slower than in a page. In Node their
// sources are therefore modules of Node itself, with their types stripped by tsx; only the tests go through Vitest. The price: it no longer
// knows which test imports which source, so that while it watches, a change of a source runs every test again.

const packages = fileURLToPath(new URL('../..', import.meta.url));
const sources = readdirSync(packages).map((room) => join(packages, room, 'src'));
const isSource = new RegExp(
  `^(file://)?(${sources.map((folder) => folder.replace(/[^\w/]/g, '\\$&')).join('|')})/.*\\.ts$`,
);

const inBrowser = '.browser.test.ts';
const alone = '.alone.test.ts';

const hasTests = (ending) => {
  try {
    return readdirSync('test', { recursive: true }).some((file) => String(file).endsWith(ending));
  } catch {
    return false;
  }
};

// On a busy machine everything may come late: a wait ends with its condition and a test with its last line, not with a second. These limits
// only end what hangs; a test of 20 s was seen to take 214 where ten browsers ran beside it.
const patience = { poll: { timeout: 60_000 } };
const testTimeout = 600_000;

// To start a process and to load the sources into it takes longer than most files' tests: files go through the same few processes one after
// the other. What a test does to more than its own objects (timers, globals, a spy, memory that all worlds share) it takes back after each.
const inNode = (name, isolate, files) => ({
  ...sourceResolution,
  test: {
    name,
    isolate,
    ...files,
    testTimeout,
    expect: patience,
    execArgv: [`--conditions=${sourceCondition}`, '--import', import.meta.resolve('tsx')],
    server: { deps: { external: [isSource] } },
  },
});

export async function packageTests() {
  const projects = [
    inNode('node', false, {
      include: ['test/**/*.test.ts'],
      exclude: [`test/**/*${inBrowser}`, `test/**/*${alone}`],
    }),
  ];
  // what allocates depends on what the compiler has seen before
  if (hasTests(alone)) projects.push(inNode('alone', true, { include: [`test/**/*${alone}`] }));
  if (hasTests(inBrowser)) {
    projects.push({
      ...sourceResolution,
      test: {
        name: 'chromium',
        include: [`test/**/*${inBrowser}`],
        testTimeout,
        expect: patience,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({
            launchOptions: { executablePath: ensureChromium(), args: [...chromiumFlags] },
          }),
          instances: [{ browser: 'chromium' }],
        },
      },
    });
  }
  const reporters = ['default', ['json', { outputFile: 'test-output/report.json' }]];
  // folders are what is watched, patterns are what a changed file is compared with
  const forceRerunTriggers = [
    ...configDefaults.forceRerunTriggers,
    ...sources.flatMap((folder) => [folder, `${folder}/**`]),
  ];
  return defineConfig({ test: { projects, passWithNoTests: false, reporters, forceRerunTriggers } });
}
