/**
 * Assignments to properties that an object does not have. JavaScript adds such a property, so `body.bullet = true`, where the name is
 * `isBullet`, would change nothing and say nothing.
 *
 * An assignment to a name that neither the object nor its class knows goes up the chain of prototypes. There, just before
 * `Object.prototype`, a proxy refuses it. Names that are known are found before the proxy, so it costs them nothing.
 */
import { InputError } from './errors.js';

/** Whether the letters of `part` occur in `whole` in their order: those of `bullet` in `isBullet`, of `maxTorque` in `maximumTorque`. */
function isWithin(part: string, whole: string): boolean {
  let k = 0;
  for (const letter of whole) if (letter === part[k]) k++;
  return k === part.length;
}

/** The shortest name that contains the letters of `name` in their order, whatever their case; undefined if none does. */
function completion(name: string, known: readonly string[]): string | undefined {
  if (name.length < 3) return undefined; // two letters are within most names
  return known
    .filter((other) => isWithin(name.toLowerCase(), other.toLowerCase()))
    .sort((a, b) => a.length - b.length)[0];
}

/**
 * From now on, assigning an unknown property of an object of a class throws an `InputError`, which tells what to use in its place. Objects
 * of derived classes are let alone. Call it once per class, where the class is defined.
 * @param owner the class
 * @param path what messages call an object, such as `body`
 * @param fields the fields that the constructor sets, and whether a user may set them too
 * @param instead what to use in place of names known from elsewhere, such as `{ rotation: 'angle' }`
 */
export function refuseUnknownProperties(
  owner: { readonly prototype: object },
  path: string,
  fields: Readonly<Record<string, boolean>>,
  instead: Readonly<Record<string, string>> = {},
): void {
  const { prototype } = owner;
  const known = Object.keys(fields).filter((name) => fields[name]);
  let end = prototype;
  for (let next = prototype; next !== Object.prototype; next = Object.getPrototypeOf(next)) {
    const properties = Object.entries(Object.getOwnPropertyDescriptors(next));
    known.push(...properties.filter(([, { set }]) => set !== undefined).map(([name]) => name));
    end = next;
  }
  const set = (target: object, name: string | symbol, value: unknown, receiver: object): boolean => {
    const isOurs = Object.getPrototypeOf(receiver) === prototype;
    if (!isOurs || typeof name === 'symbol' || Object.hasOwn(fields, name) || name in target) {
      return Reflect.set(target, name, value, receiver);
    }
    const better = Object.hasOwn(instead, name) ? instead[name] : completion(name, known);
    const others = known.filter((other) => other !== 'userData');
    const choices = [
      ...(known.includes('userData') ? ['userData for data of your own'] : []),
      ...(others.length > 0 ? [`one of ${others.join(', ')}`] : []),
    ];
    const expected = better === undefined ? choices.join(', or ') : `${better}, since there is no ${name}`;
    throw new InputError(`${path}.${name}`, value, expected);
  };
  Object.setPrototypeOf(end, new Proxy({}, { set }));
}
