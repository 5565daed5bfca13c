import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  InputError,
  refuseUnknownProperties,
  requireKnownFields,
  requireOneOf,
  translateNames,
} from '../src/index.js';

class Base {
  own = 1;
  #speed = 0;
  get linearSpeed(): number {
    return this.#speed;
  }
  set linearSpeed(value: number) {
    this.#speed = value;
  }
  get size(): number {
    return 7;
  }
}

class Thing extends Base {
  readonly id = 3;
  userData: unknown;
  set angularSpeed(_value: number) {}
}

refuseUnknownProperties(
  Thing,
  'thing',
  { id: false, own: true, userData: true },
  { turn: 'angularSpeed of it', size: 'scale, which changes it' },
);

/** Assigns in the way of plain JavaScript, and returns the message of the error, or null if there was none. */
function assign(target: object, name: string | symbol, value: unknown): string | null {
  try {
    (target as Record<string | symbol, unknown>)[name] = value;
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message;
  }
  return null;
}

describe('refuseUnknownProperties', () => {
  it('names the property that is meant: one given by hand, or the shortest that the name leaves letters out of', () => {
    const thing = new Thing();
    for (const [name, better] of [
      ['turn', 'angularSpeed of it'],
      ['speed', 'linearSpeed'],
      ['Speed', 'linearSpeed'],
      ['angSpeed', 'angularSpeed'],
      ['linerSpeed', 'linearSpeed'],
    ]) {
      expect(assign(thing, name, 2)).toBe(
        `thing.${name}: expected ${better}, since there is no ${name}, got 2`,
      );
      expect(Object.hasOwn(thing, name)).toBe(false);
    }
  });

  it('lists all that can be set if none is like it', () => {
    const all = 'one of own, angularSpeed, linearSpeed';
    for (const name of ['health', 'ed', 'constructed'])
      expect(assign(new Thing(), name, 2)).toBe(
        `thing.${name}: expected userData for data of your own, or ${all}, got 2`,
      );
  });

  it('tells what can only be read, and what to use in its place; a base class stays as it is', () => {
    const thing = new Thing();
    expect(assign(thing, 'size', 8)).toBe(
      'thing.size: expected scale, which changes it, since size can only be read, got 8',
    );
    expect(thing.size).toBe(7);
    class Plain {
      get age(): number {
        return 9;
      }
    }
    refuseUnknownProperties(Plain, 'plain', {});
    expect(assign(new Plain(), 'age', { a: 1 })).toBe(
      'plain.age: expected no assignment, since age can only be read, got {"a":1}',
    );
    expect(() => Object.assign(new Base(), { size: 8 })).toThrow(TypeError);
    expect(Object.keys(thing)).toEqual(['own', 'id', 'userData']);
    expect(thing.size).toBe(7);
  });

  it('lets known names, symbols, own names of `Object` and objects of other classes alone', () => {
    const thing = new Thing();
    expect(assign(thing, 'linearSpeed', 4)).toBeNull();
    expect(assign(thing, 'userData', 5)).toBeNull();
    expect(assign(thing, Symbol.for('mark'), 6)).toBeNull();
    expect(assign(thing, 'toString', () => 'a thing')).toBeNull();
    expect([thing.linearSpeed, thing.userData, `${thing}`]).toEqual([4, 5, 'a thing']);
    class Special extends Thing {
      constructor() {
        super();
        assign(this, 'score', 1); // as a constructor in JavaScript does
      }
    }
    for (const other of [new Base(), new Special(), {}]) {
      expect(assign(other, 'health', 3)).toBeNull();
      expect(other).toHaveProperty('health', 3);
    }
  });

  it('lets code through that assigns fields instead of defining them, as older compilers emit it', () => {
    function construct(): object {
      const raw = Object.create(Thing.prototype);
      raw.id = 1;
      raw.own = 2;
      return raw;
    }
    expect(construct()).toMatchObject({ id: 1, own: 2 });
  });

  it('refuses to read what is surely meant for another name, and tells that', () => {
    const thing = new Thing();
    const reads: readonly (readonly [string, string])[] = [
      ['turn', 'angularSpeed of it'],
      ['speed', 'linearSpeed'],
      ['linearSp', 'linearSpeed'],
      ['getLinearSpeed', 'linearSpeed'],
      ['setTurn', 'angularSpeed of it'],
    ];
    for (const [name, better] of reads)
      expect(() => (thing as unknown as Record<string, unknown>)[name]).toThrow(
        `thing.${name}: expected ${better}, since there is no ${name}, got undefined`,
      );
  });

  it('answers JavaScript itself, test runners and frameworks, which ask any object for names of their own', async () => {
    const thing: object = Object.freeze(new Thing());
    const asked = `then toJSON asymmetricMatch $$typeof nodeType tagName @@__IMMUTABLE_ITERABLE__@@ inspect length
      __v_isRef __v_skip _isMobXAction isReactComponent toArray forEach destroy dispose linear type call`;
    for (const name of asked.split(/\s+/)) expect(thing).not.toHaveProperty(name);
    expect(await thing).toBe(thing);
    expect(JSON.stringify(thing)).toBe('{"own":1,"id":3}');
    expect(structuredClone(thing)).toEqual({ own: 1, id: 3, userData: undefined });
    expect(`${inspect(thing)} ${thing}`).toBe('Thing { own: 1, id: 3, userData: undefined } [object Object]');
    expect([[thing].flat(), [].concat(thing as never), Object.entries(thing).length]).toEqual([
      [thing],
      [thing],
      3,
    ]);
    expect(() => expect(thing).toEqual({ own: 2 })).toThrow('own');
    expect('speed' in thing).toBe(false);
  });

  it('leaves what an object is as it was', () => {
    const thing = new Thing();
    expect(Object.keys(thing)).toEqual(['own', 'id', 'userData']);
    expect(thing).toBeInstanceOf(Base);
    expect(thing).toBeInstanceOf(Object);
    expect(`${thing}`).toBe('[object Object]');
    expect(Object.getPrototypeOf(Thing.prototype)).toBe(Base.prototype);
  });

  it('can be called for a class and for the one that it extends', () => {
    refuseUnknownProperties(Base, 'base', { own: true });
    expect(assign(new Base(), 'health', 3)).toBe('base.health: expected one of own, linearSpeed, got 3');
    expect(assign(new Thing(), 'health', 3)).toContain('thing.health: expected userData');
    expect(assign(new Base(), 'linearSpeed', 3)).toBeNull();
    // what the base class has a setter for that refuses can still only be read
    class Late extends Base {}
    refuseUnknownProperties(Late, 'late', { own: true });
    expect(assign(new Late(), 'health', 3)).toBe('late.health: expected one of own, linearSpeed, got 3');
    expect(assign(new Late(), 'size', 3)).toBe(
      'late.size: expected no assignment, since size can only be read, got 3',
    );
  });
});

it('unknown fields of definitions: the error ends the list of the known ones with the one that is meant', () => {
  const known = ['angularSpeed', 'friction', 'radius', 'center', 'color', 'fixedRotation'];
  for (const [name, meant] of [
    ['frction', 'friction'],
    ['raduis', 'radius'],
    ['centre', 'center'],
    ['colour', 'color'],
    ['fixRot', 'fixedRotation'],
    ['radiusOfIt', 'radius'],
    ['turn', 'angularSpeed of it'], // as the properties of a class have it
  ])
    expect(() => requireKnownFields({ [name]: 1 }, 'shape', known)).toThrow(
      `shape.${name}: expected one of ${known.join(', ')} (did you mean ${meant}?), got 1`,
    );
  for (const name of ['r', 'health', 'solid'])
    expect(() => requireKnownFields({ [name]: 1 }, '', known)).toThrow(
      `${name}: expected one of ${known.join(', ')}, got 1`,
    );
});

describe('translateNames', () => {
  it('adds hints where the name that they begin with is known, and for choices too', () => {
    translateNames({ zwei: 'two[0].half, of it' });
    translateNames({ zwei: 'deux' });
    const messageOf = (known: readonly string[]) => {
      try {
        requireKnownFields({ zwei: 1 }, 'a', known);
      } catch (error) {
        return (error as InputError).expected;
      }
      return '';
    };
    expect(messageOf(['one', 'two'])).toBe('one of one, two (did you mean two[0].half, of it?)');
    expect(messageOf(['deux', 'un'])).toBe('one of deux, un (did you mean deux?)');
    expect(messageOf(['one'])).toBe('one of one');
    expect(() => requireOneOf('b', 'zwei', ['deux'])).toThrow(
      'b: expected one of deux (did you mean deux?), got "zwei"',
    );
    expect(() => requireOneOf('b', 2, ['deux'])).toThrow('b: expected one of deux, got 2');
  });
});
