import { cos, polygon, sin, type Vec2 } from '@otedama/math2d';
import {
  type Body,
  type BodyShape,
  chain,
  createWorld,
  type HitEvent,
  type Joint,
  restoreSnapshot,
  type ShapeDefinition,
  takeSnapshot,
  type World,
} from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';

/** What the player holds down. A nudge is to the left (-1), to the right (1) or none (0), once. */
export interface Hands {
  readonly left: boolean;
  readonly right: boolean;
  readonly plunger: boolean;
  readonly nudge: number;
}

export type Sound =
  | 'bumper'
  | 'sling'
  | 'target'
  | 'lane'
  | 'ramp'
  | 'lock'
  | 'multiball'
  | 'drain'
  | 'tilt'
  | 'thud';

/** What a body is in the game: its `userData`. */
type Kind = 'ball' | 'bumper' | 'sling' | 'target' | 'lane' | 'mouth' | 'ramp' | 'lock' | 'drain' | 'gate';

// A table ten times as large as a real one, with ten times the pull down its slope: so all takes as long as there.
const GRAVITY = 8; // m/s²
const RADIUS = 0.17; // m
const FLIP = 20; // rad/s
// a ball on the ramp meets its rails and what both floors have, but not the floor below
const FLOOR = 1;
const RAMP = 2;
const BOTH = 4;

const wood = { friction: 0.1, restitution: 0.35 } as const;
const colors = {
  wood: [0.3, 0.34, 0.45],
  flipper: [0.95, 0.75, 0.2],
  bumper: [0.85, 0.25, 0.3],
  lit: [1, 0.85, 0.4],
  sling: [0.75, 0.35, 0.55],
  target: [0.3, 0.7, 0.45],
  rail: [0.45, 0.6, 0.85],
  ball: [0.85, 0.88, 0.92],
  lane: [0.35, 0.4, 0.5],
  lock: [0.55, 0.4, 0.8],
} as const;

const kindOf = (body: Body) => body.userData as Kind | undefined;
const mirrored = (points: readonly Vec2[], side: number) => points.map(({ x, y }) => ({ x: side * x, y }));
const arc = (center: Vec2, radius: number, from: number, to: number, parts: number): Vec2[] =>
  Array.from({ length: parts + 1 }, (_, k) => {
    const angle = from + ((to - from) * k) / parts;
    return { x: center.x + radius * cos(angle), y: center.y + radius * sin(angle) };
  });
/** A bent tube along some points. */
const tube = (points: readonly Vec2[], radius: number, surface: object): ShapeDefinition[] =>
  points
    .slice(1)
    .map((point2, k) => ({ kind: 'capsule', point1: points[k], point2, radius, ...surface }) as const);
/** A line beside another one, to its right. */
const beside = (points: readonly Vec2[], distance: number): Vec2[] =>
  points.map(({ x, y }, k) => {
    const a = points[Math.max(0, k - 1)];
    const b = points[Math.min(points.length - 1, k + 1)];
    const length = Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2);
    return { x: x + (distance * (b.y - a.y)) / length, y: y - (distance * (b.x - a.x)) / length };
  });

/** A pinball table and its rules. It needs no page: say what is held down in each step, and read what is public. */
export class Pinball {
  readonly world: World;
  score = 0;
  multiplier = 1;
  /** Balls that are left, with those in play. */
  balls = 3;
  /** Balls in the lock: the third one frees all. */
  locked = 0;
  /** How much the table was nudged of late; above 2 it is tilted until the ball is lost. */
  nudges = 0;
  isTilted = false;
  /** What can be heard of the last step, with the strength of a thud, 0..1. */
  readonly sounds: { readonly sound: Sound; readonly strength: number }[] = [];
  readonly #frame: Body;
  readonly #flippers: { readonly hinge: Joint; readonly side: -1 | 1 }[] = [];
  readonly #plunger: Joint;
  readonly #lanes: Body[] = [];
  readonly #targets: Body[] = [];
  /** What flashes, and for how many seconds more. */
  readonly #flashes = new Map<Body, number>();

  constructor() {
    this.world = createWorld({
      solver: createSoftStep(),
      gravity: { x: 0, y: -GRAVITY },
      hitSpeed: 0.5,
      // the gate lets balls out of the lane of the plunger, but not in
      preSolve: ({ bodyA, normalY }) => (kindOf(bodyA) === 'gate' ? normalY > 0 : normalY < 0),
    });
    const dome = arc({ x: 0.3, y: 8.7 }, 3.3, 0, Math.PI, 40);
    const outline = [{ x: -3, y: 0 }, { x: 3.6, y: 0 }, ...dome];
    this.#frame = this.#fix(
      undefined,
      chain({
        points: outline,
        loop: true,
        freeSide: 'left',
        filter: { category: BOTH },
        ...wood,
        restitution: 0.2,
      }),
    );
    // what comes along the dome falls into the field
    const brake = [dome[27], { x: dome[27].x + 0.15, y: dome[27].y - 0.6 }];
    this.#fix(undefined, tube(brake, 0.05, wood), colors.wood);
    this.#buildLane();
    for (const side of [-1, 1] as const) this.#buildSide(side);
    this.#plunger = this.#buildPlunger();
    this.#buildRamp();
    this.#buildField();
    this.#serve();
  }

  /** The balls in play. */
  get inPlay(): Body[] {
    return this.world.bodies.filter((body) => kindOf(body) === 'ball');
  }

  /** Whether a ball lies on the plunger. */
  get isWaiting(): boolean {
    return this.inPlay.some(({ position: { x, y } }) => x > 3.1 && y < 2);
  }

  get isOver(): boolean {
    return this.balls === 0;
  }

  /** Does a step of `dt` seconds. */
  step(hands: Hands, dt: number): void {
    const { world } = this;
    this.sounds.length = 0;
    for (const { hinge, side } of this.#flippers) {
      const isUp = !this.isTilted && (side < 0 ? hands.left : hands.right);
      hinge.motorSpeed = isUp ? -side * FLIP : side * FLIP;
    }
    // the motor pulls against the spring, and lets go
    this.#plunger.isMotorEnabled = hands.plunger;
    this.#nudge(hands.nudge, dt);
    this.#raiseTargets();
    world.step(dt);
    for (const hit of world.events.hit) this.#meet(hit);
    for (const { sensor, visitor } of world.events.sensorBegin) {
      // a ball that left the game in this step may be in more events
      if (visitor.isValid && kindOf(visitor.body) === 'ball') this.#enter(sensor.body, visitor.body);
    }
    for (const { sensor, visitor } of world.events.sensorEnd) {
      if (kindOf(sensor.body) === 'ramp' && visitor.isValid) this.#leaveRamp(sensor.body, visitor);
    }
    for (const [body, seconds] of this.#flashes) {
      if (seconds > dt) this.#flashes.set(body, seconds - dt);
      else this.#darken(body);
    }
  }

  /** The state of the game, which `restore` goes back to. */
  remember() {
    const { score, multiplier, balls, locked, nudges, isTilted } = this;
    const lit = this.#lanes.map(({ color }) => color);
    return {
      world: takeSnapshot(this.world),
      lit,
      plain: { score, multiplier, balls, locked, nudges, isTilted },
    };
  }

  restore({ world, lit, plain }: ReturnType<Pinball['remember']>): void {
    restoreSnapshot(this.world, world);
    Object.assign(this, plain);
    this.#lanes.forEach((lane, k) => {
      lane.color = lit[k];
    });
    for (const body of this.#flashes.keys()) this.#darken(body);
  }

  /** What a ball does to what it hits, and gets from it. */
  #meet({ shapeA, shapeB, normalX, normalY, approachSpeed }: HitEvent): void {
    const isA = kindOf(shapeA.body) === 'ball';
    const [ball, thing] = isA ? [shapeA.body, shapeB.body] : [shapeB.body, shapeA.body];
    const away = isA ? { x: -normalX, y: -normalY } : { x: normalX, y: normalY };
    const kind = kindOf(thing);
    if (!ball.isValid || kindOf(ball) !== 'ball') return;
    this.#play('thud', Math.min(1, approachSpeed / 15));
    if (this.isTilted) return;
    if (kind === 'bumper') {
      this.#kick(ball, away, 4);
      this.#flash(thing);
      this.#earn(100, 'bumper');
    }
    // only the long side of a slingshot kicks: the one that looks to the middle and up
    if (kind === 'sling' && away.y > 0.3 && approachSpeed > 1) {
      this.#kick(ball, away, 5);
      this.#flash(thing);
      this.#earn(10, 'sling');
    }
    if (kind === 'target') {
      thing.isEnabled = false;
      this.#earn(500, 'target');
      if (this.#targets.every(({ isEnabled }) => !isEnabled)) this.#earn(5000, 'target');
    }
  }

  /** Once all targets are down they come back, as soon as no ball is in their way. */
  #raiseTargets(): void {
    if (this.#targets.some(({ isEnabled }) => isEnabled)) return;
    if (this.inPlay.some(({ position: { x, y } }) => x > 2.4 && y > 5 && y < 7.5)) return;
    for (const target of this.#targets) target.isEnabled = true;
  }

  #enter(sensor: Body, ball: Body): void {
    const kind = kindOf(sensor);
    if (kind === 'drain') this.#lose(ball);
    if (kind === 'mouth' && ball.linearVelocity.y > 0) this.#put(ball, RAMP);
    if (this.isTilted) return;
    if (kind === 'lane' && sensor.color !== colors.lit) {
      sensor.color = colors.lit;
      this.#earn(200, 'lane');
      if (this.#lanes.some(({ color }) => color !== colors.lit)) return;
      this.multiplier++;
      for (const lane of this.#lanes) lane.color = colors.lane;
    }
    if (kind === 'lock' && this.inPlay.length === 1) this.#lock(sensor, ball);
  }

  /** Keeps a ball. The third one comes back with the other two. */
  #lock(hole: Body, ball: Body): void {
    this.locked++;
    this.#earn(1000, 'lock');
    if (this.locked < 3) {
      this.world.destroyBody(ball);
      this.#serve();
      return;
    }
    this.locked = 0;
    this.#play('multiball');
    const { x, y } = hole.position;
    for (const k of [-1, 1]) this.#addBall({ x: x + 0.4 * k, y: y - 0.5 }, { x: 3 * k, y: -2 });
  }

  #lose(ball: Body): void {
    this.world.destroyBody(ball);
    this.#play('drain');
    if (this.inPlay.length > 0) return;
    this.balls--;
    this.isTilted = false;
    this.nudges = 0;
    if (this.balls > 0) this.#serve();
  }

  /** A blow against the table moves it under the balls. */
  #nudge(side: number, dt: number): void {
    this.nudges = Math.max(0, this.nudges - dt / 2);
    if (side === 0 || this.isTilted) return;
    for (const ball of this.inPlay) this.#kick(ball, { x: side, y: 0.5 }, 1);
    this.nudges++;
    if (this.nudges <= 2) return;
    this.isTilted = true;
    this.#play('tilt');
  }

  #kick(ball: Body, { x, y }: Vec2, speed: number): void {
    ball.applyImpulse({ x: ball.mass * speed * x, y: ball.mass * speed * y });
  }

  /** Puts a ball on a floor. */
  #put(ball: Body, floor: number): void {
    ball.shapes[0].setFilter({ category: floor, mask: floor | BOTH });
  }

  /** A ball is on the floor again once it is over no part of the ramp. It may have rolled back to where it came from. */
  #leaveRamp(ramp: Body, ball: BodyShape): void {
    if (ball.filter.category !== RAMP || this.world.touching(ball).some(({ body }) => body === ramp)) return;
    this.#put(ball.body, FLOOR);
    if (ball.body.position.x < -1.8) this.#earn(2000, 'ramp');
  }

  #serve(): void {
    this.#addBall({ x: 3.33, y: 1.3 }, { x: 0, y: 0 });
  }

  #addBall(position: Vec2, linearVelocity: Vec2): void {
    const ball = {
      kind: 'circle',
      radius: RADIUS,
      density: 10,
      friction: 0.2,
      restitution: 0.3,
      filter: { category: FLOOR, mask: FLOOR | BOTH },
      hitEvents: true,
    } as const;
    // a bullet does not pass through a flipper, however fast both are
    this.world.createBody({
      position,
      linearVelocity,
      bullet: true,
      allowSleep: false,
      color: colors.ball,
      userData: 'ball',
      shapes: [ball],
    });
  }

  #earn(points: number, sound: Sound): void {
    this.score += points * this.multiplier;
    this.#play(sound);
  }

  #play(sound: Sound, strength = 1): void {
    this.sounds.push({ sound, strength });
  }

  #flash(body: Body): void {
    body.color = colors.lit;
    this.#flashes.set(body, 0.15);
  }

  #darken(body: Body): void {
    body.color = kindOf(body) === 'bumper' ? colors.bumper : colors.sling;
    this.#flashes.delete(body);
  }

  #fix(
    kind: Kind | undefined,
    shapes: readonly ShapeDefinition[],
    color?: Body['color'],
    position?: Vec2,
  ): Body {
    return this.world.createBody({ type: 'static', userData: kind, shapes, color, position });
  }

  #sense(kind: Kind, shape: ShapeDefinition, color?: Body['color'], position?: Vec2): Body {
    return this.#fix(kind, [{ ...shape, sensor: true, filter: { category: BOTH } }], color, position);
  }

  /** The lane of the plunger, and the gate at its end. */
  #buildLane(): void {
    const wall = [
      { x: 3.05, y: 0 },
      { x: 3.05, y: 8.3 },
    ];
    this.#fix(undefined, tube(wall, 0.05, { filter: { category: BOTH }, ...wood }), colors.wood);
    const [point1, point2] = [wall[1], { x: 3.6, y: 8.9 }];
    this.#fix(
      'gate',
      [{ kind: 'segment', point1, point2, preSolveEvents: true, restitution: 0.3 }],
      colors.rail,
    );
  }

  /** A flipper, the slingshot above it, and the guides that lead to it. */
  #buildSide(side: -1 | 1): void {
    const { world } = this;
    const guide = mirrored(
      [
        { x: 2.45, y: 3.7 },
        { x: 2.45, y: 2.5 },
        { x: 1.5, y: 1.75 },
      ],
      side,
    );
    this.#fix(undefined, tube(guide, 0.05, wood), colors.wood);
    const corners = [
      { x: 1.85, y: 4 },
      { x: 1.85, y: 3 },
      { x: 1.2, y: 2.55 },
    ];
    const vertices = polygon.convexHull(mirrored(corners, side));
    this.#fix('sling', [{ kind: 'polygon', vertices, radius: 0.05, ...wood }], colors.sling);
    const edge = mirrored(
      [
        { x: 3, y: 5.3 },
        { x: 3, y: 4.3 },
        { x: 2.65, y: 4.5 },
      ],
      side,
    );
    this.#fix(undefined, [{ kind: 'polygon', vertices: polygon.convexHull(edge), ...wood }], colors.wood);

    const pivot = { x: 1.35 * side, y: 1.62 };
    const bat = [
      { x: 0, y: 0.1 },
      { x: 0, y: -0.1 },
      { x: -1 * side, y: -0.03 },
      { x: -1 * side, y: 0.03 },
    ];
    const flipper = world.createBody({
      position: pivot,
      allowSleep: false, // the player may need it at any time
      color: colors.flipper,
      shapes: [
        { kind: 'polygon', vertices: polygon.convexHull(bat), radius: 0.06, density: 20, friction: 0.4 },
      ],
    });
    const [down, up] = [0.5 * side, -0.55 * side];
    const hinge = world.createJoint({
      kind: 'revolute',
      bodyA: this.#frame,
      bodyB: flipper,
      worldAnchor: pivot,
      lower: Math.min(down, up),
      upper: Math.max(down, up),
      motorSpeed: 0,
      maximumMotorTorque: 2000,
    });
    this.#flippers.push({ hinge, side });
  }

  #buildPlunger(): Joint {
    const rest = { x: 3.33, y: 1 };
    const plunger = this.world.createBody({
      position: rest,
      allowSleep: false,
      color: colors.flipper,
      shapes: [{ kind: 'polygon', vertices: polygon.rectangle(0.4, 0.3), density: 30, friction: 0 }],
    });
    return this.world.createJoint({
      kind: 'prismatic',
      bodyA: this.#frame,
      bodyB: plunger,
      worldAnchor: rest,
      localAxisA: { x: 0, y: 1 },
      lower: -0.8,
      upper: 0,
      hertz: 3.8,
      dampingRatio: 0,
      springTranslation: 0.1, // at rest the spring presses it against its upper end
      motorSpeed: -1,
      maximumMotorForce: 3000,
      enableMotor: false,
    });
  }

  /** A way over the floor to the left flipper. Its first part is on both floors: who goes up there is on the ramp. */
  #buildRamp(): void {
    const start = [
      { x: -0.75, y: 5.4 },
      { x: -1, y: 6.1 },
    ];
    const bend = arc({ x: -1.85, y: 7.6 }, 0.45, 0.1, Math.PI, 10);
    const way = [start[1], ...bend, { x: -2.3, y: 6 }, { x: -2.15, y: 4.6 }];
    const rail = { ...wood, friction: 0.02, restitution: 0.1 };
    for (const distance of [-0.26, 0.26]) {
      const entrance = tube(beside([...start, bend[0]], distance).slice(0, 2), 0.04, {
        ...rail,
        filter: { category: BOTH },
      });
      const above = tube(beside(way, distance), 0.03, { ...rail, filter: { category: RAMP } });
      this.#fix(undefined, entrance, colors.rail);
      this.#fix(undefined, above, colors.rail);
    }
    const over = { sensor: true, filter: { category: BOTH } };
    const line = [start[0], ...way];
    const parts = line
      .slice(1)
      .map((point2, k) => ({ kind: 'segment', point1: line[k], point2, ...over }) as const);
    this.#fix('ramp', parts, colors.rail);
    this.#sense('mouth', { kind: 'circle', radius: 0.05 }, colors.rail, { x: -0.9, y: 5.82 });
  }

  /** Bumpers, targets, rollover lanes, the lock and the drain. */
  #buildField(): void {
    for (const position of [
      { x: 0, y: 8.2 },
      { x: 1.6, y: 8.4 },
      { x: 0.7, y: 9.5 },
    ]) {
      this.#fix('bumper', [{ kind: 'circle', radius: 0.4, restitution: 0.8 }], colors.bumper, position);
    }
    const target = { kind: 'polygon', vertices: polygon.rectangle(0.12, 0.4), ...wood } as const;
    for (const y of [5.7, 6.2, 6.7]) {
      this.#targets.push(this.#fix('target', [target], colors.target, { x: 2.9, y }));
    }
    for (const x of [-0.6, 0.2, 1]) {
      const lane = { kind: 'polygon', vertices: polygon.rectangle(0.35, 0.12) } as const;
      this.#lanes.push(this.#sense('lane', lane, colors.lane, { x, y: 10.7 }));
    }
    this.#sense('lock', { kind: 'circle', radius: 0.12 }, colors.lock, { x: 1.9, y: 7.2 });
    this.#sense('drain', { kind: 'polygon', vertices: polygon.rectangle(5.8, 0.5) }, undefined, {
      x: 0.05,
      y: 0.25,
    });
  }
}
