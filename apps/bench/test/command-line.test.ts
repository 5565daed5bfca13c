import { expect, test } from 'vitest';
import { type Known, readCommandLine, usage } from '../src/command-line.js';

const known: Known = { engines: ['ours', 'theirs'], scenes: ['pile', 'net'], out: 'results' };
const read = (text: string) => readCommandLine(text === '' ? [] : text.split(' '), known);

test('without options every engine runs every scene, three times', () => {
  expect(read('')).toEqual({ ...known, repetitions: 3, budget: 10_000 });
});

test('options choose engines, scenes, rounds, time and folder', () => {
  expect(read('--engine ours --scene net,pile --repeat 1 --budget 500 --out there')).toEqual({
    ...{ engines: ['ours'], scenes: ['net', 'pile'], repetitions: 1, budget: 500, out: 'there' },
  });
});

test.each([
  ['--engine', 'ours,foreign', /--engine foreign: expected one or more of ours,theirs/],
  ['--scene', 'sky', /--scene sky: expected one or more of pile,net/],
  ['--repeat', '0', /--repeat 0: expected a whole number above 0/],
  ['--repeat', '1.5', /--repeat 1.5/],
  ['--budget', 'long', /--budget long: expected a number of milliseconds above 0/],
  ['--budget', '0', /--budget 0: expected a number of milliseconds above 0/],
  ['--budget', 'Infinity', /--budget Infinity/],
  ['--rounds', '2', /Unknown option '--rounds'/],
])('%s %s is refused with a sentence', (option, value, sentence) => {
  expect(() => read(`${option} ${value}`)).toThrow(sentence);
});

test('the help names every option, engine and scene', () => {
  expect(read('--help')).toBeNull();
  expect(read('-h')).toBeNull();
  const [call, ...options] = usage(known).split('\n');
  const names = ['--engine', '--scene', '--repeat', '--budget', '--out'];
  expect(options.map((line) => line.trim().split(' ')[0])).toEqual(names);
  for (const name of names) expect(call).toContain(`[${name} `);
  for (const word of ['theirs', 'net']) expect(options.join()).toContain(word);
});
