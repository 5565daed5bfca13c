/**
 * Work of a world for its joints besides solving: breaking, removal with their bodies, sleeping and waking. A world creates it
 * for its first joint; a page without joints does not load it.
 */
import { keepListed, setListed } from './active-list.js';
import { canAct } from './joint-activity.js';
import { JointEdges } from './joint-edges.js';
import { closeGaps } from './joint-gaps.js';
import {
  ANCHOR_BX,
  ANCHOR_BY,
  BREAK_FORCE,
  BREAK_TORQUE,
  IMPULSE_UPPER,
  IMPULSE_X,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_MOTOR,
  JOINT_STRIDE,
  jointKinds,
  MOTOR_SPEED,
  REACTION_TORQUE,
  REACTION_X,
  REACTION_Y,
} from './joint-layout.js';
import { removeJoint } from './joint-lifecycle.js';
import { BODY_STRIDE, C, DAMPING_STRIDE, EXTENT, S, SLEEP_TIME, VX, VY, W, X, Y } from './layout.js';
import { meetNeighbor, wakeBody } from './sleep.js';
import type { WorldState } from './world-state.js';

export class JointUpkeep {
  readonly #state: WorldState;
  readonly #edges = new JointEdges();

  constructor(state: WorldState) {
    this.#state = state;
  }

  /** Whether a body has a joint, given by its slot. */
  isJointed(body: number): boolean {
    return this.#edges.firstOf(body) >= 0;
  }

  /** Removes the joints whose force or torque in the last step was above their limit, and reports them. */
  breakOverloaded(): void {
    const state = this.#state;
    const { joints } = state;
    for (let k = 0; k < joints.activeCount; ) {
      const slot = joints.active[k];
      const j = slot * JOINT_STRIDE;
      const x = joints.data[j + REACTION_X];
      const y = joints.data[j + REACTION_Y];
      const force = Math.sqrt(x * x + y * y);
      const torque = Math.abs(joints.data[j + REACTION_TORQUE]);
      if (force <= joints.data[j + BREAK_FORCE] && torque <= joints.data[j + BREAK_TORQUE]) {
        k++;
        continue;
      }
      const event = state.events.jointBreak.next();
      const a = joints.index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_A];
      const b = joints.index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B];
      const { pose } = state.bodies;
      const o = b * BODY_STRIDE;
      const anchorX = joints.data[j + ANCHOR_BX];
      const anchorY = joints.data[j + ANCHOR_BY];
      event.joint = state.jointHandles[slot]!;
      event.bodyA = a < 0 ? null : state.bodyHandles[a];
      event.bodyB = state.bodyHandles[b]!;
      event.x = pose[o + X] + (pose[o + C] * anchorX - pose[o + S] * anchorY);
      event.y = pose[o + Y] + (pose[o + S] * anchorX + pose[o + C] * anchorY);
      event.force = force;
      event.torque = torque;
      removeJoint(state, slot);
    }
  }

  /** Pulls bodies that are joined to bodies stopped by a sweep after them; see `joint-gaps.ts`. */
  closeGaps(roles: Uint8Array): void {
    closeGaps(this.#state, roles);
  }

  /** Lists a new joint, given by its slot, with its bodies. */
  add(slot: number): void {
    this.#edges.add(slot, this.#state.joints.index);
  }

  /** Removes a joint, given by its slot, from the lists of its bodies. */
  drop(slot: number): void {
    this.#edges.remove(slot, this.#state.joints.index);
  }

  /** Lists all joints again, for a world that was just restored. */
  addAll(): void {
    this.#edges.clear();
    for (let slot = 0; slot < this.#state.joints.slots; slot++) if (this.#isUsed(slot)) this.add(slot);
  }

  /** Removes every joint of a body. */
  removeOf(body: number): void {
    for (const slot of this.#slotsOf(body).reverse()) removeJoint(this.#state, slot);
  }

  /** Clears the impulses of the joints of a body. */
  clearImpulses(body: number): void {
    // a step calls this for bodies above the speed limits, so it must not allocate
    for (let edge = this.#edges.firstOf(body); edge >= 0; edge = this.#edges.after(edge)) {
      this.#clear(edge >> 1, IMPULSE_X, IMPULSE_UPPER);
    }
  }

  /**
   * Adds the joints of a body to the active list or removes them, after the body was enabled, disabled or changed its type. A joint that
   * does not act exerts no force. Its impulses were those of the body before: a kinematic body that pressed another one against a wall
   * would be thrown by them when it becomes dynamic.
   */
  updateActivity(body: number): void {
    for (const slot of this.#slotsOf(body)) {
      const acts = canAct(this.#state, slot);
      setListed(this.#state.joints, slot, acts);
      this.#clear(slot, IMPULSE_X, IMPULSE_UPPER);
      if (!acts) this.#clear(slot, REACTION_X, REACTION_TORQUE);
    }
  }

  /** Wakes the bodies that are joined to a body. */
  wakePartners(body: number): void {
    const { index } = this.#state.joints;
    for (const slot of this.#slotsOf(body)) {
      const i = slot * JOINT_INDEX_STRIDE;
      const a = index[i + JOINT_BODY_A];
      wakeBody(this.#state, a === body ? index[i + JOINT_BODY_B] : a);
    }
  }

  /**
   * Keeps the bodies that a motor moves from sleeping, however slowly it does: the hour hand of a clock is slower than the sleep speed.
   * Costs one pass over the active joints.
   */
  holdDriven(): void {
    const { joints, bodies } = this.#state;
    for (let k = 0; k < joints.activeCount; k++) {
      const slot = joints.active[k];
      if (!this.#isDriven(slot)) continue;
      for (let side = 0; side < 2; side++) {
        const body = joints.index[slot * JOINT_INDEX_STRIDE + (side === 0 ? JOINT_BODY_A : JOINT_BODY_B)];
        if (body >= 0) bodies.damping[body * DAMPING_STRIDE + SLEEP_TIME] = 0;
      }
    }
  }

  /**
   * Adds the bodies that are joined to a body to the island of the current search.
   * @param untilMoved stop at a moving kinematic body
   * @returns that body, or -1
   */
  meetPartners(body: number, untilMoved: boolean): number {
    const { index } = this.#state.joints;
    for (let edge = this.#edges.firstOf(body); edge >= 0; edge = this.#edges.after(edge)) {
      const other =
        index[(edge >> 1) * JOINT_INDEX_STRIDE + ((edge & 1) === 0 ? JOINT_BODY_B : JOINT_BODY_A)];
      if (other >= 0 && meetNeighbor(this.#state, other) && untilMoved) return other;
    }
    return -1;
  }

  /** Removes joints without an awake body from the active list. */
  rest(): void {
    const { joints, bodies } = this.#state;
    keepListed(
      joints,
      joints.index,
      JOINT_INDEX_STRIDE,
      JOINT_BODY_A,
      JOINT_BODY_B,
      (bodyA, bodyB) => (bodyA >= 0 && bodies.awakeIndex[bodyA] >= 0) || bodies.awakeIndex[bodyB] >= 0,
    );
  }

  /** Adds the joints of woken bodies to the active list again, in the order of their slots. */
  resume(woken: Int32Array): void {
    const { joints } = this.#state;
    const slots: number[] = [];
    for (const body of woken) {
      for (let edge = this.#edges.firstOf(body); edge >= 0; edge = this.#edges.after(edge)) {
        if (joints.activeIndex[edge >> 1] < 0 && canAct(this.#state, edge >> 1)) slots.push(edge >> 1);
      }
    }
    for (const slot of slots.sort((a, b) => a - b)) setListed(joints, slot, true);
  }

  /**
   * Whether the motor of a joint turns or moves its bodies at half its speed or more. A motor that is stalled lets them sleep. The speed
   * of a linear motor is at most that of the fastest points of both bodies.
   */
  #isDriven(slot: number): boolean {
    const { joints, bodies } = this.#state;
    const { motion, damping } = bodies;
    const i = slot * JOINT_INDEX_STRIDE;
    const least = Math.abs(joints.data[slot * JOINT_STRIDE + MOTOR_SPEED]) / 2;
    if ((joints.index[i + JOINT_FLAGS] & JOINT_MOTOR) === 0 || least === 0) return false;
    if (!canAct(this.#state, slot)) return false;
    const kind = jointKinds[joints.index[i + JOINT_KIND]];
    const isLinear = kind === 'distance' || kind === 'prismatic';
    let turn = 0;
    let way = 0;
    for (let side = 0; side < 2; side++) {
      const body = joints.index[i + (side === 0 ? JOINT_BODY_A : JOINT_BODY_B)];
      if (body < 0) continue;
      const o = body * BODY_STRIDE;
      const w = motion[o + W];
      turn += side === 0 ? -w : w;
      way +=
        Math.abs(motion[o + VX]) +
        Math.abs(motion[o + VY]) +
        Math.abs(w) * damping[body * DAMPING_STRIDE + EXTENT];
    }
    return isLinear ? way >= least : Math.abs(turn) >= least;
  }

  #isUsed(slot: number): boolean {
    return Boolean(this.#state.jointHandles[slot]);
  }

  /** Slots of the joints of a body, ascending. */
  #slotsOf(body: number): number[] {
    const slots: number[] = [];
    for (let edge = this.#edges.firstOf(body); edge >= 0; edge = this.#edges.after(edge))
      slots.push(edge >> 1);
    return slots.reverse();
  }

  /** Clears the numbers of a joint from `first` to `last`. */
  #clear(slot: number, first: number, last: number): void {
    const j = slot * JOINT_STRIDE;
    this.#state.joints.data.fill(0, j + first, j + last + 1);
  }
}
