import { InputError } from '@otedama/math2d';
import { parseScene, serializeScene } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import {
  articlesConstraint,
  articlesForce,
  findScene,
  jointGrid,
  manyPyramids,
  mixedRain,
  pyramid,
  type SceneEntry,
  sceneList,
  spinner,
  stack,
  tumbler,
} from '../src/index.js';

const dynamicCount = (entry: SceneEntry, values?: Record<string, number>): number =>
  entry.create(values).bodies.filter((body) => (body.type ?? 'dynamic') === 'dynamic').length;

test('every scene has a unique name, a title, a description of one line and a camera', () => {
  const names = sceneList.map((entry) => entry.name);
  expect(new Set(names).size).toBe(names.length);
  for (const entry of sceneList) {
    expect(entry.name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(entry.title.length).toBeGreaterThan(3);
    expect(entry.description).toMatch(/^[^\n]{20,120}$/);
    const scene = entry.create();
    expect(scene.name).toBe(entry.name);
    expect(scene.camera?.halfHeight).toBeGreaterThan(0);
    expect(scene.timeStep).toBeGreaterThan(0);
  }
});

test('every scene is valid in the scene format, and reads back as written', () => {
  for (const entry of sceneList) {
    const scene = entry.create();
    expect(parseScene(serializeScene(scene))).toEqual(scene);
  }
});

test('a scene is plain JSON and identical each time it is created', () => {
  for (const entry of sceneList) {
    const scene = entry.create();
    expect(JSON.parse(JSON.stringify(scene))).toEqual(scene);
    expect(entry.create()).toEqual(scene);
  }
});

test('a page that changes the gravity of a scene changes no other one', () => {
  const gravities = [...sceneList, ...sceneList].map((entry) => entry.create().gravity);
  expect(new Set(gravities).size).toBe(gravities.length);
});

test('an entry lists the joint kinds in its scene', () => {
  for (const entry of sceneList) {
    const kinds = new Set((entry.create().joints ?? []).map(({ kind }) => kind));
    expect([...kinds].sort(), entry.name).toEqual([...entry.joints].sort());
  }
});

test('an entry states whether its scene has soft bodies', () => {
  for (const entry of sceneList)
    expect(entry.softBodies, entry.name).toBe((entry.create().softBodies ?? []).length > 0);
});

describe('parameters', () => {
  test('a seed changes a seeded scene', () => {
    expect(mixedRain.create({ seed: 2 })).not.toEqual(mixedRain.create({ seed: 1 }));
    expect(stack.create({ seed: 2 })).not.toEqual(stack.create({ seed: 1 }));
  });

  test.each([
    [{ base: 0 }, 'pyramid.base'],
    [{ base: 2.5 }, 'pyramid.base'],
    [{ base: Number.NaN }, 'pyramid.base'],
    [{ height: 3 }, 'pyramid.height'],
  ])('%o is rejected by name', (values: Record<string, number>, field) => {
    expect(() => pyramid.create(values)).toThrow(InputError);
    expect(() => pyramid.create(values)).toThrow(field);
  });

  test('an unknown scene is rejected', () => {
    expect(() => findScene('pyramids')).toThrow(InputError);
    expect(findScene('pyramid')).toBe(pyramid);
  });
});

test('the benchmark scenes have the standard body counts', () => {
  expect(dynamicCount(pyramid, { base: 20 })).toBe(210);
  expect(dynamicCount(pyramid, { base: 100 })).toBe(5050);
  expect(dynamicCount(manyPyramids)).toBe(2750);
  expect(dynamicCount(manyPyramids, { rows: 20, columns: 20 })).toBe(22000);
  expect(dynamicCount(tumbler, { side: 45 })).toBe(2025);
  expect(dynamicCount(mixedRain, { count: 1000 })).toBe(1000);
  expect(dynamicCount(stack)).toBe(30);
  // the arm is the additional body
  expect(dynamicCount(spinner, { count: 6076 })).toBe(6077);
  expect(dynamicCount(jointGrid, { side: 30 })).toBe(893);
  expect(jointGrid.create({ side: 30 }).joints).toHaveLength(1740);
});

test('the articles scenes have the initial energies of 10.2.15: 198 J and 413.6 J', () => {
  const energy = (entry: SceneEntry): number =>
    entry.create().bodies.reduce((sum, body) => {
      if (body.type === 'static') return sum;
      const v = body.linearVelocity ?? { x: 0, y: 0 };
      return sum + 0.5 * (v.x * v.x + v.y * v.y) + 9.8 * (body.position?.y ?? 0);
    }, 0);
  expect(energy(articlesForce)).toBeCloseTo(198, 9);
  expect(energy(articlesConstraint)).toBeCloseTo(413.6, 9);
});

test.each([
  ['force', articlesForce, ['left wall 1.22538', 'right wall 1.01385']],
  ['constraint', articlesConstraint, ['right wall 1.27688', 'left wall 1.37677', 'left wall 1.49490']],
])('10.2.14 the bodies of the %s scene fall to the walls in the times of mechanics', (_, entry, expected) => {
  const { bodies } = entry.create();
  const walls = bodies.filter(({ type }) => type === 'static');
  const falls = bodies.slice(walls.length).map(({ position, angle, linearVelocity, shapes }) => {
    const [shape] = shapes ?? [];
    const p = position ?? { x: 0, y: 0 };
    const v = linearVelocity ?? { x: 0, y: 0 };
    const [c, s] = [Math.cos(angle ?? 0), Math.sin(angle ?? 0)];
    const hits = walls.flatMap(({ name, shapes: [wall] = [] }) => {
      if (wall.kind !== 'halfSpace' || shape.kind !== 'polygon') throw new Error('another scene');
      const n = wall.normal;
      return shape.vertices.map(({ x, y }) => {
        // the gap n.(p + r + v t) - n.y g t^2 / 2 is 0; the walls go through the origin
        const gap = n.x * (p.x + c * x - s * y) + n.y * (p.y + s * x + c * y);
        const speed = n.x * v.x + n.y * v.y;
        const fall = 9.8 * n.y;
        return { name, time: (speed + Math.sqrt(speed * speed + 2 * fall * gap)) / fall };
      });
    });
    const first = hits.reduce((best, hit) => (hit.time < best.time ? hit : best));
    return `${first.name} ${first.time.toFixed(5)}`;
  });
  expect(falls).toEqual(expected);
});

test('no two bodies of the rain scene can touch at the start', () => {
  const bodies = mixedRain.create({ count: 400 }).bodies.slice(2);
  for (let i = 0; i < bodies.length; i++) {
    for (let j = i + 1; j < bodies.length; j++) {
      const a = bodies[i].position ?? { x: 0, y: 0 };
      const b = bodies[j].position ?? { x: 0, y: 0 };
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(1.2);
    }
  }
});
