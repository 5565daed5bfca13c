import { expect, test } from 'vitest';
import * as entry from '../src/index.js';

test('the entry can be imported', () => {
  expect(entry).toBeDefined();
});
