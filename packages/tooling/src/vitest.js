import { readdirSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
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

const hasBrowserTests = () => {
  try {
    return readdirSync('test', { recursive: true }).some((file) => String(file).endsWith('.browser.test.ts'));
  } catch {
    return false;
  }
};

export async function packageTests() {
  const projects = [
    {
      ...sourceResolution,
      test: {
        name: 'node',
        include: ['test/**/*.test.ts'],
        exclude: ['test/**/*.browser.test.ts'],
        testTimeout: 120_000,
      },
    },
  ];
  if (hasBrowserTests()) {
    projects.push({
      ...sourceResolution,
      test: {
        name: 'chromium',
        include: ['test/**/*.browser.test.ts'],
        testTimeout: 120_000,
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
  return defineConfig({ test: { projects, passWithNoTests: false, reporters } });
}
