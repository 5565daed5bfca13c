/**
 * Measures how much steps allocate. A script measures in its own process, whose heap nothing else uses, and prints the result. The
 * test starts the script with `runScript`.
 */

/** Steps that allocate fewer bytes than this count as free of allocation. */
export const HEAP_LIMIT: number;

/** Runs a full garbage collection. */
export function collectGarbage(): void;

/**
 * Bytes that `count` steps allocate once the program is warm. Up to 40 rounds are measured. The result is the first round below
 * `HEAP_LIMIT`, otherwise the smallest of all rounds. Only increases are summed, so a collection within a round hides nothing.
 * @param count steps per round, a multiple of five
 */
export function allocatedBytes(step: () => void, count: number): number;

/**
 * Runs a TypeScript file in its own process and parses the JSON that it prints. The optimizing compiler runs synchronously.
 * Concurrent compilation may be late on a busy machine, and functions that are not optimized yet allocate numbers.
 */
export function runScript<Printed>(url: URL, ...words: string[]): Printed;
