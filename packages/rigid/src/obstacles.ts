/**
 * Obstacles for swept bodies: the shapes of static bodies, and the moving sensors. The lists are rebuilt, in the order of the
 * ids, only after a shape has entered or left the simulation.
 */
import { IntList } from './int-list.js';
import { BODY_ENABLED, STATIC } from './layout.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import type { WorldState } from './world-state.js';

export class ObstacleList {
  /** Enabled shapes of static bodies, including sensors. */
  readonly statics: IntList = new IntList();
  /** Enabled sensors of bodies that are not static. */
  readonly movingSensors: IntList = new IntList();
  #revision = -1;

  /** Rebuilds both lists if they are outdated. */
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
