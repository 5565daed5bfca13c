import { expect, test } from 'vitest';
import { createClothCpu, type Vector3 } from '../src/index.js';

/** A vector like Babylon.js's: its coordinates are accessors of the class, and it is mutable. */
class ForeignVector {
  _x: number;
  _y: number;
  _z: number;
  constructor(x: number, y: number, z: number) {
    this._x = x;
    this._y = y;
    this._z = z;
  }
  get x(): number {
    return this._x;
  }
  get y(): number {
    return this._y;
  }
  get z(): number {
    return this._z;
  }
}

type Make = (x: number, y: number, z: number) => Vector3;

/** Passes vectors to every function of a cloth that accepts them, and returns the resulting state. */
function play(make: Make) {
  const ball = { type: 'sphere', radius: 0.3 } as const;
  const rod = { type: 'capsule', radius: 0.1 } as const;
  const cloth = createClothCpu({
    columns: 6,
    rows: 6,
    center: make(0, 1, 0),
    velocity: make(0.1, 0, 0.2),
    gravity: make(1, -9, 0),
    wind: make(2, 0, 1),
    drag: 0.5,
    colliders: [
      { type: 'plane', point: make(0, -1, 0), normal: make(0, 2, 0) },
      { ...ball, center: make(0, 0, -1) },
      { ...rod, from: make(-1, 0, 0.2), to: make(1, 0, 0.2) },
    ],
  });
  cloth.grabParticle(1, 24, make(0, 0.5, 0));
  for (let step = 0; step < 60; step++) {
    const z = step / 60;
    cloth.moveColliders([
      { type: 'plane', point: make(0, -1, 0), normal: make(0, 2, 0) },
      { ...ball, center: make(0, 0, z - 1) },
      { ...rod, from: make(-1, 0, 0.2), to: make(1, 0, 0.2) },
    ]);
    if (step === 30) cloth.setParameters({ gravity: make(0, -8, 1), wind: make(0, 0, 3) });
    cloth.moveGrab(1, { origin: make(0, 0.5, -3 + z), direction: make(0, 0, 1) });
    cloth.step();
  }
  cloth.release(1, make(0, 1, 0));
  cloth.setPin(3, make(0, 1, 0.3));
  cloth.step();
  return { positions: [...cloth.positions], gravity: cloth.parameters.gravity, colliders: cloth.colliders };
}

test('vectors of other libraries do as plain ones, and are copied', () => {
  const plain = play((x, y, z) => ({ x, y, z }));
  expect(plain.positions.every(Number.isFinite)).toBe(true);
  const made: ForeignVector[] = [];
  const foreign = play((x, y, z) => {
    const vector = new ForeignVector(x, y, z);
    made.push(vector);
    return vector;
  });
  for (const vector of made) vector._x = 1000;
  expect(foreign).toEqual(plain);
});
