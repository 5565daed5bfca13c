/**
 * A figure in a cape that walks a figure of eight. The cape is skinned to its trunk: in a game, the skin comes from the skeleton. Metres;
 * in its own axes the figure faces +z, its right is at -x, and it stands on the floor when its legs are upright.
 */

import type { ClothDefinition, Collider, Vector3 } from '@otedama/cloth-webgpu';
import type { Animation } from './cloth-scene.js';
import { floor } from './surroundings.js';

const [columns, rows] = [26, 30];
const count = (columns + 1) * (rows + 1);
/** Half the angle that the cape covers, and its seam and hem, m. */
const [half, top, bottom] = [1.25, 0.47, -0.72];
/** Swing of the legs, radians, and steps of a leg per second. */
const [swing, pace] = [0.45, 0.8];
const legLength = 0.52;

/** The trunk at a time: where it is and how it is turned about the vertical. */
interface Gait {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly cos: number;
  readonly sin: number;
  /** Angle of the left leg to the front; that of the right one is its negative. */
  readonly leg: number;
}

function gaitAt(time: number): Gait {
  // the way of a figure of eight, and its derivative
  const [x, z] = [0.16 * Math.sin(2 * time), 0.62 * Math.sin(time)];
  const [alongX, alongZ] = [0.32 * Math.cos(2 * time), 0.62 * Math.cos(time)];
  const speed = Math.hypot(alongX, alongZ);
  const leg = swing * Math.sin(2 * Math.PI * pace * time);
  return {
    x,
    // the feet stay on the floor
    y: -legLength * (1 - Math.cos(leg)),
    z,
    // it faces where it goes
    cos: alongZ / speed,
    sin: alongX / speed,
    leg,
  };
}

const turned = ({ cos, sin }: Gait, { x, y, z }: Vector3): Vector3 => ({
  x: cos * x + sin * z,
  y,
  z: cos * z - sin * x,
});

function placed(gait: Gait, point: Vector3): Vector3 {
  const { x, y, z } = turned(gait, point);
  return { x: x + gait.x, y: y + gait.y, z: z + gait.z };
}

/** Place and normal of a vertex on the figure that stands upright: half rings around its back, wider and wider. */
function worn(vertex: number): readonly [place: Vector3, normal: Vector3] {
  const [across, down] = [
    ((vertex % (columns + 1)) / columns) * 2 - 1,
    Math.floor(vertex / (columns + 1)) / rows,
  ];
  const [wide, deep] = [0.31 + 0.19 * Math.sqrt(down), 0.12 + 0.28 * down ** 0.6];
  const [sin, cos] = [Math.sin(half * across) / Math.sin(half), Math.cos(half * across)];
  const [nx, nz] = [sin / wide, -cos / deep];
  const length = Math.hypot(nx, nz);
  return [
    { x: wide * sin, y: top + (bottom - top) * down - 0.07 * across * across, z: -deep * cos },
    { x: nx / length, y: 0, z: nz / length },
  ];
}

const vertices = Array.from({ length: count }, (_, vertex) => worn(vertex));
const downOf = (vertex: number) => Math.floor(vertex / (columns + 1)) / rows;

const flat = (points: readonly Vector3[]) => points.flatMap(({ x, y, z }) => [x, y, z]);

/** The cape, which starts on the figure at time 0. */
export function cape(): ClothDefinition {
  const triangles: number[] = [];
  for (let vertex = 0; vertex < count - columns - 1; vertex++) {
    if (vertex % (columns + 1) === columns) continue;
    const below = vertex + columns + 1;
    // the diagonals alternate, so that the cape is as stiff to the left as to the right
    if ((vertex + Math.floor(vertex / (columns + 1))) % 2 === 0)
      triangles.push(vertex, below, below + 1, vertex, below + 1, vertex + 1);
    else triangles.push(vertex, below, vertex + 1, vertex + 1, below, below + 1);
  }
  const uvs = vertices.flatMap((_, vertex) => [(vertex % (columns + 1)) / columns, downOf(vertex)]);
  const start = gaitAt(0);
  return {
    mesh: { positions: flat(vertices.map(([place]) => place)), triangles, uvs },
    shape: (vertex) => placed(start, vertices[vertex][0]),
    ...{ density: 0.25, airDensity: 1.2, strainLimit: 0, substeps: 10, bendCompliance: 2e-3, damping: 0.5 },
    thickness: 0.02,
    colliders: walker(0),
  };
}

/** Where the animation has the cape, and how far the cloth may be from there: at the seam not at all, at the hem 40 cm. */
export const capeAnimation: Animation = {
  limits: {
    maxDistance: vertices.map((_, vertex) => 0.4 * downOf(vertex)),
    // below the trunk, the cape hangs away from the legs, and may come nearer
    backstop: { radius: 0.25, offset: vertices.map((_, vertex) => 0.14 * downOf(vertex)) },
  },
  period: 2 * Math.PI,
  skin(time) {
    const gait = gaitAt(time);
    return {
      positions: flat(vertices.map(([place]) => placed(gait, place))),
      normals: flat(vertices.map(([, normal]) => turned(gait, normal))),
    };
  },
};

/** The figure at a time, and the floor. */
export function walker(time: number): readonly Collider[] {
  const gait = gaitAt(time);
  const limb = (from: Vector3, to: Vector3, radius: number): Collider => ({
    ...{ type: 'capsule', from: placed(gait, from), to: placed(gait, to), radius },
    friction: 0.3,
  });
  const [ahead, level] = [Math.sin(gait.leg), Math.cos(gait.leg)];
  return [
    { type: 'sphere', center: placed(gait, { x: 0, y: 0.72, z: 0.02 }), radius: 0.15, friction: 0.3 },
    limb({ x: 0, y: 0.36, z: 0 }, { x: 0, y: 0.6, z: 0.01 }, 0.07),
    limb({ x: 0, y: -0.22, z: 0 }, { x: 0, y: 0.26, z: 0 }, 0.17),
    ...[-1, 1].flatMap((side) => [
      limb({ x: 0, y: 0.35, z: 0 }, { x: 0.24 * side, y: 0.33, z: 0 }, 0.08),
      // an arm swings against the leg of its side
      limb(
        { x: 0.24 * side, y: 0.33, z: 0 },
        { x: 0.31 * side, y: 0.33 - 0.42 * level, z: -0.42 * ahead * side },
        0.06,
      ),
      limb(
        { x: 0.1 * side, y: -0.3, z: 0 },
        { x: 0.11 * side, y: -0.3 - legLength * level, z: legLength * ahead * side },
        0.08,
      ),
    ]),
    floor,
  ];
}
