import type { ClothCpu, ClothGpu, Collider, MotionLimits, Reactions } from '@otedama/cloth-webgpu';
import type { CaughtBall } from './caught-ball.js';
import type { ClothScene } from './cloth-scene.js';

/** A ball, and what it feels of the cloth. */
export interface FeelingBall {
  readonly body: CaughtBall;
  readonly reactions: Reactions;
}

/** What acts on the cloth of a scene besides the reader: wind, moving bodies, the animation that it follows, and a ball that it catches. */
export class ClothDrive {
  private readonly cloth: ClothGpu | ClothCpu;
  private readonly definition: ClothScene;
  private readonly ball: FeelingBall | null;
  private readonly limits: MotionLimits | null;

  constructor(
    cloth: ClothGpu | ClothCpu,
    definition: ClothScene,
    { ball, limits }: { readonly ball: FeelingBall | null; readonly limits: MotionLimits | null },
  ) {
    this.cloth = cloth;
    this.definition = definition;
    this.ball = ball;
    this.limits = limits;
  }

  /** Sets what acts on the cloth in the steps of the next `seconds`, one or more. A ball moves before each step instead. */
  prepare(seconds: number): void {
    if (this.ball === null) this.act(Math.max(1, Math.round(seconds / this.cloth.stepSeconds)));
  }

  /** Advances the time of the prepared cloth. Returns the number of steps done. */
  advance(seconds: number): number {
    return this.ball === null ? this.cloth.advance(seconds) : this.advanceByStep(seconds);
  }

  /** Makes one step. */
  step(): void {
    this.act(1);
    this.cloth.step();
  }

  /** Colliders that move, between the last two steps at `alpha`, 0 to 1; undefined if none does. */
  collidersAt(alpha: number): readonly Collider[] | undefined {
    if (this.ball !== null) return [this.ball.body.collider(alpha)];
    const { stepCount, stepSeconds } = this.cloth;
    return this.definition.bodies?.(Math.max(0, stepCount - 1 + alpha) * stepSeconds);
  }

  /** Sets the colliders and the skin to the cloth's time, after that time has jumped. A ball is back at its start. */
  place(): void {
    const { stepCount, stepSeconds } = this.cloth;
    this.ball?.body.reset();
    const colliders =
      this.ball === null
        ? this.definition.bodies?.(stepCount * stepSeconds)
        : this.collidersWith(this.ball.body);
    if (colliders !== undefined) this.cloth.setColliders(colliders);
    const { animation } = this.definition;
    if (animation !== undefined) this.limits?.place(animation.skin(stepCount * stepSeconds));
  }

  /** Advances the time with the ball moving before each step. Returns the number of steps done. */
  private advanceByStep(seconds: number): number {
    const { cloth } = this;
    let left = seconds;
    for (let steps = 0; ; ) {
      const wait = (1 - cloth.alpha) * cloth.stepSeconds;
      if (left < wait) {
        cloth.advance(left);
        return steps;
      }
      this.act(1);
      steps += cloth.advance(wait);
      left -= wait;
    }
  }

  /** Sets wind, colliders and the skin for the next `steps` steps. */
  private act(steps: number): void {
    const { wind, bodies, animation } = this.definition;
    const { stepCount, stepSeconds } = this.cloth;
    if (wind !== undefined) this.cloth.setParameters({ wind: wind(stepCount * stepSeconds) });
    const then = (stepCount + steps) * stepSeconds;
    if (bodies !== undefined) this.cloth.moveColliders(bodies(then));
    if (animation !== undefined) this.limits?.move(animation.skin(then));
    if (this.ball === null) return;
    const { body, reactions } = this.ball;
    const [felt] = reactions.take();
    if (felt === undefined) return;
    const goesOn = body.step(felt, this.cloth.parameters.gravity, stepSeconds);
    if (goesOn) this.cloth.moveColliders(this.collidersWith(body));
    else this.cloth.setColliders(this.collidersWith(body));
  }

  /** The ball where it is now, and the other colliders. */
  private collidersWith(ball: CaughtBall): readonly Collider[] {
    return [ball.collider(), ...this.cloth.colliders.slice(1)];
  }
}
