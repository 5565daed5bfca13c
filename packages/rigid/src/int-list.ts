import { doubled } from './grow.js';

/** A growing list of integers that reuses its memory. */
export class IntList {
  items: Int32Array;
  count = 0;

  constructor(capacity = 64) {
    this.items = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.count === this.items.length) this.items = doubled(this.items);
    this.items[this.count++] = value;
  }
}
