import { packageTests } from '@otedama/tooling/vitest';
import { mergeConfig } from 'vitest/config';

// these tests are the last ones of a run and wait for frames most of the time, so two files at a time end sooner
export default mergeConfig(await packageTests(), { test: { globalSetup: 'test/serve.ts', maxWorkers: 2 } });
