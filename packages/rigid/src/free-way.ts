/**
 * Whether the way of a body to a hit that is foreseen is free. What is behind a wall is not hit: the sweep would stop the body at the wall
 * (`continuous.ts`), but only after the solver has passed its momentum on through it. So the body is swept before the step along its free
 * motion, to the time of the hit.
 */
import { HALF_SPACE } from '@otedama/collision';
import { sinCos } from '@otedama/math2d';
import { BODY_STRIDE, C, CX, CY, LX, LY, S, VX, VY, W } from './layout.js';
import { collectWalls } from './near-shapes.js';
import { SHAPE_PRE_SOLVE, SHAPE_SENSOR } from './shape-flags.js';
import { findImpact } from './time-of-impact.js';
import type { SweepingState } from './world-state.js';

const turn = { sin: 0, cos: 1 };

/**
 * Whether no static shape stops a dynamic body in the part `relative.time` of the step that begins. Changes `motion` and what an advancement
 * uses, but not `relative`.
 */
export function isWayFree(state: SweepingState, slot: number): boolean {
  const { bodies, shapes, geometry, sweeps } = state;
  const { near, obstacles } = sweeps;
  obstacles.update(state);
  if (obstacles.statics.count === 0) return true;
  setOut(state, slot);
  collectWalls(state, slot);
  if (near.count === 0) return true;
  sweeps.limit = 1;
  let isFree = true;
  try {
    for (let shape = bodies.firstShape[slot]; shape >= 0 && isFree; shape = shapes.next[shape]) {
      if (geometry.kind[shape] === HALF_SPACE) continue;
      if ((shapes.flags[shape] & (SHAPE_SENSOR | SHAPE_PRE_SOLVE)) !== 0) continue;
      for (let k = 0; k < near.count && isFree; k++) {
        isFree = !findImpact(state, near.proxies[k], shape, slot);
      }
    }
  } finally {
    for (let shape = bodies.firstShape[slot]; shape >= 0; shape = shapes.next[shape])
      geometry.placeFrom(shape, bodies.placed, slot * BODY_STRIDE, sweeps.box, 0);
  }
  return isFree;
}

/** Sets `motion` to the free motion of a body until the hit. */
function setOut({ bodies: { pose, motion }, sweeps }: SweepingState, slot: number): void {
  const { motion: path } = sweeps;
  const o = slot * BODY_STRIDE;
  const time = sweeps.duration * sweeps.relative.time;
  path.lx = pose[o + LX];
  path.ly = pose[o + LY];
  path.x1 = pose[o + CX];
  path.y1 = pose[o + CY];
  path.c1 = pose[o + C];
  path.s1 = pose[o + S];
  path.x2 = path.x1 + time * motion[o + VX];
  path.y2 = path.y1 + time * motion[o + VY];
  sinCos(time * motion[o + W], turn);
  path.c2 = path.c1 * turn.cos - path.s1 * turn.sin;
  path.s2 = path.s1 * turn.cos + path.c1 * turn.sin;
}
