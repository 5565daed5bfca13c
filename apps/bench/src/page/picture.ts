/** A small picture of a scene with an engine's transforms: filled outlines, from the same transforms that the quality checker uses. */

import type { Scene } from '@otedama/rigid';
import { TRANSFORM_STRIDE } from '../engine.js';

/** Colours of moving bodies in turn, of static bodies, and of the background. */
const CLOTH = ['#4a6fa5', '#e2855e', '#8fae6b', '#d8b04c', '#8f7bb0', '#5fa3a0'];
const GROUND = '#8d8577';

/** Fraction of the picture's height left free around bodies that start outside the scene's own view. */
const MARGIN = 0.06;
/** Half the length of a half-space's surface as drawn, m. */
const FAR = 1000;

interface View {
  readonly x: number;
  readonly y: number;
  readonly halfHeight: number;
}

/** The scene's own camera, moved back until every moving body is visible at the start. @param aspect width over height */
function viewOf(scene: Scene, aspect: number): View {
  const { x, y, halfHeight } = scene.camera ?? { x: 0, y: 5, halfHeight: 10 };
  let reach = halfHeight;
  for (const { type, position } of scene.bodies) {
    if ((type ?? 'dynamic') !== 'dynamic' || position === undefined) continue;
    reach = Math.max(reach, Math.abs(position.y - y) * (1 + MARGIN));
    reach = Math.max(reach, (Math.abs(position.x - x) / aspect) * (1 + MARGIN));
  }
  return { x, y, halfHeight: reach };
}

/**
 * Draws the scene over the whole of `context`.
 * @param transforms `TRANSFORM_STRIDE` numbers per body of the scene
 */
export function drawScene(context: CanvasRenderingContext2D, scene: Scene, transforms: Float64Array): void {
  const { width, height } = context.canvas;
  const view = viewOf(scene, width / height);
  const scale = height / 2 / view.halfHeight;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  // x to the right, y up, metres
  context.setTransform(scale, 0, 0, -scale, width / 2 - scale * view.x, height / 2 + scale * view.y);
  context.lineWidth = 1.5 / scale;

  const paths = new Map<string, Path2D>();
  let moving = 0;
  for (const [i, body] of scene.bodies.entries()) {
    const isMoving = (body.type ?? 'dynamic') === 'dynamic';
    const color = isMoving ? (CLOTH[moving++ % CLOTH.length] as string) : GROUND;
    const path = paths.get(color) ?? new Path2D();
    paths.set(color, path);
    const [x, y, c, s] = transforms.subarray(TRANSFORM_STRIDE * i, TRANSFORM_STRIDE * (i + 1));
    // a lost body may have no finite position
    if (!Number.isFinite(x + y + c + s)) continue;
    const outline = new Path2D();
    for (const shape of body.shapes ?? []) addShape(outline, shape);
    path.addPath(outline, new DOMMatrix([c, s, -s, c, x, y]));
  }
  for (const [color, path] of paths) {
    if (color === GROUND) {
      context.strokeStyle = color;
      context.stroke(path);
    }
    context.fillStyle = color;
    context.fill(path);
  }
}

function addShape(path: Path2D, shape: NonNullable<Scene['bodies'][number]['shapes']>[number]): void {
  switch (shape.kind) {
    case 'circle': {
      const { x, y } = shape.center ?? { x: 0, y: 0 };
      path.moveTo(x + shape.radius, y);
      path.arc(x, y, shape.radius, 0, 2 * Math.PI);
      break;
    }
    case 'capsule': {
      const { point1: p, point2: q, radius } = shape;
      const angle = Math.atan2(q.y - p.y, q.x - p.x);
      path.moveTo(p.x - radius * Math.sin(angle), p.y + radius * Math.cos(angle));
      path.arc(p.x, p.y, radius, angle + Math.PI / 2, angle + 1.5 * Math.PI);
      path.arc(q.x, q.y, radius, angle - Math.PI / 2, angle + Math.PI / 2);
      path.closePath();
      break;
    }
    case 'polygon':
      for (const [k, { x, y }] of shape.vertices.entries()) {
        if (k === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
      path.closePath();
      break;
    case 'halfSpace': {
      const { x, y } = shape.position ?? { x: 0, y: 0 };
      const length = Math.hypot(shape.normal.x, shape.normal.y);
      const tx = (FAR * shape.normal.y) / length;
      const ty = (-FAR * shape.normal.x) / length;
      path.moveTo(x - tx, y - ty);
      path.lineTo(x + tx, y + ty);
      path.lineTo(x + tx + ty, y + ty - tx);
      path.lineTo(x - tx + ty, y - ty - tx);
      path.closePath();
      break;
    }
    case 'segment':
      path.moveTo(shape.point1.x, shape.point1.y);
      path.lineTo(shape.point2.x, shape.point2.y);
      break;
  }
}
