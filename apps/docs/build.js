#!/usr/bin/env node
/**
 * Builds the guides and the reference of every published package into static files: `node build.js [folder]`, default dist. Any
 * warning fails the build, such as a broken link or a type that is used but not exported.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { loadProgram } from '@otedama/tooling/public-surface';
import { publishedPackages } from '@otedama/tooling/workspace';
import { Application, IndexEvent, JSX, PageEvent, ReflectionKind } from 'typedoc';
import { finishPage } from './pages.js';
import { buildPrograms } from './programs.js';

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname;
const root = join(here, '..', '..');
const out = process.argv[2] ?? join(here, 'dist');

/** The packages, from the one that most people read first down to the lowest layer. */
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
const published = publishedPackages(root);
const forgotten = published.map(({ folder }) => folder).filter((room) => !order.includes(room));
if (forgotten.length > 0) throw new Error(`packages without a place in the docs: ${forgotten.join(', ')}`);

/** The documents that the first page links to under "Guides", by its headings there; programs are parts of a guide. */
const home = readFileSync(join(here, 'home.md'), 'utf8');
const parts = /^## Guides$([\s\S]*?)^## /m
  .exec(home)[1]
  .split(/^### /m)
  .slice(1)
  .map((part) => ({
    title: part.slice(0, part.indexOf('\n')),
    files: Array.from(part.matchAll(/\]\((?!programs\/)([^)#]*)\)/g), ([, path]) => join(here, path)),
  }));
const documents = parts.flatMap(({ files }) => files);
const guides = readdirSync(join(here, 'guides'));
const unlinked = guides.filter((guide) => !documents.includes(join(here, 'guides', guide)));
if (unlinked.length > 0) throw new Error(`guides without a link in home.md: ${unlinked.join(', ')}`);

// One program for all packages. By default typedoc creates and checks one program per package, each with all its dependencies.
// Compile errors are left to `typecheck`.
const program = loadProgram(root, published);

/** Internal types that the parts of bare solvers and worlds pass to each other. Users never call them. */
const passedOn = {
  '@otedama/rigid': ['ContinuousScratch', 'SweepingState', 'WorldState'],
  '@otedama/rigid-constraint': [
    'JointSolver',
    'HingeRows',
    'RollingRows',
    'FrameRows',
    'KeptRows',
    'ContactOrder',
    'KernelWorld',
    'WatchedRows',
    'LockedRows',
    'Shocks',
    'SimultaneousHits',
    'TellHit',
    'EmbeddedBodies',
    'ContactSoftness',
  ],
  '@otedama/rigid-shapematch': ['Push'],
};

const projectRoot = process.cwd();
let failed = false;
const MAIN = 'main';
/** Converts a package with all its entries. Prints problems and then sets `failed`. */
async function convertPackage({ name, path: folder, entries }) {
  const app = await Application.bootstrap({
    name,
    basePath: folder,
    entryPoints: entries.map(({ file }) => file),
    tsconfig: join(folder, 'tsconfig.json'),
    readme: join(folder, 'README.md'),
    projectDocuments: [join(folder, 'docs', '*.md')],
    excludePrivate: true,
    sort: ['source-order'],
    groupOrder: [
      ...[
        'Documents',
        'Functions',
        'Classes',
        'Interfaces',
        'Type Aliases',
        'Variables',
        'Modules',
        'Namespaces',
      ],
      ...['Constructors', 'Properties', 'Accessors', 'Methods', '*'],
    ],
    disableSources: true,
    intentionallyNotExported: passedOn[name] ?? [],
    validation: { invalidLink: false, unusedMergeModuleWith: false },
    logLevel: 'Warn',
  });
  const project = app.converter.convert(
    entries.map(({ specifier, file }) => ({
      displayName: specifier.slice(name.length + 1) || MAIN,
      program,
      sourceFile: program.getSourceFile(file),
    })),
  );
  // exports of the package's main entry appear on the package's page, not one level below
  const main = project.children.find((child) => child.name === MAIN);
  if (main !== undefined) project.mergeReflections(main, project);
  project.packageName = name;
  app.validate(project);
  failed ||= app.logger.hasErrors() || app.logger.hasWarnings();
  return app.serializer.projectToObject(project, projectRoot);
}

const app = await Application.bootstrap({
  name: 'Otedama',
  readme: join(here, 'home.md'),
  projectDocuments: documents,
  sort: ['documents-first', 'source-order'],
  customCss: join(here, 'theme.css'),
  customJs: join(here, 'navigation.js'),
  favicon: join(here, '..', 'playground', 'src', 'icon.svg'),
  out,
  cleanOutputDir: true,
  hideGenerator: true,
  searchInComments: true,
  searchInDocuments: true,
  // a guide answers more than the names that contain a word, and a function more than a field of the same name
  searchGroupBoosts: { Documents: 40, Properties: 0.2, Accessors: 0.3, Methods: 0.5, Variables: 0.5 },
  lightHighlightTheme: 'github-light-high-contrast',
  darkHighlightTheme: 'github-dark-high-contrast',
  highlightLanguages: ['ts', 'js', 'html', 'sh', 'json', 'wgsl'],
  useFirstParagraphOfCommentAsSummary: true, // in the lists of names, cut to a sentence by pages.js
  navigation: {
    includeGroups: false,
    includeCategories: false,
    includeFolders: false,
    excludeReferences: true,
  },
  logLevel: 'Warn',
  treatWarningsAsErrors: true,
});
// the docs are deployed in a folder of the playground
const toPlayground = (context) =>
  JSX.createElement(
    'a',
    { class: 'to-playground', href: context.relativeURL('../index.html') },
    'To the playground',
  );
app.renderer.hooks.on('pageSidebar.begin', (context) =>
  JSX.createElement('nav', { 'aria-label': 'Playground' }, toPlayground(context)),
);
// on a phone the list beside the page is closed at first
app.renderer.hooks.on('content.begin', (context) =>
  context.page.url === 'index.html' ? toPlayground(context) : JSX.createElement(JSX.Fragment, null),
);
// The list of pages has the headings of the first page. It is made in the browser, so navigation.js puts them into it.
app.renderer.hooks.on('sidebar.begin', ({ page, urlTo }) => {
  const { documents: pages, children } = page.project;
  const firsts = parts.map(({ title, files }) => [title, urlTo(pages[documents.indexOf(files[0])])]);
  const headings = JSON.stringify([...firsts, ['Packages', urlTo(children[0])]]);
  return JSX.createElement(
    'script',
    { type: 'application/json', id: 'headings' },
    JSX.createElement(JSX.Raw, { html: headings }),
  );
});
// a heading answers as much as a name, and the page of a package is searched like a document
app.renderer.on(IndexEvent.PREPARE_INDEX, ({ searchResults, searchFields, searchFieldWeights }) => {
  searchFieldWeights.headings = 10 * searchFieldWeights.name;
  searchResults.forEach(({ content, readme }, k) => {
    const text = (content ?? readme ?? []).map((part) => part.text).join('');
    const headings = Array.from(text.matchAll(/^##+ (.*)$/gm), ([, heading]) => heading);
    if (text !== '') searchFields[k] = { document: text, headings: headings.join('\n') };
  });
});
app.renderer.on(PageEvent.END, (page) => {
  if (page.contents !== undefined) page.contents = finishPage(page.contents, page.model);
});
const converted = [];
for (const room of order)
  converted.push(await convertPackage(published.find(({ folder }) => folder === room)));
if (failed) process.exit(1);
const project = app.deserializer.reviveProjects('Otedama', converted, {
  projectRoot,
  registry: app.files,
  alwaysCreateEntryPointModule: false,
});
app.converter.addProjectDocuments(project);
app.trigger(Application.EVENT_PROJECT_REVIVE, project);
app.validate(project);
// the title of a document is its heading, not its path
const rooms = [project, ...(project.children ?? [])];
const withParts = (document) => [document, ...(document.children ?? []).flatMap(withParts)];
for (const document of rooms.flatMap(({ documents = [] }) => documents).flatMap(withParts)) {
  const heading = /^# (.*)$/m.exec(document.content[0]?.text ?? '')?.[1];
  if (heading === undefined) throw new Error(`${document.name} does not begin with a heading`);
  document.name = heading;
}
// names are looked up in the lists of a package, so these are alphabetical; members stay in the order of their source
const byName = (a, b) =>
  Number(b.isDocument()) - Number(a.isDocument()) ||
  a.name.localeCompare(b.name, 'en', { sensitivity: 'base' });
function sortNames(room) {
  room.childrenIncludingDocuments?.sort(byName);
  for (const { children } of room.groups ?? []) children.sort(byName);
  for (const child of room.children ?? []) if (child.kindOf(ReflectionKind.SomeModule)) sortNames(child);
}
for (const child of project.children ?? []) sortNames(child);
// the page of a package has its name as a heading already
for (const { readme } of project.children ?? []) {
  if (readme !== undefined) readme[0].text = readme[0].text.replace(/^# .*\n+/, '');
}
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
await buildPrograms(join(out, 'programs'));
console.log(
  `docs of ${order.length} packages and ${guides.length} guides in ${relative(process.cwd(), out)}`,
);
