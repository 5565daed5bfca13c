#!/usr/bin/env node
/**
 * Checks, over the sources of every package and app:
 *   1. a package imports only packages of lower layers, and Babylon only in render-babylon and the apps;
 *   2. packages below render-babylon use no arithmetic whose result ECMAScript leaves to the engine: powers and inexact Math functions;
 *   3. lines of comments have at most 142 columns;
 *   4. the source files that comments, READMEs, docs and guides name are there.
 * Prints the number of files read and fails if it is 0.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { layerProblems } from '../src/layer-rules.js';
import { namingProblems } from '../src/named-files.js';

const problems = [];
/** Texts of the sources and pages, by path; and the paths of everything that they may name. */
const texts = new Map();
const paths = [];

/** Paths of the files in a folder, with `/` between folders. */
const filesIn = (folder, recursive = true) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive }).map((file) => `${folder}/${String(file).replaceAll('\\', '/')}`)
    : [];

for (const parent of ['packages', 'apps']) {
  for (const home of filesIn(parent, false)) {
    if (!existsSync(`${home}/package.json`)) continue;
    const room = home.slice(parent.length + 1);
    const sources = ['src', 'test', 'bench'].flatMap((folder) => filesIn(`${home}/${folder}`));
    const others = ['assembly', 'stranger'].flatMap((folder) => filesIn(`${home}/${folder}`));
    const pages = ['docs', 'guides'].flatMap((folder) => filesIn(`${home}/${folder}`));
    const own = filesIn(home, false);
    paths.push(...sources, ...others, ...own);
    for (const path of [...sources, ...pages, ...own]) {
      const isSource = sources.includes(path) && /(?<!\.d)\.ts$/.test(path);
      if (!isSource && !(path.endsWith('.md') && !path.endsWith('CHANGELOG.md'))) continue;
      const text = readFileSync(path, 'utf8');
      texts.set(path, text);
      if (isSource) problems.push(...layerProblems(room, path, text, path.startsWith(`${home}/src/`)));
    }
  }
}
for (const [file, text] of texts) problems.push(...namingProblems(file, text, paths));
for (const problem of problems) console.error(problem);
console.log(`layers: ${texts.size} files read, ${problems.length} problems`);
if (problems.length > 0 || texts.size === 0) process.exit(1);
