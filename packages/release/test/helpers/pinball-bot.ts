/** Plays the pinball table of the starter: shoots each ball, and flips when one lies on a flipper. */

import type { Body, World } from '@otedama/rigid';

/** What the bot needs of the table; the type is that of `apps/starter/src/pinball-game.ts`, which is compiled elsewhere. */
export interface Pinball {
  readonly world: World;
  readonly score: number;
  readonly multiplier: number;
  readonly balls: number;
  readonly locked: number;
  readonly isOver: boolean;
  readonly isTilted: boolean;
  readonly isWaiting: boolean;
  readonly inPlay: readonly Body[];
  readonly sounds: readonly { readonly sound: string }[];
  step(hands: Hands, dt: number): void;
  remember(): unknown;
  restore(saved: unknown): void;
}

export interface Hands {
  readonly left: boolean;
  readonly right: boolean;
  readonly plunger: boolean;
  readonly nudge: number;
}

export const quiet: Hands = { left: false, right: false, plunger: false, nudge: 0 };

/** Puts the ball of a table somewhere, and lets go until there is the sound, or for two seconds. Returns the points that this made. */
export function drop(
  table: Pinball,
  sound: string,
  from: Body['position'],
  velocity: Body['position'],
  dt: number,
): number {
  const { score } = table;
  const [ball] = table.inPlay;
  ball.position = from;
  ball.linearVelocity = velocity;
  for (let time = 0; time < 2; time += dt) {
    table.step(quiet, dt);
    if (table.sounds.some((heard) => heard.sound === sound)) return table.score - score;
  }
  throw new Error(`no ${sound} within two seconds`);
}

/** What it holds down now. It depends on the state of the table alone, so that a restored game goes on alike. */
export function handsOf({ world, score, isWaiting, inPlay }: Pinball): Hands {
  // now and then it looks away: otherwise the flippers may hand a ball to each other for ever
  const isAwake = world.time % 6 < 4.5;
  /** Whether a ball is about to be on the outer half of a flipper. */
  const isDue = (side: -1 | 1) =>
    inPlay.some(({ position: { x, y }, linearVelocity: v }) => {
      const along = 1.35 - side * (x + 0.03 * v.x); // m from the hinge
      const height = y + 0.03 * v.y - (1.62 - 0.5 * along); // m above the line of the flipper
      return along > 0.6 && along < 1.15 && height > -0.2 && height < 0.43 && y < 2.2;
    });
  return {
    left: isAwake && isDue(-1),
    right: isAwake && isDue(1),
    plunger: isWaiting && world.time % 2.6 < 0.9 + 0.05 * ((score / 10) % 10),
    nudge: 0,
  };
}
