import { ArcRotateCamera } from '@babylonjs/core/Cameras/arcRotateCamera.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { expect, test } from 'vitest';
import { beforeDrawing } from '../src/before-drawing.js';
import { KernelPasses } from '../src/kernel-passes.js';
import { nullScene } from './null-scene.js';

/** A device that only counts: the names of the passes of each submit. */
function countingDevice(submits: string[][]): GPUDevice {
  const createCommandEncoder = ({ label }: { label: string }) => ({
    beginComputePass: () => ({ end: () => {} }),
    finish: () => label,
  });
  const queue = { submit: (commands: string[]) => submits.push([...commands]) };
  return { createShaderModule: () => ({}), createCommandEncoder, queue } as unknown as GPUDevice;
}

test('the kernels of all cloths of a scene go to the device in one submit per frame, in order, and outside of a frame at once', () => {
  const scene = nullScene();
  for (let camera = 0; camera < 2; camera++)
    scene.activeCameras = [
      ...(scene.activeCameras ?? []),
      new ArcRotateCamera('camera', 0, 1, 5, Vector3.Zero(), scene),
    ];
  const submits: string[][] = [];
  const device = countingDevice(submits);
  const [first, second] = ['first', 'second'].map((label) => new KernelPasses(device, label, ''));
  const stop = beforeDrawing(scene, () => first.run());
  beforeDrawing(scene, () => second.run());
  first.run();
  expect(submits.splice(0)).toEqual([['first']]);
  scene.render();
  scene.render();
  expect(submits.splice(0)).toEqual([
    ['first', 'second'],
    ['first', 'second'],
  ]);
  stop();
  scene.render();
  expect(submits.splice(0)).toEqual([['second']]);

  // one that fails takes nothing away from those before it
  beforeDrawing(scene, () => {
    throw new Error('failed');
  });
  expect(() => scene.render()).toThrow('failed');
  second.run();
  expect(submits).toEqual([['second'], ['second']]);
});
