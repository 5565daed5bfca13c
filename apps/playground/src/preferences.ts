/** Preferences of a reader that are stored between visits. */
export interface Preferences {
  /** Style of scenes that are not from the articles. */
  style: string;
  showScenes: boolean;
  showSettings: boolean;
  /** Names of the visible debug layers. */
  layers: string[];
  /** Whether a body was ever dragged. The page then no longer shows the hint about dragging. */
  hasDragged: boolean;
  /** The same for a cloth. */
  hasDraggedCloth: boolean;
}

const KEY = 'otedama-playground';

const defaults = (): Preferences => ({
  style: matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'filled',
  showScenes: true,
  showSettings: true,
  layers: [],
  hasDragged: false,
  hasDraggedCloth: false,
});

/** Storage may be forbidden or contain invalid data; the page then starts with defaults. */
export function loadPreferences(): Preferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...defaults(), ...(stored as Partial<Preferences>) };
  } catch {
    return defaults();
  }
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // preferences are not stored in this case
  }
}
