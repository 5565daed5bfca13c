import type { SavedState, Simulation } from './simulation.js';

/** Length of the timeline, simulated seconds in which anything moved. */
const WINDOW = 10;

/** Maximum bytes of all frames together. Above it, every second frame is dropped. */
const MOST_BYTES = 48 * 2 ** 20;

/** Number of bodies up to which every step is kept. With more bodies only every second, third, ... step is kept. */
const BODIES_A_STEP = 400;

/** The states of all simulations at the same step. */
interface Frame {
  readonly step: number;
  /** Simulated time, s. */
  readonly time: number;
  /** The part of it in which anything moved, s. */
  readonly motion: number;
  readonly states: readonly SavedState[];
  readonly bytes: number;
}

/**
 * The last seconds of a run as snapshots, one per step if there is room. The run can be viewed again and continued from any frame.
 * Snapshots include the effects of the reader's actions, so nothing is recomputed. While all bodies sleep, no frames are added, so that
 * the motion before can still be seen after a long rest.
 */
export class Timeline {
  private readonly simulations: readonly Simulation[];
  private frames: Frame[] = [];
  private shown = 0;
  private stride: number;
  private bytes = 0;
  /** Whether all bodies slept after the last recorded step. */
  private wasAsleep = false;

  constructor(simulations: readonly Simulation[]) {
    this.simulations = simulations;
    const bodies = simulations.reduce((sum, { world }) => sum + world.stats.bodies, 0);
    this.stride = Math.max(1, Math.ceil(bodies / BODIES_A_STEP));
    this.keep();
  }

  /** Number of frames that can be shown. */
  get length(): number {
    return this.frames.length;
  }

  /** Index of the shown frame; of the last frame while the simulation runs. */
  get place(): number {
    return this.shown;
  }

  /** Whether the latest frame is shown. */
  get isLive(): boolean {
    return this.shown === this.frames.length - 1;
  }

  /** Age of the shown frame, simulated seconds. */
  get age(): number {
    return this.frames[this.frames.length - 1].time - this.frames[this.shown].time;
  }

  /** Total bytes of all frames. */
  get byteLength(): number {
    return this.bytes;
  }

  /** Records a step. */
  record(): void {
    const isAsleep = this.simulations.every((simulation) => simulation.isAsleep);
    const isDue = this.simulations[0].stepCount % this.stride === 0;
    // the step in which the last body falls asleep, and none after it
    if (isAsleep ? !this.wasAsleep : isDue) this.keep();
    this.wasAsleep = isAsleep;
  }

  /** Records a change between two steps, so that the reader can go back to the state before it. */
  noteChange(): void {
    this.add();
  }

  /** Shows a frame. A place out of range is clamped to the first or the last frame. */
  show(place: number): void {
    if (this.isLive) this.keep();
    this.shown = Math.min(this.frames.length - 1, Math.max(0, place));
    this.frames[this.shown].states.forEach((state, k) => {
      this.simulations[k].restore(state);
    });
  }

  /** Shows the previous frame. */
  back(): void {
    if (this.isLive) this.keep();
    this.show(this.shown - 1);
  }

  /** Continues from the shown frame. Later frames are dropped, and so are grab joints that the frame contains. */
  goOn(): void {
    if (this.isLive) return;
    for (const frame of this.frames.splice(this.shown + 1)) this.bytes -= frame.bytes;
    for (const { world } of this.simulations) {
      for (const joint of world.joints) if (joint.kind === 'grab') world.destroyJoint(joint);
    }
  }

  /** Adds the current state to the frames unless the last frame already has it. */
  private keep(): void {
    if (this.frames.at(-1)?.step !== this.simulations[0].stepCount) this.add();
  }

  private add(): void {
    const [{ stepCount, world }] = this.simulations;
    const states = this.simulations.map((simulation) => simulation.save());
    const bytes = states.reduce((sum, { snapshot }) => sum + snapshot.length, 0);
    const { time } = world;
    const last = this.frames.at(-1);
    const motion = last === undefined ? 0 : last.motion + (this.wasAsleep ? 0 : time - last.time);
    this.frames.push({ step: stepCount, time, motion, states, bytes });
    this.bytes += bytes;
    while (this.frames.length > 2 && this.frames[1].motion <= motion - WINDOW) {
      this.bytes -= this.frames.shift()?.bytes ?? 0;
    }
    if (this.bytes > MOST_BYTES && this.frames.length > 2) this.thin();
    this.shown = this.frames.length - 1;
  }

  /** Drops every second frame except the last, and doubles the stride of later frames. */
  private thin(): void {
    const last = this.frames.length - 1;
    this.frames = this.frames.filter((_, k) => (last - k) % 2 === 0);
    this.bytes = this.frames.reduce((sum, frame) => sum + frame.bytes, 0);
    this.stride *= 2;
  }
}
