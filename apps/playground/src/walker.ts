import { type CharacterDefinition, type CharacterMover, createCharacter, type World } from '@otedama/rigid';

/** Walking speed and initial speed of a jump, m/s. */
const WALK = 5;
const JUMP = 6.5;

/** A colour that no other body has, so that the character is easy to find. */
const COLOR = [0.85, 0.33, 0.16] as const;

/** Speed below which the character counts as standing, m/s. */
const STILL = 0.1;

/** A character controlled by the reader's keys. It walks, falls and jumps like a character in a game. */
export class Walker {
  /** -1 left, 1 right: where it looks, which is where it last walked. */
  facing = 1;
  /** Whether it jumps whenever it is on the ground. */
  jumps = false;
  readonly mover: CharacterMover;
  private readonly world: World;
  private way = 0;

  constructor(world: World, definition: CharacterDefinition) {
    this.world = world;
    this.mover = createCharacter(world, definition);
    this.mover.body.color = COLOR;
  }

  /** -1 left, 0 stand, 1 right. */
  get direction(): number {
    return this.way;
  }

  set direction(direction: number) {
    this.way = direction;
    if (direction !== 0) this.facing = direction;
  }

  /** Whether it walks, jumps or falls. */
  get isMoving(): boolean {
    const { x, y } = this.mover.velocity;
    return Math.hypot(x, y) > STILL;
  }

  /** Call this before each step of the world. */
  step(dt: number): void {
    const { mover } = this;
    let rise = mover.isGrounded ? 0 : mover.velocity.y + this.world.gravity.y * dt;
    if (this.jumps && mover.isGrounded) rise = JUMP;
    mover.move({ x: WALK * this.direction, y: rise }, dt);
  }
}
