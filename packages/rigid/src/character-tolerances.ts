/** Tolerances of characters. */

/** Share of the skin within which a cast ends; planes as near as twice that count as touched. */
export const CAST_SHARE = 0.01;
/** Share of a way that may lead into a plane without being held up by it: what the passes over the planes leave over. */
export const GRAZING = 1e-3;
/** Push of a plane below which the passes are done, and way below which there is none, m. */
export const PLANE_TOLERANCE = 1e-9;
