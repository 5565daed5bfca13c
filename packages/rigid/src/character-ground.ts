/**
 * What a character stands on: the ground below it, and the steps that it climbs.
 *
 * A face is ground if n . up >= cos(maximum slope). Two steeper faces that hold the character from both sides are ground too. A character
 * that walks off a small edge is moved down to the ground within the snap distance. A step is climbed by three casts: up, forward, and down
 * to the ground.
 */
import { castRay } from '@otedama/collision';
import type { Vec2 } from '@otedama/math2d';
import type { BodyShape } from './body-shape.js';
import type { CharacterSettings } from './character-definition.js';
import { type CharacterPlanes, PLANE_STRIDE } from './character-planes.js';
import type { CharacterSurroundings } from './character-surroundings.js';
import { CAST_SHARE, PLANE_TOLERANCE } from './character-tolerances.js';
import { BODY_ENABLED, BODY_STRIDE, C, S, X, Y } from './layout.js';
import type { WorldState } from './world-state.js';

/** Height of the highest edge that a foot gets onto, m: a little above the step, or rounding would decide about edges of just this height. */
const highestEdge = (stepHeight: number, skin: number): number => stepHeight + 2 * CAST_SHARE * skin;

/** The ground of a character. */
export class CharacterGround {
  /** The shape that it stands on, also after this was destroyed; null in the air. */
  shape: BodyShape | null = null;
  /** Unit normal of the ground; (0, 0) in the air. */
  normal: Vec2 = { x: 0, y: 0 };
  /** Result of `find`: the translation down to the ground, m. */
  snapX = 0;
  snapY = 0;
  /** Result of `stepUp`: the position on the step, m. */
  steppedX = 0;
  steppedY = 0;
  /** Point of the character that touches the shape hit by the last cast, m. */
  #touch: Vec2 = { x: 0, y: 0 };
  readonly #state: WorldState;
  readonly #settings: CharacterSettings;
  readonly #surroundings: CharacterSurroundings;
  readonly #planes: CharacterPlanes;

  constructor(
    state: WorldState,
    settings: CharacterSettings,
    surroundings: CharacterSurroundings,
    planes: CharacterPlanes,
  ) {
    this.#state = state;
    this.#settings = settings;
    this.#surroundings = surroundings;
    this.#planes = planes;
  }

  /** The shape that it stands on, or null, also if that shape was destroyed. */
  get valid(): BodyShape | null {
    return this.shape?.isValid ? this.shape : null;
  }

  /**
   * Whether the ground of the last move is still there: neither the character nor its ground was teleported or disabled, nor is the
   * character deep in it, as in a lift that has crushed it.
   */
  isAt(x: number, y: number): boolean {
    const { valid } = this;
    const state = this.#state;
    if (valid === null || (state.bodies.flags[valid.body.id] & BODY_ENABLED) === 0) return false;
    const { stepHeight, snapDistance, skin } = this.#settings;
    const surroundings = this.#surroundings;
    surroundings.bringUpToDate(valid.id);
    surroundings.separate(valid.id, x, y);
    return Math.abs(surroundings.separation.separation) <= Math.max(stepHeight, snapDistance) + 4 * skin;
  }

  /** Clears the ground. */
  lift(): void {
    this.shape = null;
    this.normal = { x: 0, y: 0 };
    this.snapX = 0;
    this.snapY = 0;
  }

  /**
   * Finds the ground below a position. With `snaps` it searches within the snap distance, and sets the translation down to the
   * ground.
   */
  find(x: number, y: number, snaps: boolean): void {
    const surroundings = this.#surroundings;
    const { up, snapDistance, skin } = this.#settings;
    const reach = snaps ? Math.max(snapDistance, 2 * skin) : 2 * skin;
    this.lift();
    const down = surroundings.cast(x, y, -reach * up.x, -reach * up.y);
    if (surroundings.castShape < 0) return;
    const wayX = -down * reach * up.x;
    const wayY = -down * reach * up.y;
    if (!this.#isFootOnGround(x + wayX, y + wayY) && !this.#isHeld(x + wayX, y + wayY)) return;
    this.shape = this.#state.shapeHandles[surroundings.castShape]!;
    this.normal = { x: surroundings.castX, y: surroundings.castY };
    if (!snaps) return;
    this.snapX = wayX;
    this.snapY = wayY;
  }

  /**
   * Tries to step over the obstacle that stopped the rest (dx, dy) of a translation: up, forward, and down to ground. The result
   * is in `steppedX`, `steppedY`.
   */
  stepUp(x: number, y: number, dx: number, dy: number, height: number): boolean {
    const surroundings = this.#surroundings;
    const { up, skin } = this.#settings;
    const along = dx * up.x + dy * up.y;
    let onX = dx - along * up.x;
    let onY = dy - along * up.y;
    const length = Math.sqrt(onX * onX + onY * onY);
    if (length < PLANE_TOLERANCE) return false;
    // at least twice the skin, or the foot would come down beside the edge again
    const way = Math.max(length, 2 * skin);
    onX *= way / length;
    onY *= way / length;
    const most = highestEdge(height, skin);
    const rise = most * surroundings.cast(x, y, most * up.x, most * up.y);
    const topX = x + rise * up.x;
    const topY = y + rise * up.y;
    const on = surroundings.cast(topX, topY, onX, onY);
    if (on * way < skin) return false;
    const overX = topX + on * onX;
    const overY = topY + on * onY;
    const down = surroundings.cast(overX, overY, -rise * up.x, -rise * up.y);
    if (surroundings.castShape < 0) return false;
    const footX = overX - down * rise * up.x;
    const footY = overY - down * rise * up.y;
    if (!this.#isFootOnGround(footX, footY)) return false;
    // the edge must not be higher above the feet than a step, even if the feet are round
    surroundings.separate(surroundings.castShape, x, y);
    if (this.#heightAboveFeet(this.#touch) > most) return false;
    this.steppedX = footX;
    this.steppedY = footY;
    return true;
  }

  /** How far a point is above the feet at the last tested position, m. */
  #heightAboveFeet(point: Vec2): number {
    const { up } = this.#settings;
    const feet = this.#surroundings.foremost(-up.x, -up.y);
    return (point.x - feet.x) * up.x + (point.y - feet.y) * up.y;
  }

  /**
   * Whether the shape hit by the last cast is ground at a position. Round feet touch the edge of a step beside its top, with a
   * slanted normal. In this case a ray is cast down just behind the edge, and its normal decides. An edge that is higher above the
   * feet than a step is a wall: the side of a foot does not hang on it.
   */
  #isFootOnGround(x: number, y: number): boolean {
    const state = this.#state;
    const surroundings = this.#surroundings;
    const { up, groundCosine, stepHeight, skin } = this.#settings;
    surroundings.separate(surroundings.castShape, x, y);
    const point = surroundings.foremost(-surroundings.castX, -surroundings.castY);
    this.#touch = point;
    if (surroundings.castX * up.x + surroundings.castY * up.y >= groundCosine) return true;
    if (this.#heightAboveFeet(point) > highestEdge(stepHeight, skin)) return false;
    const rise = surroundings.castX * up.x + surroundings.castY * up.y;
    // one skin to the touching point and another one beyond it, horizontally
    const origin = {
      x: point.x - 2 * skin * (surroundings.castX - rise * up.x) + skin * up.x,
      y: point.y - 2 * skin * (surroundings.castY - rise * up.y) + skin * up.y,
    };
    const translation = { x: -4 * skin * up.x, y: -4 * skin * up.y };
    let maxFraction = 1;
    let isGround = false;
    const { near } = surroundings;
    for (let k = 0; k < near.count; k++) {
      const id = near.proxies[k];
      const o = state.shapes.body[id] * BODY_STRIDE;
      const { pose } = state.bodies;
      const transform = { x: pose[o + X], y: pose[o + Y], c: pose[o + C], s: pose[o + S] };
      const hit = castRay(state.shapeGeometry[id]!, transform, { origin, translation, maxFraction });
      if (!hit.hit) continue;
      maxFraction = hit.fraction;
      isGround = hit.normal.x * up.x + hit.normal.y * up.y >= groundCosine;
      surroundings.castX = hit.normal.x;
      surroundings.castY = hit.normal.y;
    }
    return isGround;
  }

  /**
   * Whether something else holds a character that stopped at a face too steep to walk on: ground beside it, as at the foot of a slope,
   * or a face on its other side, as in a notch. There it stands, or nothing could get it out. What holds it replaces the shape that the
   * last cast hit.
   */
  #isHeld(x: number, y: number): boolean {
    const surroundings = this.#surroundings;
    const planes = this.#planes;
    const { up, skin } = this.#settings;
    planes.find(surroundings, x, y, 2 * skin);
    planes.solve(-skin * up.x, -skin * up.y);
    const plane = planes.support();
    if (plane < 0) return false;
    surroundings.castShape = planes.shapes[plane];
    surroundings.castX = planes.numbers[plane * PLANE_STRIDE];
    surroundings.castY = planes.numbers[plane * PLANE_STRIDE + 1];
    return true;
  }
}
