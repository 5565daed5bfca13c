/**
 * Assignments to properties that an object does not have, or that can only be read. JavaScript adds one that an object does not have, so
 * `body.bullet = true`, where the name is `isBullet`, would change nothing and say nothing. Reading it gives undefined, with which the game
 * calculates on.
 *
 * The search for a name that neither the object nor its class knows goes up the chain of prototypes. There, just before `Object.prototype`, a
 * proxy answers it. Names that are known are found before the proxy, so it costs them nothing.
 *
 * Every unknown assignment is refused. Reading is different: JavaScript itself, consoles, test runners and frameworks ask any object for
 * names such as `then`, `toJSON` and `nodeType`. So it is refused only for names that are surely meant for a known one: those listed by
 * hand, those that a known name ends with, or that are most of its beginning (`velocity`, `angularVel`), and those with a `get` or `set`
 * too many.
 *
 * What can only be read is a getter without a setter. JavaScript itself says that it "has only a getter", which does not tell what to do. So
 * the class gets a setter that does.
 */
import { closestName } from './closest-name.js';
import { expectedName, expectNames, InputError } from './errors.js';

/** What the classes so far have in place of names known from elsewhere: definitions have many of the same fields. */
const tables: Readonly<Record<string, string>>[] = [];

/** The name that a hint begins with: `shapes` of `shapes[0].friction`. */
const firstName = (hint: string | undefined): string => /^\w+/.exec(hint ?? '')?.[0] ?? '';

/** The list of the known names, and which of them is meant by an unknown one. */
const listNames = expectedName;
function listAndHint(name: string, known: readonly string[]): string {
  const translated = tables
    .map((table) => (Object.hasOwn(table, name) ? table[name] : undefined))
    .find((hint) => known.includes(firstName(hint)));
  const meant = translated ?? closestName(name, known);
  return listNames(name, known) + (meant === undefined ? '' : ` (did you mean ${meant}?)`);
}

/**
 * From now on, the errors for unknown fields and choices tell what is meant by names that are known from elsewhere.
 * @param meant by such names, hints that begin with a known one: `{ hinge: 'revolute', friction: 'shapes[0].friction' }`. A hint counts
 *   where the name that it begins with is known
 */
export function translateNames(meant: Readonly<Record<string, string>>): void {
  expectNames(listAndHint);
  tables.push(meant);
}

/** Shorter names start or end too many others by chance. */
const LEAST_SURE_LETTERS = 4;
/** Share of a known name that a beginning of it must have: `destroy` is not only that of `destroyBody`. */
const SURE_SHARE = 2 / 3;

/** The known name that an unknown one leaves out the start or the end of, or undefined. */
function completionOf(name: string, known: readonly string[]): string | undefined {
  if (name.length < LEAST_SURE_LETTERS) return undefined;
  const word = name.toLowerCase();
  return known
    .filter((other) => name.length >= SURE_SHARE * other.length || !other.toLowerCase().startsWith(word))
    .filter((other) => other.toLowerCase().startsWith(word) || other.toLowerCase().endsWith(word))
    .sort((a, b) => a.length - b.length)[0];
}

/** The setters that refuse: what has one of them can still only be read. */
const refusals = new WeakSet<object>();

/** Gives a property that can only be read a setter that refuses, on the class itself: a base class stays as it is. */
function refuseToSet(
  prototype: object,
  name: string,
  property: PropertyDescriptor,
  refuse: (value: unknown) => never,
): void {
  refusals.add(refuse);
  Object.defineProperty(prototype, name, { ...property, set: refuse });
}

/** A name without `get` or `set` in front, undefined if it has neither. */
function withoutAccess(name: string): string | undefined {
  const parts = /^[gs]et([A-Z])(.*)$/.exec(name);
  return parts === null ? undefined : parts[1].toLowerCase() + parts[2];
}

/**
 * From now on, assigning an unknown property of an object of a class, or one that can only be read, throws an `InputError`, which tells what
 * to use in its place, and so does reading one that is surely meant for another. Objects of derived classes are let alone, except for
 * what can only be read. Call it once per class, where the class is defined.
 * @param owner the class
 * @param path what messages call an object, such as `body`
 * @param fields the fields that the constructor sets, and whether a user may set them too
 * @param instead what to use in place of names known from elsewhere, such as `{ rotation: 'angle' }`, and of what can only be read
 */
export function refuseUnknownProperties(
  owner: { readonly prototype: object },
  path: string,
  fields: Readonly<Record<string, boolean>>,
  instead: Readonly<Record<string, string>> = {},
): void {
  translateNames(instead);
  const { prototype } = owner;
  const readable = Object.keys(fields);
  const writable = readable.filter((name) => fields[name]);
  const readOnly = new Map<string, PropertyDescriptor>();
  let end = prototype;
  for (let next = prototype; next !== Object.prototype; next = Object.getPrototypeOf(next)) {
    const properties = Object.entries(Object.getOwnPropertyDescriptors(next));
    readable.push(...properties.map(([name]) => name).filter((name) => name !== 'constructor'));
    for (const [name, property] of properties) {
      if (property.set !== undefined && !refusals.has(property.set)) writable.push(name);
      else if (property.get !== undefined && !readOnly.has(name)) readOnly.set(name, property);
    }
    end = next;
  }
  const isUnknown = (target: object, name: string | symbol, receiver: object): name is string =>
    typeof name === 'string' &&
    !Object.hasOwn(fields, name) &&
    !(name in target) &&
    Object.getPrototypeOf(receiver) === prototype;
  const refuse = (name: string, value: unknown, better: string | undefined): never => {
    const others = writable.filter((other) => other !== 'userData');
    const choices = [
      ...(writable.includes('userData') ? ['userData for data of your own'] : []),
      ...(others.length > 0 ? [`one of ${others.join(', ')}`] : []),
    ];
    const known =
      choices.length > 0 ? choices.join(', or ') : `no assignment, only reading ${readable.join(', ')}`;
    const expected = better === undefined ? known : `${better}, since there is no ${name}`;
    throw new InputError(`${path}.${name}`, value, expected);
  };
  const given = (name: string): string | undefined =>
    Object.hasOwn(instead, name) ? instead[name] : undefined;

  for (const [name, property] of readOnly) {
    refuseToSet(prototype, name, property, (value) => {
      const expected = `${given(name) ?? 'no assignment'}, since ${name} can only be read`;
      throw new InputError(`${path}.${name}`, value, expected);
    });
  }
  Object.setPrototypeOf(
    end,
    new Proxy(
      {},
      {
        set(target, name, value, receiver): boolean {
          if (isUnknown(target, name, receiver))
            refuse(name, value, given(name) ?? closestName(name, writable));
          return Reflect.set(target, name, value, receiver);
        },
        get(target, name, receiver): unknown {
          if (isUnknown(target, name, receiver)) {
            const bare = withoutAccess(name);
            const meant =
              given(name) ??
              (bare === undefined ? undefined : readable.includes(bare) ? bare : given(bare)) ??
              completionOf(name, readable);
            if (meant !== undefined) refuse(name, undefined, meant);
          }
          return Reflect.get(target, name, receiver);
        },
      },
    ),
  );
}
