import type { SavedState, Simulation } from './simulation.js';

/** Length of the timeline, simulated seconds in which anything moved. */
const WINDOW = 10;

/** Maximum bytes of all frames together. Above it, every second frame is dropped. */
const MOST_BYTES = 48 * 2 ** 20;

/** Number of bodies up to which every step is kept. With more bodies only every second, third, ... step is kept. */
const BODIES_A_STEP = 400;

/** Memory of a frame as a multiple of what the frame before it needs: the number of contacts changes. */
const HEADROOM = 1.25;

/** The states of all simulations at the same step. */
interface Frame {
  readonly step: number;
  /** Simulated time, s. */
  readonly time: number;
  /** The part of it in which anything moved, s. */
  readonly motion: number;
  readonly states: readonly SavedState[];
  readonly bytes: number;
  /** Whether the reader changed something right after it. */
  isBeforeChange: boolean;
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
  /** Whether the worlds are as a frame was, and not as the run left them. */
  private isRestored = false;
  /** The memory of dropped frames, for new ones: megabytes a second would be garbage otherwise. */
  private spare: Uint8Array[] = [];

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

  /** Records the state right before the reader changes something, so that `undo` leads back to it. */
  beforeChange(): void {
    if (this.isLive) this.keep();
    this.frames[this.shown].isBeforeChange = true;
  }

  /** Records a change between two steps, so that the reader can go back to the state after it. */
  noteChange(): void {
    this.add();
  }

  /** Shows the state before the last change by the reader that is before the shown frame. Returns whether there is one. */
  undo(): boolean {
    const end = this.isLive ? this.frames.length : this.shown;
    const place = this.frames.slice(0, end).findLastIndex(({ isBeforeChange }) => isBeforeChange);
    if (place >= 0) this.show(place);
    return place >= 0;
  }

  /** Shows a frame. A place out of range is clamped to the first or the last frame. */
  show(place: number): void {
    if (this.isLive) this.keep();
    this.shown = Math.min(this.frames.length - 1, Math.max(0, place));
    this.isRestored = true;
    this.frames[this.shown].states.forEach((state, k) => {
      this.simulations[k].restore(state);
    });
  }

  /** Shows the previous frame. */
  back(): void {
    if (this.isLive) this.keep();
    this.show(this.shown - 1);
  }

  /** Continues from the shown frame. Later frames are dropped, and so are grab joints that the frame contains: no hand holds them now. */
  goOn(): void {
    if (!this.isRestored) return;
    this.isRestored = false;
    for (const frame of this.frames.splice(this.shown + 1)) this.drop(frame);
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
    const states = this.simulations.map((simulation, k) => simulation.save(this.memory(k)));
    const bytes = states.reduce((sum, { snapshot }) => sum + snapshot.buffer.byteLength, 0);
    const { time } = world;
    const last = this.frames.at(-1);
    const motion = last === undefined ? 0 : last.motion + (this.wasAsleep ? 0 : time - last.time);
    this.frames.push({ step: stepCount, time, motion, states, bytes, isBeforeChange: false });
    this.bytes += bytes;
    this.spare.length = 0;
    while (this.frames.length > 2 && this.frames[1].motion <= motion - WINDOW) {
      const [frame] = this.frames.splice(0, 1);
      this.drop(frame);
    }
    if (this.bytes > MOST_BYTES && this.frames.length > 2) this.thin();
    this.shown = this.frames.length - 1;
  }

  /** Memory for the next snapshot of a simulation: that of a dropped frame, or some more than its last snapshot took. */
  private memory(k: number): Uint8Array | undefined {
    const last = this.frames.at(-1)?.states[k].snapshot.length;
    return last === undefined ? undefined : (this.spare.pop() ?? new Uint8Array(Math.ceil(HEADROOM * last)));
  }

  private drop({ bytes, states }: Frame): void {
    this.bytes -= bytes;
    for (const { snapshot } of states) this.spare.push(new Uint8Array(snapshot.buffer));
  }

  /** Drops every second frame except the last and those before changes, and doubles the stride of later frames. */
  private thin(): void {
    const last = this.frames.length - 1;
    this.frames = this.frames.filter(({ isBeforeChange }, k) => isBeforeChange || (last - k) % 2 === 0);
    this.bytes = this.frames.reduce((sum, frame) => sum + frame.bytes, 0);
    this.stride *= 2;
  }
}
