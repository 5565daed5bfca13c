import { FrameClock } from '@otedama/rigid';
import { History } from './history.js';
import type { Simulation } from './simulation.js';
import { Timeline } from './timeline.js';

/** Milliseconds between two samples of the plots, and the maximum fraction of time spent on sampling. */
const SAMPLE_INTERVAL = 50;
const SAMPLE_SHARE = 0.05;

/** Simulations of one scene that step together: their clock, their last seconds, and the samples of their plots. */
export class Run {
  /** The first one is under the chosen solver. */
  readonly simulations: readonly Simulation[];
  /** The plotted samples of each simulation. */
  readonly histories: readonly History[];
  /** The last seconds. */
  readonly timeline: Timeline;
  readonly clock: FrameClock;
  private nextSample = 0;

  constructor(simulations: readonly Simulation[], isPaused: boolean, timeScale: number) {
    this.simulations = simulations;
    this.histories = simulations.map(() => new History());
    this.timeline = new Timeline(simulations);
    this.clock = new FrameClock({ timeStep: this.simulation.scene.timeStep, timeScale, isPaused });
  }

  /** The simulation under the chosen solver. */
  get simulation(): Simulation {
    return this.simulations[0];
  }

  /** Advances by a frame of `seconds`; returns the number of steps. */
  advance(seconds: number): number {
    return this.clock.advance(seconds, () => {
      for (const simulation of this.simulations) simulation.step();
      this.timeline.record();
    });
  }

  /** Pauses and shows another time. */
  look(show: () => void): void {
    this.clock.isPaused = true;
    show();
  }

  /** Makes the shown frame the present. */
  goOn(): void {
    this.timeline.goOn();
    for (const history of this.histories) history.cut(this.simulation.world.time);
  }

  /** Adds samples to the plots, as often as the time limit allows. */
  sample(): void {
    const start = performance.now();
    if (start < this.nextSample) return;
    this.simulations.forEach((simulation, index) => {
      this.histories[index].add(simulation.sample());
    });
    const end = performance.now();
    this.nextSample = end + Math.max(SAMPLE_INTERVAL, (end - start) / SAMPLE_SHARE);
  }
}
