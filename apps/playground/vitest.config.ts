import { packageTests } from '@otedama/tooling/vitest';
import { mergeConfig } from 'vitest/config';

export default mergeConfig(await packageTests(), { test: { globalSetup: 'test/serve.ts' } });
