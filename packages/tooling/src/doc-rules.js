/**
 * Rules for the documentation of public symbols. They apply to every export of every entry of the published packages, and to the public
 * members of exported classes, interfaces and object types.
 *
 *   D1 missing   The symbol has its own doc comment. A setter shares the comment of its getter. A member that implements or overrides a
 *                documented member inherits its comment. A field is covered if the comment of its type names it in backquotes.
 *                Constructors, and discriminant fields of unions (whose type is a literal), need no comment. A comment
 *                begins with a sentence, not with a tag: the lists of names show it.
 *   D2 restates  The comment says more than the name: some words are left after the words of the name, articles and the like are removed.
 *   D3 unit      A number, a vector or an array of numbers states its unit (m, rad/s, N s, px, bytes, ...) or the kind of pure number
 *                (count, ratio, index, bits, no unit, ...). The rule covers fields, accessors, constants, parameters and return values.
 *                A parameter is covered by its @param, or by the text if the text names the parameter or its unit.
 *                math2d is exempt: its numbers have the units of the caller.
 *   D4 range     A number in a definition (interfaces and types called ...Definition, ...Options, ...Settings or extended by one) states
 *                its allowed values: a bound, an interval, or `any`. An optional field of a definition states its default.
 *   D5 errors    A function, method or accessor that throws InputError, directly or through a call, says so, or its class does:
 *                the comment contains `InputError` or `@throws`.
 *   D6 spelling  The name uses the spelling of the web and of Babylon: color, center, meter, neighbor. Prose is free.
 */
import ts from 'typescript';
import { exportsOf, packageOf, placeOf } from './public-surface.js';

/** Units in a comment: preceded by a space, bracket or quote, and followed by the end of a word. */
const UNIT = new RegExp(
  '(?<![\\w`])(' +
    [
      '(k?g|N|J)( ?m(\\^2)?)?( ?/? ?(s|m|rad))?(\\^[234])?',
      'm(\\^[234])?(/s(\\^[23])?|/N|/kg| s)?',
      'rad(/s(\\^2)?)?',
      '[Rr]adians?|[Dd]egrees?|[Mm]et(er|re)s?|[Kk]ilograms?|[Nn]ewtons?|[Jj]oules?',
      'm?s|[Ss]econds?|[Mm]illiseconds?|µs',
      '1/(s|m|kg|N)(\\^2)?',
      '1/\\([^)]*\\)',
      'Hz|hertz|Pa|px|[Pp]ixels?|[Bb]ytes?|[KM]iB|texels?',
    ].join('|') +
    ')(?![\\w])',
);
/** Words that name the kind of a pure number. */
const PURE =
  /\b(no unit|units? of|unit|ratio|factor|share|fraction|coefficient|percent|count|number|numbers|how many|how often|index|indices|slots?|id|ids|stride|offset|place|position in|bits?|flags?|mask|seed|version|generation|integers?|whole|cosine|sine|unit (vector|normal|axis|direction)|normal|direction|axis|0\.\.1|0 to 1|iterations?|substeps|passes|rounds?|steps|layers?|kind|key|hash|capacity|unsigned|doubles|columns|rows|levels?|order|colou?rs?|red|matrix|rotation|length of the array|vertex|vertices|proxy|proxies|critical|-1)\b|`[A-Z_0-9]+`/i;
const RANGE =
  /[<>]=?|≥|≤|\.\.|\b(any|at least|at most|positive|finite|not 0|between|from .* to|within|0 (is|turns|switches)|whole|integer|signed)\b|\bin \[|±/i;
/** Spellings that names must not use because the web and Babylon spell these words differently. */
const FOREIGN_SPELLING =
  /colour|centre|metre|neighbour|grey|behaviour|(normal|initial|serial|optim|minim|maxim)is(e|ing|ation)/i;
const EMPTY =
  /^(a|an|the|of|is|are|in|to|its?|this|that|for|and|or|whether|get|gets|set|sets|returns?|value|number|by|with|as|on|at|all|whole|s)$/;

const isNumeric = (checker, type) => {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => {
    if ((part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) !== 0) return false;
    if ((part.flags & ts.TypeFlags.NumberLike) !== 0) return (part.flags & ts.TypeFlags.EnumLike) === 0;
    const name = (part.aliasSymbol ?? part.symbol)?.name ?? '';
    if (/^(Vec2|Float32Array|Float64Array|Int32Array|Uint32Array|Uint16Array|Uint8Array)$/.test(name))
      return true;
    if (checker.isArrayType(part) || checker.isTupleType(part)) {
      return checker.getTypeArguments(part).some((element) => isNumeric(checker, element));
    }
    return false;
  });
};

const wordsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Text of all doc comments of a node, tags included; undefined if it has none. */
function docOf(node) {
  // the doc comment of a variable belongs to its statement
  const holder = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const blocks = (holder.jsDoc ?? []).map((block) => block.getText());
  if (blocks.length === 0) return undefined;
  return blocks
    .join('\n')
    .replaceAll(/\/\*\*|\*\//g, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .trim();
}

/** Creates the test whether a function throws InputError, directly or through functions and methods that it calls by name. */
function createThrows(checker, packages) {
  const known = new Map();
  const throws = (declaration) => {
    const before = known.get(declaration);
    if (before !== undefined) return before;
    known.set(declaration, false);
    let found = false;
    const visit = (node) => {
      if (found) return;
      // a nested function throws when it is called, not where it is defined
      if (
        node !== declaration.body &&
        ts.isFunctionLike(node) &&
        node.parent?.kind !== ts.SyntaxKind.CallExpression
      )
        return;
      if (ts.isTryStatement(node) && node.catchClause !== undefined) return;
      if (ts.isThrowStatement(node) && /InputError/.test(node.expression.getText())) found = true;
      else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const callee = checker.getResolvedSignature(node)?.declaration;
        if (callee?.body !== undefined && packageOf(packages, callee) !== undefined && throws(callee))
          found = true;
      }
      ts.forEachChild(node, visit);
    };
    if (declaration.body !== undefined) visit(declaration.body);
    known.set(declaration, found);
    return found;
  };
  return throws;
}

/** Returns the violations of the rules as `{ rule, place, name, text }`, and the number of symbols checked. */
export function checkDocs(root, program, packages) {
  const checker = program.getTypeChecker();
  const throws = createThrows(checker, packages);
  const problems = [];
  const seen = new Set();
  let count = 0;

  const isDefinition = (name) => /(Definition|Options|Settings)$/.test(name);

  /** Records a violation. */
  const report = (rule, node, name, text) =>
    problems.push({ rule, node, place: placeOf(root, node), name, text });
  const hasUnit = (doc) => UNIT.test(doc) || PURE.test(doc);

  function checkNode(entry, node, name, { doc: own, classDoc, definition = false }) {
    let doc = own;
    count++;
    const field = name.split('.').at(-1);
    if (FOREIGN_SPELLING.test(field)) report('D6', node, name, 'is not spelled as on the web');
    if (doc === undefined && classDoc?.includes(`\`${field}\``)) doc = classDoc;
    if (doc === undefined) {
      if (ts.isPropertySignature(node) && node.type !== undefined && ts.isLiteralTypeNode(node.type)) return;
      report('D1', node, name, 'has no doc comment');
      return;
    }
    if (doc.startsWith('@')) report('D1', node, name, 'has tags, but no sentence before them');
    const taken = new Set(wordsOf(name));
    const words = wordsOf(doc).filter((word) => word !== '' && !taken.has(word) && !EMPTY.test(word));
    if (words.length === 0) report('D2', node, name, `only repeats its name: ${doc}`);
    const withUnits = entry.folder !== 'math2d';
    if (ts.isFunctionLike(node) && !ts.isAccessor(node)) {
      if (withUnits) checkSignature(node, name, doc);
    } else if (withUnits && !ts.isClassDeclaration(node)) {
      const type = checker.getTypeAtLocation(node);
      if (isNumeric(checker, type) && !hasUnit(doc)) report('D3', node, name, 'states no unit');
      const isInput = definition && (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node));
      if (isInput) {
        const pure = checker.getNonNullableType(type);
        if ((pure.flags & ts.TypeFlags.Number) !== 0 && !RANGE.test(doc)) {
          report('D4', node, name, 'states no range');
        }
        const isSwitchedOff = /\b(default|absent|without|none)\b/i.test(doc);
        const isData = /^(name|color|userData|title|description|category)$/.test(field);
        if (node.questionToken !== undefined && !isSwitchedOff && !isData)
          report('D4', node, name, 'states no default');
      }
    }
    const callables = ts.isFunctionLike(node) ? [node] : [];
    if (ts.isGetAccessor(node)) {
      const setter = node.parent.members.find(
        (m) => ts.isSetAccessor(m) && m.name.getText() === node.name.getText(),
      );
      if (setter !== undefined) callables.push(setter);
    }
    const tells = /InputError|@throws/;
    if (callables.some((callable) => throws(callable)) && !tells.test(doc) && !tells.test(classDoc ?? '')) {
      report('D5', node, name, 'throws InputError and does not say so');
    }
  }

  function checkSignature(node, name, doc) {
    for (const parameter of node.parameters) {
      if (!isNumeric(checker, checker.getTypeAtLocation(parameter)) || !ts.isIdentifier(parameter.name))
        continue;
      const line = new RegExp(`@param ${parameter.name.text}\\b([^@]*)`).exec(doc)?.[1];
      if (!hasUnit(line ?? doc)) report('D3', node, name, `states no unit of ${parameter.name.text}`);
    }
    const signature = checker.getSignatureFromDeclaration(node);
    if (signature !== undefined && isNumeric(checker, signature.getReturnType()) && !hasUnit(doc)) {
      report('D3', node, name, 'states no unit of what it returns');
    }
  }

  /** Doc comment of the base class's or interface's member that this member implements. */
  function inheritedDoc(member) {
    const parent = member.parent;
    for (const clause of parent.heritageClauses ?? []) {
      for (const base of clause.types) {
        const property = checker.getTypeAtLocation(base).getProperty(member.name.getText());
        for (const declaration of property?.declarations ?? []) {
          const doc = docOf(declaration);
          if (doc !== undefined) return doc;
        }
      }
    }
    return undefined;
  }

  function checkMembers(entry, members, name, options) {
    for (const member of members) {
      const modifiers = ts.getCombinedModifierFlags(member);
      if ((modifiers & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0) continue;
      if (member.name === undefined || ts.isPrivateIdentifier(member.name)) continue;
      if (ts.isConstructorDeclaration(member)) continue;
      if (ts.isSetAccessor(member)) {
        const hasGetter = (m) => ts.isGetAccessor(m) && m.name.getText() === member.name.getText();
        if (members.some(hasGetter)) continue;
      }
      let doc = docOf(member) ?? inheritedDoc(member);
      if (doc === undefined && ts.isGetAccessor(member)) {
        const setter = members.find((m) => ts.isSetAccessor(m) && m.name.getText() === member.name.getText());
        doc = setter && docOf(setter);
      }
      const path = `${name}.${member.name.getText()}`;
      checkNode(entry, member, path, { ...options, doc });
      if (ts.isPropertySignature(member) && member.type !== undefined)
        checkType(entry, member.type, path, options);
    }
  }

  /** Checks the members of object types written inline. */
  function checkType(entry, type, name, options) {
    if (ts.isTypeLiteralNode(type)) checkMembers(entry, [...type.members], name, options);
    else if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) {
      let end = type.getFullStart();
      for (const part of type.types) {
        // an alternative of a union may have its own comment before its bar
        const text = part.getSourceFile().text.slice(end, part.getStart());
        end = part.end;
        const classDoc = text.includes('/**') ? text : options.classDoc;
        checkType(entry, part, name, { ...options, classDoc });
      }
    } else if (ts.isParenthesizedTypeNode(type)) checkType(entry, type.type, name, options);
    else if (ts.isTypeReferenceNode(type))
      for (const part of type.typeArguments ?? []) checkType(entry, part, name, options);
  }

  function checkSymbol(entry, name, symbol) {
    const [first] = symbol.declarations ?? [];
    if (first === undefined || packageOf(packages, first) !== entry || seen.has(first)) return;
    seen.add(first);
    if (ts.isSourceFile(first)) {
      for (const inner of exportsOf(program, first.fileName))
        checkSymbol(entry, `${name}.${inner.name}`, inner.symbol);
      return;
    }
    for (const declaration of symbol.declarations) {
      const doc = docOf(declaration);
      checkNode(entry, declaration, name, { doc });
      const definition = isDefinition(name);
      const options = { definition, classDoc: doc };
      if (ts.isClassDeclaration(declaration) || ts.isInterfaceDeclaration(declaration)) {
        checkMembers(entry, [...declaration.members], name, options);
      } else if (ts.isTypeAliasDeclaration(declaration)) checkType(entry, declaration.type, name, options);
    }
  }

  for (const entry of packages) {
    for (const { file } of entry.entries) {
      for (const { name, symbol } of exportsOf(program, file)) checkSymbol(entry, name, symbol);
    }
  }
  return { problems, count };
}
