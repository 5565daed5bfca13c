/** How far a cloth may be from where an animation has it. */

/** What keeps a particle in front of the body: a ball behind its place in the animation. */
export interface Backstop {
  /**
   * Distance from the place of a particle in the animation back to the surface of its ball, along the normal, m, 0..1e6: one for all, or
   * one for each. Default 0: the particle may not go behind its place.
   */
  readonly offset?: number | ArrayLike<number>;
  /**
   * Radius of the ball, m, 0..1e6: one for all, or one for each; 0 for no ball. One that is large compared with `maxDistance` is like a
   * plane across the normal; take about the radius of the limb or trunk behind the cloth.
   */
  readonly radius: number | ArrayLike<number>;
}

/** Options of {@link motionLimits}. Lists have one number per particle. */
export interface MotionLimitsOptions {
  /**
   * Largest distance of a particle from its place in the animation, m, 0..1e30 or `Infinity`: one for all, or one for each. Default
   * `Infinity`: no limit. With 0 a particle follows the animation exactly: it is a pin, and no call of `setPin` is needed to move it.
   */
  readonly maxDistance?: number | ArrayLike<number>;
  /** Balls that the particles may not enter. Default none. */
  readonly backstop?: Backstop;
}

/** Where an animation has the particles of a cloth: the skinned vertices of a character's cape, in the axes of the world. */
export interface Skin {
  /**
   * Positions, m: a list of numbers, xyz interleaved, length 3 * vertexCount. For a GPU cloth also a buffer of its device with 16 bytes per
   * particle, xyz and a number that is ignored, usage COPY_SRC, at least; the cloth copies it at once, in the order of the device's queue.
   */
  readonly positions: ArrayLike<number> | GPUBuffer;
  /** Normals out of the body, of any length above zero; laid out like `positions`. Needed if there is a backstop, and only then. */
  readonly normals?: ArrayLike<number> | GPUBuffer;
}

/**
 * The optional part of a cloth that limits its motion, created by `motionLimits`. Until the first call, the animation has the particles at
 * their start positions. A part belongs to the last cloth that was made with it; `move` and `place` throw a `ClothError` before that. The
 * skin is no part of a snapshot, like the places of colliders: to repeat a motion bit for bit, `place` the skin of that time after
 * `restore`. It does move along with `teleport`. After a lost device a skin that was a list is still there, while one from a buffer is not:
 * then the limits act again from the next call on.
 */
export interface MotionLimits {
  /** Factor on all of `maxDistance`, at first 1. */
  readonly scale: number;
  /**
   * Sets the factor on all of `maxDistance`, 0..1e30, from the next step on, of this part's cloth and of those made later. Lower it evenly
   * over a few frames to blend from the cloth to the animation: with 0 every particle that has a largest distance is where the animation has
   * it. `Infinity` stays no limit. Throws a `ClothError` if it is out of range.
   */
  setScale(scale: number): void;
  /**
   * Moves the skin uniformly over the next step (or the steps of the next `advance`), so that a fast body moves the cloth evenly. Call it
   * in each frame of an animation.
   */
  move(skin: Skin): void;
  /**
   * Puts the skin there at once. Particles that are then out of their limits are put back without a velocity; pins follow over the next
   * step. For a character that jumps to another place, `teleport` moves all at once, and the skin too.
   */
  place(skin: Skin): void;
}
