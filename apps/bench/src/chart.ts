/** A bar chart of frame times, one group per scene, as multiples of Otedama's time. Longer bars are slower. */

import { engineNames, OURS } from './names.js';
import { isComplete, type Results, type Row } from './results.js';
import { benchScene, benchScenes } from './scenes.js';
import { number, times } from './table.js';

const WIDTH = 900;
/** Right end of the names, and horizontal range of the bars; labels are to the right of it. */
const NAMES_END = 200;
const BARS = { from: 215, to: 770 };
const BAR_HEIGHT = 14;
const HEADING = 30;
const TOP = 100;
const MARKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
const COLORS = {
  wasm: { bar: '#d97706', meaning: 'compiled to WebAssembly' },
  js: { bar: '#2563eb', meaning: 'plain JavaScript' },
} as const;

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
    return `${times(row.frameRatio)}${isComplete(row) ? '' : `, first ${row.steps} steps`}`;
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
        16,
        y + 18,
        `${scene.title} <tspan font-weight="400" fill="#555">– Otedama ${number(ours.frame, 2)} ms</tspan>`,
        'font-weight="600" font-size="13"',
      ),
    );
    y += HEADING;
    const others = Object.keys(engineNames)
      .map((engine) => here.find((row) => row.engine === engine))
      .filter((row) => row !== undefined && row !== ours) as Row[];
    for (const ratio of marks) {
      const x = at(ratio);
      const color = ratio === 1 ? '#111' : '#ddd';
      groups.push(
        `<line x1="${x}" y1="${y - 4}" x2="${x}" y2="${y + others.length * BAR_HEIGHT + 4}" stroke="${color}"/>`,
      );
    }
    for (const row of others) {
      const end = at(row.frameRatio ?? 1);
      const [from, to] = end < even ? [end, even] : [even, end];
      const base = y + BAR_HEIGHT - 4;
      groups.push(
        text(NAMES_END, base, engineNames[row.engine], 'text-anchor="end"'),
        `<rect x="${from}" y="${y + 1}" width="${to - from}" height="${BAR_HEIGHT - 3}" fill="${COLORS[row.kind].bar}"/>`,
        text(to + 5, base, label(row), 'fill="#333"'),
      );
      y += BAR_HEIGHT;
    }
    y += 8;
  }
  const height = y + 16;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="11">`,
    '<title>Time of a frame by scene and engine, as a multiple of the time of Otedama</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(16, 28, 'Time of a frame, as a multiple of the time of Otedama', 'font-size="17" font-weight="600"'),
    text(
      16,
      48,
      'A step of 1/60 s and reading every transform. Right of the line: slower than Otedama; left: faster. The scale is logarithmic.',
      'fill="#555"',
    ),
    ...Object.values(COLORS).flatMap(({ bar, meaning }, i) => [
      `<rect x="${16 + 170 * i}" y="58" width="11" height="11" fill="${bar}"/>`,
      text(32 + 170 * i, 68, meaning),
    ]),
    ...marks.map((ratio) => text(at(ratio), TOP - 14, `${ratio} ×`, 'text-anchor="middle" fill="#555"')),
    ...groups,
    '</svg>',
    '',
  ].join('\n');
}
