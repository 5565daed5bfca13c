/**
 * Run by snapshots.test.ts in a process of its own with native modules. Prints, as JSON, for every scene under both methods which runs
 * after a restore differ from the straight one, and the bytes a body of two snapshots.
 */
import { argv } from 'node:process';
import { createSweep, createTree } from '@otedama/collision';
import {
  loadScene,
  restoreSnapshot,
  type Scene,
  takeSnapshot,
  type World,
  type WorldDefinition,
} from '@otedama/rigid';
import { findScene, mixedRain, pyramid, sceneList } from '@otedama/scenes';
import { createSequentialImpulses, createSoftStep } from '../../src/index.js';

/** Steps before the snapshot, and after it. */
const BEFORE = 50;
const AFTER = 120;

/** Scenes of a size that is quick, without the soft bodies that these methods do not do. */
const canRun = (scene: Scene): boolean => scene.bodies.length <= 700 && scene.softBodies === undefined;

const solvers = [createSoftStep, createSequentialImpulses];

function hashes(world: World, scene: Scene, count: number): string[] {
  return Array.from({ length: count }, () => {
    world.step(scene.timeStep);
    return world.stateHash();
  });
}

/** What went otherwise after the restore, as texts. */
function replay(scene: Scene, createSolver: (typeof solvers)[number]): string[] {
  const make = (more: Partial<WorldDefinition> = {}): World =>
    loadScene(scene, { solver: createSolver(), ...more });
  const world = make();
  for (let step = 0; step < BEFORE; step++) world.step(scene.timeStep);
  const small = takeSnapshot(world, { shapes: false });
  const whole = takeSnapshot(world);
  const straight = hashes(world, scene, AFTER);
  const wrong: string[] = [];
  const compare = (name: string, other: World, snapshot: Uint8Array): void => {
    restoreSnapshot(other, snapshot);
    const again = hashes(other, scene, AFTER);
    const at = again.findIndex((hash, step) => hash !== straight[step]);
    if (at >= 0) wrong.push(`${scene.name}, ${world.solver.name}, ${name}: step ${at + 1}`);
  };
  compare('the same world', world, small);
  compare('a new world on a tree', make({ broadPhase: createTree }), whole);
  compare('a new world on a sweep', make({ broadPhase: createSweep }), small);
  return wrong;
}

/** Bytes a body of a scene after some seconds, with and without shapes. */
function sizes(scene: Scene, steps: number): { bodies: number; whole: number; small: number } {
  const world = loadScene(scene, { solver: createSoftStep(), sleeping: false });
  for (let step = 0; step < steps; step++) world.step(scene.timeStep);
  const bodies = world.bodies.filter((body) => body.type === 'dynamic').length;
  return {
    bodies,
    whole: takeSnapshot(world).length / bodies,
    small: takeSnapshot(world, { shapes: false }).length / bodies,
  };
}

if (argv[2] === 'sizes') {
  const result = {
    pyramid: sizes(pyramid.create({ base: 100 }), 120),
    falling: sizes(mixedRain.create({ count: 1000 }), 60),
    pile: sizes(mixedRain.create({ count: 1000 }), 480),
  };
  console.log(JSON.stringify(result));
} else {
  const entries = argv.length > 2 ? argv.slice(2).map((name) => findScene(name)) : sceneList;
  const scenes = entries.map((entry) => entry.create()).filter(canRun);
  const wrong = scenes.flatMap((scene) => solvers.flatMap((createSolver) => replay(scene, createSolver)));
  console.log(JSON.stringify({ scenes: scenes.length, wrong }));
}
