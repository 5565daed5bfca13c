import type { Body, Joint, JointDefinition } from '@otedama/rigid';
import { hexColor } from './color.js';
import type { Painter } from './line-painter.js';
import { pickBody } from './pick.js';
import type { DrawnWorld } from './types.js';

/** A world whose bodies can be dragged: a `World` of @otedama/rigid. */
export interface DragWorld extends DrawnWorld {
  /** Adds the grab joint that pulls the body. */
  createJoint(definition: JointDefinition<Body>): Joint;
  /** Removes it when the body is let go. */
  destroyJoint(joint: Joint): void;
}

/** The spring that a dragged body hangs on. */
export interface BodyDragOptions {
  /** Spring frequency, Hz, > 0; default 5. */
  readonly hertz?: number;
  /** Damping ratio, >= 0; default 0.7. */
  readonly dampingRatio?: number;
  /** Largest force as a multiple of the body's mass, m/s^2, > 0; default 1000. */
  readonly maximumAcceleration?: number;
}

const springColor = hexColor('#d1495b');

/**
 * Drags bodies by a grab joint: a damped spring of limited force from the point that was taken hold of to the pointer.
 * The solver handles it like any joint, so a dragged body pushes others and never passes through walls by force.
 */
export class BodyDrag {
  private readonly world: DragWorld;
  private readonly options: BodyDragOptions;
  private joint: Joint | null = null;

  constructor(world: DragWorld, options: BodyDragOptions = {}) {
    this.world = world;
    this.options = options;
  }

  /** The body that is held, or null. It is let go by itself when it is destroyed. */
  get body(): Body | null {
    return this.joint?.isValid ? this.joint.bodyB : null;
  }

  /**
   * Takes hold of the dynamic body at or within `reach` metres of a world point; false if there is none. Throws
   * `InputError` when the solver has no grab joints.
   */
  grab(point: { readonly x: number; readonly y: number }, reach = 0): boolean {
    this.release();
    const body = pickBody(this.world, point, reach);
    if (body === null) return false;
    this.joint = this.world.createJoint({
      kind: 'grab',
      body,
      localAnchor: body.getLocalPoint(point),
      target: { x: point.x, y: point.y },
      hertz: this.options.hertz ?? 5,
      dampingRatio: this.options.dampingRatio ?? 0.7,
      maximumForce: (this.options.maximumAcceleration ?? 1000) * body.mass,
    });
    return true;
  }

  /** Moves the point the held body is pulled to. Does nothing when nothing is held. */
  move(point: { readonly x: number; readonly y: number }): void {
    if (this.joint?.isValid) this.joint.target = { x: point.x, y: point.y };
  }

  /** Lets go. */
  release(): void {
    if (this.joint?.isValid) this.world.destroyJoint(this.joint);
    this.joint = null;
  }

  /** Draws the spring: a line from the held point to the pointer. */
  draw(painter: Painter): void {
    const joint = this.joint;
    if (!joint?.isValid) return;
    const { target, worldAnchorB: held } = joint;
    painter.line(held.x, held.y, target.x, target.y, springColor, 2);
    painter.point(held.x, held.y, springColor, 8);
    painter.point(target.x, target.y, springColor, 8);
  }
}
