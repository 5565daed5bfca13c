/** Converts records of the joint store to the definitions that create such joints again; `joint-record.ts` converts definitions to records. */
import type { JointDefinition, JointLimits } from './joint-definitions.js';
import { read2, wholeTurns } from './joint-frames.js';
import {
  ANCHOR_AX,
  ANCHOR_BX,
  AXIS_X,
  BREAK_FORCE,
  BREAK_TORQUE,
  DAMPING_RATIO,
  EXTRA0,
  EXTRA1,
  HERTZ,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_COLLIDE_CONNECTED,
  JOINT_FLAGS,
  JOINT_INDEX_STRIDE,
  JOINT_KIND,
  JOINT_LIMIT,
  JOINT_MOTOR,
  JOINT_SPRING,
  JOINT_STRIDE,
  type JointKind,
  jointKinds,
  LENGTH,
  LOWER,
  MAXIMUM_FORCE,
  MAXIMUM_TORQUE,
  MOTOR_SPEED,
  RATIO,
  REFERENCE_ANGLE,
  UNLIMITED,
  UPPER,
} from './joint-layout.js';
import { areLimitsDue } from './joint-record.js';
import type { WorldState } from './world-state.js';

/** Limits as fields of a definition. Values of a record whose limits were never set are omitted, unless the limits are switched on. */
function readLimits(kind: JointKind, lower: number, upper: number, isOn: boolean): JointLimits {
  const areGiven = lower !== 0 || upper !== (kind === 'distance' ? UNLIMITED : 0);
  if (!areGiven && !isOn) return {};
  return {
    ...(lower > -UNLIMITED ? { lower } : {}),
    ...(upper < UNLIMITED ? { upper } : {}),
    ...(isOn === areLimitsDue(kind, lower, upper) ? {} : { enableLimit: isOn }),
  };
}

/** Returns the definition that creates the joint in a slot again, with all defaults filled in. */
export function readJoint<Reference>(
  state: WorldState,
  slot: number,
  reference: (body: number) => Reference,
): JointDefinition<Reference> {
  const { index, data } = state.joints;
  const i = slot * JOINT_INDEX_STRIDE;
  const j = slot * JOINT_STRIDE;
  const kind = jointKinds[index[i + JOINT_KIND]];
  const flags = index[i + JOINT_FLAGS];
  const a = index[i + JOINT_BODY_A];
  const bodyB = reference(index[i + JOINT_BODY_B]);
  /** A field that is present only if its value is not `UNLIMITED`. */
  const limited = (name: string, place: number) =>
    data[j + place] < UNLIMITED ? { [name]: data[j + place] } : {};
  const anchors = { localAnchorA: read2(data, j + ANCHOR_AX), localAnchorB: read2(data, j + ANCHOR_BX) };
  const spring =
    (flags & JOINT_SPRING) !== 0 ? { hertz: data[j + HERTZ], dampingRatio: data[j + DAMPING_RATIO] } : {};
  const limits = readLimits(kind, data[j + LOWER], data[j + UPPER], (flags & JOINT_LIMIT) !== 0);
  /** A motor without a speed is off. A motor that was switched off keeps its speed. */
  const motor = (name: string, place: number) => {
    const speed = data[j + MOTOR_SPEED];
    const isOn = (flags & JOINT_MOTOR) !== 0;
    return {
      ...(isOn || speed !== 0 ? { motorSpeed: speed } : {}),
      ...(isOn || speed === 0 ? {} : { enableMotor: false }),
      ...limited(name, place),
    };
  };
  const referenceAngle = data[j + REFERENCE_ANGLE];
  const localAxisA = read2(data, j + AXIS_X);
  if (kind === 'grab') {
    return {
      kind,
      body: bodyB,
      localAnchor: anchors.localAnchorB,
      target: anchors.localAnchorA,
      hertz: data[j + HERTZ],
      dampingRatio: data[j + DAMPING_RATIO],
      maximumForce: data[j + MAXIMUM_FORCE],
    };
  }
  const base = {
    bodyA: a < 0 ? null : reference(a),
    bodyB,
    ...((flags & JOINT_COLLIDE_CONNECTED) !== 0 ? { collideConnected: true } : {}),
    ...limited('breakForce', BREAK_FORCE),
    ...limited('breakTorque', BREAK_TORQUE),
  };
  switch (kind) {
    case 'distance':
      return {
        kind,
        ...base,
        ...anchors,
        ...spring,
        ...limits,
        ...motor('maximumMotorForce', MAXIMUM_FORCE),
        length: data[j + LENGTH],
      };
    case 'rope':
      return { kind, ...base, ...anchors, maximumLength: data[j + UPPER] };
    case 'revolute':
      return {
        kind,
        ...base,
        ...anchors,
        ...spring,
        ...limits,
        ...motor('maximumMotorTorque', MAXIMUM_TORQUE),
        referenceAngle,
        springAngle: data[j + EXTRA0],
      };
    case 'prismatic':
      return {
        kind,
        ...base,
        ...anchors,
        ...spring,
        ...limits,
        ...motor('maximumMotorForce', MAXIMUM_FORCE),
        localAxisA,
        referenceAngle,
        springTranslation: data[j + EXTRA0],
      };
    case 'weld':
      return {
        kind,
        ...base,
        ...anchors,
        ...spring,
        referenceAngle,
        angularHertz: data[j + EXTRA0],
        angularDampingRatio: data[j + EXTRA1],
      };
    case 'wheel':
      return {
        kind,
        ...base,
        ...anchors,
        ...spring,
        ...limits,
        ...motor('maximumMotorTorque', MAXIMUM_TORQUE),
        localAxisA,
      };
    case 'motor':
      return {
        kind,
        ...base,
        ...anchors,
        hertz: data[j + HERTZ],
        dampingRatio: data[j + DAMPING_RATIO],
        linearOffset: read2(data, j + EXTRA0),
        angularOffset: data[j + LENGTH] - wholeTurns(state, slot),
        maximumForce: data[j + MAXIMUM_FORCE],
        maximumTorque: data[j + MAXIMUM_TORQUE],
      };
    case 'gear':
      return { kind, ...base, ratio: data[j + RATIO], ...limited('maximumTorque', MAXIMUM_TORQUE) };
    case 'pulley':
      return {
        kind,
        ...base,
        ...anchors,
        groundAnchorA: localAxisA,
        groundAnchorB: read2(data, j + EXTRA0),
        ratio: data[j + RATIO],
        ...((flags & JOINT_LIMIT) !== 0 ? { canGoSlack: true } : {}),
      };
    case 'ratchet':
      return {
        kind,
        ...base,
        pitch: data[j + LENGTH],
        phase: referenceAngle,
        ...limited('maximumTorque', MAXIMUM_TORQUE),
      };
    case 'groove': {
      const grooveStart = read2(data, j + ANCHOR_AX);
      return {
        kind,
        ...base,
        grooveStart,
        grooveEnd: read2(data, j + EXTRA0),
        localAnchorB: anchors.localAnchorB,
      };
    }
    case 'rotarySpring':
      return {
        kind,
        ...base,
        hertz: data[j + HERTZ],
        dampingRatio: data[j + DAMPING_RATIO],
        restAngle: referenceAngle - wholeTurns(state, slot),
      };
    case 'rotaryLimit':
      return { kind, ...base, ...limits };
    case 'friction':
      return {
        kind,
        ...base,
        ...anchors,
        maximumForce: data[j + MAXIMUM_FORCE],
        maximumTorque: data[j + MAXIMUM_TORQUE],
      };
    case 'filter':
      return { kind, ...base };
  }
}
