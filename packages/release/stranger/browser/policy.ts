/** A world in a page whose policy does not allow WebAssembly. */
import { loadScene } from '@otedama/rigid';
import { createSoftStep } from '@otedama/rigid-constraint';
import { findScene } from '@otedama/scenes';

const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const isCompiled = () => {
  try {
    return new WebAssembly.Module(emptyModule) !== undefined;
  } catch {
    return false;
  }
};
const world = loadScene(findScene('pyramid').create({ base: 8 }), { solver: createSoftStep() });
for (let step = 0; step < 120; step++) world.step(1 / 60);

export const page = { isCompiled: isCompiled(), hash: world.stateHash() };
Object.assign(window, { page });
