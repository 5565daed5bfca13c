/** A code block of a Markdown text. */
export interface CodeBlock {
  readonly language: 'ts' | 'js';
  /** What stands behind the language in the opening fence. */
  readonly words: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** Its lines, each with its end. */
  readonly code: string;
}

/** The blocks marked as TypeScript or JavaScript, in their order. A block without an end throws. */
export function codeBlocks(markdown: string): CodeBlock[];

/** Every README of the root, the packages and the apps, CONTRIBUTING, and the pages of `packages/x/docs`. Absolute paths. */
export function documentsOf(root: string): string[];

/** A code block of one of the documents. */
export interface Example {
  /** `file:line` of its fence, from the root. */
  readonly place: string;
  readonly language: 'ts' | 'js';
  readonly code: string;
  /** Whether it speaks of `document`, `window` or `canvas`, and so runs in a page only. */
  readonly needsPage: boolean;
}

/** Every code block of `documentsOf(root)`. */
export function examplesOf(root: string): Example[];

/**
 * An example as a program for Node, a module. A statement that is followed by a comment with values (`f(2); // 4`) throws unless its numbers
 * are those of the comment, to the decimals given there, and to 1e-9 where it gives none; behind a `console.log` any comment is what is
 * printed, words included. The program throws at its end if it has passed by such a comment.
 */
export function runnableExample(example: Pick<Example, 'code' | 'language'>): {
  readonly program: string;
  /** Number of comments that are checked. */
  readonly checks: number;
};
