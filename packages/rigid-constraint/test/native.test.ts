/** Large piles and memory, in a process whose heap no other test uses. The pinned hashes are computed in that process and in this one. */

import { loadScene } from '@otedama/rigid';
import { articlesConstraint, mixedRain } from '@otedama/scenes';
import { HEAP_LIMIT, runScript } from '@otedama/tooling/heap';
import { expect, test } from 'vitest';
import { createSequentialImpulses } from '../src/index.js';
import type { JointAllocation } from './native/joints.js';
import type { Piles } from './native/piles.js';

const printed = runScript<Piles>(new URL('native/piles.ts', import.meta.url));
const {
  scenes,
  boxes,
  allocations,
  jointAllocations,
  bridgeAllocation,
  rainAllocation,
  squeezedAllocation,
  hashes,
} = printed;

/** State hashes after 500 steps of the constraint scene and 300 of the rain of 250 bodies. They change when the method does. */
const PINNED = { constraint: '072cfb426caa5aed', rain: 'ba23929f95d92f5c' };

test('every scene runs for a second without losing a body to infinity or launching one', () => {
  expect(scenes.length).toBeGreaterThan(30);
  for (const { name, frozen, moved } of scenes) {
    expect(frozen, name).toBe(0);
    // the fastest bodies are those hit by the spinner's arm, inside a ring 80 m wide; then those of smash, at 40 m/s
    expect(moved, name).toBeLessThan(name === 'spinner' ? 80 : 60);
  }
});

test('200 boxes in the V come to rest with penetration of at most 0.01', () => {
  expect(boxes.speed).toBeLessThan(0.01);
  expect(boxes.overlap).toBeLessThan(0.01);
  expect(boxes.lowest).toBeGreaterThan(0);
});

test('1,000 steps of 200 boxes in the V allocate less than 64 KiB, under both methods', () => {
  expect(allocations).toHaveLength(2);
  for (const { bytes, buffers, touching } of allocations) {
    expect(touching).toBeGreaterThan(350);
    expect(bytes).toBeLessThan(HEAP_LIMIT);
    expect(buffers).toBeLessThanOrEqual(0);
  }
});

test('500 steps of 120 mixed bodies in the V allocate less than 64 KiB, under the soft step', () => {
  expect(rainAllocation).toBeLessThan(HEAP_LIMIT);
});

test('300 steps of 625 circles that were put into each other allocate less than 64 KiB', () => {
  expect(squeezedAllocation).toBeLessThan(HEAP_LIMIT);
});

test('1,000 steps of a loaded bridge allocate less than 64 KiB, under the soft step', () => {
  expect(bridgeAllocation).toBeLessThan(HEAP_LIMIT);
});

test('1,000 steps of 264 hinges allocate less than 64 KiB, under both methods', () => {
  expect(jointAllocations).toHaveLength(2);
  for (const bytes of jointAllocations) expect(bytes).toBeLessThan(HEAP_LIMIT);
});

test('300 steps of 22 joints allocate less than 64 KiB, for every joint kind and option, and so do 66 of all kinds', () => {
  const measured = runScript<JointAllocation[]>(new URL('native/joints.ts', import.meta.url));
  expect(measured).toHaveLength(24);
  expect(measured.filter(({ bytes }) => !(bytes < HEAP_LIMIT))).toEqual([]);
});

test('the state hashes match the pinned ones', () => {
  expect(hashes).toEqual(PINNED);
});

test('the same steps are bit-identical here', () => {
  const scene = articlesConstraint.create();
  const world = loadScene(scene, { solver: createSequentialImpulses(), sleeping: false });
  for (let step = 0; step < 500; step++) world.step(scene.timeStep);
  expect(world.stateHash()).toBe(PINNED.constraint);
  const rain = mixedRain.create();
  const pile = loadScene(rain, { solver: createSequentialImpulses(), sleeping: false });
  for (let step = 0; step < 300; step++) pile.step(rain.timeStep);
  expect(pile.stateHash()).toBe(PINNED.rain);
});
