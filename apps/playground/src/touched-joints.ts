/** Joints that the eraser touches: those that the view draws, where it draws them. */

import { segment, type Vec2 } from '@otedama/math2d';
import type { DebugLayer, Painter } from '@otedama/render-babylon';
import type { Joint, World } from '@otedama/rigid';

/**
 * The joints that some layers draw within a distance, m, of the path between one or two points, the topmost last.
 * @param layers those that draw joints in the view
 */
export function jointsAlong(
  world: World,
  points: readonly Vec2[],
  radius: number,
  metersPerPixel: number,
  layers: readonly DebugLayer[],
): Joint[] {
  const { bodyStore, contactStore, gravity } = world;
  const context = { metersPerPixel, fraction: 1 };
  return world.joints.filter((joint) => {
    let isTouched = false;
    const painter = feeler(points, radius, metersPerPixel, () => {
      isTouched = true;
    });
    const drawn = { bodies: [], softBodies: [], bodyStore, contactStore, gravity, joints: [joint] };
    for (const layer of layers) layer.draw(drawn, painter, context);
    return isTouched;
  });
}

/** Nothing: joints are drawn with lines, points and circles alone. */
const unused = (): void => {};

/** Tells `touched` when something is drawn within a distance, m, of a path, instead of drawing it. A circle counts as a disc. */
function feeler(
  [from, to = from]: readonly Vec2[],
  radius: number,
  metersPerPixel: number,
  touched: () => void,
): Painter {
  const touch = (a: Vec2, b: Vec2, reach: number): void => {
    if (segment.closestPoints(from, to, a, b).distanceSquared <= reach * reach) touched();
  };
  const point: Painter['point'] = (x, y, _color, diameter = 0) =>
    touch({ x, y }, { x, y }, radius + (diameter / 2) * metersPerPixel);
  return {
    line: (x1, y1, x2, y2) => touch({ x: x1, y: y1 }, { x: x2, y: y2 }, radius),
    point,
    box: unused,
    circle: (x, y, size) => touch({ x, y }, { x, y }, radius + size),
    arrow: unused,
  };
}
