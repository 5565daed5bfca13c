/**
 * The address of the page, which follows what is shown. Browsers limit how often it may be written (Safari: 100 times in 30 s, then it throws), and a key
 * that is held down changes it thirty times a second. So a few changes are written at once, as long as they are few; of more, what comes soon after the
 * last write waits, and only the latest of it is written.
 */

/** Milliseconds in which one more write is earned, and most that are saved up: together up to 95 in 30 s. */
const EARNING_TIME = 400;
const MOST_SAVED = 20;

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
  private saved = MOST_SAVED;
  private counted = performance.now();

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
    this.earn();
    if (this.saved >= 1) this.flush();
    else this.timer = setTimeout(() => this.flush(), (1 - this.saved) * EARNING_TIME);
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
