import { describe, expect, test } from 'vitest';
import {
  moveParticles,
  particleFloats,
  particleStride,
  scatterParticles,
  workgroupCount,
} from '../src/raw/particles.js';

/** Park-Miller generator: the same particles in every run. */
function seeded(): () => number {
  let state = 20220601;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const particles = scatterParticles(100, seeded());

describe('particles', () => {
  test('10.6.4: 100 particles are 3200 bytes at stride 32, and 2 workgroups cover them', () => {
    expect(particles.byteLength).toBe(3200);
    expect(particleStride).toBe(32);
    expect(workgroupCount(100)).toBe(2);
    expect(workgroupCount(64)).toBe(1);
    expect(workgroupCount(65)).toBe(2);
  });

  test('they start in the box, slower than 0.005 a frame at 60 frames a second', () => {
    for (let i = 0; i < particles.length; i += particleFloats) {
      for (let axis = 0; axis < 3; axis++) {
        expect(Math.abs(particles[i + axis])).toBeLessThanOrEqual(1);
        expect(Math.abs(particles[i + 4 + axis])).toBeLessThanOrEqual(0.3);
      }
      expect(particles[i + 3]).toBe(1);
      expect(particles[i + 7]).toBe(1);
    }
  });

  test('they never leave the box, however long the step', () => {
    for (const seconds of [1 / 240, 1 / 60, 0.1, 1, 10, 1000]) {
      let now = particles;
      for (let step = 0; step < 200; step++) {
        now = moveParticles(now, seconds);
        expect(now.every((value, i) => i % particleFloats > 2 || Math.abs(value) <= 1)).toBe(true);
      }
    }
  });

  test('a bounce reflects: 0.02 past the wall is 0.02 before it, and the velocity turns round', () => {
    const one = new Float32Array([0.99, -0.99, 0, 1, 0.3, -0.3, 0.1, 1]);
    const moved = moveParticles(one, 0.1);
    expect(moved[0]).toBeCloseTo(0.98, 6);
    expect(moved[1]).toBeCloseTo(-0.98, 6);
    expect(moved[2]).toBeCloseTo(0.01, 6);
    expect([...moved.subarray(4)]).toEqual([...new Float32Array([-0.3, 0.3, 0.1, 1])]);
  });

  test('their speed does not depend on the frame rate: 8 s at 30, 60 and 144 frames a second end alike', () => {
    const after = (rate: number) => {
      let now = particles;
      for (let step = 0; step < 8 * rate; step++) now = moveParticles(now, 1 / rate);
      return now;
    };
    const reference = moveParticles(particles, 8);
    for (const rate of [30, 60, 144]) {
      const now = after(rate);
      // float32 positions: 1152 rounding errors of at most 6e-8 each
      for (let i = 0; i < now.length; i++) expect(Math.abs(now[i] - reference[i])).toBeLessThan(7e-5);
    }
  });
});
