/**
 * Converts records of the joint store to the definitions that create such joints again; `joint-record.ts` converts definitions to records.
 */
import type { JointDefinition } from './joint-definitions.js';
import { fieldsOfKind, isVector, jointFields } from './joint-fields.js';
import { read2, wholeTurns } from './joint-frames.js';
import {
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
  jointKinds,
  LOWER,
  MOTOR_SPEED,
  UNLIMITED,
  UPPER,
} from './joint-layout.js';
import { areLimitsDue, jointDefaults } from './joint-record.js';
import type { WorldState } from './world-state.js';

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
  const isOn = (flag: number): boolean => (index[i + JOINT_FLAGS] & flag) !== 0;
  const a = index[i + JOINT_BODY_A];
  const lower = data[j + LOWER];
  const upper = data[j + UPPER];
  const speed = data[j + MOTOR_SPEED];
  const hasSpring = isOn(JOINT_SPRING) || jointDefaults[kind]?.hertz !== undefined;
  // the numbers of limits that were never set
  const hasLimits = isOn(JOINT_LIMIT) || lower !== 0 || upper !== (kind === 'distance' ? UNLIMITED : 0);

  /** The value of a field; undefined if the definition does not need it. */
  const read = (field: string): unknown => {
    switch (field) {
      case 'bodyA':
        return a < 0 ? null : reference(a);
      case 'body':
      case 'bodyB':
        return reference(index[i + JOINT_BODY_B]);
      case 'collideConnected':
        return isOn(JOINT_COLLIDE_CONNECTED) || undefined;
      case 'canGoSlack':
        return isOn(JOINT_LIMIT) || undefined;
      case 'hertz':
      case 'dampingRatio':
        if (!hasSpring) return undefined;
        break;
      case 'lower':
        if (!hasLimits || lower === -UNLIMITED) return undefined;
        break;
      case 'upper':
        if (!hasLimits) return undefined;
        break;
      case 'enableLimit':
        return hasLimits && isOn(JOINT_LIMIT) !== areLimitsDue(kind, lower, upper)
          ? isOn(JOINT_LIMIT)
          : undefined;
      case 'motorSpeed':
        // a motor without a speed is off; a motor that was switched off keeps its speed
        return isOn(JOINT_MOTOR) || speed !== 0 ? speed : undefined;
      case 'enableMotor':
        return isOn(JOINT_MOTOR) || speed === 0 ? undefined : false;
    }
    const [, place] = jointFields[field];
    if (place === undefined) return undefined;
    if (isVector(field)) return read2(data, j + place);
    const value = data[j + place];
    if (value === UNLIMITED) return undefined;
    return field === 'angularOffset' || field === 'restAngle' ? value - wholeTurns(state, slot) : value;
  };

  const definition: Record<string, unknown> = { kind };
  for (const field of fieldsOfKind[kind]) {
    const value = read(field);
    if (value !== undefined) definition[field] = value;
  }
  return definition as unknown as JointDefinition<Reference>;
}
