import {
  AX,
  AY,
  BODY_A,
  BODY_STRIDE,
  C,
  CONTACT_INDEX_STRIDE,
  CONTACT_STRIDE,
  COUNT,
  CX,
  CY,
  forEachRestingContact,
  NORMAL_IMPULSE,
  NX,
  NY,
  POINT_STRIDE,
  POINT0,
  S,
  SEPARATION,
  STATIC,
  TANGENT_IMPULSE,
  VX,
  VY,
} from '@otedama/rigid';
import { broadPhaseLayer } from './broad-phase-layer.js';
import { type Color, hexColor } from './color.js';
import { islandLayer } from './island-layer.js';
import type { Painter } from './line-painter.js';
import type { DrawnWorld } from './types.js';

/** Information for a debug layer beside the world. */
export interface DebugContext {
  /** Metres that one CSS pixel covers, for marks of a fixed size on the screen. */
  readonly metersPerPixel: number;
  /** Where bodies are drawn, as a fraction of the last step: 0 at its start, 1 at its end. */
  readonly fraction: number;
}

/** A debug layer that is drawn over a world. To add your own, pass an object like those below to `WorldView.layers`. */
export interface DebugLayer {
  /** Short name, for links and settings. */
  readonly name: string;
  /** Title for a page. */
  readonly title: string;
  /** Draws the layer. Called once per frame; must not change the world. */
  draw(world: DrawnWorld, painter: Painter, context: DebugContext): void;
}

// mid tones, visible on light and on dark backgrounds
const boxColor = hexColor('#8a93a6');
const pointColor = hexColor('#d1495b');
const gapColor = hexColor('#c9a227');
const normalColor = hexColor('#2a9d8f');
const impulseColor = hexColor('#e07a1f');
const frictionColor = hexColor('#8f5fc2');
const velocityColor = hexColor('#3f88c5');
const jointColor = hexColor('#7a5cc0');

/** Length of a contact normal, in CSS pixels. */
const NORMAL_PIXELS = 18;
/**
 * Length of an impulse of 1 N s, in CSS pixels. The length grows with the square root: four times the impulse is drawn twice as
 * long.
 */
const IMPULSE_PIXELS = 60;

type VisitPoint = (
  x: number,
  y: number,
  normalX: number,
  normalY: number,
  separation: number,
  normalImpulse: number,
  tangentImpulse: number,
) => void;

/** Visits every point of the contacts that the solver works on, and of the contacts of sleeping bodies. */
function forEachPoint(world: DrawnWorld, visit: VisitPoint): void {
  const { index, data, touching, touchingCount } = world.contactStore;
  const { pose } = world.bodyStore;
  const visitPoints = (contact: number): void => {
    const i = contact * CONTACT_INDEX_STRIDE;
    const d = contact * CONTACT_STRIDE;
    const a = index[i + BODY_A] * BODY_STRIDE;
    for (let point = 0; point < index[i + COUNT]; point++) {
      const p = d + POINT0 + point * POINT_STRIDE;
      visit(
        pose[a + CX] + data[p + AX],
        pose[a + CY] + data[p + AY],
        data[d + NX],
        data[d + NY],
        data[p + SEPARATION],
        data[p + NORMAL_IMPULSE],
        data[p + TANGENT_IMPULSE],
      );
    }
  };
  for (let place = 0; place < touchingCount; place++) visitPoints(touching[place]);
  forEachRestingContact(world.contactStore, world.bodyStore, visitPoints);
}

/** Tight bounding boxes of all bounded shapes. */
export const boxLayer: DebugLayer = {
  name: 'boxes',
  title: 'Bounding boxes',
  draw(world, painter) {
    for (const body of world.bodies) {
      for (const shape of body.shapes) {
        const { minX, minY, maxX, maxY } = shape.aabb;
        // half-spaces reach everywhere
        if (maxX < Infinity) painter.box(minX, minY, maxX, maxY, boxColor);
      }
    }
  },
};

/** Contact points: red where shapes touch or overlap, yellow where there is still a gap. */
export const contactPointLayer: DebugLayer = {
  name: 'contacts',
  title: 'Contact points',
  draw(world, painter) {
    forEachPoint(world, (x, y, _nx, _ny, separation) => {
      painter.point(x, y, separation > 0 ? gapColor : pointColor, 7);
    });
  },
};

/** Contact normals, from body A to body B. */
export const normalLayer: DebugLayer = {
  name: 'normals',
  title: 'Contact normals',
  draw(world, painter, { metersPerPixel }) {
    const length = NORMAL_PIXELS * metersPerPixel;
    forEachPoint(world, (x, y, normalX, normalY) => {
      painter.arrow(x, y, x + length * normalX, y + length * normalY, normalColor, 1.5, 6 * metersPerPixel);
    });
  },
};

const impulseLength = (impulse: number, metersPerPixel: number): number =>
  Math.sign(impulse) * IMPULSE_PIXELS * Math.sqrt(Math.abs(impulse)) * metersPerPixel;

/** Impulses of the last step on body B, along the normal and along the tangent. The length grows with the square root of the impulse. */
export const impulseLayer: DebugLayer = {
  name: 'impulses',
  title: 'Impulses',
  draw(world, painter, { metersPerPixel }) {
    forEachPoint(world, (x, y, normalX, normalY, _separation, normalImpulse, tangentImpulse) => {
      const n = impulseLength(normalImpulse, metersPerPixel);
      if (n !== 0) painter.line(x, y, x + n * normalX, y + n * normalY, impulseColor, 2.5);
      const t = impulseLength(tangentImpulse, metersPerPixel);
      if (t !== 0) painter.line(x, y, x + t * normalY, y - t * normalX, frictionColor, 2.5);
    });
  },
};

const bodyIndices = function* (world: DrawnWorld): Iterable<number> {
  for (const body of world.bodies) if (world.bodyStore.type[body.id] !== STATIC) yield body.id * BODY_STRIDE;
};

/** Velocities of the centres of mass, drawn as the path of the next tenth of a second. */
export const velocityLayer: DebugLayer = {
  name: 'velocities',
  title: 'Velocities',
  draw(world, painter, { metersPerPixel }) {
    const { pose, motion } = world.bodyStore;
    for (const o of bodyIndices(world)) {
      const x = pose[o + CX];
      const y = pose[o + CY];
      painter.arrow(
        x,
        y,
        x + 0.1 * motion[o + VX],
        y + 0.1 * motion[o + VY],
        velocityColor,
        1.5,
        6 * metersPerPixel,
      );
    }
  },
};

/** Centres of mass, with the body's own axes. */
export const centerLayer: DebugLayer = {
  name: 'centers',
  title: 'Centres of mass',
  draw(world, painter, { metersPerPixel }) {
    const { pose } = world.bodyStore;
    const length = 10 * metersPerPixel;
    const axis = (o: number, dx: number, dy: number, color: Color): void =>
      painter.line(
        pose[o + CX],
        pose[o + CY],
        pose[o + CX] + length * dx,
        pose[o + CY] + length * dy,
        color,
        1.5,
      );
    for (const o of bodyIndices(world)) {
      axis(o, pose[o + C], pose[o + S], pointColor);
      axis(o, -pose[o + S], pose[o + C], normalColor);
    }
  },
};

/** Joints: a line between the two anchors, for pulleys over their fixed points. */
export const jointLayer: DebugLayer = {
  name: 'joints',
  title: 'Joint anchors',
  draw(world, painter) {
    for (const joint of world.joints) {
      const { worldAnchorA: a, worldAnchorB: b } = joint;
      // the rope of a pulley runs over two fixed points
      const way = joint.kind === 'pulley' ? [a, joint.groundAnchorA, joint.groundAnchorB, b] : [a, b];
      way.slice(1).forEach((to, k) => {
        painter.line(way[k].x, way[k].y, to.x, to.y, jointColor, 1.5);
      });
      painter.point(a.x, a.y, jointColor, 6);
      painter.point(b.x, b.y, jointColor, 6);
    }
  },
};

/** The layers of rigid worlds, in the order in which a page lists and draws them. */
export const rigidLayers: readonly DebugLayer[] = [
  broadPhaseLayer,
  boxLayer,
  islandLayer,
  jointLayer,
  centerLayer,
  velocityLayer,
  normalLayer,
  impulseLayer,
  contactPointLayer,
];
