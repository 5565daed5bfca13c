import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const isCode = /^(ts|js|tsx|jsx|typescript|javascript)\b/;

export function codeBlocks(markdown) {
  const blocks = [];
  let open;
  markdown.split('\n').forEach((line, i) => {
    const fence = /^ *```(.*)$/.exec(line);
    if (fence === null) open?.lines.push(line);
    else if (open === undefined) open = { info: fence[1].trim(), line: i + 1, lines: [] };
    else {
      const { info, lines } = open;
      const [language, ...words] = info.split(' ');
      if (isCode.test(info)) {
        blocks.push({
          language: language.startsWith('j') ? 'js' : 'ts',
          words: words.join(' '),
          line: open.line,
          code: `${lines.join('\n')}\n`,
        });
      }
      open = undefined;
    }
  });
  if (open !== undefined) throw new Error(`line ${open.line}: a code block without an end`);
  return blocks;
}

/** Paths of the entries of a folder; empty if the folder does not exist. */
const entries = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []);

export function documentsOf(root) {
  const packages = entries(join(root, 'packages'));
  return [
    ...[root, ...packages, ...entries(join(root, 'apps'))].map((folder) => join(folder, 'README.md')),
    join(root, 'CONTRIBUTING.md'),
    ...packages.flatMap((folder) => entries(join(folder, 'docs'))),
  ].filter((file) => file.endsWith('.md') && existsSync(file));
}

export function examplesOf(root) {
  return documentsOf(root).flatMap((file) => {
    const place = relative(root, file);
    try {
      return codeBlocks(readFileSync(file, 'utf8')).map(({ language, code, line }) => ({
        place: `${place}:${line}`,
        language,
        code,
        needsPage: /\b(document|window|canvas)\b/.test(code),
      }));
    } catch (error) {
      throw new Error(`${place}: ${error.message}`);
    }
  });
}

/**
 * Compares a comment with the value of the statement before it. This text is part of the program that `runnableExample` creates.
 * Numbers are compared to the decimals given in the comment. For a `console.log`, the words between the numbers are compared too.
 */
const checker = `
import { formatWithOptions as format__ } from 'node:util';
const reached__ = new Set();
function says__(id, isPrinted, comment, ...values) {
  reached__.add(id);
  const number = /-?\\b\\d+(\\.\\d+)?(e[+-]?\\d+)?\\b/g;
  const text = format__({ depth: 9 }, ...values);
  const found = (text.match(number) ?? []).map(Number);
  const isSame =
    (comment.match(number) ?? []).every((digits, k) => {
      const decimals = /\\.(\\d+)/.exec(digits)?.[1].length ?? 9;
      return Math.abs(found[k] - Number(digits)) <= 0.6 * 10 ** -decimals;
    }) && (!isPrinted || text.replace(number, '') === comment.replace(number, ''));
  if (!isSame) throw new Error('the comment says ' + comment + ', it is ' + text);
}
`;

export function runnableExample({ code, language }) {
  const tree = ts.createSourceFile(`example.${language}`, code, ts.ScriptTarget.ES2023, true);
  const edits = [];
  (function visit(node) {
    ts.forEachChild(node, visit);
    if (!ts.isExpressionStatement(node)) return;
    const { expression } = node;
    const isPrint = ts.isCallExpression(expression) && expression.expression.getText() === 'console.log';
    const comment = /^ *\/\/ *(\S.*)$/.exec(code.slice(node.end).split('\n', 1)[0])?.[1];
    if (comment === undefined || !(isPrint || /^[-{[\d]/.test(comment))) return;
    const value = isPrint
      ? expression.arguments.map((argument) => argument.getText()).join(', ')
      : expression.getText();
    const check = `says__(${edits.length}, ${isPrint}, ${JSON.stringify(comment)}, ${value});`;
    edits.push({ start: node.getStart(), end: node.end, check });
  })(tree);
  let text = code;
  for (const { start, end, check } of edits.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + check + text.slice(end);
  }
  const last = `\nif (reached__.size < ${edits.length}) throw new Error('a line with a comment was not reached');\n`;
  const { outputText } = ts.transpileModule(checker + text + last, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return { program: outputText, checks: edits.length };
}
