import { findScene, sceneList } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { Simulation } from '../src/simulation.js';
import { findSolver } from '../src/solvers.js';
import { Timeline } from '../src/timeline.js';

function run(scene: string, parameters: Record<string, number>, ...solvers: string[]): Simulation[] {
  return solvers.map(
    (name) => new Simulation({ entry: findScene(scene), solver: findSolver(name), parameters, settings: {} }),
  );
}

const hashes = (simulations: readonly Simulation[]): string =>
  simulations.map(({ world }) => world.stateHash()).join(' ');

/** Makes steps and stores the state after each step, by its number. */
function play(simulations: Simulation[], timeline: Timeline, steps: number, states: string[]): void {
  for (let k = 0; k < steps; k++) {
    for (const simulation of simulations) simulation.step();
    timeline.record();
    states[simulations[0].stepCount] = hashes(simulations);
  }
}

test('R6 frames of two solvers, back and forth: the states of the run, and the run again from any of them', () => {
  const simulations = run('articles-constraint', {}, 'sequential-impulses', 'soft-step');
  const timeline = new Timeline(simulations);
  const states = [hashes(simulations)];
  play(simulations, timeline, 150, states);
  expect([timeline.length, timeline.place, timeline.isLive]).toEqual([151, 150, true]);
  for (const place of [149, 20, 0, 75, 76, 150, 3, -5, 400]) {
    timeline.show(place);
    const step = Math.min(150, Math.max(0, place));
    expect(simulations.map(({ stepCount }) => stepCount)).toEqual([step, step]);
    expect(hashes(simulations)).toBe(states[step]);
    expect(timeline.isLive).toBe(step === 150);
  }
  timeline.show(40);
  expect(timeline.age).toBeCloseTo(110 * simulations[0].scene.timeStep, 9);
  const whole = timeline.byteLength;
  timeline.goOn();
  expect([timeline.length, timeline.isLive, timeline.age]).toEqual([41, true, 0]);
  expect(timeline.byteLength, 'frames that were dropped take no room').toBeLessThan(0.4 * whole);
  const again = states.slice(0, 41);
  play(simulations, timeline, 110, again);
  expect(again).toEqual(states);
});

test('bodies that were added and blasts can be gone back before, forth again, and the run goes on from either', () => {
  const simulations = run('tower', {}, 'soft-step', 'force');
  const timeline = new Timeline(simulations);
  const states = [hashes(simulations)];
  play(simulations, timeline, 10, states);
  const before = hashes(simulations);
  const shape = { kind: 'circle', radius: 0.3 } as const;
  for (const { world } of simulations) world.createBody({ position: { x: 1, y: 9 }, shapes: [shape] });
  timeline.noteChange();
  const added = hashes(simulations);
  for (const { world } of simulations) {
    for (const body of world.bodies) if (body.type === 'dynamic') body.applyImpulse({ x: 0, y: 5 });
  }
  timeline.noteChange();
  const pushed = hashes(simulations);
  expect(new Set([before, added, pushed]).size).toBe(3);
  play(simulations, timeline, 20, states);
  const end = hashes(simulations);
  for (const [place, state] of [
    [10, before],
    [12, pushed],
    [11, added],
    [32, end],
    [9, states[9]],
    [11, added],
  ] as const) {
    timeline.show(place);
    expect(hashes(simulations), `frame ${place}`).toBe(state);
  }
  timeline.show(12);
  timeline.goOn();
  play(simulations, timeline, 20, []);
  expect(hashes(simulations)).toBe(end);
});

test('a hand that held a body then does not hold it when the run goes on', () => {
  const [simulation] = run('articles-constraint', {}, 'soft-step');
  const { world } = simulation;
  const timeline = new Timeline([simulation]);
  const body = world.bodies.find(({ type }) => type === 'dynamic');
  if (body === undefined) throw new Error('no body');
  const grab = world.createJoint({ kind: 'grab', body, target: { x: 0, y: 20 } });
  play([simulation], timeline, 10, []);
  world.destroyJoint(grab);
  play([simulation], timeline, 10, []);
  timeline.show(5);
  expect(world.joints).toEqual([grab]);
  timeline.goOn();
  expect(world.joints).toEqual([]);

  // also in the latest frame, which was taken before the hand let go
  const last = world.createJoint({ kind: 'grab', body, target: { x: 0, y: 20 } });
  play([simulation], timeline, 1, []);
  world.destroyJoint(last);
  timeline.back();
  timeline.show(timeline.length - 1);
  expect([timeline.isLive, world.joints]).toEqual([true, [last]]);
  timeline.goOn();
  expect(world.joints).toEqual([]);
});

test('undo shows the states before the changes of the reader, the latest first; frames between them are kept apart from it', () => {
  // so many bodies that only every third step is a frame
  const simulations = run('boxes-in-v', { count: 900 }, 'soft-step');
  const [{ world }] = simulations;
  const timeline = new Timeline(simulations);
  expect(timeline.undo(), 'nothing was changed').toBe(false);
  const befores: string[] = [];
  for (const x of [-1, 1]) {
    play(simulations, timeline, 5, []);
    befores.push(hashes(simulations));
    timeline.beforeChange();
    world.createBody({ position: { x, y: 60 }, shapes: [{ kind: 'circle', radius: 0.3 }] });
    timeline.noteChange();
  }
  play(simulations, timeline, 5, []);
  const end = hashes(simulations);
  const undone = () => (timeline.undo() ? hashes(simulations) : null);
  expect([undone(), undone(), undone()]).toEqual([befores[1], befores[0], null]);
  expect(hashes(simulations), 'the oldest one stays').toBe(befores[0]);
  timeline.show(timeline.length - 1);
  expect(hashes(simulations)).toBe(end);
  expect(undone()).toBe(befores[1]);
  timeline.goOn();
  play(simulations, timeline, 1, []);
  expect(undone()).toBe(befores[1]);
});

test('a change in an earlier frame leads on from there: later frames are gone, and undo shows that frame', () => {
  const simulations = run('articles-constraint', {}, 'soft-step');
  const [{ world }] = simulations;
  const timeline = new Timeline(simulations);
  const states = [hashes(simulations)];
  play(simulations, timeline, 20, states);
  timeline.show(5);
  timeline.beforeChange();
  expect([timeline.length, timeline.place], 'nothing is added to the frames of the run').toEqual([21, 5]);
  timeline.goOn();
  world.createBody({ position: { x: 0, y: 60 }, shapes: [{ kind: 'circle', radius: 0.3 }] });
  timeline.noteChange();
  expect([timeline.length, timeline.isLive]).toEqual([7, true]);
  expect(timeline.undo()).toBe(true);
  expect([timeline.place, hashes(simulations)]).toEqual([5, states[5]]);
  expect(timeline.undo()).toBe(false);
});

test('frames of a long run use the memory of those that are gone', () => {
  const simulations = run('washer', { side: 1 }, 'soft-step');
  const timeline = new Timeline(simulations);
  const memories: ArrayBufferLike[] = [];
  const { save } = simulations[0];
  simulations[0].save = function (into) {
    const state = save.call(this, into);
    memories.push(state.snapshot.buffer);
    return state;
  };
  play(simulations, timeline, 900, []);
  const late = memories.slice(-200);
  expect(late.filter((memory) => memories.indexOf(memory) < 700).length).toBeGreaterThan(150);
});

test('keeps the last ten seconds, with more bodies fewer frames of them', () => {
  const small = run('washer', { side: 1 }, 'soft-step');
  const timeline = new Timeline(small);
  play(small, timeline, 700, []);
  const { timeStep } = small[0].scene;
  expect((timeline.length - 1) * timeStep).toBeGreaterThan(9.9);
  expect((timeline.length - 1) * timeStep).toBeLessThan(10.1);
  timeline.show(0);
  expect(timeline.age).toBeGreaterThan(9.9);
  const large = run('boxes-in-v', { count: 900 }, 'soft-step');
  const frames = new Timeline(large);
  play(large, frames, 8, []);
  // every third step: 0, 3, 6
  expect([frames.length, frames.isLive]).toEqual([3, true]);
  // the present state becomes a frame when another frame is shown
  frames.back();
  expect([frames.length, frames.place, large[0].stepCount]).toEqual([4, 2, 6]);
  frames.show(3);
  expect(large[0].stepCount).toBe(8);
  expect(frames.byteLength).toBeLessThan(4 * 200 * 1024);
});

test('while all bodies sleep no frames are added, and the motion before can still be seen', () => {
  const simulations = run('tower', {}, 'soft-step');
  const timeline = new Timeline(simulations);
  const states: string[] = [hashes(simulations)];
  play(simulations, timeline, 150, states);
  const { length } = timeline;
  expect(length).toBeGreaterThan(20);
  expect(simulations[0].isAsleep).toBe(true);
  play(simulations, timeline, 900, states);
  expect([timeline.length, timeline.isLive]).toEqual([length, true]);
  timeline.show(0);
  expect(hashes(simulations)).toBe(states[0]);
  expect(timeline.age).toBeCloseTo(1050 * simulations[0].scene.timeStep, 9);
  timeline.show(length);
  expect([simulations[0].stepCount, hashes(simulations)]).toEqual([1050, states[1050]]);
});

test('a character walks on as it did: what it keeps beside the world comes back with it', () => {
  const entry = sceneList.find(({ character }) => character !== null);
  if (entry === undefined) throw new Error('no scene with a character');
  const simulation = new Simulation({ entry, solver: findSolver('soft-step'), parameters: {}, settings: {} });
  const { walker } = simulation;
  if (walker === null) throw new Error('no walker');
  const timeline = new Timeline([simulation]);
  const states: string[] = [simulation.world.stateHash()];
  walker.direction = 1;
  walker.jumps = true;
  play([simulation], timeline, 90, states);
  timeline.show(33);
  timeline.goOn();
  const again = states.slice(0, 34);
  play([simulation], timeline, 57, again);
  expect(again).toEqual(states);
});

test('the step in which the last body falls asleep is a frame, although frames are not kept of every step', () => {
  const simulations = run('tower', {}, 'soft-step');
  const [simulation] = simulations;
  const timeline = new Timeline(simulations);
  let asleepAt = -1;
  for (let k = 0; k < 300; k++) {
    simulation.step();
    timeline.record();
    if (asleepAt < 0 && simulation.isAsleep) asleepAt = simulation.stepCount;
  }
  expect(asleepAt).toBeGreaterThan(0);
  // the frame before the present one, which was added when going back
  timeline.back();
  expect(simulation.stepCount).toBe(asleepAt);
});
