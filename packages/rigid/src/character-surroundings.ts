/**
 * The surroundings of a character: the shapes near it, its distance from a shape at a trial position, and how far it can move
 * along a path.
 *
 * The shape of the character is placed at the trial position, and the shapes near it at the current poses of their bodies, which may
 * be far from their placed poses (`refit.ts`: a lift and its load move as one). `replace` moves them all back. A cast is a conservative
 * advancement [Mirtich 1996]: with the gap g and the unit normal n towards the character it advances by g / (-n . way),
 * repeatedly, until the gap equals the skin.
 */
import {
  CHAIN_SEGMENT,
  collide,
  Manifold,
  PlacedSeparation,
  ProxyBuffer,
  separatePlaced,
} from '@otedama/collision';
import type { Vec2 } from '@otedama/math2d';
import { accepts } from './ask.js';
import type { CharacterSettings } from './character-definition.js';
import { CAST_SHARE, GRAZING, SAME_REACH } from './character-tolerances.js';
import { filtersMatch, isCollisionOff } from './filter.js';
import { IntList } from './int-list.js';
import { BODY_STRIDE, C, CX, CY, DYNAMIC, S, VX, VY, W } from './layout.js';
import { SHAPE_SENSOR } from './shape-flags.js';
import { isMovingKinematic } from './sleep.js';
import { takeInMoves } from './take-in-moves.js';
import type { WorldState } from './world-state.js';

/** Shapes near a character, and casts of its own shape among them. */
export class CharacterSurroundings {
  /** Shapes nearby that the character can collide with, by id. */
  readonly near: ProxyBuffer = new ProxyBuffer();
  /** Gap and normal computed by `separate`. */
  readonly separation: PlacedSeparation = new PlacedSeparation();
  /** Shape hit by the last cast, or -1. */
  castShape = -1;
  /** Normal at the hit, towards the character. */
  castX = 0;
  castY = 0;
  /** Of the current move: the body that the character stands on, or -1. */
  carrier = -1;
  /** Contact computed by `meet`. */
  readonly #manifold = new Manifold();
  readonly #state: WorldState;
  readonly #settings: CharacterSettings;
  readonly #body: number;
  readonly #shape: number;
  readonly #skin: number;
  // scratch: trial pose, box
  readonly #pose = new Float64Array(4);
  readonly #box = new Float64Array(4);
  /** Shapes that are not where they are placed. */
  readonly #ahead = new IntList();
  /** Shapes that `leaveOut` removed from `near`. */
  readonly #leftOut = new IntList();

  constructor(state: WorldState, settings: CharacterSettings, body: number, shape: number) {
    this.#state = state;
    this.#settings = settings;
    this.#body = body;
    this.#shape = shape;
    this.#skin = settings.skin;
  }

  /** Takes over the current rotation of the body. */
  turn(): void {
    const { pose } = this.#state.bodies;
    const o = this.#body * BODY_STRIDE;
    this.#pose[2] = pose[o + C];
    this.#pose[3] = pose[o + S];
  }

  /** Fills `near` with the shapes within a distance of a position, m, that the character can collide with, by id. */
  collect(x: number, y: number, reach: number): void {
    const state = this.#state;
    const { shapes, geometry } = state;
    const { accept } = this.#settings;
    const { category, mask, group } = shapes;
    const own = this.#shape;
    const box = this.#box;
    this.#pose[0] = x;
    this.#pose[1] = y;
    geometry.placeFrom(this.#shape, this.#pose, 0, box, 0);
    takeInMoves(state);
    const near = this.near;
    near.clear();
    this.#leftOut.count = 0;
    box[0] -= reach;
    box[1] -= reach;
    box[2] += reach;
    box[3] += reach;
    state.broadPhase.queryBox(box, 0, near);
    const { proxies } = near;
    let kept = 0;
    for (let k = 0; k < near.count; k++) {
      const id = proxies[k];
      const slot = shapes.body[id];
      if (slot === this.#body || (shapes.flags[id] & SHAPE_SENSOR) !== 0) continue;
      if (!filtersMatch(category[own], mask[own], group[own], category[id], mask[id], group[id])) continue;
      if (isCollisionOff(state, slot, this.#body)) continue;
      if (accept !== undefined && !accepts(state, accept, id)) continue;
      let place = kept++;
      for (; place > 0 && proxies[place - 1] > id; place--) proxies[place] = proxies[place - 1];
      proxies[place] = id;
    }
    near.count = kept;
    for (let k = 0; k < kept; k++) this.bringUpToDate(proxies[k]);
  }

  /** Moves a shape to the current pose of its body, until `replace`. */
  bringUpToDate(id: number): void {
    const { bodies, shapes, geometry } = this.#state;
    const slot = shapes.body[id];
    if (bodies.stale[slot] === 0) return;
    geometry.placeFrom(id, bodies.pose, slot * BODY_STRIDE, this.#box, 0);
    this.#ahead.push(id);
  }

  /** Whether the body of a shape is dynamic. */
  isDynamic(id: number): boolean {
    const { bodies, shapes } = this.#state;
    return bodies.type[shapes.body[id]] === DYNAMIC;
  }

  /**
   * Removes from `near` the shapes of a body that carries the character, and what it pushes out of the way with the character: dynamic
   * bodies that are against the way from a position, such as a crate on its head.
   */
  leaveOut(carrier: number, x: number, y: number, way: Vec2): void {
    const near = this.near;
    const { body } = this.#state.shapes;
    let kept = 0;
    for (let k = 0; k < near.count; k++) {
      const id = near.proxies[k];
      if (body[id] === carrier || (this.isDynamic(id) && this.#isAgainst(id, x, y, way)))
        this.#leftOut.push(id);
      else near.proxies[kept++] = id;
    }
    near.count = kept;
  }

  /** Whether a shape is on the side of the character at a position to which a way leads. */
  #isAgainst(id: number, x: number, y: number, way: Vec2): boolean {
    this.separate(id, x, y);
    return this.separation.normalX * way.x + this.separation.normalY * way.y < 0;
  }

  /**
   * Computes the gap and normal between an obstacle and the character at a position, in `separation`. Returns false for a chain
   * segment that is approached from behind.
   */
  separate(obstacle: number, x: number, y: number): boolean {
    const { geometry } = this.#state;
    this.#pose[0] = x;
    this.#pose[1] = y;
    geometry.placeFrom(this.#shape, this.#pose, 0, this.#box, 0);
    separatePlaced(geometry, obstacle, this.#shape, this.separation);
    if (geometry.kind[obstacle] !== CHAIN_SEGMENT) return true;
    const p = 2 * geometry.first[obstacle];
    const { worldNormals, worldVertices, worldCenters } = geometry;
    const nx = worldNormals[p];
    const ny = worldNormals[p + 1];
    const height =
      nx * (worldCenters[2 * this.#shape] - worldVertices[p]) +
      ny * (worldCenters[2 * this.#shape + 1] - worldVertices[p + 1]);
    if (height < 0) return false;
    return nx * this.separation.normalX + ny * this.separation.normalY > 0;
  }

  /** Whether any nearby body is a moving kinematic body. */
  hasMovers(): boolean {
    const { near } = this;
    for (let k = 0; k < near.count; k++) {
      if (isMovingKinematic(this.#state, this.#state.shapes.body[near.proxies[k]])) return true;
    }
    return false;
  }

  /** How far moving kinematic bodies come towards the character at a position in a time, m, >= 0. */
  approachOfMovers(x: number, y: number, dt: number): number {
    const { near } = this;
    let most = 0;
    for (let k = 0; k < near.count; k++) {
      const id = near.proxies[k];
      if (this.separate(id, x, y)) most = Math.max(most, dt * this.#closingSpeed(id));
    }
    return most;
  }

  /** Speed at which the obstacle of the last `separate` approaches the character if it is a moving kinematic body, m/s, >= 0. */
  approach(obstacle: number): number {
    return Math.max(0, this.#closingSpeed(obstacle));
  }

  /**
   * How far the obstacle of the last `separate`, which the character overlaps, pushes it out, m: a moving kinematic body not farther than it
   * moves along the normal in a time `dt`, s, with a skin, unless the character stands on it.
   */
  mostPush(obstacle: number, isGround: boolean, dt: number): number {
    const state = this.#state;
    const slot = state.shapes.body[obstacle];
    if (!isMovingKinematic(state, slot) || (isGround && slot === this.carrier)) return Infinity;
    const speed = this.#closingSpeed(obstacle);
    return speed > 0 ? speed * dt + this.#skin : 0;
  }

  /**
   * Whether the character at a position overlaps a static or kinematic body by more than its skin when these have moved on.
   * @param dt time that they move on, s
   */
  isCrushed(x: number, y: number, dt: number): boolean {
    const { near } = this;
    for (let k = 0; k < near.count; k++) if (this.#crushes(near.proxies[k], x, y, dt)) return true;
    for (let k = 0; k < this.#leftOut.count; k++)
      if (this.#crushes(this.#leftOut.items[k], x, y, dt)) return true;
    return false;
  }

  #crushes(id: number, x: number, y: number, dt: number): boolean {
    if (this.isDynamic(id) || !this.separate(id, x, y)) return false;
    return this.separation.separation - dt * this.#closingSpeed(id) < -this.#skin;
  }

  /** Like `approach`, negative for an obstacle that moves away. */
  #closingSpeed(obstacle: number): number {
    const { bodies, shapes } = this.#state;
    const slot = shapes.body[obstacle];
    if (!isMovingKinematic(this.#state, slot)) return 0;
    const { motion, pose } = bodies;
    const o = slot * BODY_STRIDE;
    const { normalX, normalY } = this.separation;
    const point = this.foremost(-normalX, -normalY);
    const vx = motion[o + VX] - motion[o + W] * (point.y - pose[o + CY]);
    const vy = motion[o + VY] + motion[o + W] * (point.x - pose[o + CX]);
    return vx * normalX + vy * normalY;
  }

  /**
   * Contact of an obstacle with the character at a position, with points up to a distance apart, m. If no points are that near,
   * the foremost point of the character.
   */
  meet(obstacle: number, x: number, y: number, distance: number): Readonly<Manifold> {
    const manifold = this.#manifold;
    this.separate(obstacle, x, y);
    manifold.cachedEdge = 0;
    if (collide(this.#state.geometry, obstacle, this.#shape, distance, manifold) > 0) return manifold;
    const { separation, normalX, normalY } = this.separation;
    const point = this.foremost(-normalX, -normalY);
    manifold.count = 1;
    manifold.x0 = point.x;
    manifold.y0 = point.y;
    manifold.separation0 = separation;
    return manifold;
  }

  /**
   * Fraction of a translation that is free, up to the skin of the first obstacle. What only grazes the skin does not stop it, as the corner
   * of the next tile of a floor: to be hit, an obstacle must get deeper into the skin than the cast is exact.
   */
  cast(x: number, y: number, wayX: number, wayY: number): number {
    const near = this.near;
    const exactness = CAST_SHARE * this.#skin;
    let free = 1;
    this.castShape = -1;
    const length = Math.sqrt(wayX * wayX + wayY * wayY);
    if (length === 0) return 1;
    for (let k = 0; k < near.count; k++) {
      const obstacle = near.proxies[k];
      let fraction = 0;
      let met = -1;
      let metX = 0;
      let metY = 0;
      for (let round = 0; round < 32 && fraction < free; round++) {
        if (!this.separate(obstacle, x + fraction * wayX, y + fraction * wayY)) break;
        const { separation, normalX, normalY } = this.separation;
        const closing = -(normalX * wayX + normalY * wayY);
        if (closing <= GRAZING * length) break;
        const gap = separation - this.#skin;
        if (met < 0 && gap <= exactness) {
          met = fraction;
          metX = normalX;
          metY = normalY;
        }
        if (gap <= -exactness) {
          free = met;
          this.castShape = obstacle;
          this.castX = metX;
          this.castY = metY;
          break;
        }
        fraction += (met < 0 ? gap : gap + 2 * exactness) / closing;
      }
    }
    return free;
  }

  /** Point of the character that is farthest along a direction, at the last tested position; the middle of a face. */
  foremost(dx: number, dy: number): Vec2 {
    const { geometry } = this.#state;
    const { worldVertices } = geometry;
    const first = 2 * geometry.first[this.#shape];
    let most = -Infinity;
    let x = 0;
    let y = 0;
    let count = 0;
    for (let k = first, end = first + 2 * geometry.count[this.#shape]; k < end; k += 2) {
      const along = worldVertices[k] * dx + worldVertices[k + 1] * dy;
      if (along > most + SAME_REACH) {
        most = along;
        x = worldVertices[k];
        y = worldVertices[k + 1];
        count = 1;
      } else if (along > most - SAME_REACH) {
        x += worldVertices[k];
        y += worldVertices[k + 1];
        count++;
      }
    }
    const radius = geometry.radius[this.#shape];
    return { x: x / count + radius * dx, y: y / count + radius * dy };
  }

  /** The same point, from the origin of the body of the character. */
  offsetOfForemost(dx: number, dy: number): Vec2 {
    const { x, y } = this.foremost(dx, dy);
    return { x: x - this.#pose[0], y: y - this.#pose[1] };
  }

  /** Moves all shapes back to the placed poses of their bodies. */
  replace(): void {
    const { bodies, shapes, geometry } = this.#state;
    const ahead = this.#ahead;
    geometry.placeFrom(this.#shape, bodies.placed, this.#body * BODY_STRIDE, this.#box, 0);
    for (let k = 0; k < ahead.count; k++) {
      const id = ahead.items[k];
      geometry.placeFrom(id, bodies.placed, shapes.body[id] * BODY_STRIDE, this.#box, 0);
    }
    ahead.count = 0;
  }
}
