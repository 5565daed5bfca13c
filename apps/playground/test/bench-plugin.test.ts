import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: ViteDevServer;
let url: string;
beforeAll(async () => {
  server = await createServer({ server: { port: 0 }, logLevel: 'error' });
  await server.listen();
  url = server.resolvedUrls?.local[0] ?? '';
});
afterAll(() => server?.close());

test('the development server has the benchmark page below it, isolated, and the playground as before', async () => {
  const page = await fetch(`${url}bench/index.html`);
  const html = await page.text();
  expect(html).toContain('<h1>Engines side by side</h1>');
  expect(page.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  const script = html.match(/src="\/(bench\/src\/[^"]+)"/)?.[1];
  const code = await fetch(`${url}${script}`);
  expect(code.headers.get('content-type')).toContain('javascript');

  const own = await fetch(url);
  expect(await own.text()).toContain('id="scene-list"');
  expect(own.headers.get('cross-origin-embedder-policy')).toBeNull();
});
