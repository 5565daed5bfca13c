/**
 * Setters of joints agree with definitions: a joint of any kind can be given later what its definition could have had, and acts like it;
 * what a definition of the kind refuses, its setter refuses too.
 */
import { type Body, createWorld, type Joint, type JointDefinition, type World } from '@otedama/rigid';
import { describe, expect, test } from 'vitest';
import { createSoftStep } from '../src/index.js';

/** The least that a definition of each kind has to say. */
const kinds: Record<string, object> = {
  grab: { target: { x: 1, y: 3 } },
  distance: { localAnchorA: { x: 0.2, y: 0 } },
  rope: { localAnchorA: { x: 0.2, y: 0 } },
  revolute: { worldAnchor: { x: 0.1, y: 2 } },
  prismatic: { worldAnchor: { x: 0.1, y: 2 }, localAxisA: { x: 0.6, y: 0.8 } },
  // stiff, because a weld with a spring between its points has one of its angle too, unless it is told otherwise
  weld: { worldAnchor: { x: 0.1, y: 2 }, angularHertz: 0 },
  wheel: { worldAnchor: { x: 0.1, y: 2 }, localAxisA: { x: 0.6, y: 0.8 } },
  motor: {},
  gear: {},
  pulley: { groundAnchorA: { x: -1, y: 6 }, groundAnchorB: { x: 1, y: 6 } },
  ratchet: { pitch: 0.3 },
  groove: { grooveStart: { x: 0, y: 0 }, grooveEnd: { x: 3, y: 0.5 } },
  rotarySpring: {},
  rotaryLimit: {},
  friction: {},
  filter: {},
};

/** What can be set: the fields of definitions that say it, a value, an impossible value, and how a joint is given it. */
interface Setting {
  readonly fields: readonly string[];
  readonly value: unknown;
  readonly wrong: unknown;
  readonly set: (joint: Joint, value: never) => void;
  /** Fields that a definition has with it, which `set` sets too. */
  readonly more?: object;
}

const settings: Record<string, Setting> = {
  target: {
    fields: ['target'],
    value: { x: 2, y: 1 },
    wrong: { x: NaN, y: 0 },
    set: (j, v) => (j.target = v),
  },
  localAxisA: {
    fields: ['localAxisA'],
    value: { x: 0, y: 1 },
    wrong: { x: 0, y: 0 },
    set: (j, v) => (j.localAxisA = v),
  },
  linearOffset: {
    fields: ['linearOffset'],
    value: { x: 1, y: 2 },
    wrong: { x: 0, y: Infinity },
    set: (j, v) => (j.linearOffset = v),
  },
  rest: {
    fields: ['length', 'maximumLength', 'springTranslation', 'springAngle', 'restAngle', 'angularOffset'],
    value: 0.7,
    wrong: NaN,
    set: (j, v) => (j.rest = v),
  },
  ratio: { fields: ['ratio'], value: 1.5, wrong: 0, set: (j, v) => (j.ratio = v) },
  motorSpeed: { fields: ['motorSpeed'], value: 2, wrong: 1e13, set: (j, v) => (j.motorSpeed = v) },
  maximumForce: {
    fields: ['maximumForce', 'maximumMotorForce'],
    value: 5,
    wrong: -1,
    set: (j, v) => (j.maximumForce = v),
  },
  maximumTorque: {
    fields: ['maximumTorque', 'maximumMotorTorque'],
    value: 3,
    wrong: -1,
    set: (j, v) => (j.maximumTorque = v),
  },
  breakForce: { fields: ['breakForce'], value: 2, wrong: 0, set: (j, v) => (j.breakForce = v) },
  breakTorque: { fields: ['breakTorque'], value: 1, wrong: -2, set: (j, v) => (j.breakTorque = v) },
  limits: {
    fields: ['lower'],
    value: 0.05,
    wrong: 0.5,
    set: (j, lower) => j.setLimits(lower, 0.2),
    more: { upper: 0.2 },
  },
  spring: {
    fields: ['hertz'],
    value: 2,
    wrong: -1,
    set: (j, hertz) => j.setSpring(hertz, 0.4),
    more: { dampingRatio: 0.4 },
  },
  angularSpring: {
    fields: ['angularHertz'],
    value: 2,
    wrong: -1,
    set: (j, hertz) => j.setAngularSpring(hertz, 0.4),
    more: { angularDampingRatio: 0.4 },
  },
};

const worldOf = (): World => {
  const world = createWorld({ solver: createSoftStep(), gravity: { x: 1, y: -10 } });
  for (const x of [-1, 1]) {
    world.createBody({
      position: { x, y: 2 },
      angle: 0.2 * x,
      angularVelocity: 1 + x,
      shapes: [
        { kind: 'circle', radius: 0.4 },
        { kind: 'circle', radius: 0.2, center: { x: 0.3 * x, y: 0.3 } },
      ],
    });
  }
  return world;
};

function join(world: World, kind: string, more: object = {}): Joint {
  const [bodyA, bodyB] = world.bodies;
  const bodies = kind === 'grab' ? { body: bodyB } : { bodyA, bodyB };
  return world.createJoint({ kind, ...bodies, ...kinds[kind], ...more } as unknown as JointDefinition<Body>);
}

const after = (world: World): unknown => {
  for (let k = 0; k < 25; k++) world.step(1 / 60);
  return [
    world.joints.length,
    ...world.bodies.map(({ position: p, angle }) => [p.x, p.y, angle].map((x) => x.toFixed(9))),
  ];
};

describe.each(Object.entries(settings))('%s', (_name, { fields, value, wrong, set, more: others }) => {
  /** The field as a definition of the kind has it, or null. A definition refuses fields that it does not know. */
  const definedBy = (kind: string): object | null => {
    for (const field of fields) {
      const more = { [field]: value, ...others };
      try {
        join(worldOf(), kind, more);
        return more;
      } catch (error) {
        expect(String(error)).toContain(field);
      }
    }
    return null;
  };

  test.each(Object.keys(kinds))('of a %s', (kind) => {
    const world = worldOf();
    const joint = join(world, kind);
    const more = definedBy(kind);
    if (more === null) {
      const free = worldOf();
      join(free, kind);
      expect(() => set(joint, value as never)).toThrow(`got "${kind}"`);
      expect(after(world)).toEqual(after(free));
      return;
    }
    expect(() => set(joint, wrong as never)).toThrow(': expected');
    set(joint, value as never);
    const defined = worldOf();
    join(defined, kind, more);
    expect(after(world)).toEqual(after(defined));
  });
});
