/**
 * Marks of joints on finished scenes, as one would see them on a real machine: without them, what is hinged seems to float, or to overlap by
 * chance. Ropes, rods and springs have a picture of their own (`ropeLayer`); here they get the pins at their ends.
 *
 *     pin     a light head in a dark rim: what turns (revolute, wheel), what slides (prismatic, groove), ends of ropes, rods, springs and
 *             pulleys. The head of what a motor drives is amber
 *     rail    the line on which it slides
 *     rivet   a dark dot: what neither turns nor slides (weld), what is held by a force (friction, the target of a motor joint), and where
 *             two gears meet
 *     ring    around the origin of body B: what acts on angles alone (ratchet, rotary spring, rotary limit)
 *
 * Marks of the reader's own joints have a fixed size on the screen. Those of the scene are quieter: smaller, and never larger than a share of
 * the thinner body that they join, so that a mark on a plank stays on the plank at every zoom, and vanishes when the plank is a line.
 */

import {
  type DebugContext,
  type DebugLayer,
  type DrawnWorld,
  hexColor,
  type Painter,
} from '@otedama/render-babylon';
import type { Body, Joint } from '@otedama/rigid';
import { drawnPoint } from './drawn-place.js';
import { madeByHand } from './made-joints.js';
import type { Point } from './teaching/geometry.js';
import { thickness } from './thickness.js';

const rimColor = hexColor('#2b2f3a');
const headColor = hexColor('#fbfaf7');
const drivenColor = hexColor('#eda43a');
// the colour of ropes: a mid tone, visible on light and on dark backgrounds
const railColor = hexColor('#6b6257');

/** Diameter of a hinge, of other pins and rivets, and of rings, CSS pixels, and the share of a pin that its head takes. */
const HINGE = 9;
const END = 6;
const RING = 15;
const HEAD_SHARE = 0.55;

/** Width of rails and rings, and length of a rail without limits beyond what slides on it, CSS pixels. */
const RAIL_WIDTH = 1.5;
const RAIL_END = 14;

/** Size of the marks of a scene's own joints as a multiple of the reader's, and as a share of the thinner body. */
const QUIET = 0.8;
const THIN_SHARE = 0.65;
/** Smaller marks are not drawn, CSS pixels. */
const LEAST = 2;

/** Draws a pin at a point, m. */
function drawPin(painter: Painter, { x, y }: Point, diameter: number, head = headColor): void {
  painter.point(x, y, rimColor, diameter);
  painter.point(x, y, head, HEAD_SHARE * diameter);
}

/** Draws a hinge of the reader at a point, m. */
export const drawHinge = (painter: Painter, point: Point): void => drawPin(painter, point, HINGE);

/** What the marks of a joint are drawn with. */
class Marker {
  readonly #world: DrawnWorld;
  readonly #joint: Joint;
  readonly #painter: Painter;
  readonly #context: DebugContext;
  /** Pixels of a mark per pixel of the reader's mark of this kind, and the most that a mark may have. */
  readonly #scale: number;
  readonly #most: number;

  constructor(world: DrawnWorld, joint: Joint, painter: Painter, context: DebugContext) {
    this.#world = world;
    this.#joint = joint;
    this.#painter = painter;
    this.#context = context;
    const isMade = joint.userData === madeByHand;
    const thin = isMade ? Number.POSITIVE_INFINITY : Math.min(thickness(joint.bodyA), thickness(joint.bodyB));
    this.#scale = isMade ? 1 : QUIET;
    this.#most = (THIN_SHARE * thin) / context.metersPerPixel;
  }

  /** Whether the largest mark can be seen. */
  get isVisible(): boolean {
    return this.#most >= LEAST;
  }

  /** The point of a body, or of the world, as it is drawn now. */
  at(body: Body | null, local: Point): Point {
    return drawnPoint(this.#world, body, local, this.#context.fraction);
  }

  get anchorA(): Point {
    return this.at(this.#joint.bodyA, this.#joint.localAnchorA);
  }

  get anchorB(): Point {
    return this.at(this.#joint.bodyB, this.#joint.localAnchorB);
  }

  pin(point: Point, pixels: number): void {
    const { isMotorEnabled, motorSpeed } = this.#joint;
    const isDriven = isMotorEnabled && motorSpeed !== 0;
    drawPin(this.#painter, point, this.#sizeOf(pixels), isDriven ? drivenColor : headColor);
  }

  rivet({ x, y }: Point): void {
    this.#painter.point(x, y, rimColor, this.#sizeOf(END));
  }

  ring({ x, y }: Point): void {
    const radius = (this.#sizeOf(RING) / 2) * this.#context.metersPerPixel;
    this.#painter.circle(x, y, radius, railColor, RAIL_WIDTH);
  }

  rail(from: Point, to: Point): void {
    this.#painter.line(from.x, from.y, to.x, to.y, railColor, RAIL_WIDTH);
  }

  /** The rail of a slide along the axis of its joint: between its limits, otherwise on from anchors A and B to both sides. */
  axis(): void {
    const { bodyA, localAnchorA, localAxisA, translation } = this.#joint;
    const { lower, upper } = this.#joint.toDefinition() as { lower?: number; upper?: number };
    const end = RAIL_END * this.#context.metersPerPixel;
    const along = (distance: number): Point =>
      this.at(bodyA, {
        x: localAnchorA.x + distance * localAxisA.x,
        y: localAnchorA.y + distance * localAxisA.y,
      });
    this.rail(along(lower ?? Math.min(0, translation) - end), along(upper ?? Math.max(0, translation) + end));
  }

  #sizeOf(pixels: number): number {
    return Math.min(this.#scale * pixels, this.#most);
  }
}

function drawMarks(world: DrawnWorld, joint: Joint, painter: Painter, context: DebugContext): void {
  const { kind } = joint;
  if (kind === 'grab' || kind === 'filter') return;
  const marker = new Marker(world, joint, painter, context);
  if (!marker.isVisible) return;
  switch (kind) {
    case 'revolute':
      marker.pin(marker.anchorB, HINGE);
      break;
    case 'wheel':
      marker.axis();
      marker.pin(marker.anchorB, HINGE);
      break;
    case 'prismatic':
      marker.axis();
      marker.pin(marker.anchorB, END);
      break;
    case 'groove': {
      const { grooveStart, grooveEnd } = joint.toDefinition() as { grooveStart: Point; grooveEnd: Point };
      marker.rail(marker.at(joint.bodyA, grooveStart), marker.at(joint.bodyA, grooveEnd));
      marker.pin(marker.anchorB, END);
      break;
    }
    case 'distance':
    case 'rope':
    case 'pulley':
      marker.pin(marker.anchorB, END);
      marker.pin(marker.anchorA, END);
      break;
    case 'weld':
    case 'friction':
      marker.rivet(marker.anchorB);
      break;
    case 'motor': {
      const { bodyA, localAnchorA, linearOffset } = joint;
      const target = marker.at(bodyA, {
        x: localAnchorA.x + linearOffset.x,
        y: localAnchorA.y + linearOffset.y,
      });
      marker.rail(target, marker.anchorB);
      marker.rivet(target);
      marker.pin(marker.anchorB, END);
      break;
    }
    case 'gear':
      marker.rivet(pitchPoint(marker, joint));
      break;
    case 'ratchet':
    case 'rotarySpring':
    case 'rotaryLimit':
      marker.ring(marker.at(joint.bodyB, { x: 0, y: 0 }));
      break;
  }
}

/**
 * Where two gears meet. Their teeth have the same speed there, w_A r_A = -w_B r_B, and w_A = -ratio w_B, so r_B = ratio r_A: the point
 * divides the line between the centres by 1 : ratio. Gears that turn the same way are joined by a belt, which is marked in the middle.
 */
function pitchPoint(marker: Marker, { bodyA, bodyB, ratio }: Joint): Point {
  const a = marker.at(bodyA, { x: 0, y: 0 });
  const b = marker.at(bodyB, { x: 0, y: 0 });
  const share = ratio > 0 ? 1 / (1 + ratio) : 0.5;
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

const marksOf = (name: string, title: string, isMarked: (joint: Joint) => boolean): DebugLayer => ({
  name,
  title,
  draw(world, painter, context) {
    for (const joint of world.joints) if (isMarked(joint)) drawMarks(world, joint, painter, context);
  },
});

/** Marks of all joints. */
export const jointMarks: DebugLayer = marksOf('joint-marks', 'Joints', () => true);

/** Marks of the joints that the reader made. */
export const madeJointMarks: DebugLayer = marksOf(
  'made-joint-marks',
  'Joints made by hand',
  ({ userData }) => userData === madeByHand,
);
