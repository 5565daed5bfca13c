import { PointerEventTypes } from '@babylonjs/core/Events/pointerEvents.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';
import '@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreatePlane } from '@babylonjs/core/Meshes/Builders/planeBuilder.js';
import { createCloth, tearing, weldVertices } from '@otedama/cloth-webgpu';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ClothDebug } from '../src/cloth-debug.js';
import { gpuDeviceOf } from '../src/cloth-device.js';
import { ClothHand } from '../src/cloth-hand.js';
import { ClothMesh, makeTwoSided } from '../src/cloth-mesh.js';
import { CANVAS, extent, makeCloth, openStage, project, redAt, type Stage, stages } from './cloth-stage.js';
import { paintedInThree, seamedStrip } from './seamed.js';

const isRed = (red: number, green: number, blue: number) => red > 200 && green < 60 && blue < 60;
const curtain = { columns: 24, rows: 36, tethers: true } as const;
/** The same size with few particles, so that a slow device keeps up. */
const coarse = { ...curtain, columns: 8, rows: 12 } as const;

const frames = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
};

for (const kind of stages) {
  describe(kind.name, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage(kind);
    });
    afterAll(() => stage.dispose());
    // removes what a failed test left behind
    afterEach(() => stage.clear());

    test('the drawn cloth matches the simulated positions to the pixel', async () => {
      const cloth = await makeCloth(stage, kind, { ...curtain, velocity: { x: 1, y: 0, z: -2 } });
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      for (const steps of [0, 20, 25]) {
        for (let i = 0; i < steps; i++) cloth.step();
        const pixels = await stage.shot();
        const positions = await cloth.readPositions();
        const expected = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
        for (let o = 0; o < positions.length; o += 4) {
          const p = project(positions[o], positions[o + 1], positions[o + 2]);
          expected.minX = Math.min(expected.minX, p.x);
          expected.maxX = Math.max(expected.maxX, p.x);
          expected.minY = Math.min(expected.minY, p.y);
          expected.maxY = Math.max(expected.maxY, p.y);
        }
        // a pixel is red if its centre is inside; the outermost pixel at a corner may be missing
        const drawn = extent(pixels, isRed);
        expect(Math.abs(drawn.minX + 0.5 - expected.minX)).toBeLessThan(1.5);
        expect(Math.abs(drawn.maxX + 0.5 - expected.maxX)).toBeLessThan(1.5);
        expect(Math.abs(drawn.minY + 0.5 - expected.minY)).toBeLessThan(1.5);
        expect(Math.abs(drawn.maxY + 0.5 - expected.maxY)).toBeLessThan(1.5);
        // the middle of every 5th cell is on the cloth
        for (let row = 2; row < 36; row += 5) {
          for (let column = 2; column < 24; column += 5) {
            const a = 4 * (column + 25 * row);
            const b = a + 4 * 26;
            const p = project(
              (positions[a] + positions[b]) / 2,
              (positions[a + 1] + positions[b + 1]) / 2,
              (positions[a + 2] + positions[b + 2]) / 2,
            );
            expect(redAt(pixels, p.x, p.y)).toBe(255);
          }
        }
      }
      view.dispose();
      cloth.dispose();
    });

    test('it casts a shadow where it is now', async () => {
      const cloth = await makeCloth(stage, kind, { ...coarse, gravity: { x: 0, y: 0, z: 0 }, pins: 'none' });
      const view = new ClothMesh(stage.scene, cloth);
      const wall = CreatePlane('wall', { size: 20 }, stage.scene);
      wall.position.z = 2;
      wall.receiveShadows = true;
      wall.material = new StandardMaterial('white', stage.scene);
      // light from the upper left, which takes a shadow 2 m to the right on its way of 2 m to the wall
      const sun = new DirectionalLight('sun', new Vector3(1, 0, 1), stage.scene);
      sun.position = new Vector3(-10, 0, -10);
      const shadows = new ShadowGenerator(512, sun);
      shadows.addShadowCaster(view.mesh);
      const brightness = async (x: number, y: number) => {
        const pixels = await stage.shot();
        const p = project(x, y, 2);
        return redAt(pixels, p.x, p.y);
      };
      expect(await brightness(2, 0)).toBeLessThan(30);
      expect(await brightness(2, -2.5)).toBeGreaterThan(100);
      cloth.teleport({ translation: { x: 0, y: -2.5, z: 0 } });
      cloth.step();
      expect(await brightness(2, -2.5)).toBeLessThan(30);
      expect(await brightness(2, 0.5)).toBeGreaterThan(100);
      for (const part of [shadows, sun, wall, view, cloth]) part.dispose();
    });

    test('with interpolation it is drawn where it was between its last two steps, also with a surface', async () => {
      const shape = seamedStrip();
      const { mesh, vertexOf } = weldVertices(shape);
      const cloth = await makeCloth(stage, kind, {
        ...{ mesh, pins: 'none', gravity: { x: 0, y: 0, z: 0 }, velocity: { x: 0, y: 60, z: 0 } },
        center: { x: 0, y: -2.5, z: 0 },
      });
      let alpha = 1;
      const options = { material: stage.red, interpolation: () => alpha };
      for (const surface of [undefined, { ...shape, vertexOf }]) {
        const view = new ClothMesh(stage.scene, cloth, { ...options, ...(surface && { surface }) });
        cloth.advance(2 / 60); // one metre a step
        const top = cloth.stepCount - 2.5 + 0.5;
        for (alpha of [0, 0.5]) {
          const drawn = extent(await stage.shot(), isRed);
          const expected = project(0, top - 1 + alpha, 0).y;
          expect(Math.abs(drawn.minY - expected)).toBeLessThan(1.5);
        }
        view.dispose();
      }
      cloth.dispose();
    });

    test('a surface shows the texture right up to its seams, moves with the cloth, and tears with it', async () => {
      const shape = seamedStrip();
      const { mesh, vertexOf } = weldVertices(shape);
      const cloth = await makeCloth(stage, kind, {
        ...{ mesh, pins: 'none', gravity: { x: 0, y: 0, z: 0 } },
        ...{ tearing: tearing({ strain: 0.2 }), stretchCompliance: 0.01 },
        // the right edge of the last square is pulled away
        velocity: (particle) => ({ x: mesh.positions[3 * particle] > 1.5 ? 40 : 0, y: 6, z: 0 }),
      });
      const material = paintedInThree(stage.scene);
      const view = new ClothMesh(stage.scene, cloth, { material, surface: { ...shape, vertexOf } });
      const colorAt = (pixels: Uint8ClampedArray, x: number, y: number) => {
        const p = project(x, y, 0);
        const o = 4 * (Math.floor(p.y) * CANVAS + Math.floor(p.x));
        return [...pixels.subarray(o, o + 3)].map((value) => (value > 127 ? 1 : 0)).join('');
      };
      const before = await stage.shot();
      for (const y of [-0.4, 0, 0.4]) {
        const colors = [-1.9, -1.06, -0.94, 0.94, 1.06, 1.9].map((x) => colorAt(before, x, y));
        expect(colors).toEqual(['100', '100', '010', '010', '001', '001']);
      }
      for (let step = 0; step < 10; step++) cloth.step();
      const after = await stage.shot();
      // it is a metre higher; the last square is gone, the first is whole
      expect([-1.5, 0].map((x) => colorAt(after, x, -0.2))).toEqual(['000', '000']);
      expect([-1.9, -1.5, -1.1].map((x) => colorAt(after, x, 1.3))).toEqual(['100', '100', '100']);
      expect(extent(after, (_red, _green, blue) => blue > 127).count).toBe(0);
      view.dispose();
      cloth.dispose();
      material.dispose(false, true);
    });

    test('the bounds contain the falling cloth: it is culled out of view and drawn in view', async () => {
      const cloth = await makeCloth(stage, kind, { ...curtain, pins: 'none' });
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      for (let i = 0; i < 60; i++) {
        cloth.step();
        if (i % 20 === 19) await stage.shot();
      }
      const positions = await cloth.readPositions();
      view.update();
      const { minimumWorld, maximumWorld } = view.mesh.getBoundingInfo().boundingBox;
      for (let o = 0; o < positions.length; o += 4) {
        expect(positions[o + 1]).toBeGreaterThanOrEqual(minimumWorld.y - 1e-5);
        expect(positions[o + 1]).toBeLessThanOrEqual(maximumWorld.y + 1e-5);
      }
      // it has fallen 5.1 m, below the picture, whose lower edge is at -3.4
      expect(extent(await stage.shot(), isRed).count).toBe(0);
      stage.camera.setTarget(new Vector3(0, -5, 0));
      expect(extent(await stage.shot(), isRed).count).toBeGreaterThan(2_000);
      view.dispose();
      cloth.dispose();
    });

    test('light from above: the upper side is bright and the lower side dark, from in front and behind', async () => {
      const light = new HemisphericLight('light', new Vector3(0, 1, 0), stage.scene);
      light.groundColor.set(0, 0, 0);
      const material = new StandardMaterial('lit', stage.scene);
      makeTwoSided(material);
      material.specularColor.set(0, 0, 0);
      // a tilted sheet whose upper or lower side is seen from the front
      const leaning = async (slope: number) => {
        const cloth = await makeCloth(stage, kind, {
          columns: 8,
          rows: 12,
          pins: 'none',
          shape: (column, row) => ({ x: (column - 4) / 4, y: (6 - row) / 6, z: (slope * (6 - row)) / 6 }),
        });
        const view = new ClothMesh(stage.scene, cloth, { material });
        const pixels = await stage.shot();
        view.dispose();
        cloth.dispose();
        return redAt(pixels, CANVAS / 2, CANVAS / 2);
      };
      // top edge farther away: the upper side is visible, normal (0, 1, -1) / sqrt 2, light (1 + 0.707) / 2
      expect(Math.abs((await leaning(1)) - 255 * 0.854)).toBeLessThan(4);
      // top edge nearer: the lower side is visible
      expect(Math.abs((await leaning(-1)) - 255 * 0.146)).toBeLessThan(4);
      stage.camera.alpha = Math.PI / 2;
      expect(Math.abs((await leaning(-1)) - 255 * 0.854)).toBeLessThan(4);
      expect(Math.abs((await leaning(1)) - 255 * 0.146)).toBeLessThan(4);
      stage.camera.alpha = -Math.PI / 2;
      light.dispose();
      material.dispose();
    });

    const pointer = (type: string, x: number, y: number, id = 1, more: PointerEventInit = {}) => {
      const canvas = stage.engine.getRenderingCanvas()!;
      canvas.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          cancelable: true,
          clientX: x,
          clientY: y,
          pointerId: id,
          pointerType: 'mouse',
          button: type === 'pointermove' ? -1 : 0,
          buttons: type === 'pointerup' ? 0 : 1,
          ...more,
        }),
      );
    };

    test('10.5.14: a pointer grabs the drawn cloth, drags and throws it; the camera does not move', async () => {
      const cloth = await makeCloth(stage, kind, curtain);
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      let particle = -1;
      const hand = new ClothHand(stage.scene, cloth, {
        onGrab: (_, grip) => {
          particle = grip.particle;
        },
      });
      const { alpha, beta } = stage.camera;
      await stage.shot();
      // (0, -1.5) is the middle of the lower edge; this point is slightly inside
      const start = project(0, -1.45, 0);
      pointer('pointerdown', start.x, start.y);
      cloth.step();
      await expect.poll(() => hand.holding).toBe(1);
      expect(particle).toBe(12 + 25 * 35);
      for (let i = 1; i <= 10; i++) {
        pointer('pointermove', start.x + 3 * i, start.y - 4 * i);
        cloth.step();
        await stage.shot();
      }
      const held = (await cloth.readPositions()).subarray(4 * particle, 4 * particle + 4);
      const seen = project(held[0], held[1], held[2]);
      // the grabbed particle is up to half a cell away from the pointer's ray, and moves to the ray
      expect(Math.abs(seen.x - (start.x + 30))).toBeLessThan(0.5);
      expect(Math.abs(seen.y - (start.y - 40))).toBeLessThan(0.5);
      expect(held[3]).toBe(0);
      pointer('pointerup', start.x + 30, start.y - 40);
      expect(hand.holding).toBe(0);
      const flying = (await cloth.readVelocities()).subarray(4 * particle, 4 * particle + 3);
      // 3 pixels to the right and 4 up per step of 1/60 s
      const meter = project(1, 0, 0).x - project(0, 0, 0).x;
      expect(flying[0]).toBeCloseTo((3 * 60) / meter, 1);
      expect(flying[1]).toBeCloseTo((4 * 60) / meter, 1);
      expect((await cloth.readPositions())[4 * particle + 3]).toBe(1);
      expect([stage.camera.alpha, stage.camera.beta]).toEqual([alpha, beta]);
      hand.dispose();
      view.dispose();
      cloth.dispose();
    });

    test('a press beside the cloth rotates the camera until it is released or lost; a wheel while holding does not move it', async () => {
      const cloth = await makeCloth(stage, kind, curtain);
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      const hand = new ClothHand(stage.scene, cloth);
      await stage.shot();
      const { alpha } = stage.camera;
      pointer('pointerdown', 10, 150);
      pointer('pointermove', 25, 150);
      await frames(4);
      pointer('pointermove', 50, 150);
      await frames(4);
      pointer('pointerup', 50, 150);
      expect(hand.holding).toBe(0);
      // after the cloth's answer, the camera receives the events of the missed press and moves in the following frames
      await expect
        .poll(async () => {
          await stage.shot();
          return stage.camera.alpha;
        })
        .toBeLessThan(alpha - 0.01);
      const rest = async () => {
        stage.camera.inertialAlphaOffset = 0;
        stage.camera.alpha = alpha;
        await stage.shot();
      };
      await rest();
      pointer('pointermove', 120, 150, 1, { button: -1, buttons: 0 });
      await stage.shot();
      expect(stage.camera.alpha, 'a released mouse rotates nothing').toBe(alpha);

      // each finger is the first one: the fingers before it were lifted, lost, or there when the window lost the focus
      let presses = 0;
      const counting = stage.scene.onPointerObservable.add(() => presses++, PointerEventTypes.POINTERDOWN);
      const ends = ['pointerup', 'pointercancel', 'blur', 'pointerup'] as const;
      for (const [k, end] of ends.entries()) {
        const touch = { pointerType: 'touch' };
        pointer('pointerdown', 10, 150, 31 + k, touch);
        await expect.poll(() => presses).toBe(k + 1);
        pointer('pointermove', 30, 150, 31 + k, { ...touch, button: -1 });
        await expect
          .poll(async () => {
            await stage.shot();
            return stage.camera.alpha;
          })
          .toBeLessThan(alpha - 0.01);
        expect(stage.camera.radius, 'no pinch').toBe(8);
        if (end === 'blur') {
          window.dispatchEvent(new Event('blur'));
          await rest();
        }
        pointer(end === 'blur' ? 'pointerup' : end, 30, 150, 31 + k, touch);
        await rest();
      }
      stage.scene.onPointerObservable.remove(counting);

      pointer('pointerdown', 150, 150);
      await expect.poll(() => hand.holding).toBe(1);
      const canvas = stage.engine.getRenderingCanvas()!;
      canvas.dispatchEvent(
        new WheelEvent('wheel', { deltaY: 200, clientX: 150, clientY: 150, bubbles: true }),
      );
      await stage.shot();
      expect(stage.camera.radius).toBe(8);
      // a button that does not grab does not affect the hand
      pointer('pointerup', 150, 150);
      expect(hand.holding).toBe(0);
      hand.dispose();
      view.dispose();
      cloth.dispose();
    });

    test('several fingers hold at once, and any order of release frees every particle', async () => {
      const cloth = await makeCloth(stage, kind, curtain);
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      const hand = new ClothHand(stage.scene, cloth);
      await stage.shot();
      const touch = { pointerType: 'touch' };
      pointer('pointerdown', 120, 150, 21, touch);
      pointer('pointerdown', 180, 150, 22, { ...touch, isPrimary: false });
      await expect.poll(() => hand.holding).toBe(2);
      // a second press of the same finger without a release in between
      pointer('pointerdown', 120, 150, 21, touch);
      cloth.step();
      pointer('pointermove', 110, 140, 21, { ...touch, button: -1 });
      cloth.step();
      const pinned = async () => {
        const positions = await cloth.readPositions();
        let count = 0;
        for (let o = 3; o < positions.length; o += 4) if (positions[o] === 0) count++;
        return count;
      };
      expect(await pinned()).toBe(4);
      pointer('pointerup', 110, 140, 21, touch);
      cloth.step();
      expect(await pinned()).toBe(3);
      window.dispatchEvent(new Event('blur'));
      cloth.step();
      expect(await pinned()).toBe(2);
      pointer('pointerup', 180, 150, 22, touch);
      expect(hand.holding).toBe(0);
      hand.dispose();
      view.dispose();
      cloth.dispose();
    });

    test('debug layers draw from the same buffers, and leave nothing behind when disabled', async () => {
      const cloth = await makeCloth(stage, kind, { columns: 8, rows: 12, ripple: 0 });
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      const debug = new ClothDebug(stage.scene, view);
      const plain = await stage.shot();
      const meshCount = stage.scene.meshes.length;

      debug.show('constraints', true);
      const links = extent(await stage.shot(), (r, g, b) => !isRed(r, g, b) && r + g + b > 0);
      expect(links.count).toBeGreaterThan(500);
      const top = project(-1, 1.5, 0);
      expect(Math.abs(links.minX - top.x)).toBeLessThan(2);
      expect(Math.abs(links.minY - top.y)).toBeLessThan(2);
      debug.show('constraints', false);

      debug.show('pins', true);
      const dots = await stage.shot();
      // a dot of radius 7, red with a white ring, around each upper corner
      for (const x of [-1, 1]) {
        const pin = project(x, 1.5, 0);
        expect(dots[4 * (Math.floor(pin.y) * CANVAS + Math.floor(pin.x)) + 1]).toBeGreaterThan(20);
      }
      const rings = extent(dots, (r, g, b) => r > 200 && g > 200 && b > 200);
      expect(rings.count).toBeGreaterThan(60);
      expect(rings.maxY).toBeLessThan(project(0, 1.5, 0).y + 8);
      debug.show('pins', false);

      debug.show('normals', true);
      // from behind, where the normals stick out
      stage.camera.alpha = Math.PI / 2 + 0.9;
      const isBlue = (r: number, _: number, b: number) => b > 150 && r < 100;
      expect(extent(await stage.shot(), isBlue).count).toBeGreaterThan(100);
      stage.camera.alpha = -Math.PI / 2;
      debug.show('normals', false);

      debug.show('strain', true);
      const still = await stage.shot();
      const center = 4 * (150 * CANVAS + 150);
      // at rest: the neutral colour
      expect(Math.abs(still[center] - still[center + 2])).toBeLessThan(25);
      debug.show('strain', false);

      expect(stage.scene.meshes.length).toBe(meshCount);
      expect(await stage.shot()).toEqual(plain);
      debug.dispose();
      view.dispose();
      cloth.dispose();
    });

    test('the strain layer: 3 % stretch along the rows is 0.6 of full red, compression is blue', async () => {
      const shaped = async (factor: number) => {
        const cloth = await makeCloth(stage, kind, {
          columns: 8,
          rows: 12,
          pins: 'none',
          shape: (column, row) => ({ x: ((column - 4) / 4) * factor, y: (6 - row) / 4, z: 0 }),
        });
        const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
        const debug = new ClothDebug(stage.scene, view);
        debug.show('strain', true);
        const pixels = await stage.shot();
        debug.dispose();
        view.dispose();
        cloth.dispose();
        const at = 4 * (150 * CANVAS + 150);
        return [pixels[at], pixels[at + 1], pixels[at + 2]].map((value) => value / 255);
      };
      const mix = (full: number[], share: number) =>
        [0.94, 0.93, 0.9].map((neutral, i) => neutral + (full[i] - neutral) * share);
      const near = (actual: number[], expected: number[]) => {
        for (let i = 0; i < 3; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThan(0.012);
      };
      near(await shaped(1.03), mix([0.78, 0.09, 0.14], 0.6));
      near(await shaped(0.97), mix([0.16, 0.38, 0.74], 0.6));
      near(await shaped(1.2), [0.78, 0.09, 0.14]);
    });

    test('debug layers go with the mesh, and the strain of a surface at rest is none', async () => {
      const cloth = await makeCloth(stage, kind, { columns: 8, rows: 12, ripple: 0 });
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      view.mesh.position.x = 0.7;
      const debug = new ClothDebug(stage.scene, view);
      const left = project(-0.3, 1.5, 0).x;
      debug.show('pins', true);
      const rings = extent(await stage.shot(), (r, g, b) => r > 200 && g > 200 && b > 200);
      expect(Math.abs((rings.minX + rings.maxX) / 2 - project(0.7, 1.5, 0).x)).toBeLessThan(2);
      debug.show('pins', false);
      debug.show('constraints', true);
      const links = extent(await stage.shot(), (r, g, b) => !isRed(r, g, b) && r + g + b > 0);
      expect(Math.abs(links.minX - left)).toBeLessThan(2);
      debug.dispose();
      view.dispose();
      cloth.dispose();

      const shape = seamedStrip();
      const { mesh, vertexOf } = weldVertices(shape);
      const strip = await makeCloth(stage, kind, { mesh, pins: 'none', gravity: { x: 0, y: 0, z: 0 } });
      const surface = new ClothMesh(stage.scene, strip, { surface: { ...shape, vertexOf } });
      const strain = new ClothDebug(stage.scene, surface);
      strain.show('strain', true);
      const pixels = await stage.shot();
      for (const x of [-1.5, -0.9, 0, 0.9, 1.5]) {
        const place = project(x, 0.2, 0);
        const at = 4 * (Math.floor(place.y) * CANVAS + Math.floor(place.x));
        expect(Math.abs(pixels[at] - pixels[at + 2]), `neutral at ${x}`).toBeLessThan(25);
        expect(pixels[at], `neutral at ${x}`).toBeGreaterThan(150);
      }
      strain.dispose();
      surface.dispose();
      strip.dispose();
    });

    test('where it has torn nothing is drawn', async () => {
      const cloth = await makeCloth(stage, kind, {
        ...{ columns: 4, rows: 4, width: 2, height: 2, pins: 'none', gravity: { x: 0, y: 0, z: 0 } },
        ...{ stretchCompliance: 0.01, shearCompliance: 0.01 },
        velocity: (column) => ({ x: column < 2 ? -12 : 12, y: 0, z: 0 }),
        tearing: tearing({ strain: 0.2 }),
      });
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      const whole = extent(await stage.shot(), isRed).count;
      for (let step = 0; step < 8; step++) cloth.step();
      expect((await cloth.measure()).tornEdges).toBeGreaterThan(4);
      const positions = await cloth.readPositions();
      const pixels = await stage.shot();
      expect(extent(pixels, isRed).count).toBeGreaterThan(whole / 8);
      // the halves are apart: nothing is drawn between the particles beside the middle of a row
      const [x, y, z] = [0, 1, 2].map((axis) => (positions[4 * 11 + axis] + positions[4 * 12 + axis]) / 2);
      const middle = project(x, y, z);
      expect(redAt(pixels, middle.x, middle.y)).toBe(0);
      view.dispose();
      cloth.dispose();
    });

    test('a mesh cloth is drawn, coloured by strain and grabbed like a grid', async () => {
      // a horizontal square of two triangles, 2 m wide, with a different rest position in space
      const square = { positions: [-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1], triangles: [0, 1, 2, 0, 2, 3] };
      const shaped = (factor: number) =>
        makeCloth(stage, kind, {
          mesh: square,
          shape: (id) => ({ x: square.positions[3 * id] * factor, y: square.positions[3 * id + 2], z: 0 }),
        });
      const cloth = await shaped(1.03);
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      const drawn = extent(await stage.shot(), isRed);
      expect(Math.abs(drawn.minX + 0.5 - project(-1.03, 0, 0).x)).toBeLessThan(1.5);
      expect(Math.abs(drawn.maxY + 0.5 - project(0, -1, 0).y)).toBeLessThan(1.5);
      const grip = await cloth.grab(1, {
        origin: { x: 0.8, y: 0.7, z: -8 },
        direction: { x: 0, y: 0, z: 1 },
      });
      expect(grip?.particle).toBe(2);
      const debug = new ClothDebug(stage.scene, view);
      debug.show('strain', true);
      const pixels = await stage.shot();
      const at = 4 * (150 * CANVAS + 180);
      [0.78, 0.09, 0.14].forEach((full, channel) => {
        const neutral = [0.94, 0.93, 0.9][channel];
        expect(Math.abs(pixels[at + channel] / 255 - (neutral + (full - neutral) * 0.6))).toBeLessThan(0.02);
      });
      debug.dispose();
      view.dispose();
      cloth.dispose();
    });
  });
}

describe('WebGPU only', () => {
  let stage: Stage;
  const kind = stages[2];
  beforeAll(async () => {
    stage = await openStage(kind);
  });
  afterAll(() => stage.dispose());

  test('a disposed mesh leaves the cloth its buffers, and another mesh can draw them', async () => {
    const errors: string[] = [];
    gpuDeviceOf(stage.engine)!.addEventListener('uncapturederror', (event) =>
      errors.push(event.error.message),
    );
    const cloth = await makeCloth(stage, kind, curtain);
    for (let i = 0; i < 3; i++) {
      const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
      const debug = new ClothDebug(stage.scene, view);
      for (const layer of ['constraints', 'pins', 'normals'] as const) debug.show(layer, true);
      // the red pixels that the constraint lines do not cover
      expect(extent(await stage.shot(), isRed).count).toBeGreaterThan(1_000);
      debug.dispose();
      view.dispose();
      await stage.shot();
      cloth.step();
    }
    expect((await cloth.readPositions()).every(Number.isFinite)).toBe(true);
    // the cloth is disposed of first, while its mesh is still in the scene: the rest of the picture is drawn
    const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
    const other = await makeCloth(stage, kind, { ...coarse, center: { x: 1.5, y: 0, z: 0 } });
    const beside = new ClothMesh(stage.scene, other, { material: stage.red });
    const both = extent(await stage.shot(), isRed);
    cloth.dispose();
    const one = extent(await stage.shot(), isRed);
    expect([one.maxX, one.minX > both.minX]).toEqual([both.maxX, true]);
    expect(errors).toEqual([]);
    for (const each of [view, beside]) each.dispose();
    other.dispose();
  });

  test("a cloth of another device than the engine's is rejected by name", async () => {
    const adapter = await navigator.gpu.requestAdapter();
    const device = await adapter!.requestDevice();
    const cloth = await createCloth({ columns: 2, rows: 2 }, { device });
    expect(() => new ClothMesh(stage.scene, cloth)).toThrow(/another device than the engine's/);
    cloth.dispose();
    device.destroy();
  });

  test('after device loss engine, cloth, mesh and layers continue from the last good state', async () => {
    const cloth = await makeCloth(stage, kind, { ...curtain, checkpointInterval: 10 });
    const view = new ClothMesh(stage.scene, cloth, { material: stage.red });
    const debug = new ClothDebug(stage.scene, view);
    debug.show('pins', true);
    for (let round = 1; round <= 4; round++) {
      for (let i = 0; i < 10; i++) cloth.step();
      await stage.shot();
      await expect.poll(() => cloth.measurement.step).toBeGreaterThanOrEqual(10 * round);
    }
    const events: string[] = [];
    cloth.subscribe((event) => events.push(event.type));
    gpuDeviceOf(stage.engine)!.destroy();
    await expect.poll(() => events).toContain('restored');
    expect(events).toEqual(['deviceLost', 'restored']);
    expect(cloth.status).toBe('running');
    expect(cloth.stepCount).toBeGreaterThanOrEqual(30);
    for (let i = 0; i < 5; i++) cloth.step();
    const positions = await cloth.readPositions();
    const pixels = await stage.shot();
    const o = 4 * (12 + 25 * 18);
    const middle = project(positions[o], positions[o + 1], positions[o + 2]);
    expect(redAt(pixels, middle.x, middle.y)).toBe(255);
    expect(extent(pixels, isRed).count).toBeGreaterThan(5_000);
    expect(extent(pixels, (r, g, b) => r > 200 && g > 200 && b > 200).count).toBeGreaterThan(60);
    debug.dispose();
    view.dispose();
    cloth.dispose();
  });

  test('several cloths lose the device during rendering, one drawn twice, one that tears with a surface, one disposed meanwhile: no frame logs an error', async () => {
    const { engine, scene } = stage;
    const painted = paintedInThree(scene);
    const shape = seamedStrip();
    const { mesh, vertexOf } = weldVertices(shape);
    const strip = { mesh, pins: [0, 1, 2, 3, 4, 5, 6, 7], tearing: tearing({ strain: 1 }) };
    const made = await Promise.all(
      [0, 1, 2].map((k) => {
        const what = k === 1 ? strip : { ...coarse, center: { x: k - 1, y: 0, z: 0 } };
        return makeCloth(stage, kind, { ...what, checkpointInterval: 2 });
      }),
    );
    const views = made.map((cloth) => new ClothMesh(scene, cloth, { material: stage.red }));
    const between = { interpolation: () => made[0].alpha };
    views.push(new ClothMesh(scene, made[0], { material: stage.red, ...between }));
    const surface = { ...shape, vertexOf };
    views.push(new ClothMesh(scene, made[1], { material: painted, surface, ...between }));
    const hand = new ClothHand(scene, made[0]);
    const errors: string[] = [];
    const listen = () =>
      gpuDeviceOf(engine)!.addEventListener('uncapturederror', (event) => errors.push(event.error.message));
    listen();
    const listening = engine.onContextRestoredObservable.add(listen, -1, true);
    const restored = [0, 0, 0];
    made.forEach((cloth, k) => {
      cloth.subscribe(({ type }) => {
        if (type === 'restored') restored[k]++;
      });
    });
    const loop = () => {
      for (const cloth of made) cloth.advance(1 / 60);
      scene.render();
    };
    engine.runRenderLoop(loop);
    for (let loss = 1; loss <= 2; loss++) {
      const before = made[0].stepCount;
      await expect.poll(() => made[0].measurement.step).toBeGreaterThan(before + 4);
      const ray = { origin: { x: -1, y: 0, z: -8 }, direction: { x: 0, y: 0, z: 1 } };
      const grip = made[0].grab(7, ray);
      gpuDeviceOf(engine)!.destroy();
      expect(await grip).toBeNull();
      if (loss === 2) {
        made[2].dispose();
        views[2].dispose();
      }
      await expect.poll(() => restored).toEqual([loss, loss, 1]);
    }
    const drawn = made[1].stepCount;
    await expect.poll(() => made[1].stepCount).toBeGreaterThan(drawn + 2);
    engine.stopRenderLoop(loop);
    const pixels = await stage.shot();
    expect(extent(pixels, isRed).count).toBeGreaterThan(5_000);
    expect(extent(pixels, (_red, _green, blue) => blue > 127).count).toBeGreaterThan(1_000);
    expect(errors).toEqual([]);
    engine.onContextRestoredObservable.remove(listening);
    hand.dispose();
    for (const view of views) view.dispose();
    for (const cloth of made) cloth.dispose();
    painted.dispose(false, true);
  });
});
