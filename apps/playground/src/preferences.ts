import { systemColors } from './theme.js';

/** Preferences of a reader that are stored between visits. */
export interface Preferences {
  /** Style of scenes that are not from the articles; without one, `preferredStyle` follows the system. */
  style?: string;
  showScenes: boolean;
  showSettings: boolean;
  /** Names of the visible debug layers. */
  layers: string[];
  /** Whether the joints of scenes are marked; without a choice, where it helps. */
  joints?: boolean;
  /** Whether a body was ever dragged. The page then no longer shows the hint about dragging. */
  hasDragged: boolean;
  /** The same for a cloth. */
  hasDraggedCloth: boolean;
  /** The same for cutting one. */
  hasCutCloth: boolean;
}

const KEY = 'otedama-playground';

const defaults = (): Preferences => ({
  showScenes: true,
  showSettings: true,
  layers: [],
  hasDragged: false,
  hasDraggedCloth: false,
  hasCutCloth: false,
});

/** The style that the reader has chosen, otherwise the one in the colours of the system. */
export const preferredStyle = ({ style }: Preferences): string =>
  style ?? (systemColors.matches ? 'night' : 'filled');

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
