import { PairTable } from '@otedama/collision';

/** A member of an event, such as a shape. */
interface Member {
  readonly id: number;
}

/** An array of event objects that are reused from step to step. */
export class EventList<T extends object> {
  /** The events for the users; the length is their number. */
  readonly items: T[] = [];
  /** Events from between the steps. They belong to the next step; users may still be reading those of the last one. */
  readonly pending: T[] = [];
  readonly #pool: T[] = [];
  readonly #lasts: (event: T) => boolean;
  #hadPending = false;
  /** Places in `items`, by the ids of two members, of as many events as it has pairs, from the first on. Null until it is used. */
  #table: PairTable | null = null;

  /**
   * @param lasts whether an event from between the steps is still one when the next step begins
   */
  constructor(lasts: (event: T) => boolean = () => true) {
    this.#lasts = lasts;
  }

  /** Returns the next event object of the step, or one for the next step. The caller sets all its members. */
  next(isStepping = true): T {
    const { items, pending } = this;
    const k = items.length;
    const event = isStepping && k < this.#pool.length ? this.#pool[k] : ({} as T);
    if (isStepping) this.#pool[k] = items[k] = event;
    else pending.push(event);
    return event;
  }

  /** Begins a step, with the events since the last one. */
  begin(): void {
    const { items, pending } = this;
    if (items.length > 0) {
      items.length = 0;
      this.#table?.clear();
    }
    this.#hadPending = pending.length > 0;
    if (!this.#hadPending) return;
    for (const event of pending) if (this.#lasts(event)) Object.assign(this.next(), event);
    pending.length = 0;
  }

  /**
   * Removes the event of the step with two given members. The last event takes its place.
   * @param always false if only events from before the step can be such events; without any the search is left out
   * @returns whether there was one
   */
  takeBack<M extends keyof T>(
    always: boolean,
    first: M,
    a: T[M] & Member,
    second: M,
    b: T[M] & Member,
  ): boolean {
    if (!always && !this.#hadPending) return false;
    const { items } = this;
    this.#table ??= new PairTable();
    const table = this.#table;
    const list = (k: number) => table.set((items[k][first] as Member).id, (items[k][second] as Member).id, k);
    for (let k = table.size; k < items.length; k++) list(k);
    const k = table.get(a.id, b.id);
    if (k < 0 || items[k][first] !== a || items[k][second] !== b) return false;
    table.delete(a.id, b.id);
    const last = items.pop()!;
    if (k < items.length) {
      Object.assign(items[k], last);
      list(k);
    }
    return true;
  }
}
