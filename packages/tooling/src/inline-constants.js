/**
 * Writes the value of a numeric constant in each place of a package that uses it, as a compiler does: `4 * LINEAR_SLOP` becomes
 * `4 * 0.005 /* LINEAR_SLOP * /`. In V8 a name that a module imports or exports is read from memory and checked for being initialised at
 * each use, and what it holds is not known while code is compiled. A bundler can only inline constants that are literals.
 *
 * A constant is a `const` at the top level of a file whose value follows from literals and other such constants by `+ - * /`, bit
 * operations and exact numbers of `Number` and `Math`. These are the same IEEE operations as in the program, so the bits of results do
 * not change. Constants of other packages stay imported: their value is that of the version that is installed beside this one.
 */
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

const { SyntaxKind } = ts;

const binary = new Map([
  [SyntaxKind.PlusToken, (a, b) => a + b],
  [SyntaxKind.MinusToken, (a, b) => a - b],
  [SyntaxKind.AsteriskToken, (a, b) => a * b],
  [SyntaxKind.SlashToken, (a, b) => a / b],
  [SyntaxKind.BarToken, (a, b) => a | b],
  [SyntaxKind.AmpersandToken, (a, b) => a & b],
  [SyntaxKind.LessThanLessThanToken, (a, b) => a << b],
]);
const unary = new Map([
  [SyntaxKind.MinusToken, (a) => -a],
  [SyntaxKind.TildeToken, (a) => ~a],
]);
const builtIn = new Map([
  ['Math.PI', Math.PI],
  ['Number.EPSILON', Number.EPSILON],
  ['Number.MAX_VALUE', Number.MAX_VALUE],
]);

/** The names that a file imports by name from files of its package, with the specifier of each. */
function ownImports(file) {
  const imports = new Map();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !statement.moduleSpecifier.text.startsWith('.')) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const specifier of bindings.elements)
      if (!specifier.isTypeOnly) imports.set(specifier.name.text, specifier);
  }
  return imports;
}

/** The declarations of `const` at the top level of a file, by name. */
function ownConstants(file) {
  const constants = new Map();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const))
      continue;
    for (const declaration of statement.declarationList.declarations)
      if (ts.isIdentifier(declaration.name)) constants.set(declaration.name.text, declaration);
  }
  return constants;
}

const isExported = (declaration) =>
  (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;

/** Returns a function that evaluates the declaration of a constant, or returns undefined if its value is not known. */
function evaluator(program) {
  const imports = new Map();
  const constants = new Map();
  for (const file of program.getSourceFiles()) {
    imports.set(file, ownImports(file));
    constants.set(file, ownConstants(file));
  }
  const values = new Map();
  const numberOf = (declaration) => {
    if (!values.has(declaration)) {
      values.set(declaration, undefined); // until it is known, so that a cycle ends
      if (declaration.initializer !== undefined) values.set(declaration, evaluate(declaration.initializer));
    }
    return values.get(declaration);
  };
  /** The declaration of a constant of the package that a name of a file means. */
  const declarationOf = (file, name) => {
    const specifier = imports.get(file).get(name);
    if (specifier === undefined) return constants.get(file).get(name);
    const path = specifier.parent.parent.parent.moduleSpecifier.text;
    const target = program.getSourceFile(resolve(dirname(file.fileName), path.replace(/\.js$/, '.ts')));
    return target && constants.get(target).get((specifier.propertyName ?? specifier.name).text);
  };
  const evaluate = (node) => {
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return evaluate(node.expression);
    if (ts.isPropertyAccessExpression(node)) return builtIn.get(node.getText());
    if (ts.isPrefixUnaryExpression(node)) {
      const operand = evaluate(node.operand);
      return operand === undefined ? undefined : unary.get(node.operator)?.(operand);
    }
    if (ts.isBinaryExpression(node)) {
      const [left, right] = [evaluate(node.left), evaluate(node.right)];
      return left === undefined || right === undefined
        ? undefined
        : binary.get(node.operatorToken.kind)?.(left, right);
    }
    if (!ts.isIdentifier(node)) return undefined;
    const declaration = declarationOf(node.getSourceFile(), node.text);
    return declaration && numberOf(declaration);
  };
  return { numberOf, declarationOf, imports, constants };
}

/** Returns a transformer of scripts for `program.emit`. */
export function inlineConstants(program) {
  const checker = program.getTypeChecker();
  const { numberOf, declarationOf, imports, constants } = evaluator(program);

  /** What each name of a file stands for: the node that declares it there, and its value. */
  const inlined = (file) => {
    const result = new Map();
    const add = (name, node) => {
      const declaration = declarationOf(file, name);
      const value = declaration && numberOf(declaration);
      if (Number.isFinite(value)) result.set(name, { node, value });
    };
    for (const [name, declaration] of constants.get(file))
      if (isExported(declaration)) add(name, declaration);
    for (const [name, specifier] of imports.get(file)) add(name, specifier);
    return result;
  };

  return (context) => {
    const { factory } = context;
    const literal = (value, name, node) => {
      const number = factory.createNumericLiteral(String(Math.abs(value)));
      const isBelow0 = value < 0 || Object.is(value, -0);
      const expression = isBelow0
        ? factory.createParenthesizedExpression(
            factory.createPrefixUnaryExpression(SyntaxKind.MinusToken, number),
          )
        : number;
      ts.setTextRange(expression, node);
      return ts.addSyntheticTrailingComment(
        expression,
        SyntaxKind.MultiLineCommentTrivia,
        ` ${name} `,
        false,
      );
    };
    /** In place of an import what is written above it, such as the header of a file. TypeScript itself keeps a header above an empty line. */
    const onlyComments = (file, statement) => {
      const rest = factory.createNotEmittedStatement(statement);
      const above = file.text.slice(statement.pos, statement.getStart(file));
      if (statement.pos === 0 && /\n\s*\n\s*$/.test(above)) return rest;
      for (const { kind, pos, end } of ts.getLeadingCommentRanges(file.text, statement.pos) ?? []) {
        const isBlock = kind === SyntaxKind.MultiLineCommentTrivia;
        ts.addSyntheticLeadingComment(rest, kind, file.text.slice(pos + 2, isBlock ? end - 2 : end), true);
      }
      return rest;
    };
    return (file) => {
      const names = inlined(file);
      if (names.size === 0) return file;
      const kept = new Set(); // names that are exported from here under another name
      const means = (symbol, { node }) => symbol?.declarations?.[0] === node;
      const visit = (node) => {
        if (ts.isImportDeclaration(node)) return node;
        if (ts.isExportSpecifier(node)) {
          kept.add((node.propertyName ?? node.name).text);
          return node;
        }
        if (ts.isShorthandPropertyAssignment(node)) {
          const { text } = node.name;
          const constant = names.get(text);
          if (constant === undefined || !means(checker.getShorthandAssignmentValueSymbol(node), constant))
            return ts.visitEachChild(node, visit, context);
          return factory.createPropertyAssignment(text, literal(constant.value, text, node.name));
        }
        if (ts.isIdentifier(node) && names.has(node.text)) {
          const constant = names.get(node.text);
          const isDeclared = constant.node.name === node;
          if (!isDeclared && means(checker.getSymbolAtLocation(node), constant))
            return literal(constant.value, node.text, node);
        }
        return ts.visitEachChild(node, visit, context);
      };
      const statements = file.statements.map((statement) => ts.visitNode(statement, visit));
      const isUnused = (specifier) =>
        names.get(specifier.name.text)?.node === specifier && !kept.has(specifier.name.text);
      const withoutUnused = (statement) => {
        const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings;
        if (!bindings || !ts.isNamedImports(bindings) || !bindings.elements.some(isUnused))
          return [statement];
        // TypeScript leaves a changed import as it is, so types go here
        const rest = bindings.elements.filter((one) => !one.isTypeOnly && !isUnused(one));
        if (rest.length === 0) return [onlyComments(file, statement)];
        const { importClause } = statement;
        const clause = factory.updateImportClause(
          importClause,
          importClause.phaseModifier,
          importClause.name,
          factory.updateNamedImports(bindings, rest),
        );
        const { modifiers, moduleSpecifier, attributes } = statement;
        return [factory.updateImportDeclaration(statement, modifiers, clause, moduleSpecifier, attributes)];
      };
      const emitted = factory.createNodeArray(statements.flatMap(withoutUnused));
      return factory.updateSourceFile(file, ts.setTextRange(emitted, file.statements));
    };
  };
}
