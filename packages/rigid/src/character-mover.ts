/**
 * A character: a convex shape that is not moved by forces. It moves with the requested velocity, as far as its surroundings
 * allow.
 *
 * A step moves the character by the requested translation d in rounds of *collide and slide* [Fauerby 2003, with planes as in
 * Quake's movement code]. Each round collects the planes of all nearby shapes. It finds the translation that is nearest to the
 * rest of d and does not enter any plane that the character touches (`character-planes.ts`), and if this is not free, any plane at all.
 * The plane of a corner ahead is not always in the way: level with the floor, it is that of the next tile. Then the character moves along
 * this translation as far as a cast is free. A negative gap pushes the character out.
 *
 * Faces that are too steep to be ground are walls: in addition to their own plane they get an upright one, so that the character cannot
 * climb them but can slide down. If a wall stops a grounded character, it is tried as a step (`character-ground.ts`). The velocity of the
 * ground, including its rotation, is added, so that platforms and conveyors carry the character.
 *
 * The character is a kinematic body of the world: it is drawn, detected by sensors, and hit by dynamic bodies. It moves in the
 * next step of the world. It pushes bodies in its way with the given mass, and presses on the body that it stands on. What a rising lift
 * presses it against, it pushes with any force, as the lift does.
 */
import { InputError, refuseUnknownProperties, requireKnownFields, type Vec2 } from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Body } from './body.js';
import { BodyShape } from './body-shape.js';
import {
  type CharacterDefinition,
  type CharacterSettings,
  type CharacterState,
  type CharacterTouch,
  characterSettings,
} from './character-definition.js';
import { CharacterGround } from './character-ground.js';
import { CharacterPlanes, PLANE_GAP, PLANE_PUSH, PLANE_STRIDE } from './character-planes.js';
import { type CharacterPress, pressOn, requirePress } from './character-press.js';
import { pushBody } from './character-push.js';
import { CharacterSurroundings } from './character-surroundings.js';
import { GRAZING, PLANE_TOLERANCE } from './character-tolerances.js';
import { BODY_ENABLED, BODY_STRIDE, CX, CY, DYNAMIC, KINEMATIC, VX, VY, W, X, Y } from './layout.js';
import { requireOwnBody } from './own-body.js';
import { isMovingKinematic, setVelocity, wakeBody } from './sleep.js';
import { requireMagnitude2, requireTimeStep } from './validate.js';
import type { WorldState } from './world-state.js';

/** Maximum number of rounds of collide and slide in a step. */
const ROUNDS = 6;

/** Adds a character to a world. Throws an `InputError` for an invalid definition, or inside a step. */
export function createCharacter(world: BareWorld, definition: CharacterDefinition): CharacterMover {
  return new CharacterMover(world, definition);
}

/** A character in a world; see `createCharacter`. */
export class CharacterMover {
  static {
    refuseUnknownProperties(
      CharacterMover,
      'character',
      {},
      {
        position: 'body.position',
        x: 'body.position',
        y: 'body.position',
        speed: 'the velocity of move',
        jump: 'an upward velocity of move',
        ...{ isOnGround: 'isGrounded', onGround: 'isGrounded', isOnFloor: 'isGrounded' },
        velocity: 'the velocity of move, which also sets body.linearVelocity',
        linearVelocity: 'the velocity of move, which also sets body.linearVelocity',
        body: 'another character: destroy its body and create that',
      },
    );
  }

  readonly #body: Body;
  readonly #state: WorldState;
  readonly #settings: CharacterSettings;
  readonly #surroundings: CharacterSurroundings;
  readonly #planes: CharacterPlanes;
  readonly #shape: BodyShape;
  readonly #ground: CharacterGround;
  #velocity: Vec2 = { x: 0, y: 0 };
  #lastPress: CharacterPress | null = null;
  #isCrushed = false;
  readonly #touched: CharacterTouch[] = [];

  /**
   * The kinematic body of the character. Destroy it to remove the character; set its position to teleport the character, which then
   * leaves its ground with the next move.
   */
  get body(): Body {
    return this.#body;
  }

  /**
   * State that it keeps from move to move, in addition to its body. Read it together with a snapshot of the world, and set it again
   * when you restore the snapshot; then the moves that follow are the same. Throws an `InputError` for numbers that are not finite and
   * for a ground of another world.
   */
  get state(): CharacterState {
    return {
      ground: this.ground,
      groundNormal: this.#ground.normal,
      velocity: this.#velocity,
      press: this.#lastPress,
    };
  }
  set state(value: CharacterState) {
    requireKnownFields(value, 'character.state', ['ground', 'groundNormal', 'velocity', 'press']);
    const { ground } = value;
    const groundNormal = requireMagnitude2('character.state.groundNormal', value.groundNormal);
    const velocity = requireMagnitude2('character.state.velocity', value.velocity);
    if (ground !== null && !this.#mayBeGround(ground)) {
      throw new InputError('character.state.ground', ground, 'a shape that is in this world, or null');
    }
    const press = requirePress('character.state.press', value.press);
    this.#ground.shape = ground;
    this.#ground.normal = { x: groundNormal.x, y: groundNormal.y };
    this.#velocity = { x: velocity.x, y: velocity.y };
    this.#lastPress = press;
    this.#touched.length = 0;
    this.#isCrushed = false;
  }

  /** Worlds create characters: see `createCharacter`. */
  constructor(world: BareWorld, definition: CharacterDefinition) {
    const settings = characterSettings(definition);
    const { shape, position, filter, up, groundCosine, skin } = settings;
    this.#state = stateOf(world);
    this.#settings = settings;
    this.#body = world.createBody({
      type: 'kinematic',
      name: 'character',
      position,
      shapes: [{ ...shape, friction: 0, ...(filter === undefined ? {} : { filter }) }],
    });
    this.#shape = this.body.shapes[0];
    this.#surroundings = new CharacterSurroundings(this.#state, settings, this.body.id, this.#shape.id);
    this.#planes = new CharacterPlanes(up, groundCosine, skin);
    this.#ground = new CharacterGround(this.#state, settings, this.#surroundings, this.#planes);
  }

  /** Whether it stood after the last move: on ground that is not too steep, or between steeper faces that hold it from both sides. */
  get isGrounded(): boolean {
    return this.ground !== null;
  }

  /** The shape it stands on, or null; also null if that shape was destroyed. */
  get ground(): BodyShape | null {
    return this.#ground.valid;
  }

  /** Unit normal of the ground; (0, 0) in the air. */
  get groundNormal(): Readonly<Vec2> {
    return Object.freeze({ ...this.#ground.normal });
  }

  /**
   * The part of the last requested velocity that nothing stopped, m/s. Use it to continue the motion. It is relative to the ground
   * (with its belt) while the character stands, and to the world in the air: who jumps off a lift keeps the speed of the lift, and who
   * lands on one no longer has it. On ground its part along `up` is 0 and the rest is as requested, also on a slope, which only turns the
   * way of the character. On a slope that is too steep it falls on, so that it slides faster and faster.
   */
  get velocity(): Readonly<Vec2> {
    return Object.freeze({ ...this.#velocity });
  }

  /**
   * Whether static and kinematic bodies leave it no room: with the last move it overlaps one by more than `skin`, such as a lift that presses
   * it against a ceiling. Nothing can stop these: a lift that goes on passes through the character, which stays below the ceiling. A dynamic
   * lift stops. False after `state` was set.
   */
  get isCrushed(): boolean {
    return this.#isCrushed;
  }

  /**
   * The shapes it touched in the last move, each once: those that stopped it or pushed it aside, then the ground if it stands on any.
   * Use it to detect kinematic bodies, such as enemies and doors, because two kinematic bodies make no contacts and no events with
   * each other. It is empty after `state` was set. Shapes that were destroyed since then are left out.
   */
  get touched(): readonly CharacterTouch[] {
    return this.#touched.filter(({ shape }) => shape.isValid);
  }

  /**
   * Decides where the character moves in the next step of the world, and pushes what is in its way. Call it once before each step.
   * Does nothing while the body is disabled.
   * @param velocity the wanted velocity, m/s: walking, jumping and falling (the caller adds gravity); relative to the ground that the
   *   character stands on before the move, which carries it
   * @param dt length of the step, s, > 0, at most 1
   * @throws InputError for invalid numbers, inside a step, and if the body or its shape was destroyed or the body is no longer kinematic
   */
  move(velocity: Vec2, dt: number): void {
    const state = this.#state;
    state.requireUnlocked('character.move');
    requireOwnBody(state, 'character.body', this.body);
    if (!this.#shape.isValid) {
      throw new InputError('character.shape', 'destroyed', 'the shape that the character was made with');
    }
    const { bodies } = state;
    if (bodies.type[this.body.id] !== KINEMATIC) {
      throw new InputError('character.body.type', this.body.type, 'kinematic, as the character was made');
    }
    requireMagnitude2('velocity', velocity);
    requireTimeStep('dt', dt);
    if ((bodies.flags[this.body.id] & BODY_ENABLED) === 0) return;
    try {
      this.#decide(velocity, dt);
    } finally {
      this.#surroundings.replace();
    }
  }

  /** Does the work of `move`. It leaves the shape at the last position that was tested. */
  #decide(velocity: Vec2, dt: number): void {
    const state = this.#state;
    const { bodies } = state;
    const surroundings = this.#surroundings;
    const planes = this.#planes;
    const standing = this.#ground;
    const { up, stepHeight, snapDistance, skin } = this.#settings;
    const o = this.body.id * BODY_STRIDE;
    const { pose } = bodies;
    const startX = pose[o + X];
    const startY = pose[o + Y];
    surroundings.turn();
    if (!standing.isAt(startX, startY)) standing.lift();
    const ground = standing.valid;
    const wasGrounded = ground !== null;
    const rising = velocity.x * up.x + velocity.y * up.y;
    const platform = ground === null ? -1 : state.shapes.body[ground.id];
    surroundings.carrier = platform;
    const base = this.#velocityAt(platform);
    const belt = this.#beltVelocity();
    const frame = { x: base.x + belt.x, y: base.y + belt.y };
    const carried = { x: base.x * dt, y: base.y * dt };
    let leftX = (velocity.x + belt.x) * dt;
    let leftY = (velocity.y + belt.y) * dt;
    const reach =
      Math.sqrt(leftX * leftX + leftY * leftY) +
      Math.abs(carried.x) +
      Math.abs(carried.y) +
      Math.max(stepHeight, snapDistance) +
      4 * skin;
    this.#touched.length = 0;
    surroundings.collect(startX, startY, reach);

    this.#velocity = { x: velocity.x, y: velocity.y };
    let x = startX;
    let y = startY;
    for (let round = 0; round < ROUNDS; round++) {
      planes.find(surroundings, x, y, Math.sqrt(leftX * leftX + leftY * leftY) + skin);
      const blocked = this.#findWay(x, y, leftX, leftY);
      this.#velocity = planes.clip(this.#velocity);
      this.#takeNote();
      if (round === 0) this.#push(x, y, velocity, dt);
      const fraction = surroundings.cast(x, y, planes.wayX, planes.wayY);
      const wayX = fraction * planes.wayX;
      const wayY = fraction * planes.wayY;
      x += wayX;
      y += wayY;
      leftX -= wayX;
      leftY -= wayY;
      if (blocked && wasGrounded && rising <= 0 && stepHeight > 0) {
        if (standing.stepUp(x, y, leftX, leftY, stepHeight)) {
          x = standing.steppedX;
          y = standing.steppedY;
          this.#velocity = { x: velocity.x, y: velocity.y };
          break;
        }
      }
      if (fraction === 1) break;
    }
    standing.find(x, y, wasGrounded && rising <= 0);
    if (this.#isLeaving(velocity, wasGrounded)) standing.lift();
    x += standing.snapX;
    y += standing.snapY;
    // so far the motion was relative to the ground; now the ground carries the character, and other moving bodies push it, as far
    // as everything allows
    const isCarried = carried.x !== 0 || carried.y !== 0;
    if (isCarried) {
      // what carries the character presses it with any force along the normal of the ground, but along the ground with friction alone
      const n = standing.normal;
      const press = Math.max(0, carried.x * n.x + carried.y * n.y);
      surroundings.leaveOut(platform, x, y, { x: press * n.x, y: press * n.y });
    }
    if (isCarried || surroundings.hasMovers()) {
      // what is on the way may be as far off as the character is carried and pushed
      const way = Math.abs(carried.x) + Math.abs(carried.y) + surroundings.approachOfMovers(x, y, dt);
      planes.find(surroundings, x, y, way + skin, dt);
      this.#findWay(x, y, carried.x, carried.y);
      this.#takeNote();
      if (standing.shape === null) this.#landOnMover(platform, velocity, wasGrounded);
      const wayX = planes.wayX;
      const wayY = planes.wayY;
      const fraction = surroundings.cast(x, y, wayX, wayY);
      x += fraction * wayX;
      y += fraction * wayY;
    }
    if (standing.shape !== null) this.#note(standing.shape, standing.normal);
    if (!this.#isSameGround(ground)) this.#changeFrame(frame);
    this.#press(x, y, ground, velocity, dt);
    this.#isCrushed = surroundings.isCrushed(x, y, dt);
    // the kinematic body moves there in the next step of the world
    setVelocity(state, this.body.id, (x - startX) / dt, (y - startY) / dt, 0);
  }

  /**
   * Finds the way from a position that is nearest to a translation. What the character does not touch yet stops it only if it is on the way
   * along what it touches. Returns whether a wall blocked it.
   */
  #findWay(x: number, y: number, dx: number, dy: number): boolean {
    const planes = this.#planes;
    const blocked = planes.solve(dx, dy, 0);
    return this.#surroundings.cast(x, y, planes.wayX, planes.wayY) < 1 ? planes.solve(dx, dy) : blocked;
  }

  /** Whether a value is a shape of this world, or one that was destroyed, which counts as no ground. */
  #mayBeGround(ground: unknown): boolean {
    if (!(ground instanceof BodyShape)) return false;
    return this.#state.shapeHandles[ground.id] === ground || !ground.isValid;
  }

  /** Records the shapes whose planes pushed. */
  #takeNote(): void {
    const { numbers, shapes, count } = this.#planes;
    for (let k = 0; k < count; k++) {
      const p = k * PLANE_STRIDE;
      if (numbers[p + PLANE_PUSH] <= PLANE_TOLERANCE) continue;
      this.#note(this.#state.shapeHandles[shapes[k]]!, { x: numbers[p], y: numbers[p + 1] });
    }
  }

  /** Records a shape with the normal of its first plane, or with the ground normal if it is the ground. */
  #note(shape: BodyShape, normal: Vec2): void {
    const touched = this.#touched;
    const place = touched.findIndex((touch) => touch.shape === shape);
    if (place < 0) touched.push({ shape, normal });
    else if (shape === this.#ground.shape) touched[place] = { shape, normal };
  }

  /** Velocity of a body where the feet of the character are on its ground, m/s; zero for -1. */
  #velocityAt(slot: number): Vec2 {
    if (slot < 0) return { x: 0, y: 0 };
    const { pose, motion } = this.#state.bodies;
    const g = slot * BODY_STRIDE;
    const o = this.body.id * BODY_STRIDE;
    const n = this.#ground.normal;
    const foot = this.#surroundings.offsetOfForemost(-n.x, -n.y);
    return {
      x: motion[g + VX] - motion[g + W] * (pose[o + Y] + foot.y - pose[g + CY]),
      y: motion[g + VY] + motion[g + W] * (pose[o + X] + foot.x - pose[g + CX]),
    };
  }

  /** Velocity of the conveyor that the character stands on, relative to the body of the conveyor, m/s. */
  #beltVelocity(): Vec2 {
    const { ground } = this;
    const speed = ground === null ? 0 : this.#state.shapes.tangentSpeed[ground.id];
    return { x: speed * this.#ground.normal.y, y: -speed * this.#ground.normal.x };
  }

  /** Whether the character leaves the ground that is still below it: the first step of a jump may be shorter than the skin. */
  #isLeaving(velocity: Vec2, wasGrounded: boolean): boolean {
    const { shape, normal: n } = this.#ground;
    if (shape === null) return false;
    const { up } = this.#settings;
    // the velocity of a grounded character is relative to the ground, that of one in the air is relative to the world
    const base = this.#velocityAt(wasGrounded ? -1 : this.#state.shapes.body[shape.id]);
    const x = velocity.x - base.x;
    const y = velocity.y - base.y;
    return x * up.x + y * up.y > 0 && x * n.x + y * n.y > GRAZING * Math.sqrt(x * x + y * y);
  }

  /** Sets as ground a moving kinematic body that comes up from below and is not the one that carries the character. */
  #landOnMover(platform: number, velocity: Vec2, wasGrounded: boolean): void {
    const { up, groundCosine } = this.#settings;
    const { numbers, shapes, count } = this.#planes;
    for (let k = 0; k < count; k++) {
      const p = k * PLANE_STRIDE;
      const slot = this.#state.shapes.body[shapes[k]];
      if (numbers[p + PLANE_PUSH] <= PLANE_TOLERANCE || slot === platform) continue;
      const normal = { x: numbers[p], y: numbers[p + 1] };
      if (normal.x * up.x + normal.y * up.y < groundCosine || !isMovingKinematic(this.#state, slot)) continue;
      this.#ground.shape = this.#state.shapeHandles[shapes[k]]!;
      this.#ground.normal = normal;
      if (!this.#isLeaving(velocity, wasGrounded)) return;
      this.#ground.lift();
    }
  }

  /** Whether the character is still in the air, or still on the same body and belt as before the move. */
  #isSameGround(before: BodyShape | null): boolean {
    const ground = this.#ground.shape;
    if (ground === null || before === null) return ground === before;
    const { tangentSpeed } = this.#state.shapes;
    return ground.body === before.body && tangentSpeed[ground.id] === tangentSpeed[before.id];
  }

  /**
   * Makes the velocity, which is relative to a ground that moves with `frame`, m/s, relative to the ground of now, or to the world in the
   * air.
   */
  #changeFrame(frame: Vec2): void {
    const { up } = this.#settings;
    const ground = this.#ground.shape;
    const base = this.#velocityAt(ground === null ? -1 : this.#state.shapes.body[ground.id]);
    const belt = this.#beltVelocity();
    const x = this.#velocity.x + frame.x - base.x - belt.x;
    const y = this.#velocity.y + frame.y - base.y - belt.y;
    // a character that stands does not move along up
    const rise = ground === null ? 0 : x * up.x + y * up.y;
    this.#velocity = { x: x - rise * up.x, y: y - rise * up.y };
  }

  /**
   * Applies impulses to the dynamic bodies that stop the character at a position. Character and body then have the same velocity
   * along the normal.
   */
  #push(x: number, y: number, velocity: Vec2, dt: number): void {
    const { bodies, shapes } = this.#state;
    const { up, groundCosine, mass, skin } = this.#settings;
    const planes = this.#planes;
    const surroundings = this.#surroundings;
    const { numbers } = planes;
    if (mass === 0) return;
    for (let k = 0; k < planes.count; k++) {
      const p = k * PLANE_STRIDE;
      const shape = planes.shapes[k];
      const slot = shapes.body[shape];
      if (numbers[p + PLANE_PUSH] <= PLANE_TOLERANCE || bodies.type[slot] !== DYNAMIC) continue;
      const n = { x: numbers[p], y: numbers[p + 1] };
      if (n.x * up.x + n.y * up.y >= groundCosine) continue;
      const manifold = surroundings.meet(shape, x, y, Math.max(0, numbers[p + PLANE_GAP]) + 2 * skin);
      if (pushBody(bodies, slot, manifold, n, { velocity, mass, dt })) wakeBody(this.#state, slot);
    }
  }

  /**
   * Presses on the dynamic body that the character stands on at a position, and hits it if the character has just landed.
   * @param before the ground before the move
   */
  #press(x: number, y: number, before: BodyShape | null, velocity: Vec2, dt: number): void {
    const state = this.#state;
    const ground = this.#ground.shape;
    const last = this.#lastPress;
    this.#lastPress = null;
    const { mass, skin } = this.#settings;
    if (ground === null || mass === 0) return;
    const slot = state.shapes.body[ground.id];
    if (state.bodies.type[slot] !== DYNAMIC) return;
    const n = this.#ground.normal;
    const gravity = -(state.gravityX * n.x + state.gravityY * n.y);
    if (gravity <= 0) return;
    const { x0, y0, x1, y1, count } = this.#surroundings.meet(ground.id, x, y, 2 * skin);
    const point = count === 2 ? { x: (x0 + x1) / 2, y: (y0 + y1) / 2 } : { x: x0, y: y0 };
    wakeBody(state, slot);
    if (state.bodies.awakeIndex[slot] < 0) return;
    // it comes down as fast as it was asked to and as it did in the last step: not if it was put there, or was carried
    const { motion } = state.bodies;
    const o = this.body.id * BODY_STRIDE;
    const asked = -(velocity.x * n.x + velocity.y * n.y);
    const landing = before === null ? Math.min(asked, -(motion[o + VX] * n.x + motion[o + VY] * n.y)) : null;
    const presser = { mass, gravity, landing, time: state.time, dt };
    this.#lastPress = pressOn(state.bodies, slot, point, n, presser, last, before?.body === ground.body);
  }
}
