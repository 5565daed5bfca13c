import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventList } from '../src/event-list.js';

interface Touch {
  a: { readonly id: number };
  b: { readonly id: number };
}

const members = [0, 1, 2, 3].map((id) => ({ id }));
const pair = fc.tuple(fc.constantFrom(...members), fc.constantFrom(...members));
const calls = fc.array(
  fc.tuple(fc.constantFrom('in step', 'in step', 'between', 'take back', 'take back', 'begin'), pair),
  { maxLength: 40 },
);

test('holds the events of a list without order from which events are taken back, each pair at most once', () => {
  const text = ({ a, b }: Touch): string => `${a.id} ${b.id}`;
  fc.assert(
    fc.property(calls, (list) => {
      const events = new EventList<Touch>(({ a }) => a !== members[3]);
      const now = new Set<string>();
      const later = new Set<string>();
      for (const [kind, [a, b]] of list) {
        const name = text({ a, b });
        if (kind === 'in step' && !now.has(name)) {
          now.add(name);
          Object.assign(events.next(), { a, b });
        } else if (kind === 'between' && !later.has(name)) {
          later.add(name);
          Object.assign(events.next(false), { a, b });
        } else if (kind === 'take back') {
          expect(events.takeBack(true, 'a', a, 'b', b)).toBe(now.delete(name));
        } else if (kind === 'begin') {
          events.begin();
          now.clear();
          // those that do not last until the step begins are left out
          for (const each of later) if (!each.startsWith('3')) now.add(each);
          later.clear();
        }
        expect(events.items.map(text).sort()).toEqual([...now].sort());
        expect(events.pending.map(text).sort()).toEqual([...later].sort());
      }
    }),
    { seed: 4, numRuns: 300 },
  );
});

test('without events from before the step, none is looked for unless asked to', () => {
  const events = new EventList<Touch>();
  const [a, b] = members;
  const takes = (always: boolean): boolean => events.takeBack(always, 'a', a, 'b', b);
  Object.assign(events.next(), { a, b });
  expect([takes(false), takes(true)]).toEqual([false, true]);
  Object.assign(events.next(false), { a, b });
  events.begin();
  expect(takes(false)).toBe(true);
});
