/** Joints that the eraser touches: those that the view draws, where it draws them. */

import { segment, type Vec2 } from '@otedama/math2d';
import { type DebugLayer, type Painter, ropeLayer } from '@otedama/render-babylon';
import type { Joint, World } from '@otedama/rigid';
import { pinLayer } from './pins.js';

const layers: readonly DebugLayer[] = [ropeLayer, pinLayer];

/** The joints that are drawn within a distance, m, of the path between one or two points, the topmost last. */
export function jointsAlong(
  world: World,
  points: readonly Vec2[],
  radius: number,
  metersPerPixel: number,
): Joint[] {
  const { bodyStore, contactStore, gravity } = world;
  const context = { metersPerPixel, fraction: 1 };
  return world.joints.filter((joint) => {
    let isTouched = false;
    const painter = feeler(points, radius, () => {
      isTouched = true;
    });
    const drawn = { bodies: [], softBodies: [], bodyStore, contactStore, gravity, joints: [joint] };
    for (const layer of layers) layer.draw(drawn, painter, context);
    return isTouched;
  });
}

/** Nothing: joints are drawn with lines and points alone. */
const unused = (): void => {};

/** Tells `touched` when something is drawn within a distance, m, of a path, instead of drawing it. */
function feeler([from, to = from]: readonly Vec2[], radius: number, touched: () => void): Painter {
  const line = (x1: number, y1: number, x2: number, y2: number): void => {
    const { distanceSquared } = segment.closestPoints(from, to, { x: x1, y: y1 }, { x: x2, y: y2 });
    if (distanceSquared <= radius * radius) touched();
  };
  return { line, point: (x, y) => line(x, y, x, y), box: unused, circle: unused, arrow: unused };
}
