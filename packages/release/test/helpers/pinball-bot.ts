/** Plays the pinball table of the starter: shoots each ball, and flips when one lies on a flipper. */

import type { Body, World } from '@otedama/rigid';

/** What the bot needs of the table; the type is that of `apps/starter/src/pinball-game.ts`, which is compiled elsewhere. */
export interface Pinball {
  readonly world: World;
  readonly score: number;
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

/** What it holds down now. It depends on the state of the table alone, so that a restored game goes on alike. */
export function handsOf({ world, score, isWaiting, inPlay }: Pinball): Hands {
  /** Whether a ball is about to be on the outer half of a flipper. */
  const isDue = (side: -1 | 1) =>
    inPlay.some(({ position: { x, y }, linearVelocity: v }) => {
      const along = 1.35 - side * (x + 0.03 * v.x); // m from the hinge
      const height = y + 0.03 * v.y - (1.62 - 0.5 * along); // m above the line of the flipper
      return along > 0.6 && along < 1.15 && height > -0.2 && height < 0.43 && y < 2.2;
    });
  return {
    left: isDue(-1),
    right: isDue(1),
    plunger: isWaiting && world.time % 2.6 < 0.9 + 0.05 * ((score / 10) % 10),
    nudge: 0,
  };
}
