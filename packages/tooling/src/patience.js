/**
 * Longest wait for something that a test expects to happen, ms: of `expect.poll`, of the actions and waits of a page, of a navigation. A wait
 * ends as soon as its condition holds; on a machine with many running browsers that can take twenty times as long as on a quiet one.
 */
export const PATIENCE = 120_000;
