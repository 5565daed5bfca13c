import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sourceResolution } from '@otedama/tooling/vitest';

/** The page examples of the guides, which the tests write. */
const { GUIDE_PROGRAMS: root } = process.env;
if (root === undefined) throw new Error('Only the tests build the examples of the guides: run `pnpm test`.');

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
