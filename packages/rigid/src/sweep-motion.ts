/**
 * The motion of a body in a step, for sweeps. The centre of mass moves along a straight line. The rotation is the normalised
 * chord between the two rotations; its rate is at most 2 tan(turn / 2). A turn by a quarter or more is left out of the motion:
 * the body keeps its start rotation, at which it was in free space. With its end rotation it may already intersect a wall, like a
 * rod that has turned about a tip that was hit.
 *
 * Functions of a sweep pass times and distances to each other in `ContinuousScratch`, because arguments would be allocated.
 */
import { PlacedSeparation, ProxyBuffer } from '@otedama/collision';
import { ForeseenBounces } from './foreseen-bounce-list.js';
import { IntList } from './int-list.js';
import { ObstacleList } from './obstacles.js';
import { OwedTime } from './owed-time.js';

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
  /** Greatest rate of turn, rad per step. */
  rate = 0;
  /** Current time of the motion, 0..1. */
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

  /** Computes the rate. Removes a turn by a quarter or more from the motion. */
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

  /** Ends the motion at the pose that another one (or this one) has at its time. */
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

/** Bits of `ContinuousScratch.roles`: the body was stopped or lifted by a sweep; the body was pulled after a stopped one. */
export const STOPPED = 1;
export const DRAWN = 2;

/** Scratch of the sweeps of a world. Only the lists of obstacles and the owed time are kept between steps. */
export class ContinuousScratch {
  readonly obstacles: ObstacleList = new ObstacleList();
  /** Time that stopped bodies have lost. */
  readonly owed: OwedTime = new OwedTime();
  /** Fast bodies of the step, in the order of the awake list. */
  readonly fast: IntList = new IntList();
  /** Roles of the bodies for the gaps of joints (`joint-gaps.ts`), as bits. */
  roles: Uint8Array = new Uint8Array(0);
  /** Poses before the gaps were closed, 4 numbers per body: centre, cosine and sine. */
  before: Float64Array = new Float64Array(0);
  /** Shapes near the path of the current body. */
  readonly near: ProxyBuffer = new ProxyBuffer();
  readonly motion: SweepMotion = new SweepMotion();
  /** Whether this step foresees contacts (`foreseen-contacts.ts`), and the slots of those that it has foreseen. */
  foresees = false;
  readonly foreseen: IntList = new IntList();
  /** What it foresees of contacts with restitution. */
  readonly bounces: ForeseenBounces = new ForeseenBounces();
  /** Bodies whose boxes reach ahead in such a step (`look-ahead.ts`). */
  readonly hasty: IntList = new IntList();
  /** The motion in the frame of a moving obstacle. */
  readonly relative: SweepMotion = new SweepMotion();
  /** The motion along which the first impact was found, in the frame of its obstacle. Its time is the time of the impact. */
  readonly stop: SweepMotion = new SweepMotion();
  readonly separation: PlacedSeparation = new PlacedSeparation();
  /** Pose at which a shape is tested, and its box there. */
  readonly pose: Float64Array = new Float64Array(4);
  readonly box: Float64Array = new Float64Array(4);
  /** Box around the path of a body: minimum and maximum, m. */
  readonly way: Float64Array = new Float64Array(4);
  /** The same box, widened so that it includes bodies that were in it or crossed it during the step and end outside, m. */
  readonly wide: Float64Array = new Float64Array(4);
  /** Whether the broad phase has seen all placed bodies. False until the first bullet of a step queries it. */
  isKnown = false;
  /** Shapes that were placed since. */
  readonly changed: IntList = new IntList();
  /** Largest way of a body in this step, m, among the bodies that a bullet has to find. */
  farthest = 0;
  /** Length of the step, s. */
  duration = 0;
  /** Fraction of the step after which the current body was stopped. */
  share = 1;
  /** Only impacts before this time count. */
  limit = 0;
  /** Whether the shape of the last impact was deep in the obstacle at the start of its path. */
  isDeep = false;
  /** By how much it has to be lifted then, m. */
  lift = 0;
  /** Whether the current body was kept from going deeper into an obstacle. */
  isLifted = false;
  /** Separation that an advancement looks for, m, its tolerance, m, and the time at which it gives up. */
  target = 0;
  tolerance = 0;
  cap = 0;
  /** Greatest distance of a vertex of the current shape from the centre of mass, m. */
  reach = 0;
}
