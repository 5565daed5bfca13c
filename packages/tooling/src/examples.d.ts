/** A code block of a README. */
export interface Example {
  /** `file:line` of its fence, from the root. */
  readonly place: string;
  readonly language: 'ts' | 'js';
  readonly code: string;
  /** Whether it speaks of `document`, `window` or `canvas`, and so runs in a page only. */
  readonly needsPage: boolean;
}

/** Every block marked `ts` or `js` in the READMEs of the root, the packages and the apps, and in CONTRIBUTING. */
export function examplesOf(root: string): Example[];

/**
 * An example as a program for Node. A statement that is followed by a comment with values (`f(2); // 4`, or after a `console.log`)
 * throws unless its numbers are those of the comment, to the decimals given there, and to 1e-9 where it gives none.
 */
export function runnableExample(example: Pick<Example, 'code' | 'language'>): {
  readonly program: string;
  /** Number of comments that are checked. */
  readonly checks: number;
};
