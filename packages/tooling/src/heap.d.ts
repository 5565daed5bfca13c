/**
 * What steps allocate. A script measures it in a process of its own, whose heap nothing else uses, and prints it; the test starts the script
 * with `runScript`.
 */

/** Bytes below which steps count as free of allocation. */
export const HEAP_LIMIT: number;

/** Collects garbage, all of it. */
export function collectGarbage(): void;

/**
 * Bytes that `count` steps allocate once the program is warm: those of the first of up to 40 rounds below `HEAP_LIMIT`, else the fewest of
 * all. Increases only are added up, so that a collection in between hides nothing.
 * @param count steps of a round, a multiple of five
 */
export function allocatedBytes(step: () => void, count: number): number;

/**
 * Runs a TypeScript file in a process of its own and reads the JSON that it prints. Functions are compiled there and then: beside the program, on a
 * machine that is busy with other things, the compiler may come too late, and what it has not reached yet allocates numbers.
 */
export function runScript<Printed>(url: URL, ...words: string[]): Printed;
