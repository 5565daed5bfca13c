/** Reports one visit to a contact to a recorder, for solvers that work on `ContactRows`: one tangent row that both points share. */
import { GAP, K11, K22, KTT } from './contact-rows.js';
import { CONTACT_INDEX_STRIDE, CONTACT_STRIDE, COUNT, FRICTION, TANGENT_SPEED } from './layout.js';
import type { SolverWorld } from './solver.js';
import type { SolverTrace } from './solver-trace.js';

/** One visit to a contact. Triples are values at point 0, point 1 and along the tangent. */
export interface ContactVisit {
  /** Number of the pass within the step, from 0. */
  readonly pass: number;
  /** Kind of the pass; see `TracedRow.phase`. */
  readonly phase: string;
  /** Slot of the contact in the `ContactStore`. */
  readonly slot: number;
  /** Offset of the contact in `ContactRows.data`. */
  readonly row: number;
  /** Time over which an impulse acts, s. */
  readonly duration: number;
  /** Velocities before the visit, m/s; along the tangent minus the conveyor speed. */
  readonly velocities: readonly [number, number, number];
  /** Target velocities, m/s; along the tangent minus the conveyor speed. */
  readonly targets: readonly [number, number, number];
  /** Accumulated impulses before the visit, N s. */
  readonly before: readonly [number, number, number];
  /** Accumulated impulses after the visit, N s. */
  readonly after: readonly [number, number, number];
  /** Whether each normal row was solved. */
  readonly isVisited: readonly [boolean, boolean];
}

/**
 * Reports the rows of a visit to a recorder.
 * @param rows `ContactRows.data`, stride `ROW_STRIDE`
 */
export function traceContactRows(
  trace: SolverTrace,
  world: SolverWorld,
  rows: Float64Array,
  visit: ContactVisit,
): void {
  const { index, data } = world.contacts;
  const { pass, phase, slot, row: o, duration, velocities, targets, before, after, isVisited } = visit;
  const c = slot * CONTACT_STRIDE;
  const count = index[slot * CONTACT_INDEX_STRIDE + COUNT];
  const shared = { pass, phase, slot, duration, massScale: 1, impulseScale: 0 };
  for (let point = 0; point < count; point++) {
    if (!isVisited[point]) continue;
    trace.row({
      ...shared,
      row: 'normal',
      point,
      gap: rows[o + GAP + point],
      velocity: velocities[point],
      target: targets[point],
      mass: 1 / rows[o + (point === 0 ? K11 : K22)],
      before: before[point],
      impulse: after[point],
      low: 0,
      high: Infinity,
    });
  }
  const belt = data[c + TANGENT_SPEED];
  const limit = data[c + FRICTION] * (after[0] + (count === 2 ? after[1] : 0));
  trace.row({
    ...shared,
    row: 'friction',
    point: count === 2 ? -1 : 0,
    gap: rows[o + GAP],
    velocity: velocities[2] + belt,
    target: targets[2] + belt,
    mass: 1 / rows[o + KTT],
    before: before[2],
    impulse: after[2],
    low: -limit,
    high: limit,
  });
}
