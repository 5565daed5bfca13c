/**
 * Shortens shaders for distribution. Templates marked wgsl or glsl in a comment lose empty lines, comment lines, indentation and the
 * spaces around operators that need none. The sources shipped with a package stay unchanged.
 *
 * Babylon.js processes shaders line by line and looks for some spaces. In a package that does not draw with it, more goes: line breaks behind
 * a statement or a brace, and the spaces around -> and /.
 */
import ts from 'typescript';

const marked = /\/\*\s*(wgsl|glsl)\s*\*\//;

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

/** A transformer of scripts for `program.emit`. `isForBabylon` tells whether Babylon.js processes the shaders. */
export const shortenShaders = (isForBabylon) => (context) => {
  const { factory } = context;
  const literal = (node, make, beginsInComment = false) => {
    const short = (text) => (isForBabylon ? shorten(text) : join(shorten(text), beginsInComment));
    return make(short(node.text), short(node.rawText ?? node.text));
  };
  const shortenTemplate = (node, visit) => {
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
    const visit = (node) => {
      const isTemplate = ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
      const isShader = isTemplate && marked.test(file.text.slice(node.pos, node.getStart(file)));
      return isShader ? shortenTemplate(node, visit) : ts.visitEachChild(node, visit, context);
    };
    return ts.visitNode(file, visit);
  };
};
