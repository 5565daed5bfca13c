/** Snapshots: events that happened between steps and that the next step reports. */

import { Body } from './body.js';
import { BodyShape } from './body-shape.js';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.js';
import type { WorldState } from './world-state.js';

/** Writes the events that happened between steps and that the next step reports. */
export function writePendingEvents(state: WorldState, writer: SnapshotWriter): void {
  const { pendingContactEnd, pendingSensorEnd, pendingWake, pendingSleep } = state.events;
  const handles: { readonly id: number; readonly generation: number }[] = [];
  for (const { shapeA, shapeB } of pendingContactEnd) handles.push(shapeA, shapeA.body, shapeB, shapeB.body);
  for (const { sensor, visitor } of pendingSensorEnd)
    handles.push(sensor, sensor.body, visitor, visitor.body);
  handles.push(...pendingWake, ...pendingSleep);
  writer.count(pendingContactEnd.length);
  writer.count(pendingSensorEnd.length);
  writer.count(pendingWake.length);
  writer.count(pendingSleep.length);
  for (const { id, generation } of handles) {
    writer.count(id);
    writer.count(generation);
  }
}

export function readPendingEvents(state: WorldState, reader: SnapshotReader): void {
  const { events, bodyHandles, shapeHandles } = state;
  const retired = state.retired!;
  events.pendingContactEnd.length = 0;
  events.pendingSensorEnd.length = 0;
  events.pendingWake.length = 0;
  events.pendingSleep.length = 0;
  events.begin();
  const contactEnds = reader.count();
  const sensorEnds = reader.count();
  const wakes = reader.count();
  const sleeps = reader.count();
  const readBodyHandle = (): Body => {
    const slot = reader.count();
    const generation = reader.count();
    const handle = bodyHandles[slot];
    if (handle?.generation === generation) return handle;
    return retired.bodies.find(slot, generation) ?? new Body(state, slot, {}, generation);
  };
  const readShapeHandle = (): BodyShape => {
    const id = reader.count();
    const generation = reader.count();
    const body = readBodyHandle();
    const handle = shapeHandles[id];
    if (handle?.generation === generation && handle.body === body) return handle;
    const found = retired.shapes.find(id, generation)?.handle;
    return found?.body === body ? found : new BodyShape(state, body, id, undefined, generation);
  };
  for (let k = 0; k < contactEnds; k++) events.pendContactEnd(readShapeHandle(), readShapeHandle());
  for (let k = 0; k < sensorEnds; k++) events.pendSensorEnd(readShapeHandle(), readShapeHandle());
  for (let k = 0; k < wakes; k++) events.pendingWake.push(readBodyHandle());
  for (let k = 0; k < sleeps; k++) events.pendingSleep.push(readBodyHandle());
}
