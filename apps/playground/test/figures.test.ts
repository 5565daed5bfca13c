/** The figures of the lessons: what is drawn, measured in the units of the picture, is what the solver has computed. */

import { StepRecorder } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { findSolver } from '../src/solvers.js';
import { type ContactLesson, contactLesson } from '../src/teaching/contact-lesson.js';
import { differenceFigure } from '../src/teaching/difference-figure.js';
import { distanceLesson } from '../src/teaching/distance-lesson.js';
import { goalFigure } from '../src/teaching/goal-figure.js';
import { bodiesWithGoals, magnification, magnified, rigidGoalLesson } from '../src/teaching/goal-lesson.js';
import { coneFigure, errorFigure, impulseFigure } from '../src/teaching/row-figures.js';

/** An element of a picture, of which Node has none. */
class Drawn {
  readonly children: (Drawn | string)[] = [];
  readonly attributes: Record<string, string> = {};
  readonly tag: string;

  constructor(tag: string) {
    this.tag = tag;
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  append(...children: (Drawn | string)[]): void {
    this.children.push(...children);
  }
}

beforeEach(() => {
  vi.stubGlobal('document', { createElementNS: (_: string, tag: string) => new Drawn(tag) });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The parts of a figure with this tag and all of these classes. */
function partsOf(figure: unknown, tag: string, ...classes: string[]): Drawn[] {
  const all = (element: Drawn): Drawn[] => [
    element,
    ...element.children.flatMap((child) => (typeof child === 'string' ? [] : all(child))),
  ];
  return all(figure as Drawn).filter((element) => {
    const own = (element.attributes.class ?? '').split(' ');
    return element.tag === tag && classes.every((name) => own.includes(name));
  });
}

const wordsOf = (element: Drawn): string =>
  element.children.filter((child) => typeof child === 'string').join('');
const centerOf = ({ attributes }: Drawn) => ({ x: Number(attributes.cx), y: Number(attributes.cy) });
const cornersOf = ({ attributes: { d } }: Drawn) =>
  [...d.matchAll(/([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
const apart = (p: { x: number; y: number }, q: { x: number; y: number }) => Math.hypot(p.x - q.x, p.y - q.y);

/** All attributes are rounded to hundredths of a unit. */
const ROUNDING = 0.02;

const simulationOf = (scene: string, solver: string, parameters: Record<string, number> = {}) =>
  new Simulation({ entry: findScene(scene), solver: findSolver(solver), parameters, settings: {} });

function simulate(scene: string, solver: string, steps: number, parameters: Record<string, number> = {}) {
  const simulation = simulationOf(scene, solver, parameters);
  const recorder = new StepRecorder(simulation.world);
  for (let step = 0; step < steps; step++) simulation.step();
  return { world: simulation.world, record: recorder.last! };
}

test('the difference: distances on the picture are those of the search, by its own scale bar', () => {
  const { world } = simulate('mixed-rain', 'soft-step', 60);
  const shapes = world.bodies.slice(2, 12).flatMap((body) => body.shapes);
  let looked = 0;
  for (const [k, a] of shapes.entries()) {
    const lesson = distanceLesson(world, a, shapes[(k + 1) % shapes.length]);
    if (lesson === null) continue;
    for (const step of lesson.steps) {
      const figure = differenceFigure(lesson, step);
      // the bar: its length in units, and the length that it stands for
      const [bar] = partsOf(figure, 'g', 'scale').flatMap((group) => partsOf(group, 'path'));
      const [, left, right] = /^M([\d.]+) [\d.]+V[\d.]+H([\d.]+)/.exec(bar.attributes.d)!.map(Number);
      const [, length, unit] = /^([\d.]+) (m|cm|mm)$/.exec(wordsOf(partsOf(figure, 'text', 'scale')[0]))!;
      const meters = Number(length) * { m: 1, cm: 0.01, mm: 0.001 }[unit as 'm' | 'cm' | 'mm'];
      const scale = (right - left) / meters;
      const zero = centerOf(partsOf(figure, 'circle', 'origin')[0]);
      const closest = centerOf(partsOf(figure, 'circle', 'closest')[0]);
      const exact = scale * Math.hypot(step.closest.x, step.closest.y);
      expect(Math.abs(apart(zero, closest) - exact)).toBeLessThan(ROUNDING + 1e-3 * exact);
      const corners = partsOf(figure, 'circle', 'vertex').map(centerOf);
      expect(corners).toHaveLength(step.vertices.length);
      step.vertices.forEach(({ x, y }, v) => {
        expect(corners[v].x - zero.x).toBeCloseTo(scale * x, 0);
        expect(zero.y - corners[v].y, 'y up').toBeCloseTo(scale * y, 0);
      });
      // nothing of A - B is beyond the line through w
      if (step.support !== null && step.direction !== null) {
        const [p, q] = cornersOf(partsOf(figure, 'path', 'support-line')[0]);
        const across = { x: (q.y - p.y) / apart(p, q), y: (p.x - q.x) / apart(p, q) };
        const beyond = cornersOf(partsOf(figure, 'path', 'difference')[0]).map(
          ({ x, y }) => (x - p.x) * across.x + (y - p.y) * across.y,
        );
        const isOneSided = Math.max(...beyond) < 0.5 || Math.min(...beyond) > -0.5;
        expect(isOneSided, step.title).toBe(true);
      }
      looked++;
    }
  }
  expect(looked).toBeGreaterThan(15);
});

test('the difference: no name of a vertex lies on a vertex', () => {
  const simulation = simulationOf('mixed-rain', 'soft-step');
  for (let step = 0; step < 250; step++) simulation.step();
  const { world } = simulation;
  const movers = world.bodies.filter(({ type }) => type === 'dynamic');
  const near = movers.flatMap((a, k) =>
    movers.slice(k + 1).flatMap((b) => (apart(a.position, b.position) < 0.9 ? [[a, b]] : [])),
  );
  let looked = 0;
  for (const [k, [a, b]] of near.slice(0, 12).entries()) {
    const lesson = distanceLesson(world, a.shapes[0], b.shapes[0]);
    for (const step of lesson?.steps ?? []) {
      const figure = differenceFigure(lesson!, step);
      const vertices = partsOf(figure, 'circle', 'vertex').map(centerOf);
      for (const name of [...partsOf(figure, 'text', 'vertex'), ...partsOf(figure, 'text', 'support')]) {
        const { x, y, 'text-anchor': anchor = 'start' } = name.attributes;
        // a character is about 7 units wide and 10 high
        const width = 7 * wordsOf(name).length;
        const left = Number(x) - { start: 0, middle: width / 2, end: width }[anchor as 'start'];
        const isCovered = vertices.some(
          (vertex) =>
            vertex.x > left && vertex.x < left + width && vertex.y > Number(y) - 10 && vertex.y < Number(y),
        );
        expect(isCovered, `${wordsOf(name)}, pair ${k}, ${step.title}`).toBe(false);
        looked++;
      }
    }
  }
  expect(looked).toBeGreaterThan(40);
});

/** The lessons of all contacts of a step in which boxes slide over the ground, or are hit, so that impulses change from pass to pass. */
function rowLessons(solver: string, scene: 'sliding-boxes' | 'smash'): ContactLesson[] {
  const { record } =
    scene === 'smash' ? simulate(scene, solver, 28, { columns: 4, rows: 4 }) : simulate(scene, solver, 40);
  return record.contacts.flatMap((contact) => contactLesson(solver, contact) ?? []);
}

/** Reads a value off a chart, by its labels: 0 and the ends of the range. */
function readerOf(figure: unknown): (y: number) => number {
  const ticks = partsOf(figure, 'text', 'tick')
    .filter(({ attributes }) => attributes['text-anchor'] === 'end' && Number(attributes.x) < 60)
    .map((tick) => ({ y: Number(tick.attributes.y) - 4, value: Number(wordsOf(tick).replace('−', '-')) }));
  const zero = ticks.find(({ value }) => value === 0)!;
  const other = ticks.reduce(
    (most, tick) => (Math.abs(tick.y - zero.y) > Math.abs(most.y - zero.y) ? tick : most),
    zero,
  );
  return (y) => ((y - zero.y) / (other.y - zero.y)) * other.value;
}

test('charts over the passes: marks are at the impulses and at the velocities that the rows had', () => {
  let looked = 0;
  let changed = 0;
  for (const solver of ['soft-step', 'sequential-impulses', 'force']) {
    for (const lesson of [...rowLessons(solver, 'sliding-boxes'), ...rowLessons(solver, 'smash')]) {
      const largest = (values: readonly (number | null)[]) =>
        Math.max(...values.map((v) => Math.abs(v ?? 0)));
      const most = largest(lesson.tracks.flatMap(({ impulses }) => impulses));
      const fastest = largest(lesson.tracks.flatMap(({ errors }) => errors));
      if (most < 1e-3 || fastest < 1e-2) continue;
      const last = lesson.passes.length - 1;
      for (const pass of new Set([0, last >> 1, last])) {
        const chart = impulseFigure(lesson, pass);
        const impulseAt = readerOf(chart);
        const marks = partsOf(chart, 'circle', 'track').map(centerOf);
        expect(marks).toHaveLength(lesson.tracks.length);
        lesson.tracks.forEach(({ impulses }, k) => {
          expect(Math.abs(impulseAt(marks[k].y) - impulses[pass + 1]), solver).toBeLessThan(0.01 * most);
          if (Math.abs(impulses[pass + 1] - impulses[pass]) > 0.05 * most) changed++;
        });
        const speeds = errorFigure(lesson, pass);
        const speedAt = readerOf(speeds);
        const now = partsOf(speeds, 'circle', 'track').filter(({ attributes }) => attributes.r === '3.5');
        const visited = lesson.tracks.filter(({ errors }) => errors[pass] !== null);
        expect(now).toHaveLength(visited.length);
        visited.forEach(({ errors }, k) => {
          const error = Math.abs(speedAt(centerOf(now[k]).y) - errors[pass]!);
          expect(error, solver).toBeLessThan(0.02 * fastest);
        });
        looked++;
      }
    }
  }
  expect(looked).toBeGreaterThan(20);
  expect(changed).toBeGreaterThan(10);
});

test('the cone: the mark is where friction and normal impulse of the pass put it, inside, and on the edge where it slips', () => {
  let slips = 0;
  let changed = 0;
  for (const lesson of [...rowLessons('soft-step', 'sliding-boxes'), ...rowLessons('soft-step', 'smash')]) {
    const { friction } = lesson.contact;
    const points = lesson.cones.flatMap(({ path }) => path.filter((point) => point !== null));
    const highest = Math.max(0, ...points.map(({ normal }) => normal));
    if (friction === 0 || highest < 1e-3) continue;
    for (let pass = 0; pass < lesson.passes.length; pass++) {
      const figure = coneFigure(lesson, pass);
      const [left, tip, right] = cornersOf(partsOf(figure, 'path', 'cone')[0]);
      expect(right.x - tip.x).toBeCloseTo(tip.x - left.x, 1);
      const cones = lesson.cones.filter(({ path }) => path[pass] !== null);
      const marks = partsOf(figure, 'circle', 'now').map(centerOf);
      expect(marks).toHaveLength(cones.length);
      cones.forEach(({ path }, k) => {
        const { tangent, normal } = path[pass]!;
        // the wedge ends at the height `top`, at friction * top to both sides
        const top = 1.12 * highest;
        const share = { x: tangent / (friction * top), y: normal / top };
        expect(marks[k].x).toBeCloseTo(tip.x + share.x * (right.x - tip.x), 1);
        expect(marks[k].y).toBeCloseTo(tip.y + share.y * (right.y - tip.y), 1);
        expect(Math.abs(share.x)).toBeLessThan(share.y + 1e-9);
        if (normal > 0 && Math.abs(Math.abs(tangent) - friction * normal) < 1e-9) slips++;
        const before = path[pass - 1] ?? null;
        if (before !== null && Math.abs(before.normal - normal) > 0.05 * highest) changed++;
      });
    }
  }
  expect(slips).toBeGreaterThan(3);
  expect(changed).toBeGreaterThan(10);
});

test('the band of friction is symmetric about 0', () => {
  for (const lesson of rowLessons('soft-step', 'sliding-boxes').filter(
    ({ contact }) => contact.friction > 0,
  )) {
    const chart = impulseFigure(lesson, 0);
    const read = readerOf(chart);
    const bands = partsOf(chart, 'path', 'band');
    expect(bands.length).toBeGreaterThan(0);
    for (const band of bands) {
      const corners = cornersOf(band);
      const count = lesson.passes.length + 1;
      expect(corners).toHaveLength(2 * count);
      const [upper, lower] = [read(corners[count - 1].y), read(corners[count].y)];
      expect(upper).toBeCloseTo(-lower, 2);
      expect(upper).toBeGreaterThan(0);
    }
  }
});

test('goal positions: displacements are drawn in one scale, magnified as the caption says', () => {
  const { world, record } = simulate('tower', 'shape-matching', 10);
  const [id] = bodiesWithGoals(world, record).rigid;
  const lesson = rigidGoalLesson(world, record, world.bodyAt(id)!)!;
  const factor = magnification(lesson);
  expect(factor).toBeGreaterThan(1);
  for (const step of lesson.steps) {
    const figure = goalFigure(lesson, magnified(step, factor), factor);
    expect(wordsOf(partsOf(figure, 'text', 'caption')[0])).toBe(
      `Displacements × ${factor.toLocaleString('en')}`,
    );
    const before = partsOf(figure, 'circle', 'before').map(centerOf);
    const particles = partsOf(figure, 'circle', 'particle').map(centerOf);
    const goals = partsOf(figure, 'circle', 'goal').map(centerOf);
    const scale = apart(before[0], before[2]) / apart(step.from[0], step.from[2]);
    before.forEach((from, k) => {
      for (const [seen, exact] of [
        [particles[k], step.shape.particles[k]],
        [goals[k], step.shape.goals[k]],
      ] as const) {
        expect(seen.x - from.x).toBeCloseTo(scale * factor * (exact.x - step.from[k].x), 0);
        expect(from.y - seen.y, 'y up').toBeCloseTo(scale * factor * (exact.y - step.from[k].y), 0);
      }
    });
  }
});
