/** Builds and serves the playground, once for all test files of a run, and anew before those that a change has run again. */

import { serveBuild } from '@otedama/tooling/pages';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the playground as it is built; `inject('playground')` in a test. */
    playground: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const served = await serveBuild();
  project.provide('playground', served.url);
  project.onTestsRerun(() => served.rebuild());
  return () => served.close();
}
