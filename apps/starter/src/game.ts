import { type Vec2, vec2 } from '@otedama/math2d';
import {
  addBuoyancy,
  type Body,
  type CharacterMover,
  type CharacterState,
  createCharacter,
  loadScene,
  moveTo,
  restoreSnapshot,
  takeSnapshot,
  type World,
} from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';
import { readTiledMap, type TiledObject } from '@otedama/scenes/tiled';

/** What the player wants: x is -1 for left to 1 for right, y is 1 for up a ladder and -1 for down. */
export interface Wish {
  readonly x: number;
  readonly y: number;
  readonly jump: boolean;
}

export type Sound = 'jump' | 'coin' | 'stomp' | 'spring' | 'checkpoint' | 'hurt' | 'won' | 'thud';

const RUN = 6; // m/s
const CLIMB = 3; // m/s
const JUMP = 9; // m/s: 2 m high with a gravity of 20 m/s²
const FEET = 0.7; // m below the origin of the hero
const capsule = {
  kind: 'capsule',
  point1: { x: 0, y: -0.35 },
  point2: { x: 0, y: 0.35 },
  radius: 0.35,
} as const;

const colors: Record<string, readonly [number, number, number]> = {
  hero: [0.85, 0.25, 0.2],
  coin: [0.95, 0.7, 0.1],
  enemy: [0.5, 0.2, 0.55],
  crate: [0.7, 0.5, 0.3],
  water: [0.2, 0.5, 0.9],
  ladder: [0.6, 0.4, 0.2],
  checkpoint: [0.3, 0.7, 0.8],
  flag: [0.2, 0.7, 0.3],
};

/** What a body is in the game: the class of its object in Tiled. */
const kindOf = (body: Body) => body.userData as string;
/** Moves a value towards another one by at most `most`. */
const approach = (value: number, aim: number, most: number) =>
  value + Math.min(most, Math.max(-most, aim - value));

/** A level, its hero, and the rules. It needs no page: give it a wish in each step, and read what is public. */
export class Game {
  readonly world: World;
  readonly hero: CharacterMover;
  /** Left, right, top and bottom of the map, m. */
  readonly edges: {
    readonly minX: number;
    readonly maxX: number;
    readonly minY: number;
    readonly maxY: number;
  };
  coins = 0;
  isWon = false;
  /** What can be heard of the last step, with the impulse of a thud, N s. */
  readonly sounds: { readonly sound: Sound; readonly strength: number }[] = [];
  /** What moves along a line of the map. */
  readonly #movers: { readonly body: Body; readonly path: readonly Vec2[] }[] = [];
  readonly #waters: TiledObject[] = [];
  /** Seconds since the hero stood, and since the jump key went down: both may be a little off. */
  #timers = { ground: 9, press: 9, isHeld: false, isRising: false, bounce: 0 };
  #checkpoint: ReturnType<Game['remember']>;
  /** Where the hero begins again, m. */
  #post: Vec2;

  /** @param map parsed JSON of Tiled */
  constructor(map: unknown) {
    const { scene, objects } = readTiledMap(map, { gravity: { x: 0, y: -20 } });
    const { x, y, halfWidth = 0, halfHeight } = scene.camera!;
    this.edges = { minX: x - halfWidth, maxX: x + halfWidth, minY: y - halfHeight, maxY: y + halfHeight };
    const world = loadScene(scene, { solver: createSoftStep() });
    this.world = world;
    const bodies = world.bodies;
    for (const object of objects) {
      if (object.body === null) continue;
      const body = bodies[object.body];
      body.userData = object.type;
      body.color = colors[object.type];
      const path = objects.find(({ id }) => id === object.properties.path);
      if (path !== undefined) this.#movers.push({ body, path: path.points });
      if (object.type === 'water') this.#fill(object);
    }
    const start = objects.find(({ type }) => type === 'start')!;
    this.hero = createCharacter(world, {
      shape: capsule,
      position: start.position,
      mass: 60,
      // it goes through one-way platforms that it is not above
      accept: ({ body, aabb }) =>
        kindOf(body) !== 'one-way' || this.hero.body.position.y - FEET > aabb.maxY - 0.03,
    });
    this.hero.body.userData = 'hero';
    this.hero.body.color = colors.hero;
    this.#checkpoint = this.remember();
    this.#post = start.position;
  }

  /** Does a step of `dt` seconds. */
  step(wish: Wish, dt: number): void {
    const { world, hero } = this;
    this.sounds.length = 0;
    // platforms and enemies are where the time says, so a snapshot of the world contains them
    for (const { body, path } of this.#movers) {
      if (!body.isValid) continue;
      const [a, b] = path;
      const turns = ((world.time + dt) * 2) / vec2.distance(a, b); // at 2 m/s
      const share = Math.abs((turns % 2) - 1);
      moveTo(body, { x: b.x + share * (a.x - b.x), y: b.y + share * (a.y - b.y) }, dt);
    }
    hero.move(this.#velocity(wish, dt), dt);
    let isHurt = hero.body.position.y < this.edges.minY - 3;
    for (const { shape, normal } of hero.touched) {
      const kind = kindOf(shape.body);
      if (kind === 'spring' && normal.y > 0.7) this.#bounce(14, 'spring');
      if (kind !== 'enemy') continue;
      if (normal.y > 0.5) {
        world.destroyBody(shape.body);
        this.#bounce(JUMP, 'stomp');
      } else isHurt = true;
    }
    world.step(dt);
    for (const { sensor, visitor } of world.events.sensorBegin) {
      if (visitor.body === hero.body) this.#enter(sensor.body);
    }
    for (const { normalImpulse } of world.events.hit) this.#play('thud', normalImpulse);
    if (isHurt) {
      this.restore(this.#checkpoint);
      // at rest at the post: it may have passed the post in a jump into a pit
      hero.body.position = this.#post;
      hero.state = { ground: null, groundNormal: { x: 0, y: 0 }, velocity: { x: 0, y: 0 } };
      this.#play('hurt');
    }
  }

  /** The state of the game, which `restore` goes back to. */
  remember(): { world: Uint8Array; hero: CharacterState; coins: number; timers: object } {
    const { world, hero, coins } = this;
    return { world: takeSnapshot(world), hero: hero.state, coins, timers: { ...this.#timers } };
  }

  restore({ world, hero, coins, timers }: ReturnType<Game['remember']>): void {
    restoreSnapshot(this.world, world);
    this.hero.state = hero;
    this.coins = coins;
    Object.assign(this.#timers, timers);
  }

  /** The velocity that the hero wants: relative to the ground while it stands, and to the world in the air. */
  #velocity(wish: Wish, dt: number): Vec2 {
    const { world, hero } = this;
    const timers = this.#timers;
    const { x, y } = hero.velocity;
    timers.ground = hero.isGrounded ? 0 : timers.ground + dt;
    timers.press = wish.jump && !timers.isHeld ? 0 : timers.press + dt;
    timers.isHeld = wish.jump;
    if (wish.y !== 0 && world.touching(hero.body).some(({ body }) => kindOf(body) === 'ladder')) {
      return { x: CLIMB * wish.x, y: CLIMB * wish.y };
    }
    const depth = this.#depth();
    const along = approach(x, (depth > 0 ? 0.5 : 1) * RUN * wish.x, (hero.isGrounded ? 60 : 30) * dt);
    let up = hero.isGrounded ? 0 : y + world.gravity.y * dt;
    // water carries a hero who is 0.9 m deep in it, and brakes
    if (depth > 0) up = (up - world.gravity.y * Math.min(1.5, depth / 0.9) * dt) * (1 - 3 * dt);
    // a tenth of a second after the edge of a platform, or before the landing, is soon enough
    if (timers.press < 0.1 && (timers.ground < 0.1 || depth > 0)) {
      up = JUMP;
      timers.press = 9;
      timers.ground = 9;
      timers.isRising = true;
      this.#play('jump');
    }
    if (timers.bounce > 0) {
      up = timers.bounce;
      timers.isRising = false;
    }
    timers.bounce = 0;
    // a short press makes a low jump
    if (timers.isRising && !wish.jump) up = Math.min(up, JUMP / 2);
    if (up < 0) timers.isRising = false;
    return { x: along, y: Math.max(-20, up) };
  }

  #enter(sensor: Body): void {
    const kind = kindOf(sensor);
    if (kind === 'coin') this.coins++;
    if (kind === 'flag') this.isWon = true;
    if (kind !== 'coin' && kind !== 'flag' && kind !== 'checkpoint') return;
    this.#post = kind === 'checkpoint' ? sensor.position : this.#post;
    this.world.destroyBody(sensor);
    if (kind === 'checkpoint') this.#checkpoint = this.remember();
    this.#play(kind === 'flag' ? 'won' : kind);
  }

  /** How deep the feet of the hero are in water, m; 0 outside. */
  #depth(): number {
    const { x, y } = this.hero.body.position;
    const water = this.#waters.find(({ position, width }) => Math.abs(x - position.x) < width / 2);
    return water === undefined ? 0 : Math.max(0, water.position.y + water.height / 2 - (y - FEET));
  }

  #fill(water: TiledObject): void {
    const { position, width, height } = water;
    const { x, y } = position;
    const region = { minX: x - width / 2, maxX: x + width / 2, minY: y - height / 2, maxY: y + height / 2 };
    addBuoyancy(this.world, { kind: 'buoyancy', surface: { x, y: region.maxY }, region, linearDrag: 2 });
    this.#waters.push(water);
  }

  #bounce(speed: number, sound: Sound): void {
    this.#timers.bounce = speed;
    this.#play(sound);
  }

  #play(sound: Sound, strength = 1): void {
    this.sounds.push({ sound, strength });
  }
}
