import { expect, test } from 'vitest';
import { type Cloth, type ClothDefinition, createClothCpu } from '../src/index.js';
import { hash, shareDevice } from './gpu.js';

const shared = shareDevice();

const definition: ClothDefinition = {
  ...{ columns: 1, rows: 1, width: 0.1, height: 0.1, damping: 12, normals: false, checkpointInterval: 20 },
};

/** The number of steps after which it sleeps. What it measures arrives before the next step. */
async function stepsUntilAsleep(cloth: Cloth): Promise<number> {
  while (!cloth.isAsleep && cloth.stepCount < 300) {
    cloth.step();
    await cloth.readPositions();
  }
  return cloth.stepCount;
}

test('a cloth on the GPU falls asleep in the same step as on the CPU, and sends nothing to the device until it is woken', async () => {
  const [cloth, cpu] = [await shared.make(definition), createClothCpu(definition)];
  const steps = await stepsUntilAsleep(cloth);
  expect(steps).toBe(await stepsUntilAsleep(cpu));
  expect(steps).toBeLessThan(300);

  const { queue } = shared.device;
  const [submit, writeBuffer] = [queue.submit.bind(queue), queue.writeBuffer.bind(queue)];
  let sent = 0;
  queue.submit = (commands) => {
    sent++;
    submit(commands);
  };
  queue.writeBuffer = (...args: Parameters<GPUQueue['writeBuffer']>) => {
    sent++;
    writeBuffer(...args);
  };
  try {
    for (let frame = 0; frame < 20; frame++) cloth.advance(1 / 30);
    expect(sent).toBe(0);
    expect(cloth.stepCount).toBe(steps + 40);
    const before = hash(await cloth.readPositions());
    cloth.setParameters({ gravity: { x: 0, y: 0, z: -10 } });
    cloth.step();
    expect(cloth.isAsleep).toBe(false);
    expect(hash(await cloth.readPositions())).not.toBe(before);
    expect(sent).toBeGreaterThan(0);
  } finally {
    Object.assign(queue, { submit, writeBuffer });
  }
});
