/**
 * A joint that is being drawn: which bodies it joins where, why it cannot be made, and how it looks meanwhile.
 *
 * A pin hinges the two topmost bodies under the pointer, or a single one to the world. It may be moved until it is set. A rope, a rod and a
 * spring begin at a point of a body, or of the world, and end at another one; their length is the distance between the two. The ground
 * without end counts as the world. Points of bodies are kept in the frames of the bodies, which may move on while the joint is drawn.
 */

import { type DebugContext, hexColor, type Painter } from '@otedama/render-babylon';
import type { Body, JointDefinition, JointKind, World } from '@otedama/rigid';
import { drawnPoint, drawOutlines } from './drawn-place.js';
import { bodiesAt } from './eraser.js';
import { drawHinge } from './joint-marks.js';
import type { Point } from './teaching/geometry.js';

export type JointTool = 'pin' | 'rope' | 'rod' | 'spring';

/** The kind of joint that each tool makes. */
export const jointKinds: Readonly<Record<JointTool, JointKind>> = {
  pin: 'revolute',
  rope: 'rope',
  rod: 'distance',
  spring: 'distance',
};

/** Frequency of springs, Hz: a hanging body stretches its spring by 11 cm. And their damping ratio: a swing lasts a few seconds. */
const SPRING_HERTZ = 1.5;
const SPRING_DAMPING = 0.15;

/** The colour of what will be joined, and of what cannot be. */
const joinColor = hexColor('#d1495b');
const refusedColor = hexColor('#8d8577');

const OUTLINE_WIDTH = 2.5;
const LINE_WIDTH = 2;
const END_DIAMETER = 9;

/** An end of a joint: a point of a body, or of the world. */
interface JointEnd {
  /** Null for the world. */
  readonly body: Body | null;
  /** In the frame of the body, or of the world, m. */
  readonly local: Point;
}

const endAt = (body: Body | null, point: Point): JointEnd => ({
  body,
  local: body === null ? point : body.getLocalPoint(point),
});

export class JointDraft {
  private readonly tool: JointTool;
  private readonly world: World;
  private readonly reach: number;
  private readonly outsiders: ReadonlySet<Body>;
  /** Where a rope, rod or spring begins. */
  private readonly start: JointEnd;
  /** Where the pointer is, m. */
  private aim: Point;

  /**
   * Begins a joint at a point, m.
   * @param reach bodies this close to a point are at it, m
   * @param outsiders bodies that are never joined
   */
  constructor(tool: JointTool, world: World, point: Point, reach: number, outsiders: ReadonlySet<Body>) {
    this.tool = tool;
    this.world = world;
    this.reach = reach;
    this.outsiders = outsiders;
    this.aim = point;
    this.start = endAt(this.bodiesUnder[0] ?? null, point);
  }

  /** The pointer moves to a point, m. */
  move(point: Point): void {
    this.aim = point;
  }

  /** A sentence that says why the joint cannot be made, and what to do; null if it can. */
  get refusal(): string | null {
    const [a, b] = this.ends;
    if (a.body?.isValid === false) return 'The body at the beginning is gone: begin again on another one.';
    const isHeld = a.body?.type !== 'dynamic' && b.body?.type !== 'dynamic';
    if (this.tool === 'pin')
      return isHeld ? 'Nothing to pin here: press on a body that can be dragged.' : null;
    const onward = 'drag from one body to another, or to the background.';
    if (this.length <= this.reach) return `Too short for a ${this.tool}: ${onward}`;
    if (isHeld) return `Nothing to hold with a ${this.tool}: begin or end on a body that can be dragged.`;
    return a.body === b.body
      ? `A ${this.tool} joins two bodies, and both ends are on the same: ${onward}`
      : null;
  }

  /** The joint, with the ids of its bodies. Only if there is no refusal. */
  get definition(): JointDefinition<number> {
    const ends = this.ends;
    // body B is never the world
    const [a, b] = ends[1].body === null ? [ends[1], ends[0]] : ends;
    const joined = {
      bodyA: a.body?.id ?? null,
      bodyB: (b.body as Body).id,
      localAnchorA: a.local,
      localAnchorB: b.local,
    };
    if (this.tool === 'pin') return { kind: 'revolute', ...joined, collideConnected: !this.isThrough };
    const { length } = this;
    if (this.tool === 'rope')
      return { kind: 'rope', ...joined, maximumLength: length, collideConnected: true };
    const rod = { kind: 'distance', ...joined, length, collideConnected: true } as const;
    return this.tool === 'rod' ? rod : { ...rod, hertz: SPRING_HERTZ, dampingRatio: SPRING_DAMPING };
  }

  /** Draws the joint, and outlines what it will join; grey if it cannot be made. */
  draw(painter: Painter, { fraction }: DebugContext): void {
    const { ends, world } = this;
    const isRefused = this.refusal !== null;
    const color = isRefused ? refusedColor : joinColor;
    if (!isRefused)
      for (const { body } of ends)
        if (body !== null) drawOutlines(painter, world, body, fraction, color, OUTLINE_WIDTH);
    if (this.tool === 'pin') {
      if (isRefused) painter.point(this.aim.x, this.aim.y, color, END_DIAMETER);
      else drawHinge(painter, this.aim);
      return;
    }
    const { body, local } = this.start;
    if (body?.isValid === false) return;
    const { x, y } = drawnPoint(world, body, local, fraction);
    painter.line(x, y, this.aim.x, this.aim.y, color, LINE_WIDTH);
    painter.point(x, y, color, END_DIAMETER);
    painter.point(this.aim.x, this.aim.y, color, END_DIAMETER);
  }

  private get bodiesUnder(): Body[] {
    return bodiesAt(this.world, this.aim, this.reach).filter((body) => !this.outsiders.has(body));
  }

  private get ends(): readonly [JointEnd, JointEnd] {
    const [first = null, second = null] = this.bodiesUnder;
    if (this.tool !== 'pin') return [this.start, endAt(first, this.aim)];
    return [endAt(second, this.aim), endAt(first, this.aim)];
  }

  /** Distance between the ends, m. */
  private get length(): number {
    const { body, local } = this.start;
    const { x, y } = body?.getWorldPoint(local) ?? local;
    return Math.hypot(this.aim.x - x, this.aim.y - y);
  }

  /** Whether a pin goes through both bodies. They overlap, so they do not collide any more. */
  private get isThrough(): boolean {
    const through = new Set(this.world.overlapPoint(this.aim).map(({ body }) => body));
    return this.ends.every(({ body }) => body === null || through.has(body));
  }
}
