import { requireFiniteVec2, requireKnownFields, requireNonNegative, requirePositive } from '@otedama/math2d';
import type { Body, Joint, JointDefinition } from '@otedama/rigid';
import { hexColor } from './color.js';
import { requireWorld } from './input.js';
import type { Painter } from './line-painter.js';
import { pickBody } from './pick.js';
import { gripOf, softBodyOf } from './soft-grip.js';
import type { DrawnWorld } from './types.js';

/** A world whose bodies can be dragged: a `World` of @otedama/rigid. */
export interface DragWorld extends DrawnWorld {
  /** Adds the grab joint that pulls the body. */
  createJoint(definition: JointDefinition<Body>): Joint;
  /** Removes the grab joint when the body is released. */
  destroyJoint(joint: Joint): void;
}

/** The spring that pulls a dragged body. */
export interface BodyDragOptions {
  /** Spring frequency, Hz, > 0; default 5. */
  readonly hertz?: number;
  /** Damping ratio, >= 0; default 0.7. */
  readonly dampingRatio?: number;
  /** Largest force divided by the mass of the body, m/s^2, > 0; default 1000. */
  readonly maximumAcceleration?: number;
}

const springColor = hexColor('#d1495b');

/**
 * Drags bodies with a grab joint: a damped spring of limited force from the grabbed point to the pointer. The solver handles it like
 * any other joint, so a dragged body pushes others and is never forced through walls. A soft body is held by the particles around
 * the point (soft-grip.ts).
 */
export class BodyDrag {
  private readonly world: DragWorld;
  private readonly options: Required<BodyDragOptions>;
  /** A single joint, or one per held particle of a soft body. */
  private joints: readonly Joint[] = [];
  private touched: Body | null = null;
  /** Position where the pointer grabbed the body, world axes, m. */
  private start = { x: 0, y: 0 };
  /** Positions of the held points when they were grabbed, in the order of `joints`. */
  private anchors: readonly { readonly x: number; readonly y: number }[] = [];

  /** @throws InputError if the world is none, or for an option that does not exist or is out of its range */
  constructor(world: DragWorld, options: BodyDragOptions = {}) {
    requireWorld(world);
    requireKnownFields(options, '', ['hertz', 'dampingRatio', 'maximumAcceleration']);
    this.world = world;
    const { hertz = 5, dampingRatio = 0.7, maximumAcceleration = 1000 } = options;
    this.options = {
      hertz: requirePositive('hertz', hertz),
      dampingRatio: requireNonNegative('dampingRatio', dampingRatio),
      maximumAcceleration: requirePositive('maximumAcceleration', maximumAcceleration),
    };
    Object.seal(this); // a name that does not exist throws
  }

  /** The body that is held (for a soft body, the touched particle), or null. It is released automatically when it is destroyed. */
  get body(): Body | null {
    const joint = this.joints[0];
    return joint?.isValid ? this.touched : null;
  }

  /**
   * Grabs the dynamic body at, or within `reach` metres of, a world point. Returns false if there is none.
   * @throws InputError if the point or the reach is not finite, or if the solver has no grab joints
   */
  grab(point: { readonly x: number; readonly y: number }, reach = 0): boolean {
    this.release();
    const body = pickBody(this.world, point, reach);
    if (body === null) return false;
    this.touched = body;
    const softBody = softBodyOf(this.world, body);
    const mass = softBody?.plan.mass ?? body.mass;
    const { particles, strength, shares } =
      softBody === null
        ? { particles: [body], strength: 1, shares: [1] }
        : gripOf(this.world, softBody, body);
    const { hertz, dampingRatio, maximumAcceleration } = this.options;
    this.start = { x: point.x, y: point.y };
    this.anchors = softBody === null ? [this.start] : particles.map((particle) => particle.worldCenter);
    this.joints = particles.map((held, index) =>
      this.world.createJoint({
        kind: 'grab',
        body: held,
        localAnchor: held.getLocalPoint(this.anchors[index]),
        target: this.anchors[index],
        hertz: hertz * strength,
        dampingRatio: dampingRatio * strength,
        maximumForce: maximumAcceleration * mass * shares[index],
      }),
    );
    return true;
  }

  /**
   * Moves the point that the held body is pulled to. Does nothing if no body is held.
   * @throws InputError if the point is not finite
   */
  move(point: { readonly x: number; readonly y: number }): void {
    requireFiniteVec2('point', point);
    this.joints.forEach((joint, index) => {
      const anchor = this.anchors[index];
      if (joint.isValid)
        joint.target = { x: anchor.x + point.x - this.start.x, y: anchor.y + point.y - this.start.y };
    });
  }

  /** Releases the held body. */
  release(): void {
    for (const joint of this.joints) if (joint.isValid) this.world.destroyJoint(joint);
    this.joints = [];
  }

  /** Draws the spring: a line from the held point (the mean of several) to the pointer. */
  draw(painter: Painter): void {
    const joints = this.joints.filter((joint) => joint.isValid);
    if (joints.length === 0) return;
    const mean = (value: (joint: Joint) => number): number =>
      joints.reduce((sum, joint) => sum + value(joint), 0) / joints.length;
    const held = { x: mean((joint) => joint.worldAnchorB.x), y: mean((joint) => joint.worldAnchorB.y) };
    const target = { x: mean((joint) => joint.target.x), y: mean((joint) => joint.target.y) };
    painter.line(held.x, held.y, target.x, target.y, springColor, 2);
    painter.point(held.x, held.y, springColor, 8);
    painter.point(target.x, target.y, springColor, 8);
  }
}
