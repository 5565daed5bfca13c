import {
  BODY_ALIVE,
  BODY_STRIDE,
  CX,
  CY,
  DYNAMIC,
  GRAVITY_SCALE,
  INERTIA,
  loadScene,
  MASS,
  type Scene,
  VX,
  VY,
  W,
  type World,
} from '@otedama/rigid';
import type { SceneEntry } from '@otedama/scenes';
import type { LinkValue } from './link.js';
import type { SolverChoice } from './solver-choice.js';

/** What to simulate: all of it is in the address of the page. */
export interface SimulationChoice {
  readonly entry: SceneEntry;
  readonly parameters: Readonly<Record<string, number>>;
  readonly solver: SolverChoice;
  readonly settings: Readonly<Record<string, LinkValue>>;
}

/** A weight of a new value in the running mean of the step time: about the last twenty steps count. */
const MEAN_WEIGHT = 0.05;

/** One scene under one solver, stepped at the scene's own rate. */
export class Simulation {
  readonly choice: SimulationChoice;
  readonly scene: Scene;
  readonly world: World;
  /** Mean time of a step, ms. */
  stepMilliseconds = 0;

  /** Throws an InputError if the scene does not take these parameters, or the solver these settings. */
  constructor(choice: SimulationChoice) {
    this.choice = choice;
    this.scene = choice.entry.create(choice.parameters);
    const solver = choice.solver.create({ ...this.scene.settings?.[choice.solver.name], ...choice.settings });
    this.world = loadScene(this.scene, { solver });
  }

  get stepCount(): number {
    return this.world.stats.steps;
  }

  /** Kinetic and potential energy of the dynamic bodies, J; the height is measured from y = 0. */
  energy(): number {
    const { bodyStore, gravity } = this.world;
    const { mass, motion, pose, slots, flags, type } = bodyStore;
    let energy = 0;
    for (let slot = 0; slot < slots; slot++) {
      if (type[slot] !== DYNAMIC || (flags[slot] & BODY_ALIVE) === 0) continue;
      const o = slot * BODY_STRIDE;
      const m = mass[o + MASS];
      energy +=
        0.5 * m * (motion[o + VX] ** 2 + motion[o + VY] ** 2) + 0.5 * mass[o + INERTIA] * motion[o + W] ** 2;
      energy -= m * mass[o + GRAVITY_SCALE] * (gravity.x * pose[o + CX] + gravity.y * pose[o + CY]);
    }
    return energy;
  }

  step(): void {
    const start = performance.now();
    this.world.step(this.scene.timeStep);
    const time = performance.now() - start;
    const first = this.stepCount <= 1;
    this.stepMilliseconds = first
      ? time
      : this.stepMilliseconds + MEAN_WEIGHT * (time - this.stepMilliseconds);
  }
}
