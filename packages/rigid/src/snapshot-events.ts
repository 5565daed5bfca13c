/** Snapshots: events that happened between steps and that the next step reports. */

import { Body } from './body.js';
import { BodyShape } from './body-shape.js';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.js';
import type { WorldState } from './world-state.js';

/** Writes the events that happened between steps and that the next step reports. */
export function writePendingEvents(state: WorldState, writer: SnapshotWriter): void {
  const { contactEnd, sensorEnd, bodyWake, bodySleep } = state.events;
  const handles: { readonly id: number; readonly generation: number }[] = [];
  for (const { shapeA, shapeB } of contactEnd.pending) handles.push(shapeA, shapeA.body, shapeB, shapeB.body);
  for (const { sensor, visitor } of sensorEnd.pending)
    handles.push(sensor, sensor.body, visitor, visitor.body);
  for (const { body } of bodyWake.pending) handles.push(body);
  for (const { body } of bodySleep.pending) handles.push(body);
  for (const { pending } of [contactEnd, sensorEnd, bodyWake, bodySleep]) writer.count(pending.length);
  for (const { id, generation } of handles) {
    writer.count(id);
    writer.count(generation);
  }
}

export function readPendingEvents(state: WorldState, reader: SnapshotReader): void {
  const { events, bodyHandles, shapeHandles } = state;
  const { contactEnd, sensorEnd, bodyWake, bodySleep } = events;
  const retired = state.retired!;
  for (const { pending } of [contactEnd, sensorEnd, bodyWake, bodySleep]) pending.length = 0;
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
  for (let k = 0; k < contactEnds; k++)
    contactEnd.pending.push({ shapeA: readShapeHandle(), shapeB: readShapeHandle() });
  for (let k = 0; k < sensorEnds; k++)
    sensorEnd.pending.push({ sensor: readShapeHandle(), visitor: readShapeHandle() });
  for (let k = 0; k < wakes; k++) bodyWake.pending.push({ body: readBodyHandle() });
  for (let k = 0; k < sleeps; k++) bodySleep.pending.push({ body: readBodyHandle() });
}
