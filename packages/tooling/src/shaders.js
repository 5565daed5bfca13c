/**
 * Shortens shaders for distribution. Templates marked wgsl or glsl in a comment lose empty lines, comment lines, indentation and the
 * spaces around operators that need none. The sources shipped with a package stay unchanged.
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

/** A transformer of scripts for `program.emit`. */
export function shortenShaders(context) {
  const { factory } = context;
  const literal = (node, make) => make(shorten(node.text), shorten(node.rawText ?? node.text));
  const shortenTemplate = (node, visit) => {
    if (ts.isNoSubstitutionTemplateLiteral(node))
      return literal(node, factory.createNoSubstitutionTemplateLiteral);
    const spans = node.templateSpans.map((span) => {
      const make = ts.isTemplateTail(span.literal)
        ? factory.createTemplateTail
        : factory.createTemplateMiddle;
      return factory.createTemplateSpan(ts.visitNode(span.expression, visit), literal(span.literal, make));
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
}
