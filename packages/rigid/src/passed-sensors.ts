/** Sensors that the path of a swept body crosses from outside to outside (`continuous.ts`): they report begin and end in the same step. */
import { separatePlaced } from '@otedama/collision';
import { CONTACT_BEGUN, CONTACT_FLAGS, CONTACT_INDEX_STRIDE } from './layout.js';
import { SHAPE_CONTACT_EVENTS, SHAPE_SENSOR } from './shape-flags.js';
import { advance, mayTouch, pathToward, placeAt } from './time-of-impact.js';
import type { SweepingState } from './world-state.js';

/** Separation at which a path counts as crossing a sensor, m. */
const SENSOR_TOLERANCE = 1e-6;

/** Reports a sensor that the path enters and leaves. A sensor met at the start or the end is reported by its contact. */
export function passSensor(state: SweepingState, other: number, shape: number): void {
  const { shapes, events, contacts, pairTable, sweeps } = state;
  const { separation } = sweeps;
  const bits = shapes.flags[other] | shapes.flags[shape];
  if ((bits & SHAPE_SENSOR) === 0 || (bits & SHAPE_CONTACT_EVENTS) === 0) return;
  if (!mayTouch(state, other, shape)) return;
  const contact = pairTable.get(Math.min(other, shape), Math.max(other, shape));
  if (contact >= 0 && (contacts.index[contact * CONTACT_INDEX_STRIDE + CONTACT_FLAGS] & CONTACT_BEGUN) !== 0)
    return;
  const path = pathToward(state, other);
  path.time = 1;
  placeAt(state, shape, path);
  separatePlaced(state.geometry, other, shape, separation);
  if (separation.separation <= 0) return;
  path.time = 0;
  placeAt(state, shape, path);
  separatePlaced(state.geometry, other, shape, separation);
  if (separation.separation <= 0) return;
  sweeps.target = 0;
  sweeps.tolerance = SENSOR_TOLERANCE;
  sweeps.cap = 1;
  if (!advance(state, other, shape, path)) return;
  if (separation.separation > SENSOR_TOLERANCE) return;
  const isSensor = (shapes.flags[shape] & SHAPE_SENSOR) !== 0;
  const sensor = state.shapeHandles[isSensor ? shape : other]!;
  const visitor = state.shapeHandles[isSensor ? other : shape]!;
  // a solver that calls `collide` several times per step may have found it before
  const { items } = events.sensorBegin;
  for (let k = 0; k < items.length; k++)
    if (items[k].sensor === sensor && items[k].visitor === visitor) return;
  if (!events.sensorEnd.takeBack(true, 'sensor', sensor, 'visitor', visitor)) {
    const begin = events.sensorBegin.next();
    begin.sensor = sensor;
    begin.visitor = visitor;
  }
  const leave = events.sensorEnd.next();
  leave.sensor = sensor;
  leave.visitor = visitor;
}
