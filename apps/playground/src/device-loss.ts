/** Messages about a lost graphics device: when it is lost, when it is restored, and when it seems not to return. */

/** Milliseconds until the page stops waiting for a device. Browsers that provide a new one do so within a second or two. */
const PATIENCE = 6000;

export class DeviceLoss {
  private readonly say: (text: string) => void;
  private timer = 0;

  /** @param say shows a text, or hides it for '' */
  constructor(say: (text: string) => void) {
    this.say = say;
  }

  lost(): void {
    this.say('The graphics device was lost. Drawing goes on as soon as it is back.');
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.say('The graphics device was lost and has not come back. Reload the page to draw again.');
    }, PATIENCE);
  }

  restored(): void {
    this.dispose();
    this.say('');
  }

  /** Ends waiting for a device. */
  dispose(): void {
    window.clearTimeout(this.timer);
  }
}
