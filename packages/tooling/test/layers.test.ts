/** The layer check: which code it accepts, and which problems it finds. */
import { expect, test } from 'vitest';
import { layerProblems } from '../src/layer-rules.js';

const find = (text: string, room = 'rigid', isSource = true): string[] =>
  layerProblems(room, 'file.ts', text, isSource).map((line: string) => line.replace(/^file\.ts:/, ''));

test('imports only go to lower layers', () => {
  expect(find("import { collide } from '@otedama/collision';")).toEqual([]);
  expect(find("import { createSoftStep } from '@otedama/rigid-constraint';")).toEqual([
    '1: rigid may not import rigid-constraint',
  ]);
  expect(find("export * from '@otedama/scenes';")).toEqual(['1: rigid may not import scenes']);
  expect(find("const scenes = await import('@otedama/scenes');")).toEqual(['1: rigid may not import scenes']);
});

test('tests may use scenes, tooling and the shared solver tests', () => {
  for (const room of ['scenes', 'tooling', 'solver-tests']) {
    expect(find(`import '@otedama/${room}';`, 'rigid-force', false)).toEqual([]);
    expect(find(`import '@otedama/${room}';`, 'rigid-force')).toEqual([
      `1: rigid-force may not import ${room}`,
    ]);
  }
});

test('a package may import itself, its tests no higher layers than its sources, and the apps everything', () => {
  expect(find("import { stateOf } from '@otedama/rigid';")).toEqual([]);
  expect(find("import '@otedama/rigid-constraint';", 'rigid', false)).toEqual([
    '1: rigid may not import rigid-constraint',
  ]);
  expect(find("import '@otedama/rigid-constraint'; import '@otedama/scenes';", 'playground')).toEqual([]);
});

test.each([
  'const rigid = 1; export { rigid };',
  'const part = await import(parts.name);',
  "load('@otedama/scenes');",
  "const s = 'Math'; const y = tables.Math;",
])('what only looks like an import or like Math is fine: %s', (text) => expect(find(text)).toEqual([]));

test('only rendering packages may import Babylon, by deep path', () => {
  expect(find("import { Engine } from '@babylonjs/core/Engines/engine.js';")).toEqual([
    '1: rigid may not import Babylon',
  ]);
  expect(find("import { Engine } from '@babylonjs/core';", 'render-babylon')).toEqual([
    '1: import Babylon by deep path',
  ]);
  expect(find("import { Engine } from '@babylonjs/core/Engines/engine.js';", 'render-babylon')).toEqual([]);
});

test.each(
  'sin cos tan asin acos atan atan2 sinh cosh tanh pow exp expm1 log log1p log2 log10 hypot cbrt random'.split(
    ' ',
  ),
)('Math.%s is rejected below the renderer', (name) => {
  const text = `// one line\nexport const y = Math.${name}(1, 2);`;
  expect(find(text)).toEqual([`2: Math.${name} differs between engines; use math2d`]);
  expect(find(text, 'rigid', false)).toEqual([]);
  expect(find(text, 'render-babylon')).toEqual([]);
});

test.each(['const { sin } = Math;', 'const M = Math;', "const y = Math['sin'](1);"])(
  'an alias of Math is rejected: %s',
  (text) => {
    expect(find(text)).toEqual(['1: Math is for Math.name only, so that names can be checked']);
  },
);

test('exact functions and constants are accepted, also as values', () => {
  const text =
    'const y = Math.sqrt(Math.abs(-2)) + Math.fround(Math.PI) + Math.imul(2, 3); const f = [1].map(Math.floor);';
  expect(find(text)).toEqual([]);
});

test('powers are rejected, except of literal numbers', () => {
  for (const text of ['y = x ** 2;', 'y = 2 ** x;', 'y = 2 ** -x;', 'y **= 2;']) {
    expect(find(text)).toEqual(['1: ** differs between engines; multiply']);
  }
  expect(find('const a = 2 ** 30, b = 2 ** -53; /** x ** 2 */')).toEqual([]);
});

test('a line of a comment has at most 142 columns; code and its strings are let alone', () => {
  const words = 'x'.repeat(139);
  expect(find(`// ${words}\n/* ${words}`)).toEqual([]);
  for (const start of ['// x', '/** ', '   * ']) {
    const text = start.includes('/') ? `${start}${words} */` : `/**\n${start}${words}\n */`;
    expect(find(text), start).toHaveLength(1);
    expect(find(text)[0]).toMatch(/^[12]: a comment of 14\d columns; 142 are the most$/);
  }
  expect(find(`const text = '${words}${words}';`)).toEqual([]);
});
