/** The bare entries give the same results as the full ones. Features that they lack throw a named error. */
import { InputError, polygon } from '@otedama/math2d';
import { createWorld, type Solver, StepRecorder } from '@otedama/rigid';
import * as bareRigid from '@otedama/rigid/bare';
import { describe, expect, it } from 'vitest';
import * as bare from '../src/bare.js';
import { createSequentialImpulses, createSoftStep } from '../src/index.js';

const shapes = [{ kind: 'polygon' as const, vertices: polygon.rectangle(1, 1) }];

/** Four boxes on a floor. With joints, the upper two are connected by a hinge. */
function fill(world: bareRigid.BareWorld, withJoint: boolean): void {
  world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
  const bodies = [0, 1, 2, 3].map((k) =>
    world.createBody({ position: { x: 0.3 * k, y: 0.6 + 1.1 * k }, shapes }),
  );
  if (!withJoint) return;
  bareRigid.createJoint(world, {
    kind: 'revolute',
    bodyA: bodies[2],
    bodyB: bodies[3],
    worldAnchor: { x: 1, y: 3 },
  });
}

const methods: [
  string,
  () => Solver,
  (parts?: { joints?: bare.JointsPart; rolling?: bare.RollingPart; isTold?: boolean }) => Solver,
][] = [
  [
    'soft step',
    createSoftStep,
    ({ isTold = false, ...parts } = {}) =>
      bare.createSoftStep(
        {},
        { ...parts, shocks: bare.shocks, tracing: isTold ? bare.softStepTracing : null },
      ),
  ],
  [
    'sequential impulses',
    createSequentialImpulses,
    ({ isTold = false, ...parts } = {}) =>
      bare.createSequentialImpulses(
        {},
        { ...parts, tracing: isTold ? bare.sequentialImpulsesTracing : null },
      ),
  ],
];

describe.each(methods)('bare %s', (_, full, bareSolver) => {
  it.each([false, true])('is bit-identical to the full solver (joints: %s)', (withJoint) => {
    // the bare world does not foresee hits
    const fullWorld = createWorld({ solver: full(), continuous: false });
    const bareWorld = bareRigid.createWorld({
      solver: bareSolver(withJoint ? { joints: bare.joints } : undefined),
    });
    for (const world of [fullWorld, bareWorld]) fill(world, withJoint);
    for (let step = 0; step < 120; step++) {
      fullWorld.step(1 / 60);
      bareWorld.step(1 / 60);
    }
    expect(bareRigid.stateHash(bareWorld)).toBe(fullWorld.stateHash());
    expect(bareWorld.joints.length).toBe(withJoint ? 1 : 0);
  });

  it('with rolling resistance enabled is bit-identical to the full solver, and otherwise rejects it', () => {
    const roll = (world: bareRigid.BareWorld): bareRigid.BareWorld => {
      world.createBody({ type: 'static', shapes: [{ kind: 'halfSpace', normal: { x: 0, y: 1 } }] });
      world.createBody({
        position: { x: 0, y: 0.5 },
        linearVelocity: { x: 2, y: 0 },
        angularVelocity: -4,
        shapes: [{ kind: 'circle', radius: 0.5, friction: 1, rollingResistance: 0.05 }],
      });
      for (let step = 0; step < 120; step++) world.step(1 / 60);
      return world;
    };
    const rolled = roll(bareRigid.createWorld({ solver: bareSolver({ rolling: bare.rolling }) }));
    expect(bareRigid.stateHash(rolled)).toBe(bareRigid.stateHash(roll(createWorld({ solver: full() }))));
    // a third slower; without rolling resistance it would not slow down
    expect(rolled.bodies[1].linearVelocity.x).toBeLessThan(1.4);
    const refused = () => roll(bareRigid.createWorld({ solver: bareSolver() }));
    expect(refused).toThrow(InputError);
    expect(refused).toThrow('rollingResistance');
  });

  it('with continuous collision enabled is bit-identical to the full solver, and otherwise does not sweep', () => {
    const shoot = (world: bareRigid.BareWorld): bareRigid.BareWorld => {
      world.createBody({
        type: 'static',
        shapes: [{ kind: 'polygon', vertices: polygon.rectangle(0.1, 4) }],
      });
      world.createBody({
        position: { x: -2, y: 0 },
        linearVelocity: { x: 200, y: 0 },
        shapes: [{ kind: 'circle', radius: 0.1 }],
      });
      for (let step = 0; step < 10; step++) world.step(1 / 60);
      return world;
    };
    const solver = bareSolver();
    const swept = shoot(bareRigid.createWorld({ solver }, { continuous: bareRigid.continuous }));
    expect(bareRigid.stateHash(swept)).toBe(bareRigid.stateHash(shoot(createWorld({ solver: full() }))));
    expect(swept.bodies[1].position.x).toBeLessThan(0);
    for (const world of [
      bareRigid.createWorld({ solver: bareSolver() }),
      createWorld({ solver: full(), continuous: false }),
      bareRigid.createWorld(
        { solver: bareSolver(), continuous: false },
        { continuous: bareRigid.continuous },
      ),
    ]) {
      expect(shoot(world).bodies[1].position.x).toBeGreaterThan(10);
    }
    const refused = () => bareRigid.createWorld({ solver: bareSolver(), continuous: true });
    expect(refused).toThrow(InputError);
    expect(refused).toThrow('continuous');
  });

  it('reports contacts and rows to a recorder only if created with tracing', () => {
    const rowsOf = (world: bareRigid.BareWorld): number[] => {
      fill(world, false);
      const recorder = new StepRecorder(world);
      for (let step = 0; step < 90; step++) world.step(1 / 60);
      return recorder.last!.contacts.flatMap(({ rows }) => rows.map(({ impulse }) => impulse));
    };
    const told = rowsOf(createWorld({ solver: full(), continuous: false }));
    expect(told.length).toBeGreaterThan(20);
    expect(rowsOf(bareRigid.createWorld({ solver: bareSolver({ isTold: true }) }))).toEqual(told);
    expect(rowsOf(bareRigid.createWorld({ solver: bareSolver() }))).toEqual([]);
  });

  it('rejects a joint kind it was created without, and the world does not change', () => {
    const world = bareRigid.createWorld({ solver: bareSolver() });
    fill(world, false);
    const before = bareRigid.stateHash(world);
    const [, bodyA, bodyB] = world.bodies;
    const weld = () => bareRigid.createJoint(world, { kind: 'weld', bodyA, bodyB });
    expect(weld).toThrow(InputError);
    expect(weld).toThrow('kind: expected a joint the solver of this world can do: none, got "weld"');
    expect(world.joints).toEqual([]);
    expect(bareRigid.stateHash(world)).toBe(before);
  });
});
