#!/usr/bin/env node
// Checks, over the sources of every package and app:
//   1. a package imports only packages of lower layers, and Babylon only in render-babylon and the apps;
//   2. no Math function whose bits ECMAScript leaves open, below render-babylon.
// Prints how many files it read and fails if that is none.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What each room may import from the workspace; tests and benchmarks may also use those of `forTests`. */
const rigidFloor = ['math2d', 'collision', 'rigid'];
const allowed = {
  math2d: [],
  collision: ['math2d'],
  rigid: ['math2d', 'collision'],
  'rigid-force': rigidFloor,
  'rigid-constraint': rigidFloor,
  'rigid-shapematch': rigidFloor,
  'cloth-webgpu': [],
  scenes: rigidFloor,
  'render-babylon': [...rigidFloor, 'cloth-webgpu'],
  'solver-tests': [...rigidFloor, 'scenes'],
  tooling: [],
};
const forTests = ['scenes', 'solver-tests', 'tooling'];
const mayUseBabylon = new Set(['render-babylon', 'playground', 'bench', 'starter']);
const mayUseAnyMath = new Set([
  'render-babylon',
  'playground',
  'bench',
  'starter',
  'solver-tests',
  'tooling',
]);
/** Math functions with the same result on every engine (ECMAScript 2023, 21.3.2). */
const exactMath = new Set(
  'abs ceil floor round trunc sign min max sqrt fround imul clz32 PI E SQRT2 SQRT1_2 LN2 LN10 LOG2E LOG10E'.split(
    ' ',
  ),
);

const problems = [];
let fileCount = 0;

function checkFile(room, file, isSource) {
  fileCount++;
  const text = readFileSync(file, 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const place = (node) => `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const checkImport = (node, name) => {
    const sibling = /^@otedama\/([^/]+)/.exec(name)?.[1];
    const rooms = allowed[room];
    if (sibling !== undefined && rooms !== undefined && sibling !== room) {
      const fine = rooms.includes(sibling) || (!isSource && forTests.includes(sibling));
      if (!fine) problems.push(`${place(node)}: ${room} may not import ${sibling}`);
    }
    if (name.startsWith('@babylonjs/')) {
      if (!mayUseBabylon.has(room)) problems.push(`${place(node)}: ${room} may not import Babylon`);
      else if (name === '@babylonjs/core') problems.push(`${place(node)}: import Babylon by deep path`);
    }
  };
  const visit = (node) => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier !== undefined
    ) {
      checkImport(node, node.moduleSpecifier.text);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      if (ts.isStringLiteral(node.arguments[0])) checkImport(node, node.arguments[0].text);
    } else if (
      isSource &&
      !mayUseAnyMath.has(room) &&
      ts.isPropertyAccessExpression(node) &&
      node.expression.getText() === 'Math' &&
      !exactMath.has(node.name.text)
    ) {
      problems.push(`${place(node)}: Math.${node.name.text} differs between engines; use math2d`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
}

for (const parent of ['packages', 'apps']) {
  if (!existsSync(parent)) continue;
  for (const room of readdirSync(parent)) {
    for (const folder of ['src', 'test', 'bench']) {
      const start = join(parent, room, folder);
      if (!existsSync(start)) continue;
      for (const file of readdirSync(start, { recursive: true }).map(String)) {
        if (/(?<!\.d)\.ts$/.test(file)) checkFile(room, join(start, file), folder === 'src');
      }
    }
  }
}
for (const problem of problems) console.error(problem);
console.log(`layers: ${fileCount} files read, ${problems.length} problems`);
if (problems.length > 0 || fileCount === 0) process.exit(1);
