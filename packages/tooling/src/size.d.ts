export interface BundleSize {
  /** Minified, bytes. */
  readonly bytes: number;
  /** Minified and compressed with gzip at its highest level, bytes. */
  readonly gzip: number;
}

/**
 * Size of what a bundler keeps of `code` (an ES module) when it is bundled for browsers and minified.
 * @param code Module text; its imports are resolved from `folder`.
 * @param options `conditions` to resolve packages with, `external` specifiers that are left out of the count.
 */
export function bundleSize(
  code: string,
  folder: string,
  options?: { conditions?: readonly string[]; external?: readonly string[] },
): BundleSize;
