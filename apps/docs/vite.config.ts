import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sourceResolution } from '@otedama/tooling/vitest';

/** The page examples of the guides, which the tests write. */
const root = join(import.meta.dirname, 'test-output', 'guides');

export default {
  ...sourceResolution,
  root,
  build: {
    target: 'es2023',
    rollupOptions: {
      input: readdirSync(root)
        .filter((file) => file.endsWith('.html'))
        .map((file) => join(root, file)),
    },
  },
};
