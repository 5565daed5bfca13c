import { describe, expect, it } from 'vitest';
import {
  BODY_ENABLED,
  BODY_FAST_ROTATION,
  BODY_FROZEN,
  BODY_STRIDE,
  BodyStore,
  C,
  CX,
  CY,
  DAMPING_STRIDE,
  DC,
  DX,
  DYNAMIC,
  EXTENT,
  FX,
  finalizePoses,
  INV_INERTIA,
  INV_MASS,
  integratePositions,
  integrateVelocities,
  KINEMATIC,
  LINEAR_DAMPING,
  LX,
  S,
  VX,
  VY,
  W,
  X,
  Y,
} from '../src/index.js';

function dynamicBody(bodies: BodyStore): number {
  const slot = bodies.allocate();
  bodies.type[slot] = DYNAMIC;
  bodies.flags[slot] |= BODY_ENABLED;
  bodies.mass[slot * BODY_STRIDE + INV_MASS] = 1;
  bodies.mass[slot * BODY_STRIDE + INV_INERTIA] = 1;
  bodies.setAwake(slot, true);
  return slot * BODY_STRIDE;
}

describe('integration', () => {
  it('D21 free fall from rest is the semi-implicit sum exactly, with and without substeps', () => {
    for (const substeps of [1, 4]) {
      const bodies = new BodyStore();
      const o = dynamicBody(bodies);
      const h = 1 / 60 / substeps;
      for (let step = 0; step < 60; step++) {
        for (let k = 0; k < substeps; k++) {
          integrateVelocities(bodies, 0, -10, h);
          integratePositions(bodies, h);
        }
        finalizePoses(bodies);
      }
      const n = 60 * substeps;
      expect(bodies.pose[o + CY]).toBeCloseTo((-10 * h * h * n * (n + 1)) / 2, 12);
      expect(bodies.motion[o + VY]).toBeCloseTo(-10, 12);
    }
  });

  it('10.2.12 free fall of 10 s loses the energy the method says', () => {
    const bodies = new BodyStore();
    const o = dynamicBody(bodies);
    for (let step = 0; step < 500; step++) {
      integrateVelocities(bodies, 0, -9.8, 0.02);
      integratePositions(bodies, 0.02);
      finalizePoses(bodies);
    }
    const y = bodies.pose[o + CY];
    const v = bodies.motion[o + VY];
    expect(y).toBeCloseTo(-490.98, 9);
    expect(0.5 * v * v + 9.8 * y).toBeCloseTo(-9.604, 9);
  });

  it('keeps spin to 1e-6 rad over 600 steps and the rotation a unit vector', () => {
    for (const spin of [0.1, 5, 40]) {
      const bodies = new BodyStore();
      const o = dynamicBody(bodies);
      bodies.motion[o + W] = spin;
      for (let step = 0; step < 600; step++) {
        integratePositions(bodies, 1 / 60);
        finalizePoses(bodies);
      }
      const c = bodies.pose[o + C];
      const s = bodies.pose[o + S];
      expect(c * c + s * s).toBeCloseTo(1, 14);
      const angle = spin * 10;
      expect(Math.abs(c - Math.cos(angle))).toBeLessThan(1e-6);
      expect(Math.abs(s - Math.sin(angle))).toBeLessThan(1e-6);
    }
  });

  it('turns about the centre of mass, not about the origin of the body', () => {
    const bodies = new BodyStore();
    const o = dynamicBody(bodies);
    bodies.pose[o + LX] = 2;
    bodies.pose[o + CX] = 2;
    bodies.motion[o + W] = Math.PI / 2;
    integratePositions(bodies, 1);
    finalizePoses(bodies);
    expect(bodies.pose[o + CX]).toBe(2);
    expect(bodies.pose[o + X]).toBeCloseTo(2, 9);
    expect(bodies.pose[o + Y]).toBeCloseTo(-2, 9);
  });

  it('D11 holds speeds to the limits, and spin only where fast rotation is not allowed', () => {
    const bodies = new BodyStore();
    const a = dynamicBody(bodies);
    const b = dynamicBody(bodies);
    bodies.flags[1] |= BODY_FAST_ROTATION;
    bodies.maximumAngularSpeed = 47;
    for (const o of [a, b]) {
      bodies.motion[o + VX] = 6_000;
      bodies.motion[o + VY] = -8_000;
      bodies.motion[o + W] = 400;
    }
    integrateVelocities(bodies, 0, 0, 1 / 60);
    expect(bodies.motion[a + VX]).toBeCloseTo(240, 9);
    expect(bodies.motion[a + VY]).toBeCloseTo(-320, 9);
    expect(bodies.motion[a + W]).toBe(47);
    expect(bodies.motion[b + W]).toBe(400);
  });

  it('holds what a solver made faster to the limits once more, and marks it; kinematic bodies go as they are told', () => {
    const bodies = new BodyStore();
    const ends = [false, true].map((isKinematic) => {
      const o = dynamicBody(bodies);
      if (isKinematic) bodies.type[o / BODY_STRIDE] = KINEMATIC;
      return o;
    });
    bodies.maximumAngularSpeed = 50;
    bodies.maximumTranslation = 5;
    for (const o of ends) bodies.motion.set([300, 400, 60, 0, -6, 8, 1, 0], o);
    finalizePoses(bodies);
    const [held, free] = ends.map((o) => [
      ...bodies.motion.subarray(o, o + 3),
      ...bodies.pose.subarray(o + CX, o + CX + 2),
    ]);
    for (const [k, value] of [240, 320, 50, -3, 4].entries()) expect(held[k]).toBeCloseTo(value, 12);
    expect(free).toEqual([300, 400, 60, -6, 8]);
    expect(bodies.hasRestrained).toBe(true);
    expect([...bodies.restrained.subarray(0, 2)]).toEqual([1, 0]);
  });

  it('holds what may turn fast to the largest spin that may be asked for, and any body that a solver spins beyond it', () => {
    const bodies = new BodyStore();
    bodies.maximumAngularSpeed = 50;
    const spins = [1e12, 1.1e12, -1e100, 1e100].map((spin, k) => {
      const o = dynamicBody(bodies);
      if (k < 3) bodies.flags[k] |= BODY_FAST_ROTATION;
      // slightly rotated, otherwise there would be nothing to finalise
      bodies.motion.set([0, 0, spin, 0, 0, 0, 0.8, 0.6], o);
      return o;
    });
    finalizePoses(bodies);
    expect(spins.map((o) => bodies.motion[o + W])).toEqual([1e12, 1e12, -1e12, 50]);
    expect([...bodies.restrained.subarray(0, 4)]).toEqual([0, 1, 1, 1]);
  });

  it('turns by 819 rad in a substep at most: any spin is done with in no time', () => {
    const turned = [819.2 * 60, 1e6, 1e12, 1e300, -1e300].map((spin) => {
      const bodies = new BodyStore();
      const o = dynamicBody(bodies);
      bodies.motion[o + W] = spin;
      integratePositions(bodies, 1 / 60);
      return [bodies.motion[o + DC], bodies.motion[o + DC + 1]];
    });
    expect(turned.slice(1)).toEqual([turned[0], turned[0], turned[0], [turned[0][0], -turned[0][1]]]);
    expect(Math.hypot(...turned[0])).toBeCloseTo(1, 12);
    // 1024 times the truncation error of the series
    expect(turned[0][0]).toBeCloseTo(Math.cos(819.2), 6);
  });

  it('forgets forces that wait for a body which leaves the simulation', () => {
    const bodies = new BodyStore();
    const o = dynamicBody(bodies);
    bodies.mass.set([3, 4, 5], o + FX);
    bodies.setAwake(o / BODY_STRIDE, false);
    expect([...bodies.mass.subarray(o + FX, o + FX + 3)]).toEqual([0, 0, 0]);
  });

  it('damps implicitly, without reversing a velocity however strong the damping', () => {
    const bodies = new BodyStore();
    const o = dynamicBody(bodies);
    bodies.damping[0 * DAMPING_STRIDE + LINEAR_DAMPING] = 1e6;
    bodies.motion[o + VX] = 3;
    integrateVelocities(bodies, 0, 0, 0.02);
    expect(bodies.motion[o + VX]).toBeGreaterThan(0);
    expect(bodies.motion[o + VX]).toBeLessThan(1e-3);
  });

  it('lists what may have to be swept, in the order of the awake bodies, until bodies move again', () => {
    const bodies = new BodyStore();
    // dx, dy, cosine and sine of the rotation
    const ways = [
      [0.0985, 0, 1, 0],
      [-0.0995, 0, 1, 0],
      [0, 0, 1, 0],
      [0.06, -0.05, 1, 0],
      [0.04, 0.04, 1, 0],
      [0, 0, -1, 0],
      [0.06, 0, Math.sqrt(1 - 0.05 ** 2), -0.05],
    ];
    for (const [k, way] of ways.entries()) {
      bodies.motion.set(way, dynamicBody(bodies) + DX);
      bodies.sweepLimit[k] = 0.1;
      bodies.damping[k * DAMPING_STRIDE + EXTENT] = 1;
    }
    bodies.setAwake(1, false);
    bodies.setAwake(1, true);
    const list = (): number[] => [...bodies.sweepCandidates.subarray(0, bodies.sweepCandidateCount)];
    expect(finalizePoses(bodies)).toBe(6);
    expect(list()).toEqual([6, 3, 5, 1]);
    expect(finalizePoses(bodies)).toBe(0);
    expect(list()).toEqual([6, 3, 5, 1]);
    expect(bodies.movements).toBe(1);
    bodies.motion[DX] = 0.01;
    expect(finalizePoses(bodies)).toBe(1);
    expect(list()).toEqual([]);
    expect(bodies.movements).toBe(2);
  });

  // a body that was moved by 2 mm, moves very slowly and is near another body, in a step that is not its turn
  const refitCandidates = (change: (bodies: BodyStore) => void, turn = 1): number => {
    const bodies = new BodyStore();
    dynamicBody(bodies);
    bodies.placementTolerance = 0.001;
    bodies.firstEdge[0] = 4;
    bodies.damping[EXTENT] = 2;
    bodies.motion[DX] = 0.002;
    bodies.motion[VX] = 0.0005;
    change(bodies);
    finalizePoses(bodies, turn);
    expect(bodies.stale[0]).toBe(1);
    if (bodies.refitCandidateCount > 0) expect(bodies.refitCandidates[0]).toBe(0);
    return bodies.refitCandidateCount;
  };

  it('does not list a stale body that creeps out of turn', () => {
    expect(refitCandidates(() => {})).toBe(0);
    for (let turn = 0; turn < 20; turn++)
      expect(refitCandidates(() => {}, turn)).toBe(turn % 8 === 0 ? 1 : 0);
    expect(refitCandidates(({ motion }) => (motion[VY] = -0.0004))).toBe(0);
    expect(refitCandidates(({ motion }) => (motion[W] = -0.0002))).toBe(0);
  });

  it.each<[string, (bodies: BodyStore) => void]>([
    ['is faster along x', ({ motion }) => (motion[VX] = -0.0011)],
    ['is faster along y', ({ motion }) => (motion[VY] = -0.0006)],
    ['turns faster', ({ motion }) => (motion[W] = -0.0003)],
    ['has turned', ({ motion }) => motion.set([Math.sqrt(1 - 0.021 ** 2), -0.021], DC)],
    ['has made half a turn', ({ motion }) => motion.set([-1, 0], DC)],
    ['has nothing near it', ({ firstEdge }) => (firstEdge[0] = -1)],
    ['is to be placed exactly', (bodies) => (bodies.placementTolerance = 0)],
    [
      'was stale and has not moved since',
      ({ motion, stale }) => {
        motion[DX] = 0;
        stale[0] = 1;
      },
    ],
    [
      'was stale and is frozen',
      ({ motion, stale }) => {
        motion[VX] = Number.NaN;
        stale[0] = 1;
      },
    ],
  ])('lists a stale body that %s', (_, change) => {
    expect(refitCandidates(change)).toBe(1);
  });

  it('R12 freezes a body at its last finite pose when velocity or displacement turn non-finite', () => {
    const bodies = new BodyStore();
    const a = dynamicBody(bodies);
    const b = dynamicBody(bodies);
    bodies.pose[b + CX] = 5;
    bodies.pose[b + X] = 5;
    bodies.mass[a + FX] = Number.NaN;
    integrateVelocities(bodies, 0, -10, 0.02);
    expect(bodies.flags[0] & BODY_FROZEN).toBe(BODY_FROZEN);
    expect(bodies.motion[a + VX]).toBe(0);
    expect(bodies.mass[a + INV_MASS]).toBe(0);
    bodies.motion[b + VX] = Number.POSITIVE_INFINITY;
    integratePositions(bodies, 0.02);
    finalizePoses(bodies);
    expect(bodies.flags[1] & BODY_FROZEN).toBe(BODY_FROZEN);
    expect(bodies.pose[b + X]).toBe(5);
  });

  it('a frozen body leaves nothing that is not finite in those that never move', () => {
    const bodies = new BodyStore();
    const ground = bodies.allocate() * BODY_STRIDE;
    const platform = dynamicBody(bodies);
    bodies.type[platform / BODY_STRIDE] = KINEMATIC;
    bodies.motion[platform + VX] = 2;
    const body = dynamicBody(bodies);
    // the result of an infinite impulse on an inverse mass of 0
    bodies.motion.fill(Number.NaN, ground, ground + 3);
    bodies.motion[body + VX] = Number.POSITIVE_INFINITY;
    integrateVelocities(bodies, 0, -10, 0.02);
    expect(bodies.flags[body / BODY_STRIDE] & BODY_FROZEN).toBe(BODY_FROZEN);
    expect([...bodies.motion.subarray(ground, ground + BODY_STRIDE)]).toEqual([0, 0, 0, 0, 0, 0, 1, 0]);
    expect(bodies.motion[platform + VX]).toBe(2);
  });
});
