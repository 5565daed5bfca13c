/**
 * The search for the distance of two shapes, iteration by iteration, for display: GJK, EPA if they overlap, and the result. Everything is
 * read from the traces of @otedama/collision.
 */

import {
  type ConvexCore,
  convexCore,
  type DifferencePoint,
  distance,
  type EpaStep,
  type GjkStep,
  separation,
} from '@otedama/collision';
import { BODY_STRIDE, type Body, type BodyShape, C, S, type World, X, Y } from '@otedama/rigid';
import { convexHull, type Placement, type Point, place } from './geometry.js';
import { bodyName, lengthText, ROUNDING } from './names.js';

/** A point of the difference, with the vertices it comes from. */
export interface NamedPoint extends Point {
  /** For example `a2 − b0`. */
  readonly name: string;
  /** The two vertices, world coordinates. */
  readonly onA: Point;
  readonly onB: Point;
}

export interface DistanceStep {
  readonly phase: 'GJK' | 'EPA' | 'Result';
  readonly title: string;
  readonly text: string;
  /** GJK: the simplex. EPA: the polytope, counter-clockwise. */
  readonly vertices: readonly NamedPoint[];
  /** EPA: index of the vertex where the nearest edge starts; otherwise null. */
  readonly edge: number | null;
  /** Point of the simplex or edge nearest to the origin. */
  readonly closest: Point;
  /** Unit vector of the search direction, from `closest`; null if there is none. */
  readonly direction: Point | null;
  readonly support: NamedPoint | null;
  /** The points of A and B whose difference is `closest`, world coordinates. */
  readonly onA: Point;
  readonly onB: Point;
  /** The values of this step, as pairs of name and value. */
  readonly numbers: readonly (readonly [name: string, value: string])[];
}

export interface DistanceLesson {
  readonly shapeA: BodyShape;
  readonly shapeB: BodyShape;
  readonly placeA: Placement;
  readonly placeB: Placement;
  /** Sum of the radii by which the cores are grown, m. */
  readonly radius: number;
  /** Corners of A - B of the two cores, counter-clockwise. */
  readonly difference: readonly Point[];
  readonly steps: readonly DistanceStep[];
  /** Distance if positive, negative depth if negative, including the radii, m. */
  readonly separation: number;
}

export function placementOf({ bodyStore }: World, body: Body): Placement {
  const { pose } = bodyStore;
  const o = body.id * BODY_STRIDE;
  return { x: pose[o + X], y: pose[o + Y], c: pose[o + C], s: pose[o + S] };
}

/** The lesson for two shapes, or null if one of them is a half-space. A half-space has no core, and its distance needs no search. */
export function distanceLesson(world: World, shapeA: BodyShape, shapeB: BodyShape): DistanceLesson | null {
  const coreA = convexCore(shapeA.geometry);
  const coreB = convexCore(shapeB.geometry);
  if (coreA === null || coreB === null) return null;
  const placeA = placementOf(world, shapeA.body);
  const placeB = placementOf(world, shapeB.body);
  const gjk: GjkStep[] = [];
  const epa: EpaStep[] = [];
  distance(coreA, placeA, coreB, placeB, { trace: gjk });
  const found = separation(coreA, placeA, coreB, placeB, { trace: epa });

  const worldA = coreA.vertices.map((p) => place(placeA, p));
  const worldB = coreB.vertices.map((p) => place(placeB, p));
  const named = ({ x, y, indexA, indexB }: DifferencePoint): NamedPoint => ({
    x,
    y,
    name: `a${indexA} − b${indexB}`,
    onA: worldA[indexA],
    onB: worldB[indexB],
  });
  const names = [bodyName(world, shapeA.body), bodyName(world, shapeB.body)] as const;
  const steps = [
    ...gjk.map((step, round) => gjkStep(step, round, gjk[round + 1], named)),
    ...epa.map((step, round) => epaStep(step, round, epa.length, named)),
  ];
  const last = steps[steps.length - 1];
  steps.push(
    resultStep(last, found.separation, found.normal, found.pointA, found.pointB, coreA, coreB, names),
  );
  return {
    shapeA,
    shapeB,
    placeA,
    placeB,
    radius: coreA.radius + coreB.radius,
    difference: convexHull(worldA.flatMap((p) => worldB.map((q) => ({ x: p.x - q.x, y: p.y - q.y })))),
    steps,
    separation: found.separation,
  };
}

const length = (p: Point): number => Math.hypot(p.x, p.y);

const simplexNames = ['nothing', 'a point', 'an edge', 'a triangle'] as const;

function gjkStep(
  step: GjkStep,
  round: number,
  next: GjkStep | undefined,
  named: (point: DifferencePoint) => NamedPoint,
): DistanceStep {
  const { simplex, closest, direction, support, pointA, pointB } = step;
  const shared = {
    phase: 'GJK' as const,
    title: `GJK, round ${round + 1}`,
    vertices: simplex.map(named),
    edge: null,
    closest,
    onA: pointA,
    onB: pointB,
  };
  if (support === null) {
    return {
      ...shared,
      direction: null,
      support: null,
      text: 'The simplex holds the origin: A − B contains 0, so some point of A is a point of B. The cores overlap, and GJK has done. How deep is for EPA to find.',
      numbers: [['Simplex', simplexNames[simplex.length]]],
    };
  }
  const w = named(support);
  // how much farther along d than v
  const progress = direction.x * (support.x - closest.x) + direction.y * (support.y - closest.y);
  const start = `The simplex is ${simplexNames[simplex.length]}; v is its point nearest to the origin. Seen from v the origin lies along d, and the vertex of A − B farthest along d is w = ${w.name}.`;
  const end =
    next === undefined
      ? 'It lies no farther along d than v, so nothing of A − B is nearer to the origin than v: its distance is the distance of the cores.'
      : `It lies ${lengthText(progress)} farther than v, so it joins the simplex, and vertices that the new nearest point does not need drop out.`;
  return {
    ...shared,
    direction,
    support: w,
    text: `${start} ${end}`,
    numbers: [
      ['Distance |v|', lengthText(length(closest))],
      ['Progress of w along d', lengthText(next === undefined ? Math.max(0, progress) : progress)],
    ],
  };
}

function epaStep(
  step: EpaStep,
  round: number,
  rounds: number,
  named: (point: DifferencePoint) => NamedPoint,
): DistanceStep {
  const { polytope, edge, normal, support, pointA, pointB } = step;
  const w = named(support);
  const progress = normal.x * support.x + normal.y * support.y - step.distance;
  const isLast = round === rounds - 1;
  return {
    phase: 'EPA',
    title: `EPA, round ${round + 1}`,
    vertices: polytope.map(named),
    edge,
    closest: { x: pointA.x - pointB.x, y: pointA.y - pointB.y },
    direction: normal,
    support: w,
    onA: pointA,
    onB: pointB,
    text: `The polytope has ${polytope.length} vertices of A − B. Its edge nearest to the origin has the outward normal n; farthest along n is w = ${w.name}. ${
      step.distance < 0 ? 'The origin still lies outside the polytope. ' : ''
    }${
      isLast
        ? 'w lies on the edge, so the edge belongs to A − B itself: the way from the origin to it is the shortest way out.'
        : `w lies ${lengthText(progress)} beyond the edge, so it goes between the ends of the edge, and the polytope grows.`
    }`,
    numbers: [
      ['Nearest edge', lengthText(step.distance)],
      ['w beyond the edge', lengthText(isLast ? Math.max(0, progress) : progress)],
    ],
  };
}

function resultStep(
  last: DistanceStep,
  gap: number,
  normal: Point,
  onA: Point,
  onB: Point,
  { radius: radiusA }: ConvexCore,
  { radius: radiusB }: ConvexCore,
  [nameA, nameB]: readonly [string, string],
): DistanceStep {
  const radii = radiusA + radiusB;
  const grown = radii > 0 ? ` The shapes are their cores grown by ${lengthText(radii)} in all.` : '';
  const touches = Math.abs(gap) < ROUNDING;
  const text = touches
    ? `The two shapes touch: between them is 0, except for rounding. n leads from ${nameA} to ${nameB}.${grown}`
    : gap > 0
      ? `The two shapes are ${lengthText(gap)} apart, along n from ${nameA} to ${nameB}.${grown}`
      : `The two shapes overlap by ${lengthText(-gap)}: moving ${nameB} that far along n leaves them touching.${grown}`;
  return {
    ...last,
    phase: 'Result',
    title: touches ? 'Result: touching' : gap > 0 ? 'Result: distance' : 'Result: depth',
    text,
    direction: normal,
    support: null,
    onA,
    onB,
    numbers: [
      [gap > 0 ? 'Distance' : 'Depth', lengthText(Math.abs(gap))],
      ['Normal n', `(${normal.x.toFixed(3)}, ${normal.y.toFixed(3)})`.replaceAll('-', '−')],
    ],
  };
}
