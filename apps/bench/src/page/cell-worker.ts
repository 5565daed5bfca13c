/**
 * Measures one engine on one scene in its own worker, like a process on the command line. No other engine is loaded, and the memory is
 * freed with the worker.
 */

import { engineLoaders } from '../engines/index.js';
import { measure } from '../measure.js';
import { benchScene } from '../scenes.js';
import type { CellOrder, CellReport } from './messages.js';

const report = (message: CellReport): void => self.postMessage(message);

self.addEventListener('message', async ({ data }: MessageEvent<CellOrder>) => {
  try {
    const { engine: name, scene, budget, warmUp } = data;
    const load = engineLoaders[name];
    const entry = benchScene(scene);
    if (load === undefined || entry === undefined) throw new Error(`no ${name} or no ${scene}`);
    const start = performance.now();
    const engine = await load();
    const loadTime = performance.now() - start;
    if (!engine.supports(entry.create())) return report({ kind: 'unsupported' });
    const onLook = (transforms: Float64Array, steps: number): void =>
      report({ kind: 'look', transforms, steps });
    report({ kind: 'cell', cell: measure(engine, loadTime, entry, { budget, warmUp, onLook }) });
  } catch (error) {
    report({ kind: 'failure', message: error instanceof Error ? error.message : String(error) });
  }
});
