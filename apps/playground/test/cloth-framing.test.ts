/** What the camera of the cloth page sees on canvases of any shape. */

import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { NullEngine } from '@babylonjs/core/Engines/nullEngine.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import { createClothCpu } from '@otedama/cloth-webgpu';
import { describe, expect, test } from 'vitest';
import { ClothDrive } from '../src/cloth/cloth-drive.js';
import { fieldOfView, reachAcross } from '../src/cloth/framing.js';
import { findClothScene } from '../src/cloth/scenes.js';

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

/** Scenes whose cloth swings far from where it starts, and when it has been farthest, s. */
const swinging = { furoshiki: 2, banner: 5, pushed: 2.5 };

for (const [name, seconds] of Object.entries(swinging))
  test(`${name}: a phone shows all of the cloth to both sides while it swings`, () => {
    const definition = findClothScene(name);
    const { alpha, beta, radius, target } = definition.camera;
    const scene = new Scene(new NullEngine());
    const middle = new Vector3(target.x, target.y, target.z);
    const camera = new ArcRotateCamera('camera', alpha, beta, radius, middle, scene);
    const cloth = createClothCpu({ ...definition.cloth, ...definition.onCpu });
    const [still, farthest] = [0, definition.swing].map((swing) =>
      reachAcross(camera, [], cloth.positions, swing),
    );
    const shown = (Math.tan(fieldOfView(still, 390, 700, farthest) / 2) * 390) / 700;
    const drive = new ClothDrive(cloth, definition, { ball: null, limits: null });
    let reach = 0;
    for (let step = 1; step <= seconds * 60; step++) {
      drive.step();
      if (step % 4 === 0) reach = Math.max(reach, reachAcross(camera, [], cloth.positions));
    }
    expect(reach).toBeLessThan(shown);
    // and no more room than it needs
    expect(reach).toBeGreaterThan(0.8 * shown);
  });
