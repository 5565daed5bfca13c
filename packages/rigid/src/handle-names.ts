/**
 * Names that the handles of a full world do not have, and what to use in their place. Most of them are those of definitions, or of other
 * engines. A name that only leaves out a part of the right one, such as `bullet` or `velocity`, needs no entry.
 */
import { refuseUnknownProperties } from '@otedama/math2d';
import { Body } from './body.js';
import { BodyShape } from './body-shape.js';
import { Joint } from './joint.js';

const ofShapes = 'setMaterial of a shape in shapes';
const fixed = 'another shape: destroy this one and create that';

/** Lets the handles refuse assignments to unknown names. */
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
      label: 'name',
    },
  );
  refuseUnknownProperties(
    BodyShape,
    'shape',
    { id: false, generation: false, body: false },
    {
      density: 'setMaterial',
      friction: 'setMaterial',
      restitution: 'setMaterial',
      tangentSpeed: 'setMaterial',
      rollingResistance: 'setMaterial',
      mask: 'setFilter',
      category: 'setFilter',
      group: 'setFilter',
      sensor: fixed,
      radius: fixed,
      vertices: fixed,
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
    },
  );
}

/** What to use in place of names that a world does not have. */
export const insteadOfWorldNames: Readonly<Record<string, string>> = {
  timeStep: 'the dt of step',
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
