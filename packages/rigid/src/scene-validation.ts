/** Checks of scenes that come from outside. Errors name the path: `bodies[3].shapes[0].vertices: ...`. */
import { InputError, requireInteger, requireKnownFields, requirePositive } from '@otedama/math2d';
import { jointKinds } from './joint-layout.js';
import { validateJoint } from './joint-validation.js';
import { SCENE_FORMAT, SCENE_VERSION, type Scene } from './scene.js';
import { validateFieldDefinition } from './scene-fields.js';
import { planSoftBody } from './soft-body.js';
import type { SolverCapabilities } from './solver.js';
import {
  requireMagnitude,
  requireMagnitude2,
  requireRecord,
  requireTimeStep,
  validateBody,
} from './validate.js';

const sceneFields: readonly (keyof Scene)[] = [
  'format',
  'version',
  'name',
  'title',
  'category',
  'description',
  'gravity',
  'timeStep',
  'bodies',
  'joints',
  'softBodies',
  'fields',
  'character',
  'camera',
  'settings',
];

/** A scene is checked against the features of all solvers. */
const everything: SolverCapabilities = {
  restitution: true,
  friction: true,
  tangentSpeed: true,
  rollingResistance: true,
  joints: jointKinds,
  softBodies: true,
};

/**
 * Checks that a value is a scene of this version.
 * @param capabilities the features that the solver supports. Default: everything
 * @returns the same object
 * @throws InputError with the path of the first invalid field
 */
export function validateScene(value: unknown, capabilities: SolverCapabilities = everything): Scene {
  requireRecord('scene', value);
  const scene = value as Scene;
  if (scene.format !== SCENE_FORMAT)
    throw new InputError('format', scene.format, JSON.stringify(SCENE_FORMAT));
  if (scene.version !== SCENE_VERSION) {
    throw new InputError('version', scene.version, `${SCENE_VERSION}, the version this package reads`);
  }
  requireKnownFields(scene, '', sceneFields);
  if (typeof scene.name !== 'string' || scene.name === '') {
    throw new InputError('name', scene.name, 'a string that is not empty');
  }
  for (const field of ['title', 'category', 'description'] as const) {
    if (scene[field] !== undefined && typeof scene[field] !== 'string') {
      throw new InputError(field, scene[field], 'a string');
    }
  }
  requireMagnitude2('gravity', scene.gravity);
  requireTimeStep('timeStep', scene.timeStep);
  if (!Array.isArray(scene.bodies)) throw new InputError('bodies', scene.bodies, 'an array of bodies');
  scene.bodies.forEach((body, k) => {
    validateBody(body, `bodies[${k}]`, capabilities);
  });
  if (scene.softBodies !== undefined) {
    if (!Array.isArray(scene.softBodies)) {
      throw new InputError('softBodies', scene.softBodies, 'an array of soft bodies');
    }
    scene.softBodies.forEach((softBody, k) => {
      planSoftBody(softBody, `softBodies[${k}]`, capabilities);
    });
  }
  if (scene.joints !== undefined) {
    if (!Array.isArray(scene.joints)) throw new InputError('joints', scene.joints, 'an array of joints');
    scene.joints.forEach((joint, k) => {
      const path = `joints[${k}]`;
      validateJoint(joint, path, capabilities);
      const requireBody = (field: string, place: number): void => {
        requireInteger(`${path}.${field}`, place, 0, scene.bodies.length - 1);
      };
      if (joint.kind === 'grab') {
        requireBody('body', joint.body);
        const type = scene.bodies[joint.body].type ?? 'dynamic';
        if (type !== 'dynamic')
          throw new InputError(`${path}.body`, joint.body, `a dynamic body, not a ${type} one`);
        return;
      }
      requireBody('bodyB', joint.bodyB);
      if (joint.bodyA !== null && joint.bodyA !== undefined) {
        requireBody('bodyA', joint.bodyA);
        if (joint.bodyA === joint.bodyB)
          throw new InputError(`${path}.bodyB`, joint.bodyB, 'another body than bodyA');
      }
    });
  }
  if (scene.fields !== undefined) {
    if (!Array.isArray(scene.fields)) throw new InputError('fields', scene.fields, 'an array of fields');
    scene.fields.forEach((field, k) => {
      validateFieldDefinition(field, `fields[${k}]`);
    });
  }
  if (scene.character !== undefined) {
    requireRecord('character', scene.character);
    requireKnownFields(scene.character, 'character', ['position']);
    requireMagnitude2('character.position', scene.character.position);
  }
  if (scene.camera !== undefined) {
    requireRecord('camera', scene.camera);
    requireKnownFields(scene.camera, 'camera', ['x', 'y', 'halfHeight', 'halfWidth']);
    requireMagnitude('camera.x', scene.camera.x);
    requireMagnitude('camera.y', scene.camera.y);
    requirePositive('camera.halfHeight', scene.camera.halfHeight);
    if (scene.camera.halfWidth !== undefined) requirePositive('camera.halfWidth', scene.camera.halfWidth);
  }
  if (scene.settings !== undefined) {
    requireRecord('settings', scene.settings);
    for (const [solver, settings] of Object.entries(scene.settings))
      requireRecord(`settings.${solver}`, settings);
  }
  return scene;
}
