/** Smoothing factor: weight of a new reading in the shown time. */
const following = 0.1;
const bytes = 16;

/**
 * Measures the GPU time between `start` and `stop`, including work that others submit to the queue in between. Two timestamps are taken,
 * each at the end of an empty pass. The result is `null` if the device lacks `timestamp-query` or no reading has arrived yet.
 */
export class GpuStopwatch {
  /** Milliseconds between the two timestamps, smoothed over the last readings. */
  milliseconds: number | null = null;
  readonly #device: GPUDevice;
  readonly #times: GPUQuerySet | null = null;
  readonly #resolved: GPUBuffer | null = null;
  readonly #copy: GPUBuffer | null = null;
  #isRunning = false;
  #isReading = false;

  constructor(device: GPUDevice) {
    this.#device = device;
    if (!device.features.has('timestamp-query')) return;
    this.#times = device.createQuerySet({ label: 'stopwatch', type: 'timestamp', count: 2 });
    this.#resolved = device.createBuffer({
      size: bytes,
      usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
    });
    this.#copy = device.createBuffer({
      size: bytes,
      usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    });
  }

  start(): void {
    this.#isRunning = this.#times !== null && !this.#isReading;
    if (this.#isRunning) this.#stamp(0);
  }

  stop(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.#stamp(1);
    void this.#read();
  }

  dispose(): void {
    this.#times?.destroy();
    this.#resolved?.destroy();
    this.#copy?.destroy();
  }

  #stamp(index: 0 | 1): void {
    if (this.#times === null || this.#resolved === null || this.#copy === null) return;
    const encoder = this.#device.createCommandEncoder();
    encoder
      .beginComputePass({ timestampWrites: { querySet: this.#times, endOfPassWriteIndex: index } })
      .end();
    if (index === 1) {
      encoder.resolveQuerySet(this.#times, 0, 2, this.#resolved, 0);
      encoder.copyBufferToBuffer(this.#resolved, 0, this.#copy, 0, bytes);
    }
    this.#device.queue.submit([encoder.finish()]);
  }

  async #read(): Promise<void> {
    const copy = this.#copy;
    if (copy === null) return;
    this.#isReading = true;
    try {
      await copy.mapAsync(GPUMapMode.READ);
      const [start, stop] = new BigUint64Array(copy.getMappedRange());
      copy.unmap();
      if (start !== undefined && stop !== undefined && stop > start) {
        const now = Number(stop - start) / 1e6;
        this.milliseconds =
          this.milliseconds === null ? now : this.milliseconds + following * (now - this.milliseconds);
      }
    } catch {
      // the stopwatch was disposed, or the device lost, whose successor gets a new stopwatch
    }
    this.#isReading = false;
  }
}
