/** A bare world and its functions compared with the methods of the full one. */
import { createSweep } from '@otedama/collision';
import { InputError } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import * as bare from '../src/bare.js';
import { createWorld, interpolatedPose, Recording, takeSnapshot, toScene, World } from '../src/index.js';
import { box, circle, floor } from './helpers/shapes.js';
import { simpleSolver } from './helpers/simple-solver.js';

function fill(world: bare.BareWorld): void {
  world.createBody({ name: 'floor', type: 'static', shapes: [floor()] });
  for (let k = 0; k < 6; k++) {
    world.createBody({
      name: `body ${k}`,
      position: { x: 0.2 * k, y: 1 + 1.2 * k },
      shapes: [k % 2 === 0 ? box(1, 1) : circle(0.5)],
    });
  }
}

describe('a bare world', () => {
  const world = bare.createWorld({ solver: simpleSolver(), broadPhase: createSweep });
  const full = createWorld({ solver: simpleSolver() });
  for (const each of [world, full]) {
    fill(each);
    for (let step = 0; step < 60; step++) each.step(1 / 60);
  }
  const names = (shapes: { body: { name: string | undefined } }[]) => shapes.map(({ body }) => body.name);

  it('steps like the full world, and lacks the methods that have functions', () => {
    expect(bare.stateHash(world)).toBe(full.stateHash());
    expect(bare.invariants(world)).toEqual(full.invariants());
    const own = Object.entries(Object.getOwnPropertyDescriptors(World.prototype))
      .filter(([name, { value }]) => typeof value === 'function' && name !== 'constructor')
      .map(([name]) => name);
    expect(own.length).toBeGreaterThan(10);
    for (const name of own) {
      expect(name in world, name).toBe(false);
      expect(bare, name).toHaveProperty(name);
    }
  });

  it('answers queries like the full world', () => {
    const [down, up] = [
      { x: 0.3, y: 9 },
      { x: 0, y: -12 },
    ];
    expect(bare.castRayAll(world, down, up).length).toBeGreaterThan(1);
    expect(bare.castRayAll(world, down, up).map((hit) => hit.fraction)).toEqual(
      full.castRayAll(down, up).map((hit) => hit.fraction),
    );
    expect(bare.castRay(world, down, up)?.point).toEqual(full.castRay(down, up)?.point);
    const area = { minX: -1, minY: 0.2, maxX: 1, maxY: 2 };
    expect(names(bare.overlapAABB(world, area)).length).toBeGreaterThan(1);
    expect(names(bare.overlapAABB(world, area))).toEqual(names(full.overlapAABB(area)));
    const middle = full.bodies[1].position;
    expect(names(bare.overlapPoint(world, middle))).toEqual(names(full.overlapPoint(middle)));
    const disc = circle(0.7);
    expect(names(bare.overlapShape(world, disc))).toEqual(names(full.overlapShape(disc)));
    const pose = { x: 0, y: 9, c: 1, s: 0 };
    expect(bare.castShape(world, disc, pose, up)?.fraction).toBe(full.castShape(disc, pose, up)?.fraction);
  });

  it('visits contacts and boxes, and reads poses like the full world', () => {
    const contacts: string[][] = [[], []];
    bare.forEachContact(world, (contact) => contacts[0].push(names([contact.shapeA, contact.shapeB]).join()));
    full.forEachContact((contact) => contacts[1].push(names([contact.shapeA, contact.shapeB]).join()));
    expect(contacts[0].length).toBeGreaterThan(1);
    expect(contacts[0]).toEqual(contacts[1]);
    const proxies: number[][] = [[], []];
    bare.forEachBroadPhaseBox(world, (_boxes, _offset, _depth, proxy) => proxies[0].push(proxy));
    full.forEachBroadPhaseBox((_boxes, _offset, _depth, proxy) => proxies[1].push(proxy));
    const ids = (all: number[]) => all.filter((proxy) => proxy >= 0).sort();
    expect(ids(proxies[0]).length).toBe(7);
    expect(ids(proxies[0])).toEqual(ids(proxies[1]));
    const poses = [new Float64Array(4 * world.slotCount), new Float64Array(4 * world.slotCount)];
    expect(bare.readTransforms(world, poses[0], 0.5)).toBe(full.readTransforms(poses[1], 0.5));
    expect(poses[0]).toEqual(poses[1]);
  });

  it('switches the collisions of two bodies off and on', () => {
    const { bodies } = world;
    const touches = () => bare.touching(world, bodies[1]).map(({ body }) => body);
    expect(touches()).toContain(bodies[0]);
    bare.setCollisionEnabled(world, bodies[1], bodies[0], false);
    expect(touches()).not.toContain(bodies[0]);
    bare.setCollisionEnabled(world, bodies[0], bodies[1], true);
    world.step(1 / 60);
    full.step(1 / 60);
    expect(touches()).toContain(bodies[0]);
  });

  it('accepts only its own bodies and joints', () => {
    const definition = { kind: 'grab', body: full.bodies[1], target: { x: 0, y: 0 } } as const;
    expect(() => bare.createJoint(world, definition)).toThrow(/body: /);
    const joint = bare.createJoint(world, { ...definition, body: world.bodies[1] });
    expect(world.joints).toEqual([joint]);
    expect(() => full.destroyJoint(joint)).toThrow(InputError);
    bare.destroyJoint(world, joint);
    expect(joint.isValid).toBe(false);
    const outline = [
      { x: -1, y: -1 },
      { x: 1, y: -1 },
      { x: 0, y: 1 },
    ];
    expect(() => bare.createSoftBody(world, { outline })).toThrow(/solver cannot/);
  });

  it.each([{}, null, undefined, 'world', Promise.resolve(full)])(
    'names the argument that is no world: %s',
    (no) => {
      const not = no as never;
      for (const call of [
        () => bare.castRay(not, { x: 0, y: 0 }, { x: 1, y: 0 }),
        () => bare.touching(not, full.bodies[1]),
        () => bare.explode(not, { position: { x: 0, y: 0 }, radius: 1, impulsePerLength: 1 }),
        () => bare.addWind(not, { kind: 'wind', velocity: { x: 1, y: 0 } }),
        () => bare.createCharacter(not, { shape: { kind: 'circle', radius: 1 }, position: { x: 0, y: 0 } }),
        () => bare.stateHash(not),
        () => takeSnapshot(not),
        () => toScene(not, { name: 'none', timeStep: 1 / 60 }),
        () => interpolatedPose(not, full.bodies[1], 1),
        () => new Recording(not, { hashes: true }),
        () => new Recording(not),
      ]) {
        expect(call).toThrow(InputError);
        expect(call).toThrow('world: expected a world');
      }
    },
  );
});
