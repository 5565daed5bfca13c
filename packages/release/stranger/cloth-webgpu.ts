import { createCloth } from '@otedama/cloth-webgpu';

const cloth = await createCloth({ columns: 4, rows: 4 });
const before = (await cloth.readPositions()).slice();
for (let step = 0; step < 30; step++) cloth.step();
const after = await cloth.readPositions();
const file = new Blob([await cloth.snapshot(), cloth.indices, cloth.uvs, after]);
if (file.size === 0) throw new Error('an empty file');
const last = 4 * (cloth.vertexCount - 1) + 1;
console.log(Number(after[last] < before[last]));
