/**
 * The address of the page, which follows what is shown. Browsers limit how often it may be written (Safari: 100 times in 30 s, then it throws), and a key
 * that is held down changes it thirty times a second: what comes soon after the last write waits, and only the latest of it is written.
 */

/** Milliseconds between two writes: 75 in 30 s. */
export const WRITE_INTERVAL = 400;

/** What is written to: the browser's history. */
export type AddressBar = Pick<History, 'pushState' | 'replaceState'>;

/** An address, and which page it is of: another page is one to go back from. */
interface Place {
  readonly address: string;
  readonly page: string;
}

export class AddressWriter {
  private readonly bar: AddressBar;
  private written: Place;
  private wanted: Place;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private nextWrite = Number.NEGATIVE_INFINITY;

  /** @param page what the present address is of */
  constructor(bar: AddressBar, page: string) {
    this.bar = bar;
    this.written = { address: '', page };
    this.wanted = this.written;
  }

  /** The address as it is, or will be as soon as it may be written. */
  get latest(): string {
    return this.wanted.address;
  }

  /** Has the bar say `address`, which is not empty, as that of a page: at once, or when it may be written again. */
  write(address: string, page: string): void {
    // a page that is left says what it was left as; one that was only passed by says nothing
    const isLeft = page !== this.written.page && this.wanted.page === this.written.page;
    if (isLeft && this.timer !== null) this.flush();
    this.wanted = { address, page };
    if (this.timer !== null) return;
    const wait = this.nextWrite - performance.now();
    if (wait <= 0) this.flush();
    else this.timer = setTimeout(() => this.flush(), wait);
  }

  /** The reader went back or forward, to an address of a page: what waits to be written is not of it. */
  arrive(page: string): void {
    this.stop();
    this.written = { address: '', page };
    this.wanted = this.written;
  }

  private flush(): void {
    this.stop();
    const { address, page } = this.wanted;
    if (page !== this.written.page) this.bar.pushState(null, '', address);
    else if (address !== this.written.address) this.bar.replaceState(null, '', address);
    else return;
    this.written = this.wanted;
    this.nextWrite = performance.now() + WRITE_INTERVAL;
  }

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
