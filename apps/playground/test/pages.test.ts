import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aboutCloths } from '../src/cloth/about-cloths.js';
import { clothScenes } from '../src/cloth/scenes.js';

const pages = readdirSync('.').filter((file) => file.endsWith('.html'));

test('every page states its language and a title', () => {
  expect(pages).toContain('index.html');
  for (const page of pages) {
    const text = readFileSync(page, 'utf8');
    expect(text, page).toMatch(/<html lang="en"/);
    expect(text, page).toMatch(/<title>[^<]+<\/title>/);
  }
});

test('lists of pages tell about each cloth scene, in the order of the scenes', () => {
  const named = Object.entries(aboutCloths).map(([key, { name }]) => [key, name]);
  expect(named).toEqual(clothScenes.map(({ name }) => [name, name]));
  expect(new Set(Object.values(aboutCloths).map(({ title }) => title)).size).toBe(clothScenes.length);
});
