/** Where bodies are drawn: between the last two steps, as the view draws them. For layers that draw on bodies. */

import { blendPose, type Color, type DrawnWorld, type Painter, shapeOutline } from '@otedama/render-babylon';
import type { Body } from '@otedama/rigid';
import { type Point, place } from './teaching/geometry.js';

const pose = new Float64Array(4);

/** World point of a point in the frame of a body, or of the world (null), m, at a fraction of the last step, 0..1. */
export function drawnPoint(world: DrawnWorld, body: Body | null, local: Point, fraction: number): Point {
  if (body === null) return local;
  blendPose(world.bodyStore, body.id, fraction, pose);
  return place({ x: pose[0], y: pose[1], c: pose[2], s: pose[3] }, local);
}

/** Draws the outlines of the shapes of a body, with a width in CSS pixels, at a fraction of the last step, 0..1. */
export function drawOutlines(
  painter: Painter,
  world: DrawnWorld,
  body: Body,
  fraction: number,
  color: Color,
  width: number,
): void {
  for (const { geometry } of body.shapes) {
    const { points, isClosed } = shapeOutline(geometry);
    const placed = points.map((point) => drawnPoint(world, body, point, fraction));
    if (isClosed) placed.push(placed[0]);
    for (let k = 1; k < placed.length; k++)
      painter.line(placed[k - 1].x, placed[k - 1].y, placed[k].x, placed[k].y, color, width);
  }
}
