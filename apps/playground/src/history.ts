/** A sample of the plots. */
export interface Sample {
  /** Simulated time, s. */
  readonly time: number;
  /** Sum of kinetic and potential energy, J. */
  readonly energy: number;
  /** Magnitude of the linear momentum, N s. */
  readonly momentum: number;
  /** Deepest overlap, m. */
  readonly overlap: number;
  /** Number of touching contacts. */
  readonly contacts: number;
}

/** Maximum number of samples of a run; a multiple of 2. */
const CAPACITY = 600;

/** The whole run of a simulation in a bounded number of samples. When the buffer is full, every second sample is dropped. */
export class History {
  samples: Sample[] = [];
  private spacing = 0;

  /** Drops samples after a time, s, for a run that continues from there. */
  cut(time: number): void {
    this.samples = this.samples.filter((sample) => sample.time <= time);
  }

  /** Keeps a sample if it is far enough from the last one. A sample earlier than the last one is ignored. */
  add(sample: Sample): void {
    const last = this.samples.at(-1);
    if (last !== undefined && sample.time < last.time + this.spacing) return;
    if (last !== undefined && sample.time <= last.time) return;
    if (this.samples.length === CAPACITY) {
      const first = this.samples[0].time;
      this.samples = this.samples.filter((_, index) => index % 2 === 0);
      this.spacing = (sample.time - first) / (this.samples.length * 1.05);
    }
    this.samples.push(sample);
  }
}
