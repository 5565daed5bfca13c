/** Draws a lesson over the world, in the same colours as its figure. */

import { type Color, type DebugLayer, hexColor, type Painter, shapeOutline } from '@otedama/render-babylon';
import { type BodyShape, PREVIOUS_STRIDE, type RecordedContact, STATIC, type World } from '@otedama/rigid';
import type { ContactLesson } from './contact-lesson.js';
import { type DistanceLesson, type DistanceStep, placementOf } from './distance-lesson.js';
import { type Point, place } from './geometry.js';

const haloColor = hexColor('#ffffff');
const colorA = hexColor('#3f74bf');
const colorB = hexColor('#d0703c');
const foundColor = hexColor('#2a9d8f');
const supportColor = hexColor('#c2418c');
const directionColor = hexColor('#8f5fc2');
const normalColor = hexColor('#3f74bf');
const frictionColor = hexColor('#d0703c');

function outline(painter: Painter, world: World, shape: BodyShape, color: Color): void {
  const { points, isClosed } = shapeOutline(shape.geometry);
  const pose = placementOf(world, shape.body);
  const placed = points.map((p) => place(pose, p));
  const count = isClosed ? placed.length : placed.length - 1;
  for (let k = 0; k < count; k++) {
    const p = placed[k];
    const q = placed[(k + 1) % placed.length];
    painter.line(p.x, p.y, q.x, q.y, color, 3);
  }
}

/** Draws an arrow with a halo, so that it is visible on bodies of the same colour. */
function brightArrow(
  painter: Painter,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  color: Color,
  width: number,
  scale: number,
): void {
  painter.arrow(x1, y1, x2, y2, haloColor, width + 3, 10 * scale);
  painter.arrow(x1, y1, x2, y2, color, width, 10 * scale);
}

/** Highlights the selected shapes before there is a lesson. */
export function selectionOverlay(world: World, shapes: readonly BodyShape[]): DebugLayer {
  return {
    name: 'selection',
    title: 'Selection',
    draw(_drawn, painter) {
      shapes.forEach((shape, k) => {
        if (shape.isValid) outline(painter, world, shape, k === 0 ? colorA : colorB);
      });
    },
  };
}

/** Both shapes, the vertices of the simplex, the support vertices, the search direction, and the witness points. */
export function distanceOverlay(world: World, lesson: DistanceLesson, step: DistanceStep): DebugLayer {
  const selection = selectionOverlay(world, [lesson.shapeA, lesson.shapeB]);
  return {
    name: 'distance',
    title: 'Distance',
    draw(drawn, painter, context) {
      selection.draw(drawn, painter, context);
      const scale = context.metersPerPixel;
      painter.line(step.onA.x, step.onA.y, step.onB.x, step.onB.y, foundColor, 2.5);
      for (const { onA, onB } of step.vertices) {
        painter.point(onA.x, onA.y, foundColor, 9);
        painter.point(onB.x, onB.y, foundColor, 9);
      }
      if (step.support !== null && step.direction !== null) {
        const { onA, onB } = step.support;
        const { x, y } = step.direction;
        const reach = 42 * scale;
        brightArrow(painter, onA.x, onA.y, onA.x + reach * x, onA.y + reach * y, directionColor, 2, scale);
        brightArrow(painter, onB.x, onB.y, onB.x - reach * x, onB.y - reach * y, directionColor, 2, scale);
        for (const p of [onA, onB]) painter.circle(p.x, p.y, 8 * scale, supportColor, 2.5);
      }
      painter.point(step.onA.x, step.onA.y, colorA, 11);
      painter.point(step.onB.x, step.onB.y, colorB, 11);
    },
  };
}

/**
 * Points of a recorded contact, moved with its moving bodies from the start of the step to the current pose. If both bodies move, the
 * points are averaged.
 */
export function presentPoints(world: World, { bodyA, bodyB, points }: RecordedContact): Point[] {
  const { previous, type } = world.bodyStore;
  const moving = [bodyA, bodyB].filter((body) => type[body] !== STATIC);
  return points.map((p) => {
    let x = 0;
    let y = 0;
    for (const id of moving) {
      const body = world.bodyAt(id);
      if (body === null) return p;
      const o = id * PREVIOUS_STRIDE;
      const dx = p.x - previous[o];
      const dy = p.y - previous[o + 1];
      const [c, s] = [previous[o + 2], previous[o + 3]];
      const now = place(placementOf(world, body), { x: c * dx + s * dy, y: c * dy - s * dx });
      x += now.x / moving.length;
      y += now.y / moving.length;
    }
    return { x, y };
  });
}

/** Length of the arrow for the largest impulse of the step, in pixels. */
const IMPULSE_PIXELS = 90;

/** The contact of a lesson with the impulses on body B after a pass. */
export function contactOverlay(
  world: World,
  lesson: ContactLesson,
  pass: number,
  shapes: readonly BodyShape[],
): DebugLayer {
  const { normalX, normalY } = lesson.contact;
  const points = presentPoints(world, lesson.contact);
  const largest = Math.max(...lesson.tracks.flatMap(({ impulses }) => impulses.map(Math.abs)));
  const selection = selectionOverlay(world, shapes);
  return {
    name: 'contact',
    title: 'Contact',
    draw(drawn, painter, context) {
      selection.draw(drawn, painter, context);
      const scale = context.metersPerPixel;
      const length = largest > 0 ? (IMPULSE_PIXELS * scale) / largest : 0;
      for (const { row, point, impulses } of lesson.tracks) {
        const value = impulses[pass + 1] * length;
        const at =
          point >= 0
            ? points[point]
            : { x: (points[0].x + points[1].x) / 2, y: (points[0].y + points[1].y) / 2 };
        const [x, y] = row === 'normal' ? [normalX, normalY] : [normalY, -normalX];
        const color = row === 'normal' ? normalColor : frictionColor;
        brightArrow(painter, at.x, at.y, at.x + value * x, at.y + value * y, color, 3, scale);
      }
      for (const { x, y } of points) painter.point(x, y, supportColor, 9);
    },
  };
}
