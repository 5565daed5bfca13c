import { type CharacterDefinition, type CharacterMover, createCharacter, type World } from '@otedama/rigid';

/** Speeds of walking and of a jump at its start, m/s. */
const WALK = 5;
const JUMP = 6.5;

/** What it is seen by among what else moves: the colour that no body has by itself. */
const COLOR = [0.85, 0.33, 0.16] as const;

/** Slower than this it stands, m/s. */
const STILL = 0.1;

/** A character under the reader's keys: walks, falls and jumps by itself, as a game would have it. */
export class Walker {
  /** -1 to the left, 0 stands, 1 to the right. */
  direction = 0;
  /** Whether it jumps as soon as it stands. */
  jumps = false;
  readonly mover: CharacterMover;
  private readonly world: World;

  constructor(world: World, definition: CharacterDefinition) {
    this.world = world;
    this.mover = createCharacter(world, definition);
    this.mover.body.color = COLOR;
  }

  /** Whether it walks, jumps or falls. */
  get isMoving(): boolean {
    const { x, y } = this.mover.velocity;
    return Math.hypot(x, y) > STILL;
  }

  /** To be called before each step of the world. */
  step(dt: number): void {
    const { mover } = this;
    let rise = mover.isGrounded ? 0 : mover.velocity.y + this.world.gravity.y * dt;
    if (this.jumps && mover.isGrounded) rise = JUMP;
    mover.move({ x: WALK * this.direction, y: rise }, dt);
  }
}
