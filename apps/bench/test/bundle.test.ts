import { execFileSync } from 'node:child_process';
import { execPath } from 'node:process';
import { expect, test } from 'vitest';
import { bundle } from '../src/bundle.js';

test('the bundled program loads an engine that is asked for, and says that it cannot run the scene', () => {
  const output = execFileSync(execPath, [bundle('cell'), 'matter', 'joint-grid-900', '1'], {
    encoding: 'utf8',
  });
  expect(output).toBe('null\n');
});
