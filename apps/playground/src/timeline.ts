import type { SavedState, Simulation } from './simulation.js';

/** Simulated seconds that can be gone back. */
const WINDOW = 10;

/** Bytes that all frames may take together; beyond, every second one is dropped. */
const MOST_BYTES = 48 * 2 ** 20;

/** Bodies up to which every step is kept; with more, every second, third ... */
const BODIES_A_STEP = 400;

/** The simulations at a moment, all at the same step. */
interface Frame {
  readonly step: number;
  /** Simulated time, s. */
  readonly time: number;
  readonly states: readonly SavedState[];
  readonly bytes: number;
}

/**
 * The last seconds of a run as snapshots, one a step where there is room: to look at again, and to go on from. What the hand did is in
 * them, so nothing is computed again.
 */
export class Timeline {
  private readonly simulations: readonly Simulation[];
  private frames: Frame[] = [];
  private shown = 0;
  private stride: number;
  private bytes = 0;

  constructor(simulations: readonly Simulation[]) {
    this.simulations = simulations;
    const bodies = simulations.reduce((sum, { world }) => sum + world.stats.bodies, 0);
    this.stride = Math.max(1, Math.ceil(bodies / BODIES_A_STEP));
    this.keep();
  }

  /** Frames that can be shown. */
  get length(): number {
    return this.frames.length;
  }

  /** Number of the frame that is shown, or of the last one while the run goes on. */
  get place(): number {
    return this.shown;
  }

  /** Whether the present is shown. */
  get isLive(): boolean {
    return this.shown === this.frames.length - 1;
  }

  /** How long ago the shown frame was, simulated seconds. */
  get age(): number {
    return this.frames[this.frames.length - 1].time - this.frames[this.shown].time;
  }

  /** Bytes of all frames. */
  get byteLength(): number {
    return this.bytes;
  }

  /** Notes a step that was made. */
  record(): void {
    if (this.simulations[0].stepCount % this.stride === 0) this.keep();
  }

  /** Notes that something was done between two steps: it can be gone back before it. */
  noteChange(): void {
    this.add();
  }

  /** Shows a frame; out of range means the first or the last one. */
  show(place: number): void {
    if (this.isLive) this.keep();
    this.shown = Math.min(this.frames.length - 1, Math.max(0, place));
    this.frames[this.shown].states.forEach((state, k) => {
      this.simulations[k].restore(state);
    });
  }

  /** Shows the frame before the one that is shown. */
  back(): void {
    if (this.isLive) this.keep();
    this.show(this.shown - 1);
  }

  /** Goes on from the shown frame: what came after it is gone, and so is the hold of a hand that has let go since. */
  goOn(): void {
    if (this.isLive) return;
    for (const frame of this.frames.splice(this.shown + 1)) this.bytes -= frame.bytes;
    for (const { world } of this.simulations) {
      for (const joint of world.joints) if (joint.kind === 'grab') world.destroyJoint(joint);
    }
  }

  /** Adds the present state to the frames, unless it is the last one. */
  private keep(): void {
    if (this.frames.at(-1)?.step !== this.simulations[0].stepCount) this.add();
  }

  private add(): void {
    const [{ stepCount, world }] = this.simulations;
    const states = this.simulations.map((simulation) => simulation.save());
    const bytes = states.reduce((sum, { snapshot }) => sum + snapshot.length, 0);
    this.frames.push({ step: stepCount, time: world.time, states, bytes });
    this.bytes += bytes;
    while (this.frames.length > 2 && this.frames[1].time <= world.time - WINDOW) {
      this.bytes -= this.frames.shift()?.bytes ?? 0;
    }
    if (this.bytes > MOST_BYTES && this.frames.length > 2) this.thin();
    this.shown = this.frames.length - 1;
  }

  /** Drops every second frame but the last, and keeps half as many from now on. */
  private thin(): void {
    const last = this.frames.length - 1;
    this.frames = this.frames.filter((_, k) => (last - k) % 2 === 0);
    this.bytes = this.frames.reduce((sum, frame) => sum + frame.bytes, 0);
    this.stride *= 2;
  }
}
