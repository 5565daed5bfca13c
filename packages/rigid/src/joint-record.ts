/**
 * Converts joint definitions to records of the joint store; `joint-reading.ts` converts them back. `joint-layout.ts` describes the layout of
 * a record. The joint code of the solvers describes how each kind uses its numbers.
 */
import { InputError, TWO_PI, type Vec2 } from '@otedama/math2d';
import type { Body } from './body.js';
import type { JointAnchors, JointDefinition, JointLimits } from './joint-definitions.js';
import {
  angleOf,
  relativeAngle,
  ropeLengths,
  separation,
  toLocal,
  toLocalVector,
  toWorld,
  unitAxis,
} from './joint-frames.js';
import {
  ANCHOR_AX,
  ANCHOR_AY,
  ANCHOR_BX,
  ANCHOR_BY,
  AXIS_X,
  BREAK_FORCE,
  BREAK_TORQUE,
  DAMPING_RATIO,
  EXTRA0,
  EXTRA1,
  HERTZ,
  JOINT_ANGLE,
  JOINT_COLLIDE_CONNECTED,
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
import { takeJointSlot } from './joint-slots.js';
import { BODY_STRIDE, MASS } from './layout.js';
import type { WorldState } from './world-state.js';

/** Default force limit of a grab joint divided by the mass of the body, m/s^2: about a hundred times gravity. */
const GRAB_ACCELERATION = 1000;
/** Default damping ratio of springs: about one oscillation until rest. */
const SPRING_DAMPING_RATIO = 0.7;

const origin: Vec2 = { x: 0, y: 0 };

/**
 * The angle of B relative to A is known up to whole turns. Returns the one closest to the limits, among equals the one closest to the
 * reference angle. So a hinge that was saved at 200 degrees starts there, and a lever that points to the left starts next to its reference
 * angle pi, also at -179 degrees.
 * @param angle wrapped to half a turn, rad
 * @param lower limits of the angle minus `reference`, rad
 */
function turnedAngle(angle: number, reference: number, lower: number, upper: number): number {
  const nearest = angle + TWO_PI * Math.round((reference - angle) / TWO_PI);
  const q = nearest - reference;
  if (q < lower) {
    const turn = TWO_PI * Math.ceil((lower - q) / TWO_PI);
    if (q + turn - upper < lower - q) return nearest + turn;
  } else if (q > upper) {
    const turn = TWO_PI * Math.ceil((q - upper) / TWO_PI);
    if (lower - (q - turn) < q - upper) return nearest - turn;
  }
  return nearest;
}

/**
 * Writes a validated definition to the joint store.
 * @returns the slot
 * @throws InputError if a rope without `maximumLength` would have no length
 */
export function writeJoint(state: WorldState, definition: JointDefinition<Body>): number {
  const { joints, bodies } = state;
  const kind = jointKinds.indexOf(definition.kind);
  if (definition.kind === 'grab') {
    const b = definition.body.id;
    const slot = takeJointSlot(joints, kind, -1, b, JOINT_SPRING);
    const { data } = joints;
    const j = slot * JOINT_STRIDE;
    const local = definition.localAnchor ?? origin;
    const target = definition.target ?? toWorld(state, b, local);
    write2(data, j + ANCHOR_AX, target);
    write2(data, j + ANCHOR_BX, local);
    data[j + HERTZ] = definition.hertz ?? 5;
    data[j + DAMPING_RATIO] = definition.dampingRatio ?? SPRING_DAMPING_RATIO;
    data[j + MAXIMUM_FORCE] =
      definition.maximumForce ?? GRAB_ACCELERATION * bodies.mass[b * BODY_STRIDE + MASS];
    data[j + BREAK_FORCE] = UNLIMITED;
    data[j + BREAK_TORQUE] = UNLIMITED;
    return slot;
  }

  const a = definition.bodyA?.id ?? -1;
  const b = definition.bodyB.id;
  const { localA, localB } = anchorsOf(state, a, b, definition as JointAnchors);
  const distance = separation(toWorld(state, a, localA), toWorld(state, b, localB));
  if (definition.kind === 'rope' && definition.maximumLength === undefined && distance === 0) {
    throw new InputError('maximumLength', undefined, 'a length, because both anchors are at the same place');
  }
  const slot = takeJointSlot(joints, kind, a, b, flagsOf(definition));
  const { data } = joints;
  const j = slot * JOINT_STRIDE;
  data[j + BREAK_FORCE] = definition.breakForce ?? UNLIMITED;
  data[j + BREAK_TORQUE] = definition.breakTorque ?? UNLIMITED;
  data[j + MAXIMUM_FORCE] = UNLIMITED;
  data[j + MAXIMUM_TORQUE] = UNLIMITED;
  data[j + AXIS_X] = 1;
  const angle = relativeAngle(state, a, b);
  data[j + JOINT_ANGLE] = angle;
  data[j + REFERENCE_ANGLE] = angle;
  if (definition.kind !== 'groove') {
    write2(data, j + ANCHOR_AX, localA);
    write2(data, j + ANCHOR_BX, localB);
  }
  if ('hertz' in definition) {
    data[j + HERTZ] = definition.hertz ?? 0;
    data[j + DAMPING_RATIO] = definition.dampingRatio ?? SPRING_DAMPING_RATIO;
  }
  if ('lower' in definition || 'upper' in definition) {
    const { lower, upper } = definition;
    if (lower !== undefined || upper !== undefined) {
      data[j + LOWER] = lower ?? -UNLIMITED;
      data[j + UPPER] = upper ?? UNLIMITED;
    }
  }
  if ('motorSpeed' in definition) data[j + MOTOR_SPEED] = definition.motorSpeed ?? 0;
  if ('maximumMotorForce' in definition) data[j + MAXIMUM_FORCE] = definition.maximumMotorForce ?? UNLIMITED;
  if ('maximumMotorTorque' in definition)
    data[j + MAXIMUM_TORQUE] = definition.maximumMotorTorque ?? UNLIMITED;
  if ('referenceAngle' in definition && definition.referenceAngle !== undefined) {
    const { referenceAngle } = definition;
    // those of a prismatic joint limit its translation
    const isLimited = definition.kind === 'revolute' && (flagsOf(definition) & JOINT_LIMIT) !== 0;
    const lower = isLimited ? data[j + LOWER] : -UNLIMITED;
    const upper = isLimited ? data[j + UPPER] : UNLIMITED;
    data[j + JOINT_ANGLE] = turnedAngle(angle, referenceAngle, lower, upper);
    data[j + REFERENCE_ANGLE] = referenceAngle;
  }
  if ('localAxisA' in definition && definition.localAxisA !== undefined) {
    write2(data, j + AXIS_X, unitAxis(definition.localAxisA));
  }
  switch (definition.kind) {
    case 'distance':
      data[j + LENGTH] = definition.length ?? distance;
      if (definition.lower === undefined) data[j + LOWER] = 0;
      if (definition.upper === undefined) data[j + UPPER] = UNLIMITED;
      break;
    case 'rope':
      data[j + UPPER] = definition.maximumLength ?? distance;
      break;
    case 'revolute':
      data[j + EXTRA0] = definition.springAngle ?? 0;
      break;
    case 'prismatic':
      data[j + EXTRA0] = definition.springTranslation ?? 0;
      break;
    case 'weld':
      data[j + EXTRA0] = definition.angularHertz ?? definition.hertz ?? 0;
      data[j + EXTRA1] = definition.angularDampingRatio ?? definition.dampingRatio ?? SPRING_DAMPING_RATIO;
      break;
    case 'wheel':
      if (definition.localAxisA === undefined) write2(data, j + AXIS_X, { x: 0, y: 1 });
      break;
    case 'motor': {
      data[j + HERTZ] = definition.hertz ?? 5;
      data[j + DAMPING_RATIO] = definition.dampingRatio ?? 1;
      data[j + MAXIMUM_FORCE] = definition.maximumForce ?? 1;
      data[j + MAXIMUM_TORQUE] = definition.maximumTorque ?? 1;
      data[j + REFERENCE_ANGLE] = 0;
      data[j + LENGTH] = definition.angularOffset ?? angle;
      const anchorA = toWorld(state, a, { x: data[j + ANCHOR_AX], y: data[j + ANCHOR_AY] });
      const anchorB = toWorld(state, b, { x: data[j + ANCHOR_BX], y: data[j + ANCHOR_BY] });
      const turned = toLocalVector(state, a, { x: anchorB.x - anchorA.x, y: anchorB.y - anchorA.y });
      write2(data, j + EXTRA0, definition.linearOffset ?? turned);
      break;
    }
    case 'gear': {
      const ratio = definition.ratio ?? 1;
      data[j + RATIO] = ratio;
      data[j + MAXIMUM_TORQUE] = definition.maximumTorque ?? UNLIMITED;
      data[j + EXTRA0] = angleOf(state, a);
      data[j + EXTRA1] = angleOf(state, b);
      data[j + REFERENCE_ANGLE] = data[j + EXTRA0] + ratio * data[j + EXTRA1];
      break;
    }
    case 'pulley': {
      const ratio = definition.ratio ?? 1;
      data[j + RATIO] = ratio;
      write2(data, j + AXIS_X, definition.groundAnchorA);
      write2(data, j + EXTRA0, definition.groundAnchorB);
      const { lengthA, lengthB } = ropeLengths(state, slot);
      data[j + LENGTH] = lengthA + ratio * lengthB;
      break;
    }
    case 'ratchet':
      data[j + LENGTH] = definition.pitch;
      data[j + REFERENCE_ANGLE] = definition.phase ?? 0;
      data[j + EXTRA0] = -UNLIMITED * Math.sign(definition.pitch);
      data[j + MAXIMUM_TORQUE] = definition.maximumTorque ?? UNLIMITED;
      break;
    case 'groove': {
      const { grooveStart, grooveEnd } = definition;
      const x = grooveEnd.x - grooveStart.x;
      const y = grooveEnd.y - grooveStart.y;
      const length = Math.sqrt(x * x + y * y);
      write2(data, j + ANCHOR_AX, grooveStart);
      write2(data, j + ANCHOR_BX, definition.localAnchorB ?? origin);
      if (length > 0) write2(data, j + AXIS_X, { x: x / length, y: y / length });
      data[j + LOWER] = 0;
      data[j + UPPER] = length;
      write2(data, j + EXTRA0, grooveEnd);
      break;
    }
    case 'rotarySpring':
      data[j + HERTZ] = definition.hertz ?? 1;
      data[j + DAMPING_RATIO] = definition.dampingRatio ?? SPRING_DAMPING_RATIO;
      data[j + REFERENCE_ANGLE] = definition.restAngle ?? angle;
      break;
    case 'rotaryLimit':
      data[j + REFERENCE_ANGLE] = 0;
      data[j + JOINT_ANGLE] = turnedAngle(angle, 0, data[j + LOWER], data[j + UPPER]);
      break;
    case 'friction':
      data[j + MAXIMUM_FORCE] = definition.maximumForce ?? 1;
      data[j + MAXIMUM_TORQUE] = definition.maximumTorque ?? 1;
      break;
  }
  return slot;
}

/** Whether limits apply if `enableLimit` is not given. Angular limits more than a turn apart do not limit anything. */
export function areLimitsDue(kind: JointKind, lower: number, upper: number): boolean {
  const span = upper - lower;
  const isFree = (kind === 'revolute' || kind === 'rotaryLimit') && span > TWO_PI && span < UNLIMITED;
  return !isFree;
}

/** Flags that are on by the presence of fields, overridden by `enableMotor` and `enableLimit`. */
function flagsOf(definition: Exclude<JointDefinition<Body>, { kind: 'grab' }>): number {
  const { kind } = definition;
  let flags = definition.collideConnected ? JOINT_COLLIDE_CONNECTED : 0;
  if ('hertz' in definition && (definition.hertz ?? 0) > 0) flags |= JOINT_SPRING;
  const { motorSpeed, enableMotor } = definition as { motorSpeed?: number; enableMotor?: boolean };
  if (enableMotor ?? motorSpeed !== undefined) flags |= JOINT_MOTOR;
  const { lower, upper, enableLimit } = definition as JointLimits;
  const areGiven = lower !== undefined || upper !== undefined;
  const areDue = areGiven && areLimitsDue(kind, lower ?? -UNLIMITED, upper ?? UNLIMITED);
  if (enableLimit ?? areDue) flags |= JOINT_LIMIT;
  if (kind === 'pulley' && definition.canGoSlack === true) flags |= JOINT_LIMIT;
  return flags;
}

/** The anchors of a definition in the frames of A and B; a world point if A is the world. */
function anchorsOf(
  state: WorldState,
  a: number,
  b: number,
  anchors: JointAnchors,
): { localA: Vec2; localB: Vec2 } {
  const worldB = anchors.worldAnchorB ?? anchors.worldAnchor;
  const localB = anchors.localAnchorB ?? (worldB === undefined ? origin : toLocal(state, b, worldB));
  const worldA =
    anchors.worldAnchorA ?? anchors.worldAnchor ?? (a < 0 ? toWorld(state, b, localB) : undefined);
  const localA = anchors.localAnchorA ?? (worldA === undefined ? origin : toLocal(state, a, worldA));
  return { localA, localB };
}

function write2(data: Float64Array, place: number, v: Vec2): void {
  data[place] = v.x;
  data[place + 1] = v.y;
}
