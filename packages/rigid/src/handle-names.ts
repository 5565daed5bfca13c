/**
 * Names that the handles of a full world do not have, and what to use in their place. Most of them are those of definitions, or of other
 * engines. A name that only leaves out a part of the right one, such as `bullet` or `velocity`, needs no entry, nor does `getPosition`.
 */
import { refuseUnknownProperties } from '@otedama/math2d';
import { Body } from './body.js';
import { BodyShape } from './body-shape.js';
import { Joint } from './joint.js';

const ofShapes = 'setMaterial of a shape in shapes';
const fixed = 'another shape: destroy this one and create that (geometry and isSensor tell what it is)';
const ofMaterial = 'setMaterial to change it and material to read it';
const ofFilter = 'setFilter to change it and filter to read it';

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
      isSensor: 'sensor in the definition of a shape',
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
      kind: 'geometry.kind',
      position: 'position of its body',
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
    },
  );
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
  bodyList: 'bodies',
  jointList: 'joints',
  contactList: 'forEachContact',
  on: 'events, read after each step',
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
