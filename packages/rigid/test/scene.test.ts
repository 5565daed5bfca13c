import { InputError, polygon } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import {
  type BodyDefinition,
  createWorld,
  jointKinds,
  loadScene,
  parseScene,
  type Scene,
  type ShapeDefinition,
  type Solver,
  serializeScene,
  toScene,
  type World,
} from '../src/index.js';
import { createSoftBody } from '../src/world-soft-bodies.js';
import { box, circle, floor } from './helpers/shapes.js';
import { ghostSolver, simpleSolver } from './helpers/simple-solver.js';

const scene: Scene = {
  format: 'otedama-scene',
  version: 1,
  name: 'mixed',
  title: 'Mixed',
  gravity: { x: 0, y: -9.8 },
  timeStep: 0.02,
  bodies: [
    {
      type: 'static',
      shapes: [floor(0, { friction: 0.3, filter: { category: 2, mask: 0xfffffffe, group: -3 } })],
    },
    {
      name: 'box',
      position: { x: 0.1, y: 3.3 },
      angle: 0.7,
      linearVelocity: { x: 1, y: -2 },
      angularVelocity: 0.25,
      gravityScale: 0.5,
      linearDamping: 0.1,
      color: [0, 0.5, 1],
      shapes: [
        box(1, 2, { restitution: 0.5, density: 3, frictionCombine: 'minimum' }),
        circle(0.4, { sensor: true }),
      ],
    },
    {
      type: 'kinematic',
      position: { x: 5, y: 1 },
      angularVelocity: 1,
      shapes: [box(3, 0.2, { hitEvents: true })],
    },
    {
      position: { x: -4, y: 2 },
      mass: 7,
      bullet: true,
      allowSleep: false,
      enabled: false,
      shapes: [circle(1)],
    },
  ],
  joints: [{ kind: 'grab', body: 1, localAnchor: { x: 0, y: 1 }, target: { x: 2, y: 4 }, hertz: 3 }],
  character: { position: { x: -3, y: 1 } },
  camera: { x: 0, y: 2, halfHeight: 6, halfWidth: 9 },
  settings: { simple: { iterations: 8 } },
};

/** A solver that accepts soft bodies and joints of every kind but ignores them. */
function jointedSolver(): Solver {
  const solver = simpleSolver();
  return {
    ...solver,
    capabilities: { ...solver.capabilities, joints: jointKinds, softBodies: createSoftBody },
  };
}

/** The scene with one value replaced. */
function broken(path: string, value: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(scene));
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop()!;
  let place = copy;
  for (const key of keys) place = place[key];
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

describe('scenes', () => {
  it('R13 serialise, parse, serialise gives the same text', () => {
    const text = serializeScene(scene);
    expect(serializeScene(parseScene(text))).toBe(text);
  });

  it('R13 a loaded world, stepped or not, is written, loaded and written to the same text', () => {
    for (const steps of [0, 1, 25, 100]) {
      const world = loadScene(scene, { solver: simpleSolver() });
      for (let k = 0; k < steps; k++) world.step(scene.timeStep);
      const text = serializeScene(toScene(world, scene));
      const again = loadScene(parseScene(text), { solver: simpleSolver() });
      expect(serializeScene(toScene(again, scene))).toBe(text);
    }
  });

  it('keeps all data of the scene', () => {
    const world = loadScene(scene, { solver: simpleSolver() });
    const written = toScene(world, scene);
    expect(written.bodies[1]).toMatchObject({ ...scene.bodies[1], shapes: scene.bodies[1].shapes });
    expect(written.bodies[3]).toMatchObject({ mass: 7, bullet: true, allowSleep: false, enabled: false });
    expect(written.joints?.[0]).toMatchObject(scene.joints![0]);
    expect(written.settings).toEqual(scene.settings);
    expect(world.gravity).toEqual({ x: 0, y: -9.8 });
  });

  it('each option that is not the default comes back alone, and nothing else does', () => {
    const shapes: Partial<ShapeDefinition>[] = [
      {},
      { density: 2 },
      { friction: 0.9 },
      { restitution: 0.5 },
      { tangentSpeed: -2 },
      { rollingResistance: 0.1 },
      { frictionCombine: 'minimum' },
      { restitutionCombine: 'average' },
      { sensor: true },
      { sensor: true, density: 1 },
      { filter: { category: 2, mask: 0xffffffff, group: 0 } },
      { filter: { category: 1, mask: 5, group: 0 } },
      { filter: { category: 1, mask: 0xffffffff, group: -7 } },
      { contactEvents: false },
      { hitEvents: true },
      { preSolveEvents: true },
    ];
    const bodies: BodyDefinition[] = [
      { name: 'crate' },
      { type: 'kinematic' },
      { angle: 0.7 },
      { linearVelocity: { x: 1, y: 0 } },
      { linearVelocity: { x: 0, y: -1 } },
      { angularVelocity: 3 },
      { mass: 7 },
      { gravityScale: 0 },
      { linearDamping: 0.2 },
      { angularDamping: 0.3 },
      { fixedRotation: true },
      { lockX: true },
      { lockY: true },
      { bullet: true },
      { allowFastRotation: true },
      { allowSleep: false },
      { awake: false },
      { enabled: false },
      { color: [1, 0.5, 0] },
    ];
    const at = (k: number) => ({ x: 3 * k, y: 0 });
    const whole: Scene = {
      ...scene,
      category: 'Tests',
      description: 'All options.',
      bodies: [
        ...shapes.map(
          (options, k): BodyDefinition => ({
            type: 'dynamic',
            position: at(k),
            shapes: [circle(1, options)],
          }),
        ),
        ...bodies.map(
          (options, k): BodyDefinition => ({
            type: 'dynamic',
            position: at(-1 - k),
            shapes: [circle(1)],
            ...options,
          }),
        ),
      ],
      joints: [{ kind: 'filter', bodyA: 0, bodyB: 1 }],
      softBodies: [{ outline: polygon.rectangle(1, 1), position: at(99), angle: 0 }],
      fields: [
        { kind: 'wind', velocity: { x: 1, y: 2 }, lift: 0 },
        { kind: 'buoyancy', surface: { x: 0, y: -9 } },
      ],
    };
    const solver = jointedSolver();
    const capabilities = { ...solver.capabilities, tangentSpeed: true, rollingResistance: true };
    const written = toScene(loadScene(whole, { solver: { ...solver, capabilities } }), whole);
    expect(written.softBodies).toHaveLength(1);
    expect({ ...written, softBodies: whole.softBodies }).toEqual(whole);
  });

  it('a sleeping body stays asleep, jointed or in a field, unless it is jointed to an awake body', () => {
    const at = (x: number, awake: boolean) => ({ position: { x, y: 0.5 }, awake, shapes: [circle(0.5)] });
    const sleepy: Scene = {
      ...scene,
      bodies: [{ type: 'static', shapes: [floor()] }, at(0, false), at(2, false), at(5, false), at(7, true)],
      joints: [
        { kind: 'distance', bodyA: 1, bodyB: 2 },
        { kind: 'rope', bodyA: null, bodyB: 2, maximumLength: 9 },
        { kind: 'distance', bodyA: 3, bodyB: 4 },
      ],
      fields: [{ kind: 'wind', velocity: { x: 1, y: 0 } }],
    };
    const world = loadScene(sleepy, { solver: jointedSolver() });
    const awake = (): boolean[] => world.bodies.map(({ isAwake }) => isAwake);
    expect(awake()).toEqual([false, false, false, true, true]);
    world.step(1 / 60);
    expect(awake()).toEqual([false, false, false, true, true]);
    expect(world.events.bodyWake.map(({ body }) => body.id)).toEqual([3]);
    // a joint created later does wake the bodies
    world.createJoint({ kind: 'distance', bodyA: world.bodies[1], bodyB: world.bodies[2] });
    expect(awake()).toEqual([false, true, true, true, true]);
  });

  it('needs a description', () => {
    const write = toScene as (world: World, description?: unknown) => Scene;
    const world = createWorld({ solver: simpleSolver() });
    for (const description of [undefined, null, 'name', []]) {
      expect(() => write(world, description)).toThrow(/^description: expected an object/);
    }
    for (const description of [undefined, world])
      expect(() => write(world, description)).toThrow('toScene(world, { name');
  });

  it('a world, a text and an object in place of each other lead to what makes one of the other', () => {
    const world = createWorld({ solver: simpleSolver() });
    expect(() => serializeScene(world as never)).toThrow('toScene(world');
    expect(() => loadScene(world as never, { solver: simpleSolver() })).toThrow('toScene(world');
    expect(() => loadScene(serializeScene(scene) as never, { solver: simpleSolver() })).toThrow('parseScene');
    expect(() => parseScene(scene as never)).toThrow('loadScene');
  });

  it('keeps a friction of 0, the default under a solver without friction, and its shapes accept their own material', () => {
    const solver = simpleSolver();
    const smooth = { ...solver, capabilities: { ...solver.capabilities, friction: false } };
    const world = createWorld({ solver: smooth });
    const [shape] = world.createBody({ shapes: [circle(1)] }).shapes;
    expect(shape.material.friction).toBe(0);
    shape.setMaterial(shape.material);
    const [written] = toScene(world, scene).bodies[0].shapes!;
    expect(written.friction).toBe(0);
    expect(loadScene(toScene(world, scene), { solver: smooth }).bodies[0].shapes[0].material).toEqual(
      shape.material,
    );
    const rough = createWorld({ solver }).createBody({ shapes: [circle(1)] });
    expect(rough.shapes[0].material.friction).toBe(0.6);
  });

  it('omits a grab joint of a body made static, and joints to particles', () => {
    const world = createWorld({ solver: jointedSolver() });
    const [held, free] = [0, 3].map((x) =>
      world.createBody({ position: { x, y: 0 }, shapes: [circle(0.2)] }),
    );
    const jelly = world.createSoftBody({ outline: polygon.rectangle(1, 1), position: { x: 9, y: 0 } });
    world.createJoint({ kind: 'grab', body: held, target: { x: 1, y: 1 } });
    world.createJoint({ kind: 'grab', body: free, target: { x: 1, y: 1 } });
    world.createJoint({ kind: 'grab', body: jelly.particles[0], target: { x: 1, y: 1 } });
    world.createJoint({ kind: 'distance', bodyA: jelly.particles[1], bodyB: free });
    held.type = 'static';
    const written = toScene(world, scene);
    expect(written.joints?.map((joint) => [joint.kind, (joint as { body: number }).body])).toEqual([
      ['grab', 1],
    ]);
    expect(loadScene(written, { solver: jointedSolver() }).joints).toHaveLength(1);
  });

  it('joints are recreated bit-identically, for any direction of their axes', () => {
    const world = createWorld({ solver: jointedSolver() });
    const [bodyA, bodyB] = [0, 1].map((x) =>
      world.createBody({ position: { x, y: 0 }, shapes: [circle(0.2)] }),
    );
    for (let k = 0; k < 500; k++) {
      const x = 0.37 * k - 80;
      const y = 1 + 0.013 * k * k;
      const localAxisA = { x, y };
      const groove = { grooveStart: { x: 0.1 * x, y: 0.3 }, grooveEnd: { x: y / 3, y: x / 7 } };
      for (const joint of [
        world.createJoint({ kind: 'prismatic', bodyA, bodyB, localAxisA }),
        world.createJoint({ kind: 'groove', bodyA, bodyB, ...groove }),
      ]) {
        const definition = joint.toDefinition();
        expect(world.createJoint(definition).toDefinition()).toEqual(definition);
      }
    }
  });

  it('the same scene creates the same world', () => {
    const hash = () => {
      const world = loadScene(scene, { solver: simpleSolver() });
      for (let k = 0; k < 50; k++) world.step(scene.timeStep);
      return world.stateHash();
    };
    expect(hash()).toBe(hash());
  });

  it.each<[path: string, value: unknown, field: string]>([
    ['format', 'box2d', 'format'],
    ['version', 2, 'version'],
    ['name', '', 'name'],
    ['gravity', null, 'gravity'],
    ['gravity.y', 'down', 'gravity.y'],
    ['timeStep', 0, 'timeStep'],
    ['timeStep', 16, 'timeStep'],
    ['bodies', {}, 'bodies'],
    ['bodies[1]', null, 'bodies[1]'],
    ['bodies[1].type', 'ghost', 'bodies[1].type'],
    ['bodies[1].positon', { x: 0, y: 0 }, 'bodies[1].positon'],
    ['bodies[1].position.x', null, 'bodies[1].position.x'],
    ['bodies[1].angle', '1', 'bodies[1].angle'],
    ['bodies[1].linearVelocity.y', 1e300, 'bodies[1].linearVelocity.y'],
    ['bodies[1].linearDamping', -1, 'bodies[1].linearDamping'],
    ['bodies[1].color', [0, 1], 'bodies[1].color'],
    ['bodies[1].color[2]', 1.5, 'bodies[1].color[2]'],
    ['bodies[1].name', 3, 'bodies[1].name'],
    ['bodies[3].mass', 0, 'bodies[3].mass'],
    ['bodies[3].bullet', 1, 'bodies[3].bullet'],
    ['bodies[3].shapes', {}, 'bodies[3].shapes'],
    ['bodies[3].shapes[0].kind', 'ellipse', 'bodies[3].shapes[0].kind'],
    ['bodies[3].shapes[0].radius', -1, 'bodies[3].shapes[0].radius'],
    ['bodies[3].shapes[0].vertices', [], 'bodies[3].shapes[0].vertices'],
    ['bodies[1].shapes[0].density', -1, 'bodies[1].shapes[0].density'],
    ['bodies[1].shapes[0].friction', -0.1, 'bodies[1].shapes[0].friction'],
    ['bodies[1].shapes[0].restitution', 1.1, 'bodies[1].shapes[0].restitution'],
    ['bodies[1].shapes[0].frictionCombine', 'sum', 'bodies[1].shapes[0].frictionCombine'],
    ['bodies[1].shapes[1].sensor', 'yes', 'bodies[1].shapes[1].sensor'],
    ['bodies[0].shapes[0].filter.mask', 0.5, 'bodies[0].shapes[0].filter.mask'],
    ['bodies[0].shapes[0].filter.group', 0.5, 'bodies[0].shapes[0].filter.group'],
    ['joints[0].kind', 'glue', 'joints[0].kind'],
    ['joints[0].body', 9, 'joints[0].body'],
    ['joints[0].body', 0, 'joints[0].body'],
    ['joints[0].hertz', 0, 'joints[0].hertz'],
    ['character', 'me', 'character'],
    ['character.shape', {}, 'character.shape'],
    ['character.position.y', null, 'character.position.y'],
    ['camera.halfHeight', 0, 'camera.halfHeight'],
    ['camera.halfWidth', -2, 'camera.halfWidth'],
    ['settings.simple', 3, 'settings.simple'],
  ])('an invalid scene: %s = %j names its path', (path, value, field) => {
    const text = JSON.stringify(broken(path, value));
    let error: unknown;
    try {
      parseScene(text);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).field).toBe(field);
    expect((error as InputError).message).toContain(field);
    expect((error as InputError).expected).not.toBe('');
  });

  it('a clockwise polygon is reported as clockwise, with its path', () => {
    const vertices = [
      ...(scene.bodies[1].shapes![0] as unknown as { vertices: object[] }).vertices,
    ].reverse();
    expect(() => parseScene(JSON.stringify(broken('bodies[1].shapes[0].vertices', vertices)))).toThrow(
      /bodies\[1\]\.shapes\[0\]\.vertices.*clockwise/,
    );
  });

  it('text that is not JSON throws a named error', () => {
    expect(() => parseScene('{')).toThrow(InputError);
  });

  it('a feature unsupported by the solver throws a named error when the world is built', () => {
    expect(() => loadScene(scene, { solver: ghostSolver() })).toThrow(
      /bodies\[1\]\.shapes\[0\]\.restitution/,
    );
    const plain = {
      ...scene,
      bodies: [{ shapes: [circle(1)] }],
      joints: [{ kind: 'grab' as const, body: 0 }],
    };
    expect(() => loadScene(plain, { solver: ghostSolver() })).toThrow(/joints\[0\]\.kind/);
    expect(() => loadScene(plain, undefined as never)).toThrow('definition: expected an object');
  });
});
