/**
 * The address of the page, which follows the shown state. Browsers limit how often it may be written (Safari: 100 times in 30 s,
 * then it throws), and a held key changes it thirty times a second. A few changes are therefore written immediately. If there are
 * more, only the latest change is written, after a delay.
 */

/** Milliseconds to earn one write, and the maximum number of saved writes: together at most 95 writes in 30 s. */
const EARNING_TIME = 400;
const MOST_SAVED = 20;

/** The part of the browser's history that is written. */
export type AddressBar = Pick<History, 'pushState' | 'replaceState'>;

/** An address and the page it belongs to. A change of the page creates a history entry. */
interface Place {
  readonly address: string;
  readonly page: string;
}

export class AddressWriter {
  private readonly bar: AddressBar;
  private written: Place;
  private wanted: Place;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private saved = MOST_SAVED;
  private counted = performance.now();

  /** @param page the page that the current address belongs to */
  constructor(bar: AddressBar, page: string) {
    this.bar = bar;
    this.written = { address: '', page };
    this.wanted = this.written;
  }

  /** The current address, or the one that will be written next. */
  get latest(): string {
    return this.wanted.address;
  }

  /** Writes the non-empty `address` of a page: immediately, or as soon as another write is allowed. */
  write(address: string, page: string): void {
    // when a page is left, its last address is written; pages that were only passed through are skipped
    const isLeft = page !== this.written.page && this.wanted.page === this.written.page;
    if (isLeft && this.timer !== null) this.flush();
    this.wanted = { address, page };
    if (this.timer !== null) return;
    this.earn();
    if (this.saved >= 1) this.flush();
    else this.timer = setTimeout(() => this.flush(), (1 - this.saved) * EARNING_TIME);
  }

  /** Called when the reader went back or forward to an address of a page. A pending write belongs to another page and is dropped. */
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
    this.earn();
    this.saved--;
  }

  private earn(): void {
    const now = performance.now();
    this.saved = Math.min(MOST_SAVED, this.saved + (now - this.counted) / EARNING_TIME);
    this.counted = now;
  }

  private stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
