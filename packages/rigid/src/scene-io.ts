/** Converts scenes to worlds and back, and to text and back. */
import { atan2, cos, InputError, requireKnownFields, requireRecord, sin } from '@otedama/math2d';
import type { WorldDefinition } from './bare-world.js';
import { stateOf } from './bare-world.js';
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import type { BodyDefinition, ShapeDefinition } from './definitions.js';
import { World } from './full-world.js';
import { mapJointBodies } from './joint-definitions.js';
import {
  BODY_ALLOW_SLEEP,
  BODY_BULLET,
  BODY_ENABLED,
  BODY_FAST_ROTATION,
  BODY_FIXED_ROTATION,
  BODY_LOCK_X,
  BODY_LOCK_Y,
  BODY_STRIDE,
  C,
  S,
} from './layout.js';
import { SCENE_FORMAT, SCENE_VERSION, type Scene } from './scene.js';
import { addField, type FieldDefinition } from './scene-fields.js';
import { sceneFields, validateScene } from './scene-validation.js';
import { SHAPE_CONTACT_EVENTS, SHAPE_HIT_EVENTS, SHAPE_PRE_SOLVE } from './shape-flags.js';

import { createJointOfScene } from './world-joints.js';

/** Half the relative distance of two neighbouring doubles. */
const HALF_ULP = 2 ** -53;

/** The parts of a scene that a world does not contain. */
export type SceneDescription = Pick<Scene, 'name' | 'timeStep'> &
  Partial<Pick<Scene, 'title' | 'category' | 'description' | 'character' | 'camera' | 'settings'>>;

/**
 * Creates a world from a scene. Bodies are created in the order of the scene, so body k of the scene gets slot k.
 * @param definition the solver and other options of the world; gravity comes from the scene
 * @throws InputError with the path of the invalid field, also for features that the solver does not support
 */
export function loadScene(scene: Scene, definition: Omit<WorldDefinition, 'gravity'>): World {
  requireRecord('definition', definition);
  validateScene(scene, definition.solver?.capabilities);
  const world = new World({ ...definition, gravity: scene.gravity });
  // fields first, because adding one wakes the bodies that it reaches
  for (const field of scene.fields ?? []) addField(world, field);
  const bodies = scene.bodies.map((body) => world.createBody(body));
  for (const joint of scene.joints ?? []) {
    const definition = mapJointBodies(joint, (place) => bodies[place]);
    createJointOfScene(world, definition);
  }
  for (const softBody of scene.softBodies ?? []) world.createSoftBody(softBody);
  return world;
}

/**
 * Returns the current state of a world as a scene. It contains poses and velocities but no contacts; use a snapshot for those. User
 * data and fields with default values are left out. Soft bodies are written in their rest shape, at their current place. Joints that
 * a scene cannot express are left out: those to a particle of a soft body, and grab joints of a body that became static or kinematic.
 * Pairs of bodies whose collisions were switched off by `setCollisionEnabled` are left out too; those of a `filter` joint are kept.
 * The body of a character is one of the bodies, a kinematic one: leave it out where your program will create the character again.
 * @throws InputError if a name or number of the description is not valid in a scene
 */
export function toScene(world: World, description: SceneDescription): Scene {
  const state = stateOf(world);
  requireDescription(description);
  const particles = new Set(world.softBodies.flatMap((softBody) => softBody.particles));
  const bodies = world.bodies.filter((body) => !particles.has(body));
  const softBodies = world.softBodies.map((softBody) => softBody.toDefinition());
  const places = new Map(bodies.map((body, k) => [body, k]));
  const joints = world.joints
    .filter(({ kind, bodyA, bodyB }) => {
      const areThere = (bodyA === null || places.has(bodyA)) && places.has(bodyB);
      return areThere && (kind !== 'grab' || bodyB.type === 'dynamic');
    })
    .map((joint) => mapJointBodies(joint.toDefinition(), (body) => places.get(body)!));
  const fields = state.fields.map(({ active }) => active.definition as FieldDefinition);
  const { name, title, category, description: text, timeStep, character, camera, settings } = description;
  const scene: Scene = {
    format: SCENE_FORMAT,
    version: SCENE_VERSION,
    name,
    ...(title === undefined ? {} : { title }),
    ...(category === undefined ? {} : { category }),
    ...(text === undefined ? {} : { description: text }),
    gravity: world.gravity,
    timeStep,
    bodies: bodies.map((body) => bodyDefinition(world, body)),
    ...(joints.length === 0 ? {} : { joints }),
    ...(softBodies.length === 0 ? {} : { softBodies }),
    ...(fields.length === 0 ? {} : { fields }),
    ...(character === undefined ? {} : { character }),
    ...(camera === undefined ? {} : { camera }),
    ...(settings === undefined ? {} : { settings }),
  };
  return validateScene(scene);
}

/** Checks that a description is an object with fields of a scene: a whole scene tells them too. */
function requireDescription(description: unknown): asserts description is object {
  if (typeof description !== 'object' || description === null || description instanceof World) {
    throw new InputError(
      'description',
      description instanceof World ? 'a world' : description,
      "an object with a name and a time step: toScene(world, { name: 'yard', timeStep: 1 / 60 })",
    );
  }
  requireKnownFields(description, 'description', sceneFields);
}

/**
 * Returns a scene as JSON text. Parsing and writing it again gives the same text. Throws an `InputError` with the path of the first
 * invalid field.
 */
export function serializeScene(scene: Scene): string {
  return `${JSON.stringify(validateScene(scene), (key, value) => (key === 'userData' ? undefined : value), 2)}\n`;
}

/**
 * Parses a scene from JSON text.
 * @throws InputError if the text is not JSON, or with the path of the first invalid field
 */
export function parseScene(text: string): Scene {
  if (typeof text !== 'string')
    throw new InputError('text', text, 'JSON text; loadScene takes a scene that is an object already');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError('scene', error instanceof Error ? error.message : text, 'JSON text');
  }
  return validateScene(value);
}

function bodyDefinition(world: World, body: Body): BodyDefinition {
  const flags = world.bodyStore.flags[body.id];
  const { linearVelocity, angularVelocity, givenMass, gravityScale, linearDamping, angularDamping } = body;
  const isMoving = linearVelocity.x !== 0 || linearVelocity.y !== 0;
  const angle = reproducibleAngle(world, body);
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    type: body.type,
    position: body.position,
    ...(angle === 0 ? {} : { angle }),
    ...(isMoving ? { linearVelocity } : {}),
    ...(angularVelocity === 0 ? {} : { angularVelocity }),
    ...(givenMass === undefined ? {} : { mass: givenMass }),
    ...(gravityScale === 1 ? {} : { gravityScale }),
    ...(linearDamping === 0 ? {} : { linearDamping }),
    ...(angularDamping === 0 ? {} : { angularDamping }),
    ...((flags & BODY_FIXED_ROTATION) === 0 ? {} : { fixedRotation: true }),
    ...((flags & BODY_LOCK_X) === 0 ? {} : { lockX: true }),
    ...((flags & BODY_LOCK_Y) === 0 ? {} : { lockY: true }),
    ...((flags & BODY_BULLET) === 0 ? {} : { bullet: true }),
    ...((flags & BODY_FAST_ROTATION) === 0 ? {} : { allowFastRotation: true }),
    ...((flags & BODY_ALLOW_SLEEP) === 0 ? { allowSleep: false } : {}),
    ...((flags & BODY_ENABLED) === 0 ? { enabled: false } : {}),
    ...(body.type === 'dynamic' && (flags & BODY_ENABLED) !== 0 && !body.isFrozen && !body.isAwake
      ? { awake: false }
      : {}),
    ...(body.color === undefined ? {} : { color: body.color }),
    shapes: body.shapes.map((shape) => shapeDefinition(world, shape)),
  };
}

/**
 * Returns an angle of a body for which loading and writing the scene gives the same number again. atan2 of cosine and sine alone
 * would drift by a unit in the last place each time.
 */
function reproducibleAngle(world: World, body: Body): number {
  const { pose } = world.bodyStore;
  const c = pose[body.id * BODY_STRIDE + C];
  const s = pose[body.id * BODY_STRIDE + S];
  const angle = exactAngle(c, s);
  if (angle !== undefined) return angle;
  // no number has exactly this cosine and sine: use those of the nearest angle, which loading will compute
  const nearest = atan2(s, c);
  return exactAngle(cos(nearest), sin(nearest)) ?? nearest;
}

/** The smallest number within a few units in the last place of atan2(s, c) that has this cosine and sine to the bit. */
function exactAngle(c: number, s: number): number | undefined {
  const middle = atan2(s, c);
  for (let k = -8; k <= 8; k++) {
    const angle = middle + k * Math.abs(middle) * HALF_ULP;
    if (cos(angle) === c && sin(angle) === s) return angle;
  }
  return undefined;
}

function shapeDefinition(world: World, shape: BodyShape): ShapeDefinition {
  const { material, filter, isSensor } = shape;
  const flags = world.shapeStore.flags[shape.id];
  return {
    ...shape.geometry,
    ...(material.density === (isSensor ? 0 : 1) ? {} : { density: material.density }),
    ...(material.friction === 0.6 ? {} : { friction: material.friction }),
    ...(material.restitution === 0 ? {} : { restitution: material.restitution }),
    ...(material.tangentSpeed === 0 ? {} : { tangentSpeed: material.tangentSpeed }),
    ...(material.rollingResistance === 0 ? {} : { rollingResistance: material.rollingResistance }),
    ...(material.frictionCombine === 'geometricMean' ? {} : { frictionCombine: material.frictionCombine }),
    ...(material.restitutionCombine === 'maximum' ? {} : { restitutionCombine: material.restitutionCombine }),
    ...(isSensor ? { sensor: true } : {}),
    ...(filter.category === 1 && filter.mask === 0xffffffff && filter.group === 0 ? {} : { filter }),
    ...((flags & SHAPE_CONTACT_EVENTS) === 0 ? { contactEvents: false } : {}),
    ...((flags & SHAPE_HIT_EVENTS) === 0 ? {} : { hitEvents: true }),
    ...((flags & SHAPE_PRE_SOLVE) === 0 ? {} : { preSolveEvents: true }),
  };
}
