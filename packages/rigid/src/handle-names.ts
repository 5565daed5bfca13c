/**
 * Names that the handles of a full world do not have, or that can only be read, and what to use in their place. Most of them are those of
 * definitions, or of other engines. A name that only leaves out a part of the right one, such as `bullet` or `velocity`, needs no entry,
 * nor does `getPosition`.
 */
import { refuseUnknownProperties } from '@otedama/math2d';
import { Body } from './body.js';
import { BodyShape } from './body-shape.js';
import type { WorldEvents } from './events.js';
import { Joint } from './joint.js';

const ofShapes = 'setMaterial of a shape in shapes';
const fixed = 'another shape: destroy this one and create that (geometry and isSensor tell what it is)';
const ofJoint = 'another joint: destroy this one and create that';
const ofMaterial = 'setMaterial to change it and material to read it';
const ofFilter = 'setFilter to change it and filter to read it';
const ofSpring = 'rest, to which its spring pulls, or the poses of its bodies';

/** Lets the handles refuse unknown names. */
export function refuseUnknownNames(): void {
  refuseUnknownProperties(
    Body,
    'body',
    { id: false, generation: false },
    {
      x: 'position',
      y: 'position',
      rotation: 'angle',
      density: ofShapes,
      friction: ofShapes,
      restitution: ofShapes,
      filter: 'setFilter of a shape in shapes',
      isStatic: 'type',
      isSensor: 'another shape, with sensor: true in its definition',
      isSleeping: 'isAwake',
      sleep: 'isAwake',
      wakeUp: 'isAwake',
      label: 'name',
      translation: 'position',
      linvel: 'linearVelocity',
      angvel: 'angularVelocity',
      addForce: 'applyForce',
      applyForceToCenter: 'applyForce',
      addTorque: 'applyTorque',
      applyLinearImpulse: 'applyImpulse',
      applyTorqueImpulse: 'applyAngularImpulse',
      createFixture: 'createShape',
      fixtures: 'shapes',
      colliders: 'shapes',
      destroy: 'destroyBody of its world',
      isValid: 'destroyBody of its world',
      worldCenter: 'position',
      localCenter: 'position of the shapes in shapes',
      inertia: 'mass, or fixedRotation',
      givenMass: 'mass',
      isFrozen: 'unfreeze',
      shapes: 'createShape, and destroy of a shape',
      moveTo: 'the function moveTo of @otedama/rigid',
      setAngle: 'angle',
    },
  );
  refuseUnknownProperties(
    BodyShape,
    'shape',
    { id: false, generation: false, body: false },
    {
      density: ofMaterial,
      friction: ofMaterial,
      restitution: ofMaterial,
      tangentSpeed: ofMaterial,
      rollingResistance: ofMaterial,
      mask: ofFilter,
      category: ofFilter,
      group: ofFilter,
      sensor: fixed,
      radius: fixed,
      vertices: fixed,
      geometry: fixed,
      isSensor: fixed,
      material: 'setMaterial',
      filter: 'setFilter',
      kind: 'geometry.kind',
      position: 'position of its body',
      aabb: 'position of its body',
      isValid: 'destroy',
    },
  );
  refuseUnknownProperties(
    Joint,
    'joint',
    { id: false, generation: false },
    {
      enableMotor: 'isMotorEnabled',
      maximumMotorForce: 'maximumForce',
      maximumMotorTorque: 'maximumTorque',
      maxMotorTorque: 'maximumTorque',
      enableLimit: 'areLimitsEnabled',
      lower: 'setLimits',
      upper: 'setLimits',
      destroy: 'destroyJoint of its world',
      isValid: 'destroyJoint of its world',
      kind: ofJoint,
      bodyA: ofJoint,
      bodyB: ofJoint,
      worldAnchorA: 'localAnchorA',
      worldAnchorB: 'localAnchorB',
      length: ofSpring,
      translation: ofSpring,
      angle: ofSpring,
      hertz: 'setSpring',
      dampingRatio: 'setSpring',
    },
  );
  refuseUnknownProperties(NamedEvents, 'world.events', eventNames, insteadOfEventNames);
}

const eventNames: Readonly<Record<keyof WorldEvents, false>> = {
  contactBegin: false,
  contactEnd: false,
  sensorBegin: false,
  sensorEnd: false,
  hit: false,
  bodyFrozen: false,
  bodySleep: false,
  bodyWake: false,
  bodyMove: false,
  jointBreak: false,
};

const ofBoth = (kind: string): string => `${kind}Begin and ${kind}End`;
const readAfterSteps = 'one of the lists, which you read after each step';

/** What to use in place of names of events that others have. */
const insteadOfEventNames: Readonly<Record<string, string>> = {
  ...{ begin: 'contactBegin', beginContact: 'contactBegin', collisionStart: 'contactBegin' },
  ...{ end: 'contactEnd', endContact: 'contactEnd', collisionEnd: 'contactEnd' },
  ...{
    contactStart: 'contactBegin',
    sensorStart: 'sensorBegin',
    sensorEnter: 'sensorBegin',
    sensorExit: 'sensorEnd',
  },
  ...{ contact: ofBoth('contact'), contacts: ofBoth('contact'), collision: ofBoth('contact') },
  ...{ collisions: ofBoth('contact'), sensor: ofBoth('sensor'), sensors: ofBoth('sensor') },
  ...{ hits: 'hit', impact: 'hit', impacts: 'hit', postSolve: 'hit', jointBroken: 'jointBreak' },
  collisionActive: 'forEachContact of the world, or touching',
  preSolve: 'an option of createWorld, preSolve',
  ...{ on: readAfterSteps, addListener: readAfterSteps, addEventListener: readAfterSteps },
};

/** The class of the events of a full world, whose prototype answers unknown names. */
class NamedEvents {}

/** Lets the events of a world refuse unknown names, and lists in place of theirs. */
export function nameEvents(events: WorldEvents): void {
  Object.freeze(Object.setPrototypeOf(events, NamedEvents.prototype));
}

/** What to use in place of names that a world does not have. */
export const insteadOfWorldNames: Readonly<Record<string, string>> = {
  timeStep: 'the dt of step',
  timestep: 'the dt of step',
  rayCast: 'castRay',
  queryAABB: 'overlapAABB',
  createRigidBody: 'createBody',
  removeRigidBody: 'destroyBody',
  addBody: 'createBody',
  removeBody: 'destroyBody',
  createImpulseJoint: 'createJoint',
  removeImpulseJoint: 'destroyJoint',
  ...{
    bodyList: 'bodies',
    getBody: 'bodies, which find searches',
    getBodyById: 'bodies, which find searches',
  },
  jointList: 'joints',
  contactList: 'forEachContact',
  on: 'events, read after each step',
  bodies: 'createBody and destroyBody',
  joints: 'createJoint and destroyJoint',
  softBodies: 'createSoftBody and destroySoftBody',
  time: 'step',
  ...Object.fromEntries(
    [
      ...['createCharacter', 'addBuoyancy', 'addWind', 'explode', 'moveTo', 'drawWorld'],
      ...['takeSnapshot', 'restoreSnapshot', 'toScene', 'compareWorlds', 'interpolatedPose'],
    ].map((name) => [name, `the function ${name} of @otedama/rigid`]),
  ),
  snapshot: 'the function takeSnapshot of @otedama/rigid',
  restore: 'the function restoreSnapshot of @otedama/rigid',
  solver: 'an option of createWorld, solver',
  ...Object.fromEntries(
    [
      'broadPhase',
      'contactFilter',
      'continuous',
      'hitSpeed',
      'now',
      'placementTolerance',
      'preSolve',
      'sleeping',
      'speculativeDistance',
    ].map((option) => [option, `an option of createWorld, ${option}`]),
  ),
};
