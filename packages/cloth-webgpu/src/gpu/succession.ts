/** Which device a cloth is on: attaching, losses, and going on with the next one. */

import type { ClothBuffers, ClothEvent, ClothGpuOptions } from '../types.js';

/** What a cloth does when its device comes or goes. */
export interface Successor {
  /** Builds what a frame needs on a device and goes on from the last good state. False if `isOvertaken` meanwhile, or disposed of. */
  settle(device: GPUDevice, buffers: ClothBuffers, isOvertaken: () => boolean): Promise<boolean>;
  /** Stands still where `device` is the one in use. False if it is not, or the cloth has stood still before. */
  stand(device: GPUDevice): boolean;
  isRunning(): boolean;
  isDisposed(): boolean;
  stepCount(): number;
  emit(event: ClothEvent): void;
}

export class Succession {
  readonly #cloth: Successor;
  readonly #requestDevice: ClothGpuOptions['requestDevice'];
  /** Counts devices that were attached to: of two at once the later one counts, the earlier is given up. */
  #attempt = 0;

  constructor(cloth: Successor, { requestDevice }: ClothGpuOptions) {
    this.#cloth = cloth;
    this.#requestDevice = requestDevice;
  }

  /** Goes on with a device until it is lost. False if another one overtook it. */
  attach(device: GPUDevice, buffers: ClothBuffers): Promise<boolean> {
    return this.#attach(device, buffers, ++this.#attempt);
  }

  async #attach(device: GPUDevice, buffers: ClothBuffers, attempt: number): Promise<boolean> {
    const isAttached = await this.#cloth.settle(device, buffers, () => attempt !== this.#attempt);
    if (isAttached) void device.lost.then((info) => this.#lose(device, info));
    return isAttached;
  }

  /** The same after a loss, or in place of another device; told to the listeners. */
  async restoreOn(device: GPUDevice, buffers: ClothBuffers): Promise<void> {
    const cloth = this.#cloth;
    if (cloth.isDisposed()) return;
    const attempt = ++this.#attempt;
    let isAttached = false;
    try {
      isAttached = await this.#attach(device, buffers, attempt);
    } catch (error) {
      if (attempt === this.#attempt) cloth.emit({ type: 'failed', error });
      throw error;
    }
    // the device may be gone again by now
    if (isAttached && cloth.isRunning()) cloth.emit({ type: 'restored', step: cloth.stepCount() });
  }

  async #lose(device: GPUDevice, { reason, message }: GPUDeviceLostInfo): Promise<void> {
    // told once, however often it was attached to
    if (!this.#cloth.stand(device)) return;
    try {
      this.#cloth.emit({ type: 'deviceLost', reason, message });
    } finally {
      await this.#findDevice();
    }
  }

  /** Goes on with the device that `requestDevice` gives; a listener may have disposed of the cloth. */
  async #findDevice(): Promise<void> {
    if (this.#requestDevice === undefined || this.#cloth.isDisposed()) return;
    let next: GPUDevice;
    try {
      next = await this.#requestDevice();
    } catch (error) {
      this.#cloth.emit({ type: 'failed', error });
      return;
    }
    // a failure has been told to the listeners
    await this.restoreOn(next, {}).catch(() => {});
  }
}
