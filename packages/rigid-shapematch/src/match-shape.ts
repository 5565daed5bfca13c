/**
 * Shape matching: the rotation and translation that best fit a rest shape to displaced points.
 *
 * Rest vertices x0_i, displaced vertices x_i, weights m_i, centres of mass x0_cm, x_cm;
 * q_i = x0_i - x0_cm, p_i = x_i - x_cm. Minimising sum m_i |A q_i - p_i|^2 gives [Mueller 2005, eq. 7]
 *
 *   A = A_pq A_qq^-1,   A_pq = sum m_i p_i q_i^T,   A_qq = sum m_i q_i q_i^T
 *
 * Its rotation R is taken from A_pq = R S, because A_qq is symmetric and only scales. In the plane, the nearest R in the least squares
 * sense needs no decomposition:
 *
 *   sum m_i (R q_i).p_i = cos(angle) sum m_i q_i.p_i + sin(angle) sum m_i q_i x p_i   ->   max
 *   angle = atan2(sum m_i q_i x p_i, sum m_i q_i.p_i)
 *
 * R is a proper rotation even if det A_pq < 0. The goal positions are g_i = R q_i + x_cm. Both square roots of S^2 = A_pq^T A_pq
 * (Cayley-Hamilton, diagonalisation) lead to the same R; they are in `mat2` of math2d.
 */

import {
  InputError,
  type Mat2,
  type Rotation,
  requireFinite,
  requirePoints,
  requirePositive,
  type Vec2,
} from '@otedama/math2d';
import * as mat2 from '@otedama/math2d/mat2';
import * as rotation from '@otedama/math2d/rotation';
import { ANGLE_TOLERANCE } from './constants.js';

/** What `matchShape` finds: the place and rotation of the rest shape that are closest to the points, and where the points belong then. */
export interface ShapeMatch {
  /** x_cm, centre of mass of the displaced points, m. */
  readonly center: Vec2;
  /** Angle of R, rad; the previous angle if no rotation is nearest. */
  readonly angle: number;
  /** R, the rotation by that angle. */
  readonly rotation: Rotation;
  /** A_pq, kg m^2. */
  readonly apq: Mat2;
  /** g_i, m. */
  readonly goals: Vec2[];
}

/**
 * Fits the rest shape to displaced points: finds the rotation and the place for which the weighted sum of squared distances is smallest.
 * @param rest x0_i, m; at least one point
 * @param displaced x_i, m; as many points as `rest`
 * @param weights m_i, kg, > 0; default 1 each
 * @param previousAngle angle to keep if no rotation is nearest (all points in one spot, or a reflection), rad
 * @throws InputError if the lengths of the arrays do not match, or for a number out of its range
 */
export function matchShape(
  rest: readonly Vec2[],
  displaced: readonly Vec2[],
  weights?: readonly number[],
  previousAngle = 0,
): ShapeMatch {
  requirePoints('rest', rest);
  requirePoints('displaced', displaced);
  if (rest.length === 0) throw new InputError('rest', rest.length, 'at least one point');
  if (displaced.length !== rest.length) {
    throw new InputError('displaced', displaced.length, `${rest.length} points, as many as rest has`);
  }
  if (weights !== undefined) {
    if (!Array.isArray(weights)) throw new InputError('weights', weights, 'an array of numbers');
    if (weights.length !== rest.length) {
      throw new InputError('weights', weights.length, `${rest.length} numbers, as many as points`);
    }
    for (const [i, weight] of weights.entries()) requirePositive(`weights[${i}]`, weight);
  }
  requireFinite('previousAngle', previousAngle);
  const restCenter = centerOf(rest, weights);
  const center = centerOf(displaced, weights);
  let apq = mat2.create(0, 0, 0, 0);
  for (let i = 0; i < rest.length; i++) {
    const p = { x: displaced[i].x - center.x, y: displaced[i].y - center.y };
    const q = { x: rest[i].x - restCenter.x, y: rest[i].y - restCenter.y };
    apq = mat2.add(apq, mat2.scale(mat2.outerProduct(p, q), weights?.[i] ?? 1));
  }
  const size = Math.abs(apq.m00) + Math.abs(apq.m01) + Math.abs(apq.m10) + Math.abs(apq.m11);
  const turned = Math.abs(apq.m10 - apq.m01) + Math.abs(apq.m00 + apq.m11);
  const angle = turned > ANGLE_TOLERANCE * size ? mat2.rotationAngle(apq, previousAngle) : previousAngle;
  const R = rotation.fromAngle(angle);
  const goals = rest.map((point) => {
    const x = point.x - restCenter.x;
    const y = point.y - restCenter.y;
    return { x: R.c * x - R.s * y + center.x, y: R.s * x + R.c * y + center.y };
  });
  return { center, angle, rotation: R, apq, goals };
}

function centerOf(points: readonly Vec2[], weights: readonly number[] | undefined): Vec2 {
  let mass = 0;
  let x = 0;
  let y = 0;
  for (let i = 0; i < points.length; i++) {
    const m = weights?.[i] ?? 1;
    mass += m;
    x += m * points[i].x;
    y += m * points[i].y;
  }
  return { x: x / mass, y: y / mass };
}
