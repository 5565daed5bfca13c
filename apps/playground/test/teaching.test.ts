/** The lessons as data: the page shows what the trace contains. */

import { readFileSync } from 'node:fs';
import { separation } from '@otedama/collision';
import type { Painter } from '@otedama/render-babylon';
import { createWorld, type RecordedContact, StepRecorder, type World } from '@otedama/rigid';
import { matchShape, polygonParticles } from '@otedama/rigid-shapematch';
import { findScene, sceneList } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { canRun, findSolver, solvers } from '../src/solvers.js';
import { contactLesson } from '../src/teaching/contact-lesson.js';
import { distanceLesson, placementOf } from '../src/teaching/distance-lesson.js';
import { convexHull } from '../src/teaching/geometry.js';
import { bodiesWithGoals, magnification, magnified, rigidGoalLesson } from '../src/teaching/goal-lesson.js';
import { lengthText } from '../src/teaching/names.js';
import { contactOverlay, presentPoints } from '../src/teaching/overlay.js';
import { pairKey, pairOf, shapeAt } from '../src/teaching/shape-keys.js';
import { addTeachingLink, readTeachingLink } from '../src/teaching/teaching-link.js';

const simulate = (scene: string, solver: string, parameters: Record<string, number> = {}): Simulation =>
  new Simulation({ entry: findScene(scene), solver: findSolver(solver), parameters, settings: {} });

/** Scenes of up to 150 bodies. The packages' own tests use recorders on larger ones. */
const smallScenes = sceneList.filter((entry) => entry.create({}).bodies.length <= 150);

describe('a recorder changes nothing, in any scene under any solver', () => {
  for (const solver of solvers) {
    test(solver.name, () => {
      expect(smallScenes.length).toBeGreaterThan(12);
      for (const entry of smallScenes.filter((scene) => canRun(solver, scene))) {
        const run = (isRecorded: boolean): string => {
          const simulation = new Simulation({ entry, solver, parameters: {}, settings: {} });
          const recorder = isRecorded ? new StepRecorder(simulation.world) : null;
          for (let step = 0; step < 3; step++) simulation.step();
          expect(recorder?.last?.timeStep ?? simulation.scene.timeStep).toBe(simulation.scene.timeStep);
          return simulation.world.stateHash();
        };
        expect(run(true), entry.name).toBe(run(false));
      }
    });
  }
});

/** Calls `visit` with the lesson and the record of every contact of a run; returns their number. */
function forLessons(
  simulation: Simulation,
  steps: number,
  visit: (lesson: NonNullable<ReturnType<typeof contactLesson>>, contact: RecordedContact) => void,
): number {
  const recorder = new StepRecorder(simulation.world);
  let count = 0;
  for (let step = 0; step < steps; step++) {
    simulation.step();
    for (const contact of recorder.last?.contacts ?? []) {
      const lesson = contactLesson(simulation.choice.solver.name, contact);
      if (lesson === null) throw new Error('a recorded contact without a lesson');
      visit(lesson, contact);
      count++;
    }
  }
  return count;
}

describe('rows of a contact', () => {
  for (const { name } of solvers) {
    test(`${name}: friction keeps in its cone, tracks end where the rows do, no visit is lost, every pass is named and told`, () => {
      let cones = 0;
      // looked at here and asserted once: there are a hundred thousand of them
      const [lost, loose, slipped, untold]: unknown[][] = [[], [], [], []];
      const count = forLessons(simulate('articles-constraint', name), 220, (lesson, contact) => {
        const { passes, tracks } = lesson;
        const visits = passes.flatMap((pass) => pass.visits);
        const areAll =
          visits.length === contact.rows.length && visits.every((row, k) => row === contact.rows[k]);
        if (!areAll) lost.push(contact);
        for (const track of tracks) {
          const own = contact.rows.filter(({ row, point }) => row === track.row && point === track.point);
          const { impulses, errors } = track;
          const isWhole = impulses.length === passes.length + 1 && errors.length === passes.length;
          if (!isWhole || impulses.at(-1) !== own.at(-1)?.impulse) loose.push(track);
        }
        for (const { path } of lesson.cones) {
          for (const point of path) {
            if (point === null) continue;
            const limit = contact.friction * point.normal;
            if (!(Math.abs(point.tangent) <= limit * (1 + 1e-9) + 1e-12)) slipped.push(point);
            cones++;
          }
        }
        for (const { title, text } of passes) {
          const isNamed = /^(Pass|Substep) \d+|^Bounce$|^Bounce, kept$|^Several hits, /.test(title);
          if (!isNamed || text.includes('phase “')) untold.push({ title, text });
        }
      });
      expect({ lost, loose, slipped, untold }).toEqual({ lost: [], loose: [], slipped: [], untold: [] });
      expect(count).toBeGreaterThan(40);
      expect(cones).toBeGreaterThan(100);
    });
  }
});

test('a step with shocks has as many substeps as every other', () => {
  let shocks = 0;
  forLessons(simulate('articles-constraint', 'soft-step'), 220, ({ passes }) => {
    const relaxes = passes.filter(({ phase }) => phase === 'relax').map(({ title }) => title);
    expect(relaxes).toEqual(relaxes.map((_, k) => `Substep ${k + 1}, relax`));
    expect(relaxes).toHaveLength(8);
    const numbers = passes.flatMap(({ title }) => title.match(/\d+/)?.map(Number) ?? []);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers.at(-1)).toBe(8);
    shocks += passes.filter(({ phase }) => phase === 'shock' || phase === 'return').length;
  });
  expect(shocks).toBeGreaterThan(0);
});

test('every kind of pass of a lesson has a colour in its legend', () => {
  const phases = new Set<string>();
  for (const solver of ['soft-step', 'sequential-impulses']) {
    forLessons(simulate('articles-constraint', solver), 220, ({ passes }) => {
      for (const { phase } of passes) phases.add(phase);
    });
  }
  expect(phases.size).toBeGreaterThan(4);
  const css = readFileSync(new URL('../src/teaching/teaching.css', import.meta.url), 'utf8');
  const known = [...css.matchAll(/\.legend [^{]*\{/g)].flatMap(
    ([rule]) => rule.match(/(?<=\.pass-)\w+/g) ?? [],
  );
  expect([...phases].filter((phase) => !known.includes(phase))).toEqual([]);
});

/** Pairs of shapes with cores, from the first bodies of a world. */
function pairsOf(world: World) {
  const shapes = world.bodies.slice(0, 30).flatMap((body) => body.shapes);
  return shapes.flatMap((a, k) => shapes.slice(k + 1).map((b) => [a, b] as const));
}

describe('distance of a pair', () => {
  test('steps end in the answer of the query; the difference holds the origin where the cores overlap', () => {
    const simulation = simulate('mixed-rain', 'soft-step');
    for (let step = 0; step < 150; step++) simulation.step();
    const { world } = simulation;
    let inside = 0;
    let apart = 0;
    for (const [a, b] of pairsOf(world)) {
      const lesson = distanceLesson(world, a, b);
      if (lesson === null) {
        expect([a.geometry.kind, b.geometry.kind]).toContain('halfSpace');
        continue;
      }
      const { steps, difference } = lesson;
      const result = steps[steps.length - 1];
      expect(result.phase).toBe('Result');
      expect(steps.slice(0, -1).every(({ phase }) => phase !== 'Result')).toBe(true);
      const between = Math.hypot(result.onA.x - result.onB.x, result.onA.y - result.onB.y);
      expect(between).toBeCloseTo(Math.abs(lesson.separation), 9);
      // the vertices of the search are corners of the drawn difference
      for (const { vertices, support } of steps) {
        for (const p of support === null ? vertices : [...vertices, support]) {
          const away = Math.min(...difference.map((q) => Math.hypot(p.x - q.x, p.y - q.y)));
          expect(away).toBeLessThan(1e-6);
        }
      }
      if (steps.some(({ phase }) => phase === 'EPA')) inside++;
      else apart++;
    }
    expect(apart).toBeGreaterThan(100);
    expect(inside).toBeGreaterThan(0);
  });

  test('the answer is that of @otedama/collision', () => {
    const { world } = simulate('pyramid', 'soft-step', { base: 3 });
    const [a, b] = world.bodies.filter((body) => body.type === 'dynamic').map((body) => body.shapes[0]);
    const lesson = distanceLesson(world, a, b);
    if (a.geometry.kind !== 'polygon' || b.geometry.kind !== 'polygon') throw new Error('boxes are polygons');
    const found = separation(
      { vertices: a.geometry.vertices, radius: 0 },
      placementOf(world, a.body),
      { vertices: b.geometry.vertices, radius: 0 },
      placementOf(world, b.body),
    );
    expect(lesson?.separation).toBe(found.separation);
  });

  test('a hull of a cloud has its extreme points, counter-clockwise', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
      { x: 0, y: 2 },
    ];
    const cloud = [...square, { x: 1, y: 0 }, { x: 1, y: 1 }, { x: 2, y: 1 }, { x: 0, y: 0 }];
    expect(convexHull(cloud)).toEqual(square);
  });
});

describe('goal positions', () => {
  test('goals of a rigid box are those of matchShape; magnifying keeps where displacements start', () => {
    const simulation = simulate('articles-constraint', 'shape-matching');
    const { world } = simulation;
    const recorder = new StepRecorder(world);
    let seen = 0;
    for (let step = 0; step < 200; step++) {
      simulation.step();
      const { last } = recorder;
      if (last === null) continue;
      for (const id of bodiesWithGoals(world, last).rigid) {
        const body = world.bodyAt(id);
        const geometry = body?.shapes[0].geometry;
        if (body === null || geometry?.kind !== 'polygon') throw new Error('the scene is made of boxes');
        const lesson = rigidGoalLesson(world, last, body);
        const { points, masses } = polygonParticles(geometry.vertices, body.mass);
        for (const goalStep of lesson?.steps ?? []) {
          const { goals } = matchShape(points, goalStep.shape.particles, masses);
          goals.forEach((goal, k) => {
            expect(goalStep.shape.goals[k].x).toBeCloseTo(goal.x, 10);
            expect(goalStep.shape.goals[k].y).toBeCloseTo(goal.y, 10);
          });
          const larger = magnified(goalStep, 10);
          expect(larger.from).toEqual(goalStep.from);
          goalStep.from.forEach((p, k) => {
            const small = goalStep.shape.goals[k].x - p.x;
            expect(larger.shape.goals[k].x - p.x).toBeCloseTo(10 * small, 12);
          });
          seen++;
        }
        if (lesson === null) continue;
        const factor = magnification(lesson);
        expect([1, 2, 5]).toContain(Number(factor.toExponential()[0]));
        const farthest = Math.max(
          ...lesson.steps.flatMap(({ from, shape }) =>
            from.flatMap((p, k) =>
              [shape.particles[k], shape.goals[k]].map((q) => Math.hypot(q.x - p.x, q.y - p.y)),
            ),
          ),
        );
        // visible, but not as large as the body itself
        expect(factor === 1 || factor * farthest <= 0.36 * lesson.size).toBe(true);
        expect(farthest === 0 || factor * farthest > 0.1 * lesson.size).toBe(true);
      }
    }
    expect(seen).toBeGreaterThan(100);
  });
});

describe('names and links', () => {
  test('a lesson in a link is read back', () => {
    for (const text of [
      '?teach=gjk&pair=3,5&step=2&at=120',
      '?teach=goals&body=soft0',
      '?teach=rows&pair=3.1,5',
    ]) {
      expect(addTeachingLink('', readTeachingLink(text))).toBe(text);
    }
    expect(addTeachingLink('?scene=tower', readTeachingLink('?teach=rows'))).toBe('?scene=tower&teach=rows');
    expect(addTeachingLink('?scene=tower', null)).toBe('?scene=tower');
  });

  test('what is no lesson or no number is passed over', () => {
    expect(readTeachingLink('?teach=magic')).toBeNull();
    expect(readTeachingLink('?scene=tower')).toBeNull();
    expect(readTeachingLink('?teach=gjk&step=-1&at=x')).toEqual({
      topic: 'gjk',
      subject: undefined,
      step: undefined,
      at: 0,
    });
  });

  test('pairs are named by bodies, and by shapes where a body has several', () => {
    const { world } = simulate('compounds', 'soft-step');
    const [first, second] = world.bodies.filter((body) => body.shapes.length > 1);
    const key = pairKey(first.shapes[1], second.shapes[0]);
    expect(key).toBe(`${first.id}.1,${second.id}.0`);
    expect(pairOf(world, key)).toEqual([first.shapes[1], second.shapes[0]]);
    const single = simulate('tower', 'soft-step').world;
    const [ground, box] = single.bodies;
    expect(pairKey(ground.shapes[0], box.shapes[0])).toBe(`${ground.id},${box.id}`);
    expect(pairOf(single, `${ground.id},${box.id}`)).toEqual([ground.shapes[0], box.shapes[0]]);
    for (const none of ['', '3', '3,3', '3,5,7', '999999,1', 'a,b', `${first.id}.9,${second.id}`]) {
      expect(pairOf(world, none), none).toBeNull();
    }
  });

  test('a point finds the body there; one that moves before one that stands still', () => {
    const { world } = simulate('pyramid', 'soft-step', { base: 2 });
    const [box] = world.bodies.filter((body) => body.type === 'dynamic');
    expect(shapeAt(world, box.position, 0)?.body).toBe(box);
    const below = { x: box.position.x, y: box.position.y - 0.55 };
    expect(shapeAt(world, below, 0)?.body.type).toBe('static');
    expect(shapeAt(world, below, 0.2)?.body).toBe(box);
    expect(shapeAt(world, { x: 0, y: 500 }, 0.2)).toBeNull();
  });

  test('lengths read in the unit that suits them', () => {
    expect([2.5, 0.123, 0.0042, 4.2e-6, 1.8e-16, 0, -0.02].map(lengthText)).toEqual([
      '2.50 m',
      '12.3 cm',
      '4.20 mm',
      '4.2 µm',
      '0',
      '0',
      '−2.0 cm',
    ]);
  });
});

test('points of a contact are carried along to where the bodies are drawn', () => {
  const simulation = simulate('sliding-boxes', 'soft-step');
  const recorder = new StepRecorder(simulation.world);
  for (let step = 0; step < 19; step++) simulation.step();
  const { world } = simulation;
  const before = world.bodies.map(({ position, angle }) => ({ ...position, angle }));
  simulation.step();
  let fast = 0;
  for (const contact of recorder.last?.contacts ?? []) {
    const box = world.bodyAt(contact.bodyB);
    presentPoints(world, contact).forEach(({ x }, k) => {
      const from = contact.points[k];
      const moved = x - from.x;
      // the point belongs to the box: it moves and rotates with it
      const start = before[contact.bodyB];
      const turn = (box?.angle ?? 0) - start.angle;
      const arm = Math.cos(turn) * (from.x - start.x) - Math.sin(turn) * (from.y - start.y);
      expect(moved).toBeCloseTo((box?.position.x ?? 0) + arm - from.x, 6);
      if (moved > 0.05) fast++;
    });
  }
  expect(fast).toBeGreaterThan(3);
});

test('the arrows over the world are the impulses on B: the normal one away from A, friction against the slip', () => {
  const simulation = simulate('sliding-boxes', 'soft-step');
  const recorder = new StepRecorder(simulation.world);
  for (let step = 0; step < 30; step++) simulation.step();
  const { world } = simulation;
  let looked = 0;
  for (const contact of recorder.last?.contacts ?? []) {
    const lesson = contactLesson('soft-step', contact);
    const moving = world.bodyAt(contact.bodyB)?.type === 'dynamic' ? contact.bodyB : contact.bodyA;
    const slip = world.bodyAt(moving)!.linearVelocity.x * (moving === contact.bodyB ? 1 : -1);
    if (lesson === null || contact.friction === 0 || Math.abs(slip) < 1) continue;
    const arrows: { x: number; y: number }[] = [];
    const painter = {
      point: () => undefined,
      line: () => undefined,
      arrow: (x1: number, y1: number, x2: number, y2: number) => void arrows.push({ x: x2 - x1, y: y2 - y1 }),
    } as unknown as Painter;
    const last = lesson.passes.length - 1;
    contactOverlay(world, lesson, last, []).draw(world, painter, { metersPerPixel: 0.01, fraction: 1 });
    // each arrow has a halo
    const own = arrows.filter((_, k) => k % 2 === 1);
    expect(own).toHaveLength(lesson.tracks.length);
    lesson.tracks.forEach(({ row, impulses }, k) => {
      const { x, y } = own[k];
      const along = x * contact.normalX + y * contact.normalY;
      if (row === 'normal') expect(along).toBeGreaterThanOrEqual(0);
      else if (impulses.at(-1) !== 0) expect(Math.sign(x)).toBe(-Math.sign(slip));
    });
    // all arrows have one scale
    const longest = Math.max(...lesson.tracks.flatMap(({ impulses }) => impulses.map(Math.abs)));
    lesson.tracks.forEach(({ impulses }, k) => {
      const length = Math.hypot(own[k].x, own[k].y);
      expect(length).toBeCloseTo((0.9 * Math.abs(impulses.at(-1) ?? 0)) / longest, 9);
    });
    looked++;
  }
  expect(looked).toBeGreaterThan(2);
});

test('where a moving body and a fixed one overlap, the moving one is picked, whichever was made first', () => {
  const shapes = [{ kind: 'circle', radius: 1 }] as const;
  for (const types of [
    ['dynamic', 'static'],
    ['static', 'dynamic'],
  ] as const) {
    const world = createWorld({ solver: findSolver('soft-step').create({}) });
    types.forEach((type, x) => void world.createBody({ type, position: { x, y: 0 }, shapes }));
    expect(shapeAt(world, { x: 0.5, y: 0 }, 0.1)?.body.type, types.join()).toBe('dynamic');
    const x = types.indexOf('static') === 0 ? -0.5 : 1.5;
    expect(shapeAt(world, { x, y: 0 }, 0.1)?.body.type, `${types.join()}, beside`).toBe('static');
  }
});
