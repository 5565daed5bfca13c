/**
 * The outlines of many solid polygons that lie side by side, such as tiles: the borders between solid and free space, without those between
 * two solids.
 *
 * Every polygon is counter-clockwise (y up), so the solid is to the left of its edges. Where two polygons meet, the same piece of line is an
 * edge of both, in opposite directions. On each line parallel to an axis, edges count +1 or -1 by their direction; what is left of their sum
 * is border. This also cancels edges of different lengths, as between a full tile and a lower one. Slanted edges cancel if they are equal.
 * Since every polygon is closed, as many border edges end at a point as begin there, so they can be linked to loops. Where two solids touch
 * only at a corner, the loop takes the turn to the right: it follows the free space, and a body in that notch meets a concave joint.
 */
import { atan2, type Vec2 } from '@otedama/math2d';

/** A polygon, counter-clockwise, y up, and the index of its material. Coordinates are rounded to 1 / `STEPS` of their unit. */
export interface Solid {
  readonly points: readonly Vec2[];
  readonly material: number;
}

/** A closed border with the solid on its left: `materials[k]` is that of the edge from point k to the next. */
export interface SolidOutline {
  readonly points: readonly Vec2[];
  readonly materials: readonly number[];
}

/** Steps per unit (pixel) that are told apart: finer than editors draw, coarse enough for points that were rotated and rounded. */
const STEPS = 256;

interface Edge {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly material: number;
}

/** An edge on a line parallel to an axis, from the smaller coordinate to the larger one. */
interface Interval {
  readonly from: number;
  readonly to: number;
  /** 1 if the edge runs in the positive direction, otherwise -1. */
  readonly sign: number;
  readonly material: number;
}

/** @returns the borders of the union of the solids, the corners of each in order, without corners on straight edges of one material */
export function solidOutlines(solids: readonly Solid[]): SolidOutline[] {
  const rows = new Map<number, Interval[]>();
  const columns = new Map<number, Interval[]>();
  const slanted = new Map<string, Edge[]>();
  for (const { points, material } of solids) {
    // + 0 turns -0 into 0
    const steps = points.map(({ x, y }) => ({ x: Math.round(x * STEPS) + 0, y: Math.round(y * STEPS) + 0 }));
    steps.forEach(({ x: x1, y: y1 }, k) => {
      const { x: x2, y: y2 } = steps[(k + 1) % steps.length];
      if (x1 === x2 && y1 === y2) return;
      if (y1 === y2) push(rows, y1, interval(x1, x2, material));
      else if (x1 === x2) push(columns, x1, interval(y1, y2, material));
      else {
        const opposite = slanted.get(`${x2} ${y2} ${x1} ${y1}`);
        if (opposite === undefined || opposite.length === 0) {
          push(slanted, `${x1} ${y1} ${x2} ${y2}`, { x1, y1, x2, y2, material });
        } else opposite.pop();
      }
    });
  }
  const edges: Edge[] = [];
  for (const [y, intervals] of rows) {
    for (const { from, to, sign, material } of borders(intervals)) {
      edges.push({ x1: sign > 0 ? from : to, y1: y, x2: sign > 0 ? to : from, y2: y, material });
    }
  }
  for (const [x, intervals] of columns) {
    for (const { from, to, sign, material } of borders(intervals)) {
      edges.push({ x1: x, y1: sign > 0 ? from : to, x2: x, y2: sign > 0 ? to : from, material });
    }
  }
  for (const group of slanted.values()) edges.push(...group);
  return link(edges).map(outlineOf);
}

function push<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

const interval = (start: number, end: number, material: number): Interval => ({
  from: Math.min(start, end),
  to: Math.max(start, end),
  sign: end > start ? 1 : -1,
  material,
});

/** What remains of the edges on one line: pieces between neighbouring ends, as often as one direction outweighs the other. */
function borders(intervals: Interval[]): Interval[] {
  intervals.sort((a, b) => a.from - b.from);
  const ends = [...new Set(intervals.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  const result: Interval[] = [];
  let next = 0;
  let open: Interval[] = [];
  for (let k = 0; k + 1 < ends.length; k++) {
    const from = ends[k];
    open = open.filter((candidate) => candidate.to > from);
    while (next < intervals.length && intervals[next].from === from) open.push(intervals[next++]);
    const sum = open.reduce((total, candidate) => total + candidate.sign, 0);
    const sign = Math.sign(sum);
    for (const { material } of open.filter((candidate) => candidate.sign === sign).slice(0, Math.abs(sum))) {
      result.push({ from, to: ends[k + 1], sign, material });
    }
  }
  return result;
}

/** Links edges to closed loops. */
function link(edges: readonly Edge[]): Edge[][] {
  const outgoing = new Map<string, Edge[]>();
  for (const edge of edges) push(outgoing, `${edge.x1} ${edge.y1}`, edge);
  const loops: Edge[][] = [];
  for (const group of outgoing.values()) {
    while (group.length > 0) {
      const first = group.pop()!;
      const loop: Edge[] = [];
      for (let edge: Edge | undefined = first; edge !== undefined; ) {
        loop.push(edge);
        edge = takeNext(edge, outgoing.get(`${edge.x2} ${edge.y2}`)!, first);
      }
      loops.push(loop);
    }
  }
  return loops;
}

/**
 * Takes the edge that turns furthest to the right after `edge` from the ones that begin at its end; undefined if it is `first`, which is
 * taken.
 */
function takeNext(edge: Edge, choices: Edge[], first: Edge): Edge | undefined {
  let best = -1;
  let bestTurn = first.x1 === edge.x2 && first.y1 === edge.y2 ? turn(edge, first) : Infinity;
  for (let k = 0; k < choices.length; k++) {
    const candidate = turn(edge, choices[k]);
    if (candidate >= bestTurn) continue;
    best = k;
    bestTurn = candidate;
  }
  return best < 0 ? undefined : choices.splice(best, 1)[0];
}

/** Angle from one edge to another, rad, -pi to pi, positive to the left. */
function turn(from: Edge, to: Edge): number {
  const dx = from.x2 - from.x1;
  const dy = from.y2 - from.y1;
  const ex = to.x2 - to.x1;
  const ey = to.y2 - to.y1;
  return atan2(dx * ey - dy * ex, dx * ex + dy * ey);
}

/** The corners of a loop, without those between two edges of one direction and one material. */
function outlineOf(loop: readonly Edge[]): SolidOutline {
  const corners = loop.filter((edge, k) => {
    const before = loop.at(k - 1)!;
    const dx = before.x2 - before.x1;
    const dy = before.y2 - before.y1;
    const ex = edge.x2 - edge.x1;
    const ey = edge.y2 - edge.y1;
    return before.material !== edge.material || dx * ey !== dy * ex || dx * ex + dy * ey < 0;
  });
  return {
    points: corners.map(({ x1, y1 }) => ({ x: x1 / STEPS, y: y1 / STEPS })),
    materials: corners.map(({ material }) => material),
  };
}
