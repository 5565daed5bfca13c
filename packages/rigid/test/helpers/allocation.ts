/**
 * Run by allocation.test.ts in its own process: prints, as JSON, the bytes allocated by 1,000 steps of 200 boxes that move at the speed
 * given as argument, m/s. If they move, every motion is swept.
 */
import { argv, memoryUsage } from 'node:process';
import { polygon } from '@otedama/math2d';
import { allocatedBytes, collectGarbage } from '@otedama/tooling/heap';
import {
  BODY_A,
  BODY_B,
  BODY_STRIDE,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  createWorld,
  integratePositions,
  NX,
  NY,
  type ShapeDefinition,
  type Solver,
  STATIC,
  VX,
  VY,
  type World,
} from '../../src/index.js';
import { carrySolver } from './carry-solver.js';
import { box, circle } from './shapes.js';

/** 200 boxes on a floor, in touching columns of 10. */
function heap(solver: Solver, placementTolerance: number): World {
  const world = createWorld({ solver, sleeping: false, placementTolerance });
  world.createBody({ type: 'kinematic', position: { x: 0, y: -1 }, shapes: [box(400, 2)] });
  for (let column = 0; column < 20; column++) {
    for (let row = 0; row < 10; row++) {
      world.createBody({ position: { x: column - 50, y: 0.5 + row }, shapes: [box(1, 1)] });
    }
  }
  return world;
}

function measure(speed: number): object {
  const world = heap(carrySolver(speed), speed > 0 ? 0 : 0.001);
  for (let k = 0; k < 100; k++) world.step(1 / 60);
  const { touchingContacts: touching, rebuiltManifolds: rebuilt } = world.stats;
  collectGarbage();
  const before = memoryUsage().arrayBuffers;
  const bytes = allocatedBytes(() => world.step(1 / 60), 1000);
  return { touching, rebuilt, bytes, buffers: memoryUsage().arrayBuffers - before };
}

/** Reflects bodies that approach a static shape; applies no other impulses. */
function mirrorSolver(): Solver {
  const carry = carrySolver(0);
  return {
    ...carry,
    name: 'mirror',
    step(world, dt) {
      const { bodies, contacts } = world;
      world.collide();
      for (let k = 0; k < contacts.touchingCount; k++) {
        const i = contacts.touching[k] * CONTACT_INDEX_STRIDE;
        const c = contacts.touching[k] * CONTACT_STRIDE;
        const isMirrorA = bodies.type[contacts.index[i + BODY_A]] === STATIC;
        const o = contacts.index[i + (isMirrorA ? BODY_B : BODY_A)] * BODY_STRIDE;
        const { motion } = bodies;
        const nx = contacts.data[c + NX];
        const ny = contacts.data[c + NY];
        const vn = motion[o + VX] * nx + motion[o + VY] * ny;
        if (isMirrorA ? vn >= 0 : vn <= 0) continue;
        motion[o + VX] -= 2 * vn * nx;
        motion[o + VY] -= 2 * vn * ny;
      }
      integratePositions(bodies, dt);
    },
  };
}

/** 50 fast circles and boxes in a closed room, with enough pillars to use the broad phase; every fifth one is a bullet. */
function hail(): World {
  const world = createWorld({ solver: mirrorSolver(), gravity: { x: 0, y: 0 }, sleeping: false });
  const quiet = { contactEvents: false };
  const room = polygon.rectangle(20, 20);
  const walls = room.map((point1, k): ShapeDefinition => {
    return { kind: 'segment', point1, point2: room[(k + 1) % 4], ...quiet };
  });
  world.createBody({ type: 'static', shapes: walls });
  for (let k = 0; k < 40; k++)
    world.createBody({ type: 'static', position: { x: k / 2 - 9.75, y: 0 }, shapes: [circle(0.05, quiet)] });
  const filter = { category: 2, mask: 1 };
  for (let k = 0; k < 50; k++) {
    world.createBody({
      position: { x: 1.8 * (k % 10) - 8.1, y: 1.8 * Math.floor(k / 10) - 8.1 },
      linearVelocity: { x: 60 - 1.3 * (k % 7), y: 50 + (k % 5) },
      angularVelocity: k % 4,
      bullet: k % 5 === 0,
      shapes: [k % 2 === 0 ? circle(0.15, { ...quiet, filter }) : box(0.3, 0.2, { ...quiet, filter })],
    });
  }
  return world;
}

function measureHail(): object {
  const world = hail();
  let swept = 0;
  let stopped = 0;
  for (let k = 0; k < 1000; k++) {
    world.step(1 / 60);
    swept += world.stats.sweptBodies;
    stopped += world.stats.stoppedBodies;
  }
  collectGarbage();
  const before = memoryUsage().arrayBuffers;
  const bytes = allocatedBytes(() => world.step(1 / 60), 1000);
  return { swept, stopped, bytes, buffers: memoryUsage().arrayBuffers - before };
}

console.log(JSON.stringify(argv[2] === 'hail' ? measureHail() : measure(Number(argv[2]))));
