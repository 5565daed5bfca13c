/**
 * A character: a convex shape that is not moved by forces but goes where it is told, as far as what stands around it allows.
 *
 * A step moves it by the wanted translation d in rounds of *collide and slide* [Fauerby 2003, with planes as in Quake's movement code]. Each
 * round takes the planes of all shapes near, with the normal n_i towards the character and the gap s_i beyond a skin, and looks for the
 * translation nearest to what is left of d that keeps clear of all of them,
 *
 *     min |x - d|^2    with    n_i . x >= -s_i,
 *
 * by projected Gauss-Seidel on the pushes along the n_i; then goes along x as far as a cast is free. A gap below 0 pushes the character out.
 *
 * Ground is what has n . up >= cos(maximum slope). Steeper faces are walls: beside their own plane they get an upright one, so that they
 * cannot be climbed but may be slid down. A wall that stops a grounded character is tried as a step: up, on, and down again to ground. What
 * walks off a small edge is put down on the ground within the snap distance. The velocity of the ground, turning included, is added, so
 * that platforms and conveyors carry.
 *
 * The character is a kinematic body of the world: it is drawn, seen by sensors and felt by dynamic bodies that fly into it. It goes its
 * way in the next step of the world. What it walks into is pushed as by a body of the mass given, what it stands on carries its weight.
 */
import {
  CHAIN_SEGMENT,
  castRay,
  PlacedSeparation,
  ProxyBuffer,
  type Shape,
  separatePlaced,
} from '@otedama/collision';
import {
  cos,
  InputError,
  requireInRange,
  requireNonNegative,
  requirePositive,
  type Vec2,
} from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import type { Filter } from './definitions.js';
import { bodyPairKey, filtersMatch } from './filter.js';
import {
  BODY_STRIDE,
  C,
  CX,
  CY,
  DYNAMIC,
  INV_INERTIA,
  INV_MASS,
  S,
  STATIC,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { requireOwnBody } from './own-body.js';
import { SHAPE_SENSOR } from './shape-store.js';
import { wakeBody } from './sleep.js';
import { requireKnownFields, requireMagnitude2, requireRecord } from './validate.js';
import type { WorldState } from './world-state.js';

/** What a character is made of. */
export interface CharacterDefinition {
  /** Convex, about its own origin: a capsule that stands upright as a rule. Segments and half-spaces are refused. */
  readonly shape: Shape;
  /** Where its origin is at first, m. */
  readonly position: Vec2;
  /** Direction against gravity, any length > 0. Default (0, 1). */
  readonly up?: Vec2;
  /** Steepest ground, rad, > 0 and < pi/2. Default pi/4. */
  readonly maximumSlope?: number;
  /** Highest step it walks up, m, >= 0. Default 0.3. */
  readonly stepHeight?: number;
  /** How far down it is kept on ground that falls away, m, >= 0. Default 0.2. */
  readonly snapDistance?: number;
  /** Gap it keeps from everything, m, > 0. Default 0.01. */
  readonly skin?: number;
  /** kg, >= 0: what it pushes and weighs with; 0 pushes nothing. Default 80. */
  readonly mass?: number;
  /** Which shapes stop it and feel it. Default: all. */
  readonly filter?: Filter;
  /** Asked for each shape near: false lets the character through. Must depend on nothing but the world. Default: all stop it. */
  readonly accept?: (shape: BodyShape) => boolean;
}

/** Most rounds of collide and slide in a step. */
const ROUNDS = 6;
/** Most passes over the planes, and the push below which they are done, m. */
const PLANE_PASSES = 24;
const PLANE_TOLERANCE = 1e-9;
/** Most planes at a time; more than a convex body can touch at once in any place that makes sense. */
const MOST_PLANES = 32;
/** Share of the skin within which a cast ends; planes as near as twice that count as touched. */
const CAST_SHARE = 0.01;
/** Share of a way that may lead into a plane without being held up by it: what the passes leave over. */
const GRAZING = 1e-3;
/** Numbers a plane: normal, gap, push, point of the character that would touch. */
const PLANE = 6;

/** Adds a character to a world. Throws `InputError` for bad members, or inside a step. */
export function createCharacter(world: BareWorld, definition: CharacterDefinition): CharacterMover {
  return new CharacterMover(world, definition);
}

/** What a character keeps from move to move beside its body; see `CharacterMover.state`. */
export interface CharacterState {
  /** What it stands on, or null. */
  readonly ground: BodyShape | null;
  /** Unit normal of the ground, world axes; (0, 0) in the air. */
  readonly groundNormal: Vec2;
  /** m/s. */
  readonly velocity: Vec2;
}

/** A character in a world; see `createCharacter`. */
export class CharacterMover {
  /** The kinematic body it is. Destroy it to take the character away; moving it by hand puts the character elsewhere. */
  readonly body: Body;
  readonly #state: WorldState;
  readonly #definition: CharacterDefinition;
  readonly #shape: number;
  readonly #up: Vec2;
  readonly #groundCosine: number;
  readonly #skin: number;
  #ground: BodyShape | null = null;
  #groundNormal: Vec2 = { x: 0, y: 0 };
  #velocity: Vec2 = { x: 0, y: 0 };

  /**
   * What it keeps from move to move beside its body; give back what was read when its world goes back to a snapshot of that
   * moment, and the moves that follow are the same again.
   */
  get state(): CharacterState {
    return { ground: this.#ground, groundNormal: this.#groundNormal, velocity: this.#velocity };
  }
  set state(value: CharacterState) {
    this.#ground = value.ground;
    this.#groundNormal = { ...value.groundNormal };
    this.#velocity = { ...value.velocity };
  }

  // scratch: pose looked at, boxes, shapes near, planes
  readonly #pose = new Float64Array(4);
  readonly #box = new Float64Array(4);
  readonly #near = new ProxyBuffer();
  readonly #separation = new PlacedSeparation();
  readonly #planes = new Float64Array(MOST_PLANES * PLANE);
  readonly #planeShapes = new Int32Array(MOST_PLANES);
  #planeCount = 0;
  /** Shape met by the last cast, or -1, and the normal there. */
  #castShape = -1;
  #castX = 0;
  #castY = 0;
  /** Point of the character that touches what was cast at, m. */
  #touch: Vec2 = { x: 0, y: 0 };

  /** Worlds make characters: see `createCharacter`. */
  constructor(world: BareWorld, definition: CharacterDefinition) {
    requireRecord('definition', definition);
    requireKnownFields(definition, '', characterFields);
    const { shape, position, up = { x: 0, y: 1 }, maximumSlope = Math.PI / 4, filter } = definition;
    if (shape?.kind !== 'circle' && shape?.kind !== 'capsule' && shape?.kind !== 'polygon') {
      throw new InputError('shape', shape?.kind ?? shape, 'a circle, a capsule or a polygon');
    }
    requireMagnitude2('position', position);
    requireMagnitude2('up', up);
    const length = Math.sqrt(up.x * up.x + up.y * up.y);
    requirePositive('up', length);
    requireInRange('maximumSlope', maximumSlope, 1e-3, Math.PI / 2 - 1e-3);
    requireNonNegative('stepHeight', definition.stepHeight ?? 0.3);
    requireNonNegative('snapDistance', definition.snapDistance ?? 0.2);
    this.#skin = requirePositive('skin', definition.skin ?? 0.01);
    requireNonNegative('mass', definition.mass ?? 80);
    if (definition.accept !== undefined && typeof definition.accept !== 'function') {
      throw new InputError('accept', definition.accept, 'a function');
    }
    this.#state = stateOf(world);
    this.#definition = definition;
    this.#up = { x: up.x / length, y: up.y / length };
    this.#groundCosine = cos(maximumSlope);
    this.body = world.createBody({
      type: 'kinematic',
      name: 'character',
      position,
      shapes: [{ ...shape, friction: 0, ...(filter === undefined ? {} : { filter }) }],
    });
    this.#shape = this.body.shapes[0].id;
  }

  /** Whether it stands on ground that is not too steep. */
  get isGrounded(): boolean {
    return this.#ground !== null;
  }

  /** What it stands on, or null. */
  get ground(): BodyShape | null {
    return this.#ground;
  }

  /** Unit normal of the ground; (0, 0) in the air. */
  get groundNormal(): Vec2 {
    return { ...this.#groundNormal };
  }

  /** What is left of the velocity asked for last, after everything that stopped it, m/s: the one to go on with. Ground that carries it is not in it. */
  get velocity(): Vec2 {
    return { ...this.#velocity };
  }

  /**
   * Decides where the character goes in the next step of the world, and pushes what is in its way. Call it once before each step.
   * @param velocity the wanted one, m/s: walking, jumping, falling (gravity is the caller's)
   * @param dt the step, s, > 0
   * @throws InputError for bad numbers, inside a step, and when the body was destroyed
   */
  move(velocity: Vec2, dt: number): void {
    const state = this.#state;
    state.requireUnlocked('character.move');
    requireOwnBody(state, 'character.body', this.body);
    requireMagnitude2('velocity', velocity);
    requirePositive('dt', dt);
    const { bodies } = state;
    const up = this.#up;
    const o = this.body.id * BODY_STRIDE;
    const { pose } = bodies;
    const startX = pose[o + X];
    const startY = pose[o + Y];
    this.#pose[2] = pose[o + C];
    this.#pose[3] = pose[o + S];
    const wasGrounded = this.#ground !== null;
    const rising = velocity.x * up.x + velocity.y * up.y;
    const carried = this.#carry(dt);
    const stepHeight = this.#definition.stepHeight ?? 0.3;
    this.#collectNear(startX, startY, velocity, carried, dt);

    this.#velocity = { x: velocity.x, y: velocity.y };
    let x = startX;
    let y = startY;
    let leftX = velocity.x * dt;
    let leftY = velocity.y * dt;
    const platform = this.#ground === null || !this.#ground.isValid ? -1 : state.shapes.body[this.#ground.id];
    for (let round = 0; round < ROUNDS; round++) {
      this.#findPlanes(x, y, Math.sqrt(leftX * leftX + leftY * leftY) + this.#skin);
      const blocked = this.#solvePlanes(leftX, leftY);
      let wayX = this.#wayX;
      let wayY = this.#wayY;
      this.#clipVelocity();
      if (round === 0) this.#push(velocity);
      if (blocked && wasGrounded && rising <= 0 && stepHeight > 0) {
        const stepped = this.#stepUp(x, y, leftX - wayX, leftY - wayY, stepHeight);
        if (stepped) {
          x = this.#steppedX;
          y = this.#steppedY;
          this.#velocity = { x: velocity.x, y: velocity.y };
          break;
        }
      }
      const fraction = this.#cast(x, y, wayX, wayY);
      wayX *= fraction;
      wayY *= fraction;
      x += wayX;
      y += wayY;
      leftX -= wayX;
      leftY -= wayY;
      if (fraction === 1) break;
    }
    this.#findGround(x, y, wasGrounded && rising <= 0);
    x += this.#snapX;
    y += this.#snapY;
    // all so far was as seen from the ground; now it takes the character along, as far as everything else allows
    if (carried.x !== 0 || carried.y !== 0) {
      this.#leaveOut(platform);
      this.#findPlanes(x, y, Math.abs(carried.x) + Math.abs(carried.y) + this.#skin);
      this.#solvePlanes(carried.x, carried.y);
      const wayX = this.#wayX;
      const wayY = this.#wayY;
      const fraction = this.#cast(x, y, wayX, wayY);
      x += fraction * wayX;
      y += fraction * wayY;
    }
    this.#press(dt);
    // the kinematic body goes there in the next step of the world, and stays where it is told to if that never comes
    const { motion } = bodies;
    wakeBody(state, this.body.id);
    motion[o + VX] = (x - startX) / dt;
    motion[o + VY] = (y - startY) / dt;
    motion[o + W] = 0;
    this.#replace();
  }

  #wayX = 0;
  #wayY = 0;
  #steppedX = 0;
  #steppedY = 0;
  #snapX = 0;
  #snapY = 0;

  /** Way that the ground carries the character in a step, m. */
  #carry(dt: number): Vec2 {
    const ground = this.#ground;
    if (ground === null || !ground.isValid) return { x: 0, y: 0 };
    const { bodies, shapes } = this.#state;
    const slot = shapes.body[ground.id];
    if (bodies.type[slot] === STATIC) return { x: 0, y: 0 };
    const { pose, motion } = bodies;
    const g = slot * BODY_STRIDE;
    const o = this.body.id * BODY_STRIDE;
    const rx = pose[o + X] - pose[g + CX];
    const ry = pose[o + Y] - pose[g + CY];
    return {
      x: dt * (motion[g + VX] - motion[g + W] * ry),
      y: dt * (motion[g + VY] + motion[g + W] * rx),
    };
  }

  /** Fills `near` with the shapes that could matter in this step, by id. */
  #collectNear(x: number, y: number, velocity: Vec2, carried: Vec2, dt: number): void {
    const state = this.#state;
    const { shapes, geometry } = state;
    const { stepHeight = 0.3, snapDistance = 0.2, filter, accept } = this.#definition;
    const { category = 1, mask = 0xffffffff, group = 0 } = filter ?? {};
    const box = this.#box;
    this.#pose[0] = x;
    this.#pose[1] = y;
    geometry.placeFrom(this.#shape, this.#pose, 0, box, 0);
    const reach =
      Math.sqrt(velocity.x * velocity.x + velocity.y * velocity.y) * dt +
      Math.abs(carried.x) +
      Math.abs(carried.y) +
      Math.max(stepHeight, snapDistance) +
      4 * this.#skin;
    if (state.moved.count > 0) state.broadPhase.refresh(state.moved.items, state.moved.count);
    const near = this.#near;
    near.clear();
    state.broadPhase.queryBox(box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach, near);
    const { proxies } = near;
    let kept = 0;
    for (let k = 0; k < near.count; k++) {
      const id = proxies[k];
      const slot = shapes.body[id];
      if (slot === this.body.id || (shapes.flags[id] & SHAPE_SENSOR) !== 0) continue;
      if (!filtersMatch(category, mask, group, shapes.category[id], shapes.mask[id], shapes.group[id]))
        continue;
      if (state.disabledPairs.has(bodyPairKey(slot, this.body.id))) continue;
      if (accept !== undefined && !accept(state.shapeHandles[id]!)) continue;
      let place = kept++;
      for (; place > 0 && proxies[place - 1] > id; place--) proxies[place] = proxies[place - 1];
      proxies[place] = id;
    }
    near.count = kept;
  }

  /** Takes the shapes of a body out of `near`. */
  #leaveOut(slot: number): void {
    const near = this.#near;
    const { body } = this.#state.shapes;
    let kept = 0;
    for (let k = 0; k < near.count; k++)
      if (body[near.proxies[k]] !== slot) near.proxies[kept++] = near.proxies[k];
    near.count = kept;
  }

  /** Gap and normal between an obstacle and the character at a place, in `separation`; false for a chain that is met from behind. */
  #separate(obstacle: number, x: number, y: number): boolean {
    const { geometry } = this.#state;
    this.#pose[0] = x;
    this.#pose[1] = y;
    geometry.placeFrom(this.#shape, this.#pose, 0, this.#box, 0);
    separatePlaced(geometry, obstacle, this.#shape, this.#separation);
    if (geometry.kind[obstacle] !== CHAIN_SEGMENT) return true;
    const p = 2 * geometry.first[obstacle];
    const { worldNormals, worldVertices, worldCenters } = geometry;
    const nx = worldNormals[p];
    const ny = worldNormals[p + 1];
    const height =
      nx * (worldCenters[2 * this.#shape] - worldVertices[p]) +
      ny * (worldCenters[2 * this.#shape + 1] - worldVertices[p + 1]);
    if (height < 0) return false;
    return nx * this.#separation.normalX + ny * this.#separation.normalY > 0;
  }

  /** Collects the planes of what is nearer than a distance. */
  #findPlanes(x: number, y: number, distance: number): void {
    const near = this.#near;
    this.#planeCount = 0;
    for (let k = 0; k < near.count && this.#planeCount + 2 <= MOST_PLANES; k++) {
      const obstacle = near.proxies[k];
      if (!this.#separate(obstacle, x, y)) continue;
      const { separation, normalX, normalY } = this.#separation;
      if (separation > distance) continue;
      const beyond = separation - this.#skin;
      const gap = beyond > 0 && beyond < 2 * CAST_SHARE * this.#skin ? 0 : beyond;
      const up = this.#up;
      const rise = normalX * up.x + normalY * up.y;
      // too steep to walk on, yet not a ceiling: an upright wall at the same gap, first, so that it holds before the slope lifts
      if (rise > 1e-6 && rise < this.#groundCosine) {
        const wallX = normalX - rise * up.x;
        const wallY = normalY - rise * up.y;
        const length = Math.sqrt(wallX * wallX + wallY * wallY);
        this.#addPlane(obstacle, wallX / length, wallY / length, Math.max(0, gap) / length);
      }
      this.#addPlane(obstacle, normalX, normalY, gap);
    }
  }

  #addPlane(obstacle: number, nx: number, ny: number, gap: number): void {
    const planes = this.#planes;
    const p = this.#planeCount * PLANE;
    planes[p] = nx;
    planes[p + 1] = ny;
    planes[p + 2] = gap;
    planes[p + 3] = 0;
    this.#planeShapes[this.#planeCount++] = obstacle;
  }

  /**
   * The translation nearest to (dx, dy) that keeps clear of the planes, in `wayX`, `wayY`.
   * @returns whether a wall held it back
   */
  #solvePlanes(dx: number, dy: number): boolean {
    const planes = this.#planes;
    const up = this.#up;
    let x = dx;
    let y = dy;
    for (let pass = 0; pass < PLANE_PASSES; pass++) {
      let largest = 0;
      for (let k = 0; k < this.#planeCount; k++) {
        const p = k * PLANE;
        const old = planes[p + 3];
        const push = Math.max(0, old - (planes[p] * x + planes[p + 1] * y + planes[p + 2]));
        const change = push - old;
        planes[p + 3] = push;
        x += change * planes[p];
        y += change * planes[p + 1];
        largest = Math.max(largest, Math.abs(change));
      }
      if (largest < PLANE_TOLERANCE) break;
    }
    this.#wayX = x;
    this.#wayY = y;
    for (let k = 0; k < this.#planeCount; k++) {
      const p = k * PLANE;
      const rise = planes[p] * up.x + planes[p + 1] * up.y;
      const isWall = rise < this.#groundCosine && rise > -0.5;
      if (isWall && planes[p + 3] > PLANE_TOLERANCE && planes[p] * dx + planes[p + 1] * dy < -PLANE_TOLERANCE)
        return true;
    }
    return false;
  }

  /** Takes from the velocity what leads into the planes that pushed. */
  #clipVelocity(): void {
    const planes = this.#planes;
    let { x, y } = this.#velocity;
    for (let pass = 0; pass < PLANE_PASSES; pass++) {
      let isClear = true;
      for (let k = 0; k < this.#planeCount; k++) {
        const p = k * PLANE;
        if (planes[p + 3] === 0) continue;
        const into = x * planes[p] + y * planes[p + 1];
        if (into > -PLANE_TOLERANCE) continue;
        isClear = false;
        x -= into * planes[p];
        y -= into * planes[p + 1];
      }
      if (isClear) break;
    }
    this.#velocity = { x, y };
  }

  /** Share of a way that is free, up to the skin of what is first met. */
  #cast(x: number, y: number, wayX: number, wayY: number): number {
    const near = this.#near;
    let free = 1;
    this.#castShape = -1;
    const length = Math.sqrt(wayX * wayX + wayY * wayY);
    if (length === 0) return 1;
    for (let k = 0; k < near.count; k++) {
      const obstacle = near.proxies[k];
      let fraction = 0;
      for (let round = 0; round < 32; round++) {
        if (!this.#separate(obstacle, x + fraction * wayX, y + fraction * wayY)) {
          fraction = 1;
          break;
        }
        const { separation, normalX, normalY } = this.#separation;
        const closing = -(normalX * wayX + normalY * wayY);
        if (closing <= GRAZING * length) {
          fraction = 1;
          break;
        }
        const gap = separation - this.#skin;
        if (gap <= CAST_SHARE * this.#skin) {
          if (fraction < free) {
            free = fraction;
            this.#castShape = obstacle;
            this.#castX = normalX;
            this.#castY = normalY;
          }
          break;
        }
        fraction += gap / closing;
        if (fraction >= free) break;
      }
    }
    return free;
  }

  /** Tries to step over what holds back the rest (dx, dy) of a way: up, on, down onto ground. Leaves the place in `steppedX`, `steppedY`. */
  #stepUp(x: number, y: number, dx: number, dy: number, height: number): boolean {
    const up = this.#up;
    const along = dx * up.x + dy * up.y;
    let onX = dx - along * up.x;
    let onY = dy - along * up.y;
    const length = Math.sqrt(onX * onX + onY * onY);
    if (length < PLANE_TOLERANCE) return false;
    // at least twice the skin, or the foot would come down beside the edge again
    const way = Math.max(length, 2 * this.#skin);
    onX *= way / length;
    onY *= way / length;
    const rise = height * this.#cast(x, y, height * up.x, height * up.y);
    if (rise <= this.#skin) return false;
    const topX = x + rise * up.x;
    const topY = y + rise * up.y;
    const on = this.#cast(topX, topY, onX, onY);
    if (on * way < 0.5 * Math.min(way, 2 * this.#skin)) return false;
    const overX = topX + on * onX;
    const overY = topY + on * onY;
    const down = this.#cast(overX, overY, -rise * up.x, -rise * up.y);
    if (down === 1 || this.#castShape < 0) return false;
    const footX = overX - down * rise * up.x;
    const footY = overY - down * rise * up.y;
    if (!this.#isFootOnGround(footX, footY)) return false;
    // the edge may not be higher than a step above the feet, however round these are
    const { x: edgeX, y: edgeY } = this.#touch;
    this.#separate(this.#castShape, x, y);
    const feet = this.#foremost(-up.x, -up.y);
    if ((edgeX - feet.x) * up.x + (edgeY - feet.y) * up.y > height) return false;
    this.#steppedX = footX;
    this.#steppedY = footY;
    return true;
  }

  /**
   * Whether what the last cast met, at a place, is ground. Round feet meet the edge of a step aside of its top, with a slanted normal: then a ray
   * down just behind the edge tells, and the normal is the one it finds.
   */
  #isFootOnGround(x: number, y: number): boolean {
    const up = this.#up;
    const state = this.#state;
    this.#separate(this.#castShape, x, y);
    const point = this.#foremost(-this.#castX, -this.#castY);
    this.#touch = point;
    if (this.#castX * up.x + this.#castY * up.y >= this.#groundCosine) return true;
    const rise = this.#castX * up.x + this.#castY * up.y;
    // one skin to the touching point, one beyond it along the level
    const skin = this.#skin;
    const origin = {
      x: point.x - 2 * skin * (this.#castX - rise * up.x) + skin * up.x,
      y: point.y - 2 * skin * (this.#castY - rise * up.y) + skin * up.y,
    };
    const translation = { x: -4 * skin * up.x, y: -4 * skin * up.y };
    let maxFraction = 1;
    let isGround = false;
    const near = this.#near;
    for (let k = 0; k < near.count; k++) {
      const id = near.proxies[k];
      const o = state.shapes.body[id] * BODY_STRIDE;
      const { pose } = state.bodies;
      const transform = { x: pose[o + X], y: pose[o + Y], c: pose[o + C], s: pose[o + S] };
      const hit = castRay(state.shapeGeometry[id]!, transform, { origin, translation, maxFraction });
      if (!hit.hit) continue;
      maxFraction = hit.fraction;
      isGround = hit.normal.x * up.x + hit.normal.y * up.y >= this.#groundCosine;
      this.#castX = hit.normal.x;
      this.#castY = hit.normal.y;
    }
    return isGround;
  }

  /** Finds the ground below a place; with `snaps` also within the snap distance, and then says how far down to go. */
  #findGround(x: number, y: number, snaps: boolean): void {
    const up = this.#up;
    const reach = snaps ? Math.max(this.#definition.snapDistance ?? 0.2, 2 * this.#skin) : 2 * this.#skin;
    this.#snapX = 0;
    this.#snapY = 0;
    this.#ground = null;
    this.#groundNormal = { x: 0, y: 0 };
    const down = this.#cast(x, y, -reach * up.x, -reach * up.y);
    if (down === 1 || this.#castShape < 0) return;
    const wayX = -down * reach * up.x;
    const wayY = -down * reach * up.y;
    if (!this.#isFootOnGround(x + wayX, y + wayY)) return;
    this.#ground = this.#state.shapeHandles[this.#castShape]!;
    this.#groundNormal = { x: this.#castX, y: this.#castY };
    if (!snaps) return;
    this.#snapX = wayX;
    this.#snapY = wayY;
  }

  /** Impulses on the dynamic bodies that hold the character back: both take on one speed along the normal. */
  #push(velocity: Vec2): void {
    const { bodies, shapes } = this.#state;
    const mass = this.#definition.mass ?? 80;
    const planes = this.#planes;
    const up = this.#up;
    for (let k = 0; k < this.#planeCount && mass > 0; k++) {
      const p = k * PLANE;
      const slot = shapes.body[this.#planeShapes[k]];
      if (planes[p + 3] <= PLANE_TOLERANCE || bodies.type[slot] !== DYNAMIC) continue;
      const nx = planes[p];
      const ny = planes[p + 1];
      if (nx * up.x + ny * up.y >= this.#groundCosine) continue;
      const o = slot * BODY_STRIDE;
      const { pose, motion, mass: masses } = bodies;
      const point = this.#foremost(-nx, -ny);
      const rx = point.x - pose[o + CX];
      const ry = point.y - pose[o + CY];
      const arm = rx * ny - ry * nx;
      const response = 1 / mass + masses[o + INV_MASS] + arm * arm * masses[o + INV_INERTIA];
      const closing =
        nx * (motion[o + VX] - motion[o + W] * ry - velocity.x) +
        ny * (motion[o + VY] + motion[o + W] * rx - velocity.y);
      if (closing > 0) this.#kick(slot, point, (-closing / response) * nx, (-closing / response) * ny);
    }
  }

  /** Weight of the character on the dynamic body it stands on. */
  #press(dt: number): void {
    const state = this.#state;
    const ground = this.#ground;
    const mass = this.#definition.mass ?? 80;
    if (ground === null || mass === 0) return;
    const slot = state.shapes.body[ground.id];
    if (state.bodies.type[slot] !== DYNAMIC) return;
    const { x, y } = this.#groundNormal;
    const weight = -(state.gravityX * x + state.gravityY * y);
    if (weight > 0)
      this.#kick(slot, this.#foremost(-x, -y), -mass * weight * dt * x, -mass * weight * dt * y);
  }

  /** An impulse on a body at a world point, N s. */
  #kick(slot: number, point: Vec2, px: number, py: number): void {
    const { pose, motion, mass } = this.#state.bodies;
    const o = slot * BODY_STRIDE;
    wakeBody(this.#state, slot);
    motion[o + VX] += px * mass[o + INV_MASS];
    motion[o + VY] += py * mass[o + INV_MASS];
    motion[o + W] += ((point.x - pose[o + CX]) * py - (point.y - pose[o + CY]) * px) * mass[o + INV_INERTIA];
  }

  /** Point of the character that is farthest along a direction, at the place it was looked at last; the middle of a face. */
  #foremost(dx: number, dy: number): Vec2 {
    const { geometry } = this.#state;
    const { worldVertices } = geometry;
    const first = 2 * geometry.first[this.#shape];
    let most = Number.NEGATIVE_INFINITY;
    let x = 0;
    let y = 0;
    let count = 0;
    for (let k = first, end = first + 2 * geometry.count[this.#shape]; k < end; k += 2) {
      const along = worldVertices[k] * dx + worldVertices[k + 1] * dy;
      if (along > most + 1e-6) {
        most = along;
        x = worldVertices[k];
        y = worldVertices[k + 1];
        count = 1;
      } else if (along > most - 1e-6) {
        x += worldVertices[k];
        y += worldVertices[k + 1];
        count++;
      }
    }
    const radius = geometry.radius[this.#shape];
    return { x: x / count + radius * dx, y: y / count + radius * dy };
  }

  /** Brings the shape back to where its body is placed. */
  #replace(): void {
    const { bodies, geometry } = this.#state;
    geometry.placeFrom(this.#shape, bodies.placed, this.body.id * BODY_STRIDE, this.#box, 0);
  }
}

const characterFields: readonly (keyof CharacterDefinition)[] = [
  'shape',
  'position',
  'up',
  'maximumSlope',
  'stepHeight',
  'snapDistance',
  'skin',
  'mass',
  'filter',
  'accept',
];
