import ts from 'typescript';
import { expect, test } from 'vitest';
import { shortenShaders } from '../src/shaders.js';
import { shortNamesOf } from '../src/short-names.js';

/** The text after shortening, as in a package that also has the scripts `others`. */
function sent(source: string, isForBabylon = true, ...others: string[]): string {
  const files = [source, ...others].map((text, k) =>
    ts.createSourceFile(`${k}.ts`, text, ts.ScriptTarget.ES2023, true),
  );
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    transformers: { before: [shortenShaders(isForBabylon, files)] },
  });
  return outputText;
}

test('a shader is stripped of comments, indentation and unneeded spaces, including inserted parts', () => {
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

test('without Babylon.js, lines are joined behind statements and braces, but none with a comment', () => {
  const source = `
const part = /* wgsl */ \`
  var<private> a: f32;
  // of the part
  let b = a / 2 / *p; // stays;
\`;
export const shader: string = /* wgsl */ \`
fn go(x: u32) -> f32 {
    // \${1} of \${2} times;
    let y = x *
      \${3}; // \${4} times;
    return y;
}
\${part}\`;
`;
  const shader: string = new Function(`${sent(source, false).replace('export ', '')}; return shader;`)();
  expect(shader).toBe(`
fn go(x:u32)->f32{// 1 of 2 times;
let y=x*
3;// 4 times;
return y;}
var<private> a:f32;let b=a/2 / *p;// stays;
`);
});

test('names of shaders become short, the same in all files, and only where they mean what was declared', () => {
  const common =
    'const part = /* wgsl */ `struct Ray { origin: vec3f, length: f32 }\nfn along(ray: Ray) -> vec3f { return ray.origin; }`;';
  const source = `
const name = 'inserted';
const each = (k) => \`kernel\${k}\`;
export const shader: string = /* wgsl */ \`
@group(0) @binding(0) var<storage, read_write> rays: array<Ray>;
@compute @workgroup_size(\${64})
fn trace(@builtin(position) position: vec3u) {
  let \${name} = along(rays[position.x]);
  let slot\${2} = inserted + rays[0].length * length(inserted.xyz);
  let xyz = \${\`slot2.xxx + rays[1].origin\`};
}
fn kernel() { let start = along(rays[2]); }
\`;`;
  const shader: string = new Function(
    `${sent(source, false, common).replace('export ', '')}; return shader;`,
  )();
  expect(shader.replaceAll('\n', '')).toBe(
    '@group(0)@binding(0) var<storage,read_write> a:array<b>;@compute @workgroup_size(64)' +
      'fn trace(@builtin(position) position:vec3u){let inserted=c(a[position.x]);' +
      'let slot2=inserted+a[0].length*length(inserted.xyz);let xyz=slot2.xxx+a[1].d;}' +
      'fn kernel(){let f=c(a[2]);}',
  );
  expect(sent(source)).toContain('rays[position.x]');
});

test('lines are joined behind inserted parts, and behind those that follow a comment with inserted parts', () => {
  const source = `
export const shader: string = /* wgsl */ \`
// \${1} of \${2};
let a = \${3};
let b = \${4} + \${5};
let c = 6;
\`;`;
  const shader: string = new Function(`${sent(source, false).replace('export ', '')}; return shader;`)();
  expect(shader).toBe('\n// 1 of 2;\nlet a=3;let b=4+5;let c=6;');
  expect(sent('export const s = /* wgsl */ `let a = 1;\nlet b = 2;`;', false)).toContain('let a=1;let b=2;');
});

/** The names that are declared in `let total = 1; let weight = 1; ...` after shortening, of a file with this beside its shader. */
const renamedBeside = (rest: string, ...others: string[]): string[] => {
  const declarations = ['total', 'weight', 'other'].map((name) => `let ${name} = 1;`).join(' ');
  const text = sent(`export const shader = /* wgsl */ \`${declarations}\`;\n${rest}`, false, ...others);
  return [...text.matchAll(/let (\w+)=1/g)].map(([, name]) => name);
};

test.each([
  ['a string', "const name = 'the total', weight = 1;", ['total', 'a', 'b']],
  ['a key', 'const table = { total: 1, weight };', ['total', 'weight', 'a']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  ['a template without a mark', 'const name = `total${1}weight`;', ['total', 'weight', 'a']],
  ['a GLSL shader', 'const glsl = /* glsl */ `float total;`;', ['total', 'a', 'b']],
  ['an import', "import { total } from './weight.js';", ['a', 'b', 'c']],
])('%s beside a shader keeps the names that the host may insert', (_, rest, names) => {
  expect(renamedBeside(rest).toSorted()).toEqual(names.toSorted());
  expect(renamedBeside('', rest), 'in a file without shaders').toEqual(['b', 'c', 'a']);
});

test('names in GLSL stay, although WGSL elsewhere has them', () => {
  const glsl = 'export const shader = /* glsl */ `float total = 1;`;';
  expect(sent(glsl, false, 'const part = /* wgsl */ `let total = 1;`;')).toContain('float total=1');
});

test('short names are unused and differ, and the most frequent names have the shortest', () => {
  const names = Array.from({ length: 80 }, (_, k) => `name${k}`);
  // name k occurs k + 1 times; a and bc are names of something else
  const text = names.map((name, k) => `let ${name} = a + bc${` + ${name}`.repeat(k)};`).join('\n');
  const file = ts.createSourceFile('a.ts', `/* wgsl */ \`${text}\``, ts.ScriptTarget.ES2023, true);
  const short = shortNamesOf([file]);
  expect([...short.keys()].toSorted()).toEqual(names.toSorted());
  const used = [...short.values()];
  expect(new Set([...used, 'a', 'bc', 'let', 'as', 'do', 'fn', 'if', 'is', 'of', 'or']).size).toBe(80 + 10);
  for (const name of used) expect(name).toMatch(/^[A-Za-z]{1,2}$/);
  const lengths = names.toReversed().map((name) => short.get(name)?.length);
  expect(lengths).toEqual([...Array(51).fill(1), ...Array(29).fill(2)]);
});

test('more names than there are short ones are refused', () => {
  const text = Array.from({ length: 2800 }, (_, k) => `let name${k} = 1;`).join('');
  const file = ts.createSourceFile('a.ts', `/* wgsl */ \`${text}\``, ts.ScriptTarget.ES2023, true);
  expect(() => shortNamesOf([file])).toThrow('more names in the shaders than short names');
});

test('other templates and comments are unchanged', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  const source = 'export const a = `\n  // kept\n  b`;\n// kept too\nexport const c = `${a}\n  // d\n`;\n';
  expect(sent(source)).toBe(source);
});
