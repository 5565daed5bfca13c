/**
 * Events of the last step, as arrays that you read after the step. They stay valid until the next step, which reuses their objects:
 * copy what you want to keep.
 *
 * Read begins before ends: if a pair of shapes is in both lists of a step, it began to touch first. A touch that a change between two
 * steps interrupts (disabled and enabled again, another body type, another filter) and that the next step finds again goes on: it is
 * in neither list.
 */
import type { Body } from './body.js';
import type { BodyShape } from './body-shape.js';
import { EventList } from './event-list.js';
import type { Joint } from './joint.js';

/**
 * Two shapes began or stopped touching. A begin is reported when the gap falls below the touch distance or an impulse acts. An end is
 * reported when the gap exceeds the speculative distance, or when one of the shapes is destroyed, disabled or filtered (the handle of
 * a destroyed shape is then no longer valid). A touch that began and ended inside a step is reported as both.
 */
export interface ContactEvent {
  /** The shape with the lower id. */
  shapeA: BodyShape;
  /** The shape with the higher id. */
  shapeB: BodyShape;
}

/**
 * A shape entered or left a sensor. Every overlap counts, starting at separation 0. A dynamic shape that flew through within a step is
 * reported as both, with continuous collision.
 */
export interface SensorEvent {
  /** The shape that detects. */
  sensor: BodyShape;
  /** The shape that entered or left. */
  visitor: BodyShape;
}

/** An impact above the hit speed, on shapes with `hitEvents`. */
export interface HitEvent {
  /** The shape with the lower id. */
  shapeA: BodyShape;
  /** The shape with the higher id. */
  shapeB: BodyShape;
  /** World point, m. */
  x: number;
  /** World point along y, m. */
  y: number;
  /** Unit normal from A to B. */
  normalX: number;
  /** Unit normal from A to B along y. */
  normalY: number;
  /** Speed at which the shapes approached, m/s, > 0. */
  approachSpeed: number;
  /** Impulse along the normal in this step, N s: the change of momentum of each body. A hit late in a step may continue in the next one. */
  normalImpulse: number;
}

/** The state of a body became non-finite inside a step. The body is held at its last finite pose; see `Body.unfreeze`. */
export interface FrozenEvent {
  /** The body that is held. */
  body: Body;
}

/** A joint broke, because it carried more than its break force or torque. Its handle is no longer valid. */
export interface JointBreakEvent {
  /** The joint that broke. Only its `id`, `generation` and `userData` can still be read. */
  joint: Joint;
  /** The first body; null if B was joined to the world. */
  bodyA: Body | null;
  /** The second body. */
  bodyB: Body;
  /** World point at which the joint held body B, m. */
  x: number;
  /** World point along y, m. */
  y: number;
  /** Force that the joint carried, N, >= 0. */
  force: number;
  /** Torque that the joint carried, N m, >= 0. */
  torque: number;
}

/** A body fell asleep or woke up. Changes between steps are reported with the next step, unless the body was destroyed. */
export interface SleepEvent {
  /** The body that fell asleep or woke up. */
  body: Body;
}

/** Events of the last step. */
export interface WorldEvents {
  /** Contacts that began. */
  readonly contactBegin: readonly Readonly<ContactEvent>[];
  /** Contacts that ended, including those that ended between the steps. */
  readonly contactEnd: readonly Readonly<ContactEvent>[];
  /** Shapes that entered a sensor. */
  readonly sensorBegin: readonly Readonly<SensorEvent>[];
  /** Shapes that left a sensor. */
  readonly sensorEnd: readonly Readonly<SensorEvent>[];
  /** Impacts faster than the hit speed, on shapes with `hitEvents`. */
  readonly hit: readonly Readonly<HitEvent>[];
  /** Bodies that became non-finite and are held still. */
  readonly bodyFrozen: readonly Readonly<FrozenEvent>[];
  /** Bodies that fell asleep. */
  readonly bodySleep: readonly Readonly<SleepEvent>[];
  /** Joints that broke. */
  readonly jointBreak: readonly Readonly<JointBreakEvent>[];
  /** Bodies that woke up. */
  readonly bodyWake: readonly Readonly<SleepEvent>[];
  /**
   * Bodies whose pose changed in the last step, in the order of simulation, then those that fell asleep in it. The list is built when
   * you read it.
   */
  readonly bodyMove: readonly Body[];
}

/** The events that are recorded during a step: all but those that are found when they are read. */
export type RecordedEvents = Omit<WorldEvents, 'bodyMove'>;

/** The event lists behind `WorldEvents`. */
export class EventRecorder
  implements Readonly<{ [Name in keyof RecordedEvents]: { items: RecordedEvents[Name] } }>
{
  readonly contactBegin: EventList<ContactEvent> = new EventList();
  readonly contactEnd: EventList<ContactEvent> = new EventList();
  readonly sensorBegin: EventList<SensorEvent> = new EventList();
  readonly sensorEnd: EventList<SensorEvent> = new EventList();
  readonly hit: EventList<HitEvent> = new EventList();
  readonly bodyFrozen: EventList<FrozenEvent> = new EventList();
  readonly bodySleep: EventList<SleepEvent> = new EventList(isInWorld);
  readonly jointBreak: EventList<JointBreakEvent> = new EventList();
  readonly bodyWake: EventList<SleepEvent> = new EventList(isInWorld);
  readonly #lists: readonly EventList<object>[] = Object.values(this);

  /** Begins a step: clears the lists and adds the events that happened since the last step. */
  begin(): void {
    for (const list of this.#lists) list.begin();
  }
}

/** Whether the body of an event was not destroyed since. */
function isInWorld({ body }: SleepEvent): boolean {
  return body.isValid;
}
