import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Scene } from '@babylonjs/core/scene.js';
import { expect, test } from 'vitest';
import { Fibres } from '../src/cloth/fibres.js';

test('fibres start where it tears, sink, fade, and are not drawn any more; more than there is room for replace the oldest', () => {
  const scene = new Scene(new NullEngine());
  const fibres = new Fibres(scene);
  const [mesh] = scene.meshes;
  expect(mesh.isEnabled()).toBe(false);
  const heights = () => {
    const places = mesh.getVerticesData('position')!;
    const colors = mesh.getVerticesData('color')!;
    const drawn = Array.from({ length: places.length / 3 }, (_, k) => k).filter((k) => colors[4 * k + 3] > 0);
    const mean = drawn.reduce((sum, k) => sum + places[3 * k + 1], 0) / drawn.length;
    return { mean, alpha: Math.max(...drawn.map((k) => colors[4 * k + 3])), count: drawn.length };
  };
  fibres.burst(Float32Array.of(1, 2, 3, 1, 2.01, 3));
  const start = heights();
  expect(mesh.isEnabled()).toBe(true);
  expect(Math.abs(start.mean - 2)).toBeLessThan(0.05);
  expect(start.alpha).toBe(1);
  for (let step = 0; step < 60; step++) fibres.advance(1 / 60);
  const later = heights();
  expect(later.mean).toBeLessThan(start.mean);
  expect(later.alpha).toBeLessThan(0.9);
  for (let step = 0; step < 90; step++) fibres.advance(1 / 60);
  expect(mesh.isEnabled()).toBe(false);
  fibres.burst(new Float32Array(3 * 1000));
  expect(heights().count).toBe(mesh.getTotalVertices());
  fibres.clear();
  expect(mesh.isEnabled()).toBe(false);
  scene.dispose();
});
