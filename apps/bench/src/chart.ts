/**
 * A bar chart of frame times, one group per scene, as multiples of Otedama's time. Longer bars are slower. It is narrow enough to be read
 * on a phone, and follows the colours that the reader's system prefers.
 */

import { engineNames, OURS } from './names.js';
import { isComplete, isFallen, type Results, type Row } from './results.js';
import { benchScene, benchScenes } from './scenes.js';
import { number, times } from './table.js';

const WIDTH = 460;
/** Right end of the names, and horizontal range of the bars; labels are to the right of it. */
const NAMES_END = 176;
const BARS = { from: 184, to: 336 };
const BAR_HEIGHT = 15;
const HEADING = 30;
const TOP = 118;
const MARKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const COLORS = {
  wasm: { light: '#d97706', dark: '#f59e0b', meaning: 'compiled to WebAssembly' },
  js: { light: '#2563eb', dark: '#6ea0f8', meaning: 'plain JavaScript' },
} as const;

/** Fills of ground, text, aside and lines, and of the bars of each kind. */
const style = (scheme: 'light' | 'dark', ground: string, ink: string, aside: string, lines: string): string =>
  [
    `.ground{fill:${ground}}text{fill:${ink}}.aside{fill:${aside}}line{stroke:${lines}}line.even{stroke:${ink}}`,
    ...Object.entries(COLORS).map(([kind, colors]) => `.${kind}{fill:${colors[scheme]}}`),
  ].join('');

const text = (x: number, y: number, content: string, style = ''): string =>
  `<text x="${x}" y="${y}" ${style}>${content}</text>`;

export function svg({ rows }: Results): string {
  const ratios = rows.flatMap(({ frameRatio }) => (frameRatio === null ? [] : [frameRatio]));
  const low = Math.log(Math.min(0.5, ...ratios));
  const high = Math.log(Math.max(2, ...ratios));
  const at = (ratio: number): number =>
    Math.round(BARS.from + ((Math.log(ratio) - low) / (high - low)) * (BARS.to - BARS.from));
  const even = at(1);

  const label = (row: Row): string => {
    if (row.frameRatio === null) return `only ${row.steps} of ${benchScene(row.scene)?.steps} steps`;
    const end = isComplete(row) ? '' : `, first ${row.steps} steps`;
    return `${times(row.frameRatio)}${end}${isFallen(row) ? ', fell' : ''}`;
  };
  const marks = MARKS.filter((ratio) => at(ratio) >= BARS.from && at(ratio) <= BARS.to);
  const groups: string[] = [];
  let y = TOP;
  for (const scene of benchScenes) {
    const here = rows.filter((row) => row.scene === scene.id);
    const ours = here.find(({ engine }) => engine === OURS);
    if (ours === undefined) continue;
    groups.push(
      text(
        12,
        y + 18,
        `${scene.title} <tspan font-weight="400" font-size="11" class="aside">– Otedama ${number(ours.frame, 2)} ms</tspan>`,
        'font-weight="600" font-size="13"',
      ),
    );
    y += HEADING;
    const others = Object.keys(engineNames)
      .map((engine) => here.find((row) => row.engine === engine))
      .filter((row) => row !== undefined && row !== ours) as Row[];
    for (const ratio of marks) {
      const x = at(ratio);
      const even = ratio === 1 ? ' class="even"' : '';
      groups.push(
        `<line x1="${x}" y1="${y - 4}" x2="${x}" y2="${y + others.length * BAR_HEIGHT + 4}"${even}/>`,
      );
    }
    for (const row of others) {
      const end = at(row.frameRatio ?? 1);
      const [from, to] = end < even ? [end, even] : [even, end];
      const base = y + BAR_HEIGHT - 4;
      groups.push(
        text(NAMES_END, base, engineNames[row.engine], 'text-anchor="end"'),
        `<rect x="${from}" y="${y + 1}" width="${to - from}" height="${BAR_HEIGHT - 3}" class="${row.kind}"/>`,
        text(to + 5, base, label(row)),
      );
      y += BAR_HEIGHT;
    }
    y += 8;
  }
  const height = y + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="11">`,
    '<title>Time of a frame by scene and engine, as a multiple of the time of Otedama</title>',
    '<style>',
    style('light', '#fff', '#111', '#555', '#ddd'),
    `@media (prefers-color-scheme:dark){${style('dark', '#1e222b', '#eee', '#aab', '#3a404c')}}`,
    '</style>',
    `<rect width="${WIDTH}" height="${height}" class="ground"/>`,
    text(12, 26, 'Time of a frame, as a multiple of that of Otedama', 'font-size="15" font-weight="600"'),
    text(12, 45, 'A step of 1/60 s and reading every transform. Right of the line: slower', 'class="aside"'),
    text(12, 60, 'than Otedama; left: faster. The scale is logarithmic.', 'class="aside"'),
    ...Object.entries(COLORS).flatMap(([kind, { meaning }], i) => [
      `<rect x="${12 + 170 * i}" y="72" width="11" height="11" class="${kind}"/>`,
      text(28 + 170 * i, 82, meaning),
    ]),
    ...marks.map((ratio) => text(at(ratio), TOP - 14, String(ratio), 'text-anchor="middle" class="aside"')),
    ...groups,
    '</svg>',
    '',
  ].join('\n');
}
