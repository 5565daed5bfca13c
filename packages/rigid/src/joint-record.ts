/**
 * Converts joint definitions to records of the joint store; `joint-reading.ts` converts them back. `joint-layout.ts` describes the layout of
 * a record. The joint code of the solvers describes how each kind uses its numbers.
 */
import { InputError, TWO_PI, type Vec2 } from '@otedama/math2d';
import type { Body } from './body.js';
import type { JointAnchors, JointDefinition, JointLimits } from './joint-definitions.js';
import { fieldsOfKind, isVector, jointFields } from './joint-fields.js';
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
  ANCHOR_BX,
  AXIS_X,
  BREAK_FORCE,
  BREAK_TORQUE,
  DAMPING_RATIO,
  EXTRA0,
  EXTRA1,
  GRAB,
  JOINT_ANGLE,
  JOINT_BODY_A,
  JOINT_BODY_B,
  JOINT_COLLIDE_CONNECTED,
  JOINT_INDEX_STRIDE,
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

/** Defaults of fields that are the same for all joints of a kind and not 0, in the units of the fields. */
export const jointDefaults: Readonly<Partial<Record<JointKind, Readonly<Record<string, number>>>>> = {
  grab: { hertz: 5 },
  motor: { hertz: 5, dampingRatio: 1, maximumForce: 1, maximumTorque: 1 },
  gear: { ratio: 1 },
  pulley: { ratio: 1 },
  ratchet: { phase: 0 },
  rotarySpring: { hertz: 1 },
  friction: { maximumForce: 1, maximumTorque: 1 },
};

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

/** Definition of a joint of any kind but `grab`: it has two bodies. */
type PairDefinition = Exclude<JointDefinition<Body>, { kind: 'grab' }>;

/**
 * Writes a validated definition to the joint store.
 * @returns the slot
 * @throws InputError if a rope without `maximumLength` would have no length
 */
export function writeJoint(state: WorldState, definition: JointDefinition<Body>): number {
  return definition.kind === 'grab' ? writeGrab(state, definition) : writePair(state, definition);
}

function writeGrab(state: WorldState, definition: Extract<JointDefinition<Body>, { kind: 'grab' }>): number {
  const { joints, bodies } = state;
  const b = definition.body.id;
  const slot = takeJointSlot(joints, GRAB, -1, b, JOINT_SPRING);
  const { data } = joints;
  const j = slot * JOINT_STRIDE;
  data[j + BREAK_FORCE] = UNLIMITED;
  data[j + BREAK_TORQUE] = UNLIMITED;
  data[j + MAXIMUM_FORCE] = GRAB_ACCELERATION * bodies.mass[b * BODY_STRIDE + MASS];
  write2(data, j + ANCHOR_AX, toWorld(state, b, definition.localAnchor ?? origin));
  writeFields(data, j, definition);
  return slot;
}

function writePair(state: WorldState, definition: PairDefinition): number {
  const { joints } = state;
  const a = definition.bodyA?.id ?? -1;
  const b = definition.bodyB.id;
  const { localA, localB } = anchorsOf(state, a, b, definition as JointAnchors);
  const distance = separation(toWorld(state, a, localA), toWorld(state, b, localB));
  if (definition.kind === 'rope' && definition.maximumLength === undefined && distance === 0) {
    throw new InputError('maximumLength', undefined, 'a length, because both anchors are at the same place');
  }
  const flags = flagsOf(definition);
  const slot = takeJointSlot(joints, jointKinds.indexOf(definition.kind), a, b, flags);
  const { data } = joints;
  const j = slot * JOINT_STRIDE;
  for (const place of [BREAK_FORCE, BREAK_TORQUE, MAXIMUM_FORCE, MAXIMUM_TORQUE]) data[j + place] = UNLIMITED;
  data[j + AXIS_X] = 1;
  const angle = relativeAngle(state, a, b);
  data[j + JOINT_ANGLE] = angle;
  data[j + REFERENCE_ANGLE] = angle;
  const { lower, upper } = definition as JointLimits;
  if (lower !== undefined || upper !== undefined) {
    data[j + LOWER] = -UNLIMITED;
    data[j + UPPER] = UNLIMITED;
  }
  if (definition.kind === 'distance') data[j + LENGTH] = distance;
  if (definition.kind === 'rope') data[j + UPPER] = distance;
  writeFields(data, j, definition);
  if (definition.kind !== 'groove') {
    write2(data, j + ANCHOR_AX, localA);
    write2(data, j + ANCHOR_BX, localB);
  }
  if ('referenceAngle' in definition && definition.referenceAngle !== undefined) {
    // the limits of a prismatic joint are those of its translation
    const isLimited = definition.kind === 'revolute' && (flags & JOINT_LIMIT) !== 0;
    data[j + JOINT_ANGLE] = turnedAngle(
      angle,
      definition.referenceAngle,
      isLimited ? data[j + LOWER] : -UNLIMITED,
      isLimited ? data[j + UPPER] : UNLIMITED,
    );
  }
  if ('localAxisA' in definition && definition.localAxisA !== undefined) {
    write2(data, j + AXIS_X, unitAxis(definition.localAxisA));
  }
  writeDependent(state, slot, definition, localA, localB);
  return slot;
}

/** Writes what depends on the poses or on other fields: defaults, and numbers that follow from several fields. */
function writeDependent(
  state: WorldState,
  slot: number,
  definition: PairDefinition,
  localA: Vec2,
  localB: Vec2,
): void {
  const { data, index } = state.joints;
  const a = index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_A];
  const b = index[slot * JOINT_INDEX_STRIDE + JOINT_BODY_B];
  const j = slot * JOINT_STRIDE;
  const angle = relativeAngle(state, a, b);
  switch (definition.kind) {
    case 'distance':
      if (definition.lower === undefined) data[j + LOWER] = 0;
      if (definition.upper === undefined) data[j + UPPER] = UNLIMITED;
      break;
    case 'weld':
      data[j + EXTRA0] = definition.angularHertz ?? definition.hertz ?? 0;
      data[j + EXTRA1] = definition.angularDampingRatio ?? definition.dampingRatio ?? SPRING_DAMPING_RATIO;
      break;
    case 'wheel':
      if (definition.localAxisA === undefined) write2(data, j + AXIS_X, { x: 0, y: 1 });
      break;
    case 'motor': {
      data[j + REFERENCE_ANGLE] = 0;
      data[j + LENGTH] = definition.angularOffset ?? angle;
      const anchorA = toWorld(state, a, localA);
      const anchorB = toWorld(state, b, localB);
      const turned = toLocalVector(state, a, { x: anchorB.x - anchorA.x, y: anchorB.y - anchorA.y });
      write2(data, j + EXTRA0, definition.linearOffset ?? turned);
      break;
    }
    case 'gear':
      data[j + EXTRA0] = angleOf(state, a);
      data[j + EXTRA1] = angleOf(state, b);
      data[j + REFERENCE_ANGLE] = data[j + EXTRA0] + data[j + RATIO] * data[j + EXTRA1];
      break;
    case 'pulley': {
      const { lengthA, lengthB } = ropeLengths(state, slot);
      data[j + LENGTH] = lengthA + data[j + RATIO] * lengthB;
      break;
    }
    case 'ratchet':
      data[j + EXTRA0] = -UNLIMITED * Math.sign(definition.pitch);
      break;
    case 'groove': {
      const { grooveStart, grooveEnd } = definition;
      const x = grooveEnd.x - grooveStart.x;
      const y = grooveEnd.y - grooveStart.y;
      const length = Math.sqrt(x * x + y * y);
      if (length > 0) write2(data, j + AXIS_X, { x: x / length, y: y / length });
      data[j + UPPER] = length;
      break;
    }
    case 'rotaryLimit':
      data[j + REFERENCE_ANGLE] = 0;
      data[j + JOINT_ANGLE] = turnedAngle(angle, 0, data[j + LOWER], data[j + UPPER]);
      break;
  }
}

/** Writes the defaults of a kind and the given fields, each to its place in the record at `j`. */
function writeFields(data: Float64Array, j: number, definition: JointDefinition<Body>): void {
  const defaults = jointDefaults[definition.kind] ?? {};
  data[j + DAMPING_RATIO] = SPRING_DAMPING_RATIO;
  for (const fields of [defaults, definition as object as Readonly<Record<string, unknown>>]) {
    for (const field of fieldsOfKind[definition.kind]) {
      const place = jointFields[field]?.[1];
      const value = fields[field];
      if (place === undefined || value === undefined) continue;
      if (isVector(field)) write2(data, j + place, value as Vec2);
      else data[j + place] = value as number;
    }
  }
  // without a spring its damping has no meaning
  if (!('hertz' in definition) && defaults.hertz === undefined) data[j + DAMPING_RATIO] = 0;
}

/** Whether limits apply if `enableLimit` is not given. Angular limits more than a turn apart do not limit anything. */
export function areLimitsDue(kind: JointKind, lower: number, upper: number): boolean {
  const span = upper - lower;
  const isFree = (kind === 'revolute' || kind === 'rotaryLimit') && span > TWO_PI && span < UNLIMITED;
  return !isFree;
}

/** Flags that are on by the presence of fields, overridden by `enableMotor` and `enableLimit`. */
function flagsOf(definition: PairDefinition): number {
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
