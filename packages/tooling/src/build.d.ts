/**
 * Emits `src` of a package to `dist`, by default its own: JavaScript, declarations and source maps, file by file, so that siblings need not
 * be built. Returns the number of files. Throws an error that lists all problems.
 */
export function buildPackage(folder: string, dist?: string): number;
