/**
 * A cloth's state as bytes, little endian:
 *
 *   offset  0  u32  magic "OTCL"            20  f64  seconds not yet stepped
 *           4  u32  version                 28  u32  number of pins P
 *           8  u32  columns, or ~0: a mesh  32  N x 4 f32  positions, w = inverse mass without hands
 *          12  u32  rows, or its checksum    +  N x 4 f32  velocities
 *          16  u32  steps done               +  P x u32    ids of the pins, ascending
 *                                            +  E x u32    of a cloth that tears, version 2: the step in which each edge broke, or 0
 *                                            +  u32        checksum (FNV-1a over all words before it)
 *
 * It does not contain parameters, rest lengths, or the masses that pins get back when they are freed. These belong to the cloth.
 */

import { ClothError } from './errors.js';
import type { Sheet } from './sheet.js';

/** The state that a snapshot contains. */
export interface ClothState {
  readonly stepCount: number;
  readonly pendingSeconds: number;
  /** Stride 4, w = inverse mass without hands. */
  readonly position: Float32Array<ArrayBuffer>;
  /** Stride 4. */
  readonly velocity: Float32Array<ArrayBuffer>;
  readonly pins: readonly number[];
  /** Of each edge of a cloth that tears: the step in which it broke, or 0; as in tears.ts. */
  readonly broken?: Uint32Array<ArrayBuffer> | undefined;
}

const MAGIC = 0x4c43544f;
/** Of a cloth that does not tear; that of one that does is one more. */
const VERSION = 1;
const HEADER_BYTES = 32;

/** Encodes a state as bytes. */
export function encodeSnapshot(sheet: Sheet, state: ClothState): Uint8Array<ArrayBuffer> {
  const arrayBytes = 16 * sheet.particleCount;
  const { pins, broken = [] } = state;
  const length = HEADER_BYTES + 2 * arrayBytes + 4 * (pins.length + broken.length) + 4;
  const view = new DataView(new ArrayBuffer(length));
  const header = [
    MAGIC,
    versionOf(broken.length),
    ...wordsOf(sheet).map(([, word]) => word),
    state.stepCount,
  ];
  header.forEach((word, index) => {
    view.setUint32(4 * index, word, true);
  });
  view.setFloat64(20, state.pendingSeconds, true);
  view.setUint32(28, pins.length, true);
  let offset = HEADER_BYTES;
  for (const array of [state.position, state.velocity])
    for (let index = 0; index < array.length; index++, offset += 4)
      view.setFloat32(offset, array[index], true);
  for (const list of [pins, broken])
    for (const word of list) {
      view.setUint32(offset, word, true);
      offset += 4;
    }
  view.setUint32(offset, checksum(view, offset), true);
  return new Uint8Array(view.buffer);
}

const versionOf = (edges: number) => VERSION + Number(edges > 0);

/**
 * Decodes the state in `bytes`. Throws a `ClothError` for anything but an undamaged, finite snapshot of a cloth with this sheet.
 * `edges` is the number of edges of a cloth that tears.
 */
export function decodeSnapshot(sheet: Sheet, bytes: Uint8Array, edges: number = 0): ClothState {
  if (!(bytes instanceof Uint8Array))
    throw new ClothError('snapshot', bytes, 'a Uint8Array (of an ArrayBuffer: new Uint8Array(buffer))');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const arrayBytes = 16 * sheet.particleCount;
  const least = HEADER_BYTES + 2 * arrayBytes + 4 * edges + 4;
  if (bytes.length < HEADER_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new ClothError('snapshot', bytes, "a cloth's snapshot");
  const expectWord = (name: string, offset: number, expected: number, meaning = '') => {
    const word = view.getUint32(offset, true);
    if (word !== expected) throw new ClothError(`snapshot.${name}`, word, expected + meaning);
  };
  expectWord('version', 4, versionOf(edges), ' (create the cloth with tearing for 2, without for 1)');
  wordsOf(sheet).forEach(([name, word], index) => {
    expectWord(name, 8 + 4 * index, word);
  });
  const pinCount = view.getUint32(28, true);
  const length = least + 4 * pinCount;
  if (bytes.length !== length) throw new ClothError('snapshot.length', bytes.length, `${length} bytes`);
  expectWord('checksum', length - 4, checksum(view, length - 4));
  const floats = (start: number) =>
    Float32Array.from({ length: 4 * sheet.particleCount }, (_, index) => {
      const value = view.getFloat32(start + 4 * index, true);
      if (!Number.isFinite(value)) throw new ClothError('snapshot', value, 'finite positions and velocities');
      return value;
    });
  const words = (first: number, count: number) =>
    Uint32Array.from({ length: count }, (_, index) =>
      view.getUint32(HEADER_BYTES + 2 * arrayBytes + 4 * (first + index), true),
    );
  return {
    stepCount: view.getUint32(16, true),
    pendingSeconds: view.getFloat64(20, true),
    position: floats(HEADER_BYTES),
    velocity: floats(HEADER_BYTES + arrayBytes),
    pins: [...words(0, pinCount)],
    broken: words(pinCount, edges),
  };
}

/** The words that identify the sheet that a state belongs to, with their names. */
function wordsOf(sheet: Sheet): readonly (readonly [name: string, word: number])[] {
  if (!sheet.isMesh)
    return [
      ['columns', sheet.columns],
      ['rows', sheet.rows],
    ];
  let hash = hashWord(HASH_START, sheet.particleCount);
  for (const id of sheet.triangles) hash = hashWord(hash, id);
  return [
    ['mesh', 0xffffffff],
    ['triangles', hash >>> 0],
  ];
}

const HASH_START = 0x811c9dc5;
const hashWord = (hash: number, word: number) => Math.imul(hash ^ word, 0x01000193);

function checksum(view: DataView, length: number): number {
  let hash = HASH_START;
  for (let offset = 0; offset < length; offset += 4) hash = hashWord(hash, view.getUint32(offset, true));
  return hash >>> 0;
}
