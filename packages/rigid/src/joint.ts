import { InputError, type Vec2 } from '@otedama/math2d';
import type { Body } from './body.js';
import type { GrabJointDefinition, JointDefinition } from './definitions.js';
import {
  ANCHOR_AX,
  ANCHOR_AY,
  ANCHOR_BX,
  ANCHOR_BY,
  DAMPING_RATIO,
  GRAB,
  HERTZ,
  IMPULSE_X,
  IMPULSE_Y,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_SPRING,
  JOINT_STRIDE,
  type JointKind,
  jointKinds,
  MAXIMUM_FORCE,
} from './joint-store.js';
import { BODY_STRIDE, C, MASS, S, X, Y } from './layout.js';
import { requireAbove0, requireMagnitude2 } from './validate.js';
import type { WorldState } from './world-state.js';

/** Default force limit of a grab joint as a multiple of the body's mass, m/s^2: about a hundred times gravity. */
const GRAB_ACCELERATION = 1000;

/** Writes a validated definition into the joint store. @returns the slot */
export function addJoint(state: WorldState, definition: GrabJointDefinition<Body>): number {
  const { joints, bodies } = state;
  const body = definition.body.id;
  const slot = joints.create(GRAB, -1, body, JOINT_SPRING);
  const d = slot * JOINT_STRIDE;
  const o = body * BODY_STRIDE;
  const { pose } = bodies;
  const localX = definition.localAnchor?.x ?? 0;
  const localY = definition.localAnchor?.y ?? 0;
  joints.data[d + ANCHOR_BX] = localX;
  joints.data[d + ANCHOR_BY] = localY;
  joints.data[d + ANCHOR_AX] =
    definition.target?.x ?? pose[o + X] + (pose[o + C] * localX - pose[o + S] * localY);
  joints.data[d + ANCHOR_AY] =
    definition.target?.y ?? pose[o + Y] + (pose[o + S] * localX + pose[o + C] * localY);
  joints.data[d + HERTZ] = definition.hertz ?? 5;
  joints.data[d + DAMPING_RATIO] = definition.dampingRatio ?? 0.7;
  joints.data[d + MAXIMUM_FORCE] = definition.maximumForce ?? GRAB_ACCELERATION * bodies.mass[o + MASS];
  return slot;
}

/** A joint in a world; goes stale when it or one of its bodies is destroyed. */
export class Joint {
  /** Slot of the joint; slots of destroyed joints are used again. */
  readonly id: number;
  readonly generation: number;
  /** Anything of the user's. */
  userData: unknown;
  readonly #state: WorldState;

  /** Worlds make joints: see `World.createJoint`. */
  constructor(state: WorldState, id: number) {
    this.#state = state;
    this.id = id;
    this.generation = state.joints.generation[id];
  }

  /** Whether the joint is still in its world. */
  get isValid(): boolean {
    return this.#state.joints.generation[this.id] === this.generation;
  }

  get kind(): JointKind {
    return jointKinds[this.#live('kind').joints.index[this.id * JOINT_INDEX_STRIDE + JOINT_KIND]];
  }

  /** The body that is pulled. */
  get body(): Body {
    const state = this.#live('body');
    return state.bodyHandles[state.joints.index[this.id * JOINT_INDEX_STRIDE + JOINT_BODY_B]]!;
  }

  /** World point the body is pulled to, m. */
  get target(): Vec2 {
    const { data } = this.#live('target').joints;
    return { x: data[this.id * JOINT_STRIDE + ANCHOR_AX], y: data[this.id * JOINT_STRIDE + ANCHOR_AY] };
  }
  set target(value: Vec2) {
    const { data } = this.#change('target').joints;
    requireMagnitude2('target', value);
    data[this.id * JOINT_STRIDE + ANCHOR_AX] = value.x;
    data[this.id * JOINT_STRIDE + ANCHOR_AY] = value.y;
  }

  /** Point of the body that is held, body frame, m. */
  get localAnchor(): Vec2 {
    const { data } = this.#live('localAnchor').joints;
    return { x: data[this.id * JOINT_STRIDE + ANCHOR_BX], y: data[this.id * JOINT_STRIDE + ANCHOR_BY] };
  }

  /** Largest force, N, > 0. */
  get maximumForce(): number {
    return this.#live('maximumForce').joints.data[this.id * JOINT_STRIDE + MAXIMUM_FORCE];
  }
  set maximumForce(value: number) {
    const { data } = this.#change('maximumForce').joints;
    data[this.id * JOINT_STRIDE + MAXIMUM_FORCE] = requireAbove0('maximumForce', value);
  }

  /** Impulse on the body in the last step, N s. */
  get reactionImpulse(): Vec2 {
    const { data } = this.#live('reactionImpulse').joints;
    return { x: data[this.id * JOINT_STRIDE + IMPULSE_X], y: data[this.id * JOINT_STRIDE + IMPULSE_Y] };
  }

  /** The definition that would make this joint again. */
  toDefinition(): JointDefinition<Body> {
    const { data } = this.#live('toDefinition').joints;
    const d = this.id * JOINT_STRIDE;
    return {
      kind: 'grab',
      body: this.body,
      localAnchor: this.localAnchor,
      target: this.target,
      hertz: data[d + HERTZ],
      dampingRatio: data[d + DAMPING_RATIO],
      maximumForce: data[d + MAXIMUM_FORCE],
    };
  }

  #live(use: string): WorldState {
    const state = this.#state;
    if (state.joints.generation[this.id] !== this.generation) {
      throw new InputError(`joint.${use}`, `joint ${this.id}, destroyed`, 'a joint that is in its world');
    }
    return state;
  }

  #change(what: string): WorldState {
    const state = this.#live(what);
    state.requireUnlocked(`joint.${what}`);
    return state;
  }
}
