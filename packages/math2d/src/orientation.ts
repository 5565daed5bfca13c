/**
 * Exact orientation test, which tells the side of a line on which a point lies. It computes the sign of
 *
 *     (a - c) x (b - c) = ax by - ax cy - cx by - (ay bx - ay cx - cy bx)
 *
 * The rounded value is used if it exceeds its error bound. Otherwise the six products and their sum are computed exactly, as expansions of
 * non-overlapping doubles [Shewchuk 1997, ch. 2 and sec. 4.3]. Algorithms based on these signs never meet contradictory results.
 */
import type { Vec2 } from './vec2.js';

/** eps of [Shewchuk 1997]: 2^-53. */
const HALF_ULP = Number.EPSILON / 2;

/** Error bound of the rounded determinant, as a share of the sum of its two products [Shewchuk 1997, ccwerrboundA]. */
const ROUNDED_ERROR = (3 + 16 * HALF_ULP) * HALF_ULP;

/** 2^27 + 1, which splits a double into two halves of 26 bits. */
const SPLITTER = 134217729;

/** The sum so far, as non-overlapping parts in increasing order. There is room for six products of two parts each. */
const parts = new Float64Array(12);

/** Number with the sign of the area of triangle abc: > 0 for counter-clockwise points, 0 exactly for collinear points. */
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
  // the largest nonzero part has the sign of the whole sum
  for (let k = 11; k >= 0; k--) if (parts[k] !== 0) return parts[k];
  return 0;
}

/** Adds the product a b to the sum of the first `count` parts. The sum then has `count` + 2 parts. */
function addProduct(count: number, a: number, b: number): void {
  const product = a * b;
  const highA = SPLITTER * a - (SPLITTER * a - a);
  const highB = SPLITTER * b - (SPLITTER * b - b);
  const lowA = a - highA;
  const lowB = b - highB;
  addPart(count, lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB));
  addPart(count + 1, product);
}

/** Adds one number to the sum of the first `count` parts [Shewchuk 1997, Grow-Expansion]. The sum then has `count` + 1 parts. */
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
