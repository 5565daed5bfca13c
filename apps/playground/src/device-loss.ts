/** What a page says of a graphics device that was lost: at once, when it is back, and when it seems not to come back. */

/** Milliseconds after which a device is not waited for any more. Browsers that give another one do so within a second or two. */
const PATIENCE = 6000;

export class DeviceLoss {
  private readonly say: (text: string) => void;
  private timer = 0;

  /** @param say shows a text, or none for '' */
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
    window.clearTimeout(this.timer);
    this.say('');
  }
}
