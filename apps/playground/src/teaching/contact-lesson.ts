/** The rows of one contact in one step, pass by pass, for display. Read from a `StepRecord` of @otedama/rigid. */

import type { RecordedContact, TracedRow } from '@otedama/rigid';

/** A row of the contact: one direction at one point. */
export interface RowTrack {
  readonly row: TracedRow['row'];
  /** 0 or 1; -1 for a row shared by both points. */
  readonly point: number;
  readonly title: string;
  /** Accumulated impulse before the first pass, then after each pass, N s. */
  readonly impulses: readonly number[];
  /** Velocity minus target before each pass, m/s; null if the pass did not visit the row. */
  readonly errors: readonly (number | null)[];
}

/** Friction state at one point, or of both points together: the position of the impulse in the friction cone. */
export interface ConeTrack {
  readonly title: string;
  /**
   * The friction impulse of each pass, with the normal impulse that limits it, N s; always inside the cone. Normal rows of the same pass
   * may change afterwards. A pass without friction, or that returns impulses, keeps the point; null before the first friction pass.
   */
  readonly path: readonly (ConePoint | null)[];
}

export interface ConePoint {
  readonly normal: number;
  readonly tangent: number;
}

/** A pass over the rows. */
export interface ContactPass {
  readonly title: string;
  readonly text: string;
  readonly phase: string;
  /** Visits of this contact's rows in this pass, in order. */
  readonly visits: readonly TracedRow[];
}

export interface ContactLesson {
  readonly contact: RecordedContact;
  readonly passes: readonly ContactPass[];
  readonly tracks: readonly RowTrack[];
  readonly cones: readonly ConeTrack[];
  /** Time over which an impulse acts, s. */
  readonly duration: number;
}

/** Descriptions of the solver passes, by phase. */
const phaseTexts: Readonly<Record<string, string>> = {
  'sequential-impulses solve':
    'Every row is brought to its target in turn: friction first, then the normals. The accumulated impulse is what is clamped, so a pass may take back what one before gave too much.',
  'sequential-impulses bounce':
    'Expansion: what has hit gets up to e times the impulse that stopped it, as much as it needs to part at its target.',
  'soft-step solve':
    'With bias: an overlap asks for a speed that pushes it out, softly, as a damped spring would. Friction rests in this pass.',
  'soft-step relax':
    'Without bias: the speed of the push-out is taken back out, and friction acts. What is left neither parts nor closes.',
  'soft-step shock':
    'Something has hit fast: the rows that are hit are relaxed one by one, outwards and back, until none closes any more.',
  'soft-step return':
    'The hit is over: its rows go back to the impulses that the substep started with, so that the next one does not repeat the blow.',
  'soft-step release':
    'After all substeps: the body was hit at several contacts in this step. The impulses of these hits are taken back, so that they can be solved together.',
  'soft-step bounce':
    'After all substeps: what came in faster than the threshold leaves at e times that speed. The hit is done again as blows, each with its friction, and has these impulses in all.',
  'soft-step keep': 'The hits are solved. The next step starts from the impulses that are set here.',
  'force sweep':
    'One substep, one sweep: normal and friction impulse of the contact are solved together, given what the contacts before it have brought. The impulse over the substep is the force.',
  'shape-matching velocities':
    'The position pass has pushed the particles apart; the impulse before is that push. Here the velocities are mended: no bounce where none is due, friction within its cone.',
  'penalty spring':
    'A spring is not iterated: its force follows from overlap and velocity, once a substep. The target is the velocity that this impulse alone leads to.',
};

const trackTitle = (row: TracedRow['row'], point: number, points: number): string => {
  const name = row === 'normal' ? 'Normal' : 'Friction';
  if (point < 0) return `${name} of both`;
  return points > 1 ? `${name} ${point + 1}` : name;
};

/** Groups the visits of a contact by pass; null if the contact was not visited. */
export function contactLesson(solver: string, contact: RecordedContact): ContactLesson | null {
  const { rows } = contact;
  if (rows.length === 0) return null;
  const points = contact.points.length;
  const numbers = [...new Set(rows.map((row) => row.pass))];
  let relaxed = 0;
  let bounces = false;
  const passes = numbers.map((number): ContactPass => {
    const visits = rows.filter((row) => row.pass === number);
    const { phase } = visits[0];
    const title = passTitle(solver, phase, number, relaxed, bounces);
    if (phase === 'relax') relaxed++;
    if (phase === 'bounce') bounces = true;
    return {
      title,
      text:
        phaseTexts[`${solver} ${phase}`] ??
        `Pass ${number + 1} of the solver over its rows, phase “${phase}”.`,
      phase,
      visits,
    };
  });

  const keys = [...new Set(rows.map((row) => `${row.row} ${row.point}`))].sort().reverse();
  const tracks = keys.map((key): RowTrack => {
    const own = rows.filter((row) => `${row.row} ${row.point}` === key);
    const { row, point } = own[0];
    const impulses = [own[0].before];
    const errors: (number | null)[] = [];
    for (const number of numbers) {
      const visits = own.filter((visit) => visit.pass === number);
      impulses.push(visits.at(-1)?.impulse ?? impulses[impulses.length - 1]);
      errors.push(visits.length === 0 ? null : visits[0].velocity - visits[0].target);
    }
    return { row, point, title: trackTitle(row, point, points), impulses, errors };
  });
  tracks.sort((p, q) => (p.row === q.row ? p.point - q.point : p.row === 'normal' ? -1 : 1));

  const normals = tracks.filter(({ row }) => row === 'normal');
  const cones = tracks
    .filter(({ row }) => row === 'friction')
    .map((friction) => {
      const pressing = friction.point < 0 ? normals : normals.filter(({ point }) => point === friction.point);
      return {
        title: friction.point < 0 ? 'Both points' : points > 1 ? `Point ${friction.point + 1}` : 'The point',
        path: numbers.map((_, k): ConePoint | null => {
          const visits = passes[k].visits.filter(
            ({ row, point }) => row === 'friction' && point === friction.point,
          );
          const visit = visits.at(-1);
          // returned impulses are assigned, not clamped to a cone
          if (visit === undefined || passes[k].phase === 'return') return null;
          // without room between its limits, friction is set together with the normal impulses
          const normal =
            visit.low < visit.high
              ? visit.high / contact.friction
              : pressing.reduce((sum, track) => sum + track.impulses[k + 1], 0);
          return { tangent: visit.impulse, normal };
        }),
      };
    });
  for (const cone of cones) {
    for (let k = 1; k < cone.path.length; k++) cone.path[k] ??= cone.path[k - 1];
  }
  return { contact, passes, tracks, cones, duration: rows[0].duration };
}

/**
 * @param relaxed number of relax passes before this one: the soft step has one in each substep, and a `return` comes after it
 * @param bounces whether the contact has bounced alone before
 */
function passTitle(solver: string, phase: string, number: number, relaxed: number, bounces: boolean): string {
  if (phase === 'bounce') return 'Bounce';
  if (phase === 'release') return 'Several hits, taken back';
  if (phase === 'keep') return bounces ? 'Bounce, kept' : 'Several hits, kept';
  if (solver === 'soft-step') return `Substep ${phase === 'return' ? relaxed : relaxed + 1}, ${phase}`;
  if (solver === 'sequential-impulses') return `Pass ${number + 1}`;
  return `Substep ${number + 1}`;
}
