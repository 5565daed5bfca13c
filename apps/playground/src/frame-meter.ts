/** Milliseconds over which frames are counted. */
const WINDOW = 1000;

/** Counts the frames that a page draws. A page at rest draws none. */
export class FrameMeter {
  /** Number of frames drawn so far. */
  count = 0;
  /** When the latest of them were drawn, ms of `performance.now`. */
  private readonly times: number[] = [];

  /** Notes a frame that is drawn now. */
  note(): void {
    const now = performance.now();
    this.count++;
    while (this.times[0] <= now - WINDOW) this.times.shift();
    this.times.push(now);
  }

  /** The frames of the last second in words: a rate, or "idle". */
  get rate(): string {
    const start = performance.now() - WINDOW;
    const recent = this.times.filter((time) => time > start).length;
    return recent === 0 ? 'idle' : `${recent} per s`;
  }
}
