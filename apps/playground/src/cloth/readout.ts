import { addReading } from '../page-elements.js';
import type { ClothStage } from './cloth-stage.js';

interface Row {
  readonly title: string;
  readonly read: (stage: ClothStage) => string;
}

const interval = 200;
const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 2 : 1)} %`;
const milliseconds = (value: number | null, of: string) =>
  value === null ? '–' : `${value.toFixed(value < 100 ? 2 : 0)} ms ${of}`;

const meanStrain: Row = {
  title: 'Mean strain',
  read: ({ cloth }) => percent(cloth.measurement.meanStrain),
};
const torn: Row = {
  title: 'Torn edges',
  read: ({ cloth }) => cloth.measurement.tornEdges.toLocaleString('en'),
};

const rows: readonly Row[] = [
  {
    title: 'Step',
    read: ({ cloth }) =>
      `${cloth.stepCount.toLocaleString('en')}  ·  ${(cloth.stepCount * cloth.stepSeconds).toFixed(2)} s`,
  },
  { title: 'Particles', read: ({ cloth }) => cloth.vertexCount.toLocaleString('en') },
  { title: 'Largest strain', read: ({ cloth }) => percent(cloth.measurement.largestStrain) },
  meanStrain,
  torn,
  {
    title: 'Frame time',
    read: ({ isMoving, gpuMilliseconds, cpuMilliseconds }) => {
      if (!isMoving) return 'idle';
      return gpuMilliseconds !== null
        ? milliseconds(gpuMilliseconds, 'GPU')
        : milliseconds(cpuMilliseconds, 'CPU');
    },
  },
  { title: 'Runs on', read: ({ cloth }) => (cloth.backend === 'gpu' ? 'WebGPU' : 'CPU') },
];

const dispatches: Row = {
  title: 'Dispatches',
  read: ({ cloth }) => (cloth.backend === 'gpu' ? String(cloth.dispatchesPerStep) : ''),
};

/** The rows for a cloth: as many as fit on one line of the bar. */
function rowsOf({ tears, cloth }: ClothStage): Row[] {
  const shown = rows.filter((row) => row !== (tears ? meanStrain : torn));
  return cloth.backend === 'gpu' ? [...shown, dispatches] : shown;
}

/** Fills a description list with measurements a few times per second. Returns a function that stops it and empties the list. */
export function showReadout(list: HTMLElement, stage: ClothStage): () => void {
  const cells = rowsOf(stage).map((row) => ({ row, value: addReading(list, row.title) }));
  const update = () => {
    if (stage.cloth.status !== 'running') return;
    for (const { row, value } of cells) {
      const text = row.read(stage);
      if (value.textContent !== text) value.textContent = text;
    }
  };
  update();
  const timer = setInterval(update, interval);
  return () => {
    clearInterval(timer);
    list.replaceChildren();
  };
}
