/**
 * The buffers of self-collision on one device. They may be asked for while a cloth runs, and the device tells some frames later whether it
 * has the memory. Until then the frames that bind them are on trial: if there is no memory, the device refuses them.
 */

import { PARTICLE_BYTES } from '../constants.js';
import { ClothError } from '../errors.js';
import { describeSheet, type Sheet } from '../sheet.js';
import { usage } from './device.js';
import { cellsBytes, membersBytes } from './self-collision.wgsl.js';

export class ApartBuffers {
  /** In the order of their bindings, which follow that of the colliders. Empty while there are none. */
  list: readonly GPUBuffer[] = [];
  /**
   * Pending answer of the device: null if it has the memory, otherwise a description of the memory that is needed. Is null itself if no
   * answer is pending.
   */
  answer: Promise<string | null> | null = null;
  /** Called if there is no memory, with the description and the number of steps that the device has refused. */
  refused: (lack: string, steps: number) => void = () => {};
  /** Steps on trial. Set to 0 when another state is taken over. */
  steps = 0;
  readonly #device: GPUDevice;
  readonly #sheet: Sheet;

  constructor(device: GPUDevice, sheet: Sheet) {
    this.#device = device;
    this.#sheet = sheet;
  }

  /** Creates the buffers. */
  make(): void {
    const particleBytes = PARTICLE_BYTES * this.#sheet.particleCount;
    this.list = [
      ['cells', cellsBytes(this.#sheet)] as const,
      ['members', membersBytes(this.#sheet)] as const,
      ['places', particleBytes] as const,
      ['origins', particleBytes] as const,
    ].map(([label, size]) =>
      this.#device.createBuffer({
        label: `cloth ${label}`,
        size,
        usage: usage.STORAGE | usage.COPY_DST | usage.COPY_SRC,
      }),
    );
  }

  /** Creates them, and asks whether there is the memory; if not, they are invalid, and dropped when the answer arrives. */
  ask(): void {
    const device = this.#device;
    device.pushErrorScope('out-of-memory');
    this.make();
    const lack = memoryFor(this.list, this.#sheet);
    // a device loss is reported elsewhere
    const answer = device.popErrorScope().then(
      (error) => (error === null ? null : lack),
      () => null,
    );
    this.answer = answer;
    this.steps = 0;
    void answer.then((refusal) => {
      // otherwise they were dropped before, with the cloth or its device
      if (this.answer !== answer) return;
      this.answer = null;
      if (refusal === null) return;
      this.drop();
      this.refused(refusal, this.steps);
    });
  }

  /**
   * Runs commands that may bind the buffers, of a frame of `steps`. Ignores the validation error if there was no memory for them; reports any
   * other.
   */
  tryOut<T>(run: () => T, steps: number = 0): T {
    const { answer } = this;
    if (answer === null) return run();
    this.steps += steps;
    const device = this.#device;
    device.pushErrorScope('validation');
    try {
      return run();
    } finally {
      const lost = () => null;
      void Promise.all([device.popErrorScope().catch(lost), answer]).then(([error, lack]) => {
        if (error !== null && lack === null)
          throw new ClothError('device', error.message, 'one that takes the commands of a frame');
      });
    }
  }

  /** Destroys the buffers. */
  drop(): void {
    for (const buffer of this.list) buffer.destroy();
    this.list = [];
    this.answer = null;
  }
}

/** The expectation in the error for a device without enough memory for these buffers. */
export function memoryFor(buffers: readonly GPUBuffer[], sheet: Sheet): string {
  const bytes = buffers.reduce((sum, { size }) => sum + size, 0);
  const cloth = `${describeSheet(sheet)}, ${sheet.particleCount} particles`;
  return `a device with ${bytes} bytes of memory to spare (${cloth}): dispose of what is not needed, or take fewer cells`;
}
