/**
 * Groups of bodies that joints hold together: a ragdoll, a car, a chain. Moved by the same way, the bodies of a group keep their joints
 * closed. A group is held if a joint ties it to the world or to a body of infinite mass, or if one of its bodies has a locked axis.
 *
 * Joints of angles only, friction joints, and joints of limited force (`grab`, `motor`) do not hold bodies together. The groups are the
 * sets of a union-find forest [Tarjan 1975] whose roots are the lowest slots, so they depend on nothing but the joints.
 */
import {
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  INV_MASS,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  type JointKind,
  jointKinds,
  type SolverWorld,
} from '@otedama/rigid';

const holdingKinds: readonly JointKind[] = [
  'revolute',
  'weld',
  'prismatic',
  'wheel',
  'groove',
  'distance',
  'rope',
  'pulley',
];
/** The same kinds as a bit mask. */
const HOLDING: number = holdingKinds.reduce((bits, kind) => bits | (1 << jointKinds.indexOf(kind)), 0);

/** The groups of a step. */
export class JointGroups {
  count = 0;
  /** By body slot: its group, or -1. */
  of: Int32Array = new Int32Array(64);
  /** By group: whether it is held, 0 or 1. */
  isHeld: Uint8Array = new Uint8Array(64);
  /** By group: sum of the masses of its bodies, kg. */
  masses: Float64Array = new Float64Array(64);
  /** By body slot: another body of the group, nearer to its root; itself at the root, -1 for a body without joints. */
  #parents = new Int32Array(64);

  /** Makes room for the bodies of a world: bodies that are put somewhere after hours must not allocate. */
  reserve({ bodies, joints }: SolverWorld): void {
    if (bodies.slots > this.of.length) {
      this.of = new Int32Array(bodies.capacity);
      this.#parents = new Int32Array(bodies.capacity);
    }
    if (joints.slots > this.isHeld.length) {
      this.isHeld = new Uint8Array(joints.capacity);
      this.masses = new Float64Array(joints.capacity);
    }
  }

  /** Finds the groups that the active joints hold together. */
  update({ bodies, joints: { index, active, activeCount } }: SolverWorld): void {
    const { slots, mass, flags } = bodies;
    const { of, isHeld, masses } = this;
    const parents = this.#parents;
    parents.fill(-1, 0, slots);
    of.fill(-1, 0, slots);
    for (let k = 0; k < activeCount; k++) {
      const i = active[k] * JOINT_INDEX_STRIDE;
      if (((1 << index[i + JOINT_KIND]) & HOLDING) === 0) continue;
      const a = index[i + JOINT_BODY_A];
      const b = index[i + JOINT_BODY_B];
      const isMovingA = a >= 0 && mass[a * BODY_STRIDE + INV_MASS] > 0;
      const isMovingB = mass[b * BODY_STRIDE + INV_MASS] > 0;
      if (isMovingA && parents[a] < 0) parents[a] = a;
      if (isMovingB && parents[b] < 0) parents[b] = b;
      if (isMovingA && isMovingB) this.#unite(a, b);
    }
    this.count = 0;
    for (let body = 0; body < slots; body++) {
      if (parents[body] < 0) continue;
      const root = this.#rootOf(body);
      if (root === body) {
        isHeld[this.count] = 0;
        masses[this.count] = 0;
        of[body] = this.count++;
      }
      const group = of[root];
      of[body] = group;
      masses[group] += 1 / mass[body * BODY_STRIDE + INV_MASS];
      if ((flags[body] & (BODY_LOCK_X | BODY_LOCK_Y)) !== 0) isHeld[group] = 1;
    }
    for (let k = 0; k < activeCount; k++) {
      const i = active[k] * JOINT_INDEX_STRIDE;
      if (((1 << index[i + JOINT_KIND]) & HOLDING) === 0) continue;
      const a = index[i + JOINT_BODY_A];
      const groupA = a < 0 ? -1 : of[a];
      const groupB = of[index[i + JOINT_BODY_B]];
      if (groupA < 0 && groupB >= 0) isHeld[groupB] = 1;
      if (groupB < 0 && groupA >= 0) isHeld[groupA] = 1;
    }
  }

  #rootOf(body: number): number {
    const parents = this.#parents;
    let root = body;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  }

  #unite(a: number, b: number): void {
    const rootA = this.#rootOf(a);
    const rootB = this.#rootOf(b);
    this.#parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
  }
}
