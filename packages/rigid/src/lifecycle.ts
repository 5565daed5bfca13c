/** Creation, removal and sudden changes of bodies and shapes: everything that changes several stores at once. */

import { PROXY_SHAPE_TEST, PROXY_STATIC } from '@otedama/collision';
import { cos, sin } from '@otedama/math2d';
import { innerRadius, updateMass } from './body-mass.js';
import { combineRules } from './combine.js';
import { BOX_MARGIN_SHARE, MAXIMUM_BOX_MARGIN } from './constants.js';
import { dropImpulses } from './contact-manifold.js';
import { destroyContact, mixMaterials } from './contact-update.js';
import type { BodyDefinition, BodyType, Filter, Material, ShapeDefinition } from './definitions.js';
import { copyGeometry } from './geometry-fields.js';
import { halt } from './integration.js';
import {
  ANGULAR_DAMPING,
  BODY_A,
  BODY_ALLOW_SLEEP,
  BODY_B,
  BODY_BULLET,
  BODY_ENABLED,
  BODY_FAST_ROTATION,
  BODY_FIXED_ROTATION,
  BODY_FROZEN,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  BOX_STRIDE,
  C,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  DAMPING_STRIDE,
  DYNAMIC,
  FRICTION,
  GRAVITY_SCALE,
  LINEAR_DAMPING,
  LX,
  LY,
  POINT0,
  POINT1,
  ROLLING,
  S,
  SHAPE_A,
  SHAPE_B,
  STATIC,
  STEP_NORMAL_IMPULSE,
  TANGENT_SPEED,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { placeCluster, placeShape, placeSuddenly } from './refit.js';
import {
  SHAPE_BOX_TEST,
  SHAPE_CONTACT_EVENTS,
  SHAPE_HIT_EVENTS,
  SHAPE_PRE_SOLVE,
  SHAPE_SENSOR,
} from './shape-flags.js';
import { wakeBody, wakeNeighbors } from './sleep.js';
import type { WorldState } from './world-state.js';

/** Default material of a shape, without the density. The friction is 0 if the solver has none. */
const defaultMaterial: Material = {
  friction: 0.6,
  restitution: 0,
  tangentSpeed: 0,
  rollingResistance: 0,
  frictionCombine: 'geometricMean',
  restitutionCombine: 'maximum',
};

/** Numbers of a material that need a feature of the solver, which has the same name among its capabilities. */
export const featureFields = ['friction', 'restitution', 'tangentSpeed', 'rollingResistance'] as const;

const materialNumbers = ['density', ...featureFields] as const;

const filterNumbers = ['category', 'mask', 'group'] as const;

/** Body types; their index is the number in the flat state. */
export const bodyTypes: readonly BodyType[] = ['static', 'kinematic', 'dynamic'];

/** Adds a body slot with the state and the shapes of a validated definition. The caller creates the handles. */
export function addBody(state: WorldState, definition: BodyDefinition): number {
  const { bodies } = state;
  const slot = bodies.allocate();
  const o = slot * BODY_STRIDE;
  const d = slot * DAMPING_STRIDE;
  const type = bodyTypes.indexOf(definition.type ?? 'dynamic');
  let flags = bodies.flags[slot];
  if (definition.enabled ?? true) flags |= BODY_ENABLED;
  if (definition.fixedRotation) flags |= BODY_FIXED_ROTATION;
  if (definition.bullet) flags |= BODY_BULLET;
  if (definition.allowSleep ?? true) flags |= BODY_ALLOW_SLEEP;
  if (definition.allowFastRotation) flags |= BODY_FAST_ROTATION;
  if (definition.lockX) flags |= BODY_LOCK_X;
  if (definition.lockY) flags |= BODY_LOCK_Y;
  bodies.flags[slot] = flags;
  bodies.type[slot] = type;
  bodies.mass[o + GRAVITY_SCALE] = definition.gravityScale ?? 1;
  bodies.damping[d + LINEAR_DAMPING] = definition.linearDamping ?? 0;
  bodies.damping[d + ANGULAR_DAMPING] = definition.angularDamping ?? 0;
  if (definition.mass !== undefined) state.givenMass.set(slot, definition.mass);
  const angle = definition.angle ?? 0;
  bodies.pose[o + X] = definition.position?.x ?? 0;
  bodies.pose[o + Y] = definition.position?.y ?? 0;
  bodies.pose[o + C] = cos(angle);
  bodies.pose[o + S] = sin(angle);
  for (const shape of definition.shapes ?? []) addShape(state, slot, shape);
  updateMass(state, slot);
  if (type !== STATIC) {
    bodies.motion[o + VX] = definition.linearVelocity?.x ?? 0;
    bodies.motion[o + VY] = definition.linearVelocity?.y ?? 0;
    if (!definition.fixedRotation) bodies.motion[o + W] = definition.angularVelocity ?? 0;
  }
  bodies.settlePose(slot);
  if ((flags & BODY_ENABLED) !== 0) {
    enterSimulation(state, slot);
    if (type === DYNAMIC && definition.awake === false) bodies.setAwake(slot, false);
  }
  return slot;
}

/** Removes a body with its shapes and contacts from the world. The caller removes its joints. */
export function removeBody(state: WorldState, slot: number): void {
  const { bodies, shapes } = state;
  leaveSimulation(state, slot);
  for (let shape = bodies.firstShape[slot]; shape >= 0; ) {
    const next = shapes.next[shape];
    freeShape(state, shape);
    shape = next;
  }
  state.givenMass.delete(slot);
  state.retired?.bodies.keep(state.bodyHandles[slot]);
  state.bodyHandles[slot] = null;
  bodies.release(slot);
}

/**
 * Adds a validated shape to a body. The caller updates the mass.
 * @returns the id of the shape
 */
export function addShape(state: WorldState, slot: number, definition: ShapeDefinition): number {
  const { bodies, shapes, geometry } = state;
  const shape = copyGeometry(definition);
  const id = geometry.add(shape);
  shapes.occupy(id, slot);
  state.broadPhase.boxes = shapes.fat;
  state.shapeGeometry[id] = shape;
  state.shapeMoments[id] = null;
  state.shapeHandles[id] = null;
  const last = bodies.lastShape[slot];
  if (last >= 0) shapes.next[last] = id;
  else bodies.firstShape[slot] = id;
  bodies.lastShape[slot] = id;
  const isSensor = definition.sensor ?? false;
  let flags = 0;
  if (isSensor) flags |= SHAPE_SENSOR;
  if (definition.contactEvents ?? true) flags |= SHAPE_CONTACT_EVENTS;
  if (definition.hitEvents) flags |= SHAPE_HIT_EVENTS;
  if (definition.preSolveEvents) flags |= SHAPE_PRE_SOLVE;
  shapes.flags[id] = flags;
  writeFilter(state, id, { category: 1, mask: 0xffffffff, group: 0 });
  writeFilter(state, id, definition.filter ?? {});
  shapes.density[id] = definition.density ?? (isSensor ? 0 : 1);
  writeMaterial(state, id, defaultMaterial);
  if (!state.solver.capabilities.friction) shapes.friction[id] = 0;
  writeMaterial(state, id, definition);
  shapes.inner[id] = innerRadius(geometry, id);
  shapes.margin[id] = boxMargin(geometry.extent[id]);
  return id;
}

/** Margin of the fat box of a shape, m. */
export function boxMargin(extent: number): number {
  return Math.min(MAXIMUM_BOX_MARGIN, BOX_MARGIN_SHARE * extent);
}

/**
 * Updates the mass of a body and wakes it after a change of its shapes or of a density. Its centre of mass may have moved, and contacts
 * are refreshed about the centre of the placed pose, so it is placed again. A body without mass keeps its centre: this takes no time in
 * proportion to the shapes that it has already.
 * @param added the only shape that is new, or -1
 */
export function reshape(state: WorldState, slot: number, added = -1): void {
  updateMass(state, slot, added);
  wakeBody(state, slot);
  if (state.bodies.type[slot] === DYNAMIC) placeSuddenly(state, slot);
}

/** Removes a shape from its body. The caller updates the mass. */
export function removeShape(state: WorldState, id: number): void {
  const { bodies, shapes } = state;
  const slot = shapes.body[id];
  destroyContactsOf(state, id);
  if ((bodies.flags[slot] & BODY_ENABLED) !== 0) state.broadPhase.remove(id);
  state.obstacleRevision++;
  let previous = -1;
  for (let k = bodies.firstShape[slot]; k !== id; k = shapes.next[k]) previous = k;
  if (previous >= 0) shapes.next[previous] = shapes.next[id];
  else bodies.firstShape[slot] = shapes.next[id];
  if (bodies.lastShape[slot] === id) bodies.lastShape[slot] = previous;
  freeShape(state, id);
}

/** Writes the numbers of a filter of a shape. Absent fields do not change. `refilterShape` has to follow. */
export function writeFilter({ shapes }: WorldState, id: number, filter: Filter): void {
  for (const name of filterNumbers) {
    const value = filter[name];
    if (value !== undefined) shapes[name][id] = value;
  }
}

/** Writes the material numbers of a shape and updates its contacts at once. Absent fields do not change. */
export function writeMaterial(state: WorldState, id: number, material: Material): void {
  const { shapes } = state;
  for (const name of materialNumbers) {
    const value = material[name];
    if (value !== undefined) shapes[name][id] = value;
  }
  if (material.frictionCombine !== undefined) {
    shapes.frictionRule[id] = combineRules.indexOf(material.frictionCombine);
  }
  if (material.restitutionCombine !== undefined) {
    shapes.restitutionRule[id] = combineRules.indexOf(material.restitutionCombine);
  }
  forEachContactOf(state, id, (contact) => remix(state, contact));
}

/**
 * Combines the materials of a contact again. If its friction, conveyor speed or rolling resistance changes, its bodies are woken,
 * because they may now start to move.
 */
function remix(state: WorldState, contact: number): void {
  const { data, index } = state.contacts;
  const c = contact * CONTACT_STRIDE;
  const friction = data[c + FRICTION];
  const tangentSpeed = data[c + TANGENT_SPEED];
  const rolling = data[c + ROLLING];
  mixMaterials(state, contact);
  const i = contact * CONTACT_INDEX_STRIDE;
  if (index[i + COUNT] === 0) return;
  if (
    data[c + FRICTION] === friction &&
    data[c + TANGENT_SPEED] === tangentSpeed &&
    data[c + ROLLING] === rolling
  )
    return;
  wakeBody(state, index[i + BODY_A]);
  wakeBody(state, index[i + BODY_B]);
}

/** Removes the contacts of a shape and searches for its pairs again, after a change of its filter. */
export function refilterShape(state: WorldState, id: number): void {
  destroyContactsOf(state, id);
  const slot = state.shapes.body[id];
  if ((state.bodies.flags[slot] & BODY_ENABLED) === 0) return;
  state.markPut(slot);
  state.markMoved(id);
}

/** Adds the shapes of an enabled body to the broad phase, and the body to the simulated ones. */
function enterSimulation(state: WorldState, slot: number): void {
  const { bodies, shapes } = state;
  for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) enterShape(state, shape);
  placeCluster(state, slot);
  if (bodies.type[slot] !== STATIC && (bodies.flags[slot] & BODY_FROZEN) === 0) bodies.setAwake(slot, true);
}

/** Creates the boxes of a new shape and adds it to the broad phase. The caller places the body. */
export function enterShape(state: WorldState, id: number): void {
  const { shapes, bodies } = state;
  const b = id * BOX_STRIDE;
  shapes.fat[b] = Infinity;
  shapes.fat[b + 1] = Infinity;
  shapes.fat[b + 2] = -Infinity;
  shapes.fat[b + 3] = -Infinity;
  const slot = shapes.body[id];
  state.markPut(slot);
  placeShape(state, id, slot * BODY_STRIDE);
  let proxyFlags = 0;
  shapes.flags[id] &= ~SHAPE_BOX_TEST;
  if (bodies.type[slot] === STATIC) {
    proxyFlags |= PROXY_STATIC;
    if (state.shapeGeometry[id]!.kind !== 'circle') {
      proxyFlags |= PROXY_SHAPE_TEST;
      shapes.flags[id] |= SHAPE_BOX_TEST;
    }
  }
  state.broadPhase.add(id, proxyFlags);
  state.obstacleRevision++;
}

/** Removes a body from the broad phase, with its contacts. */
function leaveSimulation(state: WorldState, slot: number): void {
  const { bodies, shapes } = state;
  for (let edge = bodies.firstEdge[slot]; edge >= 0; edge = bodies.firstEdge[slot]) {
    destroyContact(state, edge >> 1);
  }
  if ((bodies.flags[slot] & BODY_ENABLED) !== 0) {
    for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape]) {
      state.broadPhase.remove(shape);
    }
    state.obstacleRevision++;
  }
  bodies.setAwake(slot, false);
}

/**
 * Enables or disables a body. A disabled body keeps its state, collides with nothing, its joints do not act, and queries do not
 * find it.
 */
export function setEnabled(state: WorldState, slot: number, enabled: boolean): void {
  const { bodies } = state;
  const { flags } = bodies;
  if (((flags[slot] & BODY_ENABLED) !== 0) === enabled) return;
  bodies.settlePose(slot);
  if (enabled) {
    flags[slot] |= BODY_ENABLED;
    enterSimulation(state, slot);
    wakeNeighbors(state, slot);
  } else {
    wakeNeighbors(state, slot);
    leaveSimulation(state, slot);
    flags[slot] &= ~BODY_ENABLED;
  }
  state.jointUpkeep?.updateActivity(slot);
}

/** Changes the type of a body. A body that becomes static stops. Bodies that touch it or are joined to it wake up. */
export function setType(state: WorldState, slot: number, type: number): void {
  const { bodies } = state;
  if (bodies.type[slot] === type) return;
  const isEnabled = (bodies.flags[slot] & BODY_ENABLED) !== 0;
  if (isEnabled) wakeNeighbors(state, slot);
  leaveSimulation(state, slot);
  bodies.type[slot] = type;
  updateMass(state, slot);
  if (type === STATIC) {
    halt(bodies.motion, slot);
    bodies.settlePose(slot);
  }
  if (isEnabled) enterSimulation(state, slot);
  state.jointUpkeep?.updateActivity(slot);
}

/** Teleports a body to a pose: origin, cosine and sine. Its velocity does not change. The pose that it has changes nothing. */
export function teleport(state: WorldState, slot: number, x: number, y: number, c: number, s: number): void {
  const { pose } = state.bodies;
  const o = slot * BODY_STRIDE;
  if (pose[o + X] === x && pose[o + Y] === y && pose[o + C] === c && pose[o + S] === s) return;
  wakeNeighbors(state, slot);
  pose[o + X] = x;
  pose[o + Y] = y;
  pose[o + C] = c;
  pose[o + S] = s;
  pose[o + CX] = x + (c * pose[o + LX] - s * pose[o + LY]);
  pose[o + CY] = y + (s * pose[o + LX] + c * pose[o + LY]);
  state.bodies.settlePose(slot);
  placeSuddenly(state, slot);
}

/** Simulates a frozen body again, starting from rest. */
export function unfreeze(state: WorldState, slot: number): void {
  const { bodies } = state;
  if ((bodies.flags[slot] & BODY_FROZEN) === 0) return;
  bodies.flags[slot] &= ~BODY_FROZEN;
  updateMass(state, slot);
  if ((bodies.flags[slot] & BODY_ENABLED) === 0) return;
  // its contacts and joints were at rest, and have to be found again
  setEnabled(state, slot, false);
  setEnabled(state, slot, true);
}

/** Visits every contact of a shape, in no fixed order. `visit` must not change contacts. */
function forEachContactOf(state: WorldState, id: number, visit: (contact: number) => void): void {
  const { index, edgeNext } = state.contacts;
  for (let edge = state.bodies.firstEdge[state.shapes.body[id]]; edge >= 0; edge = edgeNext[edge]) {
    const i = (edge >> 1) * CONTACT_INDEX_STRIDE;
    if (index[i + ((edge & 1) === 0 ? SHAPE_A : SHAPE_B)] === id) visit(edge >> 1);
  }
}

/** Removes every contact between two bodies and searches for their pairs again. */
export function refilterBodies(state: WorldState, slotA: number, slotB: number): void {
  const { contacts, bodies, shapes } = state;
  for (let edge = bodies.firstEdge[slotA]; edge >= 0; ) {
    const next = contacts.edgeNext[edge];
    if (contacts.edgeOther[edge] === slotB) destroyContact(state, edge >> 1);
    edge = next;
  }
  if ((bodies.flags[slotA] & BODY_ENABLED) === 0) return;
  state.markPut(slotA);
  for (let shape = bodies.firstShape[slotA]; shape >= 0; shape = shapes.next[shape]) state.markMoved(shape);
}

/** Clears the impulses of all contacts and joints of a body that became non-finite or exceeded the speed limits. */
export function clearImpulses(state: WorldState, slot: number): void {
  const { data, edgeNext } = state.contacts;
  for (let edge = state.bodies.firstEdge[slot]; edge >= 0; edge = edgeNext[edge]) {
    const d = (edge >> 1) * CONTACT_STRIDE;
    dropImpulses(data, d);
    data[d + POINT0 + STEP_NORMAL_IMPULSE] = 0;
    data[d + POINT1 + STEP_NORMAL_IMPULSE] = 0;
  }
  state.jointUpkeep?.clearImpulses(slot);
}

function destroyContactsOf(state: WorldState, id: number): void {
  const doomed: number[] = [];
  forEachContactOf(state, id, (contact) => doomed.push(contact));
  for (const contact of doomed) destroyContact(state, contact);
}

function freeShape(state: WorldState, id: number): void {
  state.geometry.remove(id);
  state.shapes.vacate(id);
  state.retired?.keepShape(state.shapeHandles[id], state.shapeGeometry[id]);
  state.shapeGeometry[id] = null;
  state.shapeHandles[id] = null;
}
