/** Turns a scene definition into a list entry. Adds parameter defaults and checks, and the header of the scene format. */

import {
  InputError,
  requireBoolean,
  requireFinite,
  requireFiniteVec2,
  requireInRange,
  requireInteger,
  requireKnownFields,
  requireOneOf,
  requireRecord,
} from '@otedama/math2d';
import { type CharacterDefinition, type JointKind, jointKinds, type Scene } from '@otedama/rigid';
import {
  type SceneCategory,
  type SceneEntry,
  type SceneParameter,
  type SceneValues,
  sceneCategories,
} from './types.js';

/** Contents of a scene without the header that all scenes share. */
export type SceneContents = Omit<
  Scene,
  'format' | 'version' | 'name' | 'title' | 'category' | 'description' | 'character'
>;

/** Definition of a list entry. `defineScene` adds the checks of its parameters. */
export interface SceneTemplate<Name extends string> {
  /** Stable identifier, kebab-case. */
  readonly name: string;
  /** Group in the list of scenes. */
  readonly category: SceneCategory;
  /** Text shown in the list of scenes. */
  readonly title: string;
  /** One line that says what the scene shows or measures. */
  readonly description: string;
  /** Parameters of `build`, by name. Default none. */
  readonly parameters?: Readonly<Record<Name, SceneParameter>>;
  /** Whether `build` creates soft bodies. Default false. */
  readonly softBodies?: boolean;
  /** Kinds of the joints that `build` creates. Default none. */
  readonly joints?: readonly JointKind[];
  /** Name of the solver that the scene demonstrates. Default none. */
  readonly solver?: string;
  /** Character controller for the scene. Default none. */
  readonly character?: CharacterDefinition;
  /** Creates the scene from checked values. The same values must give the same scene. */
  build(values: Readonly<Record<Name, number>>): SceneContents;
}

/**
 * Creates a list entry. Its `create` fills in defaults and rejects unknown, out-of-range or fractional values.
 * @throws InputError for a template with an unknown field or a wrong value
 */
export function defineScene<Name extends string = never>(template: SceneTemplate<Name>): SceneEntry {
  requireTemplate(template);
  const { name, category, title, description, softBodies = false, joints = [] } = template;
  const { solver = null, character = null } = template;
  const parameters: Readonly<Record<string, SceneParameter>> = template.parameters ?? {};
  return {
    name,
    category,
    title,
    description,
    parameters,
    softBodies,
    joints,
    solver,
    character,
    create(values: SceneValues = {}): Scene {
      const checked = checkValues(name, parameters, values) as Record<Name, number>;
      return {
        format: 'otedama-scene',
        version: 1,
        name,
        title,
        category,
        description,
        ...template.build(checked),
        ...(character === null ? {} : { character: { position: character.position } }),
      };
    },
  };
}

function checkValues(
  scene: string,
  parameters: Readonly<Record<string, SceneParameter>>,
  values: SceneValues,
): Record<string, number> {
  requireKnownFields(values, scene, Object.keys(parameters));
  const checked: Record<string, number> = {};
  for (const [key, parameter] of Object.entries(parameters)) {
    const { [key]: value = parameter.default } = values;
    const require = parameter.integer === true ? requireInteger : requireInRange;
    checked[key] = require(`${scene}.${key}`, value, parameter.minimum, parameter.maximum);
  }
  return checked;
}

function requireText(field: string, value: unknown): void {
  if (typeof value !== 'string') throw new InputError(field, value, 'a string');
}

const templateFields: readonly (keyof SceneTemplate<string>)[] = [
  'name',
  'category',
  'title',
  'description',
  'parameters',
  'softBodies',
  'joints',
  'solver',
  'character',
  'build',
];

/** Checks a template, except for the definition of its character, which is checked when the character is created. */
function requireTemplate(template: SceneTemplate<string>): void {
  requireKnownFields(template, 'template', templateFields);
  const { name, category, title, description, build } = template;
  requireText('name', name);
  requireOneOf('category', category, sceneCategories);
  requireText('title', title);
  requireText('description', description);
  if (typeof build !== 'function') throw new InputError('build', build, 'a function that creates the scene');
  const { parameters = {}, softBodies = false, joints = [], solver, character } = template;
  requireRecord('parameters', parameters);
  for (const [key, parameter] of Object.entries(parameters)) requireParameter(`parameters.${key}`, parameter);
  requireBoolean('softBodies', softBodies);
  if (!Array.isArray(joints)) throw new InputError('joints', joints, 'a list of kinds of joints');
  for (const [k, kind] of joints.entries()) requireOneOf(`joints[${k}]`, kind, jointKinds);
  if (solver !== undefined) requireText('solver', solver);
  if (character === undefined) return;
  requireRecord('character', character);
  requireFiniteVec2('character.position', character.position);
}

function requireParameter(path: string, parameter: SceneParameter): void {
  requireKnownFields(parameter, path, ['title', 'default', 'minimum', 'maximum', 'integer']);
  const { title, minimum, maximum, integer = false } = parameter;
  requireText(`${path}.title`, title);
  requireFinite(`${path}.minimum`, minimum);
  requireFinite(`${path}.maximum`, maximum);
  requireBoolean(`${path}.integer`, integer);
  const require = integer ? requireInteger : requireInRange;
  require(`${path}.default`, parameter.default, minimum, maximum);
}
