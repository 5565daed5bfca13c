/** Skins for tests, and how far a cloth is out of its limits. */

import type { ClothDefinition, Skin, Vector3 } from '../src/index.js';

const TRUNK = 0.2;
const COUNT = 9 * 13;

/** Point of the cape in the animation, and its normal, when the trunk has the angle `turn` and its foot is at (x, 0, z). */
function placeOf(
  id: number,
  turn: number,
  x: number,
  z: number,
): readonly [place: number[], normal: number[]] {
  const angle = turn + ((id % 9) - 4) * 0.3;
  const [across, back] = [Math.sin(angle), -Math.cos(angle)];
  const radius = TRUNK + 0.02;
  return [
    [x + radius * across, 1.4 - 0.06 * Math.floor(id / 9), z + radius * back],
    [across, 0, back],
  ];
}

/** Where the cape is at the start. */
function startOf(id: number): Vector3 {
  const [[x, y, z]] = placeOf(id, 0, 0, 0);
  return { x, y, z };
}

/** A cape of 9 x 13 particles on the back of a trunk of radius 0.2 m, whose axis is vertical; the back is at -z. */
export const cape = {
  count: COUNT,
  trunk: TRUNK,
  start: startOf,
  /** The skin when the trunk has turned and gone there. */
  skin(turn: number, x: number, z: number): { positions: number[]; normals: number[] } {
    const all = Array.from({ length: COUNT }, (_, id) => placeOf(id, turn, x, z));
    return { positions: all.flatMap(([place]) => place), normals: all.flatMap(([, normal]) => normal) };
  },
  /** 0 at the shoulders, 2 cm more with each row. */
  maxDistance: Array.from({ length: COUNT }, (_, id) => 0.02 * Math.floor(id / 9)),
  backstop: { offset: 0.01, radius: TRUNK },
  definition: {
    ...{ columns: 8, rows: 12, width: 0.5, height: 0.72, pins: [], density: 0.3, measureInterval: 1 },
    shape: (column: number, row: number) => startOf(column + 9 * row),
  } satisfies ClothDefinition,
};

/** A dance: up to 7.2 m/s, and 10.5 rad/s. */
export function walk(step: number): readonly [turn: number, x: number, z: number] {
  const time = step / 60;
  return [1.5 * Math.sin(7 * time), 0.05 * Math.sin(18 * time) + 3 * Math.sin(2 * time), 2 * time];
}

/** Largest distances, m, by which particles are beyond their limits: of the balls around the skin, and of those behind it. */
export function excessOf(
  positions: Float32Array,
  skin: Skin,
  maxDistance: readonly number[],
  { offset, radius }: { readonly offset: number; readonly radius: number },
): readonly [beyond: number, behind: number] {
  const { positions: s, normals: n = [] } = skin as { positions: number[]; normals?: number[] };
  let [beyond, behind] = [-1, -1];
  maxDistance.forEach((most, id) => {
    const u = [0, 1, 2].map((axis) => positions[4 * id + axis] - s[3 * id + axis]);
    const w = u.map((coordinate, axis) => coordinate + (offset + radius) * (n[3 * id + axis] ?? 0));
    beyond = Math.max(beyond, Math.hypot(...u) - most);
    behind = Math.max(behind, radius - Math.hypot(...w));
  });
  return [beyond, behind];
}
