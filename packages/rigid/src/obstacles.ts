/**
 * Obstacles for swept bodies: the shapes of static bodies, and the moving sensors; and the bullets, which are swept also if only an
 * obstacle moves. The lists are rebuilt, in the order of the ids, only after a shape has entered or left the simulation, or a body
 * has become a bullet or has ceased to be one.
 */
import { IntList } from './int-list.js';
import { BODY_BULLET, BODY_ENABLED, DYNAMIC, STATIC } from './layout.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import type { WorldState } from './world-state.js';

export class ObstacleList {
  /** Enabled shapes of static bodies, including sensors. */
  readonly statics: IntList = new IntList();
  /** Enabled sensors of bodies that are not static. */
  readonly movingSensors: IntList = new IntList();
  /** Enabled dynamic bodies that are bullets and have shapes. */
  readonly bullets: IntList = new IntList();
  #revision = -1;

  /** Rebuilds the lists if they are outdated. */
  update(state: WorldState): void {
    if (state.obstacleRevision === this.#revision) return;
    this.#revision = state.obstacleRevision;
    this.statics.count = 0;
    this.movingSensors.count = 0;
    this.bullets.count = 0;
    const { shapes, bodies } = state;
    for (let id = 0; id < shapes.slots; id++) {
      const slot = shapes.body[id];
      if (slot < 0 || (bodies.flags[slot] & BODY_ENABLED) === 0) continue;
      if (bodies.type[slot] === STATIC) this.statics.push(id);
      else if ((shapes.flags[id] & SHAPE_SENSOR) !== 0) this.movingSensors.push(id);
    }
    const isBullet = BODY_ENABLED | BODY_BULLET;
    for (let slot = 0; slot < bodies.slots; slot++) {
      if ((bodies.flags[slot] & isBullet) !== isBullet || bodies.type[slot] !== DYNAMIC) continue;
      if (bodies.firstShape[slot] >= 0) this.bullets.push(slot);
    }
  }
}
