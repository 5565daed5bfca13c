import { polygon } from '@otedama/math2d';
import { createWorld, type ShapeDefinition, type Solver } from '@otedama/rigid';
import { createSequentialImpulses } from '@otedama/rigid-constraint';
import { createForceSolver } from '@otedama/rigid-force';
import { createShapeMatching } from '@otedama/rigid-shapematch';
import { describe, expect, test } from 'vitest';

/** Small seeded generator of numbers in [0, 1). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

interface Hit {
  readonly mass: readonly [number, number];
  readonly angle: number;
  readonly velocity: readonly [number, number];
  readonly spin: readonly [number, number];
  readonly offset: number;
  readonly friction: number;
  readonly restitution: number;
}

/** A disc that touches the edge of a box off its centre: one contact point. Returns the velocities and spins of both after a step. */
function afterHit(solver: Solver, hit: Hit, dt: number): number[] {
  const world = createWorld({ solver, gravity: { x: 0, y: 0 } });
  const surface = {
    friction: hit.friction,
    restitution: hit.restitution,
    frictionCombine: 'maximum',
    restitutionCombine: 'maximum',
  } as const;
  const box: ShapeDefinition = { kind: 'polygon', vertices: polygon.rectangle(2, 1), ...surface };
  const disc: ShapeDefinition = { kind: 'circle', radius: 0.5, ...surface };
  const c = Math.cos(hit.angle);
  const s = Math.sin(hit.angle);
  const bodies = [
    world.createBody({ mass: hit.mass[0], angle: hit.angle, angularVelocity: hit.spin[0], shapes: [box] }),
    world.createBody({
      mass: hit.mass[1],
      position: { x: c * hit.offset - s, y: s * hit.offset + c },
      linearVelocity: {
        x: c * hit.velocity[0] + s * hit.velocity[1],
        y: s * hit.velocity[0] - c * hit.velocity[1],
      },
      angularVelocity: hit.spin[1],
      shapes: [disc],
    }),
  ];
  world.step(dt);
  return bodies.flatMap((body) => [body.linearVelocity.x, body.linearVelocity.y, body.angularVelocity]);
}

function hits(count: number, restitution: () => number): Hit[] {
  const next = seeded(3);
  return Array.from({ length: count }, () => ({
    mass: [0.5 + next(), 0.5 + next()] as const,
    angle: 6 * next(),
    velocity: [4 * next() - 2, 2 + 4 * next()] as const,
    spin: [2 * next() - 1, 4 * next() - 2] as const,
    offset: 1.6 * next() - 0.8,
    friction: 0.6 * next(),
    restitution: restitution(),
  }));
}

function largestDifference(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i])));
}

// With friction and restitution together the methods differ on purpose. The force solver solves Newton's and Coulomb's law together;
// sequential impulses apply restitution in a second phase.
const impulses = (): Solver => createSequentialImpulses({ velocityIterations: 1000 });

describe('one contact, several methods', () => {
  test('impulses as forces and sequential impulses agree to 1e-9 with friction', () => {
    let worst = 0;
    for (const hit of hits(200, () => 0)) {
      const expected = afterHit(impulses(), hit, 1e-3);
      worst = Math.max(
        worst,
        largestDifference(afterHit(createForceSolver({ substeps: 1 }), hit, 1e-3), expected),
      );
    }
    expect(worst).toBeLessThan(1e-9);
  });
  test('impulses as forces and sequential impulses agree to 1e-9 with restitution', () => {
    let worst = 0;
    const next = seeded(9);
    for (const hit of hits(200, next)) {
      const bare = { ...hit, friction: 0 };
      const expected = afterHit(impulses(), bare, 1e-3);
      worst = Math.max(
        worst,
        largestDifference(afterHit(createForceSolver({ substeps: 1 }), bare, 1e-3), expected),
      );
    }
    expect(worst).toBeLessThan(1e-9);
  });
  test('shape matching approaches them with the substep', () => {
    const errors = [1e-3, 1e-5].map((dt) => {
      let worst = 0;
      for (const hit of hits(50, () => 0.5)) {
        worst = Math.max(
          worst,
          largestDifference(
            afterHit(createShapeMatching({ substeps: 1 }), hit, dt),
            afterHit(createForceSolver({ substeps: 1 }), hit, dt),
          ),
        );
      }
      return worst;
    });
    expect(errors[0]).toBeLessThan(0.03);
    // The remaining difference comes from the three passes over normal and friction of a contact.
    expect(errors[1]).toBeLessThan(0.002);
  });
});
