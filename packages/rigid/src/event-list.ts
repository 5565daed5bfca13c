/** An array of event objects that are reused from step to step. */
export class EventList<T> {
  /** The events for the users; the length is their number. */
  readonly items: T[] = [];
  readonly #pool: T[] = [];
  readonly #create: () => T;

  constructor(create: () => T) {
    this.#create = create;
  }

  /** Returns the next event object, to be filled in. */
  next(): T {
    const k = this.items.length;
    let event = this.#pool[k];
    if (event === undefined) {
      event = this.#create();
      this.#pool.push(event);
    }
    this.items.push(event);
    return event;
  }

  clear(): void {
    if (this.items.length > 0) this.items.length = 0;
  }
}
