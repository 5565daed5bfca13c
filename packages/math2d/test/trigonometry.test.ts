import { expect, test } from 'vitest';
import { atan, atan2, cos, createRandom, sin, sinCos, tan } from '../src/index.js';

const view = new DataView(new ArrayBuffer(8));

/** Distance between two doubles in units in the last place of the exact value. */
function ulps(value: number, exact: number): number {
  if (Object.is(value, exact)) return 0;
  view.setFloat64(0, Math.abs(exact));
  view.setBigUint64(0, view.getBigUint64(0) + 1n);
  return Math.abs(value - exact) / (view.getFloat64(0) - Math.abs(exact));
}

function bits(value: number): string {
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** Arguments of all sizes that occur in simulations, some of them next to multiples of pi/2. */
function angles(count: number): number[] {
  const random = createRandom(28);
  const list: number[] = [];
  for (let i = 0; i < count; i++) {
    const kind = i % 4;
    if (kind === 0) list.push(random.uniform(-7, 7));
    else if (kind === 1) list.push(random.uniform(-1e4, 1e4));
    else if (kind === 2) list.push((random.uniform(-1, 1) * 10 ** -random.integer(12)) / 3);
    else
      list.push(
        ((random.integer(2000) - 1000) * Math.PI) / 2 + random.uniform(-1, 1) * 10 ** -random.integer(16),
      );
  }
  return list;
}

test('the arctangent of a steep slope is a quarter turn with its sign', () => {
  for (const slope of [2 ** 61, 1e300, Number.POSITIVE_INFINITY]) {
    expect(atan(slope)).toBe(Math.PI / 2);
    expect(atan(-slope)).toBe(-Math.PI / 2);
  }
});

test('G28 sin, cos and tan stay within an ulp of the engine on 1e5 arguments (tan two)', () => {
  let worstSin = 0;
  let worstCos = 0;
  let worstTan = 0;
  for (const x of angles(100_000)) {
    worstSin = Math.max(worstSin, ulps(sin(x), Math.sin(x)));
    worstCos = Math.max(worstCos, ulps(cos(x), Math.cos(x)));
    worstTan = Math.max(worstTan, ulps(tan(x), Math.tan(x)));
  }
  expect(worstSin).toBeLessThanOrEqual(1);
  expect(worstCos).toBeLessThanOrEqual(1);
  expect(worstTan).toBeLessThanOrEqual(2.5);
});

test('G28 atan and atan2 stay within an ulp of the engine on 1e5 arguments', () => {
  const random = createRandom(29);
  let worst = 0;
  for (let i = 0; i < 100_000; i++) {
    const y = random.uniform(-1, 1) * 10 ** (random.integer(12) - 6);
    const x = random.uniform(-1, 1) * 10 ** (random.integer(12) - 6);
    worst = Math.max(worst, ulps(atan2(y, x), Math.atan2(y, x)), ulps(atan(y), Math.atan(y)));
  }
  expect(worst).toBeLessThanOrEqual(1);
});

test('sinCos is bit-identical to sin and cos', () => {
  const out = { sin: 0, cos: 0 };
  for (const x of angles(20_000)) {
    expect(sinCos(x, out)).toBe(out);
    if (!Object.is(out.sin, sin(x)) || !Object.is(out.cos, cos(x))) expect.fail(`sinCos(${x})`);
  }
});

// exact values computed with 60-digit arithmetic
test.each([
  [1e6, -0.34999350217129294, 0.9367521275331447],
  [1e22, -0.8522008497671888, 0.5232147853951389],
  [-1e22, 0.8522008497671888, 0.5232147853951389],
  [6381956970095103 * 2 ** 797, 1, -4.687165924254628e-19],
  [Number.MAX_VALUE, 0.004961954789184062, -0.9999876894265599],
])('the reduction of large angles is exact: %d', (x, s, c) => {
  expect(ulps(sin(x), s)).toBeLessThanOrEqual(1);
  expect(ulps(cos(x), c)).toBeLessThanOrEqual(1);
});

test('angles near the limit of the fast reduction match the exact one', () => {
  const random = createRandom(30);
  for (let i = 0; i < 2000; i++) {
    const x = random.uniform(-4e6, 4e6);
    expect(ulps(sin(x), Math.sin(x))).toBeLessThanOrEqual(1);
  }
});

test('special values of sine, cosine and tangent', () => {
  expect(sin(-0)).toBe(-0);
  expect(tan(-0)).toBe(-0);
  expect(sin(5e-324)).toBe(5e-324);
  expect(cos(0)).toBe(1);
  for (const x of [NaN, Infinity, -Infinity]) {
    expect([sin(x), cos(x), tan(x), sinCos(x).cos, sinCos(x).sin]).toEqual([NaN, NaN, NaN, NaN, NaN]);
  }
});

test('atan2 follows Math.atan2 on zeros, infinities and NaN', () => {
  const values = [0, -0, 1, -1, 1e-320, 1e300, -1e300, Infinity, -Infinity, NaN];
  for (const y of values) {
    for (const x of values) expect(bits(atan2(y, x)), `atan2(${y}, ${x})`).toBe(bits(Math.atan2(y, x)));
  }
});

test('bit-identical on every platform (pinned)', () => {
  const inputs = [0.1, 0.5, 1, 2, 3, -4.5, 10, 100, 12345.678, 1e7, 1e22];
  expect(inputs.map((x) => `${bits(sin(x))} ${bits(cos(x))}`)).toMatchInlineSnapshot(`
    [
      "3fb98eaecb8bcb2c 3fefd712f9a817c1",
      "3fdeaee8744b05f0 3fec1528065b7d50",
      "3feaed548f090cee 3fe14a280fb5068c",
      "3fed18f6ead1b446 bfdaa22657537205",
      "3fc210386db6d55b bfefae04be85e5d2",
      "3fef47ed3dc74080 bfcafb5b54583d6a",
      "bfe1689ef5f34f52 bfead9ac890c6b1f",
      "bfe03425b78c4db8 3feb981dbf665fdf",
      "bfe687d5890974a5 3fe6b94c3bbe24b8",
      "3fdaea414a8a3351 bfed085be7a8f4a1",
      "bfeb453ab76bf397 3fe0be2cef01c8f4",
    ]
  `);
  expect(inputs.map((x) => `${bits(atan(x))} ${bits(atan2(x, -3))}`)).toMatchInlineSnapshot(`
    [
      "3fb983e282e2cc4d 4008ddbd87e7a36c",
      "3fddac670561bb4f 4007cfc1dc00636a",
      "3fe921fb54442d18 40068f095fdf593c",
      "3ff1b6e192ebbe44 40046dc09ec29433",
      "3ff3fc176b7a8560 4002d97c7f3321d2",
      "bff5a25052114e60 c00145385fa3af72",
      "3ff789bd2c160054 3ffdcbc9edcbd8da",
      "3ff8f905eb2def22 3ff99cd32d54ba47",
      "3ff921a664fe1dc4 3ff922fa2216104a",
      "3ff921fb396c3a7e 3ff921fba4cc04e9",
      "3ff921fb54442d18 3ff921fb54442d18",
    ]
  `);
});
