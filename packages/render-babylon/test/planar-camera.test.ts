import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { expect, test } from 'vitest';
import { PlanarCamera } from '../src/index.js';
import { nullScene } from './null-scene.js';

test("10.6.6 the articles' view: eye at (0, 8, -25), 20.340913 pixels a metre, so much of x and y", () => {
  const planar = new PlanarCamera(nullScene());
  const eye = planar.camera.globalPosition;
  expect(Vector3.Distance(eye, new Vector3(0, 8, -25))).toBeLessThan(1e-9);
  expect(planar.camera.alpha).toBeCloseTo(1.5 * Math.PI, 12);
  expect(planar.camera.beta).toBeCloseTo(0.5 * Math.PI, 12);
  expect(planar.bounds.minX).toBeCloseTo(-14.748601, 6);
  expect(planar.bounds.maxX).toBeCloseTo(14.748601, 6);
  expect(planar.bounds.minY).toBeCloseTo(-2.5698305, 6);
  expect(planar.bounds.maxY).toBeCloseTo(18.56983, 6);
  expect(1 / planar.metersPerPixel).toBeCloseTo(20.340913, 6);
  expect(planar.toCanvas(0, 8)).toMatchObject({ left: 300, top: 215 });
});

test('canvas to plane and back is the identity; x points right, y up', () => {
  const planar = new PlanarCamera(nullScene());
  for (const [left, top] of [
    [0, 0],
    [600, 430],
    [17, 400],
    [300, 215],
  ] as const) {
    const world = planar.toWorld(left, top);
    const canvas = planar.toCanvas(world.x, world.y);
    expect(canvas.left).toBeCloseTo(left, 6);
    expect(canvas.top).toBeCloseTo(top, 6);
  }
  expect(planar.toWorld(600, 0).x).toBeGreaterThan(0);
  expect(planar.toWorld(600, 0).y).toBeGreaterThan(8);
});

test('Babylon draws a point of the plane where toCanvas says, in left-handed and right-handed scenes', () => {
  for (const isRightHanded of [false, true]) {
    const scene = nullScene();
    const planar = new PlanarCamera(scene);
    scene.useRightHandedSystem = isRightHanded;
    planar.update();
    const view = planar.camera.getViewMatrix(true);
    const transform = view.multiply(planar.camera.getProjectionMatrix(true));
    for (const [x, y] of [
      [-9, 2],
      [3, 13],
    ]) {
      const { x: across, y: up, z: depth } = Vector3.TransformCoordinates(new Vector3(x, y, 0), transform);
      const { left, top } = planar.toCanvas(x, y);
      expect(300 + 300 * across).toBeCloseTo(left, 3);
      expect(215 - 215 * up).toBeCloseTo(top, 3);
      expect(depth).toBeGreaterThan(0);
      expect(depth).toBeLessThan(1);
    }
  }
});

test('pan moves the plane with the pointer; zoom keeps the point under the pointer', () => {
  const planar = new PlanarCamera(nullScene());
  const held = planar.toWorld(100, 100);
  planar.pan(50, -30);
  expect(planar.toCanvas(held.x, held.y).left).toBeCloseTo(150, 6);
  expect(planar.toCanvas(held.x, held.y).top).toBeCloseTo(70, 6);
  planar.zoom(3, 150, 70);
  expect(planar.toCanvas(held.x, held.y).left).toBeCloseTo(150, 6);
  expect(planar.toCanvas(held.x, held.y).top).toBeCloseTo(70, 6);
  planar.reset();
  expect(planar.view).toEqual({ x: 0, y: 8, halfHeight: 25 * Math.tan(0.4) });
});

test('zoom is limited at both ends and never inverts the view', () => {
  const planar = new PlanarCamera(nullScene());
  for (let turn = 0; turn < 200; turn++) planar.zoom(0.5, 0, 0);
  expect(planar.view.halfHeight).toBe(1e5);
  planar.reset();
  for (let turn = 0; turn < 200; turn++) planar.zoom(2, 300, 215);
  expect(planar.view.halfHeight).toBe(1e-3);
  expect(Number.isFinite(planar.toWorld(10, 10).x)).toBe(true);
});

test('the plane is between the near and the far plane of the camera at both ends of the zoom', () => {
  for (const halfHeight of [1e-3, 1e5]) {
    const planar = new PlanarCamera(nullScene());
    planar.view = { x: 0, y: 0, halfHeight };
    const view = planar.camera.getViewMatrix(true);
    const transform = view.multiply(planar.camera.getProjectionMatrix(true));
    const { z } = Vector3.TransformCoordinates(new Vector3(0, 0, 0), transform);
    expect(z).toBeGreaterThan(0);
    expect(z).toBeLessThan(1);
  }
});

test('the camera goes at once to each view that is set, home among them, and back to it', () => {
  const scene = nullScene();
  const planar = new PlanarCamera(scene);
  const expectEye = (x: number, y: number, distance: number) =>
    expect(Vector3.Distance(planar.camera.globalPosition, new Vector3(x, y, -distance))).toBeLessThan(1e-6);
  const home = { x: 3, y: -4, halfHeight: 2 * Math.tan(0.4) };
  planar.setHome(home);
  expect(planar.view).toEqual(home);
  expectEye(3, -4, 2);
  planar.view = { x: 1, y: 1, halfHeight: 6 * Math.tan(0.4) };
  expectEye(1, 1, 6);
  planar.reset();
  expect(planar.view).toEqual(home);
  expectEye(3, -4, 2);
  // half as wide: twice as far away
  planar.canvasShare = { left: 0, width: 0.5 };
  expectEye(3, -4, 4);
  expect(scene.cameras).toEqual([planar.camera]);
  planar.dispose();
  expect(scene.cameras).toEqual([]);
});

test('on a narrow canvas the camera moves back until the full width is visible', () => {
  const planar = new PlanarCamera(nullScene(300, 600));
  expect(planar.bounds.maxX).toBeCloseTo(14.749, 2);
  expect(planar.bounds.maxY - 8).toBeCloseTo(2 * 14.749, 1);
});

test('cameras in rows: each fills its own quarter of the canvas, counted from the top', () => {
  const scene = nullScene();
  const upper = new PlanarCamera(scene);
  const lower = new PlanarCamera(scene);
  upper.canvasShare = { left: 0.5, width: 0.5, top: 0, height: 0.5 };
  lower.canvasShare = { left: 0, width: 0.5, top: 0.5, height: 0.5 };
  expect(upper.toCanvas(0, 8)).toMatchObject({ left: 450, top: 107.5 });
  expect(lower.toCanvas(0, 8)).toMatchObject({ left: 150, top: 322.5 });
  expect(lower.toWorld(150, 322.5)).toEqual({ x: 0, y: 8 });
  expect(upper.metersPerPixel, 'half as large').toBeCloseTo(2 * new PlanarCamera(scene).metersPerPixel, 9);
  expect(upper.camera.viewport.y, "Babylon's viewports start at the bottom").toBe(0.5);
  expect(lower.camera.viewport.y).toBe(0);
});

test('cameras side by side: each fills its own part of the canvas, centred in it', () => {
  const scene = nullScene();
  const left = new PlanarCamera(scene);
  const right = new PlanarCamera(scene);
  left.canvasShare = { left: 0, width: 0.5 };
  right.canvasShare = { left: 0.5, width: 0.5 };
  expect(left.toCanvas(0, 8)).toMatchObject({ left: 150, top: 215 });
  expect(right.toCanvas(0, 8)).toMatchObject({ left: 450, top: 215 });
  expect(right.toWorld(450, 215)).toEqual({ x: 0, y: 8 });
  expect(left.bounds.maxX, 'half as wide: the camera is farther away').toBeCloseTo(14.749, 2);
  expect(left.metersPerPixel).toBeCloseTo((2 * 14.749) / 300, 4);
});
