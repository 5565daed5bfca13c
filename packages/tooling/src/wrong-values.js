/**
 * Repeats valid calls with one value of their arguments spoilt, as plain JavaScript allows it: a number, text, switch, function, list, object
 * or handle is replaced by everything that is not of its kind. Each such call must throw an error of the package, and must leave the
 * world as it was. What it does instead is a finding: it was silent, an error of JavaScript came from somewhere inside, or it threw with half
 * of its work done.
 */

/** Values of every kind. Each one spoils the places of other kinds. */
const values = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
  number: 7,
  text: 'nonsense',
  numeral: '1',
  null: null,
  boolean: true,
  object: {},
  list: [],
  'list of undefined': [undefined],
  function: () => {},
  symbol: Symbol('nonsense'),
  bigint: 1n,
};

/** Names of coordinates. Vectors and boxes of other libraries have more fields than these, so a field that is unknown is no mistake there. */
const coordinates = ['x', 'y', 'z', 'w', 'c', 's', 'minX', 'minY', 'maxX', 'maxY'];

const isPlain = (value) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Whether a value, by its name above, may well stand where `valid` does. */
function fits(name, valid) {
  if (Array.isArray(valid)) return name === 'list' && valid.length === 0;
  if (isPlain(valid)) return name === 'object' && Object.keys(valid).length === 0;
  return name === (valid === null ? 'null' : typeof valid === 'string' ? '' : typeof valid);
}

/** Every copy of `valid` with one value spoilt: the path of that value, the name of what replaces it, and the copy. */
function* spoilt(valid, path) {
  for (const [name, value] of Object.entries(values)) if (!fits(name, valid)) yield [path, name, value];
  if (Array.isArray(valid)) {
    for (let k = 0; k < valid.length; k++)
      for (const [place, name, value] of spoilt(valid[k], `${path}[${k}]`))
        yield [place, name, valid.with(k, value)];
  } else if (isPlain(valid)) {
    const fields = Object.keys(valid);
    for (const field of fields)
      for (const [place, name, value] of spoilt(valid[field], `${path}.${field}`))
        yield [place, name, { ...valid, [field]: value }];
    if (!fields.every((field) => coordinates.includes(field)))
      yield [path, 'unknown field', { ...valid, nonsense: 1 }];
  }
}

export async function wrongCalls(calls, { isTyped, state = () => null, allowed = [] }) {
  const findings = [];
  for (const { name, prepare, required } of calls) {
    let prepared = prepare();
    let before = state(prepared);
    const { values: first } = prepared;
    const variants = first.flatMap((valid, k) => [
      ...[...spoilt(valid, `(${k})`)].map((variant) => [k, ...variant]),
      ...(k < (required ?? first.length) ? [[k, `(${k})`, 'undefined', undefined]] : []),
    ]);
    for (const [k, path, value, argument] of variants) {
      let outcome = 'silent';
      try {
        await prepared.call(...prepared.values.with(k, argument));
      } catch (error) {
        if (!isTyped(error)) outcome = `raw, ${error}`;
        else outcome = state(prepared) === before ? '' : `half done, ${error}`;
      }
      if (outcome === '') continue;
      findings.push(`${name}${path} = ${value}: ${outcome}`);
      prepared = prepare();
      before = state(prepared);
    }
  }
  const unexplained = findings.filter((finding) => !allowed.some((pattern) => pattern.test(finding)));
  const unused = allowed.filter((pattern) => !findings.some((finding) => pattern.test(finding)));
  return [...unexplained, ...unused.map((pattern) => `${pattern}: explains nothing`)];
}

export function functionCalls(module, list) {
  return list.map(([name, values, required = values.length]) => ({
    name,
    required,
    prepare: () => ({ values, call: module[name.split(' ')[0]] }),
  }));
}

export function callsOf(module) {
  const names = [];
  for (const [name, value] of Object.entries(module)) {
    if (typeof value !== 'function') continue;
    const isClass = /^class\b/.test(Function.prototype.toString.call(value));
    if (!isClass || value.length > 0) names.push(name);
    if (isClass)
      names.push(...membersOf(value).flatMap(({ writes }) => (writes === null ? [] : `${name}.${writes}`)));
  }
  return names;
}

export function membersOf(owner) {
  return Object.entries(Object.getOwnPropertyDescriptors(owner.prototype)).flatMap(
    ([key, { get, set, value }]) => {
      if (key === 'constructor') return [];
      // a setter that was added to the class, by refuseUnknownProperties, takes nothing
      const isOwn = set?.name === `set ${key}`;
      const writes = isOwn ? `${key}=` : value?.length > 0 ? key : null;
      return [{ key, reads: get !== undefined, writes }];
    },
  );
}
