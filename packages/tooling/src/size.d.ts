export interface BundleSize {
  /** Minified, bytes. */
  readonly bytes: number;
  /** Minified and compressed with gzip at its highest level, bytes. */
  readonly gzip: number;
}

/**
 * Size of `code` (an ES module) after bundling for browsers with tree shaking and minification.
 * @param code Module text; its imports are resolved from `folder`.
 * @param options `conditions` to resolve packages with; `external` specifiers that are excluded from the size.
 */
export function bundleSize(
  code: string,
  folder: string,
  options?: { conditions?: readonly string[]; external?: readonly string[] },
): BundleSize;

/**
 * Bundles and minifies a program for Node as for a page: `x.ts` becomes `x.mjs` in `folder`, beside the parts that it imports when it needs
 * them.
 * @param options as for `bundleSize`; what is `external` must be found from `folder`.
 */
export function bundleProgram(
  file: string,
  folder: string,
  options?: { conditions?: readonly string[]; external?: readonly string[] },
): void;
