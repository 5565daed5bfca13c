import { polygon } from '@otedama/math2d';
import type { DebugContext, Painter } from '@otedama/render-babylon';
import { type Body, createWorld, type Joint, mapJointBodies, type World } from '@otedama/rigid';
import { findScene } from '@otedama/scenes';
import { expect, test } from 'vitest';
import { JointDraft, type JointTool } from '../src/joint-draft.js';
import { findSolver, lackOfJoints } from '../src/solvers.js';

const REACH = 0.05;

const bar = { kind: 'polygon', vertices: polygon.rectangle(2, 0.2) } as const;
const ball = { kind: 'circle', radius: 0.3 } as const;

/** A level bar around the origin, a ball that covers its right end, a wall on the left, and ground at a height of -2. */
function workshop(): { world: World; plank: Body; wheel: Body; wall: Body } {
  const world = createWorld({ solver: findSolver('soft-step').create({}), gravity: { x: 0, y: -10 } });
  world.createBody({
    type: 'static',
    position: { x: 0, y: -2 },
    shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }],
  });
  const wall = world.createBody({ type: 'static', position: { x: -4, y: 0 }, shapes: [bar] });
  const plank = world.createBody({ shapes: [bar] });
  const wheel = world.createBody({ position: { x: 1, y: 0 }, shapes: [ball] });
  return { world, plank, wheel, wall };
}

/** A draft from one point to another, or at a single one. */
function draft(tool: JointTool, world: World, from: number[], to = from, outsiders: Body[] = []): JointDraft {
  const made = new JointDraft(tool, world, { x: from[0], y: from[1] }, REACH, new Set(outsiders));
  made.move({ x: to[0], y: to[1] });
  return made;
}

function create(world: World, made: JointDraft): Joint {
  expect(made.refusal).toBe(null);
  return world.createJoint(mapJointBodies(made.definition, (id) => world.bodyAt(id) as Body));
}

const step = (world: World, steps: number): void => {
  for (let k = 0; k < steps; k++) world.step(1 / 60);
};

test('a pin through two bodies hinges them: they turn about it and do not push each other away', () => {
  const { world, plank, wheel } = workshop();
  const hinge = create(world, draft('pin', world, [0.9, 0.05]));
  expect(hinge.kind).toBe('revolute');
  expect([hinge.bodyA, hinge.bodyB]).toEqual([plank, wheel]);
  expect(hinge.worldAnchorA).toEqual({ x: 0.9, y: 0.05 });
  wheel.angularVelocity = 5;
  step(world, 20);
  expect(hinge.length).toBeLessThan(0.01);
  expect(world.countTouching()).toBe(0);
  expect(wheel.angle - plank.angle).toBeGreaterThan(0.5);
});

test('a pin in a single body holds it to the world, and one in a body and a wall to the wall', () => {
  const { world, plank, wall } = workshop();
  const nail = create(world, draft('pin', world, [0, 0]));
  expect([nail.bodyA, nail.bodyB]).toEqual([null, plank]);
  step(world, 60);
  expect(plank.worldCenter.y).toBeGreaterThan(-0.01);
  const shelf = world.createBody({ position: { x: -3.5, y: 0 }, shapes: [ball] });
  const bolt = create(world, draft('pin', world, [-3.4, 0]));
  expect([bolt.bodyA, bolt.bodyB]).toEqual([wall, shelf]);
});

test('the ground without end counts as the world, so that what is joined to it still collides with it', () => {
  const { world } = workshop();
  const box = world.createBody({ position: { x: 3, y: -1.7 }, shapes: [ball] });
  for (const made of [draft('pin', world, [3, -1.99]), draft('rope', world, [5, -3], [3, -1.7])]) {
    const joint = create(world, made);
    expect([joint.bodyA, joint.bodyB]).toEqual([null, box]);
  }
});

test('where bodies only touch, a pin joins them and they still collide', () => {
  const { world } = workshop();
  const left = world.createBody({ position: { x: 4, y: 3 }, shapes: [ball] });
  const right = world.createBody({ position: { x: 4.6, y: 3 }, shapes: [ball] });
  const touching = create(world, draft('pin', world, [4.31, 3]));
  expect(new Set([touching.bodyA, touching.bodyB])).toEqual(new Set([left, right]));
  expect(touching.toDefinition()).toMatchObject({ collideConnected: true });
  const through = create(world, draft('pin', world, [0.9, 0]));
  expect(through.toDefinition()).not.toMatchObject({ collideConnected: true });
});

test('a pin that is moved before it is set joins what is under it at the end', () => {
  const { world, plank } = workshop();
  const moved = draft('pin', world, [3, 3], [-0.5, 0]);
  expect(create(world, moved).bodyB).toBe(plank);
});

test.each(['rope', 'rod', 'spring'] as const)(
  'a %s joins the two points that it is drawn between, with their distance as its length',
  (tool) => {
    const { world, plank, wheel } = workshop();
    const joint = create(world, draft(tool, world, [-0.9, 0], [1.1, 0.1]));
    expect([joint.kind, joint.bodyA, joint.bodyB]).toEqual([
      tool === 'rope' ? 'rope' : 'distance',
      plank,
      wheel,
    ]);
    expect(joint.rest).toBeCloseTo(Math.hypot(2, 0.1), 12);
    expect(joint.toDefinition()).toMatchObject({ collideConnected: true });
    if (tool !== 'rope') expect(joint.hertz > 0).toBe(tool === 'spring');
    // from the body to the background, and the other way round
    for (const [from, to] of [
      [
        [-0.9, 0],
        [-0.9, 1.5],
      ],
      [
        [-0.9, 1.5],
        [-0.9, 0],
      ],
    ]) {
      const hung = create(world, draft(tool, world, from, to));
      expect([hung.bodyA, hung.bodyB]).toEqual([null, plank]);
      expect(hung.worldAnchorA).toEqual({ x: -0.9, y: 1.5 });
      expect(hung.worldAnchorB.y).toBeCloseTo(0, 12);
    }
  },
);

test('a body hangs on a rope or a rod at its length, and on a spring a little lower', () => {
  const heights = (['rope', 'rod', 'spring'] as const).map((tool) => {
    const { world } = workshop();
    const weight = world.createBody({ position: { x: 4, y: 3 }, shapes: [ball] });
    create(world, draft(tool, world, [4, 3], [4, 5]));
    step(world, 1200);
    return weight.worldCenter.y;
  });
  expect(heights[0]).toBeCloseTo(3, 2);
  expect(heights[1]).toBeCloseTo(3, 2);
  // g / (2 pi 1.5 Hz)^2
  expect(heights[2]).toBeCloseTo(3 - 0.1126, 2);
});

test('a rod keeps a body away, where a rope lets it come near', () => {
  const [held, fallen] = (['rod', 'rope'] as const).map((tool) => {
    const { world } = workshop();
    world.gravity = { x: 0, y: 0 };
    const ball = world.createBody({ position: { x: 4, y: 3 }, shapes: [{ kind: 'circle', radius: 0.3 }] });
    create(world, draft(tool, world, [4, 5], [4, 3]));
    ball.linearVelocity = { x: 0, y: 1 };
    step(world, 60);
    return ball.worldCenter.y;
  });
  expect(held).toBeCloseTo(3, 2);
  expect(fallen).toBeGreaterThan(3.9);
});

test('a rope to a wall holds a body, whichever of the two it begins on, until it is cut', () => {
  const above = [-4, 0];
  const below = [-4, -1.2];
  for (const [from, to] of [
    [above, below],
    [below, above],
  ]) {
    const { world } = workshop();
    const weight = world.createBody({ position: { x: -4, y: -1.2 }, shapes: [ball] });
    const rope = create(world, draft('rope', world, from, to));
    step(world, 300);
    expect([weight.isAwake, weight.worldCenter.y]).toEqual([false, expect.closeTo(-1.2, 2)]);
    world.destroyJoint(rope);
    step(world, 60);
    expect(weight.worldCenter.y).toBeLessThan(-1.6);
  }
});

test('the beginning of a rope stays on its body, which moves on while the rope is drawn', () => {
  const { world, plank } = workshop();
  const slow = draft('rope', world, [-0.9, 0]);
  step(world, 10);
  const { x, y } = plank.getWorldPoint({ x: -0.9, y: 0 });
  expect(y).toBeLessThan(-0.1);
  slow.move({ x: -0.9, y: 2 });
  const rope = create(world, slow);
  expect(rope.localAnchorB.x).toBeCloseTo(-0.9, 12);
  expect(rope.rest).toBeCloseTo(Math.hypot(-0.9 - x, 2 - y), 12);
});

test('what cannot be joined is refused in a sentence', () => {
  const { world, plank, wheel } = workshop();
  const refusal = (tool: JointTool, from: number[], to?: number[], outsiders?: Body[]) =>
    draft(tool, world, from, to, outsiders).refusal;
  expect(refusal('pin', [3, 3])).toMatch(/^Nothing to pin here: /);
  expect(refusal('pin', [-4, 0]), 'a wall').toMatch(/^Nothing to pin here: /);
  expect(refusal('pin', [3, -3]), 'ground without end').toMatch(/^Nothing to pin here: /);
  expect(refusal('pin', [-0.5, 0], undefined, [plank]), 'a character').toMatch(/^Nothing to pin here: /);
  expect(refusal('rope', [0, 0])).toMatch(/^Too short for a rope: /);
  expect(refusal('rod', [0, 0])).toMatch(/^Too short for a rod: /);
  expect(refusal('spring', [3, 3], [-4, 0])).toMatch(/^Nothing to hold with a spring: /);
  expect(refusal('spring', [-0.9, 0], [-0.2, 0])).toMatch(/both ends are on the same/);
  const begun = draft('rope', world, [1.2, 0], [3, 3]);
  world.destroyBody(wheel);
  expect(begun.refusal).toMatch(/^The body at the beginning is gone/);
  expect(pictureOf(begun)).toEqual({ lines: [], points: [], colors: new Set() });
});

/** What a draft draws: its lines, and the colours that it uses. */
function pictureOf(made: JointDraft): { lines: number[][]; colors: Set<string>; points: number[][] } {
  const lines: number[][] = [];
  const points: number[][] = [];
  const colors = new Set<string>();
  const fail = () => expect.unreachable();
  const painter: Painter = {
    line: (x1, y1, x2, y2, color) => {
      lines.push([x1, y1, x2, y2]);
      colors.add(String(color));
    },
    point: (x, y) => void points.push([x, y]),
    box: fail,
    circle: fail,
    arrow: fail,
  };
  made.draw(painter, { metersPerPixel: 0.01, fraction: 1 } as DebugContext);
  return { lines, colors, points };
}

test('while it is drawn, a joint outlines the bodies that it will join, and no others', () => {
  const { world } = workshop();
  // four sides of the plank, 48 chords of the wheel
  expect(pictureOf(draft('pin', world, [0.9, 0])).lines).toHaveLength(4 + 48);
  expect(pictureOf(draft('pin', world, [0, 0])).lines).toHaveLength(4);
  const rope = pictureOf(draft('rope', world, [0, 0], [1.2, 0.1]));
  expect(rope.lines).toHaveLength(4 + 48 + 1);
  expect(rope.lines.at(-1)).toEqual([0, 0, 1.2, 0.1]);
  expect(rope.points).toEqual([
    [0, 0],
    [1.2, 0.1],
  ]);
  const refused = pictureOf(draft('rope', world, [3, 3], [4, 4]));
  expect(refused.lines).toEqual([[3, 3, 4, 4]]);
  expect(refused.colors).not.toEqual(rope.colors);
});

test('solvers that cannot join bodies are named, with those that can, or what else to do', () => {
  const running = (scene: string, ...names: string[]) =>
    names.map((name) => ({ entry: findScene(scene), solver: findSolver(name) }));
  for (const kind of ['revolute', 'rope', 'distance'] as const) {
    expect(lackOfJoints(running('pyramid', 'soft-step', 'sequential-impulses'), kind)).toBe(null);
    expect(lackOfJoints(running('pyramid', 'penalty', 'soft-step'), kind)).toBe(
      'Penalty springs cannot join bodies: choose the solver Soft step or Sequential impulses.',
    );
  }
  expect(lackOfJoints(running('pyramid', 'soft-step', 'force', 'penalty'), 'rope')).toBe(
    'Impulses as forces and Penalty springs cannot join bodies: end the comparison with them.',
  );
  expect(lackOfJoints(running('jelly-drop', 'shape-matching'), 'rope')).toBe(
    'Shape matching cannot join bodies, and no other solver can run “Jelly squares”: choose another scene.',
  );
});
