/** Snapshots: shapes by id. Shapes that are the same as in the snapshot are kept, and so are their entries in the broad phase. */

import { PROXY_SHAPE_TEST, PROXY_STATIC, type Shape } from '@otedama/collision';
import type { IntList } from './int-list.js';
import { BODY_ENABLED, STATIC } from './layout.js';
import { SHAPE_BOX_TEST } from './shape-flags.js';
import { SnapshotError, type SnapshotReader } from './snapshot-bytes.js';
import type { SnapshotDesk } from './snapshot-desk.js';
import { RecordReader } from './snapshot-records.js';
import { isSameShape, readShape, ShapeDigest, writeShape } from './snapshot-shapes.js';
import type { WorldState } from './world-state.js';

/** Writes the used ids with their generations and geometry, and the free ids. */
export function writeShapes(state: WorldState, desk: SnapshotDesk, withShapes: boolean): void {
  const { shapes, geometry, shapeGeometry } = state;
  const { writer, digest } = desk;
  writer.count(geometry.idCount);
  digest.begin();
  for (let id = 0; id < geometry.idCount; id++) {
    const shape = shapeGeometry[id];
    if (shape === null || shape === undefined) {
      writer.count(0);
      continue;
    }
    writer.count(1 + shapes.generation[id]);
    if (withShapes) desk.geometry.write(writer, writeShape(shape, desk.geometry.record));
    else digest.add(id, shape);
  }
  if (!withShapes) {
    writer.count(digest.first);
    writer.count(digest.second);
  }
  writer.count(geometry.freeList.length);
  for (const id of geometry.freeList) writer.count(id);
}

/** Shapes by id, and the free ids. */
export interface ShapeList {
  /** null if the id is free. */
  readonly geometry: (Shape | null)[];
  readonly generations: Int32Array;
  readonly free: Int32Array;
}

export function readShapes(state: WorldState, reader: SnapshotReader, withShapes: boolean): ShapeList {
  const idCount = reader.count();
  const geometry = new Array<Shape | null>(idCount).fill(null);
  const generations = new Int32Array(idCount);
  const records = new RecordReader();
  const decoded = new Map<Float64Array, Shape>();
  const digest = new ShapeDigest();
  for (let id = 0; id < idCount; id++) {
    const mark = reader.count();
    if (mark === 0) continue;
    generations[id] = mark - 1;
    if (withShapes) {
      const record = records.read(reader);
      let shape = decoded.get(record);
      if (shape === undefined) {
        shape = readShape(record);
        decoded.set(record, shape);
      }
      geometry[id] = shape;
      continue;
    }
    const isHere = state.shapeHandles[id]?.generation === mark - 1;
    const shape = isHere ? state.shapeGeometry[id] : state.retired?.shapes.find(id, mark - 1)?.geometry;
    if (shape === null || shape === undefined) throw missing(`shape ${id}`);
    geometry[id] = shape;
    digest.add(id, shape);
  }
  if (!withShapes) {
    const isSame = reader.count() === digest.first >>> 0;
    if (reader.count() !== digest.second >>> 0 || !isSame) throw missing('other shapes');
  }
  const free = new Int32Array(reader.count());
  for (let k = 0; k < free.length; k++) free[k] = reader.count();
  return { geometry, generations, free };
}

/** The error for a snapshot without shapes that this world does not have. */
export function missing(value: string): SnapshotError {
  const expected = 'shapes that this world has or had; take the snapshot with shapes: true';
  return new SnapshotError('shapes', 'snapshot', value, expected);
}

/** Set for a shape that is in the broad phase, in addition to its flags there. */
const IN_BROAD_PHASE = 128;

/** By id: the flags in the broad phase and `IN_BROAD_PHASE`; 0 if the shape is not in it. */
export function currentProxies(state: WorldState): Uint8Array {
  const { shapes, bodies } = state;
  const proxies = new Uint8Array(Math.max(shapes.slots, 1));
  for (let id = 0; id < shapes.slots; id++) {
    const slot = shapes.body[id];
    if (slot < 0 || (bodies.flags[slot] & BODY_ENABLED) === 0) continue;
    proxies[id] = IN_BROAD_PHASE;
    if (bodies.type[slot] === STATIC) proxies[id] |= PROXY_STATIC;
    if ((shapes.flags[id] & SHAPE_BOX_TEST) !== 0) proxies[id] |= PROXY_SHAPE_TEST;
  }
  return proxies;
}

/**
 * Installs the geometry of the snapshot and frees all other shapes.
 * @returns by id: 1 if the geometry has changed
 */
export function replaceShapes(state: WorldState, list: ShapeList): Uint8Array {
  const { shapes, geometry, shapeGeometry, shapeMoments, shapeHandles } = state;
  const before = geometry.idCount;
  const after = list.geometry.length;
  const changed = new Uint8Array(Math.max(before, after));
  shapes.reserve(after);
  for (let id = 0; id < changed.length; id++) {
    const wanted = id < after ? list.geometry[id] : null;
    const current = id < before ? shapeGeometry[id] : null;
    const isSame =
      current === wanted ||
      (current !== null && current !== undefined && wanted !== null && isSameShape(current, wanted));
    if (!isSame) {
      changed[id] = 1;
      geometry.replace(id, wanted);
    }
    const handle = id < before ? shapeHandles[id] : null;
    const isAlive = handle !== null && handle !== undefined;
    const staysAlive = isAlive && wanted !== null && handle.generation === list.generations[id];
    if (isAlive && !staysAlive) {
      state.retired!.keepShape(handle, shapeGeometry[id]);
    }
    if (!isSame) {
      shapeGeometry[id] = wanted;
      shapeMoments[id] = null;
    }
    if (!staysAlive) shapeHandles[id] = null;
    if (wanted !== null) {
      shapes.generation[id] = list.generations[id];
      shapes.newest[id] = Math.max(shapes.newest[id], list.generations[id]);
    } else {
      if (isAlive) shapes.generation[id] = ++shapes.newest[id];
      shapes.body[id] = -1;
    }
    shapes.moved[id] = 0;
  }
  geometry.freeList.length = 0;
  for (const id of list.free) geometry.freeList.push(id);
  geometry.idCount = after;
  shapes.slots = after;
  shapes.count = after - list.free.length;
  state.broadPhase.boxes = shapes.fat;
  return changed;
}

/**
 * Updates the broad phase.
 * @param before flags of the shapes that were in it
 * @param moved shapes whose boxes it has not seen
 */
export function updateProxies(state: WorldState, before: Uint8Array, moved: IntList): void {
  const { broadPhase } = state;
  const after = currentProxies(state);
  for (let id = 0; id < before.length; id++) {
    if (before[id] !== 0 && before[id] !== after[id]) broadPhase.remove(id);
  }
  for (let id = 0; id < after.length; id++) {
    if (after[id] !== 0 && before[id] !== after[id]) broadPhase.add(id, after[id] & ~IN_BROAD_PHASE);
  }
  // each shape once, and only shapes that stayed: the broad phase has already seen the added ones
  const isListed = new Uint8Array(after.length);
  let count = 0;
  for (let k = 0; k < moved.count; k++) {
    const id = moved.items[k];
    if (id >= after.length || isListed[id] !== 0 || after[id] === 0) continue;
    isListed[id] = 1;
    moved.items[count++] = id;
  }
  broadPhase.refresh(moved.items, count);
  state.obstacleRevision++;
}
