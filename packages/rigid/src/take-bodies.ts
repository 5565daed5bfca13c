/** Snapshots: writing bodies with the materials, filters and boxes of their shapes. `restore-bodies.ts` reads them. */

import { BOX_STEPS_PER_METER } from './constants.js';
import {
  ANGULAR_DAMPING,
  BODY_ENABLED,
  BODY_STRIDE,
  BOX_STRIDE,
  C,
  CX,
  CY,
  DAMPING_STRIDE,
  FX,
  FY,
  GRAVITY_SCALE,
  LINEAR_DAMPING,
  LX,
  LY,
  PLACED_C,
  PLACED_CX,
  PLACED_CY,
  PLACED_S,
  PLACED_X,
  PLACED_Y,
  S,
  SLEEP_TIME,
  TORQUE,
  TURN_C,
  TURN_S,
  VX,
  VY,
  W,
  X,
  Y,
} from './layout.js';
import { SHAPE_BOX_TEST } from './shape-flags.js';
import type { SnapshotWriter } from './snapshot-bytes.js';
import type { SnapshotDesk } from './snapshot-desk.js';
import * as bit from './snapshot-layout.js';
import type { WorldState } from './world-state.js';

/** Writes the bodies with their shapes, the order of the awake bodies, and the blockers of islands. */
export function writeBodies(state: WorldState, desk: SnapshotDesk, withShapes: boolean): void {
  const { bodies, sleep } = state;
  const { writer } = desk;
  writer.count(bodies.slots);
  let lastShape = -1;
  for (let slot = 0; slot < bodies.slots; slot++) {
    if (bodies.flags[slot] === 0) writer.byte(0);
    else lastShape = writeBody(state, desk, slot, lastShape, withShapes);
  }
  writer.count(bodies.freeCount);
  for (let k = 0; k < bodies.freeCount; k++) writer.count(bodies.free[k]);
  writer.count(bodies.awakeCount);
  let expected = 0;
  for (let k = 0; k < bodies.awakeCount; k++) {
    writer.signed(bodies.awake[k] - expected);
    expected = bodies.awake[k] + 1;
  }
  const known = Math.min(bodies.slots, sleep.blocker.length);
  let blocked = 0;
  for (let slot = 0; slot < known; slot++) if (sleep.blocker[slot] >= 0) blocked++;
  writer.count(blocked);
  expected = 0;
  for (let slot = 0; slot < known; slot++) {
    if (sleep.blocker[slot] < 0) continue;
    writer.count(slot - expected);
    writer.count(sleep.blocker[slot]);
    expected = slot + 1;
  }
}

/** @returns the id of the body's last shape, or `lastShape` if it has none */
function writeBody(
  state: WorldState,
  desk: SnapshotDesk,
  slot: number,
  lastShape: number,
  withShapes: boolean,
): number {
  const { bodies, shapes } = state;
  const { pose, motion, placed, mass, damping } = bodies;
  const { writer } = desk;
  const o = slot * BODY_STRIDE;
  const sleepTime = damping[slot * DAMPING_STRIDE + SLEEP_TIME];
  const handle = state.bodyHandles[slot]!;
  const c = pose[o + C];
  const s = pose[o + S];
  const lx = pose[o + LX];
  const ly = pose[o + LY];
  const pc = placed[o + PLACED_C];
  const ps = placed[o + PLACED_S];

  let first = bit.PRESENT;
  if (
    Object.is(pose[o + X], pose[o + CX] - (c * lx - s * ly)) &&
    Object.is(pose[o + Y], pose[o + CY] - (s * lx + c * ly))
  )
    first |= bit.ORIGIN_FOLLOWS;
  if (c === 1 && Object.is(s, 0)) first |= bit.UPRIGHT;
  if (Object.is(motion[o + VX], 0) && Object.is(motion[o + VY], 0)) first |= bit.NO_VELOCITY;
  if (Object.is(motion[o + W], 0)) first |= bit.NO_SPIN;
  let second = 0;
  const isPlacedHere =
    Object.is(placed[o + PLACED_X], pose[o + X]) &&
    Object.is(placed[o + PLACED_Y], pose[o + Y]) &&
    Object.is(pc, c) &&
    Object.is(ps, s) &&
    Object.is(placed[o + PLACED_CX], pose[o + CX]) &&
    Object.is(placed[o + PLACED_CY], pose[o + CY]) &&
    placed[o + TURN_C] === 1 &&
    Object.is(placed[o + TURN_S], 0);
  if (isPlacedHere) first |= bit.PLACED_HERE;
  else {
    if (Object.is(pc, c) && Object.is(ps, s)) first |= bit.PLACED_SAME_ROTATION;
    if (
      Object.is(placed[o + PLACED_X], placed[o + PLACED_CX] - (pc * lx - ps * ly)) &&
      Object.is(placed[o + PLACED_Y], placed[o + PLACED_CY] - (ps * lx + pc * ly))
    )
      second |= bit.PLACED_ORIGIN_FOLLOWS;
    if (Object.is(placed[o + TURN_C], c * pc + s * ps) && Object.is(placed[o + TURN_S], s * pc - c * ps))
      second |= bit.TURN_FOLLOWS;
  }
  if (Object.is(sleepTime, 0)) second |= bit.NO_SLEEP_TIME;
  if (Object.is(mass[o + FX], 0) && Object.is(mass[o + FY], 0) && Object.is(mass[o + TORQUE], 0))
    second |= bit.NO_FORCE;
  if (bodies.replaced[slot] !== 0) second |= bit.REPLACED;
  if (withShapes && handle.name !== undefined) second |= bit.HAS_NAME;
  if (withShapes && handle.color !== undefined) second |= bit.HAS_COLOR;
  const only = bodies.firstShape[slot];
  if (only === lastShape + 1 && bodies.lastShape[slot] === only) second |= bit.NEXT_SHAPE;

  writer.byte(first);
  writer.byte(second);
  writer.count(bodies.generation[slot]);
  const { record } = desk.bodies;
  record[0] = bodies.type[slot];
  record[1] = bodies.flags[slot];
  record[2] = mass[o + GRAVITY_SCALE];
  record[3] = damping[slot * DAMPING_STRIDE + LINEAR_DAMPING];
  record[4] = damping[slot * DAMPING_STRIDE + ANGULAR_DAMPING];
  const given = state.givenMass.size === 0 ? undefined : state.givenMass.get(slot);
  if (given !== undefined) record[5] = given;
  desk.bodies.write(writer, given === undefined ? 5 : 6);

  if ((second & bit.NEXT_SHAPE) === 0) {
    let count = 0;
    for (let id = only; id >= 0; id = shapes.next[id]) count++;
    writer.count(count);
  }
  for (let id = only; id >= 0; id = shapes.next[id]) {
    if ((second & bit.NEXT_SHAPE) === 0) writer.signed(id - lastShape - 1);
    writeSurface(state, desk, id);
    lastShape = id;
  }

  writer.number(pose[o + CX]);
  writer.number(pose[o + CY]);
  if ((first & bit.UPRIGHT) === 0) {
    writer.number(c);
    writer.number(s);
  }
  if ((first & bit.ORIGIN_FOLLOWS) === 0) {
    writer.number(pose[o + X]);
    writer.number(pose[o + Y]);
  }
  if ((first & bit.NO_VELOCITY) === 0) {
    writer.number(motion[o + VX]);
    writer.number(motion[o + VY]);
  }
  if ((first & bit.NO_SPIN) === 0) writer.number(motion[o + W]);
  if (!isPlacedHere) {
    writer.number(placed[o + PLACED_CX]);
    writer.number(placed[o + PLACED_CY]);
    if ((first & bit.PLACED_SAME_ROTATION) === 0) {
      writer.number(pc);
      writer.number(ps);
    }
    if ((second & bit.PLACED_ORIGIN_FOLLOWS) === 0) {
      writer.number(placed[o + PLACED_X]);
      writer.number(placed[o + PLACED_Y]);
    }
    if ((second & bit.TURN_FOLLOWS) === 0) {
      writer.number(placed[o + TURN_C]);
      writer.number(placed[o + TURN_S]);
    }
  }
  if ((second & bit.NO_SLEEP_TIME) === 0) writer.number(sleepTime);
  if ((second & bit.NO_FORCE) === 0) {
    writer.number(mass[o + FX]);
    writer.number(mass[o + FY]);
    writer.number(mass[o + TORQUE]);
  }
  if ((second & bit.HAS_NAME) !== 0) writer.text(handle.name!);
  if ((second & bit.HAS_COLOR) !== 0) for (const part of handle.color!) writer.number(part);

  if ((bodies.flags[slot] & BODY_ENABLED) !== 0) {
    for (let id = only; id >= 0; id = shapes.next[id]) writeBox(state, writer, id);
  }
  return lastShape;
}

/** Writes the material and filter of a shape. */
function writeSurface(state: WorldState, desk: SnapshotDesk, id: number): void {
  const { shapes } = state;
  let flags = 0;
  if (shapes.moved[id] !== 0) flags |= bit.SHAPE_MOVED;
  if ((shapes.flags[id] & SHAPE_BOX_TEST) !== 0) flags |= bit.SHAPE_TESTED;
  const { record } = desk.materials;
  record[0] = shapes.flags[id] & ~SHAPE_BOX_TEST;
  record[1] = shapes.category[id];
  record[2] = shapes.mask[id];
  record[3] = shapes.group[id];
  record[4] = shapes.frictionRule[id];
  record[5] = shapes.restitutionRule[id];
  record[6] = shapes.friction[id];
  record[7] = shapes.restitution[id];
  record[8] = shapes.tangentSpeed[id];
  record[9] = shapes.rollingResistance[id];
  record[10] = shapes.density[id];
  desk.writer.byte(flags);
  desk.materials.write(desk.writer, 11);
}

/**
 * Writes the fat box of a shape: the distance of each side from the tight box, or, if the tight box is infinite, 0 and the four
 * sides.
 */
function writeBox(state: WorldState, writer: SnapshotWriter, id: number): void {
  const { fat, tight } = state.shapes;
  const b = id * BOX_STRIDE;
  const left = Math.floor(tight[b] * BOX_STEPS_PER_METER) - fat[b] * BOX_STEPS_PER_METER;
  const bottom = Math.floor(tight[b + 1] * BOX_STEPS_PER_METER) - fat[b + 1] * BOX_STEPS_PER_METER;
  const right = fat[b + 2] * BOX_STEPS_PER_METER - Math.ceil(tight[b + 2] * BOX_STEPS_PER_METER);
  const top = fat[b + 3] * BOX_STEPS_PER_METER - Math.ceil(tight[b + 3] * BOX_STEPS_PER_METER);
  if (left > 0 && bottom > 0 && right > 0 && top > 0 && left + bottom + right + top < 65536) {
    writer.count(left);
    writer.count(bottom);
    writer.count(right);
    writer.count(top);
    return;
  }
  writer.count(0);
  for (let k = 0; k < BOX_STRIDE; k++) writer.number(fat[b + k]);
}
