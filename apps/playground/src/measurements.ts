import type { WorldProfile } from '@otedama/rigid';
import { addReading } from './page-elements.js';
import type { Playground } from './playground.js';
import type { Simulation } from './simulation.js';
import { bodyName } from './teaching/names.js';

/** Formats with four significant digits, and very large or very small values with three and a power of ten. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size === 0) return '0';
  const text =
    size < 1e-3 || size >= 1e6
      ? value.toExponential(2).replace('e+', 'e')
      : size >= 1000
        ? Math.round(value).toLocaleString('en')
        : String(Number(value.toPrecision(4)));
  return text.replaceAll('-', '−');
}

/** A row of the measurements: a name, and a function that reads the value. */
interface Row {
  readonly title: string;
  /** Spans two columns. */
  readonly wide?: boolean;
  /** Uses a monospaced font. */
  readonly code?: boolean;
  /** Hidden if there is little space. */
  readonly minor?: boolean;
  /** Shown only if several simulations are compared. */
  readonly compared?: boolean;
  /** Shown only where a pointer can rest on the view. */
  readonly pointed?: boolean;
  /** Takes time that grows with the world; read less often. */
  readonly costly?: boolean;
  read(playground: Playground): string;
}

const milliseconds = ({ milliseconds: means, stepCount }: Simulation, phase: keyof WorldProfile): string =>
  stepCount === 0 ? '–' : `${means[phase].toFixed(means[phase] < 10 ? 3 : 1)} ms`;

const engineNames = { webgpu: 'WebGPU', webgl: 'WebGL' } as const;

const rows: readonly Row[] = [
  {
    title: 'Readings of',
    wide: true,
    compared: true,
    read: ({ simulation }) => simulation.choice.solver.title,
  },
  {
    title: 'Step',
    wide: true,
    read: ({ simulation }) =>
      `${simulation.stepCount.toLocaleString('en')}  ·  ${simulation.world.time.toFixed(2)} s`,
  },
  { title: 'Step time', read: ({ simulation }) => milliseconds(simulation, 'step') },
  { title: 'Bodies', read: ({ simulation }) => simulation.world.stats.bodies.toLocaleString('en') },
  {
    title: 'Awake',
    read: ({ simulation }) => simulation.world.stats.awakeBodies.toLocaleString('en'),
  },
  {
    title: 'Contacts',
    costly: true,
    read: ({ simulation }) => simulation.world.countTouching().toLocaleString('en'),
  },
  {
    title: 'Energy',
    costly: true,
    read: ({ simulation }) => {
      const { kineticEnergy, potentialEnergy } = simulation.measure();
      return `${formatNumber(kineticEnergy + potentialEnergy)} J`;
    },
  },
  {
    title: 'State',
    wide: true,
    code: true,
    costly: true,
    minor: true,
    read: ({ simulation }) => simulation.world.stateHash(),
  },
];

const moreRows: readonly Row[] = [
  { title: 'Drawn with', wide: true, read: ({ stage }) => engineNames[stage.engineKind] },
  { title: 'Frames drawn', wide: true, read: ({ stage }) => stage.meter.rate },
  {
    title: 'Deepest overlap',
    wide: true,
    costly: true,
    read: ({ simulation }) => `${(1000 * simulation.measure().deepestOverlap).toFixed(2)} mm`,
  },
  {
    title: 'At the pointer',
    wide: true,
    pointed: true,
    read({ stage: { pointed } }) {
      return pointed === null ? '–' : bodyName(pointed.world, pointed.body);
    },
  },
  {
    title: 'Its mass and speed',
    wide: true,
    pointed: true,
    read({ stage: { pointed } }) {
      if (pointed === null) return '–';
      const { mass, linearVelocity } = pointed.body;
      return `${formatNumber(mass)} kg  ·  ${Math.hypot(linearVelocity.x, linearVelocity.y).toFixed(2)} m/s`;
    },
  },
  ...(
    [
      ['refit', 'Poses and boxes'],
      ['pairs', 'Broad phase'],
      ['contacts', 'Manifolds'],
      ['solve', 'Solver'],
      ['events', 'Events'],
    ] as const
  ).map(([phase, title]) => ({
    title,
    wide: true,
    read: ({ simulation }: Playground) => milliseconds(simulation, phase),
  })),
];

/** Milliseconds between two readings, and the maximum fraction of time spent on costly rows. */
const INTERVAL = 100;
const COSTLY_SHARE = 0.03;

/** The measurements below the view. Rows are data. Only changed text is written. */
export class Measurements {
  private readonly playground: Playground;
  private readonly cells: readonly { readonly row: Row; readonly cell: HTMLElement }[];
  private nextReading = 0;
  private nextCostlyReading = 0;
  /** The simulation and its step at the last reading of the costly rows; null for a step after which all bodies slept. */
  private seen: { readonly simulation: Simulation; readonly step: number | null } | null = null;

  /** Fills `list` with the most important rows and `more` with the rest: engine, overlap, timing. */
  constructor(list: HTMLElement, more: HTMLElement, playground: Playground) {
    this.playground = playground;
    this.cells = [...this.fill(list, rows), ...this.fill(more, moreRows)];
  }

  private fill(
    list: HTMLElement,
    wanted: readonly Row[],
  ): { readonly row: Row; readonly cell: HTMLElement }[] {
    return wanted.map((row) => {
      const cell = addReading(list, row.title);
      if (row.wide) cell.parentElement?.classList.add('wide');
      if (row.code) cell.classList.add('code');
      if (row.minor) cell.parentElement?.classList.add('minor');
      if (row.pointed) cell.parentElement?.classList.add('of-keys');
      if (row.compared) cell.parentElement?.classList.add('compared');
      return { row, cell };
    });
  }

  /** Reads the rows that are due. With `now` all rows are read. */
  update(now: boolean): void {
    const time = performance.now();
    if (!now && time < this.nextReading) return;
    this.nextReading = time + INTERVAL;
    this.read(false);
    if (!now && (time < this.nextCostlyReading || !this.hasChanged())) return;
    const start = performance.now();
    this.read(true);
    const end = performance.now();
    this.nextCostlyReading = end + Math.max(INTERVAL, (end - start) / COSTLY_SHARE);
  }

  /** Whether a step since the last call may have changed anything: a world that slept then and sleeps now has the same readings. */
  private hasChanged(): boolean {
    const { simulation } = this.playground;
    const step = simulation.isAsleep ? null : simulation.stepCount;
    const isSame = this.seen?.simulation === simulation && this.seen.step === step;
    this.seen = { simulation, step };
    return !isSame;
  }

  private read(costly: boolean): void {
    for (const { row, cell } of this.cells) {
      if ((row.costly ?? false) !== costly) continue;
      const text = row.read(this.playground);
      if (cell.textContent !== text) cell.textContent = text;
    }
  }
}
