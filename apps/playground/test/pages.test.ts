import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pages = readdirSync('.').filter((file) => file.endsWith('.html'));

test('every page states its language and a title', () => {
  expect(pages).toContain('index.html');
  for (const page of pages) {
    const text = readFileSync(page, 'utf8');
    expect(text, page).toMatch(/<html lang="en"/);
    expect(text, page).toMatch(/<title>[^<]+<\/title>/);
  }
});
