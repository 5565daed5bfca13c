/** Ropes, rods, springs and pulleys as they would be seen, for views of finished scenes. */

import type { Body, Joint } from '@otedama/rigid';
import { hexColor } from './color.js';
import type { DebugLayer } from './debug-layers.js';
import type { Painter } from './line-painter.js';
import { blendPose } from './pose.js';
import type { DrawnWorld } from './types.js';

interface Point {
  readonly x: number;
  readonly y: number;
}

// a mid tone, visible on light and on dark backgrounds
const ropeColor = hexColor('#6b6257');

/** Widths of ropes, of rods, which are stiff, and of springs, in CSS pixels. */
const ROPE_WIDTH = 2;
const ROD_WIDTH = 3.5;
const SPRING_WIDTH = 1.5;

/** Corners of a spring, and their distance from its axis in CSS pixels. */
const SPRING_CORNERS = 16;
const SPRING_PIXELS = 5;

/** Pieces of a rope that hangs loosely. */
const ROPE_PIECES = 12;

const drawn = new Float64Array(4);

/** Where an anchor is drawn: on the pose of its body between two steps. */
function anchorOf(world: DrawnWorld, body: Body | null, local: Point, fraction: number): Point {
  if (body === null) return local;
  blendPose(world.bodyStore, body.id, fraction, drawn);
  const [x, y, c, s] = drawn;
  return { x: x + c * local.x - s * local.y, y: y + s * local.x + c * local.y };
}

function line(painter: Painter, a: Point, b: Point, width = ROPE_WIDTH): void {
  painter.line(a.x, a.y, b.x, b.y, ropeColor, width);
}

/** A zigzag with straight ends. */
function spring(painter: Painter, a: Point, b: Point, metersPerPixel: number): void {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return;
  const side = (SPRING_PIXELS * metersPerPixel) / length;
  let before = a;
  for (let k = 1; k <= SPRING_CORNERS; k++) {
    const share = k / SPRING_CORNERS;
    const isStraight = k <= 2 || k >= SPRING_CORNERS - 1;
    const offset = isStraight ? 0 : k % 2 === 0 ? side : -side;
    const next = {
      x: a.x + share * (b.x - a.x) - offset * (b.y - a.y),
      y: a.y + share * (b.y - a.y) + offset * (b.x - a.x),
    };
    line(painter, before, next, SPRING_WIDTH);
    before = next;
  }
}

/**
 * A rope between two points. If it is longer than their distance by e, it hangs like a parabola. Between points of equal height at the
 * distance d its sag is about sqrt(3 d e / 8) for small e, and between points above each other it is a loop of depth e / 2.
 * @param down direction in which it hangs, of length 1, or 0 for a straight line
 */
function rope(painter: Painter, a: Point, b: Point, length: number, down: Point): void {
  const extra = Math.max(0, length - Math.hypot(b.x - a.x, b.y - a.y));
  const across = Math.abs(down.x * (b.y - a.y) - down.y * (b.x - a.x));
  const sag = Math.sqrt((3 * across * extra) / 8 + (extra * extra) / 4);
  let before = a;
  for (let k = 1; k <= ROPE_PIECES; k++) {
    const t = k / ROPE_PIECES;
    const depth = 4 * t * (1 - t) * sag;
    const next = {
      x: a.x + t * (b.x - a.x) + depth * down.x,
      y: a.y + t * (b.y - a.y) + depth * down.y,
    };
    line(painter, before, next);
    before = next;
  }
}

/** Direction of gravity, of length 1, or 0 without gravity. */
function directionDown({ gravity }: DrawnWorld): Point {
  const { x, y } = gravity ?? { x: 0, y: 0 };
  const length = Math.hypot(x, y);
  return length > 0 ? { x: x / length, y: y / length } : { x: 0, y: 0 };
}

function drawJoint(world: DrawnWorld, joint: Joint, painter: Painter, fraction: number, pixel: number): void {
  const { kind } = joint;
  if (kind !== 'distance' && kind !== 'rope' && kind !== 'pulley') return;
  const a = anchorOf(world, joint.bodyA, joint.localAnchorA, fraction);
  const b = anchorOf(world, joint.bodyB, joint.localAnchorB, fraction);
  if (kind === 'rope') rope(painter, a, b, joint.rest, directionDown(world));
  else if (kind === 'pulley') {
    const { groundAnchorA, groundAnchorB } = joint;
    line(painter, a, groundAnchorA);
    line(painter, groundAnchorA, groundAnchorB);
    line(painter, groundAnchorB, b);
  } else if (joint.hertz > 0) spring(painter, a, b, pixel);
  else line(painter, a, b, ROD_WIDTH);
}

/**
 * Distance joints, ropes and pulleys as lines: springs as zigzags, loose ropes hanging. Unlike `jointLayer` it is meant for finished
 * scenes, where bodies on ropes would seem to float.
 */
export const ropeLayer: DebugLayer = {
  name: 'ropes',
  title: 'Ropes and springs',
  draw(world, painter, { metersPerPixel, fraction }) {
    for (const joint of world.joints) drawJoint(world, joint, painter, fraction, metersPerPixel);
  },
};
