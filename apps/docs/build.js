#!/usr/bin/env node
// Builds the guides and the reference of every published package into static files: `node build.js [folder]`, default dist.
// Any warning (a link that leads nowhere, a type that is used and not exported) fails the build.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Application, JSX } from 'typedoc';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const packages = join(here, '..', '..', 'packages');
const out = process.argv[2] ?? join(here, 'dist');

/** From what most read first down to the ground floor. */
const order = [
  'rigid',
  'rigid-constraint',
  'rigid-force',
  'rigid-shapematch',
  'cloth-webgpu',
  'render-babylon',
  'scenes',
  'collision',
  'math2d',
];
const published = readdirSync(packages).filter(
  (room) => !JSON.parse(readFileSync(join(packages, room, 'package.json'), 'utf8')).private,
);
const forgotten = published.filter((room) => !order.includes(room));
if (forgotten.length > 0) throw new Error(`packages without a place in the docs: ${forgotten.join(', ')}`);

/** The guides in the order of their numbers; the numbers do not show. */
const guides = readdirSync(join(here, 'guides')).sort();

const app = await Application.bootstrapWithPlugins({
  name: 'Otedama',
  entryPointStrategy: 'packages',
  entryPoints: order.map((room) => join(packages, room)),
  packageOptions: {
    entryPoints: ['src/index.ts'],
    readme: 'README.md',
    projectDocuments: ['docs/*.md'],
    excludePrivate: true,
    sort: ['source-order'],
    disableSources: true,
  },
  readme: join(here, 'home.md'),
  projectDocuments: [
    ...guides.map((file) => join(here, 'guides', file)),
    join(here, '..', 'bench', 'results', 'results.md'),
    join(here, '..', '..', 'CONTRIBUTING.md'),
  ],
  sort: ['documents-first', 'source-order'],
  customCss: join(here, 'theme.css'),
  favicon: join(here, '..', 'playground', 'src', 'icon.svg'),
  out,
  cleanOutputDir: true,
  hideGenerator: true,
  searchInComments: true,
  searchInDocuments: true,
  lightHighlightTheme: 'github-light',
  darkHighlightTheme: 'github-dark',
  highlightLanguages: ['ts', 'js', 'html', 'sh', 'json', 'wgsl'],
  navigation: { includeGroups: false, includeCategories: false, includeFolders: false },
  logLevel: 'Warn',
  treatWarningsAsErrors: true,
});
// the docs lie in a folder of the playground
app.renderer.hooks.on('pageSidebar.begin', (context) =>
  JSX.createElement(
    'a',
    { class: 'to-playground', href: context.relativeURL('../index.html') },
    'To the playground',
  ),
);
const project = await app.convert();
if (project === undefined) process.exit(1);
// a document is called what its heading says, not its path
const rooms = [project, ...(project.children ?? [])];
for (const document of rooms.flatMap(({ documents = [] }) => documents)) {
  const heading = /^# (.*)$/m.exec(document.content[0]?.text ?? '')?.[1];
  if (heading === undefined) throw new Error(`${document.name} does not begin with a heading`);
  document.name = heading;
}
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
console.log(
  `docs of ${order.length} packages and ${guides.length} guides in ${relative(process.cwd(), out)}`,
);
