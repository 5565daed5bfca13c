/** Pins of the joints that the reader made. What is hinged would otherwise seem to float, or to overlap by chance. */

import { type DebugLayer, hexColor, type Painter } from '@otedama/render-babylon';
import { drawnPoint } from './drawn-place.js';
import { madeByHand } from './made-joints.js';
import type { Point } from './teaching/geometry.js';

const rimColor = hexColor('#2b2f3a');
const headColor = hexColor('#fbfaf7');

/** Diameter of a hinge, of the ends of ropes and springs, CSS pixels, and the share of it that the light head takes. */
const HINGE = 9;
const END = 6;
const HEAD_SHARE = 0.55;

function drawPin(painter: Painter, { x, y }: Point, diameter: number): void {
  painter.point(x, y, rimColor, diameter);
  painter.point(x, y, headColor, HEAD_SHARE * diameter);
}

/** Draws a hinge at a point, m. */
export const drawHinge = (painter: Painter, point: Point): void => drawPin(painter, point, HINGE);

/** Hinges, and the ends of ropes and springs, of those that the reader made. */
export const pinLayer: DebugLayer = {
  name: 'pins',
  title: 'Pins',
  draw(world, painter, { fraction }) {
    for (const joint of world.joints) {
      const { kind, userData } = joint;
      const isHinge = kind === 'revolute';
      if (userData !== madeByHand || !(isHinge || kind === 'rope' || kind === 'distance')) continue;
      drawPin(painter, drawnPoint(world, joint.bodyB, joint.localAnchorB, fraction), isHinge ? HINGE : END);
      if (!isHinge) drawPin(painter, drawnPoint(world, joint.bodyA, joint.localAnchorA, fraction), END);
    }
  },
};
