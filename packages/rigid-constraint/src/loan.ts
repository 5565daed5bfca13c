/** An array of a store that is replaced by one in the memory of the kernels, with the same numbers, until it is given back. */
export class Loan<Name extends string, Numbers extends Float64Array | Int32Array> {
  readonly #name: Name;
  #store: Record<Name, Numbers> | null = null;
  #own: Numbers | null = null;
  #lent: Numbers | null = null;

  /** @param name field of the store */
  constructor(name: Name) {
    this.#name = name;
  }

  /** Lets a store use `lent`, an array of the same length as its own. What was lent before must be given back. */
  lend(store: Record<Name, Numbers>, lent: Numbers): void {
    const own = store[this.#name];
    lent.set(own);
    store[this.#name] = lent;
    this.#store = store;
    this.#own = own;
    this.#lent = lent;
  }

  /** Lets the store use its own array again. Does nothing if nothing is lent, or if the store has got another array since, a longer one. */
  giveBack(): void {
    const store = this.#store;
    this.#store = null;
    if (store === null || store[this.#name] !== this.#lent) return;
    this.#own!.set(this.#lent!);
    store[this.#name] = this.#own!;
  }
}
