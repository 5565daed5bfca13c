/** Every member of every handle after its object is gone: an error that says so, and nothing else. */
import { InputError } from '@otedama/math2d';
import { membersOf } from '@otedama/tooling/wrong-values';
import { describe, expect, it } from 'vitest';
import { createYard, point, type Yard } from './helpers/yard.js';

/** What is known of an object for good, and can be read after its end. */
const lasting = ['isValid', 'userData', 'name', 'color', 'id', 'generation', 'restArea'];

interface Handle {
  of(yard: Yard): object;
  end(yard: Yard): void;
}

const handles: Readonly<Record<string, Handle>> = {
  body: { of: ({ a }) => a, end: ({ world, a }) => world.destroyBody(a) },
  shape: { of: ({ shape }) => shape, end: ({ shape }) => shape.destroy() },
  'shape of a body': { of: ({ shape }) => shape, end: ({ world, a }) => world.destroyBody(a) },
  joint: { of: ({ joint }) => joint, end: ({ world, joint }) => world.destroyJoint(joint) },
  'joint of a body': { of: ({ joint }) => joint, end: ({ world, b }) => world.destroyBody(b) },
  'soft body': { of: ({ jelly }) => jelly, end: ({ world, jelly }) => world.destroySoftBody(jelly) },
  field: { of: ({ field }) => field, end: ({ field }) => field.remove() },
};

/** Uses a member in every way that it has: reads it, calls it, writes to it. */
function uses(
  handle: object,
  { key, reads, writes }: ReturnType<typeof membersOf>[number],
): (() => unknown)[] {
  const object = handle as Record<string, never>;
  const isSetter = writes?.endsWith('=') === true;
  return [
    ...(reads ? [() => object[key]] : []),
    ...(isSetter ? [() => Object.assign(object, { [key]: point })] : []),
    ...(reads || isSetter ? [] : [() => (object[key] as (...values: unknown[]) => unknown)(point, 1, 1)]),
  ];
}

describe.each(Object.entries(handles))('%s', (_, { of, end }) => {
  it('tells at every member that its object is gone, and the world stays as it is', () => {
    const yard = createYard();
    const handle = of(yard);
    end(yard);
    const before = yard.world.stateHash();
    const silent: string[] = [];
    for (const member of membersOf(handle.constructor)) {
      if (lasting.includes(member.key)) continue;
      for (const use of uses(handle, member)) {
        try {
          use();
          silent.push(member.key);
        } catch (error) {
          if (!(error instanceof InputError)) silent.push(`${member.key}: ${error}`);
          else if (!/destroyed|was removed/.test(error.message)) silent.push(error.message);
        }
      }
    }
    expect(silent).toEqual([]);
    expect(yard.world.stateHash()).toBe(before);
  });
});

it('a character without its body does not move, and keeps what its last move found', () => {
  const { world, hero } = createYard();
  hero.move(point, 0.01);
  const { state, body } = hero;
  world.destroyBody(body);
  expect(() => hero.move(point, 0.01)).toThrow(InputError);
  expect([hero.state, hero.body.isValid]).toEqual([state, false]);
});
