/**
 * Draws a world with a pen like the 2D context of a canvas: shapes in the colours of their state, and on request contacts and joints.
 * It is for debugging and first pictures; with `traceShape` a page draws its own.
 *
 * Lengths are in metres with y upwards, so the pen must have a transform from metres to pixels that turns y over:
 * `setTransform(scale, 0, 0, -scale, left, top)`. A polygon rounded by r is traced by arcs: at a corner, the outward normal turns from that
 * of the edge before, e_1, to that of the edge after, e_2, and the normal of an edge is the edge turned by -90 degrees:
 *
 *     arc about the corner with radius r from angle(e_1) - pi/2 to angle(e_2) - pi/2
 *
 * The pen joins the arcs by straight lines, which are the edges. A capsule is such a polygon with two corners.
 */
import { type Shape, validateShape } from '@otedama/collision';
import {
  atan2,
  cos,
  HALF_PI,
  InputError,
  requireBoolean,
  requireFinite,
  requireKnownFields,
  requirePositive,
  sin,
  TWO_PI,
  type Vec2,
} from '@otedama/math2d';
import { type BareWorld, stateOf } from './bare-world.js';
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import { interpolatedPose } from './interpolated-pose.js';
import { requireFunction } from './validate.js';
import { forEachContact } from './world-visits.js';

/** What tracing needs of the 2D context of a canvas; a `Path2D`, and paths of other libraries, have it too. Lengths in m, angles in rad. */
export interface PathPen {
  /** Starts a part of the path at a point, m. */
  moveTo(x: number, y: number): void;
  /** Adds a straight line to a point, m. */
  lineTo(x: number, y: number): void;
  /** Adds a line to the start of an arc about (x, y), m, and the arc, counter-clockwise as y points up here; angles in rad. */
  arc(x: number, y: number, radius: number, startAngle: number, endAngle: number): void;
  /** Adds a line to the start of the part. */
  closePath(): void;
}

/** What `drawWorld` needs of the 2D context of a canvas. */
export interface CanvasPen extends PathPen {
  /** Colour of fills, any that CSS knows. */
  fillStyle: unknown;
  /** Colour of lines, any that CSS knows. */
  strokeStyle: unknown;
  /** Width of lines, m. */
  lineWidth: number;
  /** Keeps the transform and the colours until `restore`. */
  save(): void;
  /** Goes back to what `save` kept. */
  restore(): void;
  /** Places what follows: x' = a x + c y + e, y' = b x + d y + f, in m. */
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  /** Starts a new path. */
  beginPath(): void;
  /** Fills the path. */
  fill(): void;
  /** Draws a line along the path. */
  stroke(): void;
}

/** Options of `drawWorld`: the moment that is drawn, colours and lines, and what is drawn beside the bodies. All are optional. */
export interface DrawOptions {
  /**
   * Position between the last two steps, 0..1: `FrameClock.alpha`. Contacts and joints are drawn where the last step left them. Default 1.
   */
  readonly alpha?: number;
  /** Width of lines, m, > 0: `1 / scale` is one pixel. Default 0.02. */
  readonly lineWidth?: number;
  /** Whether contact points are drawn. Default false. */
  readonly contacts?: boolean;
  /** Whether joints are drawn: from body to anchor to anchor to body. Default false. */
  readonly joints?: boolean;
  /** Colour of a shape, any that CSS knows. Default: that of its body, if it has one, otherwise by its type and whether it sleeps. */
  readonly color?: (shape: BodyShape) => string;
}

/** Half the length of the line that is drawn for the surface of a half-space, and the depth of its fill, m. */
const HALF_SPACE_EXTENT = 1000;
const LINES = '#202020';
const CONTACTS = '#cc3333';
const JOINTS = '#339966';

const optionNames: readonly (keyof DrawOptions)[] = ['alpha', 'lineWidth', 'contacts', 'joints', 'color'];

/**
 * Draws all enabled bodies of a world, and its soft bodies, with a pen that measures in metres, y upwards. Sensors are outlines, in their
 * colour if they have one. The pen keeps its transform; clear the canvas before.
 * @throws InputError for unknown options, options out of range, and a pen that is none
 */
export function drawWorld(world: BareWorld, pen: CanvasPen, options: DrawOptions = {}): void {
  requirePen(pen);
  requireKnownFields(options, '', optionNames);
  const { alpha = 1, lineWidth = 0.02, contacts = false, joints = false, color = colorOf } = options;
  requireFinite('alpha', alpha);
  requirePositive('lineWidth', lineWidth);
  requireBoolean('contacts', contacts);
  requireBoolean('joints', joints);
  requireFunction('color', color);
  const { particleOwners } = stateOf(world);
  pen.save();
  pen.lineWidth = lineWidth;
  pen.strokeStyle = LINES;
  for (const body of world.bodies) {
    if (body.isEnabled && !particleOwners.has(body.id)) drawBody(world, body, pen, alpha, color);
  }
  for (const { skin, particles } of world.softBodies) {
    pen.beginPath();
    traceLine(pen, skin);
    pen.closePath();
    pen.fillStyle = color(particles[0].shapes[0]);
    pen.fill();
    pen.stroke();
  }
  if (joints) drawJoints(world, pen);
  if (contacts) drawContacts(world, pen, 2 * lineWidth);
  pen.restore();
}

/**
 * Adds the outline of a shape to a path, in the axes of its body, m. A circle gets a spoke, so that one sees it roll; a half-space is drawn
 * for a kilometre. Segments have no inside: draw their line only.
 * @throws InputError for a pen that is none, and an invalid shape
 */
export function traceShape(pen: PathPen, shape: Shape): void {
  requirePen(pen);
  validateShape(shape, 'shape');
  trace(pen, shape);
}

function requirePen(pen: PathPen): void {
  if (typeof pen?.arc !== 'function')
    throw new InputError('pen', pen, "the 2D context of a canvas, canvas.getContext('2d')");
}

function trace(pen: PathPen, shape: Shape): void {
  switch (shape.kind) {
    case 'circle': {
      const { x, y } = shape.center ?? { x: 0, y: 0 };
      pen.moveTo(x + shape.radius, y);
      pen.arc(x, y, shape.radius, 0, TWO_PI);
      pen.lineTo(x, y);
      break;
    }
    case 'capsule':
      traceRounded(pen, [shape.point1, shape.point2], shape.radius);
      break;
    case 'polygon':
      traceRounded(pen, shape.vertices, shape.radius ?? 0);
      break;
    case 'segment':
    case 'chainSegment':
      pen.moveTo(shape.point1.x, shape.point1.y);
      pen.lineTo(shape.point2.x, shape.point2.y);
      break;
    case 'halfSpace': {
      const { x, y } = shape.position ?? { x: 0, y: 0 };
      const { normal } = shape;
      const size = HALF_SPACE_EXTENT / Math.sqrt(normal.x * normal.x + normal.y * normal.y);
      const [right, up] = [size * normal.y, size * normal.x];
      pen.moveTo(x + right, y - up);
      pen.lineTo(x - right, y + up);
      pen.lineTo(x - right - up, y + up - right);
      pen.lineTo(x + right - up, y - up - right);
      pen.closePath();
      break;
    }
  }
}

function traceLine(pen: PathPen, points: readonly Vec2[]): void {
  points.forEach(({ x, y }, k) => {
    if (k === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  });
}

function traceRounded(pen: PathPen, corners: readonly Vec2[], radius: number): void {
  const n = corners.length;
  corners.forEach(({ x, y }, k) => {
    const before = corners[(k + n - 1) % n];
    const after = corners[(k + 1) % n];
    const start = atan2(y - before.y, x - before.x) - HALF_PI;
    const end = atan2(after.y - y, after.x - x) - HALF_PI;
    if (k === 0) pen.moveTo(x + radius * cos(start), y + radius * sin(start));
    if (radius > 0) pen.arc(x, y, radius, start, end < start ? end + TWO_PI : end);
    else if (k > 0) pen.lineTo(x, y);
  });
  pen.closePath();
}

function drawBody(
  world: BareWorld,
  body: Body,
  pen: CanvasPen,
  alpha: number,
  color: (shape: BodyShape) => string,
): void {
  const { x, y, c, s } = interpolatedPose(world, body, alpha);
  pen.save();
  pen.transform(c, s, -s, c, x, y);
  for (const shape of body.shapes) {
    const { geometry } = shape;
    pen.beginPath();
    trace(pen, geometry);
    const paint = color(shape);
    pen.fillStyle = paint;
    pen.strokeStyle = shape.isSensor ? paint : LINES;
    const hasInside = geometry.kind !== 'segment' && geometry.kind !== 'chainSegment';
    if (hasInside && !shape.isSensor) pen.fill();
    pen.stroke();
  }
  pen.restore();
}

function drawJoints(world: BareWorld, pen: CanvasPen): void {
  pen.strokeStyle = JOINTS;
  for (const joint of world.joints) {
    const { bodyA, bodyB, worldAnchorA: a, worldAnchorB: b } = joint;
    // the rope of a pulley runs over two fixed points
    const way = joint.kind === 'pulley' ? [a, joint.groundAnchorA, joint.groundAnchorB, b] : [a, b];
    pen.beginPath();
    traceLine(pen, [bodyA?.worldCenter ?? a, ...way, bodyB.worldCenter]);
    pen.stroke();
  }
}

function drawContacts(world: BareWorld, pen: CanvasPen, radius: number): void {
  pen.fillStyle = CONTACTS;
  forEachContact(world, (contact) => {
    for (let k = 0; k < contact.pointCount; k++) {
      pen.beginPath();
      pen.arc(contact.pointX(k), contact.pointY(k), radius, 0, TWO_PI);
      pen.fill();
    }
  });
}

function colorOf({ body, isSensor }: BodyShape): string {
  if (body.color !== undefined) return `rgb(${body.color.map((share) => Math.round(255 * share)).join(' ')})`;
  if (isSensor) return LINES;
  if (body.type === 'static') return '#a8a8a0';
  if (body.type === 'kinematic') return '#c9a24b';
  return body.isAwake ? '#5b8fd6' : '#8f9fb5';
}
