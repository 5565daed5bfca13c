/**
 * A hand that holds a fistful of cloth instead of a single particle. What holds one particle strains only the edges around it: they break, a
 * ring of a dozen edges, the particle comes off, and the cloth is free. A fist spreads the pull over the threads that run through it, so
 * those beside it break, and a tear runs on along them.
 *
 * One finger is the grab that the pointer has. Four more take hold of the cloth beside it, along rays parallel to that of the pointer, at the
 * distance r to both sides and above and below. Rays that miss the cloth hold nothing. A cloth has eight hands, so only one pointer at a time
 * makes a fist.
 */

import type { Cloth, Ray, Vector3 } from '@otedama/cloth-webgpu';

/** Distance r of the fingers from the middle, metres: a fist is as wide as two of these. */
const SPREAD = 0.09;

/** Numbers of the fingers among those of pointers, which are not negative in browsers, or at most -1. */
const FINGERS = [-11, -12, -13, -14] as const;

const shifted = ({ origin, direction }: Ray, by: Vector3, distance: number): Ray => ({
  origin: {
    x: origin.x + distance * by.x,
    y: origin.y + distance * by.y,
    z: origin.z + distance * by.z,
  },
  direction,
});

export class Fist {
  readonly #cloth: Cloth;
  /** The pointer that makes the fist; null while the hand is open. */
  #pointerId: number | null = null;
  /** Unit vectors to the right of the reader and upwards, when the fist was made. */
  #sides: readonly Vector3[] = [];

  constructor(cloth: Cloth) {
    this.#cloth = cloth;
  }

  /**
   * Makes a fist around what a pointer holds, unless another one has made one.
   * @param ray through the pointer
   * @param right unit vector to the right of the reader
   * @param up unit vector upwards
   */
  close(pointerId: number, ray: Ray, right: Vector3, up: Vector3): void {
    if (this.#pointerId !== null) return;
    this.#pointerId = pointerId;
    this.#sides = [right, up];
    this.#each(ray, (finger, beside) => void this.#cloth.grab(finger, beside));
  }

  /** Follows the pointer that makes the fist. */
  move(pointerId: number, ray: Ray): void {
    if (pointerId === this.#pointerId)
      this.#each(ray, (finger, beside) => this.#cloth.moveGrab(finger, beside));
  }

  /** Opens the fist if this pointer makes it. */
  open(pointerId: number): void {
    if (pointerId !== this.#pointerId) return;
    this.#pointerId = null;
    for (const finger of FINGERS) this.#cloth.release(finger);
  }

  /** Visits the fingers with their rays. */
  #each(ray: Ray, visit: (finger: number, ray: Ray) => void): void {
    FINGERS.forEach((finger, k) => {
      visit(finger, shifted(ray, this.#sides[k >> 1], k % 2 === 0 ? SPREAD : -SPREAD));
    });
  }
}
