/** What the page remembers of a reader between visits. */
export interface Preferences {
  /** Style of scenes that are not the articles'. */
  style: string;
  showScenes: boolean;
  showSettings: boolean;
  /** Names of the debug layers that are on. */
  layers: string[];
  /** Whether a body was ever dragged: the page then no longer says that they can be. */
  hasDragged: boolean;
  /** The same of a cloth. */
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

/** Storage may be forbidden or hold something else; the page then starts with defaults. */
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
    // nothing is remembered then
  }
}
