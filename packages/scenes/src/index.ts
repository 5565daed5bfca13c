// Scene list

// Scenes of the articles
export { articlesConstraint, articlesForce, articlesShapeMatching } from './articles.js';
export { bounceHouse, headOn, smash } from './collisions.js';
export { course } from './course.js';
// Making scenes
export { defineScene, type SceneContents, type SceneTemplate } from './define-scene.js';
export { tumbler, washer } from './drums.js';
export { pond, windTunnel } from './fields.js';
export { fountain } from './fountain.js';
// Friction and collisions
export { frictionRamps, rollingDisc, slidingBoxes, slopeSlide } from './friction.js';
// Soft bodies
export { jellyBars, jellyCake, jellyDrop, jellyMattress, jellyRain } from './jelly.js';
// Motors and joints
export { bridge, jointGrid, wreckingBall } from './joints.js';
export { machines } from './machines.js';
export { spinner } from './motors.js';
export { outlines } from './outlines.js';
// Piles and drums
export { boxesInV, compounds, confined, junkyard, mixedRain } from './piles.js';
export { ragdolls } from './ragdolls.js';
export { findScene, sceneList } from './scene-list.js';
// Stacks and structures
export { circleStack, manyPyramids, pyramid, roundedStack, stack, tower } from './stacks.js';
export { arch, cardHouse, dominoes } from './structures.js';
export type { SceneCategory, SceneEntry, SceneParameter, SceneValues } from './types.js';
