/** Otedama itself, through the same calls that its users make. Reading every transform means reading an array. */

import { loadScene, type Scene, type Solver } from '@otedama/rigid';
import { createSequentialImpulses, createSoftStep } from '@otedama/rigid-constraint';
import {
  createSoftStep as createBareSoftStep,
  embedded,
  joints,
  rolling,
  shocks,
  simultaneousHits,
} from '@otedama/rigid-constraint/bare';
import { type Engine, type EngineWorld, TIME_STEP } from '../engine.js';
import { IN_JAVASCRIPT, OURS, SEQUENTIAL_IMPULSES } from '../names.js';

function createWorld(scene: Scene, solver: Solver): EngineWorld {
  const world = loadScene(scene, { solver, sleeping: false });
  return {
    step: () => world.step(TIME_STEP),
    // body k of a scene has slot k
    readTransforms: (out) => void world.readTransforms(out),
  };
}

function engineOf(name: string, create: () => Solver): Engine {
  return {
    name,
    version: '0.1.0',
    kind: 'js',
    supports: () => true,
    createWorld: (scene) => createWorld(scene, create()),
  };
}

export async function loadSoftStep(): Promise<Engine> {
  return engineOf(OURS, createSoftStep);
}

/** Without the WebAssembly kernels. */
export async function loadInJavaScript(): Promise<Engine> {
  return engineOf(IN_JAVASCRIPT, () =>
    createBareSoftStep({}, { joints, rolling, hits: simultaneousHits, shocks, embedded }),
  );
}

export async function loadSequentialImpulses(): Promise<Engine> {
  return engineOf(SEQUENTIAL_IMPULSES, createSequentialImpulses);
}
