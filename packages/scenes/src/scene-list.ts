/** The list of all scenes, in display order. */

import { requireOneOf } from '@otedama/math2d';
import { articlesConstraint, articlesForce, articlesShapeMatching } from './articles.js';
import { bounceHouse, headOn, smash } from './collisions.js';
import { course } from './course.js';
import { tumbler, washer } from './drums.js';
import { pond, windTunnel } from './fields.js';
import { fountain } from './fountain.js';
import { frictionRamps, rollingDisc, slidingBoxes, slopeSlide } from './friction.js';
import { jellyBars, jellyCake, jellyDrop, jellyMattress, jellyRain } from './jelly.js';
import { bridge, jointGrid, wreckingBall } from './joints.js';
import { machines } from './machines.js';
import { spinner } from './motors.js';
import { outlines } from './outlines.js';
import { boxesInV, compounds, confined, junkyard, mixedRain } from './piles.js';
import { ragdolls } from './ragdolls.js';
import { circleStack, manyPyramids, pyramid, roundedStack, stack, tower } from './stacks.js';
import { arch, cardHouse, dominoes } from './structures.js';
import type { SceneEntry } from './types.js';

/** All scenes, grouped by category: scenes made for display come first, benchmarks last. */
export const sceneList: readonly SceneEntry[] = [
  fountain,
  machines,
  ragdolls,
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

/** Returns the entry with the given name. Throws an `InputError` that lists the known names if the name is unknown. */
export function findScene(name: string): SceneEntry {
  requireOneOf(
    'scene',
    name,
    sceneList.map((scene) => scene.name),
  );
  return sceneList.find((scene) => scene.name === name) as SceneEntry;
}
