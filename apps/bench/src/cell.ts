/** Measures one engine on one scene and prints the result as one line of JSON: cell.ts ENGINE SCENE BUDGET_MS */

import { engineLoaders } from './engines/index.js';
import { measure } from './measure.js';
import { benchScene, benchScenes } from './scenes.js';

const [engineName = '', sceneId = '', budget = '10000'] = process.argv.slice(2);
const load = engineLoaders[engineName];
const entry = benchScene(sceneId);
if (load === undefined)
  throw new Error(`no engine ${engineName}; there are ${Object.keys(engineLoaders).join(', ')}`);
if (entry === undefined)
  throw new Error(`no scene ${sceneId}; there are ${benchScenes.map(({ id }) => id).join(', ')}`);

const start = performance.now();
const engine = await load();
const loadTime = performance.now() - start;
if (engine.supports(entry.create())) {
  process.stdout.write(`${JSON.stringify(measure(engine, loadTime, entry, { budget: Number(budget) }))}\n`);
} else {
  process.stdout.write('null\n');
}
process.exit(0); // worker threads of a wasm build would keep the process alive
