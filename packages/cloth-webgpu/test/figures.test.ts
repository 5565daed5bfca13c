import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

interface Row {
  readonly divisions: number;
  readonly schedule: string;
  readonly dispatches: number;
  readonly milliseconds: number;
}

/** A measured frame, of a file of `bench/results`. */
function rowOf(file: string, divisions: number, ...schedules: readonly string[]): Row {
  const { rows } = JSON.parse(read(`bench/results/frame-time-${file}.json`)) as { rows: Row[] };
  for (const schedule of schedules) {
    const row = rows.find((one) => one.divisions === divisions && one.schedule === schedule);
    if (row !== undefined) return row;
  }
  throw new Error(`${file} has no ${schedules.join(' or ')} of ${divisions} divisions`);
}

/** Milliseconds of a measured frame, as the docs write them. */
const ms = (file: string, divisions: number, schedule: string, digits = 2): string =>
  rowOf(file, divisions, schedule).milliseconds.toFixed(digits);

const words = (text: string): string => text.replace(/\s+/g, ' ');
const docs = words(read('docs/cloth.md'));

test('the table of frame times is that of the committed measurements', () => {
  const cell = ({ milliseconds, dispatches }: Row): string => {
    const digits = milliseconds < 1 ? milliseconds.toFixed(3) : milliseconds.toPrecision(3);
    return `${digits} (${dispatches.toLocaleString('en')})`;
  };
  for (const divisions of [50, 128, 256, 512, 1024]) {
    const cells = [
      rowOf('h200', divisions, 'articles'),
      rowOf('h200', divisions, 'colours'),
      rowOf('h200', divisions, 'whole', 'lines'),
      rowOf('h200-colliders', divisions, 'whole', 'lines'),
      rowOf('h200-tethers', divisions, 'whole', 'lines'),
    ];
    const line = `| ${divisions} | ${cells.map(cell).join(' | ')} |`;
    expect(docs.replaceAll('**', '')).toContain(line);
  }
});

test('the table of bending is that of the committed measurements', () => {
  for (const [file, divisions, plan] of [
    ['h200-bend', 50, 'whole'],
    ['h200-bend', 64, 'lines'],
    ['h200-bend', 128, 'lines'],
    ['h200-bend', 256, 'lines'],
    ['h200-bend', 512, 'lines'],
    ['h200-mesh-bend', 50, 'whole'],
    ['h200-mesh-bend', 128, 'colors'],
  ] as const) {
    const [links, hinges] = ['', ', bending: hinges'].map((bend) => ms(file, divisions, plan + bend, 3));
    expect(docs).toContain(`| ${divisions} x ${divisions} | ${plan} | ${links} | ${hinges} |`);
  }
});

test('frame times in the text are those of the committed measurements', () => {
  const meshes = [30, 50, 128, 256, 512].map((divisions) => Number(ms('h200-mesh', divisions, 'colors')));
  const of = (file: string, schedule: string, ...divisions: readonly number[]): string[] =>
    divisions.map((count) => ms(file, count, schedule));
  const [air50] = of('h200-air', 'whole', 50);
  const [air512, air1024] = of('h200-air', 'lines', 512, 1024);
  const [plain50] = of('h200', 'whole', 50);
  const [plain512, plain1024] = of('h200', 'lines', 512, 1024);
  const [field50, field512] = of('h100-fields', 'lines', 50, 512);
  const [sphere50, sphere512] = of('h100-colliders', 'lines', 50, 512);
  const [self128] = of('h200-heap-self', 'lines', 128);
  const [heap128, heap256, heap512] = of('h200-heap-plain', 'lines', 128, 256, 512);
  for (const sentence of [
    `the 40 dispatches of the unfused schedule take ${ms('h200', 50, 'colours')} to ${ms('h200', 256, 'colours')} ms`,
    `a frame takes ${ms('h200-mesh', 50, 'whole')} ms for 50 x 50 cells in the plan 'whole'.`,
    `it takes ${Math.min(...meshes)} to ${Math.max(...meshes)} ms, from 30 x 30 to 512 x 512 cells`,
    `A frame takes ${air50} ms for 50 divisions, ${air512} for 512 and ${air1024} for 1024`,
    `(${plain50}, ${plain512} and ${plain1024} without air; H200)`,
    `eight balls as fields takes ${field50} ms for 50 divisions (plan 'lines') and ${field512} for 512`,
    `(${sphere50} and ${sphere512} with eight spheres;`,
    `${ms('h200-colliders', 50, 'whole')} becomes ${ms('h200-reactions', 50, 'whole')} ms for 51 × 51 particles`,
    `${ms('h200-colliders', 512, 'lines')} becomes ${ms('h200-reactions', 512, 'lines')} ms for 513 × 513`,
    `a frame takes ${ms('h200-heap-self', 50, 'whole')} ms for 50 divisions, ${self128} for 128,`,
    `${ms('h200-heap-self', 256, 'lines', 1)} for 256 and ${ms('h200-heap-self', 512, 'lines', 0)} for 512`,
    `(${ms('h200-heap-plain', 50, 'whole')}, ${heap128}, ${heap256} and ${heap512} without self-collision`,
    `are torn takes ${ms('h100-heap-torn', 128, 'colors', 1)} ms per frame on an NVIDIA H100`,
    `a frame takes ${ms('h200-tears', 50, 'whole')} ms for 50 divisions ('whole') and ${ms('h200-tears', 256, 'colors')} ms up to 512`,
  ])
    expect(docs).toContain(sentence);
  expect(words(read('README.md'))).toContain(
    `1024 x 1024 cells take ${ms('h200', 1024, 'lines', 1)} ms per frame (H200)`,
  );
});
