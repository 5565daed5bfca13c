import type { Body } from './body.js';
import type {
  ContactEvent,
  FrozenEvent,
  HitEvent,
  JointBreakEvent,
  SensorEvent,
  SleepEvent,
  WorldEvents,
} from './events.js';
import { movedBodies } from './read-transforms.js';
import type { WorldState } from './world-state.js';

/** The users' view of the recorded events. */
export class EventsView implements WorldEvents {
  readonly contactBegin: readonly ContactEvent[];
  readonly contactEnd: readonly ContactEvent[];
  readonly sensorBegin: readonly SensorEvent[];
  readonly sensorEnd: readonly SensorEvent[];
  readonly hit: readonly HitEvent[];
  readonly bodyFrozen: readonly FrozenEvent[];
  readonly bodySleep: readonly SleepEvent[];
  readonly jointBreak: readonly JointBreakEvent[];
  readonly bodyWake: readonly SleepEvent[];
  readonly #state: WorldState;

  constructor(state: WorldState) {
    const { events } = state;
    this.contactBegin = events.contactBegin.items;
    this.contactEnd = events.contactEnd.items;
    this.sensorBegin = events.sensorBegin.items;
    this.sensorEnd = events.sensorEnd.items;
    this.hit = events.hit.items;
    this.bodyFrozen = events.bodyFrozen.items;
    this.bodySleep = events.bodySleep.items;
    this.jointBreak = events.jointBreak.items;
    this.bodyWake = events.bodyWake.items;
    this.#state = state;
  }

  get bodyMove(): Body[] {
    return movedBodies(this.#state);
  }
}
