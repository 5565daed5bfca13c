import { expect, test } from 'vitest';
import { type CapsuleCollider, colliderReactions, createClothCpu, type Vector3 } from '../src/index.js';
import { at, bead, run } from './bead.js';
import { Draw } from './draw.js';
import { numbersOf } from './reactions.js';

const none = { x: 0, y: 0, z: 0 };
const minus = (p: Vector3, q: Vector3) => ({ x: p.x - q.x, y: p.y - q.y, z: p.z - q.z });
const dot = (p: Vector3, q: Vector3) => p.x * q.x + p.y * q.y + p.z * q.z;

/**
 * Signed distance to the convex hull of two spheres: the largest distance to a plane that touches it from outside, over all directions.
 * By symmetry they are in the plane of the axis and the point.
 */
function hullDistance({ from, to, radius, toRadius = radius }: CapsuleCollider, point: Vector3): number {
  const axis = minus(to, from);
  const length = Math.sqrt(dot(axis, axis));
  const offset = minus(point, from);
  const y = length > 0 ? dot(offset, axis) / length : 0;
  const r = Math.sqrt(Math.max(dot(offset, offset) - y * y, 0));
  const above = (angle: number) => {
    const [along, away] = [Math.cos(angle), Math.sin(angle)];
    return y * along + r * away - Math.max(radius, length * along + toRadius);
  };
  let best = 0;
  const parts = 800;
  const angleOf = (k: number) => (2 * Math.PI * k) / parts;
  for (let k = 0; k < parts; k++) if (above(angleOf(k)) > above(angleOf(best))) best = k;
  // the largest value is a kink or a smooth peak within a part of the best one
  let [low, high] = [angleOf(best - 1), angleOf(best + 1)];
  for (let turn = 0; turn < 60; turn++) {
    const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
    if (above(left) < above(right)) low = left;
    else high = right;
  }
  return above((low + high) / 2);
}

/** A limb of any proportions; in some, one end contains the other. */
function limb(draw: Draw): CapsuleCollider {
  const from = draw.vector(0.5);
  const span = draw.pick([0, 0.05, 0.6]);
  const way = draw.vector(span);
  return {
    ...{
      type: 'capsule',
      friction: 0,
      from,
      to: { x: from.x + way.x, y: from.y + way.y, z: from.z + way.z },
    },
    ...{ radius: draw.between(0.05, 0.4), toRadius: draw.pick([0, draw.between(0.05, 0.4)]) },
  };
}

test('a particle in a tapered capsule leaves it by the shortest way to the hull of its two balls', () => {
  const draw = new Draw(3);
  const cells = 7;
  let [inside, contained] = [0, 0];
  for (let k = 0; k < 60; k++) {
    const collider = limb(draw);
    const span = Math.sqrt(dot(minus(collider.to, collider.from), minus(collider.to, collider.from)));
    contained += Number(span < Math.abs(collider.radius - (collider.toRadius as number)));
    const places = Array.from({ length: (cells + 1) ** 2 }, () => {
      const { x, y, z } = draw.vector(0.4);
      return { x: collider.from.x + x, y: collider.from.y + y, z: collider.from.z + z };
    });
    const loose = Number.POSITIVE_INFINITY;
    const cloth = createClothCpu({
      ...{ columns: cells, rows: cells, pins: 'none', gravity: none, thickness: 0, colliders: [collider] },
      ...{ stretchCompliance: loose, shearCompliance: loose, bendCompliance: loose },
      shape: (column, row) => places[column + row * (cells + 1)],
    });
    const start = cloth.positions.slice();
    const point = (array: Float32Array, o: number) => ({ x: array[o], y: array[o + 1], z: array[o + 2] });
    const depths = places.map((_, id) => hullDistance(collider, point(start, 4 * id)));
    run(cloth, 60);
    depths.forEach((phi, id) => {
      const moved = minus(point(cloth.positions, 4 * id), point(start, 4 * id));
      // one that starts outside stays; rounding may put one on the surface on either side
      expect(Math.abs(Math.sqrt(dot(moved, moved)) - Math.max(-phi, 0))).toBeLessThan(2e-6);
      if (phi >= 0) return;
      inside++;
      expect(Math.abs(hullDistance(collider, point(cloth.positions, 4 * id)))).toBeLessThan(2e-6);
    });
  }
  expect(inside).toBeGreaterThan(500);
  expect(contained).toBeGreaterThan(5);
});

test('two equal radii, and one that is not given, are the same in every bit', () => {
  const limb = {
    type: 'capsule',
    from: { x: -0.3, y: -0.4, z: 0 },
    to: { x: 0.4, y: -0.3, z: 0.1 },
    radius: 0.2,
  } as const;
  const draped = (collider: CapsuleCollider) =>
    run(createClothCpu({ columns: 9, rows: 9, width: 1, height: 1, colliders: [collider] }), 60).positions;
  expect(draped({ ...limb, toRadius: 0.2 })).toEqual(draped(limb));
  expect(draped({ ...limb, toRadius: 0.1 })).not.toEqual(draped(limb));
});

test('a particle on the side of a tapered capsule, which is level, gives it its weight, at its place', () => {
  const reactions = colliderReactions();
  const thigh: CapsuleCollider = {
    ...{ type: 'capsule', from: { x: -1, y: -0.5, z: 0 }, to: { x: 2, y: -0.2, z: 0 } },
    ...{ radius: 0.5, toRadius: 0.2 },
  };
  const cloth = createClothCpu({ ...bead, inverseMass: 0.5, colliders: [thigh], reactions });
  run(cloth, 30);
  reactions.take();
  run(cloth, 30);
  const [jx, jy, jz, lx, ly, lz] = numbersOf(reactions).map((number) => number / (2 * 10 * 0.5));
  expect(Math.hypot(jx, jy + 1, jz)).toBeLessThan(1e-5);
  expect(Math.hypot(lx, ly, lz + 1)).toBeLessThan(1e-5);
  expect(Math.hypot(...at(cloth))).toBeLessThan(1e-4);
});

test('a cloth lying on the side of a tilting tapered capsule stays in place', () => {
  // the side is level at the start: from the radius 0.5 at x = -2 to 0.3 at x = 2
  const limbAt = (angle: number): CapsuleCollider => {
    const turned = (x: number, y: number) => ({
      x: x * Math.cos(angle) - y * Math.sin(angle),
      y: x * Math.sin(angle) + y * Math.cos(angle),
      z: 0,
    });
    return {
      ...{ type: 'capsule', radius: 0.5, toRadius: 0.3, friction: 20 },
      ...{ from: turned(-2, 0), to: turned(2, 0.2) },
    };
  };
  const center = { x: 0.4, y: 0.5, z: 0 };
  const cloth = createClothCpu({ ...bead, substeps: 20, center, colliders: [limbAt(0)] });
  for (let step = 1; step <= 240; step++) {
    const angle = 0.4 * Math.sin((Math.PI * step) / 120);
    cloth.moveColliders([limbAt(angle)]);
    cloth.step();
    const [x, y] = at(cloth);
    expect(x).toBeCloseTo(0.4 * Math.cos(angle) - 0.5 * Math.sin(angle), 2);
    expect(y).toBeCloseTo(0.4 * Math.sin(angle) + 0.5 * Math.cos(angle), 2);
  }
});

test('a second radius that is no radius is refused', () => {
  const cloth = createClothCpu(bead);
  for (const toRadius of [-1, Number.NaN, '1', null])
    expect(() =>
      cloth.setColliders([{ type: 'capsule', from: none, to: none, radius: 1, toRadius: toRadius as never }]),
    ).toThrow('colliders[0].toRadius: expected a number');
  expect(cloth.colliders).toEqual([]);
});
