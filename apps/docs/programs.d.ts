/** Folder of the programs, of the page that they run in, and of the texts about them. */
export const sources: string;
/** Names of the programs; what a worker runs belongs to the program that starts it. */
export const programNames: readonly string[];
/** The page of a program, which is at `script` as seen from the page. */
export function programPage(script: string): string;
