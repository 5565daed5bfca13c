import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');

test('the README example runs: the ball falls, bounces and does not sink', async () => {
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const block = /```ts\n(.*?)```/s.exec(text);
  if (block === null) throw new Error('README.md has no example');
  const code = block[1]
    .replaceAll("'@otedama/rigid-constraint'", "'../src/index.js'")
    .replace('console.log(ball.position);', 'export { ball };');
  mkdirSync(join(folder, 'test-output'), { recursive: true });
  const file = join(folder, 'test-output', 'readme-example.ts');
  writeFileSync(file, code);
  const { ball } = await import(/* @vite-ignore */ file);
  expect(ball.position.y).toBeGreaterThan(0.49);
  expect(ball.position.y).toBeLessThan(2);
});
