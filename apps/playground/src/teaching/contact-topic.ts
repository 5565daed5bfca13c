import type { RecordedContact, TracedRow, World } from '@otedama/rigid';
import { formatNumber } from '../measurements.js';
import { type ContactLesson, contactLesson } from './contact-lesson.js';
import { type Lesson, type Notice, nothingNotice, type Subject, type Topic } from './lesson.js';
import { contactOverlay, presentPoints } from './overlay.js';
import { coneFigure, errorFigure, impulseFigure } from './row-figures.js';
import { extentOf, pairKey, pairLabel, pairOf, shapeAt } from './shape-keys.js';

/** Maximum number of listed contacts. */
const MOST_CONTACTS = 300;

const lastNormal = ({ rows }: RecordedContact): number =>
  rows.reduce((most, row) => (row.row === 'normal' ? Math.max(most, row.impulse) : most), 0);

function keyOf(world: World, { shapeA, shapeB }: RecordedContact): string | null {
  const a = world.shapeAt(shapeA);
  const b = world.shapeAt(shapeB);
  return a === null || b === null ? null : pairKey(a, b);
}

/** The rows of a contact in the last step, pass by pass. */
export const contactTopic: Topic = {
  name: 'rows',
  title: 'Solver rows',
  subjectTitle: 'Contact',
  hint: 'or pick a contact point or a body in the view',
  needsRecord: true,
  linkKey: 'pair',

  subjects({ world, record }): Subject[] {
    return (record?.contacts ?? []).slice(0, MOST_CONTACTS).flatMap((contact) => {
      const a = world.shapeAt(contact.shapeA);
      const b = world.shapeAt(contact.shapeB);
      if (a === null || b === null) return [];
      const points = contact.points.length === 1 ? '1 point' : `${contact.points.length} points`;
      return [{ key: pairKey(a, b), label: `${pairLabel(world, a, b)} · ${points}` }];
    });
  },

  label({ world }, key) {
    const pair = pairOf(world, key);
    return pair === null ? null : pairLabel(world, ...pair);
  },

  best({ world, record }) {
    const contacts = record?.contacts ?? [];
    const strongest = contacts.reduce<RecordedContact | null>(
      (best, contact) => (best === null || lastNormal(contact) > lastNormal(best) ? contact : best),
      null,
    );
    return strongest === null ? null : keyOf(world, strongest);
  },

  lesson(situation, subject): Lesson | Notice {
    const { world, solver, record } = situation;
    if (record === null) return { message: 'No step has been recorded yet.', offers: ['step'] };
    if (record.contacts.length === 0) {
      return nothingNotice(situation, 'Nothing touched in this step, so it had no rows of contacts.');
    }
    const pair = subject === null ? null : pairOf(world, subject);
    if (pair === null) return { message: 'Choose a contact.', offers: [] };
    const contact = record.contacts.find((candidate) => {
      const key = keyOf(world, candidate);
      return key === subject || key === pairKey(pair[1], pair[0]);
    });
    const lesson = contact === undefined ? null : contactLesson(solver, contact);
    if (contact === undefined || lesson === null) {
      return {
        message: `The solver had no rows for ${pairLabel(world, ...pair)} in this step: the bodies do not touch, or they sleep.`,
        offers: ['step'],
      };
    }
    const present = presentPoints(world, contact);
    const shapes = [world.shapeAt(contact.shapeA), world.shapeAt(contact.shapeB)].filter((s) => s !== null);
    return {
      steps: lesson.passes.length,
      first: 0,
      legend: [
        ['normal', lesson.contact.points.length > 1 ? 'normal (dashed: second point)' : 'normal'],
        ['friction', 'friction'],
        ['band', 'bounds of friction, µ × normal'],
        ...phasesOf(lesson),
      ],
      show(step) {
        const { title, text } = lesson.passes[step];
        return {
          title,
          text,
          numbers: [],
          figures: [impulseFigure(lesson, step), errorFigure(lesson, step), coneFigure(lesson, step)],
          table: rowTable(lesson, step),
        };
      },
      overlay: (step) => contactOverlay(world, lesson, step, shapes),
      extent: shapes.flatMap((shape) => extentOf(world, shape, present)),
      labels: () =>
        present.length < 2 ? [] : present.map((at, k) => ({ at, from: present[1 - k], text: String(k + 1) })),
    };
  },

  pick({ world, record }, point, reach, before) {
    let nearest = reach;
    let found: RecordedContact | null = null;
    for (const contact of record?.contacts ?? []) {
      for (const { x, y } of presentPoints(world, contact)) {
        const away = Math.hypot(x - point.x, y - point.y);
        if (away <= nearest) {
          nearest = away;
          found = contact;
        }
      }
    }
    const key = found === null ? null : keyOf(world, found);
    if (key !== null) return { subject: key };
    const body = shapeAt(world, point, reach)?.body;
    if (body === undefined) return null;
    // picking the same body again selects its next contact
    const own = (record?.contacts ?? [])
      .filter(({ bodyA, bodyB }) => bodyA === body.id || bodyB === body.id)
      .flatMap((contact) => keyOf(world, contact) ?? []);
    if (own.length === 0) return null;
    const place = before === null ? -1 : own.indexOf(before);
    return { subject: own[(place + 1) % own.length] };
  },
};

/** The kinds of passes if there are several. They are marked below the charts. */
function phasesOf({ passes }: ContactLesson): [string, string][] {
  const phases = [...new Set(passes.map(({ phase }) => phase))];
  return phases.length < 2 ? [] : phases.map((phase) => [`pass-${phase}`, `${phase} pass`]);
}

const significant = (value: number): string => {
  if (value === Number.POSITIVE_INFINITY) return '∞';
  if (Math.abs(value) < 1e-12) return '0';
  return formatNumber(Number(value.toPrecision(3)));
};

/** In millimetres to three digits after the point, without a sign before 0. */
const millimeters = (meters: number): string =>
  `${(Math.round(1e6 * meters) / 1e3 || 0).toFixed(3).replace('-', '−')} mm`;

const cell = (tag: 'td' | 'th', content: string, title = ''): HTMLElement => {
  const element = document.createElement(tag);
  element.textContent = content;
  if (title !== '') element.title = title;
  return element;
};

const columns = [
  ['Row', 'Direction and point'],
  ['v', 'Velocity of B against A along the row before the visit, m/s'],
  ['target', 'Velocity the row asks for (its bias), m/s'],
  ['m', 'Effective mass of the row, kg'],
  ['λ', 'Accumulated impulse before the visit, N s'],
  ['λ′', 'Accumulated impulse after it, N s'],
  ['bounds', 'What λ′ is held between, N s'],
] as const;

/** The visits of a pass as a table, with the equation that connects the numbers. */
function rowTable(lesson: ContactLesson, pass: number): HTMLElement {
  const { visits } = lesson.passes[pass];
  const holder = document.createElement('div');
  holder.className = 'rows';
  // the table scrolls horizontally if its numbers are long, so it must be reachable by keyboard
  holder.tabIndex = 0;
  holder.setAttribute('role', 'region');
  holder.setAttribute('aria-label', 'Numbers of this pass');
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  for (const [name, title] of columns) {
    const heading = cell('th', name, title);
    heading.setAttribute('scope', 'col');
    head.append(heading);
  }
  const body = table.createTBody();
  for (const visit of visits) {
    const row = body.insertRow();
    row.className = visit.row;
    const heading = cell('th', titleOf(visit, lesson));
    heading.setAttribute('scope', 'row');
    const bounds =
      visit.row === 'normal' && visit.high === Number.POSITIVE_INFINITY
        ? '≥ 0'
        : visit.row === 'friction'
          ? `± ${significant(visit.high)}`
          : `${significant(visit.low)} … ${significant(visit.high)}`;
    row.append(
      heading,
      cell('td', significant(visit.velocity)),
      cell('td', significant(visit.target)),
      cell('td', significant(visit.mass)),
      cell('td', significant(visit.before)),
      cell('td', significant(visit.impulse)),
      cell('td', bounds),
    );
  }
  holder.append(table, law(visits, lesson));
  return holder;
}

const titleOf = ({ row, point }: TracedRow, { contact }: ContactLesson): string => {
  const name = row === 'normal' ? 'normal' : 'friction';
  return point < 0 ? `${name} 1+2` : contact.points.length > 1 ? `${name} ${point + 1}` : name;
};

function law(visits: readonly TracedRow[], lesson: ContactLesson): HTMLElement {
  const list = document.createElement('dl');
  list.className = 'law';
  const add = (name: string, value: string): void => {
    const term = document.createElement('dt');
    const detail = document.createElement('dd');
    term.textContent = name;
    detail.textContent = value;
    list.append(term, detail);
  };
  const soft = visits.find(({ massScale }) => massScale !== 1);
  add(
    soft === undefined ? 'Each row' : 'Rigid row',
    'λ′ = clamp( λ − m (v − target) ), two points of an edge at once',
  );
  if (soft !== undefined) {
    add('Soft row', 'λ′ = clamp( λ − s m (v − target) − r λ )');
    add('Softness', `s = ${significant(soft.massScale)}, r = ${significant(soft.impulseScale)}`);
  }
  const gaps = visits.filter(({ row }) => row === 'normal').map(({ gap }) => millimeters(gap));
  if (gaps.length > 0) add('Gap', gaps.join(', '));
  const force = lesson.tracks
    .filter(({ row }) => row === 'normal')
    .reduce((sum, { impulses }) => sum + impulses[impulses.length - 1], 0);
  add(
    'Normal force',
    `${significant(force / lesson.duration)} N after the last pass (λ over ${significant(1000 * lesson.duration)} ms)`,
  );
  return list;
}
