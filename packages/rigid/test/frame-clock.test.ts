import { InputError } from '@otedama/math2d';
import { describe, expect, it } from 'vitest';
import { FrameClock } from '../src/index.js';

const nothing = () => undefined;

describe('FrameClock', () => {
  it('gives one step a frame when frames are as long as steps, despite rounding', () => {
    const clock = new FrameClock({ timeStep: 1 / 60 });
    for (let frame = 0; frame < 10_000; frame++) expect(clock.advance(1 / 60, nothing)).toBe(1);
  });

  it('takes as many steps as the elapsed time allows, and reports the fraction left to the next', () => {
    const clock = new FrameClock({ timeStep: 0.02 });
    const lengths: number[] = [];
    expect(clock.advance(0.05, (dt) => lengths.push(dt))).toBe(2);
    expect(lengths).toEqual([0.02, 0.02]);
    expect(clock.alpha).toBeCloseTo(0.5, 12);
    expect(clock.advance(0.005, nothing)).toBe(0);
    expect(clock.alpha).toBeCloseTo(0.75, 12);
    expect(clock.advance(0.005, nothing)).toBe(1);
    expect(clock.alpha).toBeCloseTo(0, 12);
    expect(clock.steps).toBe(3);
  });

  it('drops time beyond the longest frame', () => {
    const clock = new FrameClock({ timeStep: 0.02, maximumFrame: 0.1 });
    expect(clock.advance(60, nothing)).toBe(5);
    expect(clock.advance(0.02, nothing)).toBe(1);
  });

  it('scales time', () => {
    const clock = new FrameClock({ timeStep: 0.02, timeScale: 0.25 });
    let steps = 0;
    for (let frame = 0; frame < 100; frame++) steps += clock.advance(0.02, nothing);
    expect(steps).toBe(25);
    clock.timeScale = 0;
    expect(clock.advance(0.1, nothing)).toBe(0);
  });

  it('takes only requested steps while paused', () => {
    const clock = new FrameClock({ timeStep: 0.02, isPaused: true });
    expect(clock.advance(0.1, nothing)).toBe(0);
    clock.requestStep();
    expect(clock.advance(0.1, nothing)).toBe(1);
    expect(clock.alpha).toBe(1);
    expect(clock.advance(0.1, nothing)).toBe(0);
    clock.isPaused = false;
    expect(clock.advance(0.02, nothing)).toBe(1);
  });

  it('keeps the remaining steps due when one throws', () => {
    const clock = new FrameClock({ timeStep: 0.02 });
    expect(() =>
      clock.advance(0.05, () => {
        throw new Error('stop');
      }),
    ).toThrow('stop');
    expect(clock.advance(0, nothing)).toBe(1);
  });

  it('rejects invalid numbers by name', () => {
    expect(() => new FrameClock({ timeStep: 0 })).toThrow(InputError);
    // a rate, or milliseconds: no step would be due for a minute
    expect(() => new FrameClock({ timeStep: 60 })).toThrow(/timeStep: expected seconds, > 0 and at most 1/);
    expect(() => new FrameClock({ maximumFrame: Number.NaN })).toThrow('maximumFrame');
    expect(() => new FrameClock({ timestep: 1 / 50 } as never)).toThrow('timestep: expected one of timeStep');
    expect(() => new FrameClock({ isPaused: 'no' } as never)).toThrow('isPaused: expected true or false');
    const clock = new FrameClock();
    expect(() => clock.advance(-1, nothing)).toThrow('frame');
    expect(() => {
      clock.timeScale = -1;
    }).toThrow('timeScale');
    expect(clock.timeScale).toBe(1);
  });

  it('lets a first frame go back: performance.now() before it may be later than its time', () => {
    const clock = new FrameClock();
    expect(clock.advance(-0.005, nothing)).toBe(0);
    expect(clock.advance(1 / 60, nothing)).toBe(1);
    expect(clock.advance(-0.2, nothing)).toBe(0);
    expect(clock.alpha).toBe(0);
    expect(() => clock.advance(-0.016, nothing)).toThrow(
      /^frame: expected .* seconds since the frame before: now - last, not last - now, got -0.016$/,
    );
    expect(() => clock.advance(-0.016, nothing)).toThrow(InputError);
  });

  it.each([
    ['milliseconds', (k: number) => (k % 7 === 0 ? 33.4 : 16.7)],
    ['milliseconds of a fast display', () => 2.1],
    ['points in time in milliseconds', (k: number) => 5000 + 16.7 * k],
    ['points in time in seconds', (k: number) => 5 + k / 60],
  ])('refuses %s after 60 frames of them', (_, frameOf) => {
    const clock = new FrameClock();
    for (let k = 0; k < 60; k++) expect(clock.advance(frameOf(k), nothing)).toBe(6);
    const reason = /^frame: expected seconds since the frame before \(this looks like milliseconds/;
    for (let k = 60; k < 63; k++) {
      expect(() => clock.advance(frameOf(k), nothing)).toThrow(reason);
    }
    expect(clock.steps).toBe(360);
    expect(clock.advance(1 / 60, nothing)).toBe(1);
    expect(clock.advance(frameOf(70), nothing)).toBe(6);
  });

  it.each([
    ['of a timer in the background, once a second', {}, (k: number) => 1 + 0.001 * (k % 3)],
    ['of a timer in the background, once a minute', {}, (k: number) => 60 + 0.001 * (k % 3)],
    ['that it may simulate as a whole', { maximumFrame: 20 }, () => 16.7],
    ['of a game that is often left', {}, (k: number) => (k % 20 === 0 ? 1 / 60 : 16.7)],
  ])('accepts frames %s', (_, definition, frameOf) => {
    const clock = new FrameClock({ timeStep: 1 / 60, ...definition });
    for (let k = 0; k < 200; k++) expect(clock.advance(frameOf(k), nothing)).toBeGreaterThan(0);
  });

  it('refuses a longest frame in which no step would be due', () => {
    expect(() => new FrameClock({ timeStep: 0.02, maximumFrame: 0.016 })).toThrow(
      'maximumFrame: expected at least the time step, which is 0.02 s, got 0.016',
    );
    expect(new FrameClock({ timeStep: 0.2, maximumFrame: 0.2 }).advance(5, nothing)).toBe(1);
    expect(new FrameClock({ timeStep: 0.2 }).maximumFrame).toBe(0.2);
  });
});
