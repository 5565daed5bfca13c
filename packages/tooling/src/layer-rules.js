/**
 * The checks that `otedama-layers` runs on one file: imports that violate the layers, arithmetic whose bits ECMAScript leaves to the
 * engine, and lines of comments that are too wide.
 */

import ts from 'typescript';

/** Workspace packages that each package may import. Tests and benchmarks may also import those of `forTests`. */
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

/** Widest line of a comment, columns: as much as fits beside a second file on a large screen. The formatter sees only to code. */
const WIDEST_COMMENT = 142;

const isLiteral = (node) =>
  ts.isNumericLiteral(node) || (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand));

/** Problems found in the text of a file, each with its line. `isSource` is false for tests and benchmarks. */
export function layerProblems(room, file, text, isSource) {
  const problems = [];
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const report = (node, what) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    problems.push(`${file}:${line}: ${what}`);
  };
  const checkImport = (node, name) => {
    const sibling = /^@otedama\/([^/]+)/.exec(name)?.[1];
    const rooms = allowed[room];
    if (sibling !== undefined && rooms !== undefined && sibling !== room) {
      const fine = rooms.includes(sibling) || (!isSource && forTests.includes(sibling));
      if (!fine) report(node, `${room} may not import ${sibling}`);
    }
    if (name.startsWith('@babylonjs/')) {
      if (!mayUseBabylon.has(room)) report(node, `${room} may not import Babylon`);
      else if (name === '@babylonjs/core') report(node, 'import Babylon by deep path');
    }
  };
  const checkArithmetic = (node) => {
    if (ts.isIdentifier(node) && node.text === 'Math') {
      const { parent } = node;
      if (!ts.isPropertyAccessExpression(parent))
        report(node, 'Math is for Math.name only, so that names can be checked');
      else if (parent.expression === node && !exactMath.has(parent.name.text)) {
        report(node, `Math.${parent.name.text} differs between engines; use math2d`);
      }
    } else if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const isPower =
        kind === ts.SyntaxKind.AsteriskAsteriskToken || kind === ts.SyntaxKind.AsteriskAsteriskEqualsToken;
      // engines evaluate literals such as 2 ** 30 exactly
      if (isPower && !(isLiteral(node.left) && isLiteral(node.right))) {
        report(node, '** differs between engines; multiply');
      }
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
    }
    if (isSource && !mayUseAnyMath.has(room)) checkArithmetic(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  text.split('\n').forEach((line, k) => {
    if (line.length > WIDEST_COMMENT && /^\s*(\/[/*]|\*)/.test(line)) {
      problems.push(`${file}:${k + 1}: a comment of ${line.length} columns; ${WIDEST_COMMENT} are the most`);
    }
  });
  return problems;
}
