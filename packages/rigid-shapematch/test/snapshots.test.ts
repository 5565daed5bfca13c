import { polygon } from '@otedama/math2d';
import {
  createWorld,
  Recording,
  restoreSnapshot,
  type SnapshotError,
  type SoftBody,
  type SoftBodyDefinition,
  takeSnapshot,
  type World,
} from '@otedama/rigid';
import { expect, it } from 'vitest';
import { createShapeMatching } from '../src/index.js';

/** Rigid and soft boxes on top of each other. */
function pile(): World {
  const world = createWorld({ solver: createShapeMatching() });
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  for (let k = 0; k < 4; k++) {
    world.createBody({
      position: { x: 0.2 * k, y: 1 + 2.5 * k },
      shapes: [{ kind: 'polygon', vertices: polygon.rectangle(1, 0.6) }],
    });
    world.createSoftBody({
      outline: polygon.regular(1, 5 + k),
      position: { x: 0.1 * k, y: 2.4 + 2.5 * k },
      modes: (['linear', 'quadratic', 'free'] as const)[k % 3],
      keepArea: k === 1,
      ...(k === 2 ? { clusterSize: 0.8 } : {}),
      name: `jelly ${k}`,
    });
  }
  return world;
}

function run(world: World, count: number): string[] {
  return Array.from({ length: count }, () => {
    world.step(1 / 60);
    return world.stateHash();
  });
}

it('R2 rigid and soft bodies: 120 steps after a restore equal the straight run', () => {
  const world = pile();
  const jellies = world.softBodies;
  run(world, 40);
  const snapshot = takeSnapshot(world);
  const straight = run(world, 120);
  restoreSnapshot(world, snapshot);
  expect(run(world, 120)).toEqual(straight);
  const empty = createWorld({ solver: createShapeMatching() });
  restoreSnapshot(empty, snapshot);
  expect(empty.softBodies.map((body) => body.definition)).toEqual(jellies.map((body) => body.definition));
  expect(run(empty, 120)).toEqual(straight);
});

it('R3 a destroyed soft body is restored as the same object, one created since is removed', () => {
  const world = pile();
  run(world, 20);
  const jellies = world.softBodies;
  const snapshot = takeSnapshot(world, { shapes: false });
  const straight = run(world, 60);
  world.destroySoftBody(jellies[1]);
  const late = world.createSoftBody({ outline: polygon.regular(1, 6), position: { x: 5, y: 5 } });
  run(world, 10);
  restoreSnapshot(world, snapshot);
  expect(world.softBodies).toEqual(jellies);
  expect(world.softBodies[1]).toBe(jellies[1]);
  expect([jellies[1].isValid, late.isValid]).toEqual([true, false]);
  expect(late.particles.some((particle) => particle.isValid)).toBe(false);
  expect(run(world, 60)).toEqual(straight);
  // and after all soft bodies were destroyed
  for (const jelly of world.softBodies) world.destroySoftBody(jelly);
  restoreSnapshot(world, snapshot);
  expect(run(world, 60)).toEqual(straight);
});

it('a soft body of another world in the same slot is a different object', () => {
  const jelly = (definition: Partial<SoftBodyDefinition>): World => {
    const world = createWorld({ solver: createShapeMatching() });
    world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
    world.createSoftBody({ outline: polygon.rectangle(1, 1), position: { x: 0, y: 0.8 }, ...definition });
    run(world, 20);
    return world;
  };
  const definitions = [{}, { compliance: 0.1 }, { clusterSize: 0.4 }, { modes: 'free' as const }];
  for (const definition of definitions) {
    const world = jelly(definition);
    const snapshot = takeSnapshot(world);
    const small = takeSnapshot(world, { shapes: false });
    const straight = run(world, 40);
    for (const other of definitions) {
      const twin = jelly(other);
      const refused = other === definition ? 'none' : 'shapes';
      let fault = 'none';
      try {
        restoreSnapshot(twin, small);
      } catch (error) {
        fault = (error as SnapshotError).fault;
      }
      expect(fault).toBe(refused);
      restoreSnapshot(twin, snapshot);
      expect(run(twin, 40)).toEqual(straight);
      expect(twin.softBodies[0].definition).toEqual(world.softBodies[0].definition);
    }
  }
});

it('a soft body whose particles moved to other slots is recreated as a whole', () => {
  const jelly = { outline: polygon.rectangle(1, 1), position: { x: 0, y: 0.8 } };
  const box = { shapes: [{ kind: 'circle' as const, radius: 0.1 }], position: { x: 5, y: 5 } };
  /**
   * Creates a soft body after `before` bodies were created and destroyed, so the first `before` particles have slots that were used once
   * before.
   */
  const fill = (before: number): World => {
    const world = createWorld({ solver: createShapeMatching() });
    const bodies = Array.from({ length: before }, () => world.createBody(box));
    for (const body of bodies.reverse()) world.destroyBody(body);
    world.createSoftBody(jelly);
    return world;
  };
  const [world, twin] = [fill(1), fill(3)];
  const generations = ({ softBodies }: World): number[] =>
    softBodies[0].particles.slice(0, 4).map(({ generation }) => generation);
  expect([generations(world), generations(twin)]).toEqual([
    [1, 0, 0, 0],
    [1, 1, 1, 0],
  ]);
  restoreSnapshot(twin, takeSnapshot(world));
  const [restored] = twin.softBodies;
  expect(restored.particles.every((particle) => twin.bodyAt(particle.id) === particle)).toBe(true);
  twin.destroySoftBody(restored);
  expect(twin.bodies).toEqual([]);
});

it('a recording goes back to its soft bodies, however many were destroyed since', () => {
  const world = createWorld({ solver: createShapeMatching() });
  const create = (count: number): SoftBody[] =>
    Array.from({ length: count }, (_, k) =>
      world.createSoftBody({
        outline: polygon.rectangle(1, 1),
        particleRadius: 0.24,
        position: { x: 2 * k, y: 0 },
      }),
    );
  const jellies = create(2);
  const recording = new Recording<number>(world, {
    apply(count) {
      for (const jelly of world.softBodies) world.destroySoftBody(jelly);
      create(count);
    },
  });
  for (const count of [260, 0]) recording.record(1 / 60, count);
  recording.seek(0);
  expect(world.softBodies).toEqual(jellies);
  expect(world.softBodies[1]).toBe(jellies[1]);
});
