import type { Engine } from '../engine.js';
import { examine } from './examination.js';
import { examinations } from './index.js';
import type { Marks } from './marks.js';

/** Runs all mechanics tests with an engine. An engine that throws in a scene has no result for it. */
export function examineEngine(engine: Engine): Marks {
  const errors: Record<string, number | null> = {};
  for (const examination of examinations) {
    try {
      errors[examination.id] = examine(engine, examination);
    } catch {
      errors[examination.id] = null;
    }
  }
  return { engine: engine.name, version: engine.version, errors };
}
