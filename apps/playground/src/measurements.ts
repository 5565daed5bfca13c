import type { Playground } from './playground.js';

/** Four significant digits, with SI prefixes for what is very large or very small. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < 1e-3 || size >= 1e6) return value.toExponential(2).replace('e+', 'e');
  return size >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(4)));
}

/** A row of the measurements: a name, and how its value reads now. */
interface Row {
  readonly title: string;
  /** Set in a fixed-width face. */
  readonly code?: boolean;
  /** Left out on small screens. */
  readonly minor?: boolean;
  /** Costs time that grows with the world: asked less often. */
  readonly costly?: boolean;
  read(playground: Playground): string;
}

const engineNames = { webgpu: 'WebGPU', webgl: 'WebGL' } as const;

const rows: readonly Row[] = [
  {
    title: 'Step',
    read: ({ simulation }) =>
      `${simulation.stepCount.toLocaleString('en')}  ·  ${simulation.world.time.toFixed(2)} s`,
  },
  { title: 'Time a step', read: ({ simulation }) => `${simulation.stepMilliseconds.toFixed(3)} ms` },
  { title: 'Bodies', read: ({ simulation }) => simulation.world.stats.bodies.toLocaleString('en') },
  {
    title: 'Contacts',
    read: ({ simulation }) => simulation.world.stats.touchingContacts.toLocaleString('en'),
  },
  {
    title: 'Energy',
    costly: true,
    read: ({ simulation }) => `${formatNumber(simulation.energy())} J`,
  },
  {
    title: 'State',
    code: true,
    costly: true,
    minor: true,
    read: ({ simulation }) => simulation.world.stateHash(),
  },
  { title: 'Drawn with', minor: true, read: ({ stage }) => engineNames[stage.engineKind] },
];

/** Milliseconds between two readings, and the share of the time that costly rows may take. */
const INTERVAL = 100;
const COSTLY_SHARE = 0.03;

/** The table over the stage. Rows are data; only text that changed is written. */
export class Measurements {
  private readonly playground: Playground;
  private readonly cells: readonly { readonly row: Row; readonly cell: HTMLElement }[];
  private nextReading = 0;
  private nextCostlyReading = 0;

  constructor(list: HTMLElement, playground: Playground) {
    this.playground = playground;
    this.cells = rows.map((row) => {
      const name = document.createElement('dt');
      name.textContent = row.title;
      const cell = document.createElement('dd');
      if (row.code) cell.classList.add('code');
      if (row.minor) {
        name.classList.add('minor');
        cell.classList.add('minor');
      }
      list.append(name, cell);
      return { row, cell };
    });
  }

  /** Reads the rows that are due; `now` reads all of them. */
  update(now: boolean): void {
    const time = performance.now();
    if (!now && time < this.nextReading) return;
    this.nextReading = time + INTERVAL;
    this.read(false);
    if (!now && time < this.nextCostlyReading) return;
    const start = performance.now();
    this.read(true);
    const end = performance.now();
    this.nextCostlyReading = end + Math.max(INTERVAL, (end - start) / COSTLY_SHARE);
  }

  private read(costly: boolean): void {
    for (const { row, cell } of this.cells) {
      if ((row.costly ?? false) !== costly) continue;
      const text = row.read(this.playground);
      if (cell.textContent !== text) cell.textContent = text;
    }
  }
}
