/** A growing list of integers that reuses its memory. */
export class IntList {
  items: Int32Array;
  count = 0;

  constructor(capacity = 64) {
    this.items = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.count === this.items.length) {
      const wide = new Int32Array(this.count * 2);
      wide.set(this.items);
      this.items = wide;
    }
    this.items[this.count++] = value;
  }
}
