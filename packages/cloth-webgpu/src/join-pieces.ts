/**
 * Joins sheets to the mesh of one cloth, in which they touch each other by self-collision. Particles that are near each other at rest may
 * come nearer than its minimum distance d, so that a fold can close (FOLD_SHARE). That must not hold for two sheets that rest in the same
 * place. So at rest the pieces lie one behind the other, along the axis along which they are thinnest, farther apart than the largest d,
 * which is MAX_SELF_SPACINGS mean edges, allows. They start where they are placed, by the function `shape`.
 */

import { FOLD_SHARE, LARGEST_INPUT, MAX_SELF_SPACINGS, SMALLEST_INPUT } from './constants.js';
import { computeNormals } from './cpu/normals.js';
import {
  ClothError,
  requireFields,
  requireInteger,
  requireNumber,
  requireRotation,
  requireVector,
} from './errors.js';
import { meshLists } from './mesh-lists.js';
import { motionRows, movePoints, turnVectors } from './rigid-motion.js';
import { unevenness } from './start.js';
import { boxOf, distance } from './triangles.js';
import type { ClothPiece, JoinedPieces, PieceRange, Vector3 } from './types.js';
import { noTurn } from './vectors.js';

const ORIGIN: Vector3 = Object.freeze({ x: 0, y: 0, z: 0 });

/** Default density, kg/m². */
const DENSITY = 0.2;

/** Unevenness of the start, in mean edges: what a flat sheet needs to fold. The default of a definition. */
const RIPPLE = 1e-4;

/** A piece whose lists are checked. */
interface Checked {
  readonly piece: ClothPiece;
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly uvs: ArrayLike<number> | undefined;
}

/**
 * Joins several sheets to one cloth: curtains, a flag and a table cloth that touch each other. Spread the returned `definition` into that of
 * the cloth, with `selfCollision`; `pieces` tells which particles and triangles are whose. All pieces have the parameters of the cloth; each
 * has its own mesh, place, velocity, density and pins, and is damped by itself. Throws a `ClothError` if a field is out of range.
 */
export function joinPieces(given: readonly ClothPiece[]): JoinedPieces {
  if (!Array.isArray(given) || given.length === 0)
    throw new ClothError('pieces', given, 'a list of at least one piece');
  const all = given.map(check);
  const gap = 1.1 * FOLD_SHARE * MAX_SELF_SPACINGS * Math.max(...all.map(longestEdge));
  const boxes = all.map(({ positions }) => boxOf(positions));
  const extents = [0, 1, 2].map((axis) =>
    boxes.reduce((sum, { low, high }) => sum + high[axis] - low[axis], 0),
  );
  const along = extents.indexOf(Math.min(...extents));

  const count = all.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const positions = new Float32Array(3 * count);
  const start = new Float32Array(4 * count);
  const uvs = new Float32Array(2 * count);
  const velocities: Vector3[] = [];
  const density = new Float32Array(count);
  const pins: number[] = [];
  const triangles: number[] = [];
  const pieces: PieceRange[] = [];
  let firstVertex = 0;
  let behind = 0;
  all.forEach(({ piece, positions: own, triangles: corners, uvs: ownUvs }, k) => {
    const { center = ORIGIN, rotation = noTurn, velocity = ORIGIN } = piece;
    const vertexCount = own.length / 3;
    const { low, high } = boxes[k];
    for (let o = 0; o < own.length; o++)
      positions[3 * firstVertex + o] = own[o] + (o % 3 === along ? behind - low[along] : 0);
    behind += high[along] - low[along] + gap;
    start.set(startOf(own, corners, motionRows('piece', { translation: center, rotation })), 4 * firstVertex);
    if (ownUvs !== undefined) uvs.set(ownUvs, 2 * firstVertex);
    const first = firstVertex;
    for (let id = 0; id < vertexCount; id++) velocities.push(velocity);
    density.fill(piece.density ?? DENSITY, first, first + vertexCount);
    pins.push(...(piece.pins ?? []).map((id) => first + id));
    pieces.push({ firstVertex, vertexCount, firstIndex: triangles.length, indexCount: corners.length });
    for (const id of corners) triangles.push(first + id);
    firstVertex += vertexCount;
  });
  return {
    definition: {
      mesh: { positions, triangles: Uint32Array.from(triangles), uvs },
      shape: (id) => ({ x: start[4 * id], y: start[4 * id + 1], z: start[4 * id + 2] }),
      velocity: (id) => velocities[id],
      density,
      pins,
    },
    pieces,
  };
}

function check(piece: ClothPiece, k: number): Checked {
  const field = `pieces[${k}]`;
  requireFields(field, piece, ['mesh', 'center', 'rotation', 'velocity', 'density', 'pins']);
  const { positions, triangles, uvs } = meshLists(`${field}.mesh`, piece.mesh);
  const { center, rotation, velocity, density, pins } = piece;
  if (center !== undefined) requireVector(`${field}.center`, center);
  if (rotation !== undefined) requireRotation(`${field}.rotation`, rotation);
  if (velocity !== undefined) requireVector(`${field}.velocity`, velocity);
  if (density !== undefined) requireNumber(`${field}.density`, density, SMALLEST_INPUT, LARGEST_INPUT);
  if (pins !== undefined && !Array.isArray(pins))
    throw new ClothError(`${field}.pins`, pins, 'a list of indices of its vertices');
  pins?.forEach((id, at) => {
    requireInteger(`${field}.pins[${at}]`, id, 0, positions.length / 3 - 1);
  });
  return { piece, positions: Float32Array.from(positions), triangles, uvs };
}

/** The sides of the triangles, each edge once or twice. */
function edgeLengths({ positions, triangles }: Pick<Checked, 'positions' | 'triangles'>): Float64Array {
  const next = (k: number) => (k % 3 === 2 ? k - 2 : k + 1);
  return Float64Array.from(triangles, (id, k) => distance(positions, id, triangles[next(k)]));
}

const longestEdge = (piece: Checked) =>
  edgeLengths(piece).reduce((most, length) => Math.max(most, length), 0);

/** Where the particles of a piece start, stride 4, slightly uneven. */
function startOf(positions: Float32Array, triangles: Uint32Array, rows: readonly number[]): Float32Array {
  const start = new Float32Array((4 * positions.length) / 3);
  for (let id = 0; id < positions.length / 3; id++) start.set(positions.subarray(3 * id, 3 * id + 3), 4 * id);
  const normals = new Float32Array(start.length);
  computeNormals(start, triangles, normals);
  movePoints(rows, start);
  turnVectors(rows, normals);
  const lengths = edgeLengths({ positions, triangles });
  const amplitude = (RIPPLE * lengths.reduce((sum, length) => sum + length, 0)) / lengths.length;
  for (let o = 0; o < start.length; o += 4)
    for (let axis = 0; axis < 3; axis++) start[o + axis] += amplitude * unevenness(o / 4) * normals[o + axis];
  return start;
}
