import type { Engine } from '../engine.js';
import { examine } from './examination.js';
import { examinations } from './index.js';
import type { Marks } from './marks.js';

/** Examines an engine in everything. An engine that throws at a scene has no mark for it. */
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
