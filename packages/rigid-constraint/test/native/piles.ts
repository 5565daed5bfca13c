/**
 * Run by native.test.ts in its own process. Prints, as JSON, how large piles come to rest, what a step allocates, and their state hashes.
 */
import { memoryUsage } from 'node:process';
import { loadScene, type Solver, type World } from '@otedama/rigid';
import {
  articlesConstraint,
  boxesInV,
  bridge,
  confined,
  jointGrid,
  mixedRain,
  type SceneEntry,
} from '@otedama/scenes';
import { allocatedBytes, collectGarbage } from '@otedama/tooling/heap';
import { createSequentialImpulses, createSoftStep } from '../../src/index.js';
import { deepestOverlap, topSpeed } from '../harness.js';
import { smallScenes } from '../small-scenes.js';

function steps(world: World, count: number, timeStep: number): void {
  for (let k = 0; k < count; k++) world.step(timeStep);
}

function load(
  entry: SceneEntry,
  values?: Record<string, number>,
  solver: Solver = createSequentialImpulses(),
): World {
  return loadScene(entry.create(values), { solver, sleeping: false });
}

function boxesAtRest() {
  const world = load(boxesInV, { count: 200 });
  steps(world, 1500, 0.02);
  const dynamic = world.bodies.filter((body) => body.type === 'dynamic');
  return {
    speed: topSpeed(dynamic),
    overlap: deepestOverlap(world),
    lowest: Math.min(...dynamic.map((body) => body.position.y)),
  };
}

function allocation(count: number, solver: Solver) {
  const world = load(boxesInV, { count: 1.2 * count }, solver);
  steps(world, 300, 0.02);
  // the arrays have grown for more contacts than the others will ever have
  const boxes = world.bodies.filter((body) => body.type === 'dynamic');
  for (const box of boxes.slice(count)) world.destroyBody(box);
  // the next step compares what begins with what the removal has ended, which takes a table that is made once
  steps(world, 20, 0.02);
  // twice: the first collection only releases the memory of buffers of worlds that are gone
  for (let k = 0; k < 2; k++) collectGarbage();
  const buffers = memoryUsage().arrayBuffers;
  const bytes = allocatedBytes(() => world.step(0.02), 1000);
  return { bytes, buffers: memoryUsage().arrayBuffers - buffers, touching: world.stats.touchingContacts };
}

/** Bytes allocated by 1,000 steps of a net of hinges. */
function jointAllocation(solver: Solver): number {
  const net = load(jointGrid, { side: 12 }, solver);
  steps(net, 100, 1 / 60);
  return allocatedBytes(() => net.step(1 / 60), 1000);
}

/** Bytes allocated by 1,000 steps of a bridge with crates on it, whose contacts are relaxed between the passes over the hinges. */
function bridgeAllocation(solver: Solver): number {
  const loaded = load(bridge, undefined, solver);
  steps(loaded, 300, 1 / 60);
  return allocatedBytes(() => loaded.step(1 / 60), 1000);
}

/** Bytes allocated by 500 steps of a pile in which a quarter of the contacts roll on a face. */
function rainAllocation(solver: Solver): number {
  const pile = load(mixedRain, { count: 120 }, solver);
  steps(pile, 600, 1 / 60);
  return allocatedBytes(() => pile.step(1 / 60), 500);
}

/** Bytes allocated by 300 steps of circles in too small a box, which were put into each other. */
function squeezedAllocation(solver: Solver): number {
  const box = load(confined, undefined, solver);
  steps(box, 300, 1 / 60);
  return allocatedBytes(() => box.step(1 / 60), 300);
}

function hash(entry: SceneEntry, count: number): string {
  const scene = entry.create();
  const world = load(entry);
  steps(world, count, scene.timeStep);
  return world.stateHash();
}

/** For every scene: the number of bodies that became non-finite, and the largest distance from a start position. */
function allScenes() {
  return smallScenes.map((scene) => {
    const world = loadScene(scene, { solver: createSequentialImpulses(), sleeping: false });
    const bodies = world.bodies;
    const start = bodies.map((body) => body.position);
    let frozen = 0;
    for (let k = 0; k < 60; k++) {
      world.step(scene.timeStep);
      frozen += world.events.bodyFrozen.length;
    }
    const moved = bodies.map(({ position }, i) =>
      Math.hypot(position.x - start[i].x, position.y - start[i].y),
    );
    return { name: scene.name, frozen, moved: Math.max(...moved) };
  });
}

const printed = {
  scenes: allScenes(),
  boxes: boxesAtRest(),
  allocations: [createSequentialImpulses(), createSoftStep()].map((solver) => allocation(200, solver)),
  jointAllocations: [jointAllocation(createSequentialImpulses()), jointAllocation(createSoftStep())],
  bridgeAllocation: bridgeAllocation(createSoftStep()),
  rainAllocation: rainAllocation(createSoftStep()),
  squeezedAllocation: squeezedAllocation(createSoftStep()),
  hashes: { constraint: hash(articlesConstraint, 500), rain: hash(mixedRain, 300) },
};
export type Piles = typeof printed;
console.log(JSON.stringify(printed));
