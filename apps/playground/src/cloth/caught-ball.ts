import type { ColliderReaction, SphereCollider, Vector3 } from '@otedama/cloth-webgpu';

/** A ball that a cloth can catch. */
export interface BallDefinition {
  /** Metres, above zero. */
  readonly radius: number;
  /** Kilograms: at least three times the mass of a particle of the cloth. */
  readonly mass: number;
  /** Where it starts, at rest, m. */
  readonly start: Vector3;
  /** Height of the floor, m. */
  readonly floor: number;
}

/** Rate at which the ball slows down while it touches the cloth, 1/s. It feels the cloth a step late, so without this it would not rest. */
const touchDamping = 3;
/** Share of its speed with which it leaves the floor. */
const bounce = 0.4;
/** How long a ball that missed the net lies on the floor, s. */
const lying = 1.5;

/** A ball that falls, feels what it touches, and starts again if it misses. */
export class CaughtBall {
  private readonly definition: BallDefinition;
  private position: Vector3;
  private before: Vector3;
  private velocity: Vector3 = { x: 0, y: 0, z: 0 };
  private floorSeconds = 0;

  constructor(definition: BallDefinition) {
    this.definition = definition;
    this.position = this.before = definition.start;
  }

  /** The ball as a collider; `alpha` is how far it has come from the last step but one (0) to the last one (1). */
  collider(alpha = 1): SphereCollider {
    const { before, position } = this;
    const at = (axis: 'x' | 'y' | 'z') => before[axis] + alpha * (position[axis] - before[axis]);
    const center = { x: at('x'), y: at('y'), z: at('z') };
    return { type: 'sphere', center, radius: this.definition.radius, friction: 0.1 };
  }

  /** Back to the start, at rest. */
  reset(): void {
    this.position = this.before = this.definition.start;
    this.velocity = { x: 0, y: 0, z: 0 };
    this.floorSeconds = 0;
  }

  /** Does a step after what it felt in the last one. Returns whether it went on from where it was; otherwise it is at the start again. */
  step({ impulse }: ColliderReaction, gravity: Vector3, seconds: number): boolean {
    const { mass, radius, floor } = this.definition;
    const touches = impulse.x !== 0 || impulse.y !== 0 || impulse.z !== 0;
    const kept = touches ? Math.max(0, 1 - touchDamping * seconds) : 1;
    const next = (axis: 'x' | 'y' | 'z') =>
      kept * (this.velocity[axis] + impulse[axis] / mass + gravity[axis] * seconds);
    let velocity = { x: next('x'), y: next('y'), z: next('z') };
    if (this.position.y + velocity.y * seconds < floor + radius && velocity.y < 0)
      velocity = { x: 0.9 * velocity.x, y: -bounce * velocity.y, z: 0.9 * velocity.z };
    this.velocity = velocity;
    this.before = this.position;
    const { x, y, z } = this.before;
    this.position = {
      x: x + velocity.x * seconds,
      y: Math.max(y + velocity.y * seconds, floor + radius),
      z: z + velocity.z * seconds,
    };
    this.floorSeconds = this.position.y < floor + 1.5 * radius ? this.floorSeconds + seconds : 0;
    if (this.floorSeconds < lying) return true;
    this.reset();
    return false;
  }
}
