/** Names of the programs; what a worker runs belongs to the program that starts it. */
export const programNames: readonly string[];
/** Builds the pages of all programs, such as `breakout.html`, into a folder, in place of what it contains. */
export function buildPrograms(folder: string): Promise<void>;
