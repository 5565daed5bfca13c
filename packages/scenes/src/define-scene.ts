/** Turns a scene definition into a list entry: parameter defaults and checks, and the head of the scene format. */

import { requireInRange, requireInteger, requireKnownFields } from '@otedama/math2d';
import type { CharacterDefinition, JointKind, Scene } from '@otedama/rigid';
import type { SceneCategory, SceneEntry, SceneParameter, SceneValues } from './types.js';

/** What a scene adds to the head that all scenes share. */
export type SceneContents = Omit<
  Scene,
  'format' | 'version' | 'name' | 'title' | 'category' | 'description' | 'character'
>;

/** A list entry before its parameters are checked for it. */
export interface SceneTemplate<Name extends string> {
  /** Stable identifier, kebab-case. */
  readonly name: string;
  /** Group it is shown in. */
  readonly category: SceneCategory;
  /** How a list shows it. */
  readonly title: string;
  /** One line: what is to be seen, or what it measures. */
  readonly description: string;
  /** What it can be made with, by name. Default none. */
  readonly parameters?: Readonly<Record<Name, SceneParameter>>;
  /** Set where `build` makes soft bodies. Default false. */
  readonly softBodies?: boolean;
  /** Kinds of the joints that `build` makes. Default none. */
  readonly joints?: readonly JointKind[];
  /** Name of the solver whose method it is there to show. Default none. */
  readonly solver?: string;
  /** Somebody to walk about in it. Default nobody. */
  readonly character?: CharacterDefinition;
  /** Makes the scene of checked values; the same ones must give the same scene. */
  build(values: Readonly<Record<Name, number>>): SceneContents;
}

/** Makes a list entry whose `create` fills in defaults and refuses unknown, out-of-range or fractional values. */
export function defineScene<Name extends string = never>(template: SceneTemplate<Name>): SceneEntry {
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
    const value = values[key] ?? parameter.default;
    const require = parameter.integer === true ? requireInteger : requireInRange;
    checked[key] = require(`${scene}.${key}`, value, parameter.minimum, parameter.maximum);
  }
  return checked;
}
