/**
 * Compares the manifests of the published packages with the public address of the workspace at `root`, or with `isWriting` (default false)
 * writes it into them. Returns what is wrong, one line each; empty if all is well.
 */
export function addressProblems(root: string, options?: { isWriting?: boolean }): string[];
