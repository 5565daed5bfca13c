/**
 * Emits `src` of a package to `dist`: JavaScript, declarations and source maps, file by file, so that no sibling has to be built.
 * Returns the number of files; throws with all that is wrong.
 */
export function buildPackage(folder: string): number;
