/** Root of the workspace: the nearest folder, going upwards, that contains a `pnpm-workspace.yaml`. */
export function workspaceRoot(folder?: string): string;

export interface PublishedPackage {
  /** Name of its folder in `packages`. */
  readonly folder: string;
  /** Absolute path of its folder. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** What can be imported from it, with the source file of each entry. */
  readonly entries: readonly { readonly specifier: string; readonly file: string }[];
}

/** The packages of the workspace at `root` that are not private, sorted by their folders. */
export function publishedPackages(root: string): PublishedPackage[];
