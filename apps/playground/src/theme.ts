/** The colours around the view: light ones by day and dark ones by night, as what is drawn. */

import { type Color, luminance } from '@otedama/render-babylon';

/** Luminance of a background, 0..1, below which the page around it is dark too. */
const DARK = 0.2;

/** Whether the system of the reader asks for dark colours. */
export const systemColors: MediaQueryList = matchMedia('(prefers-color-scheme: dark)');

export const isDark = (background: Color): boolean => luminance(background) < DARK;

/** Colours the page. `ground` is the colour behind what is drawn, over which text lies; any CSS colour. */
export function showTheme(isNight: boolean, ground: string): void {
  const { dataset, style } = document.documentElement;
  dataset.theme = isNight ? 'night' : 'day';
  style.setProperty('--ground', ground);
}
