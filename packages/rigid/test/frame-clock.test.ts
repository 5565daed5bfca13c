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
});
