import { loadScene } from '@otedama/rigid';
import { sceneList } from '@otedama/scenes';
import { describe, expect, test } from 'vitest';
import { drawnBody } from '../src/drawn-body.js';
import { remove } from '../src/eraser.js';
import {
  MOST_LETTERS,
  originOf,
  packScene,
  SharedSceneError,
  sharedEntry,
  unpackScene,
} from '../src/shared-scene.js';
import { Simulation } from '../src/simulation.js';
import { solverFor } from '../src/solvers.js';
import { addedBody } from '../src/tools.js';

const zigzag = [0, 1, 0, 1].map((y, x) => ({ x, y: 50 + y }));
const camera = { x: 1, y: 2, halfHeight: 7.5 };

function play(name: string, steps: number, parameters: Record<string, number> = {}): Simulation {
  const entry = sceneList.find((scene) => scene.name === name) ?? sceneList[0];
  const solver = solverFor(entry, null);
  const simulation = new Simulation({ entry, solver, parameters, settings: {} });
  for (let k = 0; k < steps; k++) simulation.step();
  return simulation;
}

const originOfRun = ({ choice }: Simulation) => originOf(choice.entry, choice.parameters);

describe('every scene of the list', () => {
  test.each(sceneList.filter(({ category }) => category !== 'benchmark').map(({ name }) => name))(
    '%s: what was built in it is in its text, to a millionth',
    async (name) => {
      const simulation = play(name, 20);
      const { world } = simulation;
      for (let k = 0; k < 4; k++) world.createBody(addedBody(k, { x: 0.3 * k, y: 40 + k }, 10));
      world.createBody(drawnBody(zigzag, 0.1, false));
      const first = world.bodies.find(({ type }) => type === 'dynamic');
      if (first !== undefined) remove(world, [first.id]);
      const built = simulation.build(camera);
      const origin = originOfRun(simulation);
      const read = await unpackScene(await packScene(built, origin), origin);
      expect(read.camera).toEqual(camera);
      expect(read.bodies).toHaveLength(built.bodies.length);
      expect(read.joints?.length).toBe(built.joints?.length);
      read.bodies.forEach((body, k) => {
        const was = built.bodies[k];
        expect(Math.abs(body.position!.x - was.position!.x)).toBeLessThan(1e-6);
        expect(Math.abs(body.position!.y - was.position!.y)).toBeLessThan(1e-6);
        expect(body.shapes).toHaveLength(was.shapes?.length ?? 0);
      });
      // the solver accepts the scene
      loadScene(read, { solver: simulation.choice.solver.create({}) });
    },
  );
});

test('bodies added before the first step take a few letters; a pile that has fallen is too much, but not lost', async () => {
  const still = play('pyramid', 0);
  for (let k = 0; k < 4; k++) still.world.createBody(addedBody(k, { x: k, y: 30 }, 10));
  const small = await sharedEntry(still.build(camera), originOfRun(still));
  expect(small.shared.text?.length).toBeLessThan(600);
  const fallen = play('junkyard', 90);
  const large = await sharedEntry(fallen.build(camera), originOfRun(fallen));
  expect(large.shared.text).toBeNull();
  expect(large.create().bodies).toHaveLength(fallen.world.bodies.length);
  expect(MOST_LETTERS).toBeLessThan(10_000);
});

test('an entry begins with the state of the text, under any solver, and what is built in it is told from the list’s scene again', async () => {
  const simulation = play('pyramid', 30);
  simulation.world.createBody(addedBody(1, { x: 0, y: 30 }, 10));
  const entry = await sharedEntry(simulation.build(camera), originOfRun(simulation));
  const other = await sharedEntry(
    await unpackScene(entry.shared.text ?? '', entry.shared.origin),
    entry.shared.origin,
  );
  const hashes = [entry, other].map((shared) => {
    const choice = { entry: shared, solver: solverFor(shared, null), parameters: {}, settings: {} };
    const again = new Simulation(choice);
    expect(again.world.bodies).toHaveLength(simulation.world.bodies.length);
    for (let k = 0; k < 10; k++) again.step();
    return again.world.stateHash();
  });
  expect(hashes[1]).toBe(hashes[0]);
  expect(originOf(entry, {})).toEqual(originOfRun(simulation));
});

test('parameters of the scene, its character, and a hand that holds a body', async () => {
  const few = play('pyramid', 0, { base: 3 });
  const count = few.world.bodies.length;
  few.world.createBody(addedBody(0, { x: 0, y: 9 }, 10));
  const entry = await sharedEntry(few.build(camera), originOfRun(few));
  expect(entry.create().bodies).toHaveLength(count + 1);
  expect(entry.shared.origin.parameters).toEqual({ base: 3 });

  const course = play('course', 0);
  course.walker!.direction = 1;
  for (let k = 0; k < 90; k++) course.step();
  course.world.createBody(addedBody(0, { x: 0, y: 9 }, 10));
  const built = await sharedEntry(course.build(camera), originOfRun(course));
  const choice = { entry: built, solver: solverFor(built, null), parameters: {}, settings: {} };
  const again = new Simulation(choice);
  expect(again.walker!.mover.body.position.x).toBeCloseTo(course.walker!.mover.body.position.x, 5);
  expect(again.walker!.mover.body.position.x).toBeGreaterThan(course.choice.entry.character!.position.x + 1);
  expect(again.world.bodies, 'one character').toHaveLength(course.world.bodies.length);
  expect(again.world.joints).toHaveLength(course.world.joints.length);

  // joints of bodies that were created after the character
  const [left, right] = [3, 4].map((x) => course.world.createBody(addedBody(0, { x, y: 12 }, 10)));
  course.world.createJoint({ kind: 'distance', bodyA: left, bodyB: right });
  const { bodies, joints } = course.build(camera);
  const joint = joints!.at(-1) as { bodyA: number; bodyB: number };
  expect([joint.bodyA, joint.bodyB].map((k) => bodies[k].position!.x)).toEqual([3, 4]);

  const held = play('pyramid', 0);
  const body = held.world.bodies.find(({ type }) => type === 'dynamic')!;
  held.world.createJoint({ kind: 'grab', body, target: { x: 0, y: 20 } });
  expect(held.build(camera).joints).toBeUndefined();
});

test('a damaged text is refused in a sentence, whatever is wrong with it', async () => {
  const simulation = play('slope', 0);
  simulation.world.createBody(addedBody(0, { x: 0.123456, y: 30.654321 }, 10));
  const origin = originOfRun(simulation);
  const text = await packScene(simulation.build(camera), origin);
  const damaged = ['', 'x', '%%%', text.slice(0, -9), text.slice(40)];
  // the last character has unused bits
  for (let at = 0; at < text.length - 1; at++) {
    damaged.push(`${text.slice(0, at)}${text[at] === 'B' ? 'C' : 'B'}${text.slice(at + 1)}`);
  }
  for (const letters of damaged) {
    const refused = await unpackScene(letters, origin).catch((error: unknown) => error);
    expect(refused, letters.slice(0, 20)).toBeInstanceOf(SharedSceneError);
    expect((refused as Error).message).toMatch(/^The link is damaged.*\.$/);
  }
  // intact, but of another scene
  const other = originOfRun(play('bridge', 0));
  await expect(
    unpackScene(await packScene(simulation.build(camera), { entry: null, parameters: {} }), other),
  ).rejects.toThrow(/^What was built in this scene began with another state of it.*again\.$/);
  await expect(
    unpackScene(await packScene({ ...simulation.build(camera), bodies: 7 as never }, origin), origin),
  ).rejects.toThrow(SharedSceneError);
  const nowhere = { ...simulation.build(camera), character: { position: { x: Number.NaN, y: 0 } } };
  await expect(unpackScene(await packScene(nowhere, origin), origin)).rejects.toThrow(SharedSceneError);
});

test('a small text that unfolds to very much is not unfolded to its end', async () => {
  const zeros = new Blob([new Uint8Array(2 ** 26)]).stream().pipeThrough(new CompressionStream('deflate'));
  const text = Buffer.from(await new Response(zeros).arrayBuffer()).toString('base64url');
  const refused: unknown = await unpackScene(text, { entry: null, parameters: {} }).catch((error) => error);
  expect(refused).toBeInstanceOf(SharedSceneError);
  expect((refused as Error).cause).toBeInstanceOf(RangeError);
});
