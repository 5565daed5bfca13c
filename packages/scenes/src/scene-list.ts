/** The list of all scenes, in the order in which a page shows them. */

import { InputError } from '@otedama/math2d';
import { articlesConstraint, articlesForce, articlesShapeMatching } from './articles.js';
import { bounceHouse, headOn, smash } from './collisions.js';
import { course } from './course.js';
import { tumbler, washer } from './drums.js';
import { pond, windTunnel } from './fields.js';
import { fountain } from './fountain.js';
import { frictionRamps, rollingDisc, slidingBoxes, slopeSlide } from './friction.js';
import { jellyBars, jellyCake, jellyDrop, jellyMattress, jellyRain } from './jelly.js';
import { bridge, jointGrid, wreckingBall } from './joints.js';
import { spinner } from './motors.js';
import { outlines } from './outlines.js';
import { boxesInV, compounds, confined, junkyard, mixedRain } from './piles.js';
import { circleStack, manyPyramids, pyramid, roundedStack, stack, tower } from './stacks.js';
import { arch, cardHouse, dominoes } from './structures.js';
import type { SceneEntry } from './types.js';

/** Every scene, grouped by category: first what shows at a glance what can be done, last what is there to be measured. */
export const sceneList: readonly SceneEntry[] = [
  fountain,
  wreckingBall,
  bridge,
  jellyRain,
  jellyCake,
  jellyDrop,
  jellyBars,
  jellyMattress,
  pond,
  windTunnel,
  course,
  articlesConstraint,
  articlesForce,
  articlesShapeMatching,
  pyramid,
  dominoes,
  arch,
  cardHouse,
  tower,
  stack,
  roundedStack,
  circleStack,
  boxesInV,
  mixedRain,
  confined,
  outlines,
  headOn,
  bounceHouse,
  frictionRamps,
  slidingBoxes,
  slopeSlide,
  rollingDisc,
  smash,
  tumbler,
  washer,
  spinner,
  manyPyramids,
  jointGrid,
  compounds,
  junkyard,
];

/** The entry of that name; an unknown name is an {@link InputError} that lists the known ones. */
export function findScene(name: string): SceneEntry {
  const entry = sceneList.find((candidate) => candidate.name === name);
  if (entry === undefined) {
    throw new InputError('scene', name, `one of ${sceneList.map((scene) => scene.name).join(', ')}`);
  }
  return entry;
}
