/** Checks of scenes that come from outside. Errors name the path: `bodies[3].shapes[0].vertices: ...`. */
import {
  InputError,
  requireFinite,
  requireInteger,
  requireKnownFields,
  requirePositive,
  requireRecord,
} from '@otedama/math2d';
import { BareWorld } from './bare-world.js';
import type { BodyDefinition } from './definitions.js';
import type { JointDefinition } from './joint-definitions.js';
import { jointKinds } from './joint-layout.js';
import { validateJoint } from './joint-validation.js';
import { SCENE_FORMAT, SCENE_VERSION, type Scene, type SceneCamera } from './scene.js';
import { validateFieldDefinition } from './scene-fields.js';
import { planSoftBody } from './soft-body.js';
import type { SolverCapabilities } from './solver.js';
import { validateCapabilities } from './solver-validation.js';
import { requireMagnitude, requireMagnitude2, requireTimeStep, validateBody } from './validate.js';
import { createSoftBody } from './world-soft-bodies.js';

/** Names of the fields of a scene. */
export const sceneFields: readonly (keyof Scene)[] = [
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
  softBodies: createSoftBody,
};

/**
 * Checks that a value is a scene of this version.
 * @param capabilities the features that the solver supports. Default: everything
 * @returns the same object
 * @throws InputError with the path of the first invalid field
 */
export function validateScene(value: unknown, capabilities: SolverCapabilities = everything): Scene {
  if (value instanceof BareWorld)
    throw new InputError('scene', 'a world', 'a scene: toScene(world, { name, timeStep }) makes it');
  if (typeof value === 'string') throw new InputError('scene', value, 'a scene: parseScene(text) makes it');
  requireRecord('scene', value);
  validateCapabilities(capabilities, 'capabilities');
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
  if (scene.bodies === undefined) throw new InputError('bodies', undefined, 'an array of bodies');
  validateEach(scene.bodies, 'bodies', 'an array of bodies', (body, path) => {
    validateBody(body, path, capabilities);
  });
  validateEach(scene.softBodies, 'softBodies', 'an array of soft bodies', (softBody, path) => {
    planSoftBody(softBody, path, capabilities);
  });
  validateEach(scene.joints, 'joints', 'an array of joints', (joint, path) => {
    validateJoint(joint, path, capabilities);
    validateBodiesOf(joint, path, scene.bodies);
  });
  validateEach(scene.fields, 'fields', 'an array of fields', validateFieldDefinition);
  if (scene.character !== undefined) {
    requireKnownFields(scene.character, 'character', ['position']);
    requireMagnitude2('character.position', scene.character.position);
  }
  if (scene.camera !== undefined) validateCamera(scene.camera);
  if (scene.settings !== undefined) {
    requireRecord('settings', scene.settings);
    for (const [solver, settings] of Object.entries(scene.settings)) {
      requireRecord(`settings.${solver}`, settings);
      requireJson(`settings.${solver}`, settings);
    }
  }
  return scene;
}

/** Refuses what JSON would leave out, or turn into null. */
function requireJson(path: string, value: unknown): void {
  if (Array.isArray(value))
    value.forEach((item, k) => {
      requireJson(`${path}[${k}]`, item);
    });
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) requireJson(`${path}.${name}`, member);
  else if (typeof value === 'number') requireFinite(path, value);
  else if (value !== undefined && value !== null && typeof value !== 'string' && typeof value !== 'boolean')
    throw new InputError(path, value, 'a value that JSON can hold');
}

/** Checks each item of an optional list, with its path. */
function validateEach<Item>(
  list: readonly Item[] | undefined,
  name: string,
  expected: string,
  validate: (item: Item, path: string) => void,
): void {
  if (list === undefined) return;
  if (!Array.isArray(list)) throw new InputError(name, list, expected);
  list.forEach((item: Item, k) => {
    validate(item, `${name}[${k}]`);
  });
}

/** Checks that a joint refers to bodies of the scene: to two different ones, or a grab joint to a dynamic one. */
function validateBodiesOf(
  joint: JointDefinition<number>,
  path: string,
  bodies: readonly BodyDefinition[],
): void {
  const requireBody = (field: string, place: number): void => {
    requireInteger(`${path}.${field}`, place, 0, bodies.length - 1);
  };
  if (joint.kind === 'grab') {
    requireBody('body', joint.body);
    const type = bodies[joint.body].type ?? 'dynamic';
    if (type !== 'dynamic')
      throw new InputError(`${path}.body`, joint.body, `a dynamic body, not a ${type} one`);
    return;
  }
  requireBody('bodyB', joint.bodyB);
  if (joint.bodyA === null || joint.bodyA === undefined) return;
  requireBody('bodyA', joint.bodyA);
  if (joint.bodyA === joint.bodyB)
    throw new InputError(`${path}.bodyB`, joint.bodyB, 'another body than bodyA');
}

function validateCamera(camera: SceneCamera): void {
  requireKnownFields(camera, 'camera', ['x', 'y', 'halfHeight', 'halfWidth']);
  requireMagnitude('camera.x', camera.x);
  requireMagnitude('camera.y', camera.y);
  requirePositive('camera.halfHeight', camera.halfHeight);
  if (camera.halfWidth !== undefined) requirePositive('camera.halfWidth', camera.halfWidth);
}
