/**
 * On which side of a line a point lies, without error: the sign of
 *
 *     (a - c) x (b - c) = ax by - ax cy - cx by - (ay bx - ay cx - cy bx)
 *
 * A rounded value decides where it is larger than its own error can be. Where it is not, the six products and their sum are taken exactly, as
 * expansions of doubles that do not overlap [Shewchuk 1997, ch. 2 and sec. 4.3]. What is cut by such signs never contradicts itself.
 */
import type { Vec2 } from './vec2.js';

/** Error of the rounded determinant, in sums of its two products; eps = 2^-53 [Shewchuk 1997, ccwerrboundA]. */
const HALF_ULP = Number.EPSILON / 2;
const ROUNDED_ERROR = (3 + 16 * HALF_ULP) * HALF_ULP;

/** 2^27 + 1, which splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;

/** The sum so far: its parts do not overlap, the least comes first. Six products of two parts each fit. */
const parts = new Float64Array(12);

/** A number of the sign of the area of triangle abc: above 0 when it runs counter-clockwise, 0 exactly when the points lie on one line. */
export function orientation(a: Vec2, b: Vec2, c: Vec2): number {
  const left = (a.x - c.x) * (b.y - c.y);
  const right = (a.y - c.y) * (b.x - c.x);
  const rounded = left - right;
  if (Math.abs(rounded) > ROUNDED_ERROR * (Math.abs(left) + Math.abs(right))) return rounded;
  addProduct(0, a.x, b.y);
  addProduct(2, -a.x, c.y);
  addProduct(4, -c.x, b.y);
  addProduct(6, -a.y, b.x);
  addProduct(8, a.y, c.x);
  addProduct(10, c.y, b.x);
  // the largest part that is not 0 outweighs all below it
  for (let k = 11; k >= 0; k--) if (parts[k] !== 0) return parts[k];
  return 0;
}

/** Adds a b to the sum of the first `count` parts, which has two more then. */
function addProduct(count: number, a: number, b: number): void {
  const product = a * b;
  const highA = SPLITTER * a - (SPLITTER * a - a);
  const highB = SPLITTER * b - (SPLITTER * b - b);
  const lowA = a - highA;
  const lowB = b - highB;
  addPart(count, lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB));
  addPart(count + 1, product);
}

/** Adds one number to the sum of the first `count` parts, which has one more then [Shewchuk 1997, Grow-Expansion]. */
function addPart(count: number, value: number): void {
  let sum = value;
  for (let k = 0; k < count; k++) {
    const part = parts[k];
    const total = sum + part;
    const rest = total - sum;
    parts[k] = sum - (total - rest) + (part - rest);
    sum = total;
  }
  parts[count] = sum;
}
