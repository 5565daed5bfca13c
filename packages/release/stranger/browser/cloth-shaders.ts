/** Cloths that together use every kernel, for a comparison of the built package with its source. */
import {
  bakeDistanceField,
  clothDeviceDescriptor,
  colliderReactions,
  createClothGpu,
  tearing,
} from '@otedama/cloth-webgpu';

const adapter = await navigator.gpu.requestAdapter();
if (adapter === null) throw new Error('no WebGPU adapter');
const device = await adapter.requestDevice(clothDeviceDescriptor(adapter));

const definitions = () => {
  const tent = {
    positions: [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0.5, 0.5, 0.5],
    triangles: [0, 4, 1, 1, 4, 3, 3, 4, 2, 2, 4, 0],
  };
  const closed = { ...tent, triangles: [...tent.triangles, 0, 1, 2, 1, 3, 2] };
  const field = bakeDistanceField(closed, { cellSize: 0.25 });
  const sheet = { columns: 9, rows: 7, width: 0.9, height: 0.7, substeps: 2, airDensity: 1.2, damping: 0.5 };
  const under = { x: 0.1, y: -0.3, z: 0 };
  const colliders = [
    { type: 'sphere', center: under, radius: 0.2 },
    { type: 'capsule', from: under, to: { x: 0.4, y: -0.3, z: 0.1 }, radius: 0.1 },
    { type: 'box', center: under, halfSizes: { x: 0.1, y: 0.1, z: 0.1 } },
    { type: 'plane', point: { x: 0, y: -0.4, z: 0 }, normal: { x: 0, y: 1, z: 0.2 } },
    { type: 'field', field, position: under },
  ] as const;
  return [
    { ...sheet, tethers: 1.01, colliders, reactions: colliderReactions() },
    { ...sheet, selfCollision: true, wind: { x: 0, y: 0, z: 9 } },
    { ...sheet, tearing: tearing({ strain: 0.01 }), colliders },
    { mesh: tent, pins: [0, 1], tethers: true, selfCollision: true, colliders },
  ];
};

/** Each definition with a plan, so that every kernel and every plan is among them. */
const runs = [
  [0, 'lines'],
  [1, 'whole'],
  [2, 'colors'],
  [2, 'whole'],
  [3, 'colors'],
  [3, 'whole'],
] as const;

/** Positions and normals of each run, after a hand has pulled, as text. */
async function results(): Promise<string[]> {
  const all: string[] = [];
  // disposed at the end: a device shares the pipelines of cloths that are there
  const cloths: { dispose(): void }[] = [];
  for (const [index, plan] of runs) {
    const definition = definitions()[index];
    const cloth = await createClothGpu(device, definition, { plan });
    await cloth.grab(0, { origin: { x: 0.1, y: 0.1, z: 3 }, direction: { x: 0, y: 0, z: -1 } });
    for (let step = 0; step < 6; step++) cloth.step();
    cloth.teleport({ translation: { x: 0.1, y: 0, z: 0 } });
    cloth.step();
    const positions = await cloth.readPositions();
    const { largestStrain } = await cloth.measure();
    all.push(`${index} ${plan} ${largestStrain} ${[...positions, ...(await cloth.readNormals())]}`);
    cloths.push(cloth);
  }
  for (const cloth of cloths) cloth.dispose();
  return all;
}

export const page = { advance: results };
Object.assign(window, { page });
