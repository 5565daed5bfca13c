/** The forces on pins and hands of a cloth on the GPU: its state is read back, and the CPU computes them from it. */

import { heldParticles } from '../cpu/holds.js';
import { computePinForces } from '../cpu/pin-forces.js';
import type { Hand } from '../hands.js';
import type { Settings } from '../settings.js';
import type { Sheet } from '../sheet.js';
import type { PinForce } from '../types.js';
import { handsStretch, readNow, stateStretches } from './read-back.js';
import { decodeHolds } from './records.js';
import { type ClothResources, HANDS_BYTES } from './resources.js';

/** What the forces depend on besides the state: the pins that particles are tethered to, the hands, and the triangles that are there. */
export interface Holders {
  readonly anchors: readonly number[];
  readonly hands: readonly (Hand | null)[];
  readonly triangles: Uint32Array;
}

/** Reads the state and computes the forces of its next step. */
export async function readPinForces(
  resources: ClothResources,
  sheet: Sheet,
  settings: Settings,
  { anchors, hands, triangles }: Holders,
): Promise<readonly PinForce[]> {
  // copied now, because hands may move before the read-back arrives
  const rays = hands.filter((hand) => hand !== null).map(({ slot, ray }) => ({ slot, ray }));
  const bytes = await readNow(resources.device, [
    ...stateStretches(resources, sheet),
    handsStretch(resources),
  ]);
  const words = 4 * sheet.particleCount;
  const all = new Float32Array(bytes);
  const position = all.slice(0, words);
  const velocity = all.slice(words, 2 * words);
  const state = { position, velocity, predicted: position.slice() };
  const handsAt = bytes.byteLength - HANDS_BYTES;
  const broken = new Uint32Array(bytes.slice(8 * words, handsAt));
  const places = () => new Float32Array(words);
  const held = heldParticles(decodeHolds(bytes, handsAt, rays), state, sheet, {
    anchors,
    tetherScale: settings.tetherScale,
    places,
  });
  const compute = () => computePinForces(state, sheet, settings, { anchors, held, triangles });
  return sheet.tears?.state.during(broken, compute) ?? compute();
}
