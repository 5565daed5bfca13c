/** What a changelog says of a release in which nothing of its package changed. */
export const NOTHING_CHANGED: string;

/**
 * Writes `NOTHING_CHANGED` below each version without a text in the changelogs of the published packages of the workspace at `root`. Returns
 * the names of the packages whose changelog it wrote.
 */
export function fillEmptySections(root: string): string[];
