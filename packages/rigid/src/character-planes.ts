/**
 * The planes that stop a character: one per nearby shape, with the unit normal n_i towards the character and the gap s_i beyond a
 * skin, and an additional upright one if the shape is too steep to walk on. The translation x nearest to the requested one d that
 * does not enter any plane,
 *
 *     min |x - d|^2    with    n_i . x >= -s_i,
 *
 * is found plane by plane: if the way so far enters a plane, the nearest one is on the line of that plane, where the planes before it leave
 * an interval [Seidel 1991]. This is exact also for planes that are nearly parallel, as on a bent floor.
 *
 * What the character overlaps must push it out, and nearly parallel planes on two sides of it would do so far along both. There x comes from
 * 24 passes of projected Gauss-Seidel on the pushes l_i >= 0, x = d + sum l_i n_i. The planes of dynamic bodies come first. Where no x is
 * outside of all planes, the last ones prevail: under a crate that is in its head the character walks on, and is not held by the ground.
 *
 * The way out of a shape is the shortest one. A lift that has crushed a character against a ceiling by more than half would let it out
 * below: from one step to the next the character would be on the other side. So a moving body that the character overlaps pushes it only
 * to where it moves, and as far as it moves; on the other sides the character does not get deeper, and the body passes by. Only the
 * ground lifts the character out at once: it carries the character, and may move down.
 */
import type { Vec2 } from '@otedama/math2d';
import type { CharacterSurroundings } from './character-surroundings.js';
import { CAST_SHARE, PLANE_TOLERANCE } from './character-tolerances.js';

/** Sine of the angle below which two planes count as parallel. */
const PARALLEL = 1e-9;
/** Maximum number of passes over the planes. */
const PLANE_PASSES = 24;
/** Maximum number of planes at a time; more than a convex body can touch at once in any reasonable place. */
const MOST_PLANES = 32;
/** n . up above which a face is a slope; below it is a wall or a ceiling. */
const SLOPE_RISE = 1e-6;
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
   * Collects the planes of the shapes within a distance of a position, m, and of all that the character touches there: rounding does not
   * decide whether what it stands on is one of them.
   * @param dt time during which kinematic bodies approach further, s; default 0
   */
  find(surroundings: CharacterSurroundings, x: number, y: number, distance: number, dt = 0): void {
    this.count = 0;
    this.#collect(surroundings, true, x, y, distance, dt, MOST_PLANES / 2);
    this.#collect(surroundings, false, x, y, distance, dt, MOST_PLANES);
  }

  /** Adds the planes of dynamic bodies, or of all others, up to a number of planes. */
  #collect(
    surroundings: CharacterSurroundings,
    isDynamic: boolean,
    x: number,
    y: number,
    distance: number,
    dt: number,
    most: number,
  ): void {
    const { near } = surroundings;
    for (let k = 0; k < near.count && this.count + 2 <= most; k++) {
      const obstacle = near.proxies[k];
      if (surroundings.isDynamic(obstacle) !== isDynamic || !surroundings.separate(obstacle, x, y)) continue;
      const { normalX, normalY } = surroundings.separation;
      const separation = surroundings.separation.separation - dt * surroundings.approach(obstacle);
      const beyond = separation - this.#skin;
      const isTouched = beyond < 2 * CAST_SHARE * this.#skin;
      if (separation > distance && !isTouched) continue;
      const up = this.#up;
      const rise = normalX * up.x + normalY * up.y;
      let gap = isTouched ? Math.min(beyond, 0) : beyond;
      if (separation < -this.#skin)
        gap = Math.max(gap, -surroundings.mostPush(obstacle, rise >= this.#groundCosine, dt));
      // too steep to walk on but not a ceiling: add an upright wall at the same gap, first, so that it acts before the slope
      // lifts the character
      if (rise > SLOPE_RISE && rise < this.#groundCosine) {
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
    this.shapes[this.count++] = obstacle;
  }

  /**
   * Finds the translation nearest to (dx, dy) that does not enter any plane, in `wayX`, `wayY`.
   * @param farthest planes with larger gaps are left out, m; default: none
   * @returns whether a wall blocked it
   */
  solve(dx: number, dy: number, farthest: number = Infinity): boolean {
    const { numbers } = this;
    if (!this.#findNearest(dx, dy, farthest)) this.#relax(dx, dy, farthest);
    for (let k = 0; k < this.count; k++) {
      const p = k * PLANE_STRIDE;
      const rise = this.#riseOf(k);
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

  /**
   * Finds the way plane by plane: if the way so far enters plane k, the next one is x = d + l n_k + t e, with l from the gap, e along the
   * plane, and t nearest to 0 of those that the planes before k allow.
   * @returns whether the character overlaps nothing; else only pushes have changed
   */
  #findNearest(dx: number, dy: number, farthest: number): boolean {
    const { numbers } = this;
    let x = dx;
    let y = dy;
    this.#clearPushes();
    for (let k = 0; k < this.count; k++) {
      const p = k * PLANE_STRIDE;
      const nx = numbers[p];
      const ny = numbers[p + 1];
      const gap = numbers[p + PLANE_GAP];
      if (gap < -PLANE_TOLERANCE) return false;
      if (gap > farthest || nx * x + ny * y + gap >= -PLANE_TOLERANCE) continue;
      const push = -(nx * dx + ny * dy + gap);
      let low = -Infinity;
      let high = Infinity;
      let lowPlane = -1;
      let highPlane = -1;
      for (let j = 0; j < k; j++) {
        const q = j * PLANE_STRIDE;
        const mx = numbers[q];
        const my = numbers[q + 1];
        if (numbers[q + PLANE_GAP] > farthest) continue;
        // m . (d + l n + t e) >= -gap with e = (-ny, nx)
        const slope = my * nx - mx * ny;
        const room = mx * (dx + push * nx) + my * (dy + push * ny) + numbers[q + PLANE_GAP];
        if (Math.abs(slope) < PARALLEL) {
          if (room < -PLANE_TOLERANCE) return false;
        } else if (slope > 0 && -room / slope > low) {
          low = -room / slope;
          lowPlane = j;
        } else if (slope < 0 && -room / slope < high) {
          high = -room / slope;
          highPlane = j;
        }
      }
      if (low > high) return false;
      const along = Math.max(low, Math.min(high, 0));
      const other = along > 0 ? lowPlane : along < 0 ? highPlane : -1;
      x = dx + push * nx - along * ny;
      y = dy + push * ny + along * nx;
      this.#clearPushes();
      numbers[p + PLANE_PUSH] = push;
      if (other < 0) continue;
      // x - d = l n + l' m: the part along e is l' slope
      const q = other * PLANE_STRIDE;
      const share = along / (numbers[q + 1] * nx - numbers[q] * ny);
      numbers[q + PLANE_PUSH] = share;
      numbers[p + PLANE_PUSH] = push - share * (numbers[q] * nx + numbers[q + 1] * ny);
    }
    this.wayX = x;
    this.wayY = y;
    return true;
  }

  /** Finds the way out of what the character overlaps, or one that is nearly outside of all planes. */
  #relax(dx: number, dy: number, farthest: number): void {
    const { numbers } = this;
    let x = dx;
    let y = dy;
    this.#clearPushes();
    for (let pass = 0; pass < PLANE_PASSES; pass++) {
      let largest = 0;
      for (let k = 0; k < this.count; k++) {
        const p = k * PLANE_STRIDE;
        if (numbers[p + PLANE_GAP] > farthest) continue;
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
  }

  #clearPushes(): void {
    for (let k = 0; k < this.count; k++) this.numbers[k * PLANE_STRIDE + PLANE_PUSH] = 0;
  }

  /**
   * What is left of a velocity v where planes pushed, such that the caller can go on from it, with its part across `up` or with another
   * one, and with gravity added.
   *
   * Walls and ceilings come first, and stop what points into them: v is what they leave. Ground stops what points down, and nothing of what
   * points across: its slope turns the way of a walk but does not brake it, and a landing on it does not become a slide. A face that is too
   * steep to walk on does not stop a fall: the way is the projection c of v to the face, and the velocity straight down with this projection,
   *
   *     v.up = (c.c - c.a v.a) / c.up,    a: the direction across up,
   *
   * gains g dt in each step, so that the slide speeds up as on a slope without friction. Between two such faces c = 0, and so is v.
   */
  clip(velocity: Vec2): Vec2 {
    const free = this.#clipped(velocity, SLOPE_RISE);
    const stopped = this.#clipped(free, Infinity);
    let steepest = -Infinity;
    for (let k = 0; k < this.count; k++) {
      if (this.numbers[k * PLANE_STRIDE + PLANE_PUSH] > 0) steepest = Math.max(steepest, this.#riseOf(k));
    }
    if (steepest <= SLOPE_RISE) return stopped;
    const up = this.#up;
    const rise = free.x * up.x + free.y * up.y;
    if (rise > 0) return stopped;
    const acrossX = free.x - rise * up.x;
    const acrossY = free.y - rise * up.y;
    if (steepest >= this.#groundCosine) return { x: acrossX, y: acrossY };
    const fall = stopped.x * up.x + stopped.y * up.y;
    if (fall > -PLANE_TOLERANCE) return stopped;
    const { x, y } = stopped;
    const onward = Math.max(rise, (x * x + y * y - x * acrossX - y * acrossY) / fall);
    return { x: acrossX + onward * up.x, y: acrossY + onward * up.y };
  }

  /**
   * The plane on which the character stands if the last translation pointed down: ground, or the more level one of two that push from
   * both sides; -1 if it falls or slides.
   */
  support(): number {
    const { numbers } = this;
    const up = this.#up;
    let most = -1;
    let isPushedLeft = false;
    let isPushedRight = false;
    for (let k = 0; k < this.count; k++) {
      const p = k * PLANE_STRIDE;
      if (numbers[p + PLANE_PUSH] <= PLANE_TOLERANCE) continue;
      if (most < 0 || this.#riseOf(k) > this.#riseOf(most)) most = k;
      const across = numbers[p] * up.y - numbers[p + 1] * up.x;
      isPushedRight ||= across > 0;
      isPushedLeft ||= across < 0;
    }
    return (isPushedLeft && isPushedRight) || (most >= 0 && this.#riseOf(most) >= this.#groundCosine)
      ? most
      : -1;
  }

  /** n . up of a plane: 1 for a level floor, 0 for a wall, -1 for a ceiling. */
  #riseOf(plane: number): number {
    const { numbers } = this;
    const p = plane * PLANE_STRIDE;
    return numbers[p] * this.#up.x + numbers[p + 1] * this.#up.y;
  }

  /**
   * The velocity nearest to one, of those that point into none of the planes that pushed and have n . up up to `most`. Such planes form a
   * wedge with the tip 0. So it is the velocity itself, its part along one of the planes, or 0 where they hold it from both sides.
   */
  #clipped({ x, y }: Vec2, most: number): Vec2 {
    const { numbers } = this;
    if (!this.#isStopped(x, y, most)) return { x, y };
    for (let k = 0; k < this.count; k++) {
      if (!this.#stops(k, x, y, most)) continue;
      const p = k * PLANE_STRIDE;
      const into = x * numbers[p] + y * numbers[p + 1];
      const alongX = x - into * numbers[p];
      const alongY = y - into * numbers[p + 1];
      if (!this.#isStopped(alongX, alongY, most)) return { x: alongX, y: alongY };
    }
    return { x: 0, y: 0 };
  }

  /** Whether a velocity points into any plane that pushed and has n . up up to `most`. */
  #isStopped(x: number, y: number, most: number): boolean {
    for (let k = 0; k < this.count; k++) if (this.#stops(k, x, y, most)) return true;
    return false;
  }

  #stops(plane: number, x: number, y: number, most: number): boolean {
    const { numbers } = this;
    const p = plane * PLANE_STRIDE;
    if (numbers[p + PLANE_PUSH] === 0 || this.#riseOf(plane) > most) return false;
    return x * numbers[p] + y * numbers[p + 1] <= -PLANE_TOLERANCE;
  }
}
