/** Builds and serves the playground once for all test files of a run, and again before tests that are rerun after a change. */

import { serveBuild } from '@otedama/tooling/pages';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the built playground; `inject('playground')` in a test. */
    playground: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const served = await serveBuild();
  project.provide('playground', served.url);
  project.onTestsRerun(() => served.rebuild());
  return () => served.close();
}
