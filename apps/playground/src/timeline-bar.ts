import { button, element } from './page-elements.js';
import type { Playground } from './playground.js';

/** The bar below the view: one frame back, one frame forward, and a slider over the timeline. */
export class TimelineBar {
  private readonly playground: Playground;
  private readonly slider = element('timeline', HTMLInputElement);
  private readonly label = element('timeline-age', HTMLElement);

  constructor(playground: Playground) {
    this.playground = playground;
    this.slider.addEventListener('input', () => playground.showFrame(Math.max(0, this.slider.valueAsNumber)));
    button('frame-back').addEventListener('click', () => playground.moveFrame(-1));
    button('frame-on').addEventListener('click', () => playground.moveFrame(1));
    this.update();
  }

  /** Updates the bar. Called every frame, so it writes only values that changed. */
  update(): void {
    const { timeline } = this.playground;
    const last = String(timeline.length - 1);
    const place = String(timeline.place);
    const { age } = timeline;
    const text = timeline.isLive ? 'now' : `−${age.toFixed(2)} s`;
    // a single frame is the first and the last one: it belongs at the right end of the slider, which needs min < max
    const first = timeline.length > 1 ? '0' : '-1';
    if (this.slider.min !== first) this.slider.min = first;
    if (this.slider.max !== last) this.slider.max = last;
    if (this.slider.value !== place) this.slider.value = place;
    const share = `${timeline.length > 1 ? (100 * timeline.place) / (timeline.length - 1) : 100}%`;
    if (this.slider.style.getPropertyValue('--share') !== share)
      this.slider.style.setProperty('--share', share);
    if (this.label.textContent === text) return;
    this.label.textContent = text;
    this.slider.setAttribute('aria-valuetext', timeline.isLive ? 'now' : `${age.toFixed(2)} seconds ago`);
  }
}
