/**
 * Shortens the names that the WGSL shaders of a package declare: functions, structures and their members, constants, variables and
 * parameters. A name gets the same short name in all files, because a shader is put together from texts of several files.
 *
 * A name stays as it is
 *   - if it is an entry point, whose name the host passes to WebGPU,
 *   - if it touches an inserted part, as in `group${index}`, because it is then only a part of a name,
 *   - if a string or a key of the shaders' files has it, because the host may insert it,
 *   - if it also means something else: an attribute, a built-in value or function, an address space, components of a vector.
 */
import ts from 'typescript';

const marked = /\/\*\s*(wgsl|glsl)\s*\*\//;

/** The language in the comment before a template, '' for a template without one, null for any other node. */
export const markOf = (file, node) =>
  ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
    ? (marked.exec(file.text.slice(node.pos, node.getStart(file)))?.[1] ?? '')
    : null;

/** The texts between the inserted parts of a template. */
const textsOf = (node) =>
  ts.isNoSubstitutionTemplateLiteral(node)
    ? [node.text]
    : [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text);

const wordsOf = (text) => text.match(/[A-Za-z_]\w*/g) ?? [];
const firstsOf = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name);

// a declaration with a type is a name before a colon; `case` and `default` of a switch look the same
const declarations = [
  /\bfn (\w+)(?= ?\()/g,
  /\bstruct (\w+)/g,
  /\b(?:let|const|var(?:<[^>]*>)?) (\w+)/g,
  /\b(?!default\b)([A-Za-z_]\w*) ?:/g,
];
const otherMeanings = [
  /@(?:compute|vertex|fragment)\b[^{]*?\bfn (\w+)/g,
  /@(\w+)/g,
  /@builtin\((\w+)/g,
  /\bvar<(\w+)/g,
  /\bvar<\w+, ?(\w+)/g,
  /\benable (\w+)/g,
];
const components = /^(?:[xyzw]{1,4}|[rgba]{1,4})$/;
const callable = [/\bfn (\w+)/g, /\bstruct (\w+)/g];
/** Reserved words of WGSL with two letters, which a short name must not be. */
const reserved = ['as', 'do', 'fn', 'if', 'is', 'of', 'or'];

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Names of one and two letters. */
function* shortest() {
  yield* LETTERS;
  for (const first of LETTERS) for (const second of LETTERS) yield first + second;
}

/** Returns the short name of each name in the WGSL templates of the files that can have one, as a `Map`. */
export function shortNamesOf(files) {
  const count = new Map();
  const kept = new Set(reserved);
  const declared = new Set();
  const called = new Set();
  const canBeCalled = new Set();
  const read = (texts) => {
    const text = texts.join('$').replace(/\/\/[^\n]*/g, '');
    for (const word of wordsOf(text)) count.set(word, (count.get(word) ?? 0) + 1);
    for (const pattern of declarations) for (const name of firstsOf(text, pattern)) declared.add(name);
    for (const pattern of callable) for (const name of firstsOf(text, pattern)) canBeCalled.add(name);
    for (const name of firstsOf(text, /\b([A-Za-z_]\w*)\(/g)) called.add(name);
    for (const pattern of [...otherMeanings, /(\w+)\$/g, /\$(\w+)/g])
      for (const name of firstsOf(text, pattern)) kept.add(name);
  };
  for (const file of files) {
    const inserted = new Set();
    let hasShader = false;
    const insert = (text) => {
      for (const word of wordsOf(text)) inserted.add(word);
    };
    const visit = (node, isInShader) => {
      if (ts.isImportDeclaration(node)) return;
      const mark = markOf(file, node);
      const isShader = mark === 'wgsl' || (mark === '' && isInShader);
      if (isShader) read(textsOf(node));
      else if (mark !== null) textsOf(node).forEach(insert);
      else if (ts.isStringLiteral(node)) insert(node.text);
      else if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
        insert(node.name.text ?? '');
      hasShader ||= isShader;
      ts.forEachChild(node, (child) => visit(child, isShader || (isInShader && mark === null)));
    };
    visit(file, false);
    if (hasShader) for (const word of inserted) kept.add(word);
  }
  const isFree = (name) =>
    name.length > 2 &&
    !kept.has(name) &&
    !components.test(name) &&
    (canBeCalled.has(name) || !called.has(name));
  const names = [...declared]
    .filter(isFree)
    .sort((a, b) => count.get(b) - count.get(a) || (a < b ? -1 : Number(a > b)));
  const unused = [...shortest()].filter((name) => !count.has(name) && !kept.has(name));
  if (names.length > unused.length) throw new Error('more names in the shaders than short names');
  return new Map(names.map((name, index) => [name, unused[index]]));
}

/** The text with the short names, in a part of a WGSL template. */
export const renamed = (text, shortNames) =>
  text.replace(/[A-Za-z_]\w*/g, (word) => shortNames.get(word) ?? word);
