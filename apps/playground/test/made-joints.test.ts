/** Joints that the reader made: which ones the view draws and the eraser finds, also after going back in time and in a link. */

import { type DebugContext, type Painter, ropeLayer } from '@otedama/render-babylon';
import type { Joint, World } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { jointMarks, madeJointMarks } from '../src/joint-marks.js';
import { counterpart, madeByHand } from '../src/made-joints.js';
import { type SharedEntry, sharedEntry } from '../src/shared-scene.js';
import { Simulation } from '../src/simulation.js';
import { findSolver } from '../src/solvers.js';
import { Timeline } from '../src/timeline.js';
import { jointsAlong } from '../src/touched-joints.js';

const PIXEL = 0.01;

function run(name: string, solver = 'soft-step'): Simulation {
  return new Simulation({
    entry: findScene(name),
    solver: findSolver(solver),
    parameters: {},
    settings: {},
  });
}

/** Nails the last body of a world to the background in its centre, and ties it to a point 2 m above, as the tools do. */
function makeJoints(world: World): { nail: Joint; rope: Joint } {
  const bodyB = world.bodies.at(-1)!;
  const { x, y } = bodyB.worldCenter;
  const nail = world.createJoint({ kind: 'revolute', bodyB, worldAnchor: { x, y } });
  const rope = world.createJoint({
    kind: 'rope',
    bodyB,
    worldAnchorA: { x: x + 0.5, y: y + 2 },
    worldAnchorB: { x: x + 0.5, y },
  });
  for (const joint of [nail, rope]) joint.userData = madeByHand;
  return { nail, rope };
}

/** Places of the pins that are drawn, each once though it has a rim and a head, rounded to a millimetre. */
function pinsOf(world: World, fraction = 1): string[] {
  const places: string[] = [];
  const fail = () => expect.unreachable();
  const point = (x: number, y: number) => void places.push(`${x.toFixed(3)} ${y.toFixed(3)}`);
  const painter: Painter = { point, line: fail, box: fail, circle: fail, arrow: fail };
  madeJointMarks.draw(world, painter, { metersPerPixel: PIXEL, fraction } as DebugContext);
  return [...new Set(places)];
}

const place = ({ x, y }: { readonly x: number; readonly y: number }): string =>
  `${x.toFixed(3)} ${y.toFixed(3)}`;

test('pins are drawn where the reader made joints, and not at the hinges of the scene', () => {
  const { world } = run('bridge');
  expect(world.joints.length).toBeGreaterThan(20);
  expect(pinsOf(world)).toEqual([]);
  const { nail, rope } = makeJoints(world);
  expect(pinsOf(world)).toEqual([
    place(nail.worldAnchorB),
    place(rope.worldAnchorB),
    place(rope.worldAnchorA),
  ]);
});

test('pins stay on bodies between two steps', () => {
  const simulation = run('pyramid');
  const { world } = simulation;
  const bodyB = world.bodies.at(-1)!;
  const spring = world.createJoint({ kind: 'distance', bodyB, hertz: 1, worldAnchorA: { x: 0, y: 100 } });
  spring.userData = madeByHand;
  bodyB.linearVelocity = { x: 6, y: 3 };
  const { x, y } = spring.worldAnchorB;
  simulation.step();
  const now = spring.worldAnchorB;
  expect(now.x - x).toBeGreaterThan(0.05);
  expect(pinsOf(world, 0)[0]).toBe(place({ x, y }));
  expect(pinsOf(world, 0.5)[0]).toBe(place({ x: (x + now.x) / 2, y: (y + now.y) / 2 }));
});

test('joints of the reader are still theirs after going back to before they were made, and on again', () => {
  const simulation = run('bridge');
  const timeline = new Timeline([simulation]);
  const before = simulation.world.stateHash();
  timeline.beforeChange();
  makeJoints(simulation.world);
  timeline.noteChange();
  const after = simulation.world.stateHash();
  const pins = pinsOf(simulation.world);
  for (let k = 0; k < 5; k++) {
    simulation.step();
    timeline.record();
  }
  expect(timeline.undo()).toBe(true);
  expect(simulation.world.stateHash()).toBe(before);
  expect(pinsOf(simulation.world)).toEqual([]);
  timeline.show(timeline.place + 1);
  expect(simulation.world.stateHash()).toBe(after);
  expect(pinsOf(simulation.world)).toEqual(pins);
});

test('a scene in a link has the pins of the reader, also where hinges of its own were removed', async () => {
  const simulation = run('bridge');
  const { world } = simulation;
  for (const joint of world.joints.slice(3, 6)) world.destroyJoint(joint);
  makeJoints(world);
  for (let k = 0; k < 30; k++) simulation.step();
  const entry: SharedEntry = await sharedEntry(simulation.build({ x: 0, y: 0, halfHeight: 5 }), {
    entry: findScene('bridge'),
    parameters: {},
  });
  expect(entry.shared.text).not.toBe(null);
  const again = new Simulation({ entry, solver: findSolver('soft-step'), parameters: {}, settings: {} });
  expect(again.world.joints).toHaveLength(world.joints.length);
  expect(pinsOf(again.world)).toHaveLength(3);
  expect(new Set(pinsOf(again.world))).toEqual(new Set(pinsOf(world)));
});

test('the eraser finds joints where they are drawn: pins, ropes as they hang, and hinges of the scene only where these are marked', () => {
  const { world } = run('bridge');
  const { nail, rope } = makeJoints(world);
  const { x, y } = nail.worldAnchorB;
  const along = (points: { x: number; y: number }[], radius = 0.1, marks = madeJointMarks) =>
    jointsAlong(world, points, radius, PIXEL, [ropeLayer, marks]);
  expect(along([{ x, y }])).toEqual([nail]);
  expect(along([{ x: x + 0.05, y: y + 0.05 }])).toEqual([nail]);
  // the pin itself has a radius of 4.5 pixels
  expect(along([{ x: x - 0.14, y }])).toEqual([nail]);
  expect(along([{ x: x - 0.15, y }])).toEqual([]);
  expect(along([{ x: x + 0.5, y: y + 1 }])).toEqual([rope]);
  // between the two ends of a swipe
  expect(
    along([
      { x: x - 3, y: y + 1.3 },
      { x: x + 3, y: y + 1.3 },
    ]),
  ).toEqual([rope]);
  expect(along([{ x, y }], 1)).toEqual([nail, rope]);
  // a loose rope hangs beside the straight line between its ends
  const tied = world.bodies.find((body) => body.type === 'dynamic' && body !== nail.bodyB)!;
  const slack = world.createJoint({
    kind: 'rope',
    bodyB: tied,
    worldAnchorA: { x: -30, y: 30 },
    maximumLength: 5,
  });
  slack.localAnchorB = tied.getLocalPoint({ x: -26, y: 30 });
  const sag = Math.sqrt((3 * 4 * 1) / 8 + 1 / 4);
  expect(along([{ x: -28, y: 30 - sag }])).toEqual([slack]);
  expect(along([{ x: -28, y: 30 }])).toEqual([]);
  const hinge = world.joints[5];
  expect(hinge.kind).toBe('revolute');
  expect(along([hinge.worldAnchorB])).toEqual([]);
  expect(along([hinge.worldAnchorB], 0.1, jointMarks)).toEqual([hinge]);
});

test('a joint has a counterpart in the world of another solver, whatever its slot, until it breaks there', () => {
  const [one, other] = [run('bridge'), run('bridge', 'sequential-impulses')];
  // slots differ from here on
  other.world.destroyJoint(other.world.joints[2]);
  const made = makeJoints(one.world);
  const twins = makeJoints(other.world);
  expect(twins.nail.id).not.toBe(made.nail.id);
  expect(counterpart(other.world, made.nail)).toBe(twins.nail);
  expect(counterpart(other.world, made.rope)).toBe(twins.rope);
  other.world.destroyJoint(twins.rope);
  expect(counterpart(other.world, made.rope)).toBe(undefined);
});
