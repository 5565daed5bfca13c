import ts from 'typescript';
import { expect, test } from 'vitest';
import { shortenShaders } from '../src/shaders.js';

/** The text after shortening. */
function sent(source: string): string {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    transformers: { before: [shortenShaders] },
  });
  return outputText;
}

test('a shader loses the lines of comments, its indentation and spaces that nobody needs, with what is put into it too', () => {
  const source = `
const size = 3;
const part = /* wgsl */ \`
  // of the part
  let a = 1; // stays, behind code
\`;
export const shader: string = /* wgsl */ \`
// what it does
fn main(x: u32) {
    // within, \${size}
    let y = x * \${size}u / *p - -1 - x; // \${size} times
    \${/* wgsl */ \`
    // inner
    let z = y;\`}
}
\${part}\`;
`;
  const text = sent(source);
  const shader: string = new Function(`${text.replace('export ', '')}; return shader;`)();
  expect(shader).toBe(`
fn main(x:u32){
// within,3
let y=x*3u / *p - -1-x;// 3 times

let z=y;
}

let a=1;// stays,behind code
`);
});

test('other templates and comments stay as they are', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  const source = 'export const a = `\n  // kept\n  b`;\n// kept too\nexport const c = `${a}\n  // d\n`;\n';
  expect(sent(source)).toBe(source);
});
