/**
 * What fast bodies are swept against: the shapes of static bodies, and the sensors that move. The lists are made anew only after one of
 * them has come or gone, in the order of their ids.
 */
import { IntList } from './int-list.js';
import { BODY_ENABLED, STATIC } from './layout.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import type { WorldState } from './world-state.js';

export class ObstacleList {
  /** Enabled shapes of static bodies, solid or not. */
  readonly statics: IntList = new IntList();
  /** Enabled sensors of bodies that are not static. */
  readonly movingSensors: IntList = new IntList();
  #revision = -1;

  /** Brings both lists up to date. */
  update(state: WorldState): void {
    if (state.obstacleRevision === this.#revision) return;
    this.#revision = state.obstacleRevision;
    this.statics.count = 0;
    this.movingSensors.count = 0;
    const { shapes, bodies } = state;
    for (let id = 0; id < shapes.slots; id++) {
      const slot = shapes.body[id];
      if (slot < 0 || (bodies.flags[slot] & BODY_ENABLED) === 0) continue;
      if (bodies.type[slot] === STATIC) this.statics.push(id);
      else if ((shapes.flags[id] & SHAPE_SENSOR) !== 0) this.movingSensors.push(id);
    }
  }
}
