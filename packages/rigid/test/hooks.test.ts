/** Misbehaving hooks: forbidden writes are refused, and a step that a hook aborts leaves a world that continues normally. */

import { InputError } from '@otedama/math2d';
import { describe, expect, it, test } from 'vitest';
import {
  addWind,
  type ContactView,
  createWorld,
  integratePositions,
  restoreSnapshot,
  type Solver,
  takeSnapshot,
  type World,
  type WorldDefinition,
} from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

const dt = 1 / 60;

/** When armed, throws at the call with this number. */
class Trap {
  left = 0;
  spring(): true {
    if (--this.left === 0) throw new Error('from the hook');
    return true;
  }
}

describe('what the pre-solve hook writes', () => {
  const bad: [keyof ContactView, unknown[]][] = [
    ['friction', [Number.NaN, -0.1, Number.POSITIVE_INFINITY, '1']],
    ['restitution', [Number.NaN, -0.1, 1.1, undefined]],
    ['tangentSpeed', [Number.NaN, 1e13, null]],
  ];
  it.each(bad)('%s is refused out of its range, and the contact stays as it was', (field, values) => {
    const refused: unknown[] = [];
    const world = createWorld({
      solver: simpleSolver(),
      preSolve: (contact) => {
        const before = contact[field];
        for (const value of values) {
          try {
            Object.assign(contact, { [field]: value });
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
            expect((error as InputError).field).toBe(`contact.${field}`);
            refused.push(value);
          }
        }
        expect(contact[field]).toBe(before);
        return true;
      },
    });
    world.createBody({ type: 'static', shapes: [floor()] });
    const body = world.createBody({
      position: { x: 0, y: 0.5 },
      shapes: [box(1, 1, { preSolveEvents: true })],
    });
    world.step(dt);
    expect(refused).toEqual(values);
    expect(body.isFrozen).toBe(false);
  });
});

describe('a step that a hook has ended', () => {
  it('has used up the forces that were for it, those of fields too', () => {
    const speedAfter = (isEnded: boolean): number => {
      const trap = new Trap();
      const world = createWorld({
        solver: simpleSolver(),
        gravity: { x: 0, y: 0 },
        contactFilter: () => trap.spring(),
      });
      addWind(world, { kind: 'wind', velocity: { x: 10, y: 0 } });
      const body = world.createBody({ shapes: [box(1, 1)] });
      world.createBody({ type: 'static', position: { x: 0, y: 1 }, shapes: [box(1, 1, { friction: 0 })] });
      if (isEnded) {
        trap.left = 1;
        body.applyForce({ x: 100, y: 0 });
        expect(() => world.step(dt)).toThrow('from the hook');
        expect(body.linearVelocity.x).toBe(0);
      }
      world.step(dt);
      return body.linearVelocity.x;
    };
    const speed = speedAfter(false);
    expect(speed).toBeGreaterThan(0);
    expect(speedAfter(true)).toBe(speed);
  });

  it('leaves the poses where the solver has brought the bodies', () => {
    const trap = new Trap();
    const solver: Solver = {
      ...simpleSolver(),
      step: ({ bodies }, length) => {
        integratePositions(bodies, length);
        trap.spring();
      },
    };
    const world = createWorld({ solver });
    const body = world.createBody({ linearVelocity: { x: 6, y: 0 }, shapes: [circle(1)] });
    trap.left = 1;
    expect(() => world.step(dt)).toThrow('from the hook');
    expect(body.position.x).toBeCloseTo(0.1, 12);
    expect(body.shapes[0].aabb.maxX).toBeCloseTo(1.1, 12);
  });
});

/** Crates that fall on each other, and balls shot through them at a wall. */
function range(trap: Trap, more: Partial<WorldDefinition> = {}): World {
  const world = createWorld({
    solver: simpleSolver(),
    contactFilter: () => trap.spring(),
    preSolve: () => trap.spring(),
    ...more,
  });
  world.createBody({ type: 'static', shapes: [floor()] });
  world.createBody({ type: 'static', position: { x: 6, y: 2 }, shapes: [box(0.1, 9)] });
  for (let k = 0; k < 8; k++) {
    world.createBody({
      position: { x: 0.1 * k, y: 0.6 + 1.1 * k },
      shapes: [box(1, 1, { preSolveEvents: k === 3 })],
    });
  }
  for (let k = 0; k < 6; k++) {
    world.createBody({
      position: { x: -3 - 3 * k, y: 0.5 + k },
      linearVelocity: { x: 150, y: 5 },
      bullet: true,
      shapes: [box(0.3, 0.1)],
    });
  }
  return world;
}

/** World vertices of each shape, as the world stores them for contacts. */
function outlines({ bodies, geometryStore }: World): number[][] {
  const { first, count, worldVertices } = geometryStore;
  return bodies.flatMap(({ shapes }) =>
    shapes.map(({ id }) => [...worldVertices.slice(2 * first[id], 2 * (first[id] + count[id]))]),
  );
}

test('wherever a step is ended, a snapshot of the world goes on with its bits', () => {
  let ended = 0;
  for (let call = 1; call < 24; call++) {
    const trap = new Trap();
    const world = range(trap);
    for (let step = 0; step < 8; step++) {
      trap.left = call;
      try {
        world.step(dt);
        continue;
      } catch {
        ended++;
      }
      trap.left = 0;
      expect(world.isLocked).toBe(false);
      const copy = range(trap);
      restoreSnapshot(copy, takeSnapshot(world));
      expect(outlines(world)).toEqual(outlines(copy));
      for (let k = 0; k < 4; k++) {
        world.step(dt);
        copy.step(dt);
        expect(copy.stateHash(), `call ${call} of step ${step}, ${k} steps later`).toBe(world.stateHash());
      }
    }
  }
  expect(ended).toBeGreaterThan(25);
});
