import { expect, test } from 'vitest';
import { placeHalfSpace } from '../src/half-space.js';
import { articlesStyle, PlanarCamera, ShapeBatches } from '../src/index.js';
import { nullScene } from './null-scene.js';

const paint = articlesStyle.paint({
  type: 'dynamic',
  index: 0,
  color: undefined,
  awake: true,
  sensor: false,
});
const bounds = { minX: -10, minY: -10, maxX: 10, maxY: 10 };

test('every kind of shape becomes one instance, and clearing removes all of them', () => {
  const scene = nullScene();
  const camera = new PlanarCamera(scene);
  const batches = new ShapeBatches(scene, 'world');
  batches.setStyle(articlesStyle);
  const p = { x: 0, y: 0 };
  const q = { x: 1, y: 0 };
  batches.add(0, { kind: 'circle', radius: 1 }, paint);
  batches.add(0, { kind: 'capsule', point1: p, point2: q, radius: 1 }, paint);
  batches.add(0, { kind: 'segment', point1: p, point2: q }, paint);
  batches.add(0, { kind: 'chainSegment', ghost1: p, point1: p, point2: q, ghost2: q }, paint);
  batches.add(0, { kind: 'halfSpace', normal: { x: 0, y: 1 } }, paint);
  batches.add(0, { kind: 'polygon', vertices: [p, q, { x: 0, y: 1 }] }, paint);
  expect(batches.count).toBe(6);
  batches.update((_, out) => out.set([0, 0, 1, 0]), bounds);
  scene.render();
  const drawn = scene.meshes.filter((mesh) => mesh.isVisible);
  expect(drawn.map((mesh) => mesh.name)).toEqual(['world polygons of 4', 'world round shapes']);
  batches.clear();
  batches.update((_, out) => out.set([0, 0, 1, 0]), bounds);
  expect(batches.count).toBe(0);
  expect(scene.meshes.some((mesh) => mesh.isVisible)).toBe(false);
  batches.dispose();
  camera.dispose();
  expect(scene.meshes).toHaveLength(0);
  expect(scene.materials).toHaveLength(0);
  expect(scene.textures).toHaveLength(0);
});

test('a polygon with more corners than can be drawn is rejected by name', () => {
  const batches = new ShapeBatches(nullScene(), 'world');
  const vertices = Array.from({ length: 65 }, (_, i) => ({ x: Math.cos(i / 11), y: Math.sin(i / 11) }));
  expect(() => batches.add(0, { kind: 'polygon', vertices }, paint)).toThrow(/vertices: 65/);
});

test('a half-space covers the view at any pose and for any camera position', () => {
  const pose = [5, 1, Math.cos(0.7), Math.sin(0.7)];
  const edge = { x: 3, y: -2, normalX: 1 / Math.sqrt(5), normalY: 2 / Math.sqrt(5) };
  const turned = (x: number, y: number): [number, number] => [
    pose[2] * x - pose[3] * y,
    pose[3] * x + pose[2] * y,
  ];
  const [normalX, normalY] = turned(edge.normalX, edge.normalY);
  const [edgeX, edgeY] = turned(edge.x, edge.y).map((value, axis) => value + pose[axis]);
  for (const [x, y, half] of [
    [0, 0, 10],
    [400, -300, 0.5],
    [-20, 5, 2000],
  ]) {
    const view = { minX: x - half, minY: y - half, maxX: x + half, maxY: y + half };
    const out = [0, 0, 0, 0];
    placeHalfSpace(pose, edge, view, out);
    const [originX, originY, c, s] = out;
    const scale = Math.hypot(c, s);
    for (const [cornerX, cornerY] of [
      [view.minX, view.minY],
      [view.maxX, view.minY],
      [view.maxX, view.maxY],
      [view.minX, view.maxY],
    ]) {
      const along = ((cornerX - originX) * c + (cornerY - originY) * s) / scale;
      const above = (-(cornerX - originX) * s + (cornerY - originY) * c) / scale;
      expect(Math.abs(along)).toBeLessThan(scale);
      expect(above).toBeGreaterThan(-scale);
      expect(above).toBeCloseTo((cornerX - edgeX) * normalX + (cornerY - edgeY) * normalY, 8);
    }
  }
});
