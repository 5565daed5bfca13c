/** What the GPU has of an array, to tell whether the array has changed since. */
export class SentData {
  private copy: Float32Array = new Float32Array(0);
  private length = 0;

  /** Whether the first `length` numbers of the array are others than at the last call, or more or fewer. */
  update(data: Float32Array, length: number): boolean {
    let k = 0;
    if (length === this.length) {
      while (k < length && data[k] === this.copy[k]) k++;
      if (k === length) return false;
    }
    if (this.copy.length < length) this.copy = new Float32Array(data.length);
    for (; k < length; k++) this.copy[k] = data[k];
    this.length = length;
    return true;
  }
}
