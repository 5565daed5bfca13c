// List of all scenes

export { findScene, sceneList } from './scene-list.js';
export {
  type SceneCategory,
  type SceneEntry,
  type SceneParameter,
  type SceneValues,
  sceneCategories,
} from './types.js';

// Making scenes

export { defineScene, type SceneContents, type SceneTemplate } from './define-scene.js';

// Start scene

export { fountain } from './fountain.js';

// Scenes of the articles

export { articlesConstraint, articlesForce, articlesShapeMatching } from './articles.js';

// Stacks and structures

export { circleStack, manyPyramids, pyramid, roundedStack, stack, tower } from './stacks.js';
export { arch, cardHouse, dominoes } from './structures.js';

// Piles and drums

export { tumbler, washer } from './drums.js';
export { outlines } from './outlines.js';
export { boxesInV, compounds, confined, junkyard, mixedRain } from './piles.js';

// Friction and collisions

export { bounceHouse, headOn, smash } from './collisions.js';
export { frictionRamps, rollingDisc, slidingBoxes, slopeSlide } from './friction.js';

// Soft bodies

export { jellyBars, jellyCake, jellyDrop, jellyMattress, jellyRain } from './jelly.js';

// Joints and motors

export { bridge, jointGrid, wreckingBall } from './joints.js';
export { machines } from './machines.js';
export { spinner } from './motors.js';
export { ragdolls } from './ragdolls.js';

// Fields

export { pond, windTunnel } from './fields.js';

// Characters

export { course } from './course.js';
