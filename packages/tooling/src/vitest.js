import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { chromiumFlags, ensureChromium } from './chromium.js';
import { PATIENCE } from './patience.js';

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

// Vitest turns imported names into getters. This makes a kernel of the packages 10 to 50 times slower than in a page. In Node the
// sources are therefore loaded as native modules, with types stripped by tsx; only the tests go through Vitest. The drawback: Vitest
// no longer knows which test imports which source, so in watch mode a change of a source reruns every test.

const packages = fileURLToPath(new URL('../..', import.meta.url));
const sources = readdirSync(packages).map((room) => join(packages, room, 'src'));
const isSource = new RegExp(
  `^(file://)?(${sources.map((folder) => folder.replace(/[^\w/]/g, '\\$&')).join('|')})/.*\\.ts$`,
);

const inBrowser = '.browser.test.ts';
const alone = '.alone.test.ts';

// Browsers guard every index in a shader, also those that the shader checks itself. The tests of kernels run most of their time in shaders,
// a fifth of it in these guards, and an index that is wrong may not hide behind them. Pages of apps keep the guards.
const withoutGuards = '--enable-dawn-features=disable_robustness';

const hasTests = (ending) => {
  try {
    return readdirSync('test', { recursive: true }).some((file) => String(file).endsWith(ending));
  } catch {
    return false;
  }
};

// On a busy machine everything can be late. A wait ends when its condition holds and a test ends with its last line, not after a
// fixed time. These limits only stop tests that hang. A test of 20 s has taken 214 s beside ten running browsers.
const limits = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: PATIENCE } } };

// Starting a process and loading the sources takes longer than the tests of most files, so test files share a few processes, one
// after another. A test that changes shared state (timers, globals, a spy, memory shared by all worlds) restores it after each test.
const inNode = (name, isolate, files) => ({
  ...sourceResolution,
  test: {
    name,
    isolate,
    ...files,
    ...limits,
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
  // allocation depends on which code the compiler has seen before, so these files get their own process
  if (hasTests(alone)) projects.push(inNode('alone', true, { include: [`test/**/*${alone}`] }));
  if (hasTests(inBrowser)) {
    projects.push({
      ...sourceResolution,
      test: {
        name: 'chromium',
        include: [`test/**/*${inBrowser}`],
        ...limits,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({
            launchOptions: { executablePath: ensureChromium(), args: [...chromiumFlags, withoutGuards] },
          }),
          instances: [{ browser: 'chromium' }],
        },
      },
    });
  }
  const reporters = ['default', ['json', { outputFile: 'test-output/report.json' }]];
  // Vitest watches the folders, and compares a changed file with the patterns
  const forceRerunTriggers = [
    ...configDefaults.forceRerunTriggers,
    ...sources.flatMap((folder) => [folder, `${folder}/**`]),
  ];
  return defineConfig({ test: { projects, passWithNoTests: false, reporters, forceRerunTriggers } });
}
