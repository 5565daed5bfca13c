/**
 * Runs a plan: one cell after the other, each in its own worker. As on the command line, a round measures every engine on every scene
 * before the next round starts, so that a slow period of the machine affects all engines equally.
 */

import { type Cell, STRETCH } from '../measure.js';
import type { CellOrder, CellReport } from './messages.js';
import type { Plan } from './plan.js';

/** Why there is no cell; a sentence for the reader. */
export type NoCell = { readonly kind: 'unsupported' | 'failure'; readonly message: string };

export interface RunListener {
  begins(order: CellOrder, round: number): void;
  /** Transforms after this number of steps; the array may be kept. */
  looks(order: CellOrder, transforms: Float64Array, steps: number): void;
  ends(order: CellOrder, result: Cell | NoCell): void;
}

/** Milliseconds allowed for loading, warm-up and quality checks of a cell on a slow machine, beyond its stepping time. */
const PATIENCE = 120_000;

/** @returns when all cells are done, or the signal has stopped them */
export async function runPlan(plan: Plan, listener: RunListener, signal: AbortSignal): Promise<void> {
  const { budget, warmUp } = plan;
  for (let round = 1; round <= plan.rounds; round++) {
    for (const scene of plan.scenes) {
      for (const engine of plan.engines) {
        if (signal.aborted) return;
        const order: CellOrder = { engine, scene, budget, warmUp };
        listener.begins(order, round);
        const result = await runCell(order, listener, signal);
        if (result !== 'stopped') listener.ends(order, result);
      }
    }
  }
}

function runCell(
  order: CellOrder,
  listener: RunListener,
  signal: AbortSignal,
): Promise<Cell | NoCell | 'stopped'> {
  const worker = new Worker(new URL('./cell-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Cell | NoCell | 'stopped'>((done) => {
    const fail = (message: string): void => done({ kind: 'failure', message });
    worker.addEventListener('message', ({ data }: MessageEvent<CellReport>) => {
      if (data.kind === 'look') listener.looks(order, data.transforms, data.steps);
      else if (data.kind === 'cell') done(data.cell);
      else if (data.kind === 'failure') fail(data.message);
      else done({ kind: 'unsupported', message: 'lacks something this scene needs' });
    });
    worker.addEventListener('error', ({ message }) => fail(message || 'its worker could not be started'));
    signal.addEventListener('abort', () => done('stopped'), { once: true });
    setTimeout(() => fail('took too long'), PATIENCE + STRETCH * order.budget + 4 * order.warmUp);
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}
