/** A code block of a Markdown text. */
export interface CodeBlock {
  readonly language: 'ts' | 'js';
  /** Text after the language in the opening fence. */
  readonly words: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** Text of the block; each line ends with a line break. */
  readonly code: string;
}

/** The blocks marked as TypeScript or JavaScript, in order. Throws if a block has no end. */
export function codeBlocks(markdown: string): CodeBlock[];

/** Every README of the root, the packages and the apps, CONTRIBUTING, and the pages of `packages/x/docs`. Absolute paths. */
export function documentsOf(root: string): string[];

/** A code block of one of the documents. */
export interface Example {
  /** `file:line` of the opening fence, relative to the root. */
  readonly place: string;
  readonly language: 'ts' | 'js';
  readonly code: string;
  /** Whether the code mentions `document`, `window` or `canvas`, and therefore runs only in a page. */
  readonly needsPage: boolean;
}

/** Every code block of `documentsOf(root)`. */
export function examplesOf(root: string): Example[];

/**
 * Turns an example into a program for Node, a module. A statement followed by a comment with values (`f(2); // 4`) throws unless its
 * numbers match the comment, to the decimals given there, or to 1e-9 if the comment gives none. The comment after a `console.log`
 * must match the printed text, words included. At its end the program throws if such a statement was not reached.
 */
export function runnableExample(example: Pick<Example, 'code' | 'language'>): {
  readonly program: string;
  /** Number of comments that are checked. */
  readonly checks: number;
};
