import type { Painter } from '@otedama/render-babylon';
import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { solvers } from '../src/solvers.js';
import { walkerFace } from '../src/walker-face.js';

for (const solver of solvers) {
  test(`under ${solver.name} the character walks the course: stairs up and down, pushing the crate, over the hill`, () => {
    const simulation = new Simulation({ entry: findScene('course'), solver, parameters: {}, settings: {} });
    const { walker, world } = simulation;
    if (walker === null) throw new Error('nobody there');
    const crate = world.bodies.find(({ name }) => name === 'crate');
    const start = crate?.position.x ?? 0;
    let highest = 0;
    walker.direction = 1;
    for (let k = 0; k < 600; k++) {
      // it jumps over bodies that cannot be pushed up the hill
      walker.jumps = walker.mover.body.position.x > 12.5;
      simulation.step();
      highest = Math.max(highest, walker.mover.body.position.y);
      expect(walker.mover.body.position.y).toBeGreaterThan(0.85);
    }
    expect(crate?.position.x).toBeGreaterThan(start + 0.5);
    expect(highest).toBeGreaterThan(3);
    expect(walker.mover.body.position.x).toBeGreaterThan(20);
  });
}

test('it goes only where the keys say', () => {
  const [solver] = solvers;
  const simulation = new Simulation({ entry: findScene('course'), solver, parameters: {}, settings: {} });
  for (let k = 0; k < 120; k++) simulation.step();
  expect(simulation.walker?.mover.isGrounded).toBe(true);
  expect(simulation.walker?.mover.body.position.x).toBeCloseTo(-4, 6);
  expect(
    new Simulation({ entry: findScene('tower'), solver, parameters: {}, settings: {} }).walker,
  ).toBeNull();
});

test('its face is on its head, looks where it goes, and opens its mouth in the air', () => {
  const [solver] = solvers;
  const simulation = new Simulation({ entry: findScene('course'), solver, parameters: {}, settings: {} });
  const { world } = simulation;
  const walker = simulation.walker!;
  const step = () => simulation.step();
  const face = walkerFace(walker);
  const look = () => {
    const dots: { x: number; y: number; size: number }[] = [];
    let lines = 0;
    const painter = {
      point: (x: number, y: number, _color: unknown, size: number) => void dots.push({ x, y, size }),
      line: () => void lines++,
    } as unknown as Painter;
    face.draw(world, painter, { fraction: 1, metersPerPixel: 0.01 });
    // each eye: rim, white, pupil
    const eyes = [dots.slice(0, 3), dots.slice(3, 6)];
    return { eyes, isOpen: dots.length === 7, lines };
  };
  for (let k = 0; k < 60; k++) step();
  const { x, y } = walker.mover.body.position;
  const { eyes, isOpen, lines } = look();
  for (const [rim, white, pupil] of eyes) {
    expect(rim.size).toBeGreaterThan(white.size);
    expect(white.size).toBeGreaterThan(pupil.size);
    expect([rim.x, rim.y]).toEqual([white.x, white.y]);
    expect(pupil.x - white.x, 'to the right at first').toBeGreaterThan(0.02);
    // within the cap of the capsule: half height 0.5, radius 0.4
    expect(Math.hypot(rim.x - x, rim.y - y - 0.5) + rim.size / 200).toBeLessThan(0.4);
  }
  expect([isOpen, lines]).toEqual([false, 1]);
  walker.direction = -1;
  step();
  walker.direction = 0;
  walker.jumps = true;
  for (let k = 0; k < 5; k++) step();
  const jumping = look();
  for (const [, white, pupil] of jumping.eyes) {
    expect(pupil.x - white.x, 'to where it last walked').toBeLessThan(-0.02);
    expect(pupil.y - white.y, 'upwards').toBeGreaterThan(0.02);
  }
  expect([jumping.isOpen, jumping.lines]).toEqual([true, 0]);
});
