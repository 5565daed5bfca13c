/** Plays the level of the starter's platformer: runs to the right, jumps over what is in the way, and waits for the lifts. */

import type { Body, CharacterMover, World } from '@otedama/rigid';

/** What the bot needs of the game; the type is that of `apps/starter/src/game.ts`, which is compiled elsewhere. */
export interface Game {
  readonly world: World;
  readonly hero: CharacterMover;
  readonly coins: number;
  readonly isWon: boolean;
  readonly sounds: readonly { readonly sound: string }[];
  step(wish: Wish, dt: number): void;
  remember(): unknown;
  restore(saved: unknown): void;
}

interface Wish {
  readonly x: number;
  readonly y: number;
  readonly jump: boolean;
}

const kindOf = (body: Body | undefined) => body?.userData;

export class PlatformBot {
  readonly #game: Game;
  readonly #bodies: readonly Body[];
  readonly #lifts: readonly Body[];

  constructor(game: Game) {
    this.#game = game;
    this.#bodies = game.world.bodies;
    this.#lifts = this.#bodies.filter((body) => kindOf(body) === 'lift');
  }

  /** What it wants now. It depends on the state of the game alone, so that a restored game goes on alike. */
  wish(): Wish {
    const { world, hero } = this.#game;
    const { x, y } = hero.body.position;
    const [lift, ferry] = this.#lifts;
    const isRiding = kindOf(hero.ground?.body) === 'lift';
    const holds = !hero.isGrounded && hero.velocity.y > 0; // the longer, the higher
    if (isRiding) {
      const ride = x < 33 ? ferry : lift;
      const isThere = ride === ferry ? ferry.position.x > 31.2 : lift.position.y > -4.5;
      if (!isThere) return { x: Math.sign(Math.round(3 * (ride.position.x - x))), y: 0, jump: false };
      return { x: 1, y: 0, jump: ride === ferry && x > ferry.position.x + 0.6 };
    }
    // at the edge of a pit, until the lift is there
    if (x > 25.2 && x < 26.5 && y < -8) {
      return { x: Number(ferry.position.x < 27.8 && ferry.linearVelocity.x < 0), y: 0, jump: false };
    }
    if (x > 35 && x < 36.3 && y < -8) return { x: Number(lift.position.y < -9.7), y: 0, jump: false };
    if (x > 69 && x < 70.3 && y < -3) return { x: 1, y: 1, jump: false }; // up the ladder
    if (x > 62 && x < 69 && y < -5.2) return { x: 1, y: 0, jump: hero.velocity.y < 0 }; // swims
    const ahead = world.castRay({ x, y: y - 0.4 }, { x: 0.8, y: 0 });
    const isWall = ahead !== null && kindOf(ahead.shape.body) !== 'crate' && ahead.normal.x < -0.9;
    const isPit = world.castRay({ x: x + 0.5, y: y - 0.3 }, { x: 0, y: -3.5 }) === null;
    const isEnemy = this.#bodies.some(
      (body) =>
        body.isValid &&
        kindOf(body) === 'enemy' &&
        body.position.x > x &&
        body.position.x - x < 2 &&
        Math.abs(body.position.y - y) < 1,
    );
    return { x: 1, y: 0, jump: holds || (hero.isGrounded && (isWall || isPit || isEnemy)) };
  }
}
