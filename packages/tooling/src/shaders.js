/**
 * Shortens shaders for distribution. Templates marked wgsl or glsl in a comment, and those inserted into them, lose empty lines, comment
 * lines, indentation and the spaces around operators that need none. The sources shipped with a package stay unchanged.
 *
 * Babylon.js processes shaders line by line and looks for some spaces. In a package that does not draw with it, more goes: line breaks behind
 * a statement or a brace, the spaces around -> and /, and long names (short-names.js).
 */
import ts from 'typescript';
import { markOf, renamed, shortNamesOf } from './short-names.js';

// A line is removed together with the line break before it, so that the text after a ${} on the same line is kept. Spaces that
// Babylon's shader processing looks for are kept, and spaces that separate a * from a / or a - from a -.
const shorten = (text) =>
  text
    .replace(/\n[ \t]*\/\/[^\n]*(?=\n)/g, '')
    .replace(/\n\s+/g, '\n')
    .replace(/ ([->]) (?!-)/g, '$1')
    .replace(/(?<!\/) ?([=!>]=|&&|\|\||[=,;:{}<+*]) ?/g, '$1');

// Joins lines that end like a statement. A line with a comment stays alone, also the first one if the comment begins before it.
const join = (text, beginsInComment) =>
  text
    .replace(/ ?-> ?| \/ (?![*/])|(?<=\bif|\bfor|\)) (?=[(@])/g, (operator) => operator.trim())
    .replace(/([^\n]*)\n/g, (line, code, at) =>
      (beginsInComment && at === 0) || code.includes('//') || !/[,;(){}]$/.test(code) ? line : code,
    );

/**
 * Returns a transformer of scripts for `program.emit`. `files` are all scripts of the package. `isForBabylon` tells whether Babylon.js
 * processes the shaders.
 */
export const shortenShaders = (isForBabylon, files) => (context) => {
  const { factory } = context;
  const shortNames = isForBabylon ? new Map() : shortNamesOf(files);
  const shortenTemplate = (node, visit, names) => {
    const literal = (part, make, beginsInComment = false) => {
      const short = (text) =>
        isForBabylon ? shorten(text) : join(shorten(renamed(text, names)), beginsInComment);
      return make(short(part.text));
    };
    if (ts.isNoSubstitutionTemplateLiteral(node))
      return literal(node, factory.createNoSubstitutionTemplateLiteral);
    let line = node.head.text;
    const spans = node.templateSpans.map((span) => {
      const make = ts.isTemplateTail(span.literal)
        ? factory.createTemplateTail
        : factory.createTemplateMiddle;
      const isInComment = /\/\/[^\n]*$/.test(line);
      line = isInComment ? `//${span.literal.text}` : span.literal.text;
      const text = literal(span.literal, make, isInComment);
      return factory.createTemplateSpan(ts.visitNode(span.expression, visit), text);
    });
    return factory.createTemplateExpression(literal(node.head, factory.createTemplateHead), spans);
  };
  return (file) => {
    const visitor = (names, isInShader) => {
      const visit = (node) => {
        const marks = markOf(file, node);
        if (marks === null || (marks === '' && !isInShader)) return ts.visitEachChild(node, visit, context);
        const own = marks === 'wgsl' ? shortNames : names;
        return shortenTemplate(node, visitor(own, true), own);
      };
      return visit;
    };
    return ts.visitNode(file, visitor(new Map(), false));
  };
};
