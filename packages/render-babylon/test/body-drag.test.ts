import type { BodyDefinition } from '@otedama/rigid';
import { expect, test } from 'vitest';
import { BodyDrag, pickBody, shapeDistance } from '../src/index.js';
import { driftingWorld } from './drifting-world.js';

const triangle = {
  kind: 'polygon',
  vertices: [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 0, y: 3 },
  ],
} as const;
const ball: BodyDefinition = { shapes: [{ kind: 'circle', radius: 1 }] };

test('distances from shapes: outside to the nearest feature, inside negative', () => {
  expect(shapeDistance({ kind: 'circle', center: { x: 1, y: 0 }, radius: 2 }, { x: 5, y: 0 })).toBe(2);
  expect(shapeDistance(triangle, { x: -3, y: -4 })).toBe(5);
  expect(shapeDistance(triangle, { x: 2, y: -1 })).toBe(1);
  expect(shapeDistance(triangle, { x: 4, y: 3 })).toBeCloseTo(12 / 5, 12);
  expect(shapeDistance(triangle, { x: 1, y: 1 })).toBeCloseTo(-1, 12);
  expect(shapeDistance({ ...triangle, radius: 0.5 }, { x: 2, y: -1 })).toBe(0.5);
  const capsule = { kind: 'capsule', point1: { x: 0, y: 0 }, point2: { x: 4, y: 0 }, radius: 1 } as const;
  expect(shapeDistance(capsule, { x: 2, y: 3 })).toBe(2);
  expect(shapeDistance(capsule, { x: 7, y: 4 })).toBe(4);
  expect(shapeDistance({ kind: 'halfSpace', normal: { x: 0, y: 1 } }, { x: 0, y: -9 })).toBe(Infinity);
});

test('the pointer finds the nearest dynamic body within reach, through its turn, and no other', () => {
  const world = driftingWorld();
  const near = world.createBody({ ...ball, position: { x: 0, y: 0 } });
  const far = world.createBody({ ...ball, position: { x: 3, y: 0 } });
  const fixed = world.createBody({ ...ball, type: 'static', position: { x: 0, y: 9 } });
  expect(pickBody(world, { x: 1.4, y: 0 }, 1)).toBe(near);
  expect(pickBody(world, { x: 1.6, y: 0 }, 1)).toBe(far);
  expect(pickBody(world, { x: 1.5, y: 3 }, 1)).toBeNull();
  expect(pickBody(world, fixed.position, 0)).toBeNull();
  const turned = world.createBody({ shapes: [triangle], position: { x: 20, y: 0 }, angle: Math.PI });
  expect(pickBody(world, { x: 19, y: -1 }, 0)).toBe(turned);
  expect(pickBody(world, { x: 21, y: 1 }, 0)).toBeNull();
});

test('a drag makes one grab joint at the point that was taken, moves its target and takes it away again', () => {
  const world = driftingWorld();
  const body = world.createBody({ ...ball, position: { x: 2, y: 1 }, angle: Math.PI / 2 });
  const drag = new BodyDrag(world);
  expect(drag.grab({ x: 9, y: 9 }, 1)).toBe(false);
  expect(world.joints).toHaveLength(0);
  expect(drag.grab({ x: 2.5, y: 1 })).toBe(true);
  expect(drag.body).toBe(body);
  const joint = world.joints[0];
  expect(joint.localAnchorB.x).toBeCloseTo(0, 12);
  expect(joint.localAnchorB.y).toBeCloseTo(-0.5, 12);
  drag.move({ x: 7, y: 8 });
  expect(joint.target).toEqual({ x: 7, y: 8 });
  drag.grab({ x: 2, y: 1 });
  expect(world.joints).toHaveLength(1);
  drag.release();
  drag.release();
  expect(world.joints).toHaveLength(0);
  expect(drag.body).toBeNull();
});

test('a body that is destroyed while it is held is let go', () => {
  const world = driftingWorld();
  const body = world.createBody(ball);
  const drag = new BodyDrag(world);
  drag.grab({ x: 0, y: 0 });
  world.destroyBody(body);
  drag.move({ x: 1, y: 1 });
  expect(drag.body).toBeNull();
  drag.release();
  expect(world.joints).toHaveLength(0);
});
