import { sceneList } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { sceneSource } from '../src/scene-source.js';

test('every scene of the list is found in its file, whole and alone', () => {
  const seen = new Set<string>();
  for (const { name, title } of sceneList) {
    const source = sceneSource(name);
    if (source === null) throw new Error(`no source of ${name}`);
    const { before, definition, after } = source;
    expect(definition, name).toMatch(/^(\/\*\*|\/\/|export const )/);
    expect(definition.match(/defineScene\(/g), name).toHaveLength(1);
    expect(definition).toContain(`title: '${title.replaceAll("'", "\\'")}'`);
    expect(definition.endsWith('\n});'), name).toBe(true);
    expect(before).toContain('import ');
    expect(`${before}${after}`).not.toContain(definition);
    seen.add(definition);
  }
  expect(seen.size).toBe(sceneList.length);
});

test('a scene of a file has no source', () => {
  expect(sceneSource('ground')).toBeNull();
  expect(sceneSource('')).toBeNull();
});
