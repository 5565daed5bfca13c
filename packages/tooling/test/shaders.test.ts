import ts from 'typescript';
import { expect, test } from 'vitest';
import { shortenShaders } from '../src/shaders.js';

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

test('other templates and comments are unchanged', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  const source = 'export const a = `\n  // kept\n  b`;\n// kept too\nexport const c = `${a}\n  // d\n`;\n';
  expect(sent(source)).toBe(source);
});
