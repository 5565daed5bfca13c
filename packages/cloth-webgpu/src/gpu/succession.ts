/** Manages the device of a cloth: attaching, device loss, and continuing on the next device. */

import { ClothError } from '../errors.js';
import type { Cloth, ClothBuffers, ClothEvent, ClothGpuOptions } from '../types.js';

/** The operations of a cloth when its device is attached or lost. */
export interface Successor {
  /**
   * Creates the resources of a frame on a device and continues from the last good state. Returns false if the cloth was disposed of, or
   * `isOvertaken` became true, in the meantime.
   */
  settle(device: GPUDevice, buffers: ClothBuffers, isOvertaken: () => boolean): Promise<boolean>;
  /** Stops the cloth if `device` is the one in use. Returns false if it is not, or if the cloth is not running. */
  stand(device: GPUDevice): boolean;
  status(): Cloth['status'];
  stepCount(): number;
  emit(event: ClothEvent): void;
}

export class Succession {
  readonly #cloth: Successor;
  readonly #requestDevice: ClothGpuOptions['requestDevice'];
  /** Counts attach attempts. If two run at the same time, the later one counts and the earlier one is dropped. */
  #attempt = 0;

  constructor(cloth: Successor, { requestDevice }: ClothGpuOptions) {
    this.#cloth = cloth;
    this.#requestDevice = requestDevice;
  }

  /** Uses a device until it is lost. Returns false if a later attempt overtook this one. */
  attach(device: GPUDevice, buffers: ClothBuffers): Promise<boolean> {
    return this.#attach(device, buffers, ++this.#attempt);
  }

  async #attach(device: GPUDevice, buffers: ClothBuffers, attempt: number): Promise<boolean> {
    const isAttached = await this.#cloth.settle(device, buffers, () => attempt !== this.#attempt);
    if (isAttached) void device.lost.then((info) => this.#lose(device, info));
    return isAttached;
  }

  /** Same after a device loss, or to replace a device. Emits an event for the result. */
  async restoreOn(device: GPUDevice, buffers: ClothBuffers): Promise<void> {
    const cloth = this.#cloth;
    if (cloth.status() === 'disposed') return;
    const attempt = ++this.#attempt;
    let isAttached = false;
    try {
      isAttached = await this.#attach(device, buffers, attempt);
    } catch (error) {
      if (attempt === this.#attempt) cloth.emit({ type: 'failed', error });
      throw error;
    }
    // the device may be lost again by now
    if (isAttached && cloth.status() === 'running') cloth.emit({ type: 'restored', step: cloth.stepCount() });
  }

  async #lose(device: GPUDevice, { reason, message }: GPUDeviceLostInfo): Promise<void> {
    // emit once, even if the cloth was attached to this device several times
    if (!this.#cloth.stand(device)) return;
    try {
      this.#cloth.emit({ type: 'deviceLost', reason, message });
    } finally {
      await this.#findDevice(device);
    }
  }

  /** Continues on the device from `requestDevice`, unless a listener has disposed of the cloth. `lost` would be lost again at once. */
  async #findDevice(lost: GPUDevice): Promise<void> {
    if (this.#requestDevice === undefined || this.#cloth.status() === 'disposed') return;
    let next: GPUDevice;
    try {
      next = await this.#requestDevice();
      if (next === lost)
        throw new ClothError('options.requestDevice', next, 'another device than the lost one');
    } catch (error) {
      this.#cloth.emit({ type: 'failed', error });
      return;
    }
    // `restoreOn` has already emitted a failure
    await this.restoreOn(next, {}).catch(() => {});
  }
}
