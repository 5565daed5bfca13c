import { describe, expect, it } from 'vitest';
import { callsOf, wrongCalls } from '../src/wrong-values.js';

class Refusal extends Error {}

const isTyped = (error: unknown): boolean => error instanceof Refusal;

/** A call that is valid with `given`, spoilt in every way. */
const findings = (given: unknown, call: (value: never) => unknown, more = {}): Promise<string[]> =>
  wrongCalls([{ name: 'call', prepare: () => ({ values: [given], call: call as never }) }], {
    isTyped,
    ...more,
  });

describe('wrongCalls', () => {
  const requireNumber = (value: unknown): void => {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new Refusal(String(value));
  };

  it('finds nothing where everything is refused', async () => {
    expect(await findings(3, requireNumber)).toEqual([]);
  });

  it('finds what is silent, and errors from inside', async () => {
    expect(await findings(3, () => {})).toHaveLength(14);
    const inside = await findings({ x: 1 }, ({ x }: { x: unknown }) => requireNumber(x));
    expect(inside).toEqual([
      expect.stringMatching(/^call\(0\) = null: raw, TypeError/),
      expect.stringMatching(/^call\(0\) = undefined: raw, TypeError/),
    ]);
  });

  it('spoils fields and items at any depth, and adds fields that are unknown', async () => {
    const given = { list: [{ size: 1 }], on: true };
    const call = (value: typeof given) => {
      if (!Array.isArray(value?.list) || value.list.length !== 1) throw new Refusal('list');
      requireNumber(value.list[0]?.size);
    };
    const found = await findings(given, call);
    expect(found).toContain('call(0) = unknown field: silent');
    expect(found).toContain('call(0).list[0] = unknown field: silent');
    expect(found).toContain('call(0).on = text: silent');
    expect(found.filter((line) => line.includes('size'))).toEqual([]);
  });

  it('finds what a refused call has changed', async () => {
    let count = 0;
    const found = await findings(3, (value: unknown) => requireNumber([count++, value][1]), {
      state: () => count,
    });
    expect(found).toContain('call(0) = NaN: half done, Error: NaN');
  });

  it('leaves out what is allowed, and tells what allows nothing', async () => {
    const allowed = [/ = \S/, /^other/];
    expect(await findings(3, () => {}, { allowed })).toEqual(['/^other/: explains nothing']);
  });
});

it('callsOf names functions, constructors, methods and setters that take something', () => {
  class Thing {
    #size = 0;
    constructor(size: number) {
      this.#size = size;
    }
    get size(): number {
      return this.#size;
    }
    set size(value: number) {
      this.#size = value;
    }
    grow(by: number): void {
      this.#size += by;
    }
    shrink(): void {
      this.#size = 0;
    }
  }
  expect(callsOf({ Thing, constant: 4, make: () => new Thing(2) })).toEqual([
    'Thing',
    'Thing.size=',
    'Thing.grow',
    'make',
  ]);
});
