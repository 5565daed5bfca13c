import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArcballCamera } from '../src/raw/arcball-camera.js';
import { createCube } from '../src/raw/cube.js';
import { multiplyMatrices, perspective, projectPoint, rigidMatrix } from '../src/raw/matrix4.js';
import {
  conjugateQuaternion,
  identityQuaternion,
  multiplyQuaternions,
  quaternionFromAxisAngle,
  rotateVector,
} from '../src/raw/quaternion.js';

const degrees = Math.PI / 180;

describe('quaternions', () => {
  test('a quarter turn about z takes x to y, about x takes y to z, about y takes z to x', () => {
    const x = { x: 1, y: 0, z: 0 };
    const y = { x: 0, y: 1, z: 0 };
    const z = { x: 0, y: 0, z: 1 };
    for (const [axis, from, to] of [
      [z, x, y],
      [x, y, z],
      [y, z, x],
    ] as const) {
      const turned = rotateVector(quaternionFromAxisAngle(axis, 90 * degrees), from);
      expect(turned.x).toBeCloseTo(to.x, 14);
      expect(turned.y).toBeCloseTo(to.y, 14);
      expect(turned.z).toBeCloseTo(to.z, 14);
    }
  });

  test('a product turns as its factors one after the other, and a conjugate turns back', () => {
    const a = quaternionFromAxisAngle({ x: 0.6, y: 0, z: 0.8 }, 1.1);
    const b = quaternionFromAxisAngle({ x: 0, y: -0.8, z: 0.6 }, -0.4);
    const v = { x: 0.3, y: -2, z: 5 };
    const once = rotateVector(multiplyQuaternions(a, b), v);
    const twice = rotateVector(a, rotateVector(b, v));
    const back = rotateVector(conjugateQuaternion(a), rotateVector(a, v));
    for (const axis of ['x', 'y', 'z'] as const) {
      expect(once[axis]).toBeCloseTo(twice[axis], 13);
      expect(back[axis]).toBeCloseTo(v[axis], 13);
    }
  });
});

describe('matrices', () => {
  test('a rigid matrix does what its rotation and shift do', () => {
    const q = quaternionFromAxisAngle({ x: 0.48, y: 0.6, z: 0.64 }, 2.3);
    const t = { x: 1, y: -2, z: 3 };
    const v = { x: -0.7, y: 0.4, z: 1.5 };
    const turned = rotateVector(q, v);
    const moved = projectPoint(rigidMatrix(q, t), v);
    expect(moved.x).toBeCloseTo(turned.x + t.x, 5);
    expect(moved.y).toBeCloseTo(turned.y + t.y, 5);
    expect(moved.z).toBeCloseTo(turned.z + t.z, 5);
  });

  test('a product applies its right factor first', () => {
    const shift = rigidMatrix(identityQuaternion, { x: 1, y: 0, z: 0 });
    const turn = rigidMatrix(quaternionFromAxisAngle({ x: 0, y: 0, z: 1 }, 90 * degrees), {
      x: 0,
      y: 0,
      z: 0,
    });
    const p = projectPoint(multiplyMatrices(turn, shift), { x: 0, y: 0, z: 0 });
    expect(p.x).toBeCloseTo(0, 6);
    expect(p.y).toBeCloseTo(1, 6);
  });

  test('depth is 0 on the near plane, 1 on the far plane, and the near plane is where it was asked for', () => {
    const near = 0.1;
    const far = 100;
    const m = perspective(50 * degrees, 1.25, near, far);
    expect(projectPoint(m, { x: 0, y: 0, z: -near }).z).toBeCloseTo(0, 6);
    expect(projectPoint(m, { x: 0, y: 0, z: -far }).z).toBeCloseTo(1, 6);
    // OpenGL's projection has depth 0 only at 2 near far / (near + far) = 0.1998
    expect(projectPoint(m, { x: 0, y: 0, z: -0.15 }).z).toBeGreaterThan(0.3);
  });
});

describe('cube', () => {
  const cube = createCube();
  test('36 corners at +-0.5, every one of the 8 used', () => {
    expect(cube).toHaveLength(108);
    expect(cube.every((value) => Math.abs(value) === 0.5)).toBe(true);
    const corners = new Set<string>();
    for (let i = 0; i < 108; i += 3) corners.add(cube.subarray(i, i + 3).join());
    expect(corners.size).toBe(8);
  });

  test('every triangle turns counter-clockwise seen from outside, so that the volume is 1', () => {
    let volume = 0;
    for (let i = 0; i < 108; i += 9) {
      const [ax, ay, az, bx, by, bz, cx, cy, cz] = cube.subarray(i, i + 9);
      const six = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
      expect(six).toBeGreaterThan(0);
      volume += six / 6;
    }
    expect(volume).toBeCloseTo(1, 6);
  });
});

describe('arcball camera', () => {
  test('10.6.3: seen from 4 units, half height 1.8652306 and half width 2.3315383', () => {
    const camera = new ArcballCamera();
    expect(camera.halfHeight).toBeCloseTo(1.8652306, 7);
    expect(camera.halfHeight * 1.25).toBeCloseTo(2.3315383, 7);
    const corner = projectPoint(camera.viewProjection(), { x: 2.3315383, y: 1.8652306, z: 0 });
    expect(corner.x).toBeCloseTo(1, 5);
    expect(corner.y).toBeCloseTo(1, 5);
  });

  test('10.6.3: a cube in a corner of the box is inside the picture when it lies at the front face', () => {
    const camera = new ArcballCamera();
    camera.zoom(4 / 3);
    expect(camera.halfHeight).toBeCloseTo(1.3989229, 6);
    const front = projectPoint(new ArcballCamera().viewProjection(), { x: 1.05, y: 1.05, z: 1.05 });
    expect(Math.abs(front.x)).toBeLessThan(1);
    expect(Math.abs(front.y)).toBeLessThan(1);
  });

  test('a drag turns the ball: the point under the pointer follows, by twice its angle', () => {
    const camera = new ArcballCamera({ aspect: 1 });
    camera.rotate(0, 0, 0.5, 0);
    // 0.5 to the right is 30 degrees around the ball, so the front rotates by 60 degrees to the right
    const front = rotateVector(camera.rotation, { x: 0, y: 0, z: 1 });
    expect(front.x).toBeCloseTo(Math.sin(60 * degrees), 12);
    expect(front.z).toBeCloseTo(Math.cos(60 * degrees), 12);
  });

  test('the way of a drag does not matter, only its ends (inside the ball)', () => {
    const point = fc.tuple(
      fc.double({ min: -0.45, max: 0.45, noNaN: true }),
      fc.double({ min: -0.45, max: 0.45, noNaN: true }),
    );
    fc.assert(
      fc.property(point, point, point, ([ax, ay], [bx, by], [cx, cy]) => {
        const straight = new ArcballCamera({ aspect: 1 });
        straight.rotate(ax, ay, cx, cy);
        const round = new ArcballCamera({ aspect: 1 });
        round.rotate(ax, ay, bx, by);
        round.rotate(bx, by, cx, cy);
        const a = rotateVector(straight.rotation, { x: 0.3, y: -0.5, z: 0.7 });
        const b = rotateVector(round.rotation, { x: 0.3, y: -0.5, z: 0.7 });
        expect(a.x).toBeCloseTo(b.x, 10);
        expect(a.y).toBeCloseTo(b.y, 10);
        expect(a.z).toBeCloseTo(b.z, 10);
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  test('a drag far outside the ball still gives a rotation', () => {
    const camera = new ArcballCamera();
    camera.rotate(-1, -1, 1, 1);
    const { x, y, z, w } = camera.rotation;
    expect(Math.hypot(x, y, z, w)).toBeCloseTo(1, 12);
  });

  test('panning moves the centre under the pointer, whatever the rotation', () => {
    const camera = new ArcballCamera();
    camera.rotate(-0.2, 0.1, 0.4, 0.3);
    camera.pan(0.25, -0.5);
    const p = projectPoint(camera.viewProjection(), { x: 0, y: 0, z: 0 });
    expect(p.x).toBeCloseTo(0.25, 5);
    expect(p.y).toBeCloseTo(-0.5, 5);
  });

  test('zooming scales what lies at the depth of the centre, stays within its limits, and reset undoes all', () => {
    const camera = new ArcballCamera();
    camera.zoom(2);
    expect(projectPoint(camera.viewProjection(), { x: 1, y: 0, z: 0 }).x).toBeCloseTo(2 / 2.3315383, 5);
    camera.zoom(1e9);
    expect(camera.distance).toBeCloseTo(0.4, 12);
    camera.zoom(1e-9);
    expect(camera.distance).toBeCloseTo(32, 12);
    camera.roll(1);
    camera.reset();
    expect(camera.distance).toBe(4);
    expect(camera.rotation).toEqual(identityQuaternion);
  });
});
