/**
 * Converts joint definitions to records of the joint store and back. `joint-layout.ts` describes the layout of a record. The
 * joint code of the solvers describes how each kind uses its numbers.
 */

import { atan2, InputError, TWO_PI, type Vec2, wrapAngle } from '@otedama/math2d';
import type { Body } from './body.js';
import type { JointAnchors, JointDefinition, JointLimits } from './joint-definitions.js';
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
import { takeJointSlot } from './joint-slots.js';
import { BODY_STRIDE, C, MASS, S, X, Y } from './layout.js';
import type { WorldState } from './world-state.js';

/** Default force limit of a grab joint divided by the mass of the body, m/s^2: about a hundred times gravity. */
const GRAB_ACCELERATION = 1000;
/** Default damping ratio of springs: about one oscillation until rest. */
const SPRING_DAMPING_RATIO = 0.7;

/** Tolerance for the length of a unit vector: it was divided by its length and rounded. */
const UNIT_TOLERANCE: number = 2 ** -51;

const origin: Vec2 = { x: 0, y: 0 };

/** Converts a point of a body, or of the world (slot -1), to world axes. */
function toWorld(state: WorldState, slot: number, p: Vec2): Vec2 {
  if (slot < 0) return p;
  const { pose } = state.bodies;
  const o = slot * BODY_STRIDE;
  return {
    x: pose[o + X] + pose[o + C] * p.x - pose[o + S] * p.y,
    y: pose[o + Y] + pose[o + S] * p.x + pose[o + C] * p.y,
  };
}

function toLocal(state: WorldState, slot: number, p: Vec2): Vec2 {
  if (slot < 0) return p;
  const { pose } = state.bodies;
  const o = slot * BODY_STRIDE;
  const x = p.x - pose[o + X];
  const y = p.y - pose[o + Y];
  return { x: pose[o + C] * x + pose[o + S] * y, y: pose[o + C] * y - pose[o + S] * x };
}

/** The unit vector in a direction. An axis that was read from a joint stays as it is, to the bit. */
export function unitAxis(axis: Vec2): Vec2 {
  const { x, y } = axis;
  const length = Math.sqrt(x * x + y * y);
  return Math.abs(length - 1) < UNIT_TOLERANCE ? axis : { x: x / length, y: y / length };
}

/** Angle of a body, wrapped to half a turn, 0 for the world. */
function angleOf(state: WorldState, slot: number): number {
  if (slot < 0) return 0;
  const o = slot * BODY_STRIDE;
  return atan2(state.bodies.pose[o + S], state.bodies.pose[o + C]);
}

/** Angle of B relative to A, wrapped to half a turn. */
export function relativeAngle(state: WorldState, a: number, b: number): number {
  const { pose } = state.bodies;
  const cA = a < 0 ? 1 : pose[a * BODY_STRIDE + C];
  const sA = a < 0 ? 0 : pose[a * BODY_STRIDE + S];
  const cB = pose[b * BODY_STRIDE + C];
  const sB = pose[b * BODY_STRIDE + S];
  return atan2(cA * sB - sA * cB, cA * cB + sA * sB);
}

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

/** Whole turns, rad, by which the angle of a joint exceeds half a turn: a new joint does not have them. */
function wholeTurns(state: WorldState, slot: number): number {
  const { index, data } = state.joints;
  const i = slot * JOINT_INDEX_STRIDE;
  const angle = relativeAngle(state, index[i + JOINT_BODY_A], index[i + JOINT_BODY_B]);
  return TWO_PI * Math.round((data[slot * JOINT_STRIDE + JOINT_ANGLE] - angle) / TWO_PI);
}

/** Angle of a body that a gear follows, not wrapped: the one of its last step, at `place`, and what the body has turned since. */
function followedAngle(state: WorldState, place: number, slot: number): number {
  const before = state.joints.data[place];
  return before + wrapAngle(angleOf(state, slot) - before);
}

/** Lengths of the rope of a pulley on both sides, m. */
function ropeLengths(state: WorldState, slot: number): { lengthA: number; lengthB: number } {
  const { index, data } = state.joints;
  const i = slot * JOINT_INDEX_STRIDE;
  const j = slot * JOINT_STRIDE;
  const anchorA = toWorld(state, index[i + JOINT_BODY_A], read2(data, j + ANCHOR_AX));
  const anchorB = toWorld(state, index[i + JOINT_BODY_B], read2(data, j + ANCHOR_BX));
  return {
    lengthA: separation(anchorA, read2(data, j + AXIS_X)),
    lengthB: separation(anchorB, read2(data, j + EXTRA0)),
  };
}

/**
 * Gives a gear or pulley another ratio. The sum q_A + ratio q_B that it keeps constant changes by the same amount as the sum of the present
 * pose, so that the joint is as far from its constraint as before and nothing jumps.
 */
export function changeRatio(state: WorldState, slot: number, ratio: number): void {
  const { index, data } = state.joints;
  const j = slot * JOINT_STRIDE;
  const change = ratio - data[j + RATIO];
  data[j + RATIO] = ratio;
  if (jointKinds[index[slot * JOINT_INDEX_STRIDE + JOINT_KIND]] === 'pulley') {
    data[j + LENGTH] += change * ropeLengths(state, slot).lengthB;
  } else {
    const b = index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B];
    data[j + REFERENCE_ANGLE] += change * followedAngle(state, j + EXTRA1, b);
  }
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
function areLimitsDue(kind: JointKind, lower: number, upper: number): boolean {
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

function separation(p: Vec2, q: Vec2): number {
  const x = q.x - p.x;
  const y = q.y - p.y;
  return Math.sqrt(x * x + y * y);
}

function toLocalVector(state: WorldState, slot: number, v: Vec2): Vec2 {
  if (slot < 0) return v;
  const { pose } = state.bodies;
  const c = pose[slot * BODY_STRIDE + C];
  const s = pose[slot * BODY_STRIDE + S];
  return { x: c * v.x + s * v.y, y: c * v.y - s * v.x };
}

function write2(data: Float64Array, place: number, v: Vec2): void {
  data[place] = v.x;
  data[place + 1] = v.y;
}

const read2 = (data: Float64Array, place: number): Vec2 => ({ x: data[place], y: data[place + 1] });

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
