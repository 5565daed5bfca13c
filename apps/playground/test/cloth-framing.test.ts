/** What the camera of the cloth page sees on canvases of any shape. */

import { describe, expect, test } from 'vitest';
import { fieldOfView } from '../src/cloth/framing.js';

/** tan of half the angle across a canvas. */
const across = (reach: number, width: number, height: number) =>
  (Math.tan(fieldOfView(reach, width, height) / 2) * width) / height;

describe('fieldOfView', () => {
  test('a wide canvas and a square one see 0.8 rad down, whatever the scene needs', () => {
    for (const reach of [0, 0.1, 0.3, 2]) {
      expect(fieldOfView(reach, 1600, 900)).toBeCloseTo(0.8, 12);
      expect(fieldOfView(reach, 450, 450)).toBeCloseTo(0.8, 12);
    }
  });

  test('a tall canvas sees 1.2 times what the scene needs across', () => {
    for (const reach of [0.22, 0.28, 0.35]) expect(across(reach, 390, 844)).toBeCloseTo(1.2 * reach, 12);
  });

  test('a cloth that swings farther than that has less room, and stays in view', () => {
    const swinging = (farthest: number) => (Math.tan(fieldOfView(0.2, 390, 844, farthest) / 2) * 390) / 844;
    expect(swinging(0.23)).toBeCloseTo(0.24, 12);
    expect(swinging(0.28)).toBeCloseTo(1.03 * 0.28, 12);
  });

  test('it sees no less down than a wide one; beside a scene that is wider than a square canvas it has less room', () => {
    expect(fieldOfView(0.05, 390, 844)).toBeCloseTo(0.8, 12);
    expect(across(0.4, 390, 844)).toBeCloseTo(Math.tan(0.4), 12);
    expect(across(0.5, 390, 844)).toBeCloseTo(0.515, 12);
  });
});
