/** The check of the public surface on a workspace with one small package: what it accepts, and what each rule finds. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { checkSurface } from '../src/check-surface.js';
import { checkDocs } from '../src/doc-rules.js';
import { loadProgram } from '../src/public-surface.js';
import { publishedPackages } from '../src/workspace.js';

const command = fileURLToPath(new URL('../bin/surface.js', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'otedama-surface-'));
const folder = join(root, 'packages', 'toy');
mkdirSync(join(folder, 'src'), { recursive: true });
writeFileSync(join(root, 'pnpm-workspace.yaml'), '');
writeFileSync(
  join(root, 'tsconfig.base.json'),
  JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      target: 'ES2023',
      strict: true,
      types: [],
    },
  }),
);
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({
    name: '@toys/toy',
    type: 'module',
    exports: { '.': { '@otedama/source': './src/index.ts' } },
  }),
);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Whether the check finds all well, and its output. */
function check(): { isWell: boolean; output: string } {
  const lines: string[] = [];
  const isWell = checkSurface(root, { lib: ['ES2023'], print: (line: string) => lines.push(line) });
  return { isWell, output: lines.join('\n') };
}

/** Exit code and output of the command. */
function run(...options: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...options], { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr });
    });
  });
}

const write = (source: string) => writeFileSync(join(folder, 'src', 'index.ts'), source);

const sound = `
class InputError extends Error {}
/** A thing that falls. */
export interface ToyDefinition {
  /** Edge, m, > 0. Default 1. */
  readonly size?: number;
}
/** Makes a toy. Throws \`InputError\` for a size that is not above 0. */
export function createToy(definition: ToyDefinition): Toy {
  if (!((definition.size ?? 1) > 0)) throw new InputError('size');
  return new Toy();
}
/** A toy at rest. Its methods throw \`InputError\` once it is broken. */
export class Toy {
  /** @internal */
  constructor(hidden?: Hidden) { void hidden; }
  /** Height of its centre, m. */
  get height(): number { if (Math.abs(0) > 1) throw new InputError('height'); return 0; }
}
interface Hidden { secret: number }
`;

beforeEach(() => write(sound));

test('the API surface is written and compared, and a change is shown', async () => {
  const unwritten = check();
  expect(unwritten.isWell).toBe(false);
  expect(unwritten.output).toContain('pnpm api');
  expect(await run('--write')).toMatchObject({ code: 0 });
  const text = readFileSync(join(folder, 'api.d.ts'), 'utf8');
  expect(text).toContain('export function createToy(definition: ToyDefinition): Toy;');
  expect(text).toContain('  readonly size?: number;');
  expect(text).not.toMatch(/Hidden|Edge/);
  expect(check()).toMatchObject({ isWell: true });
  write(sound.replace('get height', 'get level'));
  const { code, output } = await run();
  expect(code).toBe(1);
  expect(output).toContain('-   get height(): number;');
  expect(output).toContain('+   get level(): number;');
});

/** The violations found: the rule and the name. */
function findings(): string[] {
  const packages = publishedPackages(root);
  const { problems } = checkDocs(root, loadProgram(root, packages, ['ES2023']), packages);
  return problems.map(({ rule, name }) => `${rule} ${name}`);
}

describe('the documentation rules', () => {
  test('find no problem in documented code', () => expect(findings()).toEqual([]));

  test.each([
    ['D1 Toy.height', '  /** Height of its centre, m. */\n', ''],
    ['D1 ToyDefinition', '/** A thing that falls. */\n', ''],
    ['D1 createToy', 'Makes a toy. Throws `InputError` for', '@throws `InputError` for'],
    ['D2 ToyDefinition', 'A thing that falls.', 'The toy definition.'],
    ['D3 ToyDefinition.size', 'Edge, m, > 0.', 'Edge, > 0.'],
    ['D3 Toy.height', 'Height of its centre, m.', 'Where its centre is.'],
    ['D4 ToyDefinition.size', 'Edge, m, > 0. Default 1.', 'Edge, m. Default 1.'],
    ['D4 ToyDefinition.size', 'Edge, m, > 0. Default 1.', 'Edge, m, > 0.'],
    ['D5 createToy', ' Throws `InputError` for a size that is not above 0.', ' From nothing.'],
    ['D5 Toy.height', ' Its methods throw `InputError` once it is broken.', ''],
    ['D6 Toy.centreHeight', 'get height()', 'get centreHeight()'],
    ['D6 ToyDefinition.colour', 'readonly size?', 'readonly colour?'],
  ])('%s: %j as %j', (found, from, to) => {
    expect(sound).toContain(from);
    write(sound.replace(from, to));
    expect(findings()).toEqual([found]);
  });
});
