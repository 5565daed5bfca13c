/**
 * The public surface of a package as one text: the emitted declarations of its exports, without comments, sorted by name.
 * Declarations that these need but no entry exports follow at the end.
 */
import ts from 'typescript';
import { exportsOf, packageOf, resolveAlias } from './public-surface.js';

/**
 * Returns the emitted declarations of a source file, keyed by declared name: their texts without comments and the names they refer
 * to.
 */
function createEmitter() {
  const files = new Map();
  return function declarationsOf(file) {
    const known = files.get(file.fileName);
    if (known !== undefined) return known;
    const { outputText } = ts.transpileDeclaration(file.text, {
      fileName: file.fileName,
      compilerOptions: {
        declaration: true,
        isolatedDeclarations: true,
        removeComments: true,
        stripInternal: true,
        verbatimModuleSyntax: true,
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ESNext,
      },
    });
    const tree = ts.createSourceFile(file.fileName, outputText, ts.ScriptTarget.ES2023, true);
    const byName = new Map();
    for (const statement of tree.statements) {
      const text = statement
        .getText()
        .replace(/^(export )?(declare )?/, '')
        .replaceAll(/^ +/gm, (spaces) => ' '.repeat(spaces.length / 2));
      const names = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(({ name }) => name.text)
        : [statement.name?.text];
      for (const name of names) {
        const list = byName.get(name) ?? [];
        list.push({ text, needs: typesIn(statement) });
        byName.set(name, list);
      }
    }
    files.set(file.fileName, byName);
    return byName;
  };
}

/** Names of the types that a declaration refers to. */
function typesIn(statement) {
  const names = new Set();
  const visit = (node) => {
    let name;
    if (ts.isTypeReferenceNode(node)) name = node.typeName;
    else if (ts.isExpressionWithTypeArguments(node)) name = node.expression;
    else if (ts.isTypeQueryNode(node)) name = node.exprName;
    while (name !== undefined && ts.isQualifiedName(name)) name = name.left;
    if (name !== undefined && ts.isIdentifier(name)) names.add(name.text);
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return names;
}

/** Creates the function that returns the text of a package. */
export function createApiText(program, packages) {
  const checker = program.getTypeChecker();
  const declarationsOf = createEmitter();

  return function apiText(entry) {
    const lines = [`// Public surface of ${entry.name}. Written by \`pnpm api\`; not a module.`];
    const shown = new Set();
    const queue = [];

    /** Texts of a declaration, or an empty array if it was shown before. */
    const take = (symbol) => {
      const file = symbol.declarations[0].getSourceFile();
      const key = `${file.fileName}#${symbol.name}`;
      if (shown.has(key)) return [];
      shown.add(key);
      const found = declarationsOf(file).get(symbol.name) ?? [];
      for (const { needs } of found) queue.push({ file, needs });
      return found.map(({ text }) => text);
    };

    const show = (name, symbol, indent) => {
      const [declaration] = symbol.declarations ?? [];
      const owner = declaration && packageOf(packages, declaration);
      if (owner !== entry) {
        lines.push(`${indent}export { ${name} } from '${owner?.name ?? 'elsewhere'}';`);
        return;
      }
      if (ts.isSourceFile(declaration)) {
        lines.push(`${indent}export namespace ${name} {`);
        for (const inner of exportsOf(program, declaration.fileName)) {
          show(inner.name, inner.symbol, `${indent}  `);
        }
        lines.push(`${indent}}`);
        return;
      }
      const texts = take(symbol);
      if (texts.length === 0 || name !== symbol.name) {
        lines.push(`${indent}export { ${name === symbol.name ? name : `${symbol.name} as ${name}`} }`);
      }
      for (const text of texts) {
        const keyword = name === symbol.name ? 'export ' : '';
        lines.push(`${indent}${keyword}${text}`.replaceAll('\n', `\n${indent}`));
      }
    };

    for (const { specifier, file } of entry.entries) {
      lines.push('', `// ── ${specifier} ──`, '');
      for (const { name, symbol } of exportsOf(program, file)) show(name, symbol, '');
    }

    const hidden = [];
    while (queue.length > 0) {
      const { file, needs } = queue.shift();
      for (const name of needs) {
        const found = checker.resolveName(name, file, ts.SymbolFlags.Type | ts.SymbolFlags.Value, false);
        const symbol = found && resolveAlias(checker, found);
        const [declaration] = symbol?.declarations ?? [];
        if (declaration === undefined || packageOf(packages, declaration) !== entry) continue;
        if (!ts.isSourceFile(declaration)) hidden.push(...take(symbol));
      }
    }
    if (hidden.length > 0) {
      lines.push('', '// ── needed by these, exported by no entry ──', '', ...hidden.sort());
    }
    return `${lines.join('\n')}\n`;
  };
}
