import { expect, test } from 'vitest';
import { formatBuilt, formatLink, readLink, SPEEDS } from '../src/link.js';

test('an empty address leaves everything open', () => {
  expect(readLink('')).toEqual({
    scene: undefined,
    solver: undefined,
    compared: [],
    plots: false,
    style: undefined,
    layers: undefined,
    joints: undefined,
    broadPhase: undefined,
    view: undefined,
    paused: undefined,
    engine: 'webgpu',
    embedded: false,
    timeScale: undefined,
    parameters: {},
    settings: {},
    world: {},
    built: undefined,
  });
  expect(formatLink(readLink(''))).toBe('');
});

test('what is written is read back, parameters and settings included', () => {
  const link = {
    scene: 'tower',
    solver: 'sequential-impulses',
    compared: ['force', 'shape-matching'],
    plots: true,
    style: 'filled',
    layers: ['contacts', 'normals'],
    joints: false,
    broadPhase: 'tree',
    view: { x: -0.5, y: 8, halfWidth: 14.25, halfHeight: 10.6 },
    paused: true,
    engine: 'webgl',
    embedded: true,
    timeScale: 0.25,
    parameters: { seed: 7, count: 12.5 },
    settings: { warmStarting: false, positionCorrection: 'baumgarte', velocityIterations: 20 },
    world: { gravity: 1.6, sleeping: false },
    built: 'eJyrVkrLz1eyUkpKLFKqBQAcVQQI',
  } as const;
  const text = formatLink(link);
  expect(readLink(text, formatBuilt(link))).toEqual(link);
  expect(formatLink(readLink(text))).toBe(text);
});

test('a view that cannot be looked at is passed over', () => {
  for (const view of ['', '1,2,3', '1,2,3,4,5', '1,2,0,4', '1,2,3,-4', '1,2,,4', '1,2,x,4', '1,2,1e999,4']) {
    expect(readLink(`?view=${view}`).view, view).toBeUndefined();
  }
  expect(readLink('?view=0,-2,3e3,4').view).toEqual({ x: 0, y: -2, halfWidth: 3000, halfHeight: 4 });
  expect(readLink('?layers=').layers).toEqual([]);
});

test('a link cannot ask for more time than there is', () => {
  expect(readLink('?scale=1e9').timeScale).toBe(SPEEDS.fastest);
  expect(readLink('?scale=Infinity').timeScale).toBe(SPEEDS.fastest);
  expect(readLink('?scale=1e-9').timeScale).toBe(SPEEDS.slowest);
  expect(readLink('?scale=0.5').timeScale).toBe(0.5);
  expect(readLink('?scale=0').timeScale).toBeUndefined();
});

test('the order of keys does not change an address', () => {
  const base = readLink('');
  const one = formatLink({ ...base, parameters: { a: 1, b: 2 } });
  expect(formatLink({ ...base, parameters: { b: 2, a: 1 } })).toBe(one);
});

test('what is no number or no known key is passed over', () => {
  const link = readLink(
    '?p.count=many&p.base=&p.seed=%20&scale=-1&scale=x&engine=metal&other=1&paused=0&broad=octree',
  );
  expect(link.parameters).toEqual({});
  expect(link.timeScale).toBeUndefined();
  expect(link.broadPhase).toBeUndefined();
  expect(link.engine).toBe('webgpu');
  expect(link.paused).toBe(false);
});

test('what other pages put behind the hash is passed over', () => {
  expect(readLink('', '#view').built).toBeUndefined();
  expect(readLink('', '').built).toBeUndefined();
  expect(formatBuilt(readLink(''))).toBe('');
});
