import { button, element } from './page-elements.js';
import { type Preferences, savePreferences } from './preferences.js';

/** Small screens, on which panels would leave too little space (page.css). */
const small = matchMedia('(width <= 51.25em), (height <= 32.5em)');

/** Screens on which two panels would leave the stage less than half of the width. */
const narrow = matchMedia('(width <= 67.5em)');

/**
 * The two side panels. Large screens show them beside the stage and remember which are open. On narrow screens only one is open at a time.
 * On small screens they cover the stage and are closed at first. There they close when the stage is touched or Escape is pressed. If the
 * focus is in a panel when it closes, it returns to the button that opens the panel.
 */
export class SidePanels {
  private readonly parts: readonly { readonly panel: HTMLElement; readonly toggle: HTMLButtonElement }[];
  private readonly preferences: Preferences;
  /** Whether a lesson is open, which takes the place of the settings. */
  private hasLesson = false;

  constructor(preferences: Preferences) {
    this.preferences = preferences;
    this.parts = [
      { panel: element('scenes', HTMLElement), toggle: button('scenes-toggle') },
      { panel: element('settings', HTMLElement), toggle: button('settings-toggle') },
    ];
    this.parts.forEach(({ panel, toggle }, index) => {
      toggle.addEventListener('click', () => this.set(index, panel.hidden !== false));
    });
    element('view', HTMLCanvasElement).addEventListener('pointerdown', () => this.closeOverlays());
    const hear = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && document.querySelector('dialog[open]') === null) this.closeOverlays();
    };
    // capture phase, because the settings panel stops the propagation of its key events
    window.addEventListener('keydown', hear, { capture: true });
    for (const query of [small, narrow]) query.addEventListener('change', () => this.arrange());
    this.arrange();
    // on small screens the panels are hidden by CSS until now
    document.body.dataset.arranged = '';
  }

  /** Makes room for a lesson on a narrow screen, and gives it back afterwards. */
  setLesson(open: boolean): void {
    if (open === this.hasLesson) return;
    this.hasLesson = open;
    if (narrow.matches) this.arrange();
  }

  /** Opens the scene list if it is closed. */
  openScenes(): void {
    this.set(0, true);
  }

  /** Closes panels that cover the stage. Returns whether any was open. */
  closeOverlays(): boolean {
    if (!small.matches) return false;
    const open = this.parts.filter(({ panel }) => !panel.hidden);
    for (const part of open) this.write(part, false);
    return open.length > 0;
  }

  private arrange(): void {
    const { showScenes, showSettings } = this.preferences;
    // on a narrow screen there is room for one panel: the lesson, the scenes or the settings
    const hasScenes = showScenes && !(narrow.matches && this.hasLesson);
    const hasSettings = showSettings && !(narrow.matches && showScenes);
    [hasScenes, hasSettings].forEach((show, index) => {
      this.write(this.parts[index], show && !small.matches);
    });
  }

  private set(index: number, open: boolean): void {
    if (open && (small.matches || narrow.matches)) this.write(this.parts[1 - index], false);
    if (!small.matches) {
      if (index === 0) this.preferences.showScenes = open;
      else this.preferences.showSettings = open;
      savePreferences(this.preferences);
    }
    this.write(this.parts[index], open);
  }

  private write(
    part: { readonly panel: HTMLElement; readonly toggle: HTMLButtonElement },
    open: boolean,
  ): void {
    if (!open && part.panel.contains(document.activeElement)) part.toggle.focus();
    part.panel.hidden = !open;
    part.toggle.setAttribute('aria-expanded', String(open));
  }
}
