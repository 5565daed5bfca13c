import { expect, test } from 'vitest';
import { ClothError, createClothCpu, tearing } from '../src/index.js';

const messageOf = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(ClothError);
    return (error as ClothError).message;
  }
  return 'nothing was refused';
};

test('a message shows what was refused: lists by their length, objects by their first fields', () => {
  const make = (definition: object) => messageOf(() => createClothCpu(definition));
  const zero = { x: 0, y: 0, z: 0 };
  for (const [definition, message] of [
    [{ gravity: 9.8 }, 'definition.gravity: expected { x, y, z }, got 9.8'],
    [{ center: { x: 0, y: '1' } }, "definition.center.y: expected a finite number, got '1'"],
    [{ density: [1, 2] }, 'definition.density.length: expected 2601 (one a particle), got 2'],
    [{ shape: new Float32Array(3) }, 'definition.shape: expected a function, got Float32Array of length 3'],
    [
      { tethers: () => 1 },
      "definition.tethers: expected true, false, 'auto' or a number >= 1, got a function",
    ],
    [{ tearing: { strain: 0.3 } }, 'definition.tearing: expected tearing(), got Object { strain: 0.3 }'],
    [{ colliders: new Map() }, 'definition.colliders: expected a list of colliders, got Map {  }'],
    [
      { colliders: { a: zero, b: null, c: 'c', d: [1], e: 5 } },
      "expected a list of colliders, got Object { a: Object, b: null, c: 'c', d: Array of length 1 }",
    ],
    [
      { colliders: [{ type: 'box', center: zero, halfSizes: zero, rotation: { ...zero, w: 0 } }] },
      'definition.colliders[0].rotation: expected a length above zero, got Object { x: 0, y: 0, z: 0, w: 0 }',
    ],
  ] as const)
    expect(make(definition)).toContain(message);
  expect(createClothCpu({ columns: 2, rows: 2, tearing: tearing() }).status).toBe('running');
});

test('a collider with a field that its kind does not have is refused: the misspelt one would have no effect', () => {
  const colliders = (collider: object) => () =>
    createClothCpu({ columns: 2, rows: 2, colliders: [collider as never] });
  const center = { x: 0, y: -9, z: 0 };
  for (const [collider, message] of [
    [
      { type: 'sphere', center, radius: 1, fricton: 1 },
      'colliders[0].fricton: expected one of type, friction, center, radius',
    ],
    [
      { type: 'box', center, halfSizes: center, radius: 1 },
      'colliders[0].radius: expected one of type, friction, center, halfS',
    ],
    [
      { type: 'constructor', center },
      'colliders[0].type: expected one of plane, sphere, capsule, box, field',
    ],
    [null, 'colliders[0].type: expected one of plane'],
  ] as const) {
    expect(colliders(collider as object)).toThrow(ClothError);
    expect(colliders(collider as object)).toThrow(message);
  }
  const cloth = createClothCpu({ columns: 2, rows: 2, colliders: [{ type: 'sphere', center, radius: 1 }] });
  const moved = [{ type: 'sphere', center, radius: 1, velocity: center }] as never;
  expect(() => cloth.moveColliders(moved)).toThrow('colliders[0].velocity: expected one of');
});

test('milliseconds in place of seconds are told, after a second of such frames', () => {
  const cloth = createClothCpu({ columns: 2, rows: 2 });
  const frames = (seconds: number, count: number) => {
    for (let k = 0; k < count; k++) cloth.advance(seconds);
  };
  frames(16.7, 60);
  frames(1 / 60, 1); // those were pauses
  frames(60, 200); // timers of a page in the background
  frames(16.7, 60);
  expect(() => cloth.advance(16.7)).toThrow(ClothError);
  expect(() => cloth.advance(16.7)).toThrow('deltaSeconds: expected seconds, not milliseconds, got 16.7');
  frames(1 / 60, 100);
});

test('a step takes the length that the cloth has, and no other', () => {
  const cloth = createClothCpu({ columns: 2, rows: 2 });
  cloth.step(1 / 60);
  const message = "seconds: expected 0.016666666666666666, the cloth's stepSeconds, got";
  for (const seconds of [1 / 120, 16, null, '1'])
    expect(messageOf(() => cloth.step(seconds as number))).toBe(
      `${message} ${typeof seconds === 'string' ? "'1'" : seconds}`,
    );
  expect(cloth.stepCount).toBe(1);
});

test('assigning what a cloth does not have throws in plain JavaScript, with the name', () => {
  const cloth = createClothCpu({ columns: 2, rows: 2 });
  for (const name of ['wind', 'gravity', 'substeps', 'paused'])
    expect(() => Object.assign(cloth, { [name]: { x: 1, y: 0, z: 0 } })).toThrow(new RegExp(name));
  expect(() => Object.assign(cloth.parameters.wind, { x: 1 })).toThrow(TypeError);
  const addPin = () => (cloth.pins as number[]).push(4);
  expect(addPin).toThrow(TypeError);
  cloth.setPin(3);
  expect(addPin).toThrow(TypeError);
  expect(cloth.pins).toEqual([0, 2, 3]);
});

test('a name from elsewhere, or a shorter one, leads to the right field', () => {
  const make = (definition: object) => messageOf(() => createClothCpu(definition));
  for (const [definition, meant] of [
    [{ cols: 3 }, 'columns'],
    [{ pinned: 'topEdge' }, 'pins'],
    [{ timeStep: 0.1 }, 'stepSeconds'],
    [{ stiffness: 1 }, 'stretchCompliance, the inverse of a stiffness'],
    [{ positions: [] }, 'mesh: { positions, triangles }'],
    [{ mesh: { positions: [], indices: [] } }, 'triangles'],
    [{ colliders: [{ kind: 'sphere' }] }, 'type'],
  ] as const)
    expect(make(definition)).toMatch(new RegExp(`: expected one of .* \\(did you mean ${meant}\\?\\), got `));
  expect(make({ qqq: 1 })).not.toContain('did you mean');
  expect(make({ gravity: [0, -9.8, 0] })).toBe(
    'definition.gravity: expected { x, y, z }, got Array of length 3',
  );
});

test('parameters cannot be assigned: the error tells how they are changed', () => {
  const cloth = createClothCpu({ columns: 2, rows: 2 });
  for (const name of Object.keys(cloth.parameters))
    expect(messageOf(() => Object.assign(cloth, { [name]: 1 }))).toBe(
      `cloth.${name}: expected setParameters({ ${name} }), got 1`,
    );
  expect(() => Object.assign(cloth, { level: 1 })).toThrow(TypeError);
});
