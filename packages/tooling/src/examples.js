import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const isCode = /^(ts|js|tsx|jsx|typescript|javascript)\b/;

export function examplesOf(root) {
  const folders = ['packages', 'apps'].flatMap((parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent)).map((room) => join(root, parent, room))
      : [],
  );
  const files = [root, ...folders]
    .map((folder) => join(folder, 'README.md'))
    .filter((file) => existsSync(file));
  return [...files, join(root, 'CONTRIBUTING.md')].flatMap((file) => {
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n');
    const examples = [];
    let open;
    lines.forEach((line, i) => {
      const fence = /^ *```(.*)$/.exec(line);
      if (fence === null) open?.code.push(line);
      else if (open !== undefined) {
        if (isCode.test(open.info)) {
          const code = `${open.code.join('\n')}\n`;
          examples.push({
            place: `${relative(root, file)}:${open.line}`,
            language: open.info.startsWith('j') ? 'js' : 'ts',
            code,
            needsPage: /\b(document|window|canvas)\b/.test(code),
          });
        }
        open = undefined;
      } else open = { info: fence[1].trim(), line: i + 1, code: [] };
    });
    if (open !== undefined) throw new Error(`${file}:${open.line}: a code block without an end`);
    return examples;
  });
}

/** Compares what a comment says with the numbers of what was printed; part of the program that `runnableExample` makes. */
const checker = `
import { inspect as inspectValue__ } from 'node:util';
function says__(comment, ...values) {
  const numbers = (text) => text.match(/-?\\d+(\\.\\d+)?(e[+-]?\\d+)?/g) ?? [];
  const found = numbers(values.map((value) => inspectValue__(value, { depth: 9 })).join(' ')).map(Number);
  numbers(comment).forEach((text, k) => {
    const decimals = /\\.(\\d+)/.exec(text)?.[1].length ?? 9;
    if (!(Math.abs(found[k] - Number(text)) <= 0.6 * 10 ** -decimals)) {
      throw new Error('the comment says ' + comment + ', it is ' + values.map((value) => inspectValue__(value)).join(' '));
    }
  });
}
`;

export function runnableExample({ code, language }) {
  const tree = ts.createSourceFile(`example.${language}`, code, ts.ScriptTarget.ES2023, true);
  let text = code;
  let checks = 0;
  for (const statement of [...tree.statements].reverse()) {
    if (!ts.isExpressionStatement(statement)) continue;
    const comment = /^ *\/\/ *([-{[\d].*)$/.exec(code.slice(statement.end).split('\n', 1)[0])?.[1];
    if (comment === undefined) continue;
    const { expression } = statement;
    const isPrint = ts.isCallExpression(expression) && expression.expression.getText() === 'console.log';
    const value = isPrint
      ? expression.arguments.map((argument) => argument.getText()).join(', ')
      : expression.getText();
    const check = `says__(${JSON.stringify(comment)}, ${value});`;
    text = `${text.slice(0, statement.getStart())}${check}${text.slice(statement.end)}`;
    checks++;
  }
  const { outputText } = ts.transpileModule(checker + text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return { program: outputText, checks };
}
