/**
 * The planes that stop a character: one per nearby shape, with the unit normal n_i towards the character and the gap s_i beyond a
 * skin, and an additional upright one if the shape is too steep to walk on. The translation x nearest to the requested one d that
 * does not enter any plane,
 *
 *     min |x - d|^2    with    n_i . x >= -s_i,
 *
 * is found by projected Gauss-Seidel on the pushes l_i >= 0, x = d + sum l_i n_i.
 */
import type { Vec2 } from '@otedama/math2d';
import type { CharacterSurroundings } from './character-surroundings.js';
import { CAST_SHARE, PLANE_TOLERANCE } from './character-tolerances.js';

/** Maximum number of passes over the planes. */
const PLANE_PASSES = 24;
/** Maximum number of planes at a time; more than a convex body can touch at once in any reasonable place. */
const MOST_PLANES = 32;
/** Numbers per plane in `CharacterPlanes.numbers`: normal, gap, push. */
export const PLANE_STRIDE = 4;
/** `numbers`: gap to the plane beyond the skin, m. */
export const PLANE_GAP = 2;
/** `numbers`: push of the plane on the last translation, m. */
export const PLANE_PUSH = 3;

/** Planes around a character. */
export class CharacterPlanes {
  /** Stride 4: normal x and y, gap and push, m. */
  readonly numbers: Float64Array = new Float64Array(MOST_PLANES * PLANE_STRIDE);
  /** Id of the shape of each plane. */
  readonly shapes: Int32Array = new Int32Array(MOST_PLANES);
  count = 0;
  /** The translation that `solve` found, m. */
  wayX = 0;
  wayY = 0;
  readonly #up: Vec2;
  readonly #groundCosine: number;
  readonly #skin: number;

  /** @param groundCosine n . up of the steepest ground */
  constructor(up: Vec2, groundCosine: number, skin: number) {
    this.#up = up;
    this.#groundCosine = groundCosine;
    this.#skin = skin;
  }

  /**
   * Collects the planes of the shapes within a distance of a position, m.
   * @param dt time during which kinematic bodies approach further, s; default 0
   */
  find(surroundings: CharacterSurroundings, x: number, y: number, distance: number, dt = 0): void {
    const { near } = surroundings;
    this.count = 0;
    for (let k = 0; k < near.count && this.count + 2 <= MOST_PLANES; k++) {
      const obstacle = near.proxies[k];
      if (!surroundings.separate(obstacle, x, y)) continue;
      const { normalX, normalY } = surroundings.separation;
      const separation = surroundings.separation.separation - dt * surroundings.approach(obstacle);
      if (separation > distance) continue;
      const beyond = separation - this.#skin;
      const gap = beyond > 0 && beyond < 2 * CAST_SHARE * this.#skin ? 0 : beyond;
      const up = this.#up;
      const rise = normalX * up.x + normalY * up.y;
      // too steep to walk on but not a ceiling: add an upright wall at the same gap, first, so that it acts before the slope
      // lifts the character
      if (rise > 1e-6 && rise < this.#groundCosine) {
        const wallX = normalX - rise * up.x;
        const wallY = normalY - rise * up.y;
        const length = Math.sqrt(wallX * wallX + wallY * wallY);
        this.#add(obstacle, wallX / length, wallY / length, Math.max(0, gap) / length);
      }
      this.#add(obstacle, normalX, normalY, gap);
    }
  }

  #add(obstacle: number, nx: number, ny: number, gap: number): void {
    const { numbers } = this;
    const p = this.count * PLANE_STRIDE;
    numbers[p] = nx;
    numbers[p + 1] = ny;
    numbers[p + PLANE_GAP] = gap;
    numbers[p + PLANE_PUSH] = 0;
    this.shapes[this.count++] = obstacle;
  }

  /**
   * Finds the translation nearest to (dx, dy) that does not enter any plane, in `wayX`, `wayY`.
   * @returns whether a wall blocked it
   */
  solve(dx: number, dy: number): boolean {
    const { numbers } = this;
    const up = this.#up;
    let x = dx;
    let y = dy;
    for (let pass = 0; pass < PLANE_PASSES; pass++) {
      let largest = 0;
      for (let k = 0; k < this.count; k++) {
        const p = k * PLANE_STRIDE;
        const old = numbers[p + PLANE_PUSH];
        const push = Math.max(0, old - (numbers[p] * x + numbers[p + 1] * y + numbers[p + PLANE_GAP]));
        const change = push - old;
        numbers[p + PLANE_PUSH] = push;
        x += change * numbers[p];
        y += change * numbers[p + 1];
        largest = Math.max(largest, Math.abs(change));
      }
      if (largest < PLANE_TOLERANCE) break;
    }
    this.wayX = x;
    this.wayY = y;
    for (let k = 0; k < this.count; k++) {
      const p = k * PLANE_STRIDE;
      const rise = numbers[p] * up.x + numbers[p + 1] * up.y;
      const isWall = rise < this.#groundCosine && rise > -0.5;
      if (
        isWall &&
        numbers[p + PLANE_PUSH] > PLANE_TOLERANCE &&
        numbers[p] * dx + numbers[p + 1] * dy < -PLANE_TOLERANCE
      )
        return true;
    }
    return false;
  }

  /** Removes from a velocity the components that point into the planes that pushed. */
  clip(velocity: Vec2): Vec2 {
    const { numbers } = this;
    let { x, y } = velocity;
    for (let pass = 0; pass < PLANE_PASSES; pass++) {
      let isClear = true;
      for (let k = 0; k < this.count; k++) {
        const p = k * PLANE_STRIDE;
        if (numbers[p + PLANE_PUSH] === 0) continue;
        const into = x * numbers[p] + y * numbers[p + 1];
        if (into > -PLANE_TOLERANCE) continue;
        isClear = false;
        x -= into * numbers[p];
        y -= into * numbers[p + 1];
      }
      if (isClear) break;
    }
    return { x, y };
  }
}
