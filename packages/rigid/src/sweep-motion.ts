/**
 * The motion of a body in a step as a sweep sees it: the centre of mass goes straight; the rotation is the normalised chord between the two
 * rotations, whose rate is at most 2 tan(turn / 2). Turns beyond a quarter are taken at once, after the motion: the start is a place where the body
 * was, while turned it may lie through a wall already, as a rod does that has turned about a tip that was hit.
 *
 * Times and distances that one function of a sweep tells another stand in `ContinuousScratch`: as arguments they would be allocated.
 */
import { PlacedSeparation, ProxyBuffer } from '@otedama/collision';
import { IntList } from './int-list.js';
import { ObstacleList } from './obstacles.js';

/** Motion of a body in a step, from pose 1 to pose 2: centres, rotations, centre of mass in the body frame. */
export class SweepMotion {
  x1 = 0;
  y1 = 0;
  c1 = 1;
  s1 = 0;
  x2 = 0;
  y2 = 0;
  c2 = 1;
  s2 = 0;
  lx = 0;
  ly = 0;
  /** Greatest rate of turn, rad a step. */
  rate = 0;
  /** Time looked at, 0..1. */
  time = 0;

  copy(from: SweepMotion): void {
    this.x1 = from.x1;
    this.y1 = from.y1;
    this.c1 = from.c1;
    this.s1 = from.s1;
    this.x2 = from.x2;
    this.y2 = from.y2;
    this.c2 = from.c2;
    this.s2 = from.s2;
    this.lx = from.lx;
    this.ly = from.ly;
    this.rate = from.rate;
  }

  /** Derives the rate; a turn beyond a quarter is taken after the motion. */
  close(): void {
    const c = this.c1 * this.c2 + this.s1 * this.s2;
    const s = this.c1 * this.s2 - this.s1 * this.c2;
    if (c > 0) {
      this.rate = (2 * Math.abs(s)) / (1 + c);
      return;
    }
    this.rate = 0;
    this.c2 = this.c1;
    this.s2 = this.s1;
  }

  /** Writes the pose of the body at `time` to `pose`: origin, cosine and sine. */
  writePose(pose: Float64Array): void {
    const { time } = this;
    let c = this.c1 + time * (this.c2 - this.c1);
    let s = this.s1 + time * (this.s2 - this.s1);
    const length = Math.sqrt(c * c + s * s);
    c /= length;
    s /= length;
    pose[0] = this.x1 + time * (this.x2 - this.x1) - (c * this.lx - s * this.ly);
    pose[1] = this.y1 + time * (this.y2 - this.y1) - (s * this.lx + c * this.ly);
    pose[2] = c;
    pose[3] = s;
  }

  /** Ends the motion where another one (or this one) is at its time. */
  endAt(other: SweepMotion): void {
    const { time } = other;
    const c = other.c1 + time * (other.c2 - other.c1);
    const s = other.s1 + time * (other.s2 - other.s1);
    const length = Math.sqrt(c * c + s * s);
    this.x2 = other.x1 + time * (other.x2 - other.x1);
    this.y2 = other.y1 + time * (other.y2 - other.y1);
    this.c2 = c / length;
    this.s2 = s / length;
  }
}

/** Bits of `ContinuousScratch.roles`: of a body that a sweep has stopped, and of one that was drawn after such a one. */
export const STOPPED = 1;
export const DRAWN = 2;

/** Scratch of the sweeps of a world: nothing of it outlives a step but the lists of obstacles. */
export class ContinuousScratch {
  readonly obstacles: ObstacleList = new ObstacleList();
  /** Bodies of the step that are fast, in the order of the awake list, and bullets among them. */
  readonly fast: IntList = new IntList();
  readonly bullets: IntList = new IntList();
  /** What each body is to the gaps of joints (`joint-gaps.ts`): bits. */
  roles: Uint8Array = new Uint8Array(0);
  /** Poses before gaps were closed, 4 numbers a body: centre, cosine and sine. */
  before: Float64Array = new Float64Array(0);
  /** Shapes near the way of the present body. */
  readonly near: ProxyBuffer = new ProxyBuffer();
  readonly motion: SweepMotion = new SweepMotion();
  /** The motion in the frame of an obstacle that moves itself. */
  readonly relative: SweepMotion = new SweepMotion();
  /** The motion along which the first impact was found, in the frame of its obstacle; its time is that of the impact. */
  readonly stop: SweepMotion = new SweepMotion();
  readonly separation: PlacedSeparation = new PlacedSeparation();
  /** Pose at which a shape is looked at, and its box there. */
  readonly pose: Float64Array = new Float64Array(4);
  readonly box: Float64Array = new Float64Array(4);
  /** Box around the way of a body: minimum and maximum, m. */
  readonly way: Float64Array = new Float64Array(4);
  /** The same, wide enough for what ends the step outside of it and began it inside or beyond, m. */
  readonly wide: Float64Array = new Float64Array(4);
  /** Whether the broad phase knows of all that is placed: not until it is told, and after each body that is. */
  isKnown = false;
  /** Farthest that a centre has moved in this step along x or y, m. */
  farthest = 0;
  /** Length of the step, s. */
  duration = 0;
  /** Share of the step that the present body has done where it was stopped. */
  share = 1;
  /** An impact counts if it comes before this time. */
  limit = 0;
  /** Gap that an advancement looks for, m, how near to it is near enough, m, and the time by which it gives up. */
  target = 0;
  tolerance = 0;
  cap = 0;
  /** Greatest distance of a vertex of the present shape from the centre of mass, m. */
  reach = 0;
}
