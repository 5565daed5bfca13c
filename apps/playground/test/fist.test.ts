/** A handful of cloth that can tear: it tears along a line where a single particle comes off with the edges around it. */

import { type ClothCpu, createCloth, type Ray, type Vector3 } from '@otedama/cloth-webgpu';
import { expect, test } from 'vitest';
import { Fist } from '../src/cloth/fist.js';
import { findClothScene } from '../src/cloth/scenes.js';

const right = { x: 1, y: 0, z: 0 };
const up = { x: 0, y: 1, z: 0 };
const POINTER = 1;

async function hungCloth(): Promise<{ cloth: ClothCpu; torn: Set<number> }> {
  const cloth = await createCloth(findClothScene('tear').cloth, { device: null });
  if (cloth.backend !== 'cpu') throw new Error('expected a cloth on the CPU');
  const torn = new Set<number>();
  cloth.subscribe((event) => {
    if (event.type === 'torn') for (let k = 0; k < event.edges.length; k += 2) torn.add(event.edges[k]);
  });
  for (let k = 0; k < 10; k++) cloth.step();
  return { cloth, torn };
}

/** A line of sight from the reader through a point of the sheet, which hangs in the plane z = 0. */
const rayThrough = ({ x, y }: { readonly x: number; readonly y: number }): Ray => ({
  origin: { x, y, z: -4 },
  direction: { x: 0, y: 0, z: 1 },
});

const particlesHeld = ({ positions, vertexCount, pins }: ClothCpu): number => {
  let still = 0;
  for (let id = 0; id < vertexCount; id++) if (positions[4 * id + 3] === 0) still++;
  return still - pins.length;
};

test('a fist holds five places of the cloth, moves them alike, and lets all of them go', async () => {
  const { cloth } = await hungCloth();
  const fist = new Fist(cloth);
  const ray = rayThrough({ x: 0.1, y: -0.2 });
  await cloth.grab(POINTER, ray);
  fist.close(POINTER, ray, right, up);
  cloth.step();
  expect(particlesHeld(cloth)).toBe(5);
  // another pointer makes no fist, and neither moves nor opens this one
  await cloth.grab(POINTER + 1, rayThrough({ x: -0.6, y: 0 }));
  fist.close(POINTER + 1, rayThrough({ x: -0.6, y: 0 }), right, up);
  cloth.step();
  expect(particlesHeld(cloth)).toBe(6);
  const held: number[] = [];
  for (let id = 0; id < cloth.vertexCount; id++)
    if (cloth.positions[4 * id + 3] === 0 && !cloth.pins.includes(id)) held.push(id);
  const placesOf = (): Vector3[] =>
    held.map((id) => ({
      x: cloth.positions[4 * id],
      y: cloth.positions[4 * id + 1],
      z: cloth.positions[4 * id + 2],
    }));
  const before = placesOf();
  const aside = rayThrough({ x: 0.13, y: -0.2 });
  fist.move(POINTER + 1, rayThrough({ x: 9, y: 9 }));
  cloth.moveGrab(POINTER, aside);
  fist.move(POINTER, aside);
  cloth.step();
  const moved = placesOf().filter(({ x }, k) => Math.abs(x - before[k].x - 0.03) < 1e-5);
  expect(moved).toHaveLength(5);
  fist.open(POINTER + 1);
  cloth.release(POINTER + 1);
  cloth.step();
  expect(particlesHeld(cloth)).toBe(5);
  fist.open(POINTER);
  cloth.release(POINTER);
  cloth.step();
  expect(particlesHeld(cloth)).toBe(0);
});

test('beside the edge of the cloth a fist holds what is there', async () => {
  const { cloth } = await hungCloth();
  const ray = rayThrough({ x: 1.02, y: -0.2 });
  await cloth.grab(POINTER, ray);
  new Fist(cloth).close(POINTER, ray, right, up);
  cloth.step();
  expect(particlesHeld(cloth)).toBe(4);
});

test('pulled with a fist, the cloth tears along a line; a single particle comes off with the edges around it', async () => {
  const pull = async (hasFist: boolean): Promise<{ edges: number; longest: number }> => {
    const { cloth, torn } = await hungCloth();
    const fist = new Fist(cloth);
    const start = { x: -0.35, y: -1 };
    await cloth.grab(POINTER, rayThrough(start));
    if (hasFist) fist.close(POINTER, rayThrough(start), right, up);
    for (let k = 1; k <= 60; k++) {
      const share = Math.min(1, k / 40);
      const ray = rayThrough({ x: start.x - 0.8 * share, y: start.y - 0.9 * share });
      cloth.moveGrab(POINTER, ray);
      if (hasFist) fist.move(POINTER, ray);
      cloth.step();
    }
    // the longest straight row of particles at which edges broke, along either thread
    const stride = 46;
    const runFrom = (id: number, next: number): number => {
      let length = 0;
      while (torn.has(id + length * next)) length++;
      return length;
    };
    const runs = [...torn].flatMap((id) => [runFrom(id, 1), runFrom(id, stride)]);
    return { edges: torn.size, longest: Math.max(0, ...runs) };
  };
  const [single, fist] = [await pull(false), await pull(true)];
  expect(single.edges).toBeLessThan(20);
  expect(fist.edges).toBeGreaterThan(2 * single.edges);
  expect(fist.longest).toBeGreaterThanOrEqual(8);
  expect(fist.longest).toBeGreaterThan(single.longest);
}, 120_000);
